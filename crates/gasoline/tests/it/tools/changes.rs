//! What is new to whom, and what is only noise.

use crate::support::editor::Editor;
use crate::support::server::Server;
use serde_json::{Value, json};

#[test]
fn noise_is_marked_and_ranked_down_and_never_hidden() {
    let server = Server::start();
    for _ in 0..3 {
        server.feed(
            "/logs",
            &json!({"entries": [{"level": "error", "message": "widget 7 is loud"}]}),
        );
    }
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "cannot pay"}]}));
    let mut editor = Editor::join(server.port);
    let errors = |editor: &mut Editor| {
        let called = editor.call("get_browser_errors", &json!({}));
        let errors = called.structured["errors"].clone();
        assert_eq!(errors.as_array().map(Vec::len), Some(2), "never hidden: {errors}");
        let noisy = errors
            .as_array()
            .expect("a list")
            .iter()
            .position(|error| error.get("noise").is_some());
        (noisy, called)
    };
    assert_eq!(errors(&mut editor).0, None);
    let added = editor.call("configure_noise", &json!({"action": "add", "rules": [
        {"category": "console", "matchSpec": {"messageRegex": "^widget \\d"}, "reason": "known"},
    ]}));
    let id = added.structured["ids"][0].clone();
    assert_eq!(added.structured["rulesAdded"], 1);
    let (noisy, called) = errors(&mut editor);
    assert_eq!(noisy, Some(1), "marked and last");
    assert!(called.text.contains("[noise: "), "{}", called.text);
    let listed = editor.call("configure_noise", &json!({"action": "list"}));
    let rules = listed.structured["rules"].as_array().expect("a list");
    assert!(rules.iter().any(|rule| rule["id"] == id));
    assert!(
        rules.iter().any(|rule| rule["id"].as_str().is_some_and(|id| id.starts_with("builtin_")))
    );
    editor.call("configure_noise", &json!({"action": "remove", "rule_id": id}));
    assert_eq!(errors(&mut editor).0, None);

    editor.call(
        "configure_noise",
        &json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"messageRegex": "widget"}},
        ]}),
    );
    assert_eq!(errors(&mut editor).0, Some(1));
    let reset = editor.call("configure_noise", &json!({"action": "reset"}));
    assert_eq!(reset.structured["removed"], 1);
    assert_eq!(errors(&mut editor).0, None);

    editor.call(
        "configure_noise",
        &json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"messageRegex": "widget"}},
        ]}),
    );
    server.feed("/clear", &json!({"test_id": "nobody", "preserve_config": true}));
    assert_eq!(errors(&mut editor).0, Some(1), "settings are kept");
    server.feed("/clear", &json!({"test_id": "nobody", "preserve_config": false}));
    assert_eq!(errors(&mut editor).0, None, "settings are forgotten");
}

#[test]
fn built_in_noise_is_known_and_a_401_never_is() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "boom", "source": "exception", "filename": "chrome-extension://abc/x.js"},
        {"level": "error", "message": "app broke", "source": "exception", "filename": "http://localhost/a.js"},
    ]}));
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            {"method": "GET", "url": "http://localhost/favicon.ico", "status": 404},
            {"method": "GET", "url": "http://localhost/favicon.ico?x", "status": 401},
        ]}),
    );
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_browser_errors", &json!({})).structured;
    assert_eq!(called["errors"][0]["message"], "app broke", "{called}");
    assert!(called["errors"][1]["noise"].is_string(), "{called}");
    let failures = called["network_failures"].as_array().expect("a list");
    assert_eq!((&failures[0]["status"], failures[0].get("noise")), (&json!(401), None), "{called}");
    assert!(failures[1]["noise"].is_string(), "{called}");
}

#[test]
fn each_client_has_its_own_place_in_what_changes() {
    let server = Server::start();
    let (mut one, mut two) = (Editor::join(server.port), Editor::join(server.port));
    let say = |text: &str| {
        server.feed("/logs", &json!({"entries": [{"level": "error", "message": text}]}));
    };
    let new = |editor: &mut Editor, arguments: &Value| {
        let called = editor.call("get_changes_since", arguments);
        assert!(!called.is_error, "{}", called.text);
        called.structured["console"]["total_new"].clone()
    };
    say("first");
    assert_eq!(new(&mut one, &json!({})), 1);
    assert_eq!(new(&mut one, &json!({})), 0);
    say("second");
    assert_eq!(new(&mut two, &json!({})), 2, "its first look sees all");
    assert_eq!(new(&mut one, &json!({})), 1);
    say("third");
    assert_eq!(new(&mut one, &json!({"save_as": "before deploy"})), 1);
    say("fourth");
    for _ in 0..2 {
        assert_eq!(
            new(&mut two, &json!({"checkpoint": "before deploy"})),
            1,
            "it stays where it is"
        );
    }
    assert_eq!(new(&mut two, &json!({})), 2, "and moves nobody's own");
    assert_eq!(new(&mut one, &json!({"checkpoint": "c1"})), 3);
    assert_eq!(new(&mut one, &json!({"checkpoint": "2000-01-01T00:00:00Z"})), 4);
    let called =
        one.call("get_changes_since", &json!({"checkpoint": "c0", "include": ["network"]}));
    assert!(called.structured.get("console").is_none() && called.structured["network"].is_object());
    assert_eq!(called.structured["severity"], "error", "{}", called.structured);
}

#[test]
fn changes_name_what_began_to_fail() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let body = |status: u16, duration: u32| {
        server.feed("/network-bodies", &json!({"bodies": [
            {"method": "GET", "url": "http://localhost/api/items", "status": status, "duration": duration},
        ]}));
    };
    body(200, 10);
    editor.call("get_changes_since", &json!({}));
    body(500, 10);
    let called = editor.call("get_changes_since", &json!({}));
    let failure = &called.structured["network"]["failures"][0];
    assert_eq!(
        (&failure["status"], &failure["previous_status"]),
        (&json!(500), &json!(200)),
        "{}",
        called.text
    );
    assert!(called.text.contains("failing"), "{}", called.text);
    let quiet = editor.call("get_changes_since", &json!({}));
    assert_eq!(quiet.structured["severity"], "clean", "{}", quiet.text);
}
