//! Data of scripts, as an editor asks for it: what is created again, what is mocked, and whose it is.

use crate::support::editor::Editor;
use crate::support::server::Server;
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: u64 = 1_790_000_000_000;
const CREATE: &str = "mutation CreateCart($input: CartInput!) { createCart(input: $input) { id } }";
const LIST: &str = "query ListCarts { carts { id } }";

/// The time as requests have it.
fn at(ms: u64) -> String {
    format!("2026-09-21T14:13:{:02}.{:03}Z", 20 + ms / 1_000, ms % 1_000)
}

fn body(ms: u64, method: &str, path: &str, sent: &Value, answered: &Value) -> Value {
    json!({
        "method": method, "url": format!("{SHOP}{path}"), "status": 200, "duration": 20,
        "timestamp": at(ms), "tabId": 1, "contentType": "application/json", "initiator": "fetch",
        "requestBody": sent.to_string(), "responseBody": answered.to_string(),
    })
}

/// Somebody signs in, makes a cart by GraphQL, looks at a long list and opens one entry of it.
fn record(server: &Server) {
    let click = |ms: u64, name: &str| {
        json!({"type": "click", "timestamp": START + ms, "url": format!("{SHOP}/items"), "tabId": 1,
               "selectors": {"role": {"role": "button", "name": name}}})
    };
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "navigate", "timestamp": START, "toUrl": format!("{SHOP}/items"), "url": format!("{SHOP}/items"), "tabId": 1},
        click(1_000, "Sign in"), click(3_000, "New cart"), click(5_000, "Load"), click(7_000, "Open item 27"),
    ]}));
    let items: Vec<Value> =
        (0..40).map(|id| json!({"id": id, "name": format!("Open item {id}")})).collect();
    let graphql = |ms: u64, query: &str, kind: &str, name: &str, variables: &Value| {
        let sent = json!({"operationName": name, "query": query, "variables": variables});
        let mut body = body(ms, "POST", "/graphql", &sent, &json!({"data": {"id": 9}}));
        body["graphql"] = json!({"operationName": name, "type": kind});
        body
    };
    let login = json!({"email": "ann@shop.example", "password": "hunter2hunter2"});
    let input = json!({"input": {"title": "Garden", "contact": "bob@shop.example"}});
    server.feed("/network-bodies", &json!({"bodies": [
        body(1_050, "POST", "/api/login", &login, &json!({"user": {"id": 5, "email": "ann@shop.example"}})),
        graphql(3_050, CREATE, "mutation", "CreateCart", &input),
        graphql(3_100, LIST, "query", "ListCarts", &json!({})),
        body(5_050, "GET", "/api/items", &Value::Null, &json!({"items": items})),
    ]}));
}

/// What a tool answers about the recorded session.
fn asked(tool: &str, arguments: &Value) -> Value {
    let server = Server::start();
    record(&server);
    let called = Editor::join(server.port).call(tool, arguments);
    assert!(!called.is_error, "{}", called.text);
    called.structured
}

#[test]
fn the_setup_signs_in_first_and_makes_again_what_earlier_actions_made() {
    let answer =
        asked("get_reproduction_script", &json!({"include_fixtures": true, "last_n_actions": 1}));
    let script = answer["script"].as_str().expect("a script");
    let setup = script.split("test.beforeAll(").nth(1).expect("a setup");
    let setup = setup.split("\n});").next().expect("its end");
    let login = setup.find("request.post('http://localhost:3000/api/login'").expect("a login");
    let made = setup.find("request.post('http://localhost:3000/graphql'").expect("a mutation");
    assert!(login < made, "whoever is not signed in makes nothing:\n{setup}");
    assert!(setup.contains(CREATE), "GraphQL is made again by its own text:\n{setup}");
    assert!(setup.contains("title: 'Garden'"), "with its variables:\n{setup}");
    assert!(!setup.contains("ListCarts"), "what only reads makes nothing:\n{setup}");
    assert!(!setup.contains("/api/items"), "{setup}");
    for theirs in ["hunter2", "ann@shop.example", "bob@shop.example"] {
        assert!(!script.contains(theirs), "{theirs} in:\n{script}");
    }
}

#[test]
fn mocked_answers_are_short_safe_and_told_apart_by_operation() {
    let answer = asked("generate_test", &json!({"include_fixtures": true}));
    let content = answer["fixture_file"]["content"].as_str().expect("a fixture");
    let kept = content.matches("name: 'Open item ").count();
    assert_eq!(kept, 11, "ten of forty, and the one that the test opens:\n{content}");
    assert!(content.contains("'Open item 27'"), "{content}");
    for operation in ["CreateCart", "ListCarts"] {
        assert!(content.contains(operation), "no {operation} in:\n{content}");
    }
    for theirs in ["hunter2", "ann@shop.example"] {
        assert!(!content.contains(theirs), "{theirs} in:\n{content}");
    }
}

#[test]
fn a_cypress_script_is_given_no_fixture_it_cannot_use() {
    let server = Server::start();
    record(&server);
    let asked = json!({"format": "cypress", "fixtures": "mock"});
    let called = Editor::join(server.port).call("get_reproduction_script", &asked);
    assert!(called.is_error, "{}", called.text);
    assert!(called.text.contains("\nhint: pass `format` playwright"), "{}", called.text);
}

#[test]
fn what_tells_about_people_is_in_no_fixture() {
    let server = Server::start();
    record(&server);
    let ada = json!({
        "shipping_address": "221B Baker Street", "contactPhone": "+49 30 901820",
        "account": "DE89 3704 0044 0532 0130 00", "firstName": "Ada", "plan": "Garden",
    });
    let me = body(5_080, "GET", "/api/me", &Value::Null, &ada);
    server.feed("/network-bodies", &json!({"bodies": [me]}));
    let called =
        Editor::join(server.port).call("generate_test", &json!({"include_fixtures": true}));
    let content = called.structured["fixture_file"]["content"].as_str().expect("a fixture");
    assert!(content.contains("plan: 'Garden'"), "{content}");
    for theirs in ["Baker", "901820", "3704", "'Ada'"] {
        assert!(!content.contains(theirs), "{theirs} in:\n{content}");
    }
}
