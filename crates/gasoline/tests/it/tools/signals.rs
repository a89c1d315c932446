//! What is told and what is not, at the doors: every row of the table of signals, for each category
//! alone, seldom enough, and once.

use crate::support::editor::Editor;
use crate::support::server::Server;
use crate::support::stream::{Stream, messages};
use crate::support::wait_until;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/shop";

/// A browser that sends what a test wants it to have seen.
struct Browser {
    server: Server,
}

impl Browser {
    fn open() -> Self {
        Self { server: Server::start() }
    }

    fn log(&self, level: &str, source: &str, message: &str) {
        let entry = json!({"level": level, "source": source, "message": message, "url": PAGE});
        self.server.feed("/logs", &json!({"entries": [entry]}));
    }

    fn error(&self, message: &str) {
        self.log("error", "console", message);
    }

    fn request(&self, path: &str, status: u16) {
        let url = format!("http://localhost:3000{path}");
        let body =
            json!({"method": "GET", "url": url, "status": status, "pageUrl": PAGE, "tabId": 1});
        self.server.feed("/network-bodies", &json!({"bodies": [body]}));
    }

    fn load(&self, id: &str, ms: u32) {
        self.sample(&json!({"url": "/shop", "id": id, "timing": {"load": ms}}));
    }

    fn sample(&self, sample: &Value) {
        self.server.feed("/performance-snapshot", sample);
    }

    /// Clicks in a tab of its own: no request is an effect of them.
    fn click(&self, id: &str, times: usize) {
        let click = json!({"type": "click", "selectors": {"id": id}, "url": PAGE, "tabId": 2});
        self.server.feed("/enhanced-actions", &json!({"actions": vec![click; times]}));
    }

    /// A stream that is open.
    fn listen(&self, query: &str) -> Stream {
        let stream = Stream::open(self.server.port, &format!("?throttle_seconds=1{query}"), None);
        stream.next();
        stream
    }

    /// Everything that is worth telling.
    fn break_all(&self) {
        self.error("cart is undefined");
        self.log("error", "unhandledrejection", "no receipt");
        self.request("/api/pay", 500);
        self.request("/api/me", 200);
        self.request("/api/me", 403);
        self.load("1", 1_000);
        self.load("2", 3_000);
        self.sample(&json!({"url": "/shop", "id": "2", "longTasks": {"longest": 612}}));
        let key = concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
        self.request(&format!("/api/repos?access_token={key}"), 200);
        self.click("dead", 3);
    }
}

/// What is said of [`Browser::break_all`], by category.
const SAID: [(&str, &[&str]); 5] = [
    ("errors", &["New error: cart is undefined", "Unhandled rejection: no receipt"]),
    (
        "network_errors",
        &["Auth/access issue: GET /api/me → 403 (was 200)", "Server error: GET /api/pay → 500"],
    ),
    (
        "performance",
        &[
            "Main thread blocked for 612ms",
            "Performance regression: /shop loaded in 3000ms (baseline: 1000ms)",
        ],
    ),
    ("user_frustration", &["Repeated clicks on #dead — handler may be broken"]),
    ("security", &["Possible credential exposure in GET /api/repos"]),
];

/// The first so many messages of a stream, sorted.
#[track_caller]
fn hear(stream: &Stream, count: usize) -> Vec<String> {
    let mut told = Vec::new();
    while told.len() < count {
        told.extend(stream.next().messages());
    }
    told.sort();
    told
}

#[test]
fn significance_each_row_of_the_table_is_told_to_whoever_chose_its_category() {
    let browser = Browser::open();
    let whole = browser.listen("");
    let each = SAID.map(|(category, _)| browser.listen(&format!("&events={category}")));
    browser.break_all();
    for (stream, (category, said)) in each.iter().zip(SAID) {
        assert_eq!(hear(stream, said.len()), said, "{category}");
    }
    let mut all: Vec<&str> = SAID.iter().flat_map(|(_, said)| said.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(hear(&whole, all.len()), all);
    for (stream, (category, _)) in each.iter().zip(SAID) {
        assert_eq!(stream.so_far(), [], "and nothing else: {category}");
    }
}

#[test]
fn significance_what_is_usual_is_not_told() {
    let browser = Browser::open();
    let stream = browser.listen("");
    for level in ["warn", "info", "log", "debug"] {
        browser.log(level, "console", "as always");
    }
    for status in [0, 200, 301, 404] {
        browser.request(&format!("/api/{status}"), status);
    }
    browser.load("1", 1_000);
    browser.load("2", 1_900);
    browser.sample(&json!({"url": "/shop", "id": "2", "longTasks": {"longest": 490}}));
    browser.click("once", 1);
    browser.error("something at last");
    assert_eq!(stream.next().messages(), ["New error: something at last"]);
    browser.error("something at last");
    browser.error("something else");
    assert_eq!(stream.next().messages(), ["New error: something else"], "what is known is not new");
}

#[test]
fn significance_a_load_is_held_against_what_check_performance_calls_usual() {
    let browser = Browser::open();
    let load = |origin: &str, way: &str, id: u32, ms: u32| {
        browser.sample(&json!({"url": "/shop", "origin": origin, "navigationType": way,
                               "id": format!("{origin}{way}{id}"), "timing": {"load": ms}}));
    };
    let shop = "http://localhost:3000";
    for id in 0..5 {
        load(shop, "navigate", id, 1_000);
        load(shop, "soft-navigation", id, 10);
        load("http://localhost:4000", "navigate", id, 5_000);
    }
    let stream = browser.listen("");
    // Slower than another origin or a change of route, and as usual for what it is.
    load(shop, "soft-navigation", 5, 20);
    load("http://localhost:4000", "navigate", 5, 5_200);
    for (id, ms) in [(5, 3_000), (6, 3_100)] {
        load(shop, "navigate", id, ms);
        let said = format!("Performance regression: /shop loaded in {ms}ms (baseline: 1000ms)");
        assert_eq!(stream.next().messages(), [said]);
    }
    let mut editor = Editor::join(browser.server.port);
    let called = editor.call("check_performance", &json!({"url": "http://localhost:3000/shop"}));
    assert_eq!(called.structured["figures"]["load"]["usual"], 1_000.0, "{}", called.structured);
}

#[test]
fn throttling_a_reader_is_told_as_seldom_as_it_asked() {
    let browser = Browser::open();
    let often = browser.listen("");
    let seldom = Stream::open(browser.server.port, "?throttle_seconds=60", None);
    seldom.next();
    let mut editor = Editor::join(browser.server.port);
    let on = json!({"enabled": true, "throttle_seconds": 60});
    assert_eq!(editor.call("configure_streaming", &on).structured["throttle_seconds"], 60);
    browser.error("first");
    assert_eq!(often.next().messages(), ["New error: first"]);
    assert_eq!(seldom.next().messages(), ["New error: first"]);
    let first = editor.next_message().expect("a notification");
    assert_eq!(messages(&first["params"]), ["New error: first"]);
    editor.next_message().expect("the same as a log message");
    for word in ["second", "third"] {
        browser.error(word);
        assert_eq!(often.next().messages(), [format!("New error: {word}")]);
    }
    assert_eq!(seldom.so_far(), []);
    editor.request("ping", &json!({}));
    assert_eq!(editor.others, [json!(null); 0], "nothing was pushed meanwhile");
    let riding = editor.call("get_status", &json!({})).structured["pending_events"].clone();
    assert_eq!(riding.as_array().map(Vec::len), Some(3), "answers are not throttled: {riding}");
}

#[test]
fn throttling_the_same_is_told_once_in_thirty_seconds() {
    let browser = Browser::open();
    let stream = browser.listen("");
    let mut editor = Editor::join(browser.server.port);
    editor.call("configure_streaming", &json!({"enabled": true, "throttle_seconds": 1}));
    let reject = || browser.log("error", "unhandledrejection", "no receipt");
    reject();
    browser.request("/api/pay", 500);
    let both = ["Unhandled rejection: no receipt", "Server error: GET /api/pay → 500"];
    assert_eq!(stream.next().messages(), both);
    reject();
    browser.request("/api/pay", 500);
    browser.error("another");
    assert_eq!(stream.next().messages(), ["New error: another"]);
    let mut ridden = Vec::new();
    wait_until("the other one rides", || {
        let called = editor.call("get_status", &json!({}));
        let riding = called.structured["pending_events"].as_array().cloned().unwrap_or_default();
        ridden.extend(riding.iter().filter_map(|one| one["message"].as_str().map(str::to_owned)));
        ridden.iter().any(|said| said.ends_with("another"))
    });
    assert_eq!(ridden.len(), 3, "{ridden:?}");
}

#[test]
fn no_event_matches_the_filter() {
    let browser = Browser::open();
    let elsewhere = browser.listen("&url_filter=/elsewhere");
    let whole = browser.listen("");
    let mut editor = Editor::join(browser.server.port);
    editor.call(
        "configure_streaming",
        &json!({"enabled": true, "throttle_seconds": 1, "url_filter": "/elsewhere"}),
    );
    browser.break_all();
    hear(&whole, 8);
    let called = editor.call("get_status", &json!({}));
    assert!(called.structured.get("pending_events").is_none(), "{}", called.structured);
    let entry =
        json!({"level": "error", "message": "at last", "url": "http://localhost/elsewhere"});
    browser.server.feed("/logs", &json!({"entries": [entry]}));
    assert_eq!(elsewhere.next().messages(), ["New error: at last"], "and nothing before");
    let first = editor.next_message().expect("a notification");
    assert_eq!(messages(&first["params"]), ["New error: at last"], "and nothing before");
}
