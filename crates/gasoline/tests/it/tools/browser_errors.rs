//! `get_browser_errors` at the door: one call says what broke and what led to it.

use crate::support::editor::{Editor, HttpEditor};
use crate::support::picture;
use crate::support::server::Server;
use serde_json::{Value, json};

#[test]
fn the_first_call_says_what_broke_and_what_led_to_it() {
    let server = Server::start();
    let at = |ms: u64| 1_790_000_000_000 + ms;
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "click", "timestamp": at(0), "selectors": {"role": {"role": "button", "name": "Pay"}}},
    ]}));
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost/api/pay", "status": 500, "timestamp": at(80),
         "requestBody": "{\"total\":3}", "responseBody": "{\"error\":\"no card\"}"},
    ]}));
    let error = json!({"level": "error", "message": "cannot pay", "source": "exception", "timestamp": at(100),
                       "stack": "Error: cannot pay\n    at pay (http://localhost/app.js:10:5)"});
    // A client of another make tells of the same failed request in its own words.
    let echo = json!({"level": "error", "source": "network", "message": "POST http://localhost/api/pay 500",
                      "url": "http://localhost/api/pay", "timestamp": at(90), "method": "POST"});
    server.feed("/logs", &json!({"entries": [error, error, error, echo]}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_browser_errors", &json!({}));
    let first = &called.structured["errors"][0];
    assert_eq!((&first["message"], &first["count"]), (&json!("cannot pay"), &json!(3)));
    assert_eq!(first["action_before"]["ms_before"], 100);
    assert_eq!(first["cause"][0]["responseBody"], "{\"error\":\"no card\"}");
    assert_eq!(first["cause"][0]["sure"], "likely");
    for word in ["cannot pay", "×3", "app.js:10:5", "Pay", "no card", "500"] {
        assert!(called.text.contains(word), "{word} is not in: {}", called.text);
    }
}

#[test]
fn one_error_is_told_in_full_and_another_on_request() {
    let server = Server::start();
    let at = |ms: u64| 1_790_000_000_000 + ms;
    let thrown = |message: &str, ms: u64, more: Value| {
        let mut entry = json!({"level": "error", "message": message, "source": "exception", "timestamp": at(ms),
               "stack": format!("Error: {message}\n    at f (http://localhost/app.js:10:5)")});
        entry.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        entry
    };
    let components = json!({"_aiContext": {
        "componentAncestry": {"framework": "react", "components": [{"name": "App"}, {"name": "Cart", "propKeys": ["lines"]}]},
        "stateSnapshot": {"source": "redux", "keys": {}, "relevantSlice": {"cart.token": "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "cart.error": "none"}},
    }});
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost/api/pay", "status": 402, "timestamp": at(0), "duration": 5,
         "requestBody": "{\"card\":1}", "responseBody": "{\"error\":\"card was declined\"}"},
        {"method": "GET", "url": "http://localhost/api/ads", "status": 500, "timestamp": at(60_000)},
    ]}));
    let cursor =
        HttpEditor::join(server.port).call("get_browser_errors", &json!({})).structured["cursor"]
            .clone();
    server.feed(
        "/logs",
        &json!({"entries": [
            thrown("card was declined", 9, components),
            thrown("late and alone", 90_000, json!({"id": "e2"})),
        ]}),
    );
    let picture = picture::data_url(&picture::white(20, 10));
    let shot =
        json!({"dataUrl": picture, "url": "http://localhost", "trigger": "error", "errorId": "e2"});
    server.feed("/screenshots", &shot);
    let mut editor = Editor::join(server.port);

    let brief = editor.call("get_browser_errors", &json!({}));
    let errors = &brief.structured["errors"];
    assert_eq!(errors[0]["message"], "late and alone");
    assert!(errors[0]["stack"].is_string() && errors[1]["stack"].is_null(), "{errors}");
    assert!(
        errors[0]["_aiContext"]["summary"]
            .as_str()
            .is_some_and(|text| text.contains("late and alone"))
    );
    let shown = errors[0]["screenshot"].as_str().expect("the picture of this error");
    assert!(brief.text.contains(&format!("gasoline://screenshot/{shown}")), "{}", brief.text);
    let line = brief.text.lines().find(|line| line.contains("card was declined")).expect("a line");
    let id = errors[1]["last_seq"].as_str().expect("an id");
    assert!(line.contains(id), "{line}");
    // It led to the other error, so here it is one of those that explain nothing.
    let (_, failed) = brief.text.split_once("failed requests:").expect("a list");
    assert!(failed.contains("/api/pay → 402"), "{}", brief.text);

    // What led to it was there before the cursor, and is told all the same.
    let full = editor.call("get_browser_errors", &json!({"detail": id, "since": cursor}));
    let error = &full.structured["errors"][0];
    assert_eq!(full.structured["count"], 1);
    assert_eq!(error["cause"][0]["sure"], "certain", "{error}");
    assert_eq!(error["cause"][0]["requestBody"], "{\"card\":1}");
    assert_eq!(error["_aiContext"]["componentAncestry"]["components"][1]["name"], "Cart");
    for word in [
        "App > Cart",
        "props: lines",
        "cart.error=\"none\"",
        "POST http://localhost/api/pay → 402",
        "card was declined",
    ] {
        assert!(full.text.contains(word), "{word} is not in: {}", full.text);
    }
    for text in [&full.text, &full.structured.to_string()] {
        assert!(!text.contains("4eC39HqLyjWDarjtT1zdp7dc"), "{text}");
    }

    let all = editor.call("get_browser_errors", &json!({"detail": "all"}));
    assert!(
        all.structured["errors"][1]["cause"].is_array()
            && all.structured["errors"][0]["stack"].is_string()
    );
    let none = editor.call("get_browser_errors", &json!({"detail": "none"}));
    assert!(none.structured["errors"][0]["stack"].is_null(), "{}", none.text);
    for (detail, word) in [("everything", "`everything`"), ("c999999", "`c999999`")] {
        let refused = editor.call("get_browser_errors", &json!({"detail": detail}));
        assert!(
            refused.is_error && refused.text.contains(word) && refused.text.contains("hint: "),
            "{}",
            refused.text
        );
    }
}

#[test]
fn an_error_is_found_by_the_id_of_any_time_it_was_seen() {
    let server = Server::start();
    for page in ["http://localhost/cart", "http://localhost/pay"] {
        let entry = json!({"level": "error", "message": "TypeError: no total", "url": page});
        server.feed("/logs", &json!({"entries": [entry]}));
    }
    let mut editor = Editor::join(server.port);
    for id in ["c1", "c2"] {
        let full = editor.call("get_browser_errors", &json!({"detail": id}));
        assert_eq!(full.structured["errors"][0]["count"], 2, "{id}: {}", full.text);
    }
    let refused = editor.call("get_browser_errors", &json!({"detail": "c3"}));
    assert!(refused.is_error, "{}", refused.text);
}
