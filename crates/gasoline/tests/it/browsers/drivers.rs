//! `capture_screenshot` by a driver, over `/errands`: asked of the real server with scripted drivers.

use crate::support::driver::{Driver, count};
use crate::support::editor::{Called, Editor};
use crate::support::picture;
use crate::support::process::signal;
use crate::support::server::Server;
use crate::support::wait_until;
use crate::support::worker::Worker;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/cart";
/// A token that every answer must mask.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
/// More than this in an answer is not read.
const ANSWER_MAX_BYTES: usize = 1024 * 1024;

fn both(arguments: &[&str]) -> (Server, Editor) {
    let server = Server::with(arguments);
    let editor = Editor::join(server.port);
    (server, editor)
}

fn begin(editor: &mut Editor, arguments: &Value) -> u64 {
    editor.begin("tools/call", &json!({"name": "capture_screenshot", "arguments": arguments}))
}

fn end(editor: &mut Editor, call: u64) -> Called {
    Called::of(&editor.answer_to(call))
}

#[track_caller]
fn check_refusal(called: &Called, what: &str) {
    assert!(called.is_error && called.text.contains(what), "{}", called.text);
    assert!(called.text.lines().any(|line| line.starts_with("hint: ")), "{}", called.text);
}

#[test]
fn a_driver_takes_the_picture_where_no_browser_has_the_extension() {
    let (server, mut editor) = both(&[]);
    let mut driver = Driver::wait(&server, "attach", 1);
    let status = editor.call("get_status", &json!({}));
    assert_eq!(status.structured["clients"]["drivers"], 1);
    assert!(status.text.contains("\n- 1 driver can take screenshots"), "{}", status.text);
    let set = editor.call("configure_capture", &json!({"auto_screenshot": {"on_action": true}}));
    assert!(set.text.contains("`auto_screenshot` does not reach what drives"), "{}", set.text);
    let set = editor.call("configure_capture", &json!({"paused": false}));
    assert!(!set.text.contains("`auto_screenshot`"), "{}", set.text);
    let arguments = json!({"selector": "#pay"});
    let call = begin(&mut editor, &arguments);
    let errand = driver.errand();
    assert_eq!(errand["arguments"], arguments);
    assert_eq!(errand["timeoutMs"], 20_000);
    let posted = json!({
        "dataUrl": picture::data_url(&picture::white(1600, 400)), "trigger": "explicit",
        "url": format!("{PAGE}?token={SECRET}"), "selector": "#pay", "test_id": "a › b",
    });
    let id = server.feed("/screenshots", &posted)["id"].clone();
    let result = json!({"id": id, "note": "only its top"});
    let answered = driver.answer(&errand["id"], json!({"result": result}));
    assert_eq!(answered.json(), json!({"received": true}));

    let called = end(&mut editor, call);
    assert!(!called.is_error, "{}", called.text);
    let image = called.whole["content"][1]["data"].as_str().expect("a picture");
    let png = STANDARD.decode(image).expect("base64");
    assert_eq!(picture::size(&png), (1280, 320));
    let id = id.as_str().expect("an id");
    assert_eq!(png, server.get(&format!("/screenshots/{id}.png")).body);
    let expected = json!({
        "id": id, "url": called.structured["url"], "width": 1280, "height": 320,
        "bytes": png.len(), "trigger": "explicit", "selector": "#pay", "note": "only its top",
    });
    assert_eq!(called.structured, expected);
    assert!(!called.whole.to_string().contains(SECRET), "{}", called.text);
    driver.answer(&errand["id"], json!({"result": {}})).check_error(404);
}

#[test]
fn what_a_driver_refuses_is_refused_in_its_words() {
    let (server, mut editor) = both(&[]);
    let mut driver = Driver::wait(&server, "attach", 1);
    let call = begin(&mut editor, &json!({"full_page": true}));
    let errand = driver.errand();
    assert_eq!(errand["timeoutMs"], 45_000);
    let refused = json!({"what": format!("no page at {SECRET}"), "hint": "open one"});
    driver.answer(&errand["id"], json!({"refused": refused}));
    let called = end(&mut editor, call);
    check_refusal(&called, "no page at");
    assert!(called.text.contains("hint: open one"), "{}", called.text);
    assert!(!called.text.contains(SECRET), "{}", called.text);
}

#[test]
fn a_driver_that_went_away_is_not_waited_for() {
    // In a hurry, and still held for the seconds in which an errand comes on a busy machine.
    let (server, mut editor) = both(&["--hurry", "5"]);
    drop(Driver::wait(&server, "attach", 1));
    wait_until("nobody waits", || count(&server) == 0);
    check_refusal(&editor.call("capture_screenshot", &json!({})), "no browser");

    // It has the errand, and is never heard of again.
    let mut driver = Driver::wait(&server, "attach", 1);
    let call = begin(&mut editor, &json!({}));
    let errand = driver.errand();
    check_refusal(&end(&mut editor, call), "did not answer");
    driver.answer(&errand["id"], json!({"result": {"id": "1"}})).check_error(404);

    // It was started anew, and knows nothing of the errand.
    let (server, mut editor) = both(&[]);
    let mut driver = Driver::wait(&server, "attach", 1);
    let call = begin(&mut editor, &json!({}));
    driver.errand();
    let _anew = driver.again();
    check_refusal(&end(&mut editor, call), "went away");
}

#[test]
fn a_driver_that_is_busy_or_back_in_a_moment_is_found() {
    let (server, mut editor) = both(&[]);
    let mut driver = Driver::wait(&server, "attach", 1);
    let first = begin(&mut editor, &json!({}));
    let errand = driver.errand();
    let second = begin(&mut editor, &json!({}));
    driver.take(&errand["id"], 20);
    assert_eq!(end(&mut editor, first).structured["width"], 20);
    let mut next = driver.again();
    let errand = next.errand();
    next.take(&errand["id"], 30);
    assert_eq!(end(&mut editor, second).structured["width"], 30);

    let third = begin(&mut editor, &json!({}));
    let mut back = next.again();
    let errand = back.errand();
    back.take(&errand["id"], 40);
    assert_eq!(end(&mut editor, third).structured["width"], 40);
}

#[test]
fn a_driver_that_asks_twice_waits_once() {
    let (server, mut editor) = both(&[]);
    let mut before = Driver::wait(&server, "attach", 1);
    let mut driver = before.again();
    assert_eq!(before.told(), json!({"errands": []}));
    let call = begin(&mut editor, &json!({}));
    let errand = driver.errand();
    driver.take(&errand["id"], 20);
    assert_eq!(end(&mut editor, call).structured["width"], 20);
    // Those without a name are not taken for each other.
    let mut nameless = [Driver::wait(&server, "", 1), Driver::wait(&server, "", 2)];
    for driver in nameless.iter_mut().rev() {
        let call = begin(&mut editor, &json!({}));
        let errand = driver.errand();
        driver.take(&errand["id"], 30);
        assert_eq!(end(&mut editor, call).structured["width"], 30);
    }
}

#[test]
fn of_two_drivers_the_one_that_asked_last_is_asked_and_only_it_may_answer() {
    let (server, mut editor) = both(&[]);
    let mut first = Driver::wait(&server, "first", 1);
    let mut second = Driver::wait(&server, "second", 2);
    let call = begin(&mut editor, &json!({}));
    let errand = second.errand();
    let foreign = first.answer(&errand["id"], json!({"result": {"id": "1"}}));
    foreign.check_error(404);
    assert!(foreign.text().contains("`first`"), "{}", foreign.text());
    second.take(&errand["id"], 20);
    assert_eq!(end(&mut editor, call).structured["width"], 20);
    // The other one is still there.
    let call = begin(&mut editor, &json!({}));
    let errand = first.errand();
    first.take(&errand["id"], 30);
    assert_eq!(end(&mut editor, call).structured["width"], 30);
}

#[test]
fn answers_that_are_none_are_refused_and_end_the_wait() {
    let (server, mut editor) = both(&[]);
    let large = "x".repeat(ANSWER_MAX_BYTES);
    for (outcome, status, what) in [
        (json!({}), 400, "cannot be read"),
        (json!({"result": 7}), 200, "cannot be read"),
        (json!({"result": {}}), 200, "cannot be read"),
        (json!({"result": {"id": "77"}}), 200, "screenshot 77"),
        (json!({"result": {"id": large}}), 200, "larger than"),
    ] {
        let mut driver = Driver::wait(&server, "attach", 1);
        let call = begin(&mut editor, &json!({}));
        let errand = driver.errand();
        assert_eq!(driver.answer(&errand["id"], outcome).status, status, "{what}");
        check_refusal(&end(&mut editor, call), what);
    }
    for (body, what) in [
        (json!({"id": 999, "result": {}}), "nobody waits"),
        (json!({"id": "1"}), "`id`"),
        (json!({"id": 1, "refused": {"what": "no"}}), "hint"),
        (json!([]), "object"),
        (json!({"id": 1, "client": "x".repeat(201)}), "`client`"),
    ] {
        let answer = server.post("/errands", &body);
        answer.check_error(if what == "nobody waits" { 404 } else { 400 });
        assert!(answer.text().contains(what), "{}", answer.text());
    }
    server.get(&format!("/errands?client={}", "x".repeat(201))).check_error(400);
}

#[test]
fn no_page_asks_for_errands_or_answers_them() {
    let server = Server::with(&["--ci"]);
    for origin in ["http://localhost:3000", "https://shop.test", "null", "chrome-extension://a"] {
        let headers = [("Origin", origin)];
        server.ask("GET", "/errands", &headers, b"").check_error(403);
        server.ask("POST", "/errands", &headers, b"{\"id\":1}").check_error(403);
    }
    let image = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")];
    server.ask("GET", "/errands", &image, b"").check_error(403);
    assert_eq!(count(&server), 0);
}

#[test]
fn a_browser_with_the_extension_comes_first_and_drivers_only_take_pictures() {
    let (server, mut editor) = both(&[]);
    let mut driver = Driver::wait(&server, "attach", 1);
    check_refusal(&editor.call("query_dom", &json!({"selector": "p"})), "no browser");
    check_refusal(&editor.call("capture_screenshot", &json!({"tab_id": 5})), "`tab_id`");
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.show(5, PAGE);
    worker.batch(0, "/logs", &json!({"entries": []}));
    let call = begin(&mut editor, &json!({}));
    let errand = worker.hear("errand");
    let refused = json!({"what": "by the browser", "hint": "h"});
    worker.say(&json!({"type": "answer", "id": errand["id"], "refused": refused}));
    check_refusal(&end(&mut editor, call), "by the browser");
    drop(worker);
    wait_until("the browser is gone", || server.read("/health")["clients"]["extension"] == 0);
    let call = begin(&mut editor, &json!({}));
    let errand = driver.errand();
    driver.take(&errand["id"], 20);
    assert_eq!(end(&mut editor, call).structured["width"], 20);
}

#[test]
fn drivers_that_wait_are_bounded_and_hold_no_server_up() {
    let mut server = Server::start();
    let mut drivers: Vec<Driver> =
        (1..=32).map(|number| Driver::wait(&server, &format!("d{number}"), number)).collect();
    server.get("/errands").check_error(503);
    drivers.truncate(2);
    wait_until("only two wait", || count(&server) == 2);
    signal("TERM", server.pid());
    for driver in &mut drivers {
        assert_eq!(driver.told(), json!({"errands": []}));
    }
    assert!(server.process.end().success());

    // Nor does one that waits keep a server that nobody needs.
    let mut server = Server::with(&["--idle-exit-seconds", "3"]);
    let mut driver = Driver::ask(server.port, "attach");
    assert_eq!(driver.told(), json!({"errands": []}));
    assert!(server.process.end().success());

    let server = Server::with(&["--hurry", "1000"]);
    assert_eq!(server.read("/errands"), json!({"errands": []}));
}
