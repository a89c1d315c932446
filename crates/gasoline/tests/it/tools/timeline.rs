//! `get_session_timeline` as an editor asks for it: what the user did and what it caused.

use crate::support::editor::{Called, Editor};
use crate::support::picture;
use crate::support::server::Server;
use serde_json::{Value, json};

const START: u64 = 1_790_000_000_000;

fn at(ms: u64) -> u64 {
    START + ms
}

/// The time as requests and log entries have it.
fn iso(ms: u64) -> String {
    assert!(ms < 60_000, "within the first minute");
    format!("2026-09-21T14:13:{:02}.{:03}Z", 20 + ms / 1_000, ms % 1_000)
}

/// A login that fails half, on a page that polls.
fn log_in(server: &Server) {
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "navigate", "timestamp": at(0), "toUrl": "http://localhost:3000/login", "url": "http://localhost:3000/login", "tabId": 1},
        {"type": "input", "timestamp": at(4_000), "url": "http://localhost:3000/login", "value": "ann", "tabId": 1,
         "selectors": {"testId": "name", "role": {"role": "textbox", "name": "Name"}, "cssPath": "form > input"}},
        {"type": "click", "timestamp": at(6_100), "url": "http://localhost:3000/login", "tabId": 1,
         "selectors": {"role": {"role": "button", "name": "Log in"}}},
        {"type": "navigate", "timestamp": at(6_300), "fromUrl": "http://localhost:3000/login", "toUrl": "http://localhost:3000/dashboard", "tabId": 1},
    ]}));
    let page = "http://localhost:3000/login";
    let mut bodies = vec![
        json!({"method": "POST", "url": "http://localhost:3000/api/login", "status": 200, "duration": 145, "timestamp": iso(6_110),
               "contentType": "application/json", "pageUrl": page, "tabId": 1,
               "responseBody": r#"{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWc","pin":4711,"user":{"id":5,"name":"Bob"}}"#}),
        json!({"method": "GET", "url": "http://localhost:3000/api/dashboard", "status": 500, "duration": 80, "timestamp": iso(6_320),
               "contentType": "text/plain", "responseBody": "no database", "pageUrl": "http://localhost:3000/dashboard", "tabId": 1}),
    ];
    for time in [1_000, 3_000, 5_000, 7_000, 9_000] {
        bodies.push(json!({"method": "GET", "url": format!("http://localhost:3000/api/news?at={time}"), "status": 200,
            "duration": 12, "timestamp": iso(time), "pageUrl": page, "tabId": 1}));
    }
    server.feed("/network-bodies", &json!({"bodies": bodies}));
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "Failed to load sidebar widget", "timestamp": iso(6_420), "url": "http://localhost:3000/dashboard", "tabId": 1},
        {"level": "info", "message": "quiet", "timestamp": iso(6_430), "tabId": 1},
    ]}));
}

fn rows(called: &Called) -> Vec<Value> {
    called.structured["timeline"].as_array().expect("a list").clone()
}

#[test]
fn each_request_and_error_names_the_action_it_came_of_and_polling_names_none() {
    let server = Server::start();
    log_in(&server);
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_session_timeline", &json!({}));
    let rows = rows(&called);
    let times: Vec<u64> =
        rows.iter().map(|row| row["ts"].as_u64().expect("milliseconds") - START).collect();
    assert_eq!(
        times,
        [0, 1_000, 3_000, 4_000, 5_000, 6_100, 6_110, 6_300, 6_320, 6_420, 7_000, 9_000]
    );
    let by_time =
        |ms: usize| rows.iter().find(|row| row["ts"] == START + ms as u64).expect("a row");
    let click = by_time(6_100);
    assert_eq!((&click["kind"], &click["type"]), (&json!("action"), &json!("click")));
    assert_eq!(click["selectors"], json!({"role": {"role": "button", "name": "Log in"}}));
    let login = by_time(6_110);
    assert_eq!(login["kind"], "network");
    assert_eq!(
        (&login["method"], &login["status"], &login["duration"]),
        (&json!("POST"), &json!(200), &json!(145))
    );
    assert_eq!(login["caused_by"], click["seq"]);
    assert_eq!(
        login["responseShape"],
        json!({"pin": "number", "token": "string", "user": {"id": "number", "name": "string"}}),
        "of the body as captured, although its secrets are masked"
    );
    let visit = by_time(6_300);
    assert_eq!((&visit["type"], &visit["caused_by"]), (&json!("navigate"), &click["seq"]));
    assert_eq!(visit["fromUrl"], "http://localhost:3000/login");
    let dashboard = by_time(6_320);
    assert_eq!(
        (&dashboard["caused_by"], &dashboard["responseShape"]),
        (&visit["seq"], &Value::Null)
    );
    let error = by_time(6_420);
    assert_eq!(
        (&error["kind"], &error["level"], &error["caused_by"]),
        (&json!("console"), &json!("error"), &visit["seq"])
    );
    assert_eq!(error["message"], "Failed to load sidebar widget");
    for time in [1_000, 3_000, 5_000, 7_000, 9_000] {
        assert_eq!(by_time(time)["background"], "polling", "{time}");
        assert!(by_time(time).get("caused_by").is_none(), "{time}");
    }
    assert_eq!(
        called.structured["summary"],
        json!({"actions": 4, "network_requests": 7, "console_errors": 1, "duration_ms": 9_000})
    );
    assert!(!called.whole.to_string().contains("eyJhbGci"), "secrets stay here");
}

#[test]
fn the_text_shows_effects_beneath_their_action() {
    let server = Server::start();
    log_in(&server);
    let mut editor = Editor::join(server.port);
    let text = editor.call("get_session_timeline", &json!({})).text;
    let seq = |url: &str| {
        let line = text.lines().find(|line| line.contains(url)).expect("a line");
        line.rsplit_once('#').expect("a number").1.to_owned()
    };
    let (login, dashboard) = (seq("/api/login"), seq("/api/dashboard"));
    let expected = format!(
        "4 actions, 7 requests, 1 console error in 9.0 s
14:13:20.000 navigate → http://localhost:3000/login
14:13:24.000 input textbox \"Name\" = \"ann\"
14:13:26.100 click button \"Log in\"
   +10 ms POST /api/login → 200 (145 ms) {{pin, token, user}}  #{login}
14:13:26.300 navigate → http://localhost:3000/dashboard  (by the click)
   +20 ms GET /api/dashboard → 500 (80 ms): no database  #{dashboard}
   +120 ms error: Failed to load sidebar widget
background: GET /api/news ×5 (polling)
cursor: c"
    );
    assert!(text.starts_with(&expected), "{text}\n--- expected\n{expected}");
}

#[test]
fn what_typing_caused_is_told_beneath_it_and_what_nothing_caused_by_itself() {
    let server = Server::start();
    let id = |number: u32| format!("0123456789abcdef-{number}");
    server.feed(
        "/enhanced-actions",
        &json!({"actions": [
            {"type": "input", "timestamp": at(900), "id": id(1), "value": "shoe"},
        ]}),
    );
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "/search?q=s", "status": 200, "timestamp": iso(200), "id": id(2)},
        {"method": "GET", "url": "/search?q=shoe", "status": 200, "timestamp": iso(910), "id": id(3)},
        {"method": "GET", "url": "/later", "status": 200, "timestamp": iso(9_000), "id": id(4)},
    ]}));
    let mut editor = Editor::join(server.port);
    let text = editor.call("get_session_timeline", &json!({})).text;
    let lines: Vec<&str> =
        text.lines().map(|line| line.split("  #").next().unwrap_or(line)).collect();
    assert_eq!(
        lines[1..5],
        [
            "14:13:20.900 input = \"shoe\"",
            "   -700 ms GET /search?q=s → 200",
            "   +10 ms GET /search?q=shoe → 200",
            "14:13:29.000 GET /later → 200",
        ],
        "{text}"
    );
    assert!(text.contains("(no action led to it)"), "{text}");
}

#[test]
fn one_action_with_more_effects_than_fit_shows_the_first_of_them() {
    let server = Server::start();
    server.feed("/enhanced-actions", &json!({"actions": [{"type": "click", "timestamp": at(0)}]}));
    let entries: Vec<Value> = (0..150)
        .map(|number| json!({"level": "error", "message": format!("error {number} {}", "long ".repeat(40)), "timestamp": iso(number)}))
        .collect();
    server.feed("/logs", &json!({"entries": entries}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_session_timeline", &json!({}));
    assert!((3_000..8 * 1024).contains(&called.text.len()), "{}", called.text);
    assert!(
        called.text.contains("error 0 ") && !called.text.contains("error 149 "),
        "{}",
        called.text
    );
    let shown = called.text.matches(" ms error: ").count();
    assert!(
        called.text.contains(&format!("… {} more not shown; pass", 150 - shown)),
        "{}",
        called.text
    );
    assert_eq!(rows(&called).len(), 151);
}

#[test]
fn the_last_actions_a_url_a_tab_and_the_kinds_narrow_it() {
    let server = Server::start();
    log_in(&server);
    server.feed("/websocket-events", &json!({"events": [
        {"event": "open", "id": "w1", "url": "ws://localhost:3000/live", "timestamp": iso(9_500)},
    ]}));
    let shot = picture::data_url(&picture::white(20, 10));
    server.feed(
        "/screenshots",
        &json!({"dataUrl": shot, "url": "http://localhost:3000/dashboard", "trigger": "error"}),
    );
    let mut editor = Editor::join(server.port);
    let mut kinds = |arguments: &Value| {
        let called = editor.call("get_session_timeline", arguments);
        let kind =
            |row: &Value| row["type"].as_str().or(row["kind"].as_str()).unwrap_or("").to_owned();
        rows(&called).iter().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds(&json!({"last_n_actions": 1})),
        ["navigate", "network", "console", "network", "network"]
    );
    assert_eq!(kinds(&json!({"last_n_actions": 2})).len(), 7);
    assert_eq!(kinds(&json!({"last_n_actions": 100})).len(), 12);
    assert_eq!(kinds(&json!({"url": "/api/login"})), ["network"]);
    assert_eq!(kinds(&json!({"url": "/dashboard"})), ["navigate", "network", "console"]);
    assert_eq!(kinds(&json!({"tab_id": 1})).len(), 12);
    assert_eq!(kinds(&json!({"tab_id": 2})), [] as [&str; 0]);
    assert_eq!(kinds(&json!({"include": ["actions"]})), ["navigate", "input", "click", "navigate"]);
    assert_eq!(kinds(&json!({"include": ["network"]})).len(), 7);
    assert_eq!(kinds(&json!({"include": ["console", "actions"]})).len(), 5);
    assert_eq!(
        kinds(&json!({"include": ["websocket", "screenshot"]})),
        ["websocket", "screenshot"]
    );
    assert_eq!(kinds(&json!({"since": at(6_300)})), ["network", "console", "network", "network"]);
}

#[test]
fn what_came_after_a_cursor_still_knows_what_caused_it() {
    let server = Server::start();
    server.feed("/enhanced-actions", &json!({"actions": [{"type": "click", "timestamp": at(0)}]}));
    let mut editor = Editor::join(server.port);
    let first = editor.call("get_session_timeline", &json!({}));
    let click = rows(&first)[0]["seq"].clone();
    server.feed(
        "/network-bodies",
        &json!({"bodies": [{"method": "GET", "url": "/a", "status": 200, "timestamp": iso(50)}]}),
    );
    let later = editor.call("get_session_timeline", &json!({"since": first.structured["cursor"]}));
    let rows = rows(&later);
    assert_eq!(rows.len(), 1, "{}", later.text);
    assert_eq!(rows[0]["caused_by"], click);
}

#[test]
fn tests_do_not_share_causes() {
    let server = Server::start();
    for test in ["one", "two"] {
        server.feed(
            "/enhanced-actions",
            &json!({"test_id": test, "actions": [{"type": "click", "timestamp": at(0)}]}),
        );
        server.feed(
            "/network-bodies",
            &json!({"test_id": test, "bodies": [
                {"method": "GET", "url": format!("/{test}"), "status": 200, "timestamp": iso(50)},
            ]}),
        );
    }
    let mut editor = Editor::join(server.port);
    let whole = editor.call("get_session_timeline", &json!({}));
    assert!(
        whole.text.contains("test `one`") && whole.text.contains("test `two`"),
        "{}",
        whole.text
    );
    for test in ["one", "two"] {
        let called = editor.call("get_session_timeline", &json!({"test_id": test}));
        let rows = rows(&called);
        assert_eq!(rows.len(), 2, "{}", called.text);
        assert_eq!(rows[1]["caused_by"], rows[0]["seq"]);
        assert_eq!(rows[1]["url"], format!("/{test}"));
    }
}

#[test]
fn the_newest_two_hundred_entries_stay_and_the_rest_is_counted() {
    let server = Server::start();
    for batch in 0..5 {
        let entries: Vec<Value> = (0..50)
            .map(|number| {
                let number = batch * 50 + number;
                json!({"level": "error", "message": format!("error {number}"), "timestamp": iso(number)})
            })
            .collect();
        server.feed("/logs", &json!({"entries": entries}));
    }
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_session_timeline", &json!({}));
    let rows = rows(&called);
    assert_eq!(rows.len(), 200);
    assert_eq!(rows[0]["message"], "error 50");
    assert_eq!(called.structured["summary"]["console_errors"], 250);
    let truncated = &called.structured["truncated"];
    assert_eq!((&truncated["shown"], &truncated["total"]), (&json!(200), &json!(250)));
    assert!(called.text.contains("error 249") && called.text.len() < 8 * 1024);
    assert!(called.text.contains(" more not shown; pass `last_n_actions`"), "{}", called.text);
}

#[test]
fn a_hundred_kilobytes_are_enough() {
    let server = Server::start();
    let shape: serde_json::Map<String, Value> =
        (0..150).map(|number| (format!("a_rather_long_name_{number}"), json!(1))).collect();
    let bodies: Vec<Value> = (0..100)
        .map(|number| json!({"method": "GET", "url": format!("http://localhost/{number}"), "status": 200,
            "contentType": "application/json", "timestamp": iso(number), "responseBody": json!(shape).to_string()}))
        .collect();
    server.feed("/network-bodies", &json!({"bodies": bodies}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_session_timeline", &json!({}));
    let bytes = called.structured.to_string().len();
    assert!((50_000..101_000).contains(&bytes), "{bytes}");
    assert_eq!(rows(&called).last().expect("a row")["url"], "http://localhost/99");
    assert_eq!(called.structured["truncated"]["total"], 100);
}
