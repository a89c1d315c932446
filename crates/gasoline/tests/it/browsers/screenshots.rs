//! `capture_screenshot` and what is set for automatic ones, asked of the real server with a scripted browser.

use crate::support::editor::{Called, Editor};
use crate::support::picture;
use crate::support::server::Server;
use crate::support::worker::Worker;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/cart";
/// A token that every answer must mask.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

fn all_three(arguments: &[&str]) -> (Server, Editor, Worker) {
    let server = Server::with(arguments);
    let editor = Editor::join(server.port);
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.show(5, PAGE);
    // What was said before is read before this is answered.
    worker.batch(0, "/logs", &json!({"entries": []}));
    (server, editor, worker)
}

/// Calls the tool while the browser answers the errand with what `act` makes of it.
fn capture(
    editor: &mut Editor,
    worker: &mut Worker,
    arguments: &Value,
    act: impl FnOnce(&mut Worker, &Value) -> Value,
) -> Called {
    let call = json!({"name": "capture_screenshot", "arguments": arguments});
    let id = editor.begin("tools/call", &call);
    let errand = worker.hear("errand");
    assert_eq!(errand["errand"], "capture_screenshot");
    let result = act(worker, &errand);
    worker.say(&json!({"type": "answer", "id": errand["id"], "result": result}));
    Called::of(&editor.answer_to(id))
}

#[track_caller]
fn check_refusal(called: &Called, what: &str) {
    assert!(called.is_error && called.text.contains(what), "{}", called.text);
    assert!(called.text.lines().any(|line| line.starts_with("hint: ")), "{}", called.text);
}

#[test]
fn the_picture_a_browser_posted_is_the_answer() {
    let (server, mut editor, mut worker) = all_three(&[]);
    let arguments = json!({"selector": "#pay", "tab_id": 5});
    let called = capture(&mut editor, &mut worker, &arguments, |worker, errand| {
        assert_eq!(errand["arguments"], arguments);
        assert_eq!((&errand["tabId"], &errand["timeoutMs"]), (&json!(5), &json!(20_000)));
        let posted = json!({
            "dataUrl": picture::data_url(&picture::white(1600, 400)), "trigger": "explicit",
            "url": format!("{PAGE}?token={SECRET}"), "selector": "#pay", "cropped": true,
        });
        let receipt = worker.batch(1, "/screenshots", &posted);
        json!({"id": receipt["body"]["id"], "note": "only its top"})
    });
    assert!(!called.is_error, "{}", called.text);
    let id = called.structured["id"].as_str().expect("an id").to_owned();
    let [text, image, link] = called.whole["content"].as_array().expect("content").as_slice()
    else {
        panic!("{}", called.whole["content"]);
    };
    assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
    let png = STANDARD.decode(image["data"].as_str().expect("data")).expect("base64");
    assert_eq!(picture::size(&png), (1280, 320));
    assert_eq!(png, server.get(&format!("/screenshots/{id}.png")).body);
    assert_eq!(link["uri"], format!("gasoline://screenshot/{id}"));
    assert!(text["text"].as_str().is_some_and(|text| text.contains("note: only its top")));
    let expected = json!({
        "id": id, "url": called.structured["url"], "width": 1280, "height": 320,
        "bytes": png.len(), "trigger": "explicit", "selector": "#pay", "cropped": true,
        "note": "only its top",
    });
    assert_eq!(called.structured, expected);
    assert!(!called.whole.to_string().contains(SECRET), "{}", called.text);
}

#[test]
fn a_whole_page_has_more_time_and_says_so() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let called = capture(
        &mut editor,
        &mut worker,
        &json!({"full_page": true}),
        |worker, errand| {
            assert_eq!(errand["timeoutMs"], 45_000);
            let posted = json!({
                "dataUrl": picture::data_url(&picture::white(10, 1900)), "url": PAGE, "fullPage": true,
                "trigger": "explicit",
            });
            json!({"id": worker.batch(1, "/screenshots", &posted)["body"]["id"]})
        },
    );
    assert_eq!(called.structured["full_page"], true);
    assert!(called.structured.get("cropped").is_none() && called.structured.get("note").is_none());
    assert!(called.text.contains("the whole of"), "{}", called.text);
}

#[test]
fn of_a_long_page_a_copy_that_models_take_is_shown_and_the_whole_is_kept() {
    let (server, mut editor, mut worker) = all_three(&["--command-seconds", "600"]);
    let posted = json!({
        "dataUrl": picture::data_url(&picture::white(640, 16_000)), "url": PAGE, "fullPage": true,
        "trigger": "explicit",
    });
    let asked = json!({"full_page": true});
    let called = capture(&mut editor, &mut worker, &asked, |worker, _| {
        let receipt = worker.batch(1, "/screenshots", &posted);
        json!({"id": receipt["body"]["id"], "note": "taken in parts"})
    });
    assert!(!called.is_error, "{}", called.text);
    let id = called.structured["id"].as_str().expect("an id");
    let image = called.whole["content"][1]["data"].as_str().expect("an image");
    let shown = STANDARD.decode(image).expect("base64");
    assert_eq!(picture::size(&shown), (80, 2_000));
    let size = json!({"width": 80, "height": 2_000, "bytes": shown.len()});
    assert_eq!(called.structured["shown"], size);
    assert_eq!(
        (&called.structured["width"], &called.structured["height"]),
        (&640.into(), &16_000.into())
    );
    let note = called.structured["note"].as_str().expect("a note");
    let uri = format!("gasoline://screenshot/{id}");
    assert!(note.starts_with("taken in parts; the image here is a copy of 80×2000 px"), "{note}");
    assert!(note.contains(&uri) && called.text.contains(note), "{}", called.text);
    let read = editor.request("resources/read", &json!({"uri": uri}));
    let whole = read["result"]["contents"][0]["blob"].as_str().expect("a picture");
    let whole = STANDARD.decode(whole).expect("base64");
    assert_eq!(picture::size(&whole), (640, 16_000));
    assert_eq!(whole, server.get(&format!("/screenshots/{id}.png")).body);
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let (server, mut editor, mut worker) = all_three(&[]);
    let answered = |editor: &mut Editor, worker: &mut Worker, result: Value| {
        capture(editor, worker, &json!({}), |_, _| result)
    };
    check_refusal(&answered(&mut editor, &mut worker, json!({"id": "77"})), "screenshot 77");
    for result in [json!({}), json!({"id": "x"}), json!({"id": 7}), json!({"id": "-1"})] {
        check_refusal(&answered(&mut editor, &mut worker, result), "cannot be read");
    }
    let both = json!({"selector": "p", "full_page": true});
    check_refusal(&editor.call("capture_screenshot", &both), "`full_page`");
    check_refusal(&editor.call("capture_screenshot", &json!({"selector": ""})), "empty");
    drop(worker);
    crate::support::wait_until("the browser is gone", || {
        server.read("/health")["clients"]["extension"] == 0
    });
    check_refusal(&editor.call("capture_screenshot", &json!({})), "no browser");
    // Where a test run sends its pages, a browser is there, but nobody who could be asked.
    server.feed("/logs", &json!({"entries": [], "client": "gasoline-ci/0.1.0 a"}));
    let called = editor.call("capture_screenshot", &json!({}));
    check_refusal(&called, "capture script");
    assert!(called.text.contains("`page.screenshot()`"), "{}", called.text);
}

#[test]
fn where_nobody_can_be_asked_for_a_picture_the_newest_there_is_is_named() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [], "client": "gasoline-ci/0.1.0 a"}));
    let mut editor = Editor::join(server.port);
    let refused = editor.call("capture_screenshot", &json!({}));
    assert!(!refused.text.contains("gasoline://"), "{}", refused.text);
    let posted = json!({
        "dataUrl": picture::data_url(&picture::white(10, 10)), "trigger": "error", "test_id": "pays",
    });
    let id = server.feed("/screenshots", &posted)["id"].clone();
    let called = editor.call("capture_screenshot", &json!({}));
    check_refusal(&called, "capture script");
    let uri = format!("gasoline://screenshot/{}", id.as_str().expect("an id"));
    assert!(called.text.contains(&uri), "{}", called.text);
    let read = editor.request("resources/read", &json!({"uri": uri}));
    assert_eq!(read["result"]["contents"][0]["mimeType"], "image/png", "{read}");
}

#[test]
fn a_picture_sent_again_is_kept_once_and_stays_with_its_test() {
    let server = Server::start();
    server.feed("/test-boundary", &json!({"test_id": "a › b", "action": "start"}));
    server.feed("/test-boundary", &json!({"test_id": "other", "action": "start"}));
    let posted = |batch_id: &str| {
        json!({
            "dataUrl": picture::data_url(&picture::white(10, 10)), "trigger": "failure",
            "test_id": "a › b", "batch_id": batch_id,
        })
    };
    let first = server.feed("/screenshots", &posted("one"));
    assert_eq!(server.feed("/screenshots", &posted("one")), first);
    assert_ne!(server.feed("/screenshots", &posted("two")), first);
    assert_eq!(server.read("/screenshots")["count"], 2);
    let own = server.read("/snapshot?test_id=a%20%E2%80%BA%20b")["screenshots"].clone();
    assert_eq!(own.as_array().map(Vec::len), Some(2), "{own}");
    assert_eq!(own[0]["test_id"], "a › b");
    assert_eq!(server.read("/snapshot?test_id=other")["screenshots"], json!([]));
    let long = posted(&"x".repeat(2_000));
    server.post("/screenshots", &long).check_error(400);
}

#[test]
fn automatic_screenshots_are_set_by_configure_capture() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let wish = json!({"auto_screenshot": {"on_navigation": true, "on_error": false}});
    let called = editor.call("configure_capture", &wish);
    let keys = json!({"screenshotOnNavigation": true, "screenshotOnError": false});
    assert_eq!(called.structured["settings"], keys);
    assert_eq!(worker.hear("settings")["settings"], keys);
    assert!(!called.text.contains("Allow screenshots"), "{}", called.text);
    worker.say(&json!({
        "type": "status", "paused": false, "tabs": [],
        "settings": {"screenshotOnNavigation": true, "screenshotOnError": true},
        "screenshots": {"allowed": false, "skipped": 3},
    }));
    worker.batch(1, "/logs", &json!({"entries": []}));
    let called = editor.call("configure_capture", &wish);
    assert!(called.text.contains("`Allow screenshots`"), "{}", called.text);
    let unusual = json!({"screenshotOnNavigation": true});
    assert_eq!(called.structured["browsers"][0]["settings"], unusual);
    let status = editor.call("get_status", &json!({}));
    assert!(status.text.contains("screenshots not allowed (3 skipped)"), "{}", status.text);
    let leave = json!({"allowed": false, "skipped": 3});
    assert_eq!(status.structured["browsers"][0]["screenshots"], leave);
    let wrong = json!({"auto_screenshot": {"on_hover": true}});
    check_refusal(&editor.call("configure_capture", &wrong), "on_hover");
}
