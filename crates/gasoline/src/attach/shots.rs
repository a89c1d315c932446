//! Pictures that are asked for: of the page the user looks at, of one element, or of a whole page.
//!
//! Every page is asked whether it is shown, the best one where the picture lies, and the browser for
//! its pixels. One picture at a time: a newer request takes the place of one that got stuck.

use gasoline_protocol::limits::{
    HTTP_BODY_MAX_BYTES, PICTURE_MAX_HEIGHT_PX, PICTURE_MAX_SENT_PIXELS, PICTURE_MAX_WIDTH_PX,
};
use gasoline_store::{Clock, SystemClock};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::errands::{Outcome, Request, no_answer, refuse};
use crate::limits::SHOT_VISIBLE_TIMEOUT;

const LOOK: &str = include_str!("look.js");

/// Whether the page is shown, and has the user's attention; pages of the browser itself are none.
const IS_SHOWN: &str = "/^(chrome|chrome-extension|devtools|edge|about):$/.test(location.protocol) \
                        ? null : [document.visibilityState === 'visible', document.hasFocus()]";

/// Characters of a post besides its pixels: address, selector and ids.
const POST_RESERVE_CHARS: usize = 64 * 1024;

/// Narrower than this a picture is not made, however many bytes it has.
const LEAST_WIDTH_PX: f64 = 100.0;

/// A command for a page.
#[derive(Debug, PartialEq)]
pub(super) struct Ask {
    pub(super) session: String,
    pub(super) method: &'static str,
    pub(super) params: Value,
    /// Names the picture its answer is for; `None` if none is awaited.
    pub(super) turn: Option<u64>,
}

/// The open pages, and the picture that is being taken.
#[derive(Default)]
pub(super) struct Shots {
    /// Session and main frame of each, the one something happened in last at the end.
    pages: Vec<(String, String)>,
    turn: u64,
    current: Option<Shot>,
    test_id: Option<String>,
}

struct Shot {
    request: Request,
    phase: Phase,
}

enum Phase {
    Looking { pages: Vec<Looked>, until: Instant },
    Framing { page: Page },
    Exposing { page: Page, framed: Value, scale: f64 },
}

/// A page that is asked whether it is shown.
struct Looked {
    session: String,
    context: Option<Value>,
    /// What it said; `null` if it is no page of an application.
    said: Option<Value>,
}

/// The page that is shown, and our world in it.
#[derive(Clone)]
struct Page {
    session: String,
    context: Value,
}

impl Shots {
    /// Those of a test, if one is named.
    pub(super) fn of_test(test_id: Option<String>) -> Self {
        Self { test_id, ..Self::default() }
    }

    /// A page was opened.
    pub(super) fn opened(&mut self, session: &str, frame: &str) {
        self.pages.push((session.to_owned(), frame.to_owned()));
    }

    /// Something happened in a page.
    pub(super) fn note_activity(&mut self, session: &str) {
        if let Some(place) = self.pages.iter().position(|(known, _)| known == session) {
            self.pages[place..].rotate_left(1);
        }
    }

    /// A page was closed.
    pub(super) fn closed(&mut self, session: &str) -> Vec<Ask> {
        self.pages.retain(|(known, _)| known != session);
        let Some(Shot { phase, .. }) = &mut self.current else { return Vec::new() };
        match phase {
            Phase::Looking { pages, .. } => {
                pages.retain(|page| page.session != session);
                self.choose()
            }
            Phase::Framing { page } | Phase::Exposing { page, .. } if page.session == session => {
                self.end(refuse("the page was closed while its picture was taken", "ask again"))
            }
            Phase::Framing { .. } | Phase::Exposing { .. } => Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, request: Request) -> Vec<Ask> {
        // Nobody waits any more for one that is still under way.
        let mut asks = self.end(no_answer());
        self.turn += 1;
        let turn = Some(self.turn);
        let looked = |(session, _): &(String, String)| Looked {
            session: session.clone(),
            context: None,
            said: None,
        };
        let pages = self.pages.iter().map(looked).collect();
        let until = Instant::now() + SHOT_VISIBLE_TIMEOUT;
        self.current = Some(Shot { request, phase: Phase::Looking { pages, until } });
        let worlds = self.pages.iter().map(|(session, frame)| Ask {
            session: session.clone(),
            method: "Page.createIsolatedWorld",
            params: json!({"frameId": frame, "worldName": "gasoline"}),
            turn,
        });
        asks.extend(worlds);
        if self.pages.is_empty() {
            asks.extend(self.choose());
        }
        asks
    }

    /// Until when it is waited for pages that have not said whether they are shown.
    pub(super) fn overdue(&self) -> Option<Instant> {
        match &self.current.as_ref()?.phase {
            Phase::Looking { until, .. } => Some(*until),
            Phase::Framing { .. } | Phase::Exposing { .. } => None,
        }
    }

    /// Goes on without those that did not say.
    pub(super) fn hurry(&mut self) -> Vec<Ask> {
        if let Some(Shot { phase: Phase::Looking { pages, .. }, .. }) = &mut self.current {
            let is_shown = |page: &Looked| page.said.as_ref().is_some_and(|said| said[0] == true);
            let is_answered = pages.iter().all(|page| page.said.is_some());
            if !is_answered && !pages.iter().any(is_shown) {
                return self.end(no_answer());
            }
            pages.retain(|page| page.said.is_some());
        }
        self.choose()
    }

    /// Takes an answer of the browser to what was asked for a picture.
    pub(super) fn answered(&mut self, turn: u64, session: &str, message: &Value) -> Vec<Ask> {
        let result = &message["result"];
        let is_late = turn != self.turn;
        let Some(Shot { request, phase }) = self.current.as_mut().filter(|_| !is_late) else {
            return Vec::new();
        };
        match phase {
            Phase::Looking { pages, .. } => {
                let Some(page) = pages.iter_mut().find(|page| page.session == session) else {
                    return Vec::new();
                };
                if page.context.is_none() && !result["executionContextId"].is_null() {
                    let context = result["executionContextId"].clone();
                    page.context = Some(context.clone());
                    return vec![evaluate(session, &context, IS_SHOWN, Some(turn))];
                }
                page.said = Some(result["result"]["value"].clone());
                self.choose()
            }
            Phase::Framing { page } => {
                let framed = result["result"]["value"].clone();
                if !framed["refused"].is_null() {
                    let refused = framed["refused"].clone();
                    return self.end(Outcome::Refused(refused));
                }
                let Some(scale) = scale_of(&framed) else {
                    return self.end(failed(message));
                };
                let page = page.clone();
                let ask = expose(&page.session, &framed, scale, turn);
                *phase = Phase::Exposing { page, framed, scale };
                vec![ask]
            }
            Phase::Exposing { framed, scale, .. } => {
                let Some(data) = result["data"].as_str() else { return self.end(failed(message)) };
                let width = framed["box"]["width"].as_f64().unwrap_or_default();
                let is_too_large = data.len() > HTTP_BODY_MAX_BYTES - POST_RESERVE_CHARS;
                if is_too_large && width * *scale > LEAST_WIDTH_PX {
                    *scale *= 0.75;
                    return vec![expose(session, framed, *scale, turn)];
                }
                let note = framed["note"].as_str().map(str::to_owned);
                let mut picture = posted(request, framed, data, turn);
                if let Some(test_id) = &self.test_id {
                    picture["test_id"] = json!(test_id);
                }
                self.end(Outcome::Taken { picture, note })
            }
        }
    }

    /// Goes on with the page that is shown, once all have said whether they are.
    fn choose(&mut self) -> Vec<Ask> {
        let turn = self.turn;
        let Some(Shot { request, phase }) = &mut self.current else { return Vec::new() };
        let Phase::Looking { pages, .. } = phase else { return Vec::new() };
        if pages.iter().any(|page| page.said.is_none()) {
            return Vec::new();
        }
        let rank = |page: &&Looked| {
            let said = |index: usize| page.said.as_ref().is_some_and(|said| said[index] == true);
            (said(0), said(1))
        };
        let is_page = |page: &&Looked| page.said.as_ref().is_some_and(Value::is_array);
        // Of those that are equal the last one, in which something happened last.
        let best = pages.iter().filter(is_page).max_by_key(rank);
        let Some((session, context)) =
            best.and_then(|page| Some((page.session.clone(), page.context.clone()?)))
        else {
            return self.end(refuse(
                "no page is open in the browser that `gasoline attach` watches",
                "open the page there, then ask again",
            ));
        };
        let tallest = PICTURE_MAX_HEIGHT_PX;
        let (selector, is_whole) = (json!(request.selector), request.is_whole);
        // A file begins with a comment and ends with a semicolon, an expression does not.
        let look = LOOK.split_once('\n').map_or(LOOK, |(_, function)| function);
        let look = look.trim_end().trim_end_matches(';');
        let expression = format!("({look})({selector}, {is_whole}, {tallest})");
        let ask = evaluate(&session, &context, &expression, Some(turn));
        *phase = Phase::Framing { page: Page { session, context } };
        vec![ask]
    }

    /// Hands over what came of it, and lets the page go back.
    fn end(&mut self, outcome: Outcome) -> Vec<Ask> {
        let Some(Shot { request, phase }) = self.current.take() else { return Vec::new() };
        let _ = request.answer.send(outcome);
        match phase {
            Phase::Exposing { page, framed, .. } if framed["moved"] == true => {
                vec![evaluate(&page.session, &page.context, "putBack()", None)]
            }
            _ => Vec::new(),
        }
    }
}

fn evaluate(session: &str, context: &Value, expression: &str, turn: Option<u64>) -> Ask {
    let params = json!({
        "expression": expression, "contextId": context, "awaitPromise": true,
        "returnByValue": true, "silent": true,
    });
    Ask { session: session.to_owned(), method: "Runtime.evaluate", params, turn }
}

fn expose(session: &str, framed: &Value, scale: f64, turn: u64) -> Ask {
    let mut clip = framed["box"].clone();
    clip["scale"] = json!(scale / framed["ratio"].as_f64().unwrap_or(1.0));
    let params = json!({
        "format": "png", "optimizeForSpeed": true, "clip": clip,
        "captureBeyondViewport": framed["isBeyond"],
    });
    let session = session.to_owned();
    Ask { session, method: "Page.captureScreenshot", params, turn: Some(turn) }
}

/// Pixels of the picture for one of the page, within what is kept and what is taken.
fn scale_of(framed: &Value) -> Option<f64> {
    let number = |pointer: &str| framed.pointer(pointer)?.as_f64().filter(|it| *it > 0.0);
    let (width, height) = (number("/box/width")?, number("/box/height")?);
    // Well below what a double holds exactly.
    #[expect(clippy::cast_precision_loss)]
    let pixels = PICTURE_MAX_SENT_PIXELS as f64 * 0.99;
    let most = [
        number("/ratio")?,
        f64::from(PICTURE_MAX_WIDTH_PX) / width,
        f64::from(PICTURE_MAX_HEIGHT_PX) / height,
        (pixels / (width * height)).sqrt(),
    ];
    most.into_iter().reduce(f64::min)
}

fn posted(request: &Request, framed: &Value, data: &str, turn: u64) -> Value {
    let now = SystemClock.now();
    let mut picture = json!({
        "dataUrl": format!("data:image/png;base64,{data}"),
        "url": framed["url"], "trigger": "explicit", "timestamp": now,
        "client": "gasoline-attach",
        "batch_id": format!("attach-{}-{}-{turn}", std::process::id(), now.as_ms()),
    });
    if let Some(selector) = &request.selector {
        picture["selector"] = json!(selector);
    }
    if request.is_whole {
        picture["fullPage"] = json!(true);
    }
    if framed["cropped"] == true {
        picture["cropped"] = json!(true);
    }
    picture
}

fn failed(message: &Value) -> Outcome {
    let why = message["error"]["message"].as_str().unwrap_or("the page has no size");
    refuse(&format!("the browser takes no picture: {why}"), "ask again when the page is idle")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn opened(sessions: &[&str]) -> Shots {
        let mut shots = Shots::of_test(Some("pays".to_owned()));
        for session in sessions {
            shots.opened(session, &format!("frame of {session}"));
        }
        shots
    }

    /// Asks for a picture, and lets every page say what it is given here.
    fn begun(shots: &mut Shots, said: &[(&str, Value)]) -> (Receiver<Outcome>, Vec<Ask>) {
        let (answer, outcome) = channel();
        let asks = shots.begin(Request { selector: None, is_whole: false, answer });
        assert_eq!(asks.len(), shots.pages.len());
        let mut last = Vec::new();
        for (session, said) in said {
            let world = json!({"result": {"executionContextId": 4}});
            let asked = shots.answered(shots.turn, session, &world);
            assert_eq!(asked[0].method, "Runtime.evaluate");
            last = shots.answered(shots.turn, session, &value(said));
        }
        (outcome, last)
    }

    fn value(value: &Value) -> Value {
        json!({"result": {"result": {"value": value}}})
    }

    fn framed() -> Value {
        value(&json!({"box": {"x": 0, "y": 5, "width": 2560, "height": 1000}, "ratio": 2,
            "isBeyond": true, "url": "http://localhost/", "moved": true, "note": "n"}))
    }

    #[test]
    fn of_many_pages_the_one_that_is_shown_is_taken() {
        let shown = json!([true, false]);
        let focused = json!([true, true]);
        let hidden = json!([false, false]);
        for (said, chosen) in [
            ([("a", shown.clone()), ("b", hidden.clone()), ("c", hidden.clone())], "a"),
            ([("a", shown.clone()), ("b", focused), ("c", shown.clone())], "b"),
            ([("a", shown.clone()), ("b", shown.clone()), ("c", Value::Null)], "b"),
            ([("a", hidden.clone()), ("b", hidden.clone()), ("c", hidden)], "c"),
        ] {
            let (_outcome, asks) = begun(&mut opened(&["a", "b", "c"]), &said);
            assert_eq!(asks[0].session, chosen);
        }
        // Of equals the one in which something happened last.
        let mut shots = opened(&["a", "b", "c"]);
        shots.note_activity("a");
        let all = [("a", shown.clone()), ("b", shown.clone()), ("c", shown)];
        assert_eq!(begun(&mut shots, &all).1[0].session, "a");
    }

    #[test]
    fn where_no_page_is_open_that_is_said() {
        let refused = |shots: &mut Shots, said: &[(&str, Value)]| {
            let (outcome, _) = begun(shots, said);
            match outcome.try_recv() {
                Ok(Outcome::Refused(refused)) => refused["what"].to_string(),
                other => panic!("{other:?}"),
            }
        };
        assert!(refused(&mut opened(&[]), &[]).contains("no page is open"));
        let own = [("a", Value::Null)];
        assert!(refused(&mut opened(&["a"]), &own).contains("no page is open"));
    }

    #[test]
    fn a_page_that_does_not_say_is_left_out_unless_it_may_be_the_one() {
        let mut shots = opened(&["a", "b"]);
        let (_outcome, asks) = begun(&mut shots, &[("a", json!([true, false]))]);
        assert!(asks.is_empty() && shots.overdue().is_some());
        assert_eq!(shots.hurry()[0].session, "a");
        let (outcome, _) = begun(&mut shots, &[("a", json!([false, false]))]);
        assert!(shots.hurry().is_empty());
        assert_eq!(outcome.try_recv(), Ok(no_answer()));
    }

    #[test]
    fn a_picture_has_what_the_server_wants_to_know_and_the_page_goes_back() {
        let mut shots = opened(&["a"]);
        let (outcome, _) = begun(&mut shots, &[("a", json!([true, true]))]);
        let asks = shots.answered(1, "a", &framed());
        assert_eq!(asks[0].params["clip"]["scale"], json!(0.25));
        assert_eq!(asks[0].params["captureBeyondViewport"], true);
        // One that cannot be sent is taken again, smaller.
        let large = "x".repeat(HTTP_BODY_MAX_BYTES);
        let asks = shots.answered(1, "a", &json!({"result": {"data": large}}));
        assert_eq!(asks[0].params["clip"]["scale"], json!(0.1875));
        let asks = shots.answered(1, "a", &json!({"result": {"data": "cGl4ZWxz"}}));
        assert_eq!(asks[0].params["expression"], "putBack()");
        let Ok(Outcome::Taken { picture, note }) = outcome.try_recv() else { panic!("no picture") };
        assert_eq!(note.as_deref(), Some("n"));
        assert_eq!(picture["dataUrl"], "data:image/png;base64,cGl4ZWxz");
        assert_eq!(
            (&picture["url"], &picture["trigger"], &picture["test_id"]),
            (&json!("http://localhost/"), &json!("explicit"), &json!("pays"))
        );
    }

    #[test]
    fn whatever_goes_wrong_is_a_refusal() {
        let wrong = json!({"error": {"message": "Cannot find context"}});
        for steps in [vec![wrong.clone()], vec![framed(), wrong], vec![framed(), json!(7)]] {
            let mut shots = opened(&["a"]);
            let (outcome, _) = begun(&mut shots, &[("a", json!([true, true]))]);
            for step in &steps {
                shots.answered(1, "a", step);
            }
            assert!(matches!(outcome.try_recv(), Ok(Outcome::Refused(_))), "{steps:?}");
        }
        let mut shots = opened(&["a"]);
        let (closed, _) = begun(&mut shots, &[("a", json!([true, true]))]);
        shots.closed("a");
        assert!(matches!(closed.try_recv(), Ok(Outcome::Refused(_))));
        assert!(shots.answered(1, "a", &framed()).is_empty());
    }

    #[test]
    fn an_answer_for_a_picture_before_is_passed_over() {
        let mut shots = opened(&["a"]);
        let (first, _) = begun(&mut shots, &[("a", json!([true, true]))]);
        let (_second, _) = begun(&mut shots, &[]);
        assert_eq!(first.try_recv(), Ok(no_answer()));
        assert!(shots.answered(1, "a", &framed()).is_empty());
    }
}
