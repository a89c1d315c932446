//! `check_performance` at the door: every argument, every verdict, budgets of file and call.

use crate::support::editor::{Called, Editor};
use crate::support::folder::Folder;
use crate::support::process::gasoline;
use crate::support::server::Server;
use serde_json::{Value, json};

const ORIGIN: &str = "http://localhost:3000";

struct Desk {
    // Ends before its server, which it would start again.
    editor: Editor,
    server: Server,
    loads: u32,
}

impl Desk {
    fn open() -> Self {
        let server = Server::start();
        let editor = Editor::join(server.port);
        Self { server, editor, loads: 0 }
    }

    /// One load of a page; `more` is laid over it.
    fn load(&mut self, url: &str, milliseconds: u32, more: &Value) -> String {
        self.loads += 1;
        let id = format!("load-{}", self.loads);
        // No two loads are quite alike.
        let load = milliseconds + self.loads % 5;
        let mut snapshot = json!({
            "id": id, "url": url, "origin": ORIGIN, "navigationType": "navigate",
            "timing": {"timeToFirstByte": 20, "firstContentfulPaint": load - 40,
                       "largestContentfulPaint": load - 20, "domContentLoaded": load - 30,
                       "load": load},
            "network": {"requestCount": 12, "transferSize": 340_000, "decodedSize": 900_000,
                        "byType": {"script": {"count": 3, "size": 300_000},
                                   "image": {"count": 2, "size": 40_000}},
                        "slowestRequests": [
                            {"url": format!("{ORIGIN}/hero.png"), "duration": 88, "size": 40_000}]},
            "longTasks": {"count": 1, "totalBlockingTime": 30, "longest": 80},
            "cumulativeLayoutShift": 0.02,
        });
        lay_over(&mut snapshot, more);
        self.server.feed("/performance-snapshot", &snapshot);
        id
    }

    fn loads(&mut self, count: u32, milliseconds: u32) {
        for _ in 0..count {
            self.load("/shop", milliseconds, &json!({}));
        }
    }

    #[track_caller]
    fn check(&mut self, arguments: &Value) -> Called {
        let called = self.editor.call("check_performance", arguments);
        assert!(!called.is_error, "{}", called.text);
        assert!(called.whole.to_string().len() < 50_000);
        called
    }

    #[track_caller]
    fn verdict(&mut self, arguments: &Value, expected: &str) -> Called {
        let called = self.check(arguments);
        assert_eq!(called.structured["verdict"], expected, "{}", called.text);
        called
    }
}

fn lay_over(value: &mut Value, more: &Value) {
    match (value, more) {
        (Value::Object(members), Value::Object(more)) => {
            for (name, over) in more {
                lay_over(members.entry(name.clone()).or_insert(Value::Null), over);
            }
        }
        (value, more) => *value = more.clone(),
    }
}

#[track_caller]
fn has(called: &Called, words: &[&str]) {
    for word in words {
        assert!(called.text.contains(word), "no `{word}` in:\n{}", called.text);
    }
}

#[test]
fn a_path_or_address_names_its_page_and_other_words_are_a_part_of_it() {
    let mut desk = Desk::open();
    for url in ["/", "/cart", "/cart/items"] {
        desk.load(url, 300, &json!({}));
    }
    desk.load("/", 300, &json!({"origin": "http://localhost:4000"}));
    let mut check = |url: &str, first: (&str, &str), others: usize| {
        let told = desk.check(&json!({"url": url})).structured;
        let page = (told["page"]["origin"].as_str(), told["page"]["url"].as_str());
        assert_eq!(page, (Some(first.0), Some(first.1)), "{url}: {told}");
        let found = told["other_pages"].as_array().map_or(0, Vec::len);
        assert_eq!(found, others, "{url}: {told}");
    };
    check("/", ("http://localhost:4000", "/"), 1);
    check(&format!("{ORIGIN}/"), (ORIGIN, "/"), 0);
    check("/cart", (ORIGIN, "/cart"), 0);
    check("items", (ORIGIN, "/cart/items"), 0);
    check("3000", (ORIGIN, "/cart/items"), 2);
}

#[test]
fn the_first_load_is_told_in_full_and_compared_with_nothing() {
    let mut desk = Desk::open();
    desk.load("/shop", 1000, &json!({"timing": {"interactionToNextPaint": 350}}));
    let called = desk.verdict(&json!({}), "not_enough_loads");
    has(
        &called,
        &[
            "http://localhost:3000/shop: not enough loads yet: 1 of the 8",
            "load timing:\n- TTFB 20 ms, good",
            "- LCP 981 ms, good",
            "- INP 350 ms, needs improvement",
            "network:\n- requests 12\n- transfer 340 KB\n- by type: script 3 (300 KB), image 2 (40 KB)",
            "- slow: 88 ms http://localhost:3000/hero.png (40 KB)",
            "main thread:\n- long tasks 1\n- blocking time 30 ms\n- longest task 80 ms",
            "layout stability:\n- CLS 0.02, good",
            "hint: ",
            "baseline: none, this is the first load of the page",
        ],
    );
    let figures = &called.structured["figures"];
    assert_eq!(figures["lcp"]["last"], 981);
    assert_eq!(figures["inp"]["rating"], "needs-improvement");
    assert_eq!(figures["load"].get("usual"), None);
    assert_eq!(called.structured["network"]["by_type"]["script"]["size"], 300_000);
    assert_eq!(called.structured["network"]["slowest_requests"][0]["duration"], 88);
    assert_eq!(called.structured["page"]["way"], "load");
}

#[test]
fn one_slow_load_is_suspect_and_three_are_a_regression() {
    let mut desk = Desk::open();
    desk.loads(10, 1000);
    let called = desk.verdict(&json!({}), "steady");
    has(&called, &["/shop: as usual", "usual 1002 ms", "baseline: 9 loads before"]);
    desk.loads(1, 2000);
    let called = desk.verdict(&json!({}), "suspect");
    has(&called, &["maybe worse: ", "not sure yet", "hint: load the page twice more"]);
    assert_eq!(called.structured["regressions"], json!([]));
    desk.loads(1, 1000);
    desk.verdict(&json!({}), "steady");
    desk.loads(3, 2000);
    let called = desk.verdict(&json!({}), "regressed");
    assert_eq!(
        called.structured["regressions"],
        json!(["fcp", "lcp", "dom_content_loaded", "load"])
    );
    has(
        &called,
        &["REGRESSED: FCP, LCP", "regressions:\n- FCP ", "ms (+10", "in the last 3 loads", "█"],
    );
    // It is told until it is what is usual, and its undoing is told as well.
    desk.loads(5, 2000);
    desk.verdict(&json!({}), "regressed");
    desk.loads(5, 2000);
    desk.verdict(&json!({}), "steady");
    desk.loads(3, 400);
    desk.verdict(&json!({}), "improved");
}

#[test]
fn a_new_layout_shift_and_more_bytes_are_found_at_the_first_load() {
    let mut desk = Desk::open();
    desk.loads(6, 1000);
    desk.load("/shop", 1000, &json!({"cumulativeLayoutShift": 0.21}));
    let called = desk.verdict(&json!({}), "regressed");
    assert_eq!(called.structured["regressions"], json!(["cls"]));
    has(&called, &["CLS 0.21, needs improvement; was 0.02: REGRESSED +0.19"]);
    let heavy = json!({"network": {"transferSize": 900_000, "requestCount": 30}});
    desk.load("/heavy", 1000, &json!({}));
    for _ in 0..5 {
        desk.load("/heavy", 1000, &json!({}));
    }
    desk.load("/heavy", 1000, &heavy);
    let called = desk.verdict(&json!({}), "regressed");
    assert_eq!(called.structured["regressions"], json!(["requests", "transfer_bytes"]));
    assert_eq!(called.structured["other_pages"][0]["regressions"], json!(["cls"]));
    has(&called, &["other pages:\n- http://localhost:3000/shop: REGRESSED: CLS"]);
}

#[test]
fn long_tasks_that_appear_are_found() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    let busy = json!({"longTasks": {"count": 6, "totalBlockingTime": 700, "longest": 400}});
    for _ in 0..3 {
        desk.load("/shop", 1000, &busy);
    }
    let called = desk.verdict(&json!({}), "regressed");
    assert_eq!(
        called.structured["regressions"],
        json!(["long_tasks", "blocking_time", "longest_task"])
    );
}

#[test]
fn url_chooses_the_page() {
    let mut desk = Desk::open();
    desk.load("/shop", 1000, &json!({}));
    desk.load("/cart", 500, &json!({}));
    assert_eq!(desk.check(&json!({})).structured["page"]["url"], "/cart");
    let called = desk.check(&json!({"url": "sho"}));
    assert_eq!(called.structured["page"]["url"], "/shop");
    assert_eq!(called.structured["other_pages"], json!([]));
    assert_eq!(desk.check(&json!({"url_filter": ":3000/sh"})).structured["page"]["url"], "/shop");
    let called = desk.check(&json!({"url": "/nowhere"}));
    assert_eq!(called.structured["empty"]["reason"], "filtered");
}

#[test]
fn since_parts_the_loads_where_the_caller_changed_something() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    let cursor = desk.check(&json!({})).structured["cursor"].clone();
    let called = desk.check(&json!({"since": cursor}));
    assert_eq!(called.structured["empty"]["reason"], "filtered", "{}", called.text);
    desk.loads(2, 2000);
    let called = desk.verdict(&json!({"since": cursor}), "suspect");
    assert_eq!(called.structured["figures"]["load"]["judged"]["loads"], 2);
    desk.loads(12, 2000);
    // By itself it has become what is usual; the caller knows better.
    desk.verdict(&json!({}), "steady");
    let called = desk.verdict(&json!({"since": cursor}), "regressed");
    assert_eq!(called.structured["figures"]["load"]["judged"]["loads"], 14);
    assert_eq!(called.structured["baseline"]["loads"], 8);
    let refused = desk.editor.call("check_performance", &json!({"since": "yesterday"}));
    assert!(refused.is_error && refused.text.contains("\nhint: "), "{}", refused.text);
}

#[test]
fn test_id_judges_the_loads_of_one_test() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    for _ in 0..3 {
        desk.load("/shop", 2000, &json!({"test_id": "checkout"}));
        desk.load("/shop", 1000, &json!({"test_id": "search"}));
    }
    let called = desk.verdict(&json!({"test_id": "checkout"}), "regressed");
    assert_eq!(called.structured["figures"]["load"]["judged"]["loads"], 3);
    desk.verdict(&json!({"test_id": "search"}), "steady");
}

#[test]
fn budgets_of_a_call_are_held_against_the_median_of_the_latest_loads() {
    let mut desk = Desk::open();
    desk.loads(3, 1000);
    let budgets = json!({"budgets": {"lcp": 800, "cls": 0.1, "transfer_bytes": 300_000}});
    let called = desk.check(&budgets);
    assert_eq!(called.structured["over_budget"], json!(["lcp", "transfer_bytes"]));
    assert_eq!(called.structured["figures"]["cls"]["over_budget"], false);
    has(&called, &["over budget: LCP, transfer", "OVER BUDGET of 800 ms", "within budget of 0.1"]);
    // One load that is over is not the page's.
    let called = desk.check(&json!({"budgets": {"load": 1100}}));
    assert_eq!(called.structured["over_budget"], json!([]));
    desk.loads(1, 3000);
    let called = desk.check(&json!({"budgets": {"load": 1100}}));
    assert_eq!(called.structured["over_budget"], json!([]));
    let refused = desk.editor.call("check_performance", &json!({"budgets": {"lpc": 1}}));
    assert!(refused.is_error, "{}", refused.text);
    assert!(refused.text.contains("unknown figure `lpc`; one of `ttfb`"), "{}", refused.text);
    assert!(refused.text.contains("\nhint: "), "{}", refused.text);
}

#[test]
fn budgets_of_the_project_hold_for_its_own_editor_and_its_mistakes_are_told() {
    let folder = Folder::new();
    std::fs::write(
        folder.path().join(".gasoline.toml"),
        "[[budget]]\nlcp = 5000\n[[budget]]\nurl = '/shop'\nlcp = 800\n[[budget]]\nlpc = 1\n",
    )
    .expect("a file");
    let mut desk = Desk::open();
    desk.load("/cart", 1000, &json!({}));
    desk.load("/shop", 1000, &json!({}));
    let below = folder.path().join("src");
    std::fs::create_dir(&below).expect("a folder");
    let port = desk.server.port.to_string();
    let mut editor = Editor::run(gasoline().args(["mcp", "--port", &port]).current_dir(below));
    let called = editor.call("check_performance", &json!({}));
    assert_eq!(called.structured["over_budget"], json!(["lcp"]), "{}", called.text);
    assert_eq!(called.structured["figures"]["lcp"]["budget"], 800);
    assert_eq!(called.structured["other_pages"][0]["over_budget"], json!([]));
    has(
        &called,
        &["not used of `.gasoline.toml`:\n- budget 3: unknown figure `lpc`; one of `ttfb`"],
    );
    // The call has the last word, and other editors have other projects.
    let called = editor.call("check_performance", &json!({"budgets": {"lcp": 990}}));
    assert_eq!(called.structured["over_budget"], json!([]), "{}", called.text);
    assert_eq!(desk.check(&json!({})).structured["over_budget"], json!([]));
}

#[test]
fn a_change_of_route_has_rows_of_its_own_and_is_not_held_against_loads() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    let route = json!({"navigationType": "soft-navigation"});
    desk.load("/shop", 150, &route);
    let called = desk.verdict(&json!({}), "not_enough_loads");
    assert_eq!(called.structured["page"]["way"], "route");
    has(&called, &["/shop (route change): not enough", "route timing:", "- settled 1"]);
    assert_eq!(called.structured["other_pages"][0]["verdict"], "steady");
    for _ in 0..7 {
        desk.load("/shop", 150, &route);
    }
    for _ in 0..3 {
        desk.load("/shop", 400, &route);
    }
    desk.verdict(&json!({}), "regressed");
    desk.load("/shop", 90, &json!({"navigationType": "back-forward-cache"}));
    let called = desk.check(&json!({}));
    assert_eq!(called.structured["page"]["way"], "restored");
    assert_eq!(called.structured["other_pages"].as_array().map(Vec::len), Some(2));
}

#[test]
fn several_snapshots_of_one_load_are_one_load() {
    let mut desk = Desk::open();
    let id = desk.load("/shop", 1000, &json!({}));
    let later = json!({
        "id": id, "timing": {"interactionToNextPaint": 90},
        "network": {"requestCount": 400}, "cumulativeLayoutShift": 0.3,
    });
    desk.load("/shop", 1000, &later);
    let called = desk.check(&json!({}));
    assert_eq!(called.structured["page"]["loads"], 1);
    assert_eq!(called.structured["figures"]["inp"]["last"], 90);
    assert_eq!(called.structured["figures"]["cls"]["last"], 0.3);
    // Polling after loading makes no load heavier.
    assert_eq!(called.structured["figures"]["requests"]["last"], 12);
}

#[test]
fn two_applications_with_one_path_are_two_pages() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    for _ in 0..3 {
        desk.load("/shop", 3000, &json!({"origin": "http://localhost:4000"}));
    }
    desk.verdict(&json!({}), "not_enough_loads");
    desk.verdict(&json!({"url": ":3000"}), "steady");
}

#[test]
fn a_load_left_too_soon_is_not_counted() {
    let mut desk = Desk::open();
    desk.load("/shop", 1000, &json!({"timing": {"load": null}}));
    let called = desk.check(&json!({}));
    has(&called, &["1 load was left before loading ended", "hint: "]);
    assert_eq!(called.structured["unfinished"], 1);
    desk.loads(1, 1000);
    let called = desk.check(&json!({}));
    assert_eq!(called.structured["page"]["unfinished"], 1);
    assert_eq!(called.structured["page"]["loads"], 1);
}

#[test]
fn baselines_outlive_the_ring_and_end_with_clear() {
    let mut desk = Desk::open();
    desk.loads(8, 1000);
    for page in 0..19 {
        desk.load(&format!("/{page}"), 1000, &json!({}));
    }
    desk.loads(3, 2000);
    desk.verdict(&json!({"url": "/shop"}), "regressed");
    for page in 20..40 {
        desk.load(&format!("/{page}"), 1000, &json!({}));
    }
    let called = desk.check(&json!({"url": "/shop"}));
    assert_eq!(called.structured["empty"]["reason"], "filtered", "twenty pages are remembered");
    desk.server.feed("/clear", &json!({}));
    let called = desk.check(&json!({}));
    assert_eq!(called.structured["empty"]["reason"], "cleared", "{}", called.text);
}

#[test]
fn without_a_browser_it_says_so() {
    let mut desk = Desk::open();
    let called = desk.check(&json!({}));
    assert_eq!(called.structured["empty"]["reason"], "no_browser_connected");
    has(&called, &["hint: "]);
}
