//! What an error is linked to, and how surely.

use std::sync::Arc;

use gasoline_protocol::event::{Draft, EventView};
use gasoline_protocol::{Event, Facet, Kind, Purpose, Seq};
use serde_json::{Value, json};

use super::*;
use crate::sources::{PlacedFrame, SnippetLine, SourcePlace};

/// Milliseconds at which the error of every case happens.
const AT: i64 = 100_000;

fn event(kind: Kind, at: i64, value: &Value) -> Event {
    let draft = Draft {
        kind,
        facet: Facet::Plain,
        time: Some(Timestamp::saturating_from_ms(at)),
        test: None,
        text: value.to_string().into(),
    };
    let test = value["test_id"].as_str().map(Arc::from);
    Event::new(draft, Seq(1), Timestamp::saturating_from_ms(at), test)
}

fn read<'a, T: EventView<'a>>(event: &'a Event) -> T {
    event.view::<T>().expect("the case is an event").expose(Purpose::Classify)
}

/// The code at the error, its last line the one that broke.
fn explained(code: &[&str]) -> Explained {
    let frame = PlacedFrame {
        file: "src/cart.ts".to_owned(),
        line: 6,
        column: Some(3),
        function: Some("total".to_owned()),
        mapped: true,
        library: false,
    };
    let lines = code.iter().enumerate().map(|(index, text)| SnippetLine {
        line: u32::try_from(index).expect("few"),
        text: (*text).to_owned(),
        is_error: index + 1 == code.len(),
    });
    let source = SourcePlace {
        file: frame.file.clone(),
        line: 6,
        column: 3,
        function: None,
        snippet: lines.collect(),
    };
    Explained { frames: vec![frame], sources: vec![source] }
}

/// A session: an error, and what was seen before it, each with the milliseconds it lies before.
#[derive(Default)]
struct Case<'a> {
    message: &'a str,
    code: &'a [&'a str],
    requests: &'a [(i64, Value)],
    actions: &'a [(i64, Value)],
    screenshots: &'a [(i64, Value)],
    error: Value,
}

impl Case<'_> {
    fn with<R>(&self, look: impl FnOnce(&Broken<'_>, &Diagnosis<'_>) -> R) -> R {
        let mut error = json!({"level": "error", "message": self.message});
        if let (Some(members), Value::Object(more)) = (error.as_object_mut(), &self.error) {
            members.extend(more.clone());
        }
        let error = event(Kind::Logs, AT, &error);
        let explained = explained(self.code);
        let all = |kind: Kind, list: &[(i64, Value)]| -> Vec<Event> {
            list.iter().map(|(before, value)| event(kind, AT - before, value)).collect()
        };
        let requests = all(Kind::NetworkBodies, self.requests);
        let actions = all(Kind::EnhancedActions, self.actions);
        let screenshots = all(Kind::Screenshots, self.screenshots);
        let near = View {
            requests: requests.iter().map(row).collect(),
            actions: actions.iter().map(row).collect(),
            screenshots: screenshots.iter().map(row).collect(),
            ..View::default()
        };
        let broken = Broken { error: &row(&error), explained: Some(&explained) };
        let diagnosis = diagnose(&broken, &near, |_| true);
        look(&broken, &diagnosis)
    }

    #[track_caller]
    fn check(&self, expected: &[&str]) {
        let shown = self.with(|_, diagnosis| {
            let shown = diagnosis.requests.iter().map(|link| {
                format!(
                    "{} {}: {}",
                    link.sure.name(),
                    link.request.view.url.line(),
                    link.because.join("; ")
                )
            });
            shown.collect::<Vec<_>>()
        });
        assert_eq!(shown, expected);
    }
}

fn row<'a, V: EventView<'a>>(event: &'a Event) -> Row<'a, V> {
    let Event { seq, time, ref test, .. } = *event;
    Row { seq, time, test: test.as_deref(), view: read(event), event: Some(event) }
}

fn failed(url: &str, status: u16, answer: &str) -> Value {
    json!({"method": "GET", "url": url, "status": status, "duration": 20, "responseBody": answer})
}

const UNDEFINED: &str = "Uncaught TypeError: Cannot read properties of undefined (reading 'lines')";

#[test]
fn a_request_the_message_names_is_certain() {
    let pay = failed("http://localhost/api/pay", 500, "");
    Case {
        message: "Error: POST /api/pay failed",
        requests: &[(30, pay.clone())],
        ..Case::default()
    }
    .check(&[
        "certain http://localhost/api/pay: the message names its address; answered 10 ms before",
    ]);
    Case {
        message: "AxiosError: Request failed with status code 500",
        requests: &[(30, pay)],
        ..Case::default()
    }
    .check(&[
        "certain http://localhost/api/pay: the message names its status 500; answered 10 ms before",
    ]);
    Case {
        message: "Error: no such cart",
        requests: &[(30, failed("http://localhost/api/cart", 404, r#"{"error":{"message":"no such cart"}}"#))],
        ..Case::default()
    }
    .check(&["certain http://localhost/api/cart: the message repeats its answer `no such cart`; answered 10 ms before"]);
}

#[test]
fn a_request_without_an_answer_is_named_by_the_browsers_own_words() {
    let lost = json!({"method": "GET", "url": "http://localhost/api", "status": 0, "error": "network", "duration": 20});
    Case { message: "TypeError: Failed to fetch", requests: &[(21, lost)], ..Case::default() }.check(
        &["certain http://localhost/api: the message is the browser's for a request without an answer; answered 1 ms before"],
    );
}

#[test]
fn an_answer_that_is_no_json_is_named_by_the_parsers_words() {
    let page = failed("http://localhost/api/me", 200, "<!doctype html><h1>Sign in</h1>");
    let other = failed("http://localhost/api/you", 200, "{}");
    Case {
        message: "SyntaxError: Unexpected token '<', \"<!doctype \"... is not valid JSON",
        requests: &[(40, page), (30, other)],
        ..Case::default()
    }
    .check(&["certain http://localhost/api/me: its answer is HTML; answered 20 ms before"]);
}

#[test]
fn a_failure_just_before_is_likely_where_its_answer_lacks_what_was_read() {
    Case {
        message: UNDEFINED,
        code: &["for (const line of data.cart.lines) {"],
        requests: &[(30, failed("http://localhost/api/cart", 500, r#"{"error":"oops"}"#))],
        ..Case::default()
    }
    .check(&["likely http://localhost/api/cart: its answer has no `cart`; answered 10 ms before"]);
}

#[test]
fn a_failure_some_time_before_is_only_possible() {
    let requests = [(900, failed("http://localhost/api/cart", 500, ""))];
    Case { message: UNDEFINED, requests: &[(200, requests[0].1.clone())], ..Case::default() }
        .check(&["possible http://localhost/api/cart: answered 180 ms before"]);
    Case { message: UNDEFINED, requests: &requests, ..Case::default() }.check(&[]);
}

#[test]
fn the_code_that_calls_an_address_speaks_for_it() {
    let requests = [
        (900, failed("http://localhost/api/cart?full=1", 500, "")),
        (850, failed("http://localhost/api/ads", 500, "")),
    ];
    Case {
        message: UNDEFINED,
        code: &["const cart = await load('/api/cart')", "cart.data.lines"],
        requests: &requests,
        ..Case::default()
    }
    .check(&["likely http://localhost/api/cart?full=1: the code there calls `/api/cart`; answered 880 ms before"]);
}

#[test]
fn a_request_that_succeeded_is_linked_only_if_its_answer_has_the_fault() {
    let null = failed("http://localhost/api/order", 200, r#"{"order":{"items":null}}"#);
    let fine = failed("http://localhost/api/user", 200, r#"{"name":"Ada"}"#);
    Case {
        message: "TypeError: Cannot read properties of null (reading 'map')",
        code: &["return order.items.map(row)"],
        requests: &[(60, null), (40, fine.clone())],
        ..Case::default()
    }
    .check(&[
        "likely http://localhost/api/order: `items` is null in its answer; answered 40 ms before",
    ]);
    let text = failed("http://localhost/api/order", 200, r#"{"items":"none"}"#);
    Case {
        message: "TypeError: order.items.map is not a function",
        requests: &[(60, text), (40, fine.clone())],
        ..Case::default()
    }
    .check(&["likely http://localhost/api/order: `items` is a string in its answer; answered 40 ms before"]);
    Case { message: UNDEFINED, requests: &[(30, fine)], ..Case::default() }.check(&[]);
}

#[test]
fn what_came_later_or_elsewhere_is_no_cause() {
    let with = |members: Value| {
        let mut request = failed("http://localhost/api/cart", 500, "");
        request
            .as_object_mut()
            .expect("an object")
            .extend(members.as_object().expect("an object").clone());
        request
    };
    for (before, request, error) in [
        (10, with(json!({"duration": 500})), json!({})),
        (30, with(json!({"tabId": 1})), json!({"tabId": 2})),
        (30, with(json!({"test_id": "a"})), json!({"test_id": "b"})),
        (30, with(json!({"status": 0, "error": "aborted"})), json!({})),
    ] {
        Case { message: UNDEFINED, requests: &[(before, request)], error, ..Case::default() }
            .check(&[]);
    }
}

#[test]
fn where_two_failures_fit_alike_both_are_told_and_neither_is_likely() {
    Case {
        message: UNDEFINED,
        code: &["a.b.lines"],
        requests: &[
            (40, failed("http://localhost/one", 500, r#"{"e":1}"#)),
            (30, failed("http://localhost/two", 500, r#"{"e":1}"#)),
        ],
        ..Case::default()
    }
    .check(&[
        "possible http://localhost/two: its answer has no `b`; answered 10 ms before",
        "possible http://localhost/one: its answer has no `b`; answered 20 ms before",
    ]);
}

#[test]
fn the_action_that_led_to_the_request_is_told_and_not_the_one_after() {
    let act = |kind: &str, name: &str| json!({"type": kind, "id": name});
    let shown = |case: Case<'_>| {
        case.with(|_, diagnosis| {
            let link = diagnosis.action.as_ref()?;
            let id = link.action.view.id.as_deref()?.to_owned();
            Some(format!("{} {id} {} ms", link.sure.name(), link.ms_before))
        })
    };
    let actions =
        [(3_000, act("click", "pay")), (500, act("click", "menu")), (1, act("scroll", "down"))];
    let slow = json!({"method": "GET", "url": "http://localhost/api/pay", "status": 500, "duration": 2_880});
    let case = Case {
        message: "Error: /api/pay failed",
        requests: &[(2_900, slow)],
        actions: &actions,
        ..Case::default()
    };
    assert_eq!(shown(case).as_deref(), Some("likely pay 3000 ms"));
    let case = Case { message: "no", actions: &actions, ..Case::default() };
    assert_eq!(shown(case).as_deref(), Some("possible menu 500 ms"));
    let case = Case { message: "no", actions: &[(12_000, act("click", "pay"))], ..Case::default() };
    assert_eq!(shown(case), None);
    let case = Case { message: "no", actions: &[(20, act("click", "pay"))], ..Case::default() };
    assert_eq!(shown(case).as_deref(), Some("likely pay 20 ms"));
}

#[test]
fn the_picture_of_the_error_is_found_by_its_id_or_its_time() {
    let shot = |id: &str, more: Value| {
        let mut shot = json!({"id": id, "trigger": "error"});
        shot.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        shot
    };
    let found = |screenshots: &[(i64, Value)]| {
        let case =
            Case { message: "no", error: json!({"id": "e1"}), screenshots, ..Case::default() };
        case.with(|_, diagnosis| diagnosis.screenshot.map(str::to_owned))
    };
    assert_eq!(
        found(&[(-100, shot("7", json!({"errorId": "e1"}))), (-50, shot("8", json!({})))])
            .as_deref(),
        Some("7")
    );
    assert_eq!(found(&[(-100, shot("8", json!({})))]).as_deref(), Some("8"));
    assert_eq!(found(&[(100, shot("9", json!({}))), (-9_000, shot("10", json!({})))]), None);
    assert_eq!(found(&[(-100, shot("8", json!({"trigger": "manual"})))]), None);
}

#[test]
fn the_summary_tells_all_that_is_known() {
    let case = Case {
        message: UNDEFINED,
        code: &["  for (const line of data.cart.lines) {"],
        requests: &[(30, failed("http://localhost/api/cart", 500, r#"{"error":"oops"}"#))],
        error: json!({"_aiContext": {
            "componentAncestry": {"framework": "react", "components": [{"name": "App"}, {"name": "Cart"}]},
            "stateSnapshot": {"source": "redux", "keys": {}, "relevantSlice": {"cart.error": "oops", "cart.items": null}},
        }}),
        ..Case::default()
    };
    let text = case.with(|broken, diagnosis| summary(broken, diagnosis, Some("click \"Pay\"")));
    assert_eq!(
        text,
        "TypeError in src/cart.ts:6 — Cannot read properties of undefined (reading 'lines'), at \
         `for (const line of data.cart.lines) {`. It followed click \"Pay\". \
         GET http://localhost/api/cart was answered 500: the likely cause (its answer has no `cart`, \
         answered 10 ms before). State: cart.error=\"oops\", cart.items=null. \
         Inside the React components App > Cart."
    );
}

#[test]
fn the_summary_of_little_is_short() {
    let case = Case { message: "it broke", ..Case::default() };
    let text = case
        .with(|broken, diagnosis| summary(&Broken { explained: None, ..*broken }, diagnosis, None));
    assert_eq!(text, "Error — it broke.");
    let said = "Unhandled Promise Rejection: RangeError: too far";
    let case = Case { message: said, ..Case::default() };
    let text = case
        .with(|broken, diagnosis| summary(&Broken { explained: None, ..*broken }, diagnosis, None));
    assert_eq!(text, "RangeError — too far.");
}

#[test]
fn an_error_reported_twice_has_the_components_of_the_report_that_knows_more() {
    let told = |names: &[&str]| {
        let components: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
        json!({"level": "error", "message": "no", "_aiContext": {
            "componentAncestry": {"framework": "react", "components": components}}})
    };
    let path = |one: &[&str], other: &[&str]| {
        let [one, other] = [one, other].map(|names| event(Kind::Logs, AT, &told(names)));
        let mut enriched = Enriched::of(&read(&one));
        enriched.add(&read(&other));
        enriched.components.map(|components| components.path()).unwrap_or_default()
    };
    assert_eq!(path(&["App", "Row"], &["App", "Row", "Receipt"]), "App > Row > Receipt");
    assert_eq!(path(&[], &["App"]), "App");
    assert_eq!(path(&["App", "Row"], &["App"]), "App > Row");
    assert_eq!(path(&["App", "Row"], &["Other", "Row", "Receipt"]), "App > Row");
}

#[test]
fn an_enrichment_of_any_shape_breaks_nothing() {
    for told in [
        json!(null),
        json!([1]),
        json!({"componentAncestry": 3, "stateSnapshot": "x"}),
        json!({"componentAncestry": {"components": [{"name": 5}]}, "stateSnapshot": {"keys": 1}}),
        json!({"componentAncestry": {"components": []}}),
    ] {
        let case = Case { message: "no", error: json!({"_aiContext": told}), ..Case::default() };
        case.with(|_, diagnosis| assert_eq!(diagnosis.enriched, Enriched::default()));
    }
}
