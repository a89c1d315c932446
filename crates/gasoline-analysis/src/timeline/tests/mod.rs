//! The timeline of sessions as clients send them, in the order of the specification's table.

mod causes;
mod session;

use gasoline_protocol::Since;
use gasoline_protocol::event::Level;
use gasoline_random::{CASES, Random, for_all};
use serde_json::{Value, json};

use super::*;
use crate::shape::Member;
use session::Session;

/// A login, as the specification has it.
fn login() -> Session {
    let mut session = Session::default();
    session.action(&json!({"type": "click", "timestamp": 1_705_312_200_000_u64, "url": "http://localhost:3000/login"}));
    session.request(&json!({"method": "POST", "url": "http://localhost:3000/api/login", "status": 200, "duration": 145,
        "timestamp": "2024-01-15T09:50:00.150Z", "pageUrl": "http://localhost:3000/login", "contentType": "application/json",
        "responseBody": r#"{"token":"abc123","user":{"id":5,"name":"Bob"}}"#}));
    session.action(&json!({"type": "navigate", "timestamp": 1_705_312_200_300_u64,
        "fromUrl": "http://localhost:3000/login", "toUrl": "http://localhost:3000/dashboard"}));
    session.request(&json!({"method": "GET", "url": "http://localhost:3000/api/dashboard", "status": 200, "duration": 80,
        "timestamp": "2024-01-15T09:50:00.500Z", "pageUrl": "http://localhost:3000/dashboard"}));
    session.log(&json!({"level": "error", "message": "Failed to load sidebar widget",
        "timestamp": "2024-01-15T09:50:01.000Z", "url": "http://localhost:3000/dashboard"}));
    session
}

fn all() -> Scope {
    Scope::default()
}

#[test]
fn timestamps_of_every_form_become_milliseconds() {
    let mut session = Session::default();
    session.action(&json!({"type": "click", "timestamp": 1_705_312_200_000_u64}));
    session
        .request(&json!({"method": "GET", "url": "/a", "timestamp": "2024-01-15T09:50:00.150Z"}));
    session.log(&json!({"level": "error", "message": "b", "ts": "2024-01-15T10:50:00.200+01:00"}));
    let times = session.read(&all(), |timeline| {
        timeline.entries.iter().map(|entry| entry.time.as_ms()).collect::<Vec<_>>()
    });
    assert_eq!(times, [1_705_312_200_000, 1_705_312_200_150, 1_705_312_200_200]);
}

#[test]
fn what_has_no_readable_time_happened_when_it_was_received() {
    let mut session = Session::default();
    session.received_at(5_000);
    session.log(&json!({"level": "error", "message": "when?", "timestamp": "yesterday"}));
    session.action(&json!({"type": "click", "timestamp": 4_000}));
    session.check(&all(), &["4000 action click", "5000 console when? ← #2"]);
}

#[test]
fn actions_requests_and_console_are_merged_in_the_order_of_time() {
    login().check(
        &all(),
        &[
            "1705312200000 action click",
            "1705312200150 network POST /api/login ← #1",
            "1705312200300 action navigate ← #1",
            "1705312200500 network GET /api/dashboard ← load #3",
            "1705312201000 console Failed to load sidebar widget ← #3",
        ],
    );
}

#[test]
fn in_one_millisecond_causes_come_first() {
    let mut session = Session::default();
    session.log(&json!({"level": "error", "message": "a", "timestamp": 7}));
    session.get(7, "/a");
    session.act(7, "click");
    session.check(&all(), &["7 action click", "7 network GET /a ← #3", "7 console a ← #3"]);
}

#[test]
fn a_url_filters_all_sources_by_any_part_of_it() {
    let scope = |url: &str| Scope { url: Some(url.to_owned()), ..all() };
    login().check(
        &scope("/login"),
        &[
            "1705312200000 action click",
            "1705312200150 network POST /api/login ← #1",
            "1705312200300 action navigate ← #1",
        ],
    );
    // Who caused it is known although it is not shown.
    login().check(&scope("api/dash"), &["1705312200500 network GET /api/dashboard ← load #3"]);
    login().check(&scope("nowhere"), &[]);
}

#[test]
fn the_last_actions_are_shown_with_all_that_follows() {
    let scope = |count: usize| Scope { last_n_actions: Some(count), ..all() };
    let last = [
        "1705312200300 action navigate ← #1",
        "1705312200500 network GET /api/dashboard ← load #3",
        "1705312201000 console Failed to load sidebar widget ← #3",
    ];
    login().check(&scope(1), &last);
    for count in [0, 2, 3, usize::MAX] {
        assert_eq!(login().lines(&scope(count)).len(), 5, "{count}");
    }
    let without_actions =
        Scope { include: Include::only(&[Part::Network, Part::Console]), ..scope(1) };
    login().check(&without_actions, &last[1..]);
}

#[test]
fn a_moment_and_a_tab_narrow_it() {
    let after = |since| Scope { since, ..all() };
    login().check(
        &after(Since::Seq(Seq(4))),
        &["1705312201000 console Failed to load sidebar widget ← #3"],
    );
    let moment = Timestamp::parse("2024-01-15T09:50:00.300Z").expect("a time");
    assert_eq!(login().lines(&after(Since::Time(moment))).len(), 2);
    assert_eq!(login().lines(&Scope { tab_id: Some(3), ..all() }).len(), 0);
}

#[test]
fn only_the_kinds_asked_for_are_included() {
    let mut session = login();
    session.socket(&json!({"event": "open", "id": "w", "timestamp": 1_705_312_202_000_u64}));
    session.screenshot(&json!({"id": "7", "trigger": "error", "timestamp": 1_705_312_202_001_u64}));
    session.outline(&json!({"url": "/", "timestamp": 1_705_312_202_002_u64}));
    let count = |parts: &[Part]| {
        let include = Include::only(parts);
        session.lines(&Scope { include, ..all() }).len()
    };
    assert_eq!(session.lines(&all()).len(), 5);
    assert_eq!(count(&[Part::Actions]), 2);
    assert_eq!(count(&[Part::Network]), 2);
    assert_eq!(count(&[Part::Console]), 1);
    assert_eq!(count(&[Part::Actions, Part::Console]), 3);
    assert_eq!(count(&[Part::Sockets, Part::Screenshots]), 2);
    assert_eq!(count(&[Part::Outlines]), 1);
    assert_eq!(count(&[]), 0);
}

#[test]
fn of_the_console_only_errors_and_warnings_are_shown() {
    let mut session = Session::default();
    for (time, level) in
        [Level::Debug, Level::Log, Level::Info, Level::Warn, Level::Error].into_iter().enumerate()
    {
        session.log(&json!({"level": level, "message": level.name(), "timestamp": time}));
    }
    session.log(
        &json!({"level": "error", "message": "handled late", "timestamp": 9, "_retracted": true}),
    );
    session.request(&json!({"method": "GET", "url": "http://a/x", "status": 500, "timestamp": 10}));
    session.log(&json!({"level": "error", "message": "GET http://a/x 500", "source": "network", "timestamp": 11}));
    session
        .check(&all(), &["3 console warn", "4 console error", "10 network GET http://a/x ← load"]);
}

#[track_caller]
fn check_shape(body: &str, expected: &Value) {
    let shape = ShapeReader::ALL.read(body).map(|shape| shape.to_json(3));
    assert_eq!(&shape.unwrap_or(Value::Null), expected, "{body}");
}

#[test]
fn the_shape_of_a_response_is_its_names_and_types() {
    check_shape(
        r#"{"token":"abc123","user":{"id":5,"name":"Bob"}}"#,
        &json!({"token": "string", "user": {"id": "number", "name": "string"}}),
    );
    check_shape(r#"[{"id":1},{"id":2}]"#, &json!([{"id": "number"}]));
    check_shape(r#""hello""#, &json!("string"));
    check_shape("42", &json!("number"));
    check_shape("-1.5e3", &json!("number"));
    check_shape("true", &json!("boolean"));
    check_shape("null", &json!("null"));
    check_shape("[]", &json!([]));
    check_shape("{}", &json!({}));
}

#[test]
fn the_elements_of_an_array_are_merged() {
    check_shape(
        r#"[{"id":1,"at":null},{"id":"2","tags":["a"]},{"id":3,"tags":[]}]"#,
        &json!([{"at": "null", "id": "number | string", "tags": ["string"]}]),
    );
    check_shape("[1,null,true,[2],{}]", &json!(["null | boolean | number | array | object"]));
    check_shape("[[1],[null]]", &json!([["null | number"]]));
    let nullable = ShapeReader::ALL.read(r#"[null,{"a":1},{"b":2}]"#).expect("a shape");
    let number = |position| Member { shape: JsonShape::Number, optional: true, position };
    let object = JsonShape::Object([("a".into(), number(0)), ("b".into(), number(1))].into());
    let mixed = JsonShape::OneOf(vec![JsonShape::Null, object]);
    assert_eq!(nullable, JsonShape::Array(Box::new(mixed)));
}

#[test]
fn a_shape_ends_three_levels_down() {
    check_shape(
        r#"{"a":{"b":{"c":{"d":{"e":1}},"f":2}}}"#,
        &json!({"a": {"b": {"c": {"d": "..."}, "f": "number"}}}),
    );
    check_shape("[[[[[1]]]]]", &json!([[[["..."]]]]));
}

#[test]
fn what_is_no_json_or_not_whole_has_no_shape() {
    for body in ["", "no", "{", r#"{"a":1"#, "<p>", "[1,]", "01"] {
        check_shape(body, &Value::Null);
    }
    let shape = |request: Value| {
        let mut session = Session::default();
        session.request(&request);
        session.read(&all(), |timeline| match &timeline.entries[0].what {
            What::Request(request) => request.shape.clone(),
            other => panic!("{other:?}"),
        })
    };
    let answered = |kind: &str, body: &str| json!({"method": "GET", "url": "/a", "contentType": kind, "responseBody": body});
    for kind in ["application/json", "application/problem+json; charset=utf-8", "TEXT/JSON", ""] {
        assert!(shape(answered(kind, r#"{"a":1}"#)).is_some(), "{kind}");
    }
    assert_eq!(shape(answered("text/html", r#"{"a":1}"#)), None);
    assert_eq!(shape(answered("", "42")), None);
    assert_eq!(shape(json!({"method": "GET", "url": "/a", "status": 204})), None);
    let mut cut = answered("application/json", r#"{"a":1}"#);
    cut["responseTruncated"] = json!(true);
    assert_eq!(shape(cut), None);
}

#[test]
fn a_shape_is_read_from_what_was_captured_and_shows_no_secret() {
    let mut session = Session::default();
    let masked = json!({"method": "GET", "url": "/a", "contentType": "application/json", "responseBody": "{\"pin\":***}"});
    let seq = session.request(&masked);
    let key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let mut captured = masked;
    captured["responseBody"] = json!(format!(r#"{{"pin":1234,"{key}":1}}"#));
    session.captured(seq, &captured);
    let shape = session.read(&all(), |timeline| match &timeline.entries[0].what {
        What::Request(request) => request.shape.as_ref().map(|shape| shape.to_json(3)),
        other => panic!("{other:?}"),
    });
    assert_eq!(shape, Some(json!({"ghp_16***B4a": "number", "pin": "number"})));
    assert!(!JsonShape::is_printed(&json!({ key: "number" })));
}

#[test]
fn a_printed_shape_is_known_as_one() {
    for body in [r#"{"password":"a","b":[{"c":1},{"c":null}],"d":[]}"#, "[[[[[1]]]]]", "true"] {
        let printed = ShapeReader::ALL.read(body).map(|shape| shape.to_json(3)).expect("a shape");
        assert!(JsonShape::is_printed(&printed), "{printed}");
    }
    for other in
        [json!({"password": "hunter2"}), json!(1), json!(["string", null]), json!("string |")]
    {
        assert!(!JsonShape::is_printed(&other), "{other}");
    }
}

#[test]
fn the_summary_counts_each_kind() {
    let summary = login().read(&all(), |timeline| timeline.summary);
    let expected =
        Summary { actions: 2, network_requests: 2, console_errors: 1, duration_ms: 1_000 };
    assert_eq!(summary, expected);
    let mut session = login();
    session
        .log(&json!({"level": "warn", "message": "no error", "timestamp": 1_705_312_202_000_u64}));
    assert_eq!(
        session.read(&all(), |timeline| timeline.summary),
        Summary { duration_ms: 2_000, ..expected }
    );
}

#[test]
fn empty_buffers_give_an_empty_timeline() {
    Session::default().check(&all(), &[]);
    let summary = Session::default().read(&all(), |timeline| timeline.summary);
    assert_eq!(summary, Summary::default());
    let mut no_actions = Session::default();
    no_actions.get(1, "/a");
    no_actions.check(&Scope { last_n_actions: Some(3), ..all() }, &["1 network GET /a ← load"]);
    let mut no_requests = Session::default();
    no_requests.act(1, "click");
    no_requests.check(&all(), &["1 action click"]);
}

#[test]
fn at_the_cap_the_newest_stay_and_the_rest_is_counted() {
    let mut session = Session::default();
    for time in 0..250 {
        session.log(&json!({"level": "error", "message": "a", "timestamp": time}));
    }
    session.read(&Scope { cap: Some(200), ..all() }, |timeline| {
        assert_eq!((timeline.entries.len(), timeline.left_out), (200, 50));
        assert_eq!(timeline.entries[0].time.as_ms(), 50);
        assert_eq!(timeline.summary.console_errors, 250);
    });
}

/// Adds any event at any time.
fn add_any_event(session: &mut Session, random: &mut Random) {
    let time = random.number::<u64>(0..20_000);
    let variant = random.number::<usize>(0..3);
    match random.number::<u8>(0..6) {
        0 => session.act(time, ["click", "input", "navigate"][variant]),
        1 => session.act(time, ["scroll", "keypress", "submit"][variant]),
        2 | 3 => session.get(time, ["/a", "/b", "/c"][variant]),
        4 => session.log(&json!({"level": "error", "message": "e", "timestamp": time})),
        _ => session
            .request(&json!({"method": "GET", "url": "/p", "timestamp": time, "tabId": variant})),
    };
}

#[test]
fn every_timeline_is_in_order_within_its_cap_and_points_back() {
    for_all(64, |random| {
        let mut session = Session::default();
        for _ in 0..random.number(0..120) {
            add_any_event(&mut session, random);
        }
        let last = random.flag().then(|| random.number(0..5));
        let cap: usize = random.number(0..60);
        let scope = Scope { last_n_actions: last, cap: Some(cap), ..all() };
        let whole = session
            .read(&Scope { last_n_actions: last, ..all() }, |timeline| timeline.entries.len());
        let twice = session.lines(&scope);
        session.read(&scope, |timeline| {
            assert!(timeline.entries.is_sorted_by_key(|entry| entry.time));
            assert!(timeline.entries.len() <= cap);
            assert_eq!(timeline.entries.len() + timeline.left_out, whole);
            for entry in &timeline.entries {
                assert_ne!(entry.caused_by, Some(entry.seq));
                if let What::Request(request) = &entry.what {
                    assert_eq!(request.cause.action(), entry.caused_by);
                }
            }
        });
        assert_eq!(twice, session.lines(&scope));
    });
}

#[test]
fn no_text_makes_a_shape_panic() {
    for_all(CASES, |random| {
        let text = random.text_of(r#"[]{}":,0123456789abcdefghijklmnopqrstuvwxyz "#, 0..60);
        if let Some(shape) = ShapeReader::ALL.read(&text) {
            let _ = shape.to_json(3);
            assert_eq!(shape.clone().merge(shape.clone()), shape);
        }
    });
}
