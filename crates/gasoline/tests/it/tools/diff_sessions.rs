//! `diff_sessions` at the door, and `gasoline diff` on what `gasoline snapshot` saved.

use std::path::{Path, PathBuf};

use crate::support::editor::{Called, Editor};
use crate::support::folder::Folder;
use crate::support::process::{Said, gasoline, run};
use crate::support::server::Server;
use gasoline_protocol::Timestamp;
use gasoline_protocol::time::WireTime;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/dashboard";

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
        self.server.feed(
            "/logs",
            &json!({"entries": [{"level": "error", "message": message, "source": "console", "url": PAGE}]}),
        );
    }

    fn request(&self, path: &str, status: u16, duration: u32) {
        let url = format!("http://localhost:3000{path}");
        self.server.feed("/network-bodies", &json!({"bodies": [
            {"method": "GET", "url": url, "status": status, "pageUrl": PAGE, "duration": duration},
        ]}));
    }

    fn load(&self, id: &str, load: u32, requests: u32, bytes: u32) {
        self.server.feed(
            "/performance-snapshot",
            &json!({"url": "/dashboard", "id": id, "timing": {"load": load},
                    "network": {"requestCount": requests, "transferSize": bytes}}),
        );
    }

    fn clear(&self) {
        self.server.feed("/clear", &json!({}));
    }

    #[track_caller]
    fn call(&mut self, arguments: &Value) -> Called {
        let called = self.editor.call("diff_sessions", arguments);
        assert!(!called.is_error, "{}", called.text);
        called
    }

    #[track_caller]
    fn capture(&mut self, name: &str) -> Value {
        self.call(&json!({"action": "capture", "name": name})).structured
    }

    #[track_caller]
    fn compare(&mut self, a: &str, b: &str) -> Called {
        self.call(&json!({"action": "compare", "compare_a": a, "compare_b": b}))
    }

    #[track_caller]
    fn check(&mut self, a: &str, b: &str, verdict: &str) {
        let called = self.compare(a, b);
        assert_eq!(called.structured["summary"]["verdict"], verdict, "{}", called.text);
        assert!(called.text.contains(verdict), "{}", called.text);
    }

    #[track_caller]
    fn check_refused(&mut self, arguments: &Value, words: &[&str]) {
        let called = self.editor.call("diff_sessions", arguments);
        assert!(called.is_error && called.text.contains("\nhint: "), "{}", called.text);
        for word in words {
            assert!(called.text.contains(word), "no `{word}` in: {}", called.text);
        }
    }

    fn save(&self, folder: &Folder, name: &str) -> PathBuf {
        let path = folder.path().join(name);
        let port = self.server.port.to_string();
        let said = run(gasoline().args(["snapshot", "--port", &port, "--output"]).arg(&path));
        assert_eq!(said.code, Some(0), "{}", said.err);
        path
    }
}

fn diff(a: &Path, b: &Path, flags: &[&str]) -> Said {
    run(gasoline().arg("diff").arg(a).arg(b).args(flags))
}

#[test]
fn capture_all_buffer_types_included() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.server
        .feed("/logs", &json!({"entries": [{"level": "warn", "message": "hm", "url": PAGE}]}));
    desk.request("/api/users/1", 200, 20);
    desk.request("/api/users/2", 500, 20);
    desk.load("1", 1100, 12, 340_000);
    desk.server.feed(
        "/websocket-events",
        &json!({"events": [{"event": "open", "id": "w", "url": "ws://localhost:3000/live"}]}),
    );
    let captured = desk.capture("before-deploy");
    assert_eq!(
        (&captured["action"], &captured["name"]),
        (&json!("captured"), &json!("before-deploy"))
    );
    let mut snapshot = captured["snapshot"].clone();
    assert!(snapshot["captured_at"].take().is_string());
    assert_eq!(
        snapshot,
        json!({
            "captured_at": null, "console_errors": 1, "console_warnings": 1, "network_requests": 2,
            "network_errors": 1, "websocket_connections": 1, "unique_endpoints": 1, "page_url": PAGE,
            "performance": {"load_time": 1100.0, "request_count": 12.0, "transfer_size": 340_000.0},
        })
    );
}

#[test]
fn capture_url_filter_works() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.server.feed("/logs", &json!({"entries": [{"level": "error", "message": "x", "url": "http://localhost:3000/other"}]}));
    let captured =
        desk.call(&json!({"action": "capture", "name": "a", "url_filter": "/other"})).structured;
    assert_eq!(captured["snapshot"]["console_errors"], 1);
    desk.error("another");
    desk.check("a", "current", "unchanged");
}

#[test]
fn compare_answers_as_specified() {
    let mut desk = Desk::open();
    desk.request("/api/dashboard", 200, 100);
    desk.load("1", 1100, 12, 340_000);
    desk.capture("before-deploy");
    desk.clear();
    for _ in 0..3 {
        desk.error("React hydration mismatch");
    }
    desk.request("/api/dashboard", 200, 440);
    desk.request("/api/notifications", 502, 20);
    desk.request("/api/feature-flags", 200, 20);
    desk.load("2", 3200, 47, 2_400_000);
    desk.capture("after-deploy");
    let called = desk.compare("before-deploy", "after-deploy");
    let answer = &called.structured;
    assert_eq!(
        (&answer["action"], &answer["a"], &answer["b"]),
        (&json!("compared"), &json!("before-deploy"), &json!("after-deploy"))
    );
    assert_eq!(
        answer["diff"],
        json!({
            "errors": {
                "new": [{"type": "console", "message": "React hydration mismatch", "count": 3}],
                "resolved": [], "unchanged": [],
            },
            "network": {
                "new_errors": [{"method": "GET", "url": "/api/notifications", "status": 502}],
                "status_changes": [
                    {"method": "GET", "url": "/api/dashboard", "before": 200, "after": 200, "duration_change": "+340ms"},
                ],
                "new_endpoints": [{"method": "GET", "url": "/api/feature-flags", "status": 200}],
                "missing_endpoints": [],
            },
            "performance": {
                "page": "/dashboard",
                "load_time": {"before": 1100, "after": 3200, "change": "+191%", "regression": true},
                "request_count": {"before": 12, "after": 47, "change": "+292%", "regression": true},
                "transfer_size": {"before": 340_000, "after": 2_400_000, "change": "+606%", "regression": true},
            },
            "websockets": {"connection_changes": []},
        })
    );
    let summary = &answer["summary"];
    assert_eq!(
        [
            "verdict",
            "new_errors",
            "resolved_errors",
            "performance_regressions",
            "new_network_errors"
        ]
        .map(|name| &summary[name]),
        [&json!("regressed"), &json!(3), &json!(0), &json!(3), &json!(1)]
    );
    for word in
        ["React hydration mismatch (x3)", "GET /api/notifications → 502", "REGRESSION", "+340ms"]
    {
        assert!(called.text.contains(word), "no `{word}` in: {}", called.text);
    }
}

#[test]
fn compare_websocket_diff() {
    let mut desk = Desk::open();
    let socket = |id: &str, event: Value| json!({"events": [{"id": id, "url": "ws://localhost:3000/live", "event": event["event"], "code": event["code"]}]});
    desk.server.feed("/websocket-events", &socket("1", json!({"event": "open"})));
    desk.capture("a");
    desk.clear();
    desk.server.feed("/websocket-events", &socket("2", json!({"event": "close", "code": 1006})));
    let called = desk.compare("a", "current");
    assert_eq!(
        called.structured["diff"]["websockets"]["connection_changes"][0]["change"],
        "failing"
    );
    assert_eq!(called.structured["summary"]["verdict"], "regressed");
}

#[test]
fn a_socket_that_is_still_connecting_has_not_recovered() {
    let mut desk = Desk::open();
    let socket = |id: &str, event: &str, code: Option<u16>| {
        let url = "ws://localhost:3000/live";
        json!({"events": [{"id": id, "url": url, "event": event, "code": code}]})
    };
    desk.server.feed("/websocket-events", &socket("1", "close", Some(1006)));
    desk.capture("before");
    desk.server.feed("/websocket-events", &socket("2", "connecting", None));
    desk.check("before", "current", "unchanged");
    desk.server.feed("/websocket-events", &socket("2", "open", None));
    desk.check("before", "current", "improved");
}

#[test]
fn verdicts_improved_regressed_unchanged_mixed() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.capture("boom");
    desk.error("boom");
    desk.error("no");
    desk.capture("both");
    desk.clear();
    desk.error("no");
    desk.capture("no");
    desk.check("both", "boom", "improved");
    desk.check("boom", "both", "regressed");
    desk.check("both", "no", "improved");
    desk.check("no", "no", "unchanged");
    desk.check("boom", "no", "mixed");
}

#[test]
fn special_name_current_compares_to_live_state() {
    let mut desk = Desk::open();
    desk.request("/api/users/1", 200, 20);
    desk.capture("quiet");
    desk.check("quiet", "current", "unchanged");
    desk.error("boom");
    desk.check("quiet", "current", "regressed");
    desk.check("current", "quiet", "improved");
    let called = desk.call(&json!({"action": "compare", "compare_a": "quiet"}));
    assert_eq!(
        (&called.structured["b"], &called.structured["summary"]["verdict"]),
        (&json!("current"), &json!("regressed"))
    );
    desk.check_refused(&json!({"action": "capture", "name": "current"}), &["reserved"]);
}

#[test]
fn what_is_compared_with_an_earlier_snapshot_is_what_came_since() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.request("/api/users/1", 500, 20);
    desk.capture("before");

    let called = desk.compare("before", "current");
    assert_eq!(called.structured["summary"]["verdict"], "unchanged", "{}", called.text);
    assert_eq!(called.structured["summary"]["not_exercised_errors"], 1);
    assert!(called.text.contains("nothing was captured from `before` to `current`"));

    desk.request("/api/users/2", 200, 20);
    desk.capture("after");
    for name in ["current", "after"] {
        let called = desk.compare("before", name);
        assert_eq!(called.structured["summary"]["verdict"], "improved", "{}", called.text);
        assert_eq!(called.structured["diff"]["errors"]["resolved"][0]["message"], "boom");
        let note = format!("of `{name}` only what came after `before` was captured is compared");
        assert!(called.structured["notes"][0].as_str().is_some_and(|it| it.contains(&note)));
        assert!(called.text.contains(&note), "{}", called.text);
    }

    desk.error("boom");
    desk.check("before", "after", "improved");
    let called = desk.compare("before", "current");
    assert_eq!(called.structured["summary"]["verdict"], "improved", "the endpoint recovered");
    assert_eq!(called.structured["diff"]["errors"]["unchanged"][0]["count"], 1);

    desk.clear();
    desk.check("before", "after", "improved");
}

#[test]
fn a_kept_session_keeps_what_it_had_however_much_comes_later() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.request("/api/users/1", 500, 100);
    desk.load("1", 500, 10, 1000);
    desk.capture("before");
    desk.error("no");
    desk.request("/api/users/2", 200, 440);
    desk.load("2", 5000, 10, 1000);
    desk.capture("after");
    let first = desk.compare("before", "after");
    assert_eq!(first.structured["summary"]["verdict"], "mixed", "{}", first.text);
    let change = &first.structured["diff"]["network"]["status_changes"][0]["duration_change"];
    assert_eq!(change, "+340ms", "only what came since counts");

    for _ in 0..21 {
        let line = json!({"level": "log", "message": "chatter", "url": PAGE});
        desk.server.feed("/logs", &json!({"entries": vec![line; 50]}));
    }
    for _ in 0..110 {
        desk.request("/api/theme", 200, 20);
    }
    desk.load("3", 500, 10, 1000);
    let later = desk.compare("before", "after");
    assert_eq!(later.structured, first.structured, "{}", later.text);

    desk.clear();
    let cleared = desk.compare("before", "after");
    assert_eq!(cleared.structured, first.structured, "{}", cleared.text);
    desk.error("no");
    desk.capture("next");
    let called = desk.compare("after", "next");
    assert!(called.text.contains("was cleared at"), "{}", called.text);
}

#[test]
fn a_filter_that_cannot_be_applied_is_refused() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.capture("whole");
    desk.call(&json!({"action": "capture", "name": "part", "url_filter": "/dashboard"}));
    let compare = |a: &str, b: &str, filter: &str| json!({"action": "compare", "compare_a": a, "compare_b": b, "url_filter": filter});
    desk.check_refused(
        &compare("whole", "current", "/dashboard"),
        &["cannot be applied to `whole`", "without `url_filter`"],
    );
    desk.check_refused(
        &compare("part", "current", "/other"),
        &["cannot be applied to `part`", "/dashboard"],
    );
    desk.check_refused(&compare("part", "whole", "/dashboard"), &["cannot be applied to `whole`"]);
    desk.call(&compare("part", "current", "/dashboard"));
    desk.call(&compare("current", "current", "/other"));
    for action in ["list", "delete"] {
        desk.check_refused(
            &json!({"action": action, "name": "part", "url_filter": "/other"}),
            &["`url_filter` has nothing to do"],
        );
    }
}

#[test]
fn storage_limits_max_ten_snapshots_and_the_one_used_longest_ago_goes() {
    let mut desk = Desk::open();
    for number in 0..10 {
        desk.capture(&format!("s{number}"));
    }
    desk.check("s0", "current", "unchanged");
    let eleventh = desk.call(&json!({"action": "capture", "name": "s10"}));
    assert_eq!(eleventh.structured["evicted"], json!(["s1"]), "`s0` was used since");
    desk.check_refused(
        &json!({"action": "compare", "compare_a": "s1"}),
        &["made room", "s0", "s10"],
    );
    let listed = desk.call(&json!({"action": "list"})).structured;
    assert_eq!(listed["snapshots"].as_array().map(Vec::len), Some(10));
}

#[test]
fn names_are_checked() {
    let mut desk = Desk::open();
    desk.check_refused(&json!({"action": "capture"}), &["`capture` needs a `name`"]);
    desk.check_refused(
        &json!({"action": "capture", "name": "x".repeat(51)}),
        &["more than 50 characters"],
    );
    desk.check_refused(&json!({"action": "compare"}), &["`compare_a`", "none is captured"]);
    desk.check_refused(&json!({"action": "delete", "name": "x"}), &["unknown snapshot `x`"]);
    assert_eq!(desk.capture(&"x".repeat(50))["action"], "captured");
}

#[test]
fn list_and_delete() {
    let mut desk = Desk::open();
    desk.error("boom");
    desk.capture("a");
    let listed = desk.call(&json!({"action": "list"})).structured;
    let row = &listed["snapshots"][0];
    assert_eq!(
        (&listed["action"], &row["name"], &row["page_url"], &row["error_count"]),
        (&json!("listed"), &json!("a"), &json!(PAGE), &json!(1))
    );
    assert!(row["captured_at"].is_string() && row["expires_at"].is_string());
    assert_eq!(
        desk.call(&json!({"action": "delete", "name": "a"})).structured,
        json!({"action": "deleted", "name": "a"})
    );
    assert_eq!(desk.call(&json!({"action": "list"})).structured["snapshots"], json!([]));
}

#[test]
fn edge_same_missing_and_empty_snapshots() {
    let mut desk = Desk::open();
    let called = desk.compare("current", "current");
    assert_eq!(called.structured["summary"]["verdict"], "unchanged");
    assert!(called.text.contains("nothing is in `current`"), "{}", called.text);
    desk.capture("a");
    desk.check_refused(
        &json!({"action": "compare", "compare_a": "a", "compare_b": "b"}),
        &["unknown snapshot `b`", "captured: `a`"],
    );
}

#[test]
fn snapshots_belong_to_the_client_that_captured_them() {
    let mut desk = Desk::open();
    desk.capture("mine");
    let mut other = Editor::join(desk.server.port);
    let called = other.call("diff_sessions", &json!({"action": "list"}));
    assert_eq!(called.structured["snapshots"], json!([]));
}

#[test]
fn the_command_compares_saved_snapshots_and_says_by_its_exit_code_which_is_worse() {
    let desk = Desk::open();
    let folder = Folder::new();
    desk.request("/api/users/1", 200, 20);
    let quiet = desk.save(&folder, "quiet.json");
    desk.error("order 81723 failed");
    desk.request("/api/users/2", 500, 20);
    let broken = desk.save(&folder, "broken.json");
    desk.clear();
    desk.error("something else");
    let other = desk.save(&folder, "other.json");

    let worse = diff(&quiet, &broken, &[]);
    assert_eq!((worse.code, worse.err.as_str()), (Some(1), ""));
    for word in ["regressed", "order 81723 failed", "GET /api/users/:id → 500"] {
        assert!(worse.out.contains(word), "no `{word}` in: {}", worse.out);
    }
    assert_eq!(diff(&broken, &quiet, &[]).code, Some(0), "improved");
    assert_eq!(diff(&broken, &broken, &[]).code, Some(0), "unchanged");
    let mixed = diff(&broken, &other, &["--format", "json"]);
    assert_eq!(mixed.code, Some(1));
    let answer: Value = serde_json::from_str(&mixed.out).expect("JSON");
    assert_eq!(
        (&answer["action"], &answer["summary"]["verdict"]),
        (&json!("compared"), &json!("mixed"))
    );
    assert_eq!(answer["diff"]["network"]["missing_endpoints"][0]["url"], "/api/users/:id");
}

#[test]
fn of_two_files_of_one_running_server_the_second_counts_from_where_the_first_ends() {
    let desk = Desk::open();
    let folder = Folder::new();
    desk.error("boom");
    let before = desk.save(&folder, "before.json");
    desk.request("/api/users/2", 200, 20);
    let after = desk.save(&folder, "after.json");

    let said = diff(&before, &after, &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("improved: 1 resolved error"), "{}", said.out);
    assert!(said.out.contains("note: both were saved of one running server"), "{}", said.out);

    let text = std::fs::read_to_string(&after).expect("the file");
    let saved: Value = serde_json::from_str(&text).expect("JSON");
    let name = saved["server"].as_str().expect("which server");
    let elsewhere = folder.write("elsewhere.json", &text.replace(name, "another"));
    let unsaid = folder.write("unsaid.json", &text.replace("\"server\"", "\"serves\""));
    for other in [&elsewhere, &unsaid] {
        let said = diff(&before, other, &[]);
        assert!(said.out.contains("unchanged") && !said.out.contains("running server"));
    }
}

#[test]
fn of_the_second_file_a_slow_request_that_was_sent_before_the_first_does_not_count() {
    let desk = Desk::open();
    let folder = Folder::new();
    desk.request("/api/users/1", 500, 20);
    let before = desk.save(&folder, "before.json");
    let now = desk.server.read("/snapshot")["timestamp"].take();
    let WireTime(now) = serde_json::from_value(now).expect("a time");
    let sent = now.expect("a time").ms_since(Timestamp::default()) - 15_000;
    desk.server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "http://localhost:3000/api/users/1", "status": 500, "pageUrl": PAGE,
         "duration": 15_200, "timestamp": sent},
    ]}));
    desk.request("/api/users/1", 200, 20);
    let after = desk.save(&folder, "after.json");
    let said = diff(&before, &after, &[]);
    assert!(said.out.contains("improved"), "{}{}", said.out, said.err);
}

#[test]
fn two_tests_of_one_server_are_compared_whole() {
    let desk = Desk::open();
    let folder = Folder::new();
    let save = |test: &str, name: &str| {
        let path = folder.path().join(name);
        let port = desk.server.port.to_string();
        let flags = ["snapshot", "--port", &port, "--test-id", test, "--output"];
        assert_eq!(run(gasoline().args(flags).arg(&path)).code, Some(0));
        path
    };
    for test in ["a", "b"] {
        let entry = json!({"level": "error", "message": "boom", "url": PAGE});
        desk.server.feed("/logs", &json!({"test_id": test, "entries": [entry]}));
    }
    let one = save("a", "a.json");
    desk.error("later");
    let other = save("b", "b.json");
    let said = diff(&one, &other, &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("unchanged"), "{}", said.out);
}

#[test]
fn a_second_file_with_nothing_in_it_cannot_be_judged() {
    let desk = Desk::open();
    let folder = Folder::new();
    desk.error("boom");
    let broken = desk.save(&folder, "broken.json");
    desk.clear();
    let empty = desk.save(&folder, "empty.json");
    for (flags, words) in [
        (&[][..], "nothing is in `"),
        (&["--url-filter", "/nowhere"][..], "that has `/nowhere` in its URL"),
    ] {
        let said = diff(&broken, &empty, flags);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
        assert!(said.err.contains(words) && said.err.contains("\nhint: "), "{}", said.err);
    }
    assert_eq!(diff(&broken, &broken, &["--url-filter", "/nowhere"]).code, Some(2));
    assert_eq!(diff(&empty, &broken, &[]).code, Some(1), "what is there now is new");
}

#[test]
fn no_error_of_a_file_is_left_out_however_many_there_are() {
    let desk = Desk::open();
    let folder = Folder::new();
    let entry = |number: u32| {
        let word: String = number.to_string().bytes().map(|it| char::from(it + 49)).collect();
        json!({"level": "error", "message": format!("broken {word}"), "url": PAGE})
    };
    let entries: Vec<Value> = (0..120).map(entry).collect();
    desk.server.feed("/logs", &json!({"entries": entries}));
    let many = desk.save(&folder, "many.json");
    desk.clear();
    desk.server.feed("/logs", &json!({"entries": [entry(3)]}));
    let one = desk.save(&folder, "one.json");
    let said = diff(&many, &one, &["--format", "json"]);
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    let summary = &answer["summary"];
    assert_eq!((&summary["new_errors"], &summary["resolved_errors"]), (&json!(0), &json!(119)));
}

#[test]
fn the_command_says_what_is_wrong_with_a_file() {
    let desk = Desk::open();
    let folder = Folder::new();
    desk.error("boom");
    let whole = desk.save(&folder, "whole.json");
    let text = std::fs::read_to_string(&whole).expect("the file");
    let cases = [
        (folder.path().join("missing.json"), "cannot read"),
        (folder.write("cut.json", &text[..text.len() / 2]), "ends in the middle"),
        (folder.write("empty.json", ""), "ends in the middle"),
        (folder.write("text.json", "hello"), "is no JSON"),
        (folder.write("foreign.json", "{\"name\":\"package\"}"), "is no snapshot of Gasoline"),
        (folder.write("list.json", "[1,2]"), "is no snapshot of Gasoline"),
    ];
    for (path, words) in &cases {
        for said in [diff(path, &whole, &[]), diff(&whole, path, &[])] {
            assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", path.display());
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            assert!(said.err.contains(words) && said.err.contains(name), "{}", said.err);
            assert!(said.err.contains("\nhint: "), "{}", said.err);
        }
    }
    assert_eq!(run(gasoline().args(["diff", "only-one.json"])).code, Some(2));
}
