//! `gasoline report` by the real binary: a run told over HTTP, then asked for in every format, from
//! the server and from files that `gasoline snapshot` saved.

use std::path::{Path, PathBuf};

use crate::support::folder::Folder;
use crate::support::picture;
use crate::support::process::{Said, free_port, gasoline, run};
use crate::support::server::Server;
use crate::support::shop::{BUNDLE, MAP, stack};
use crate::support::site::{Page, Site};
use crate::support::wait_until;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/checkout";
const FORMATS: [&str; 6] = ["text", "json", "ai-context", "junit", "html", "github"];
/// A token that no report may show.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// A runner and its pages, as a server hears of them.
struct Suite {
    server: Server,
}

impl Suite {
    fn start() -> Self {
        Self { server: Server::start() }
    }

    fn begin(&self, id: &str, title: &str, retry: u32) {
        self.server.feed(
            "/test-boundary",
            &json!({"test_id": id, "action": "start", "title": title, "file": "shop.spec.ts",
                    "line": 7, "project": "chromium", "retry": retry}),
        );
    }

    fn end(&self, id: &str, status: &str, error: Option<&str>) {
        let end = json!({"test_id": id, "action": "end", "status": status, "duration_ms": 900,
                         "error": error.map(|message| json!({"message": message}))});
        self.server.feed("/test-boundary", &end);
    }

    fn fail_order(&self, id: &str) {
        self.server.feed("/network-bodies", &json!({"test_id": id, "bodies": [
            {"method": "GET", "url": "http://localhost:3000/api/cart", "status": 200, "duration": 9, "pageUrl": PAGE},
            {"method": "POST", "url": "http://localhost:3000/api/orders", "status": 500, "duration": 1,
             "pageUrl": PAGE, "requestBody": format!("{{\"token\":\"{SECRET}\"}}"),
             "responseBody": "{\"error\":\"Internal Server Error\",\"details\":\"null pointer: user.address\"}"},
            {"method": "POST", "url": "https://www.google-analytics.com/g/collect", "status": 0, "error": "network"},
        ]}));
        self.server.feed(
            "/logs",
            &json!({"test_id": id, "entries": [
                {"level": "error", "source": "exception", "url": PAGE,
                 "message": "Uncaught Error: POST /api/orders failed with status 500"},
                {"level": "warn", "source": "console", "url": PAGE, "message": "cart is stale"},
            ]}),
        );
    }

    /// One failed, one flaky, one passed and one skipped.
    fn play(&self) {
        self.begin("pay", "pays for the cart", 0);
        self.fail_order("pay");
        self.end("pay", "failed", Some("\u{1b}[31mexpect(locator)\u{1b}[39m.toBeVisible() failed"));
        self.begin("search", "finds a hat", 0);
        self.request("search", 503);
        self.end("search", "failed", Some("no hat"));
        self.begin("search #r1", "finds a hat", 1);
        self.request("search #r1", 200);
        self.end("search #r1", "passed", None);
        self.begin("open", "opens the shop", 0);
        self.end("open", "passed", None);
        self.begin("voucher", "takes a voucher", 0);
        self.end("voucher", "skipped", None);
    }

    fn request(&self, id: &str, status: u16) {
        self.server.feed("/network-bodies", &json!({"test_id": id, "bodies": [
            {"method": "GET", "url": "http://localhost:3000/api/hats", "status": status, "duration": 5, "pageUrl": PAGE}]}));
    }

    fn save(&self, folder: &Folder, name: &str) -> PathBuf {
        let path = folder.path().join(name);
        let port = self.server.port.to_string();
        let said = run(gasoline().args(["snapshot", "--port", &port, "--output"]).arg(&path));
        assert_eq!(said.code, Some(0), "{}", said.err);
        path
    }

    fn report(&self, arguments: &[&str]) -> Said {
        let port = self.server.port.to_string();
        run(gasoline().args(["report", "--port", &port]).args(arguments))
    }
}

fn from(paths: &[&Path], arguments: &[&str]) -> Said {
    run(gasoline().args(["report"]).args(arguments).arg("--from").args(paths))
}

#[track_caller]
fn check_says(said: &Said, words: &[&str]) {
    for word in words {
        assert!(said.out.contains(word), "no `{word}` in: {}\n{}", said.out, said.err);
    }
}

#[track_caller]
fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.out))
}

#[test]
fn a_run_is_told_in_every_format_and_the_exit_code_says_that_it_failed() {
    let suite = Suite::start();
    suite.play();
    let words = ["null pointer: user.address", "pays for the cart", "finds a hat"];
    for format in FORMATS {
        let said = suite.report(&["--format", format]);
        assert_eq!((said.code, said.err.as_str()), (Some(1), ""), "{format}");
        check_says(&said, &words);
        assert!(!said.out.contains(SECRET), "{format} shows a secret");
        assert!(!said.out.contains('\u{1b}'), "{format} has colours in a pipe");
    }
    let context = suite.report(&["--format", "ai-context"]).out;
    assert!(context.starts_with("## Test Failure: pays for the cart\n"), "{context}");
    for line in [
        "## Flaky: finds a hat",
        "← FAILURE",
        "[likely noise: ",
        "- Root cause likely: \"null pointer: user.address\" (`details` of its answer)",
        "- GET /api/hats → 503 when it failed, 200 when it passed",
    ] {
        assert!(context.contains(line), "no `{line}` in {context}");
    }
    let answer = json(&suite.report(&["--format", "json"]));
    let summary = &answer["summary"];
    let counts = ["tests", "failed", "flaky", "passed", "skipped"].map(|name| &summary[name]);
    assert_eq!(counts, [&json!(4), &json!(1), &json!(1), &json!(1), &json!(1)]);
    assert_eq!(answer["tests"][0]["test_id"], "pay");
    assert_eq!(answer["tests"][0]["errors"][0]["cause"]["status"], 500);
    let xml = suite.report(&["--format", "junit"]).out;
    assert_eq!(xml.matches("<testcase ").count(), 4, "one a test, not one an attempt: {xml}");
}

#[test]
fn a_run_without_failures_is_clean_and_no_server_is_no_answer() {
    let suite = Suite::start();
    suite.begin("open", "opens the shop", 0);
    suite.end("open", "passed", None);
    for format in FORMATS {
        assert_eq!(suite.report(&["--format", format]).code, Some(0), "{format}");
    }
    let port = free_port().to_string();
    let said = run(gasoline().args(["report", "--port", &port]));
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(
        said.err.contains("no server answers") && said.err.contains("\nhint: "),
        "{}",
        said.err
    );
}

#[test]
fn filters_change_what_is_told() {
    let suite = Suite::start();
    suite.play();
    let tests = |arguments: &[&str]| {
        let said = suite.report(&[&["--format", "json"], arguments].concat());
        let answer = json(&said);
        let ids = answer["tests"].as_array().expect("tests").iter();
        ids.map(|test| test["title"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(tests(&["--test-id", "open"]), ["opens the shop"]);
    assert_eq!(tests(&["--test-id", "pays for the cart"]), ["pays for the cart"]);
    assert_eq!(tests(&["--test-id", "search #r1"]), ["finds a hat"], "with its other attempt");
    let flaky = suite.report(&["--test-id", "search", "--format", "ai-context"]);
    check_says(&flaky, &["## Flaky: finds a hat", "503 when it failed"]);
    assert_eq!(suite.report(&["--test-id", "open"]).code, Some(0), "that one passed");
    assert!(tests(&["--since", "2999-01-01T00:00:00Z"]).is_empty());
    assert_eq!(tests(&["--since", "2001-01-01T00:00:00Z"]).len(), 4);
    let quiet = suite.report(&[]);
    let loud = suite.report(&["--severity", "warn"]);
    assert!(!quiet.out.contains("cart is stale") && loud.out.contains("cart is stale"));
    let unknown = suite.report(&["--test-id", "nowhere"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
    assert!(unknown.err.contains("`nowhere`") && unknown.err.contains("`pay`"), "{}", unknown.err);
    let bad = suite.report(&["--since", "yesterday"]);
    assert_eq!(bad.code, Some(2));
    assert!(bad.err.contains("yesterday") && bad.err.contains("\nhint: "), "{}", bad.err);
    assert_eq!(suite.report(&["--format", "pdf"]).code, Some(2));
}

#[test]
fn every_flag_has_its_environment_variable() {
    let suite = Suite::start();
    suite.play();
    let folder = Folder::new();
    let saved = suite.save(&folder, "a.json");
    let said = run(gasoline()
        .arg("report")
        .env("GASOLINE_FORMAT", "ai-context")
        .env("GASOLINE_TEST_ID", "pay")
        .env("GASOLINE_SEVERITY", "info")
        .env("GASOLINE_FROM", &saved));
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.out.starts_with("## Test Failure: pays for the cart"), "{}", said.out);
    let two = format!("{},{}", saved.display(), suite.save(&folder, "b.json").display());
    let said = run(gasoline().args(["report", "--format", "json"]).env("GASOLINE_FROM", two));
    assert_eq!(json(&said)["summary"]["shards"].as_array().map(Vec::len), Some(2));
}

#[test]
fn shards_of_many_machines_are_merged_and_attempts_on_two_of_them_are_one_test() {
    let (first, second) = (Suite::start(), Suite::start());
    first.begin("a", "opens", 0);
    first.request("a", 500);
    first.end("a", "failed", Some("no"));
    second.begin("a #r1", "opens", 1);
    second.request("a #r1", 200);
    second.end("a #r1", "passed", None);
    second.begin("b", "closes", 0);
    second.end("b", "passed", None);
    let folder = Folder::new();
    let (one, other) = (first.save(&folder, "1.json"), second.save(&folder, "2.json"));
    let alone = from(&[&one], &["--format", "json"]);
    assert_eq!((alone.code, json(&alone)["summary"]["failed"].clone()), (Some(1), json!(1)));
    let merged = from(&[&one, &other], &["--format", "json"]);
    let answer = json(&merged);
    assert_eq!((merged.code, &answer["summary"]["flaky"]), (Some(0), &json!(1)), "{}", merged.out);
    assert_eq!(answer["tests"][0]["attempts"].as_array().map(Vec::len), Some(2));
    let twice = from(&[&one, &other, &one], &["--format", "json"]);
    assert_eq!(json(&twice)["summary"]["tests"], 2, "a file named twice is read once");
    let by_folder = from(&[folder.path()], &["--format", "json"]);
    assert_eq!(json(&by_folder)["summary"], answer["summary"], "a folder stands for its files");
    let cursor = from(&[&one, &other], &["--since", "c1"]);
    assert!(cursor.code == Some(2) && cursor.err.contains("a cursor belongs to one server"));
}

#[test]
fn a_test_that_failed_on_one_machine_of_a_matrix_fails_the_run() {
    let (linux, windows) = (Suite::start(), Suite::start());
    for (suite, status) in [(&linux, "failed"), (&windows, "passed")] {
        suite.begin("a", "opens", 0);
        suite.request("a", if status == "failed" { 500 } else { 200 });
        suite.end("a", status, None);
    }
    let folder = Folder::new();
    let paths = [linux.save(&folder, "linux.json"), windows.save(&folder, "windows.json")];
    let merged = from(&[&paths[0], &paths[1]], &["--format", "json"]);
    let summary = &json(&merged)["summary"];
    assert_eq!(merged.code, Some(1), "{}", merged.out);
    assert_eq!(
        (&summary["failed"], &summary["passed"], &summary["flaky"]),
        (&json!(1), &json!(1), &json!(0))
    );
    check_says(&from(&[&paths[0], &paths[1]], &["--format", "github"]), &["linux.json"]);
}

#[test]
fn a_run_before_a_cursor_is_not_told_on_a_server_that_goes_on() {
    let suite = Suite::start();
    suite.play();
    let cursor = suite.server.read("/snapshot")["cursor"].as_str().expect("a cursor").to_owned();
    let since = |cursor: &str| json(&suite.report(&["--since", cursor, "--format", "json"]));
    assert_eq!(since(&cursor)["summary"]["failed"], 0);
    assert_eq!(suite.report(&["--since", "c999999"]).code, Some(0));
    suite.begin("later", "opens again", 0);
    suite.request("later", 500);
    suite.end("later", "failed", Some("no"));
    let answer = since(&cursor);
    assert_eq!(answer["summary"]["failed"], 1, "{answer}");
    assert_eq!(answer["tests"][0]["test_id"], "later");
    let told = suite.server.read(&format!("/snapshot?since={cursor}"));
    let ids: Vec<&Value> =
        told["tests"].as_array().expect("records").iter().map(|it| &it["test_id"]).collect();
    assert!(ids.contains(&&json!("later")) && !ids.contains(&&json!("pay")), "{ids:?}");
}

#[test]
fn a_damaged_file_is_refused_by_name_and_the_others_are_read() {
    let suite = Suite::start();
    suite.begin("open", "opens the shop", 0);
    suite.end("open", "passed", None);
    let folder = Folder::new();
    let whole = suite.save(&folder, "whole.json");
    let text = std::fs::read_to_string(&whole).expect("the file");
    let cases = [
        (folder.path().join("missing.json"), "cannot read"),
        (folder.write("cut.json", &text[..text.len() / 2]), "ends in the middle"),
        (folder.write("text.json", "hello"), "is no JSON"),
        (folder.write("foreign.json", "{\"name\":\"package\"}"), "is no snapshot of Gasoline"),
        (
            folder.write(
                "types.json",
                &text.replacen("\"logs\":[", "\"logs\":[],\"tests\":7,\"x\":[", 1),
            ),
            "types.json",
        ),
    ];
    for (path, words) in &cases {
        let alone = from(&[path], &[]);
        assert_eq!((alone.code, alone.out.as_str()), (Some(2), ""), "{}", path.display());
        assert!(alone.err.contains(words) && alone.err.contains("\nhint: "), "{}", alone.err);
        let beside = from(&[path, &whole], &[]);
        assert_eq!(beside.code, Some(2), "what it holds may have failed: {}", beside.out);
        assert!(beside.err.contains(words), "{}", beside.err);
        check_says(&beside, &["1 test: 1 passed", "note: not read: "]);
    }
    suite.begin("pay", "pays", 0);
    suite.end("pay", "failed", Some("no"));
    let failed = suite.save(&folder, "failed.json");
    assert_eq!(
        from(&[&cases[1].0, &failed], &[]).code,
        Some(1),
        "a failure was found all the same"
    );
    let none = from(&[&cases[1].0, &cases[2].0], &[]);
    assert!(none.code == Some(2) && none.err.contains("none of the 2 files"), "{}", none.err);
    let nowhere = Folder::new();
    let empty = from(&[nowhere.path()], &[]);
    assert!(
        empty.code == Some(2) && empty.err.contains("no file that ends in .json"),
        "{}",
        empty.err
    );
}

#[test]
fn a_large_file_is_read_with_a_word_on_how_far_it_is() {
    let suite = Suite::start();
    suite.play();
    let folder = Folder::new();
    let saved = suite.save(&folder, "small.json");
    let text = std::fs::read_to_string(&saved).expect("the file");
    let blanks = " ".repeat(17 * 1024 * 1024);
    let large = folder.write("large.json", &text.replacen('{', &format!("{{{blanks}"), 1));
    let said = from(&[&saved, &large], &["--format", "json"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("reading 2 of 2: "), "{}", said.err);
    assert_eq!(from(&[&saved], &[]).err, "", "a small one takes no time");
}

#[test]
fn a_report_is_saved_where_it_is_asked_and_colours_are_for_people() {
    let suite = Suite::start();
    suite.play();
    let folder = Folder::new();
    let path = folder.path().join("report.html");
    let said = suite.report(&["--format", "html", "--output", path.to_str().expect("a path")]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(std::fs::read_to_string(&path).expect("the report").starts_with("<!doctype html>"));
    check_says(&suite.report(&["--output", "-"]), &["pays for the cart"]);
    let nowhere = suite.report(&["--output", "/nowhere/at/all.txt"]);
    assert!(nowhere.code == Some(2) && nowhere.err.contains("\nhint: "), "{}", nowhere.err);
    let port = suite.server.port.to_string();
    let with = |name: &str, value: &str| {
        let mut command = gasoline();
        command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").env(name, value);
        run(command.args(["report", "--port", &port])).out
    };
    assert!(with("TERM", "xterm").contains("\u{1b}[1;31m"), "where colours are wanted");
    assert!(!with("NO_COLOR", "1").contains('\u{1b}'), "where they are not");
}

#[test]
fn pictures_come_from_the_server_and_from_a_file_unless_it_was_saved_without() {
    let suite = Suite::start();
    suite.begin("pay", "pays", 0);
    let shot = json!({"test_id": "pay", "trigger": "failure", "url": PAGE,
        "dataUrl": picture::data_url(&picture::noise(40, 30, 7))});
    suite.server.feed("/screenshots", &shot);
    suite.end("pay", "failed", Some("no"));
    let live = suite.report(&["--format", "html"]);
    assert_eq!(live.out.matches("<img src=\"data:image/png;base64,").count(), 1, "{}", live.err);
    let folder = Folder::new();
    let path = suite.save(&folder, "a.json");
    let saved = from(&[&path], &["--format", "html"]);
    assert_eq!(saved.out.matches("<img src=\"data:image/png;base64,").count(), 1, "{}", saved.err);
    let port = suite.server.port.to_string();
    let words = ["snapshot", "--no-pictures", "--port", &port, "--output"];
    assert_eq!(run(gasoline().args(words).arg(&path)).code, Some(0));
    let without = from(&[&path], &["--format", "html"]);
    assert!(!without.out.contains("<img"));
    check_says(&without, &["was not at hand when this report was made"]);
}

#[test]
fn minified_frames_are_told_in_the_words_of_the_source_also_from_a_file() {
    let suite = Suite::start();
    let site = Site::start();
    site.put("/assets/app.js", Page::of(BUNDLE)).put("/assets/app.js.map", Page::of(MAP));
    suite.begin("cart", "shows the cart", 0);
    suite.server.feed(
        "/logs",
        &json!({"test_id": "cart", "entries": [{"level": "error", "source": "exception",
            "url": site.url("/cart"), "stack": stack(&site.url("/assets/app.js")),
            "message": "Uncaught TypeError: Cannot read properties of undefined (reading 'amount')"}]}),
    );
    suite.end("cart", "failed", Some("no total"));
    wait_until("the map is read", || {
        suite.server.read("/snapshot")["places"].as_array().is_some_and(|it| !it.is_empty())
    });
    let folder = Folder::new();
    let saved = suite.save(&folder, "a.json");
    suite.server.feed("/clear", &json!({"test_id": "cart"}));
    let record_only = suite.save(&folder, "b.json");
    for path in [&saved, &record_only] {
        let context = from(&[path], &["--format", "ai-context"]).out;
        assert!(context.contains("cart.ts:") && !context.contains("app.js"), "{context}");
    }
}

#[test]
fn warnings_are_told_to_models_on_request_and_those_of_the_driver_always() {
    let suite = Suite::start();
    suite.play();
    let dialog = "the page opened a dialog (confirm) that was dismissed: remove the order?";
    suite.server.feed(
        "/logs",
        &json!({"test_id": "pay", "entries": [{"level": "warn", "source": "console", "url": PAGE,
            "message": dialog, "metadata": {"seenBy": "driver"}}]}),
    );
    let usual = suite.report(&["--format", "ai-context"]).out;
    assert!(usual.contains(&format!("- warn: {dialog}")), "{usual}");
    assert!(!usual.contains("cart is stale"), "{usual}");
    let more = suite.report(&["--format", "ai-context", "--severity", "warn"]).out;
    assert!(more.contains("### Console (2)\n- warn: cart is stale\n"), "{more}");
}

#[test]
fn a_run_of_a_thousand_failures_names_the_source_of_the_first_as_well() {
    let suite = Suite::start();
    let site = Site::start();
    site.put("/assets/app.js", Page::of(BUNDLE)).put("/assets/app.js.map", Page::of(MAP));
    for number in 0..1_000 {
        let id = format!("order {number}");
        suite.begin(&id, &id, 0);
        // Each fails in words of its own, so that none is explained by another.
        let thrown = stack(&site.url("/assets/app.js"));
        let thrown = thrown.replacen("'amount'", &format!("'amount{number}'"), 1);
        suite.server.feed(
            "/logs",
            &json!({"test_id": id, "entries": [{"level": "error", "source": "exception",
                "url": site.url("/cart"), "stack": thrown, "message": format!("no total {number}")}]}),
        );
        suite.end(&id, "failed", Some("no total"));
    }
    let folder = Folder::new();
    let saved = suite.save(&folder, "a.json");
    for id in ["order 0", "order 500", "order 999"] {
        let context = from(&[&saved], &["--format", "ai-context", "--test-id", id]).out;
        assert!(context.contains("cart.ts:") && !context.contains("app.js"), "{id}: {context}");
    }
}

#[test]
fn the_report_of_one_test_over_http_names_the_cause_that_the_command_names() {
    let suite = Suite::start();
    suite.play();
    for id in ["pay", "search"] {
        let report = suite.server.read(&format!("/report?test_id={id}"));
        let said = suite.report(&["--format", "json", "--test-id", id]).out;
        let json: Value = serde_json::from_str(&said).expect("JSON");
        let hint = json["tests"][0]["hints"][0]["says"].as_str().expect("a hint");
        let cause = report["cause"].as_str().expect("a cause");
        assert_eq!(hint.strip_prefix("Primary failure: "), Some(cause));
        let text = report["text"].as_str().expect("a text");
        assert!(text.contains(&format!("\nLikely cause: {cause}\n")), "{text}");
        assert!(!text.contains(SECRET), "{text}");
        assert_eq!(report["status"], "failed", "of this attempt: {text}");
    }
    let cursor = suite.server.read("/snapshot?test_id=-")["cursor"].clone();
    let cursor = cursor.as_str().expect("a cursor");
    let path = format!("/report?test_id=pay&since={cursor}");
    let later = suite.server.get(&path).text();
    assert!(!later.contains("/api/orders"), "{later}");
    for (path, status) in
        [("/report", 400), ("/report?test_id=gone", 404), ("/report?test_id=pay&since=soon", 400)]
    {
        let response = suite.server.get(path);
        assert_eq!(response.status, status, "{path}: {}", response.text());
        assert!(response.json()["hint"].is_string(), "{path}");
    }
}
