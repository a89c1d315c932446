//! Errors that were recorded are expected again, those and no others.

use crate::support::{Asked, generate};
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: i64 = 1_767_323_045_000;

/// The expressions of a test that was recorded with these errors, requests and sockets.
fn known(logs: &[Value], requests: &[Value], sockets: &[Value]) -> Vec<String> {
    let session = json!({
        "enhanced_actions": [
            {"type": "navigate", "timestamp": START, "url": format!("{SHOP}/"), "toUrl": format!("{SHOP}/")},
        ],
        "logs": logs, "network_bodies": requests, "websocket_events": sockets,
    });
    let asked = Asked {
        tool: "generate_test".to_owned(),
        base_url: Some("http://127.0.0.1:4000".to_owned()),
        ..Asked::default()
    };
    expressions(&session, &asked)
}

fn expressions(session: &Value, asked: &Asked) -> Vec<String> {
    let script = generate(session, asked).script;
    let list = script.split("const knownErrors = [\n").nth(1).unwrap_or_default();
    let list = list.split("  ];").next().unwrap_or_default();
    list.lines().map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
}

fn logged(message: &str) -> Value {
    json!({"level": "error", "source": "console", "message": message, "args": [message],
           "timestamp": START + 100, "url": format!("{SHOP}/")})
}

fn refused(url: &str, initiator: &str) -> Value {
    json!({"method": "GET", "url": url, "status": 0, "error": "network", "initiator": initiator,
           "timestamp": START + 100, "duration": 5})
}

#[test]
fn a_message_is_known_whole() {
    assert_eq!(known(&[logged("Error")], &[], &[]), ["/^Error$/"]);
    let both =
        [logged("GET http://localhost:3000/a failed"), logged("took 12 ms"), logged("took 13 ms")];
    assert_eq!(
        known(&both, &[], &[]),
        ["/^GET http:\\/\\/127\\.0\\.0\\.1:4000\\/a failed$/", "/^took \\d+ ms$/"]
    );
}

#[test]
fn numbers_alone_are_known_one_by_one() {
    assert_eq!(known(&[logged("1"), logged("2"), logged("1")], &[], &[]), ["/^1$/", "/^2$/"]);
}

#[test]
fn of_the_last_actions_alone_what_went_wrong_before_is_known_too() {
    let click = |ms: i64| {
        json!({"type": "click", "timestamp": START + ms, "url": format!("{SHOP}/list"),
                                 "selectors": {"role": {"role": "button", "name": "More"}, "cssPath": "button"}})
    };
    let session = json!({
        "enhanced_actions": [
            {"type": "navigate", "timestamp": START, "url": format!("{SHOP}/list"), "toUrl": format!("{SHOP}/list")},
            click(3_000),
            click(9_000),
        ],
        "logs": [logged("Warning: Each child in a list should have a key")],
        "network_bodies": [refused("https://api.example/rates", "fetch")],
    });
    let asked =
        Asked { tool: "generate_test".to_owned(), last_n_actions: Some(1), ..Asked::default() };
    assert_eq!(
        expressions(&session, &asked),
        [
            "/^Warning: Each child in a list should have a key$/",
            "/^Access to fetch at '.*https:\\/\\/api\\.example\\/rates'/",
        ]
    );
    let mut mended = session;
    mended["enhanced_actions"][1] = json!({
        "type": "navigate", "timestamp": START + 5_000, "navigation": "reload",
        "url": format!("{SHOP}/list"), "toUrl": format!("{SHOP}/list"),
    });
    assert!(expressions(&mended, &asked).is_empty(), "it was loaded again without them");
}

#[test]
fn a_refused_request_excuses_no_other() {
    let requests = [
        refused("https://api.example/rates?day=1", "fetch"),
        refused("https://api.example/rates?day=2", "fetch"),
        refused("http://localhost:3000/u/550e8400-e29b-41d4-a716-446655440000", "xhr"),
    ];
    assert_eq!(
        known(&[], &requests, &[]),
        [
            "/^Access to fetch at '.*https:\\/\\/api\\.example\\/rates\\?.*'/",
            "/^Access to XMLHttpRequest at '.*http:\\/\\/127\\.0\\.0\\.1:4000\\/u\\/[^/?#]+'/",
        ]
    );
}

#[test]
fn a_broken_socket_excuses_no_other() {
    let event = |kind: &str, id: &str, url: Option<&str>| json!({"event": kind, "id": id, "url": url, "timestamp": START + 100});
    let sockets = [
        event("connecting", "a", Some("ws://localhost:3000/live?token=x")),
        event("connecting", "b", Some("wss://feed.example/prices")),
        event("error", "a", None),
        event("close", "a", None),
    ];
    assert_eq!(
        known(&[], &[], &sockets),
        ["/^WebSocket connection to 'ws:\\/\\/127\\.0\\.0\\.1:4000\\/live\\?.*'/"]
    );
}
