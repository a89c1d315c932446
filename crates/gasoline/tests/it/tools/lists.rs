//! Tools that list what was captured: filters, cursors, times, why nothing is there, and what is too
//! large for an answer.

use crate::support::captured::{LISTS, fill, flood};
use crate::support::editor::Editor;
use crate::support::server::Server;
use serde_json::{Value, json};

#[test]
fn an_empty_answer_says_why() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let mut check = |reason: &str, arguments: &Value| {
        for (tool, list) in LISTS {
            let called = editor.call(tool, arguments);
            assert!(!called.is_error, "{tool}: {}", called.text);
            assert_eq!(called.structured[list], json!([]), "{tool}");
            assert_eq!(called.structured["empty"]["reason"], reason, "{tool}: {}", called.text);
            assert!(
                called.text.lines().any(|line| line.starts_with("hint: ")),
                "{tool}: {}",
                called.text
            );
        }
    };
    check("no_browser_connected", &json!({}));
    server.feed("/logs", &json!({"entries": []}));
    check("nothing_happened", &json!({}));
    fill(&server);
    check("filtered", &json!({"url": "http://nowhere/"}));
    check("filtered", &json!({"test_id": "no such test"}));
    server.feed("/clear", &json!({}));
    check("cleared", &json!({}));
}

#[test]
fn either_spelling_of_the_url_filter_is_taken() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    for (tool, _) in LISTS {
        let rows = editor.call(tool, &json!({"url": "localhost"})).structured;
        let alias = editor.call(tool, &json!({"url_filter": "localhost"}));
        assert!(!alias.is_error, "{tool}: {}", alias.text);
        assert_eq!(alias.structured["count"], rows["count"], "{tool}");
    }
    let logs = editor.call("get_browser_logs", &json!({"url_filter": "/other"}));
    assert_eq!(logs.structured["count"], 1, "{}", logs.text);
}

#[test]
fn filters_narrow_what_is_listed() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    let mut count =
        |tool: &str, arguments: &Value| editor.call(tool, arguments).structured["count"].clone();
    assert_eq!(count("get_browser_logs", &json!({})), 3);
    assert_eq!(count("get_browser_logs", &json!({"level": "warn"})), 2, "and louder");
    assert_eq!(count("get_browser_logs", &json!({"tab_id": 2})), 1);
    assert_eq!(count("get_browser_logs", &json!({"test_id": "t1"})), 1);
    assert_eq!(count("get_browser_logs", &json!({"limit": 2})), 2);
    assert_eq!(count("get_network_bodies", &json!({"status_min": 400})), 1);
    assert_eq!(count("get_network_bodies", &json!({"method": "get"})), 1);
    assert_eq!(count("get_websocket_events", &json!({"direction": "incoming"})), 1);
    assert_eq!(count("get_websocket_events", &json!({"connection_id": "other"})), 0);
    assert_eq!(count("get_enhanced_actions", &json!({"last_n": 1})), 1);
}

#[test]
fn a_cursor_shows_only_what_is_new_and_tells_what_was_missed() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    for (tool, path, event) in [
        ("get_browser_logs", "/logs", json!({"entries": [{"level": "log", "message": "later"}]})),
        (
            "get_network_bodies",
            "/network-bodies",
            json!({"bodies": [{"method": "GET", "url": "/later", "status": 200}]}),
        ),
        (
            "get_websocket_events",
            "/websocket-events",
            json!({"events": [{"event": "message", "id": "w1", "data": "later"}]}),
        ),
        (
            "get_enhanced_actions",
            "/enhanced-actions",
            json!({"actions": [{"type": "click", "url": "/later"}]}),
        ),
        (
            "get_session_timeline",
            "/enhanced-actions",
            json!({"actions": [{"type": "click", "url": "/later"}]}),
        ),
        (
            "get_browser_errors",
            "/logs",
            json!({"entries": [{"level": "error", "message": "later"}]}),
        ),
    ] {
        let cursor = editor.call(tool, &json!({})).structured["cursor"].clone();
        assert!(cursor.as_str().is_some_and(|text| text.starts_with('c')), "{tool}: {cursor}");
        assert_eq!(editor.call(tool, &json!({"since": cursor})).structured["count"], 0, "{tool}");
        server.feed(path, &event);
        let called = editor.call(tool, &json!({"since": cursor}));
        assert_eq!(called.structured["count"], 1, "{tool}: {}", called.text);
        assert!(called.text.contains("later"), "{tool}: {}", called.text);
        assert!(called.text.contains("cursor: c"), "{tool}: {}", called.text);
    }
    flood(&server);
    let called = editor.call("get_network_bodies", &json!({"since": "c0"}));
    assert!(
        called.structured["missed"]["count"].as_u64() >= Some(50),
        "{}",
        called.structured["missed"]
    );
    assert!(called.text.contains("forgotten before this call"), "{}", called.text);
}

#[test]
fn a_time_is_compared_with_the_events_own() {
    let server = Server::start();
    server.feed(
        "/logs",
        &json!({"entries": [
            {"level": "log", "message": "old", "timestamp": "2026-01-01T00:00:00.000Z"},
            {"level": "log", "message": "new", "timestamp": "2026-01-01T00:00:01.000Z"},
        ]}),
    );
    let mut editor = Editor::join(server.port);
    for since in
        [json!("2026-01-01T00:00:00Z"), json!(1_767_225_600_000_u64), json!("1767225600000")]
    {
        let called = editor.call("get_browser_logs", &json!({"since": since}));
        assert_eq!(called.structured["count"], 1, "{since}: {}", called.text);
        assert_eq!(called.structured["entries"][0]["message"], "new");
    }
}

#[test]
fn clearing_takes_the_logs_or_everything() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    fill(&server);
    let called = editor.call("clear_browser_logs", &json!({"test_id": "t1"}));
    assert_eq!(called.structured["entries_removed"], 1);
    let called = editor.call("clear_browser_logs", &json!({}));
    assert_eq!(
        (&called.structured["cleared"], &called.structured["entries_removed"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(server.read("/logs")["count"], 0);
    assert_eq!(server.read("/network-bodies")["count"], 2);
    editor.call("clear_browser_logs", &json!({"all": true}));
    assert_eq!(server.read("/network-bodies")["count"], 0);
}

#[test]
fn what_is_too_large_for_an_answer_is_a_resource() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    let templates = editor.request("resources/templates/list", &json!({}));
    let templates = templates["result"]["resourceTemplates"].as_array().expect("a list").clone();
    let uris: Vec<&str> =
        templates.iter().map(|all| all["uriTemplate"].as_str().expect("a uri")).collect();
    for kind in ["network", "log", "websocket", "screenshot"] {
        assert!(
            uris.iter().any(|uri| uri.starts_with(&format!("gasoline://{kind}/"))),
            "{kind}: {uris:?}"
        );
    }

    let called = editor.call("get_network_bodies", &json!({"url": "items"}));
    let body = called.structured["bodies"][0]["responseBody"].as_str().expect("a body");
    assert!(body.len() < 1000, "cut in the list");
    let link = called.whole["content"][1].clone();
    assert_eq!(link["type"], "resource_link", "{link}");
    assert_eq!(link["uri"], called.structured["bodies"][0]["resource"]);
    let read =
        |editor: &mut Editor, uri: &Value| editor.request("resources/read", &json!({"uri": uri}));
    let whole = read(&mut editor, &link["uri"])["result"]["contents"][0].clone();
    assert_eq!(whole["mimeType"], "application/json");
    let event: Value = serde_json::from_str(whole["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(event["responseBody"].as_str().map(str::len), Some(5000));
    let full = editor.call("get_network_bodies", &json!({"url": "items", "full": true}));
    assert_eq!(full.structured["bodies"][0]["responseBody"].as_str().map(str::len), Some(5000));

    let log =
        editor.call("get_browser_logs", &json!({})).structured["entries"][0]["resource"].clone();
    assert!(read(&mut editor, &log)["result"]["contents"][0]["text"].is_string());
    let socket =
        editor.call("get_websocket_events", &json!({})).structured["events"][0]["resource"].clone();
    assert!(read(&mut editor, &socket)["result"]["contents"][0]["text"].is_string());

    let listed = editor.request("resources/list", &json!({}))["result"]["resources"].clone();
    assert_eq!(listed[0]["uri"], "gasoline://screenshot/1", "{listed}");
    let picture = read(&mut editor, &listed[0]["uri"])["result"]["contents"][0].clone();
    assert_eq!(picture["mimeType"], "image/png");
    assert!(picture["blob"].as_str().is_some_and(|blob| blob.starts_with("iVBORw0KGgo")), "a PNG");

    for uri in [
        "gasoline://network/999999",
        "gasoline://network/x",
        "gasoline://network/",
        "gasoline://",
        "file:///etc/passwd",
        "gasoline://screenshot/../1",
        "gasoline://log/1",
        "http://localhost/",
        "",
    ] {
        let answer = read(&mut editor, &json!(uri));
        let is_another_kind = uri == "gasoline://log/1";
        assert!(answer.get("error").is_some() || is_another_kind, "{uri}: {answer}");
    }
}
