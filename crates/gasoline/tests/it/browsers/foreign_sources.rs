//! Source maps that the server may not fetch: the browser that had the error is asked, and posts them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::Over;
use crate::support::editor::{Called, HttpEditor};
use crate::support::server::{JSON, Server};
use crate::support::shop::{BUNDLE, MAP, REBUILT, stack};
use crate::support::site::{Page, Site};
use crate::support::wait_until;
use crate::support::worker::{EXTENSION, Worker};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const PAGE: &str = "https://shop.test/cart";
const SCRIPT: &str = "https://shop.test/assets/app.js";

/// A server, and a browser that shows the shop in tab 5.
fn both(arguments: &[&str]) -> (Server, Worker) {
    let server = Server::with(arguments);
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.show(5, PAGE);
    worker.batch(0, "/logs", &json!({"entries": []}));
    (server, worker)
}

fn thrown(page: &str, script: &str) -> Value {
    json!({"entries": [{
        "level": "error", "source": "exception", "url": page, "stack": stack(script), "tabId": 5,
        "message": "Uncaught TypeError: Cannot read properties of undefined (reading 'amount')",
    }]})
}

/// What the extension posts when it was asked.
fn post(server: &Server, body: &Value) {
    let headers = [JSON, ("Origin", EXTENSION)];
    let answer = server.ask("POST", "/source-maps", &headers, body.to_string().as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
}

fn done(worker: &mut Worker, errand: &Value, result: &Value) {
    worker.say(&json!({"type": "answer", "id": errand["id"], "result": result}));
}

fn refuse(worker: &mut Worker, errand: &Value, what: &str) {
    let refused = json!({"what": what, "hint": "h"});
    worker.say(&json!({"type": "answer", "id": errand["id"], "refused": refused}));
}

/// The newest error, once it says what `is_told` waits for.
#[track_caller]
fn told(server: &Server, what: &str, is_told: impl Fn(&Value) -> bool) -> Called {
    let mut editor = HttpEditor::join(server.port);
    let mut last = None;
    wait_until(what, || {
        let answer = editor.call("get_browser_errors", &json!({}));
        let is_so = is_told(&answer.structured["errors"][0]);
        last = Some(answer);
        is_so
    });
    last.expect("it was asked")
}

#[track_caller]
fn reason(server: &Server) -> String {
    let answer = told(server, "a reason", |error| error["no_source_map"].is_string());
    assert!(answer.text.contains("reading 'amount'"), "{}", answer.text);
    answer.structured["errors"][0]["no_source_map"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_browser_that_had_the_error_is_asked_and_the_answer_waits_for_it() {
    let (server, mut worker) = both(&[]);
    let mut entry = thrown(PAGE, SCRIPT);
    entry["entries"][0]["frameId"] = json!(3);
    worker.batch(1, "/logs", &entry);
    let errand = worker.hear("errand");
    assert_eq!((&errand["errand"], &errand["tabId"]), (&json!("fetch_source"), &json!(5)));
    assert_eq!(errand["timeoutMs"], 4_000);
    assert_eq!(
        errand["arguments"],
        json!({"url": SCRIPT, "scripts": [SCRIPT], "page": PAGE, "frame_id": 3, "known": null,
               "most_bytes": 16 * 1024 * 1024, "timeout_ms": 2_000})
    );
    // A call that comes meanwhile is answered with the map.
    let answer = thread::scope(|scope| {
        let asked =
            scope.spawn(|| HttpEditor::join(server.port).call("get_browser_errors", &json!({})));
        post(&server, &json!({"url": SCRIPT, "version": "v1", "map": MAP}));
        done(&mut worker, &errand, &json!({"posted": true}));
        asked.join().expect("an answer")
    });
    let error = &answer.structured["errors"][0];
    assert_eq!(error["location"]["file"], "src/cart.ts", "{}", answer.text);
    assert_eq!(error["location"]["line"], 18);
    assert!(answer.text.contains("> 18 |       .map((item)"), "{}", answer.text);
    assert_eq!(server.read("/health")["source_maps"]["held"], 1);
}

#[test]
fn a_later_error_asks_again_and_says_which_build_is_known() {
    let (server, mut worker) = both(&[]);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let _over = Over(&is_over);
        // Each error of a later moment is a reason to ask.
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                server.feed("/logs", &thrown(PAGE, SCRIPT));
                thread::sleep(Duration::from_millis(50));
            }
        });
        let line = |line: u32| move |error: &Value| error["location"]["line"] == line;
        let first = worker.hear("errand");
        assert_eq!(first["arguments"]["known"], Value::Null);
        post(&server, &json!({"url": SCRIPT, "version": "v1", "map": MAP}));
        done(&mut worker, &first, &json!({"posted": true}));
        told(&server, "the first build", line(18));

        let second = worker.hear("errand");
        assert_eq!(second["arguments"]["known"], "v1");
        done(&mut worker, &second, &json!({"same": true}));
        told(&server, "the same build", line(18));

        let third = worker.hear("errand");
        assert_eq!(third["arguments"]["known"], "v1");
        post(&server, &json!({"url": SCRIPT, "version": "v2", "map": REBUILT}));
        done(&mut worker, &third, &json!({"posted": true}));
        told(&server, "the next build", line(20));
    });
}

#[test]
fn whatever_goes_wrong_is_said_and_the_error_is_still_told() {
    let (server, mut worker) = both(&[]);
    worker.batch(1, "/logs", &thrown(PAGE, SCRIPT));
    let errand = worker.hear("errand");
    let missing = "`https://shop.test/assets/app.js.map` is answered with 404";
    refuse(&mut worker, &errand, missing);
    assert_eq!(reason(&server), missing);

    server.feed("/clear", &json!({}));
    worker.batch(2, "/logs", &thrown(PAGE, "https://shop.test/other.js"));
    let errand = worker.hear("errand");
    done(&mut worker, &errand, &json!({"posted": true}));
    assert_eq!(reason(&server), "the browser was asked for the map and posted none");

    server.feed("/clear", &json!({}));
    worker.batch(3, "/logs", &thrown(PAGE, "https://shop.test/third.js"));
    worker.hear("errand");
    drop(worker);
    assert_eq!(
        reason(&server),
        "`https://shop.test/third.js` is served by HTTPS, which is left to the browser; the browser \
         went away before it answered"
    );

    server.feed("/clear", &json!({}));
    server.feed("/logs", &thrown(PAGE, "https://shop.test/fourth.js"));
    assert_eq!(
        reason(&server),
        "`https://shop.test/fourth.js` is served by HTTPS, which is left to the browser; no browser \
         with the Gasoline extension is connected"
    );
}

#[test]
fn a_browser_that_does_not_answer_is_given_up_and_its_late_map_is_used() {
    let (server, mut worker) = both(&["--hurry", "10"]);
    worker.batch(1, "/logs", &thrown(PAGE, SCRIPT));
    worker.hear("errand");
    assert!(reason(&server).ends_with("; the browser did not answer within 0 s"));
    post(&server, &json!({"url": SCRIPT, "version": "v1", "map": MAP}));
    told(&server, "the place", |error| error["location"]["line"] == 18);
}

#[test]
fn a_script_without_a_map_and_a_module_of_a_bundle_are_sent_as_scripts() {
    let (server, mut worker) = both(&[]);
    worker.batch(1, "/logs", &thrown(PAGE, SCRIPT));
    let errand = worker.hear("errand");
    let code = BUNDLE.split("//# sourceMappingURL").next().expect("code");
    post(&server, &json!({"url": SCRIPT, "version": "v1", "script": code}));
    done(&mut worker, &errand, &json!({"posted": true}));
    told(&server, "the script itself", |error| error["location"]["file"] == "assets/app.js");

    let module = "webpack-internal:///./src/main.ts";
    let inline = format!("data:application/json;base64,{}", STANDARD.encode(MAP));
    let bundle = format!("eval(\"0;//# sourceMappingURL={inline}\\n//# sourceURL={module}\\n\");");
    for (id, sent) in [
        (2, json!({"url": module, "version": "v1", "script": bundle})),
        (3, json!({"url": "https://shop.test/inline.js", "version": "v1", "map": inline})),
    ] {
        server.feed("/clear", &json!({}));
        let script = sent["url"].as_str().expect("a script");
        worker.batch(id, "/logs", &thrown(PAGE, script));
        let errand = worker.hear("errand");
        assert_eq!(errand["arguments"]["url"], script);
        post(&server, &sent);
        done(&mut worker, &errand, &json!({"posted": true}));
        told(&server, "the place", |error| error["location"]["line"] == 18);
    }
}

#[test]
fn a_map_that_a_local_script_names_elsewhere_is_asked_of_the_browser() {
    let (server, mut worker) = both(&[]);
    let site = Site::start();
    let map = "https://maps.test/app.js.map";
    site.put("/app.js", Page::of(BUNDLE.replace("app.js.map", map)));
    worker.batch(1, "/logs", &thrown(&site.url("/"), &site.url("/app.js")));
    let errand = worker.hear("errand");
    assert_eq!(errand["arguments"]["url"], site.url("/app.js"));
    refuse(&mut worker, &errand, "no");
    assert_eq!(reason(&server), "no");
    assert_eq!(site.asked(), ["/app.js"]);
}

#[test]
fn no_browser_is_asked_for_what_the_server_fetches_knows_or_is() {
    let (server, mut worker) = both(&[]);
    let site = Site::start();
    site.put("/app.js", Page::of(BUNDLE)).put("/app.js.map", Page::of(MAP));
    // Its own address, whatever a stack says.
    let own = format!("http://127.0.0.1:{}/snapshot", server.port);
    worker.batch(1, "/logs", &thrown(PAGE, &own));
    assert!(reason(&server).contains("not on this machine or not on the page's origin"));
    // A page of this machine.
    server.feed("/clear", &json!({}));
    worker.batch(2, "/logs", &thrown(&site.url("/"), &site.url("/app.js")));
    told(&server, "the place", |error| error["location"]["line"] == 18);
    // An error that no extension saw.
    server.feed("/clear", &json!({}));
    let mut entry = thrown(PAGE, "https://shop.test/ci.js");
    entry["entries"][0]["tabId"] = Value::Null;
    server.feed("/logs", &entry);
    assert!(reason(&server).ends_with("which is left to the browser"));
    // A script whose map somebody sent.
    server.feed("/clear", &json!({}));
    server.feed("/source-maps", &json!({"url": SCRIPT, "map": MAP}));
    worker.batch(3, "/logs", &thrown(PAGE, SCRIPT));
    told(&server, "the place", |error| error["location"]["line"] == 18);
    // The first errand that comes is one that is asked for.
    worker.batch(4, "/logs", &thrown(PAGE, "https://shop.test/last.js"));
    assert_eq!(worker.hear("errand")["arguments"]["url"], "https://shop.test/last.js");
}

#[test]
fn what_a_browser_posts_is_checked() {
    let server = Server::start();
    for bad in [
        json!({"url": SCRIPT, "version": "", "map": MAP}),
        json!({"url": SCRIPT, "version": "v".repeat(301), "map": MAP}),
        json!({"url": SCRIPT, "version": 1, "map": MAP}),
        json!({"url": SCRIPT, "version": "v1", "map": "data:,"}),
        json!({"url": SCRIPT, "version": "v1", "script": 7}),
        json!({"url": SCRIPT, "version": "v1", "script": "0;", "map": MAP}),
        json!({"url": "webpack-internal:///./a.js", "version": "v1", "script": "0;"}),
    ] {
        server.post("/source-maps", &bad).check_error(400);
    }
}
