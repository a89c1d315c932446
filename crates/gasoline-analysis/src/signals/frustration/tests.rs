//! Which actions had no effect, in sessions whose time is told in milliseconds.

use gasoline_protocol::event::EventView;
use serde_json::{Value, json};

use super::*;

/// A session in which time is told in milliseconds, the same in the page and here.
#[derive(Default)]
struct Session {
    frustration: Frustration,
    events: Vec<(&'static str, Seq, Timestamp, String)>,
}

fn at(ms: i64) -> Timestamp {
    Timestamp::saturating_from_ms(1_790_000_000_000 + ms)
}

fn rows<'a, V: EventView<'a>>(
    events: &'a [(&'static str, Seq, Timestamp, String)],
    kind: &str,
) -> Vec<Row<'a, V>> {
    let of_kind = events.iter().filter(|(known, ..)| *known == kind);
    of_kind
        .map(|(_, seq, time, json)| {
            Row::new(*seq, *time, serde_json::from_str(json).expect("an event"))
        })
        .collect()
}

impl Session {
    fn add(&mut self, kind: &'static str, ms: i64, event: &Value) -> &mut Self {
        let seq = Seq(self.events.len() as u64 + 1);
        let json = event.to_string();
        if kind == "action" {
            let view: EnhancedAction<'_> = serde_json::from_str(&json).expect("an action");
            let seen = Row::new(seq, at(ms), view);
            self.frustration.see(&seen, at(ms));
        }
        self.events.push((kind, seq, at(ms), json));
        self
    }

    fn click(&mut self, ms: i64, selectors: &Value) -> &mut Self {
        let event =
            json!({"type": "click", "url": "http://localhost/shop?a=1", "selectors": selectors});
        self.add("action", ms, &event)
    }

    /// Three clicks on a button, half a second apart.
    fn three_clicks(&mut self) -> &mut Self {
        let button = json!({"role": {"role": "button", "name": "Pay"}});
        self.click(0, &button).click(500, &button).click(1_000, &button)
    }

    fn submit(&mut self, ms: i64) -> &mut Self {
        let event = json!({"type": "submit", "url": "http://localhost/shop",
                           "formAction": "http://localhost/orders?x=1"});
        self.add("action", ms, &event)
    }

    fn request(&mut self, ms: i64, status: u16) -> &mut Self {
        let event = json!({"method": "POST", "url": "http://localhost/api/pay",
                           "status": status, "duration": 5});
        self.add("request", ms, &event)
    }

    /// What is said until then.
    fn until(&mut self, ms: i64) -> Vec<String> {
        let due = self.frustration.due(at(ms));
        let view = View {
            actions: rows(&self.events, "action"),
            requests: rows(&self.events, "request"),
            sockets: rows(&self.events, "socket"),
            outlines: rows(&self.events, "outline"),
            ..View::default()
        };
        let signals = due.iter().filter_map(|suspect| suspect.judge(&view, None, at(ms)));
        signals.map(|signal| signal.message).collect()
    }
}

const PAY: &str = "Repeated clicks on button \"Pay\" — handler may be broken";
const SILENT: &str = "Form submit to /orders — no response after 5s";

#[test]
fn three_clicks_on_one_control_within_five_seconds_without_effect_are_told_when_they_rest() {
    let mut session = Session::default();
    session.three_clicks();
    assert!(session.until(1_500).is_empty(), "something may still come of the last one");
    assert_eq!(session.until(2_500), [PAY]);
    assert!(session.until(60_000).is_empty(), "once");
}

#[test]
fn clicks_that_are_few_or_slow_or_elsewhere_are_none() {
    let button = json!({"id": "pay"});
    let other = json!({"id": "other"});
    assert!(Session::default().click(0, &button).click(900, &button).until(9_000).is_empty());
    let mut slow = Session::default();
    for ms in [0, 3_000, 6_000] {
        assert!(slow.click(ms, &button).until(ms + 2_900).is_empty());
    }
    let mut elsewhere = Session::default();
    elsewhere.click(0, &button).click(300, &other).click(600, &button).click(900, &other);
    assert!(elsewhere.until(9_000).is_empty());
}

#[test]
fn whatever_clicks_led_to_clears_them() {
    let url = "http://localhost/shop";
    let effects: &[(&str, &'static str, i64, Value)] = &[
        ("a request", "request", 20, json!({"method": "GET", "url": "/api/a", "status": 200})),
        ("a failed one", "request", 1_020, json!({"method": "GET", "url": "/a", "status": 0})),
        ("a changed page", "outline", 1_300, json!({"url": url, "elements": []})),
        ("a navigation", "action", 1_200, json!({"type": "navigate", "toUrl": url})),
        ("a scroll", "action", 700, json!({"type": "scroll", "url": url})),
        (
            "a message",
            "socket",
            600,
            json!({"event": "message", "id": "w", "direction": "outgoing"}),
        ),
    ];
    for (name, kind, ms, event) in effects {
        let mut session = Session::default();
        session.three_clicks().add(kind, *ms, event);
        assert!(session.until(9_000).is_empty(), "{name}");
    }
    let mut before = Session::default();
    before.add("outline", -3_000, &json!({"url": url})).three_clicks();
    assert_eq!(before.until(9_000), [PAY], "what was there before is no effect");
}

#[test]
fn a_page_that_polls_does_not_hide_a_dead_button() {
    let mut session = Session::default();
    for ms in (-20_000..3_000).step_by(1_000) {
        let poll = json!({"method": "GET", "url": "http://localhost/api/news", "status": 200});
        session.add("request", ms + 300, &poll);
    }
    session.three_clicks();
    assert_eq!(session.until(9_000), [PAY]);
}

#[test]
fn another_tab_is_no_effect() {
    let mut session = Session::default();
    for ms in [0, 400, 800] {
        let click = json!({"type": "click", "selectors": {"id": "pay"}, "tabId": 1});
        session.add("action", ms, &click);
    }
    session.add("outline", 900, &json!({"url": "http://localhost/", "tabId": 2}));
    assert_eq!(session.until(9_000).len(), 1);
}

#[test]
fn a_page_that_says_it_is_busy_is_at_work() {
    for more in [json!({"busy": true}), json!({"pendingRequests": 1})] {
        let mut session = Session::default();
        for (ms, is_last) in [(0, false), (400, false), (800, true)] {
            let mut click = json!({"type": "click", "selectors": {"id": "pay"}});
            if is_last {
                click
                    .as_object_mut()
                    .expect("an object")
                    .extend(more.as_object().expect("an object").clone());
            }
            session.add("action", ms, &click);
        }
        assert!(session.until(9_000).is_empty(), "{more}");
    }
}

#[test]
fn clicks_the_browser_itself_answers_are_no_frustration() {
    for selectors in [
        json!({"role": {"role": "textbox", "name": "Name"}}),
        json!({"cssPath": "main > canvas.board"}),
        json!({"cssPath": "body"}),
    ] {
        let mut session = Session::default();
        session.click(0, &selectors).click(300, &selectors).click(600, &selectors);
        assert!(session.until(9_000).is_empty(), "{selectors}");
    }
}

#[test]
fn three_clicks_that_select_a_paragraph_are_no_frustration_but_more_of_them_are() {
    let mut session = Session::default();
    let click = |count: u32| {
        json!({"type": "click", "selectors": {"cssPath": "p.intro"},
               "clickCount": (count > 1).then_some(count)})
    };
    for count in 1..=3 {
        session.add("action", i64::from(count) * 100, &click(count));
    }
    assert!(session.until(9_000).is_empty());
    for count in 1..=4 {
        session.add("action", 10_000 + i64::from(count) * 100, &click(count));
    }
    assert_eq!(session.until(19_000).len(), 1);
}

#[test]
fn a_form_that_was_sent_and_not_answered_is_told_after_five_seconds() {
    let mut session = Session::default();
    session.submit(0);
    assert!(session.until(4_900).is_empty());
    assert_eq!(session.until(5_000), [SILENT]);
    assert!(session.until(60_000).is_empty());
}

#[test]
fn an_answer_or_a_changed_page_breaks_the_silence_and_a_failure_does_not() {
    assert!(Session::default().submit(0).request(50, 200).until(5_000).is_empty());
    assert!(Session::default().submit(0).request(50, 500).until(5_000).is_empty());
    assert_eq!(Session::default().submit(0).request(50, 0).until(5_000), [SILENT]);
    let outline = json!({"url": "http://localhost/shop"});
    let mut changed = Session::default();
    assert!(changed.submit(0).add("outline", 400, &outline).until(5_000).is_empty());
    let page = json!({"type": "navigate", "toUrl": "http://localhost/orders"});
    let mut moved = Session::default();
    assert!(moved.submit(0).add("action", 1_900, &page).until(5_000).is_empty());
}

#[test]
fn what_happens_in_a_frame_is_not_judged() {
    let mut session = Session::default();
    for ms in [0, 300, 600] {
        let click = json!({"type": "click", "selectors": {"id": "pay"}, "frame": {"name": "f"}});
        session.add("action", ms, &click);
    }
    assert!(session.until(9_000).is_empty());
}

#[test]
fn a_machine_that_clicks_everywhere_fills_no_memory() {
    let mut session = Session::default();
    for number in 0..1_000 {
        session.click(number, &json!({"id": format!("b{number}")}));
        session.click(number, &json!({"id": "same"}));
        session.submit(number);
    }
    let Frustration { clicks, submits } = &session.frustration;
    assert!(clicks.len() <= limits::SUSPECTS_MAX && submits.len() <= limits::SUSPECTS_MAX);
    assert!(clicks.values().all(|suspect| suspect.acts.len() <= limits::CLICKS_REMEMBERED));
}
