//! `verify_fix` at the door: every verdict from what pages send, and every step that can be missing.

use crate::support::editor::{Called, Editor, HttpEditor};
use crate::support::server::Server;
use crate::support::wait_until;
use gasoline_protocol::Timestamp;
use gasoline_protocol::time::WireTime;
use serde_json::{Value, json};

const LOGIN: &str = "http://localhost:3000/login";

/// A server, and an agent that asks it.
struct Desk {
    // Ends before its server, which it would start again.
    editor: Editor,
    server: Server,
}

impl Desk {
    fn open() -> Self {
        let server = Server::start();
        let editor = Editor::join(server.port);
        Self { editor, server }
    }

    fn error(&self, message: &str) {
        self.entry(
            &json!({"level": "error", "message": message, "source": "console", "url": LOGIN}),
        );
    }

    /// The page is there, and says nothing bad.
    fn visit(&self) {
        self.entry(&json!({"level": "log", "message": "ready", "url": LOGIN}));
    }

    fn entry(&self, entry: &Value) {
        self.server.feed("/logs", &json!({"entries": [entry]}));
    }

    fn request(&self, method: &str, path: &str, status: u16) {
        let url = format!("http://localhost:3000{path}");
        self.server.feed(
            "/network-bodies",
            &json!({"bodies": [
                {"method": method, "url": url, "status": status, "pageUrl": LOGIN, "duration": 20},
            ]}),
        );
    }

    fn load(&self, id: &str, ms: u32) {
        self.server.feed(
            "/performance-snapshot",
            &json!({"url": "/login", "id": id, "timing": {"load": ms}}),
        );
    }

    #[track_caller]
    fn act(&mut self, action: &str, id: &str) -> Called {
        self.editor.call("verify_fix", &json!({"action": action, "session_id": id}))
    }

    #[track_caller]
    fn start(&mut self) -> String {
        let called = self.editor.call("verify_fix", &json!({"action": "start"}));
        assert!(!called.is_error, "{}", called.text);
        called.structured["session_id"].as_str().expect("an id").to_owned()
    }

    /// Starts with what is there, and watches.
    #[track_caller]
    fn watch(&mut self) -> String {
        let id = self.start();
        let called = self.act("watch", &id);
        assert_eq!(called.structured["status"], "watching", "{}", called.text);
        id
    }

    #[track_caller]
    fn check(&mut self, id: &str, verdict: &str) -> Value {
        let called = self.act("compare", id);
        assert_eq!(called.structured["result"]["verdict"], verdict, "{}", called.text);
        assert!(called.text.starts_with(verdict), "{}", called.text);
        called.structured["result"].clone()
    }

    #[track_caller]
    fn check_refused(&mut self, arguments: &Value, words: &[&str]) {
        let called = self.editor.call("verify_fix", arguments);
        assert!(called.is_error, "{}", called.text);
        assert!(called.text.contains("\nhint: "), "{}", called.text);
        for word in words {
            assert!(called.text.contains(word), "no `{word}` in: {}", called.text);
        }
    }
}

#[test]
fn lifecycle_start_watch_compare_answers_as_specified() {
    let mut desk = Desk::open();
    desk.error("Cannot read property 'user' of undefined");
    desk.error("Cannot read property 'user' of undefined");
    desk.error("Failed to load resource");
    desk.request("POST", "/api/login", 500);
    desk.load("1", 3200);
    let called =
        desk.editor.call("verify_fix", &json!({"action": "start", "label": "fix-login-error"}));
    let started = &called.structured;
    assert_eq!(
        (&started["session_id"], &started["status"]),
        (&json!("verify-1"), &json!("baseline_captured"))
    );
    assert_eq!(
        (&started["baseline"]["console_errors"], &started["baseline"]["network_errors"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        started["baseline"]["error_details"],
        json!([
            {"type": "console", "message": "Failed to load resource", "count": 1},
            {"type": "console", "message": "Cannot read property 'user' of undefined", "count": 2},
            {"type": "network", "method": "POST", "url": "/api/login", "status": 500, "count": 1},
        ])
    );
    for word in ["verify-1", "(x2)", "POST /api/login → 500", "\"watch\""] {
        assert!(called.text.contains(word), "no `{word}` in: {}", called.text);
    }
    let watching = desk.act("watch", "verify-1").structured;
    assert_eq!(
        (&watching["session_id"], &watching["status"], &watching["message"]),
        (
            &json!("verify-1"),
            &json!("watching"),
            &json!("Monitoring started. Ask the user to reproduce the scenario.")
        )
    );
    desk.visit();
    desk.request("POST", "/api/login", 200);
    desk.load("2", 1100);
    let compared = desk.act("compare", "verify-1").structured;
    assert_eq!(
        (&compared["status"], &compared["label"]),
        (&json!("compared"), &json!("fix-login-error"))
    );
    let result = &compared["result"];
    assert_eq!(result["verdict"], "fixed");
    assert_eq!(
        (&result["before"]["console_errors"], &result["before"]["total_issues"]),
        (&json!(3), &json!(4))
    );
    assert_eq!(
        (&result["after"]["console_errors"], &result["after"]["total_issues"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(
        result["changes"],
        json!([
            {"type": "resolved", "category": "console", "before": "Failed to load resource", "after": "(not seen)"},
            {"type": "resolved", "category": "console",
             "before": "Cannot read property 'user' of undefined (x2)", "after": "(not seen)"},
            {"type": "resolved", "category": "network",
             "before": "POST /api/login → 500", "after": "POST /api/login → 200"},
        ])
    );
    assert_eq!((&result["new_issues"], &result["not_exercised"]), (&json!([]), &json!([])));
    let performance = &result["performance_diff"];
    assert_eq!(
        (&performance["load_time_before"], &performance["load_time_after"], &performance["change"]),
        (&json!("3200ms"), &json!("1100ms"), &json!("-66%"))
    );
}

#[test]
fn lifecycle_start_cancel() {
    let mut desk = Desk::open();
    let id = desk.start();
    assert_eq!(
        desk.act("cancel", &id).structured,
        json!({"session_id": id, "status": "cancelled"})
    );
    desk.check_refused(
        &json!({"action": "status", "session_id": id}),
        &["unknown session", "none is open"],
    );
}

#[test]
fn lifecycle_watch_cancel() {
    let mut desk = Desk::open();
    let (id, other) = (desk.watch(), desk.watch());
    assert_eq!(desk.act("cancel", &id).structured["status"], "cancelled");
    desk.check_refused(&json!({"action": "compare", "session_id": id}), &["unknown session"]);
    desk.check(&other, "no_issues_detected");
}

#[test]
fn lifecycle_double_compare_and_watch_again() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    desk.check(&id, "not_exercised");
    desk.error("boom");
    desk.check(&id, "unchanged");
    desk.check(&id, "unchanged");
    desk.act("watch", &id);
    desk.visit();
    desk.check(&id, "fixed");
}

#[test]
fn lifecycle_a_missing_step_is_named() {
    let mut desk = Desk::open();
    desk.check_refused(
        &json!({"action": "compare"}),
        &["`compare` needs a `session_id`", "\"start\""],
    );
    let id = desk.start();
    desk.check_refused(&json!({"action": "watch"}), &["`watch` needs a `session_id`", &id]);
    desk.check_refused(
        &json!({"action": "compare", "session_id": id}),
        &["does not watch yet", "\"watch\""],
    );
    desk.check_refused(
        &json!({"action": "watch", "session_id": "verify-77"}),
        &["unknown session `verify-77`", &id],
    );
    desk.check_refused(&json!({"action": "begin"}), &["begin", "start"]);
    desk.check_refused(&json!({"action": "start", "label": "x".repeat(51)}), &["`label`", "50"]);
}

#[test]
fn status_tells_how_far_a_session_is_and_which_are_open() {
    let mut desk = Desk::open();
    assert_eq!(
        desk.editor.call("verify_fix", &json!({"action": "status"})).structured["sessions"],
        json!([])
    );
    desk.error("boom");
    let id = desk.start();
    let status = desk.act("status", &id);
    assert_eq!(status.structured["status"], "baseline_captured");
    assert_eq!(status.structured["baseline"]["console_errors"], 1);
    assert!(status.text.contains("next: `watch`"), "{}", status.text);
    desk.act("watch", &id);
    let status = desk.act("status", &id).structured;
    assert!(status["status"] == "watching" && status["watch_started_at"].is_string(), "{status}");
    let open = desk.editor.call("verify_fix", &json!({"action": "status"})).structured;
    assert_eq!(
        (&open["sessions"][0]["session_id"], &open["sessions"][0]["status"]),
        (&json!(id), &json!("watching"))
    );
}

#[test]
fn after_capture_only_events_since_watch() {
    let mut desk = Desk::open();
    let id = desk.start();
    desk.error("between start and watch");
    desk.act("watch", &id);
    desk.visit();
    desk.check(&id, "no_issues_detected");
}

#[test]
fn after_capture_leaves_out_what_happened_before_watch_and_came_late() {
    let mut desk = Desk::open();
    desk.error("boom");
    let now = || desk.server.read("/snapshot")["timestamp"].clone();
    let before_watch = now();
    wait_until("a millisecond passes", || now() != before_watch);
    let id = desk.watch();
    desk.entry(
        &json!({"level": "error", "message": "late", "url": LOGIN, "timestamp": before_watch}),
    );
    desk.visit();
    desk.check(&id, "fixed");
}

#[test]
fn after_capture_leaves_out_a_slow_request_that_was_sent_before_watch() {
    let mut desk = Desk::open();
    desk.request("POST", "/api/login", 500);
    let id = desk.watch();
    let now = desk.server.read("/snapshot")["timestamp"].take();
    let WireTime(now) = serde_json::from_value(now).expect("a time");
    let sent = now.expect("a time").ms_since(Timestamp::default()) - 15_000;
    desk.server.feed(
        "/network-bodies",
        &json!({"bodies": [{"method": "POST", "url": "http://localhost:3000/api/login", "status": 500,
                            "pageUrl": LOGIN, "duration": 15_200, "timestamp": sent}]}),
    );
    desk.request("POST", "/api/login", 200);
    desk.check(&id, "fixed");
}

#[test]
fn after_capture_respects_url_filter() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.entry(
        &json!({"level": "error", "message": "elsewhere", "url": "http://localhost:3000/other"}),
    );
    let started =
        desk.editor.call("verify_fix", &json!({"action": "start", "url_filter": "/login"}));
    assert_eq!(started.structured["baseline"]["console_errors"], 1);
    let id = started.structured["session_id"].as_str().expect("an id").to_owned();
    desk.act("watch", &id);
    desk.visit();
    desk.entry(&json!({"level": "error", "message": "new elsewhere", "url": "http://localhost:3000/other"}));
    desk.check(&id, "fixed");
}

#[test]
fn verdict_fixed() {
    let mut desk = Desk::open();
    desk.error("boom 81723");
    let id = desk.watch();
    desk.visit();
    desk.check(&id, "fixed");
}

#[test]
fn verdict_improved() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.request("GET", "/api/cart/7", 500);
    let id = desk.watch();
    desk.visit();
    desk.request("GET", "/api/cart/8", 500);
    let result = desk.check(&id, "improved");
    assert_eq!(result["changes"][0]["after"], "GET /api/cart/:id → 500");
}

#[test]
fn verdict_unchanged() {
    let mut desk = Desk::open();
    desk.error("order 81723 failed");
    let id = desk.watch();
    desk.error("order 99999 failed");
    desk.check(&id, "unchanged");
}

#[test]
fn verdict_different_issue() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    desk.error("another");
    let result = desk.check(&id, "different_issue");
    assert_eq!(result["new_issues"][0]["after"], "another");
}

#[test]
fn verdict_regressed() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    desk.error("boom");
    desk.request("GET", "/api/cart", 502);
    desk.check(&id, "regressed");
}

#[test]
fn verdict_not_exercised_says_which_page_or_endpoint_saw_nothing() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.request("POST", "/api/login", 500);
    let id = desk.watch();
    desk.entry(&json!({"level": "log", "message": "hi", "url": "http://localhost:3000/about"}));
    let called = desk.act("compare", &id);
    let result = &called.structured["result"];
    assert_eq!(result["verdict"], "not_exercised");
    assert_eq!(result["not_exercised"].as_array().map(Vec::len), Some(2));
    for word in ["localhost:3000/login", "the endpoint was not called", "proves no fix", "hint: "] {
        assert!(called.text.contains(word), "no `{word}` in: {}", called.text);
    }
    desk.visit();
    let result = desk.check(&id, "improved");
    assert_eq!(result["not_exercised"][0]["category"], "network", "it prevents `fixed`");
}

#[test]
fn verdict_no_issues_detected() {
    let mut desk = Desk::open();
    let id = desk.watch();
    let result = desk.check(&id, "no_issues_detected");
    let note = result["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("nothing was captured since `watch`"), "{note}");
}

#[test]
fn error_matching_normalized_messages_and_dynamic_values_stripped() {
    let before = [
        "order 81723 failed",
        "session 3f2b8c1e-9d4a-4b6f-8a2d-1c5e7f9b0a3d is over",
        "no answer since 2025-01-20T14:30:00Z",
        "Cannot read property 'x' of undefined at line 42",
        "boom (http://localhost:3000/assets/app.4f3a9c1b.js:10:5)",
    ];
    let after = [
        "order 99999 failed",
        "session a1b2c3d4-0000-4111-8222-333344445555 is over",
        "no answer since 2026-11-16T09:01:02Z",
        "Cannot read property 'x' of undefined at line 45",
        "boom (http://localhost:3000/assets/app.77aa00ff.js:12:9)",
    ];
    for (before, after) in before.into_iter().zip(after) {
        let mut desk = Desk::open();
        desk.error(before);
        let id = desk.watch();
        desk.error(after);
        desk.check(&id, "unchanged");
    }
    for (before, after) in [
        ("Cannot read property 'x' of undefined", "Cannot read property 'y' of undefined"),
        ("Request failed with status code 500", "Request failed with status code 404"),
    ] {
        let mut desk = Desk::open();
        desk.error(before);
        let id = desk.watch();
        desk.error(after);
        desk.check(&id, "different_issue");
    }
}

#[test]
fn network_matching_status_changes_new_endpoints_missing_endpoints() {
    let mut desk = Desk::open();
    desk.request("POST", "/api/login", 500);
    desk.request("GET", "/api/cart", 500);
    let id = desk.watch();
    desk.request("POST", "/api/login?again=1", 401);
    let result = desk.check(&id, "unchanged");
    assert_eq!(
        result["changes"],
        json!([{"type": "changed", "category": "network",
                "before": "POST /api/login → 500", "after": "POST /api/login → 401"}])
    );
    assert_eq!(result["not_exercised"][0]["issue"], "GET /api/cart → 500");
    desk.request("GET", "/api/flags", 502);
    desk.request("GET", "/api/theme", 200);
    let result = desk.check(&id, "regressed");
    assert_eq!(result["new_issues"].as_array().map(Vec::len), Some(1), "{result}");
    assert_eq!(result["new_issues"][0]["after"], "GET /api/flags → 502");
}

#[test]
fn a_socket_that_is_still_connecting_is_not_fixed() {
    let mut desk = Desk::open();
    let socket = |id: &str, event: &str, code: Option<u16>| {
        let url = "ws://localhost:3000/live";
        json!({"events": [{"id": id, "url": url, "event": event, "code": code}]})
    };
    desk.server.feed("/websocket-events", &socket("1", "close", Some(1006)));
    let id = desk.watch();
    desk.server.feed("/websocket-events", &socket("2", "connecting", None));
    let result = desk.check(&id, "not_exercised");
    assert_eq!(result["not_exercised"][0]["reason"], "it is still connecting");
    desk.server.feed("/websocket-events", &socket("2", "open", None));
    desk.check(&id, "fixed");
}

#[test]
fn noise_decides_nothing() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    desk.visit();
    desk.entry(&json!({"level": "error", "message": "x", "source": "exception", "url": LOGIN,
                       "filename": "chrome-extension://abc/content.js"}));
    let result = desk.check(&id, "fixed");
    assert!(result["new_issues"][0]["noise"].is_string(), "{result}");
}

#[test]
fn session_limits_the_oldest_of_four_makes_room_and_that_is_said() {
    let mut desk = Desk::open();
    let ids: Vec<String> = (0..3).map(|_| desk.start()).collect();
    let fourth = desk.editor.call("verify_fix", &json!({"action": "start"}));
    assert_eq!(fourth.structured["evicted"], json!([ids[0]]));
    assert!(fourth.text.contains(&ids[0]), "{}", fourth.text);
    desk.check_refused(
        &json!({"action": "watch", "session_id": ids[0]}),
        &["made room", &ids[1], &ids[2]],
    );
}

#[test]
fn edge_empty_baseline() {
    let mut desk = Desk::open();
    let id = desk.watch();
    desk.error("boom");
    let result = desk.check(&id, "regressed");
    assert_eq!(result["before"]["total_issues"], 0);
    assert_eq!(result["new_issues"][0]["after"], "boom");
}

#[test]
fn edge_empty_after() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    let result = desk.check(&id, "not_exercised");
    let note = result["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("nothing was captured since `watch`"), "{note}");
}

#[test]
fn edge_no_matching_events() {
    let mut desk = Desk::open();
    desk.error("boom");
    let started =
        desk.editor.call("verify_fix", &json!({"action": "start", "url_filter": "/nowhere"}));
    assert_eq!(started.structured["baseline"]["error_details"], json!([]));
    let id = started.structured["session_id"].as_str().expect("an id").to_owned();
    desk.act("watch", &id);
    desk.error("another");
    desk.check(&id, "no_issues_detected");
}

#[test]
fn sessions_belong_to_the_client_that_started_them() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    let mut other = Editor::join(desk.server.port);
    let called = other.call("verify_fix", &json!({"action": "compare", "session_id": id}));
    assert!(called.is_error && called.text.contains("none is open"), "{}", called.text);
    let own = other.call("verify_fix", &json!({"action": "start"}));
    assert_ne!(own.structured["session_id"], json!(id), "no id is given twice");
    let mut over_http = HttpEditor::join(desk.server.port);
    assert!(over_http.call("verify_fix", &json!({"action": "watch", "session_id": id})).is_error);
    desk.visit();
    desk.check(&id, "fixed");
}

#[test]
fn what_was_forgotten_or_cleared_is_said() {
    let mut desk = Desk::open();
    desk.error("boom");
    let id = desk.watch();
    for _ in 0..21 {
        let lines: Vec<Value> =
            (0..50).map(|_| json!({"level": "log", "message": "chatter", "url": LOGIN})).collect();
        desk.server.feed("/logs", &json!({"entries": lines}));
    }
    let called = desk.act("compare", &id);
    assert_eq!(called.structured["missed"]["count"], 50, "{}", called.structured);
    assert!(called.text.contains("50 events since `watch` were forgotten"), "{}", called.text);
    let started = desk.editor.call("verify_fix", &json!({"action": "start"}));
    assert_eq!(started.structured["baseline"]["forgotten"], 51);
    desk.server.feed("/clear", &json!({}));
    let called = desk.act("compare", &id);
    assert!(called.text.contains("was cleared at"), "{}", called.text);
}

#[test]
fn a_flood_of_different_errors_is_answered_within_bounds() {
    let mut desk = Desk::open();
    let letters = |number: usize| {
        let of = |digit: usize| char::from(b'a' + u8::try_from(digit % 26).expect("a letter"));
        format!("{}{}", of(number / 26), of(number))
    };
    for number in 0..60 {
        desk.error(&format!("{} {}", letters(number), "word ".repeat(100)));
    }
    let called = desk.editor.call("verify_fix", &json!({"action": "start"}));
    assert!(called.text.len() < 8 * 1024, "{} bytes", called.text.len());
    assert!(called.structured["truncated"]["lines"].as_u64() > Some(0), "{}", called.structured);
    let id = called.structured["session_id"].as_str().expect("an id").to_owned();
    desk.act("watch", &id);
    desk.visit();
    let called = desk.act("compare", &id);
    assert!(called.text.len() < 8 * 1024, "{} bytes", called.text.len());
    assert!(called.text.contains("had no room and were not compared"), "{}", called.text);
}

#[test]
fn a_client_without_an_mcp_session_finds_its_session_again() {
    let server = Server::start();
    let call = |id: u64, arguments: Value| -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"name": "verify_fix", "arguments": arguments, "_meta": meta});
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "verify_fix"),
        ];
        let answer = server.ask("POST", "/mcp", &headers, message.to_string().as_bytes());
        let text = answer.text();
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let json = data.filter_map(|data| serde_json::from_str(data.trim()).ok()).next_back();
        json.unwrap_or_else(|| answer.json())
    };
    let started = Called::of(&call(1, json!({"action": "start"})));
    let id = started.structured["session_id"].as_str().expect("an id").to_owned();
    let watching = Called::of(&call(2, json!({"action": "watch", "session_id": id})));
    assert_eq!(watching.structured["status"], "watching", "{}", watching.text);
    let mut known = Editor::join(server.port);
    let called = known.call("verify_fix", &json!({"action": "watch", "session_id": id}));
    assert!(called.is_error, "who keeps a session has a place of its own: {}", called.text);
}

#[test]
fn a_filter_is_chosen_at_start_and_refused_later() {
    let mut desk = Desk::open();
    desk.error("boom");
    let started =
        desk.editor.call("verify_fix", &json!({"action": "start", "url_filter": "/login"}));
    let id = started.structured["session_id"].as_str().expect("an id").to_owned();
    for action in ["watch", "compare", "status", "cancel"] {
        desk.check_refused(
            &json!({"action": action, "session_id": id, "url_filter": "/other"}),
            &["`url_filter: \"/other\"` cannot be applied here", "`start`"],
        );
    }
    let same = json!({"action": "watch", "session_id": id, "url_filter": "/login"});
    assert!(!desk.editor.call("verify_fix", &same).is_error);
}
