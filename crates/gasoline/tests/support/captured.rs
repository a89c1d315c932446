//! Events as a browser would have sent them: a little of everything, and more than the buffers hold.

use serde_json::{Value, json};

use super::picture;
use super::server::Server;

/// Tools that list what was captured, and the list's name.
pub(crate) const LISTS: [(&str, &str); 7] = [
    ("get_browser_errors", "errors"),
    ("get_browser_logs", "entries"),
    ("get_network_bodies", "bodies"),
    ("get_websocket_events", "events"),
    ("get_websocket_status", "connections"),
    ("get_enhanced_actions", "actions"),
    ("get_session_timeline", "timeline"),
];

/// A little of everything.
pub(crate) fn fill(server: &Server) {
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "x is undefined", "source": "exception", "url": "http://localhost/shop",
         "stack": "TypeError: x is undefined\n    at pay (http://localhost/app.js:10:5)", "tabId": 1},
        {"level": "warn", "message": "slow", "url": "http://localhost/shop", "tabId": 2},
        {"level": "info", "message": "hello", "url": "http://localhost/other", "test_id": "t1"},
    ]}));
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost/api/pay", "status": 500, "requestBody": "{\"a\":1}",
         "responseBody": "{\"error\":\"no\"}", "duration": 20},
        {"method": "GET", "url": "http://localhost/api/items", "status": 200, "responseBody": "z".repeat(5000)},
    ]}));
    server.feed("/websocket-events", &json!({"events": [
        {"event": "open", "id": "w1", "url": "ws://localhost/live"},
        {"event": "message", "id": "w1", "url": "ws://localhost/live", "direction": "incoming", "data": "{\"k\":1}"},
    ]}));
    server.feed(
        "/enhanced-actions",
        &json!({"actions": [
            {"type": "click", "url": "http://localhost/shop", "selectors": {"text": "Pay"}},
        ]}),
    );
    let picture = picture::data_url(&picture::white(20, 10));
    server.feed("/screenshots", &json!({"dataUrl": picture, "url": "http://localhost/shop"}));
}

/// More than the buffers hold, of events as large as they may be.
pub(crate) fn flood(server: &Server) {
    for round in 0..22 {
        let entries: Vec<Value> = (0..50)
            .map(|number| json!({
                "level": "error", "message": format!("{} {round} {number} {}", "é".repeat(300), "word ".repeat(60)),
                "stack": "Error\n".to_owned() + &"    at f (http://localhost/a.js:1:2)\n".repeat(20),
                "source": format!("s{number}"), "url": format!("http://localhost/{}", "p".repeat(200)),
            }))
            .collect();
        server.feed("/logs", &json!({"entries": entries}));
    }
    for _ in 0..3 {
        let bodies: Vec<Value> = (0..50)
            .map(|number| json!({
                "method": "POST", "url": format!("http://localhost/api/{number}/{}", "q".repeat(300)), "status": 500,
                "requestBody": "r ".repeat(4000), "responseBody": "s ".repeat(8000),
            }))
            .collect();
        server.feed("/network-bodies", &json!({"bodies": bodies}));
    }
    for round in 0..11 {
        let events: Vec<Value> = (0..50)
            .map(|number| json!({
                "event": "message", "id": format!("w{}", number % 25), "url": format!("ws://localhost/{}", "u".repeat(300)),
                "direction": "incoming", "data": format!("{{\"k{round}\":\"{}\"}}", "d ".repeat(2000)),
            }))
            .collect();
        server.feed("/websocket-events", &json!({"events": events}));
    }
    let actions: Vec<Value> = (0..60)
        .map(|number| json!({
            "type": "input", "url": format!("http://localhost/{}", "p".repeat(200)), "value": "v ".repeat(300),
            "selectors": {"text": "t ".repeat(200), "cssPath": format!("div:nth-child({number})")},
        }))
        .collect();
    server.feed("/enhanced-actions", &json!({"actions": actions}));
}
