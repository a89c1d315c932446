//! What a tool asks of the browser: the answer, the refusals, and everything that can go wrong between.

use crate::support::editor::{Called, Editor};
use crate::support::server::Server;
use crate::support::worker::{EXTENSION, Worker, hello};
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/cart";
/// A token that every answer must mask.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// The tools that ask a browser, with arguments they take.
fn asking() -> [(&'static str, Value); 4] {
    [
        ("query_dom", json!({"selector": "button"})),
        ("get_page_info", json!({})),
        ("run_accessibility_audit", json!({})),
        ("capture_screenshot", json!({})),
    ]
}

/// A server, an editor, and a browser that shows tab 5.
fn all_three(arguments: &[&str]) -> (Server, Editor, Worker) {
    let server = Server::with(arguments);
    let editor = Editor::join(server.port);
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.show(5, PAGE);
    // What was said before is read before this is answered.
    worker.batch(0, "/logs", &json!({"entries": []}));
    (server, editor, worker)
}

/// Calls a tool while the browser does `act` with the errand.
fn while_acting(
    editor: &mut Editor,
    worker: &mut Worker,
    tool: &str,
    arguments: &Value,
    act: impl FnOnce(&mut Worker, Value),
) -> Called {
    let id = editor.begin("tools/call", &json!({"name": tool, "arguments": arguments}));
    let errand = worker.hear("errand");
    act(worker, errand);
    Called::of(&editor.answer_to(id))
}

fn answer_with(result: Value) -> impl FnOnce(&mut Worker, Value) {
    move |worker, errand| {
        worker.say(&json!({"type": "answer", "id": errand["id"], "result": result}));
    }
}

#[track_caller]
fn check_refusal(called: &Called, what: &str) {
    assert!(called.is_error, "{}", called.text);
    assert!(called.text.contains(what), "{}", called.text);
    assert!(called.text.lines().any(|line| line.starts_with("hint: ")), "{}", called.text);
}

#[test]
fn an_errand_carries_the_arguments_and_brings_back_the_result() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let arguments = json!({"selector": "button", "include_styles": true, "tab_id": 5});
    let called = while_acting(
        &mut editor,
        &mut worker,
        "query_dom",
        &arguments,
        |worker, errand| {
            assert_eq!(errand["errand"], "query_dom");
            assert_eq!(errand["tabId"], 5);
            assert_eq!(errand["timeoutMs"], 10_000);
            assert_eq!(errand["arguments"]["selector"], "button");
            assert_eq!(errand["arguments"]["include_styles"], true);
            answer_with(json!({
                "url": PAGE, "title": "Cart", "matchCount": 1, "returnedCount": 1,
                "matches": [{"tag": "button", "text": "Pay", "visible": true, "attributes": {"id": "pay"},
                    "boundingBox": {"x": 1, "y": 2, "width": 3, "height": 4}, "styles": {"color": "red"}}],
            }))(worker, errand);
        },
    );
    assert!(!called.is_error, "{}", called.text);
    assert_eq!(called.structured["matches"][0]["styles"]["color"], "red");
    assert!(called.text.contains("<button id=\"pay\"> \"Pay\" visible"), "{}", called.text);

    let info = json!({
        "url": PAGE, "title": "Cart", "viewport": {"width": 800, "height": 600},
        "scroll": {"x": 0, "y": 0}, "documentHeight": 900, "headings": ["Cart"], "links": 2,
        "images": 0, "interactiveElements": 1, "forms": [{"id": "f", "action": "/pay", "fields": ["card"]}],
    });
    let called =
        while_acting(&mut editor, &mut worker, "get_page_info", &json!({}), |worker, errand| {
            assert_eq!(errand["tabId"], Value::Null);
            answer_with(info.clone())(worker, errand);
        });
    assert_eq!(called.structured, info);

    let audit = json!({
        "url": PAGE, "summary": {"violations": 1, "passes": 3, "incomplete": 0, "inapplicable": 9},
        "violations": [{"id": "label", "impact": "critical", "description": "d", "helpUrl": "https://x",
            "wcag": ["wcag412"], "nodeCount": 1,
            "nodes": [{"selector": "#a", "html": "<input>", "failureSummary": "Fix"}]}],
    });
    let called = while_acting(
        &mut editor,
        &mut worker,
        "run_accessibility_audit",
        &json!({}),
        |worker, errand| {
            assert_eq!(errand["timeoutMs"], 30_000);
            answer_with(audit.clone())(worker, errand);
        },
    );
    assert_eq!(called.structured, audit);
    assert!(called.text.contains("[critical] label"), "{}", called.text);
}

#[test]
fn an_audit_of_a_moment_ago_is_answered_again_unless_asked_otherwise() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let audit =
        |id: &str| json!({"url": PAGE, "summary": {}, "violations": [{"id": id, "nodes": []}]});
    let tool = "run_accessibility_audit";
    let first = while_acting(
        &mut editor,
        &mut worker,
        tool,
        &json!({"tags": ["b", "a"]}),
        answer_with(audit("first")),
    );
    let again = editor.call(tool, &json!({"tags": ["a", "b"]}));
    assert_eq!(again.structured["violations"], first.structured["violations"]);
    assert_eq!(again.structured["cached"], true);
    let others =
        [json!({"force_refresh": true, "tags": ["a", "b"]}), json!({}), json!({"scope": "main"})];
    for arguments in others {
        let fresh =
            while_acting(&mut editor, &mut worker, tool, &arguments, answer_with(audit("fresh")));
        assert_eq!(fresh.structured["violations"][0]["id"], "fresh", "{arguments}");
    }
    // The tab shows another page.
    worker.show(5, "http://localhost:3000/other");
    worker.batch(1, "/logs", &json!({"entries": []}));
    let fresh =
        while_acting(&mut editor, &mut worker, tool, &json!({}), answer_with(audit("other")));
    assert_eq!(fresh.structured["violations"][0]["id"], "other");
}

#[test]
fn a_refusal_of_the_browser_reaches_the_model() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    for (tool, arguments) in asking() {
        let called = while_acting(&mut editor, &mut worker, tool, &arguments, |worker, errand| {
            let refused =
                json!({"what": format!("tab 7 is gone {SECRET}"), "hint": "call `get_status`"});
            worker.say(&json!({"type": "answer", "id": errand["id"], "refused": refused}));
        });
        check_refusal(&called, "tab 7 is gone");
        assert!(called.text.contains("hint: call `get_status`"), "{}", called.text);
        assert!(!called.whole.to_string().contains(SECRET), "{}", called.text);
    }
}

/// Every part of every answer says `say`.
fn results(say: &str) -> [Value; 3] {
    [
        json!({"url": say, "title": say, "matchCount": 1, "matches": [{"tag": "p", "text": say,
            "attributes": {"data-x": say, (say): 1}, "styles": {"a": say}, "properties": {"value": say},
            "children": [{"tag": "b", "text": say, "attributes": {"href": say}}]}]}),
        json!({"url": say, "title": say, "headings": [say, {"text": say}],
            "forms": [{"id": say, "action": say, "fields": [say, {"name": say}]}]}),
        json!({"url": say, "summary": {"x": say}, "passes": [say], "violations": [{"id": say,
            "impact": say, "description": say, "helpUrl": say, "wcag": [say],
            "nodes": [{"selector": say, "html": say, "failureSummary": say}]}]}),
    ]
}

#[test]
fn secrets_of_the_page_are_masked() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    // Also where a text is cut: half of a secret may not be seen either.
    let half = &SECRET[..SECRET.len() / 2];
    for words in [0, 1, 10, 20, 25, 50, 85, 90, 135, 140] {
        let say = format!("{}{SECRET} and on", "a ".repeat(words));
        for ((tool, arguments), result) in asking().into_iter().zip(results(&say)) {
            let called =
                while_acting(&mut editor, &mut worker, tool, &arguments, answer_with(result));
            assert!(!called.is_error, "{}", called.text);
            assert!(!called.whole.to_string().contains(half), "{tool}: {}", called.whole);
            let called =
                while_acting(&mut editor, &mut worker, tool, &arguments, |worker, errand| {
                    let refused = json!({"what": say, "hint": say});
                    worker.say(&json!({"type": "answer", "id": errand["id"], "refused": refused}));
                });
            assert!(!called.whole.to_string().contains(half), "{tool}: {}", called.text);
        }
        // What a browser tells of its tabs is masked too.
        worker.say(&json!({"type": "status", "paused": false, "settings": {"logLevel": say},
            "tabs": [{"id": 1, "url": say, "title": say, "active": true, "captured": true}]}));
        worker.batch(1, "/logs", &json!({"entries": []}));
        for tool in ["get_status", "configure_capture"] {
            let called = editor.call(tool, &json!({}));
            assert!(!called.whole.to_string().contains(half), "{tool}: {}", called.whole);
        }
    }
}

#[test]
fn without_a_browser_a_tool_says_so_at_once() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    for (tool, arguments) in asking() {
        check_refusal(&editor.call(tool, &arguments), "no browser");
    }
    check_refusal(&editor.call("query_dom", &json!({})), "selector");
    check_refusal(&editor.call("query_dom", &json!({"selector": " "})), "selector");
    check_refusal(
        &editor.call("query_dom", &json!({"selector": "a", "max_depth": 6})),
        "max_depth",
    );
}

#[test]
fn a_browser_that_does_not_answer_is_not_waited_for_longer_than_said() {
    // The response that comes in time has two and a half seconds, however busy the machine is.
    let (_server, mut editor, mut worker) = all_three(&["--hurry", "4"]);
    for (tool, arguments) in asking() {
        let called = while_acting(&mut editor, &mut worker, tool, &arguments, |worker, _| {
            worker.say(&json!({"type": "pong"}));
        });
        check_refusal(&called, "did not answer");
    }
    // The late answer is for nobody, and the next one is heard.
    let called =
        while_acting(&mut editor, &mut worker, "get_page_info", &json!({}), |worker, errand| {
            for id in [0, 1, 2, 3, 4, 5, 6] {
                if errand["id"] != id {
                    worker.say(&json!({"type": "answer", "id": id, "result": {"title": "late"}}));
                }
            }
            answer_with(json!({"title": "in time"}))(worker, errand);
        });
    assert_eq!(called.structured["title"], "in time");
}

#[test]
fn a_slow_machine_can_be_given_its_time() {
    let (_server, mut editor, mut worker) = all_three(&["--command-seconds", "600"]);
    for (tool, arguments) in asking() {
        while_acting(&mut editor, &mut worker, tool, &arguments, |worker, errand| {
            assert_eq!(errand["timeoutMs"], 600_000, "{tool}");
            answer_with(json!({}))(worker, errand);
        });
    }
}

#[test]
fn a_browser_that_goes_away_ends_the_waiting() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let id = editor.begin("tools/call", &json!({"name": "get_page_info", "arguments": {}}));
    worker.hear("errand");
    drop(worker);
    check_refusal(&Called::of(&editor.answer_to(id)), "went away");
}

#[test]
fn an_answer_that_cannot_be_used_is_refused() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let cases = [
        (json!({"title": "x".repeat(1_100_000)}), "larger than"),
        (json!("a text"), "cannot be read"),
        (json!([1]), "cannot be read"),
        (Value::Null, "cannot be read"),
        (json!({"links": "many"}), "cannot be read"),
    ];
    for (result, what) in cases {
        let called = while_acting(
            &mut editor,
            &mut worker,
            "get_page_info",
            &json!({}),
            answer_with(result),
        );
        check_refusal(&called, what);
    }
}

#[test]
fn a_large_answer_is_shortened_for_the_model() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let element = json!({"tag": "li", "text": "x".repeat(400), "visible": true, "attributes": {}});
    let elements = vec![element; 50];
    let result = json!({"url": PAGE, "title": "t", "matchCount": 900, "matches": elements});
    let arguments = json!({"selector": "li"});
    let called =
        while_acting(&mut editor, &mut worker, "query_dom", &arguments, answer_with(result));
    assert!(called.text.len() < 8 * 1024, "{}", called.text.len());
    let shown = called.structured["matches"].as_array().map(Vec::len).expect("a list");
    assert_eq!(called.structured["truncated"]["shown"], shown);
    assert!(called.text.contains("more not shown"), "{}", called.text);
}

#[test]
fn no_more_than_five_calls_wait_at_once() {
    let (_server, mut editor, mut worker) = all_three(&[]);
    let call = json!({"name": "get_page_info", "arguments": {}});
    let waiting: Vec<u64> = (0..5).map(|_| editor.begin("tools/call", &call)).collect();
    let errands: Vec<Value> = (0..5).map(|_| worker.hear("errand")).collect();
    check_refusal(&editor.call("get_page_info", &json!({})), "wait for the browser already");
    // What needs no browser is answered meanwhile.
    assert!(!editor.call("get_status", &json!({})).is_error);
    for errand in errands.into_iter().rev() {
        answer_with(json!({"title": errand["id"].to_string()}))(&mut worker, errand);
    }
    let mut answered: Vec<u64> = (0..5)
        .map(|_| {
            let message = editor.next_message().expect("an answer");
            assert!(!Called::of(&message).is_error, "{message}");
            message["id"].as_u64().expect("an id")
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, waiting);
}

#[test]
fn the_browser_that_shows_the_tab_is_asked() {
    let (server, mut editor, mut first) = all_three(&[]);
    let origin = "moz-extension://2";
    let mut second = Worker::try_open(server.port, &[("Origin", origin)]).expect("it opens");
    second.say(&hello("two", None));
    second.hear("welcome");
    second.show(9, "http://localhost:3000/nine");
    second.batch(1, "/logs", &json!({"entries": []}));
    let here = answer_with(json!({"title": "here"}));
    let called =
        while_acting(&mut editor, &mut first, "get_page_info", &json!({"tab_id": 5}), here);
    assert_eq!(called.structured["title"], "here");
    // Without a tab, the one that was active last.
    let there = answer_with(json!({"title": "there"}));
    let called = while_acting(&mut editor, &mut second, "get_page_info", &json!({}), there);
    assert_eq!(called.structured["title"], "there");
    assert_ne!(EXTENSION, origin);
}

#[test]
fn what_is_captured_can_be_set_and_reaches_every_browser() {
    let (server, mut editor, mut worker) = all_three(&[]);
    let called = editor.call("configure_capture", &json!({}));
    assert_eq!(called.structured["settings"], json!({}));
    let called = editor.call(
        "configure_capture",
        &json!({"log_level": "warn", "websocket": "lifecycle", "network_bodies": false, "paused": true}),
    );
    let set = json!({
        "logLevel": "warn", "networkBodyCaptureEnabled": false, "paused": true,
        "webSocketCaptureEnabled": true, "webSocketCaptureMode": "lifecycle",
    });
    assert_eq!(called.structured["settings"], set);
    assert_eq!(called.structured["told"], 1);
    assert_eq!(worker.hear("settings")["settings"], set);
    let origin = "moz-extension://2";
    let mut second = Worker::try_open(server.port, &[("Origin", origin)]).expect("it opens");
    second.say(&hello("two", None));
    assert_eq!(second.hear("welcome")["settings"], set);
    editor.call("configure_capture", &json!({"websocket": "off", "reset": true}));
    for worker in [&mut worker, &mut second] {
        assert_eq!(worker.hear("settings")["settings"], json!({"webSocketCaptureEnabled": false}));
    }
    server.feed("/clear", &json!({"preserve_config": true}));
    assert_eq!(
        editor.call("configure_capture", &json!({})).structured["settings"],
        json!({"webSocketCaptureEnabled": false})
    );
    server.feed("/clear", &json!({"preserve_config": false}));
    assert_eq!(worker.hear("settings")["settings"], json!({}));
    check_refusal(&editor.call("configure_capture", &json!({"log_level": "loud"})), "log_level");
    check_refusal(&editor.call("configure_capture", &json!({"websocket": true})), "websocket");
}
