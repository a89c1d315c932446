//! `generate_bug_report` as an editor asks for it: what people are sent about an error.

use crate::support::editor::{Called, Editor};
use crate::support::folder::Folder;
use crate::support::picture;
use crate::support::server::Server;
use crate::support::wait_until;
use crate::support::worker::{self, Worker};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/dashboard";
const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// The time of day within one minute.
fn at(ms: u64) -> String {
    format!("2026-09-21T14:13:{:02}.{:03}Z", ms / 1_000, ms % 1_000)
}

/// A click that worked once, and broke when the server did.
fn break_it(server: &Server) {
    let export = json!({"role": {"role": "button", "name": "Export"}});
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "navigate", "timestamp": at(0), "toUrl": PAGE, "url": PAGE, "tabId": 1},
        {"type": "click", "id": "a1", "timestamp": at(5_000), "url": PAGE, "tabId": 1, "selectors": export},
        {"type": "input", "timestamp": at(15_000), "url": PAGE, "tabId": 1, "value": "[redacted]", "inputType": "password",
         "selectors": {"role": {"role": "textbox", "name": "Password"}}},
        {"type": "click", "id": "a2", "timestamp": at(20_000), "url": PAGE, "tabId": 1, "selectors": export},
        {"type": "click", "timestamp": at(40_000), "url": PAGE, "tabId": 1, "selectors": {"role": {"role": "link", "name": "Home"}}},
    ]}));
    let exports = "http://localhost:3000/api/exports";
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": exports, "status": 201, "duration": 30, "timestamp": at(5_010), "pageUrl": PAGE, "tabId": 1,
         "contentType": "application/json", "responseBody": "{\"rows\":[]}"},
        {"method": "POST", "url": exports, "status": 500, "duration": 40, "timestamp": at(20_010), "pageUrl": PAGE, "tabId": 1,
         "contentType": "application/json", "requestBody": "{\"format\":\"csv\"}",
         "responseBody": format!("{{\"error\":\"no space\",\"token\":\"{TOKEN}\"}}")},
    ]}));
    server.feed("/logs", &json!({"entries": [
        {"level": "warn", "message": "exporting slowly", "timestamp": at(19_000), "url": PAGE, "tabId": 1},
        {"level": "error", "type": "exception", "id": "e1", "timestamp": at(20_100), "url": PAGE, "tabId": 1,
         "message": "Uncaught TypeError: Cannot read properties of undefined (reading 'map')",
         "stack": "TypeError: Cannot read properties of undefined (reading 'map')\n    at show (http://localhost:3000/dashboard.js:142:7)",
         "filename": "http://localhost:3000/dashboard.js", "lineno": 142, "colno": 7},
    ]}));
    server.feed(
        "/dom-snapshots",
        &json!({"snapshots": [
            {"timestamp": at(20_600), "url": PAGE, "tabId": 1, "title": "Dashboard",
             "elements": [{"role": "alert", "text": "Something went wrong", "visible": true}]},
        ]}),
    );
}

fn photograph(server: &Server, ms: u64, width: u32, more: &Value) -> u64 {
    let mut body = json!({
        "dataUrl": picture::data_url(&picture::white(width, 300)), "url": PAGE, "trigger": "action",
        "timestamp": at(ms), "tabId": 1,
    });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    let id = server.post("/screenshots", &body).json()["id"].clone();
    id.as_u64().or_else(|| id.as_str()?.parse().ok()).expect("an id")
}

fn section<'a>(report: &'a str, name: &str) -> &'a str {
    let start =
        report.find(&format!("### {name}\n")).unwrap_or_else(|| panic!("no {name}: {report}"));
    let rest = &report[start + name.len() + 5..];
    rest.find("\n### ").map_or(rest, |end| &rest[..end]).trim()
}

fn report(called: &Called) -> &str {
    called.structured["report"].as_str().expect("a report")
}

#[test]
fn an_error_becomes_a_report_with_steps_evidence_and_script() {
    let server = Server::start();
    break_it(&server);
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    let text = report(&called);
    assert_eq!(called.text, text, "the text alone is the report");
    assert!(text.starts_with(
        "## Bug Report: TypeError: Cannot read properties of undefined (reading 'map')\n"
    ));
    assert!(text.contains(&format!("**URL**: `{PAGE}`")));
    assert!(text.contains("**Observed**: 2026-09-21T14:13:20.100Z"));
    assert!(text.contains("**Severity**: Error (unhandled exception)"));
    let steps: Vec<&str> = section(text, "Steps to Reproduce").lines().collect();
    assert_eq!(
        steps,
        [
            "1. Open /dashboard",
            "2. Click button \"Export\"",
            "3. Fill textbox \"Password\"",
            "4. Click button \"Export\"",
            "5. Error: `TypeError: Cannot read properties of undefined (reading 'map')`",
        ],
        "nothing that was done after the error is in it"
    );
    let expected = section(text, "Expected Behavior");
    assert!(expected.contains("was answered with 201 at 14:13:05.010"), "{expected}");
    assert!(expected.contains("The same action at 14:13:05.000 was followed by no such error."));
    let actual = section(text, "Actual Behavior");
    assert!(actual.contains("was answered 500"), "{actual}");
    assert!(actual.contains("Afterwards the page showed: alert \"Something went wrong\"."));
    let failed = section(text, "Failed Requests");
    assert!(failed.contains("POST http://localhost:3000/api/exports → 500 (40 ms)"), "{failed}");
    assert!(failed.contains("answered: `{\"error\":\"no space\""), "{failed}");
    let console = section(text, "Console");
    assert!(console.contains("14:13:19.000 warn: exporting slowly"), "{console}");
    assert!(section(text, "Environment").contains("Browser: not known"));
    let script = section(text, "Reproduction Script");
    assert!(script.starts_with("```javascript\n") && script.contains("await page.goto("));
    assert!(script.contains("Cannot read properties of undefined"), "{script}");
    assert!(!script.contains("'Home'"), "{script}");
    assert!(!text.contains(TOKEN), "secrets are masked");
    assert_eq!(called.structured["step_count"], 5);
    assert_eq!(called.structured["screenshots"], json!([]));
}

#[test]
fn pictures_stand_at_their_steps_and_three_are_enough() {
    let server = Server::start();
    break_it(&server);
    let opened = photograph(&server, 1_000, 640, &json!({"trigger": "navigation"}));
    let first = photograph(&server, 5_500, 640, &json!({"actionId": "a1"}));
    let second = photograph(&server, 20_050, 640, &json!({"actionId": "a2"}));
    let broken = photograph(&server, 20_400, 640, &json!({"trigger": "error", "errorId": "e1"}));
    let later = photograph(&server, 45_000, 640, &json!({}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    assert_eq!(called.structured["screenshots"], json!([first, second, broken]));
    let text = report(&called);
    let pictures: Vec<&str> = text.lines().filter(|line| line.contains("![")).collect();
    assert!(pictures[0].trim().starts_with("![Step 2, 14:13:05.500](data:image/png;base64,"));
    let data = pictures[2].split("base64,").nth(1).expect("data").trim_end_matches(')');
    let png = STANDARD.decode(data).expect("base64");
    assert_eq!(picture::size(&png), (320, 150), "a thumbnail");
    let four = editor.call("generate_bug_report", &json!({"screenshots": 4}));
    assert_eq!(four.structured["screenshots"], json!([opened, first, second, broken]));
    let none = editor.call("generate_bug_report", &json!({"screenshots": 0}));
    assert!(!report(&none).contains("!["));
    assert!(later > broken);
}

#[test]
fn a_page_opens_anywhere_and_a_title_is_taken() {
    let server = Server::start();
    break_it(&server);
    photograph(&server, 20_400, 640, &json!({"trigger": "error", "errorId": "e1"}));
    let mut editor = Editor::join(server.port);
    let asked = json!({"format": "html", "title": "Export <b>breaks</b>"});
    let called = editor.call("generate_bug_report", &asked);
    let page = report(&called);
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains("<h1>Bug Report: Export &lt;b&gt;breaks&lt;/b&gt;</h1>"));
    assert!(page.contains("<img src=\"data:image/png;base64,"));
    assert_eq!(called.structured["format"], "html");
}

#[test]
fn a_failed_request_is_reported_when_the_page_threw_nothing() {
    let server = Server::start();
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "http://localhost:3000/api/a", "status": 503, "timestamp": at(1_000), "pageUrl": PAGE, "tabId": 1},
    ]}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    let text = report(&called);
    assert!(text.starts_with("## Bug Report: GET http://localhost:3000/api/a → 503\n"), "{text}");
    assert!(text.contains("please add it"), "what should happen is not invented");
    assert!(
        called.structured["warnings"][0].as_str().expect("a warning").contains("no user action")
    );
    assert!(called.structured.get("error_id").is_none());
}

#[test]
fn the_action_that_broke_it_is_never_told_as_one_that_went_well() {
    let server = Server::start();
    let page = "http://localhost:3000/orders";
    server.feed(
        "/enhanced-actions",
        &json!({"actions": [
            {"type": "navigate", "timestamp": at(0), "toUrl": page, "url": page, "tabId": 1},
            {"type": "click", "timestamp": at(10_000), "url": page, "tabId": 1,
             "selectors": {"role": {"role": "button", "name": "Export"}}},
        ]}),
    );
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "http://localhost:3000/api/export", "status": 500, "duration": 6_000,
         "timestamp": at(10_010), "pageUrl": page, "tabId": 1},
    ]}));
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "type": "unhandledrejection", "timestamp": at(16_020), "url": page, "tabId": 1,
         "message": "Error: export failed: 500"},
    ]}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    let text = report(&called);
    let expected = section(text, "Expected Behavior");
    assert!(!expected.contains("The same action"), "{expected}");
    assert!(expected.contains("please add it"), "{expected}");
    assert!(section(text, "Steps to Reproduce").contains("Click button \"Export\""), "{text}");
}

#[test]
fn an_error_is_chosen_by_its_id_and_refusals_say_what_to_do() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let nothing = editor.call("generate_bug_report", &json!({}));
    assert!(nothing.is_error && nothing.text.contains("hint: "), "{}", nothing.text);
    break_it(&server);
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "later", "timestamp": at(50_000), "url": PAGE, "tabId": 1},
    ]}));
    let newest = editor.call("generate_bug_report", &json!({}));
    assert!(report(&newest).starts_with("## Bug Report: later\n"));
    let errors = editor.call("get_browser_errors", &json!({"detail": "none"}));
    let older = errors.structured["errors"][1]["last_seq"].as_str().expect("an id").to_owned();
    let asked = editor.call("generate_bug_report", &json!({"error": older}));
    assert!(report(&asked).starts_with("## Bug Report: TypeError"));
    assert_eq!(asked.structured["error_id"], json!(older));
    let script = section(report(&asked), "Reproduction Script");
    assert!(script.contains("reading 'map'") || script.contains("reading \\'map\\'"), "{script}");
    assert!(!script.contains("later"), "the script is about the error that was chosen: {script}");
    for wrong in [json!({"error": "c9999"}), json!({"error": "x"}), json!({"save_to": "a.md"})] {
        let refused = editor.call("generate_bug_report", &wrong);
        assert!(refused.is_error && refused.text.contains("hint: "), "{wrong}: {}", refused.text);
    }
}

#[test]
fn a_report_is_saved_by_a_plain_name_and_overwrites_nothing() {
    let folder = Folder::new();
    let path = folder.path().to_str().expect("a path").to_owned();
    let server = Server::with(&["--save-dir", &path]);
    break_it(&server);
    photograph(&server, 20_400, 640, &json!({"trigger": "error", "errorId": "e1"}));
    let mut editor = Editor::join(server.port);
    let saved = editor.call("generate_bug_report", &json!({"save_to": "export.md"}));
    assert_eq!(saved.structured["saved_to"], json!(folder.path().join("export.md")));
    assert!(saved.structured.get("report").is_none() && saved.text.len() < 300, "{}", saved.text);
    let text = std::fs::read_to_string(folder.path().join("export.md")).expect("the report");
    assert!(text.contains("![Step 5, 14:13:20.400](export-step-5.png)"), "{text}");
    let png = std::fs::read(folder.path().join("export-step-5.png")).expect("the picture");
    assert_eq!(picture::size(&png), (640, 300), "the whole picture");

    let html =
        editor.call("generate_bug_report", &json!({"save_to": "export.html", "format": "html"}));
    assert!(!html.is_error, "{}", html.text);
    let page = std::fs::read_to_string(folder.path().join("export.html")).expect("the page");
    let inside = page.split("data:image/png;base64,").nth(1).expect("one file");
    let png = STANDARD.decode(inside.split('"').next().expect("its end")).expect("base64");
    assert_eq!(picture::size(&png), (640, 300), "a file has room for the whole picture");

    for name in ["export.md", "../up.md", "/tmp/abs.md", ".hidden.md", "export.txt"] {
        let refused = editor.call("generate_bug_report", &json!({"save_to": name}));
        assert!(refused.is_error && refused.text.contains("hint: "), "{name}: {}", refused.text);
    }
    let names = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 3, "nothing else was written");
}

/// What happens elsewhere at the same time: another user's steps, failure, warning and pictures.
fn go_on_elsewhere(server: &Server, tab: u64, test: Option<&str>) -> u64 {
    const OTHER: &str = "http://localhost:3000/elsewhere";
    let elsewhere = json!({"role": {"role": "link", "name": "Elsewhere"}});
    let feed = |path: &str, mut batch: Value| {
        if let Some(test) = test {
            batch["test_id"] = json!(test);
        }
        server.feed(path, &batch);
    };
    let click = |ms: u64| json!({"type": "click", "timestamp": at(ms), "url": OTHER, "tabId": tab, "selectors": elsewhere});
    feed("/enhanced-actions", json!({"actions": [click(12_000), click(20_050), click(45_000)]}));
    feed(
        "/network-bodies",
        json!({"bodies": [
            {"method": "GET", "url": "http://localhost:3000/api/elsewhere", "status": 503, "duration": 5,
             "timestamp": at(20_060), "pageUrl": OTHER, "tabId": tab},
        ]}),
    );
    feed(
        "/logs",
        json!({"entries": [
            {"level": "warn", "message": "said elsewhere", "timestamp": at(19_500), "url": OTHER, "tabId": tab},
        ]}),
    );
    feed(
        "/dom-snapshots",
        json!({"snapshots": [
            {"timestamp": at(20_150), "url": PAGE, "tabId": tab, "title": "Elsewhere",
             "elements": [{"role": "heading", "text": "Shown elsewhere", "visible": true}]},
        ]}),
    );
    let mut picture = json!({"tabId": tab, "url": OTHER});
    if let Some(test) = test {
        picture["test_id"] = json!(test);
    }
    photograph(server, 20_070, 640, &picture)
}

#[track_caller]
fn check_confined(called: &Called, pictures: &Value) {
    let text = report(called);
    let steps: Vec<&str> = section(text, "Steps to Reproduce")
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .collect();
    assert_eq!(steps.len(), 5, "{steps:?}");
    assert!(steps[3].starts_with("4. Click button \"Export\""), "{steps:?}");
    assert!(text.contains("Afterwards the page showed: alert \"Something went wrong\"."), "{text}");
    assert!(text.contains("exporting slowly"), "{text}");
    let told = text.to_lowercase();
    assert!(!told.contains("elsewhere"), "{text}");
    assert_eq!(&called.structured["screenshots"], pictures);
}

#[test]
fn a_report_tells_only_of_the_tab_in_which_it_broke() {
    let server = Server::start();
    break_it(&server);
    let broken = photograph(&server, 20_400, 640, &json!({"trigger": "error", "errorId": "e1"}));
    go_on_elsewhere(&server, 2, None);
    let mut editor = Editor::join(server.port);
    check_confined(&editor.call("generate_bug_report", &json!({})), &json!([broken]));
}

#[test]
fn a_report_tells_only_of_the_test_in_which_it_broke() {
    let server = Server::start();
    server.feed("/test-boundary", &json!({"test_id": "exports", "action": "start"}));
    break_it(&server);
    let broken = photograph(&server, 20_400, 640, &json!({"trigger": "error", "errorId": "e1"}));
    server.feed("/test-boundary", &json!({"test_id": "wanders", "action": "start"}));
    go_on_elsewhere(&server, 1, Some("wanders"));
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    check_confined(&called, &json!([broken]));
    assert!(section(report(&called), "Environment").contains("Test: exports"));
}

#[test]
fn a_report_of_the_interactive_session_tells_of_no_test() {
    let server = Server::start();
    break_it(&server);
    server.feed("/test-boundary", &json!({"test_id": "wanders", "action": "start"}));
    go_on_elsewhere(&server, 1, Some("wanders"));
    let mut editor = Editor::join(server.port);
    check_confined(&editor.call("generate_bug_report", &json!({})), &json!([]));
}

#[test]
fn what_the_page_showed_much_later_or_elsewhere_is_not_told_as_what_came_of_it() {
    for (ms, url) in [(23_101, PAGE), (20_200, "http://localhost:3000/home")] {
        let server = Server::start();
        server.feed("/logs", &json!({"entries": [
            {"level": "error", "message": "broke", "timestamp": at(20_100), "url": PAGE, "tabId": 1},
        ]}));
        server.feed(
            "/dom-snapshots",
            &json!({"snapshots": [
                {"timestamp": at(ms), "url": url, "tabId": 1, "title": "Home",
                 "elements": [{"role": "heading", "text": "Welcome", "visible": true}]},
            ]}),
        );
        let mut editor = Editor::join(server.port);
        let called = editor.call("generate_bug_report", &json!({}));
        assert!(!report(&called).contains("Afterwards"), "{}", report(&called));
    }
}

#[test]
fn a_picture_stands_at_one_step_and_one_that_is_gone_at_none() {
    let server = Server::start();
    break_it(&server);
    // Taken of an earlier sighting: by its time it belongs to the click, by its name to the error.
    let broken = photograph(&server, 20_050, 640, &json!({"trigger": "error", "errorId": "e1"}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    assert_eq!(called.structured["screenshots"], json!([broken]));
    let uri = format!("gasoline://screenshot/{broken}\n");
    let errors = editor.call("get_browser_errors", &json!({}));
    assert!(errors.text.contains(&uri), "{}", errors.text);
    for _ in 0..20 {
        photograph(&server, 50_000, 10, &json!({}));
    }
    let gone = editor.call("generate_bug_report", &json!({}));
    assert_eq!(gone.structured["screenshots"], json!([]));
    let errors = editor.call("get_browser_errors", &json!({}));
    assert!(!errors.text.contains("gasoline://screenshot/"), "{}", errors.text);
    assert!(errors.structured["errors"][0].get("screenshot").is_none());
    let timeline = editor.call("get_session_timeline", &json!({"include": ["screenshot"]}));
    let rows = timeline.structured["timeline"].as_array().expect("rows");
    let row = |id: u64| {
        let is_it = |row: &&Value| row["id"] == json!(id.to_string());
        rows.iter().find(is_it).expect("a row")
    };
    assert_eq!(row(broken)["evicted"], true);
    assert!(row(broken + 1).get("evicted").is_none());
    assert!(timeline.text.contains(&format!("screenshot {broken} (error, evicted)")));
    for path in ["/snapshot", "/screenshots"] {
        let told = server.read(path);
        let records = told["screenshots"].as_array().expect("records");
        assert_eq!(records.len(), 21, "{path}");
        for record in records {
            let is_held = record["id"] != json!(broken.to_string());
            assert_eq!(record["held"], json!(is_held), "{path}: {record}");
        }
    }
}

const LINUX: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36";

#[test]
fn the_browser_is_the_one_of_the_tab_also_when_it_is_gone() {
    let server = Server::start();
    let mut workers = Vec::new();
    let mut secret = None;
    for (name, version, tab) in [("one", 120, 1), ("two", 99, 2)] {
        let mut worker = Worker::open(server.port);
        let mut hello = worker::hello(name, secret.as_deref());
        hello["userAgent"] = json!(format!("{LINUX} Chrome/{version}.0.0.0 Safari/537.36"));
        worker.say(&hello);
        secret = worker.hear("welcome")["secret"].as_str().map(str::to_owned);
        worker.show(tab, PAGE);
        // What was said before is read before this is answered.
        worker.batch(0, "/logs", &json!({"entries": []}));
        workers.push(worker);
    }
    break_it(&server);
    let mut editor = Editor::join(server.port);
    let mut check = |when: &str| {
        let called = editor.call("generate_bug_report", &json!({}));
        let environment = section(report(&called), "Environment").to_owned();
        assert!(environment.contains("Browser: Chrome 120 on Linux"), "{when}: {environment}");
    };
    check("here");
    drop(workers);
    wait_until("the browsers are gone", || server.read("/health")["clients"]["extension"] == 0);
    check("gone");
}

#[test]
fn the_browser_of_a_page_with_the_capture_script_is_known_by_its_requests() {
    let server = Server::start();
    let agent = format!("{LINUX} Chrome/131.0.0.0 Safari/537.36");
    let batch = json!({"test_id": "pays", "entries": [
        {"level": "error", "message": "broke", "timestamp": at(1_000), "url": PAGE},
    ]});
    let headers = [
        ("content-type", "application/json"),
        ("origin", "http://localhost:3000"),
        ("user-agent", &*agent),
    ];
    let sent = server.ask("POST", "/logs", &headers, batch.to_string().as_bytes());
    assert_eq!(sent.status, 200, "{}", sent.text());
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_bug_report", &json!({}));
    let environment = section(report(&called), "Environment");
    assert!(environment.contains("Browser: Chrome 131 on Linux"), "{environment}");
    assert!(environment.contains("Test: pays"), "{environment}");
}
