//! What mocked answers change, and what tests may assert all the same.

use crate::support::{Asked, Written, generate};
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: i64 = 1_767_323_045_000;

fn mocked() -> Asked {
    Asked {
        tool: "generate_test".to_owned(),
        fixtures: Some("mock".to_owned()),
        response_shape: true,
        ..Asked::default()
    }
}

fn answer(ms: i64, path: &str, body: &str) -> Value {
    json!({
        "method": "GET", "url": format!("{SHOP}{path}"), "status": 200, "duration": 50,
        "timestamp": START + ms, "initiator": "fetch", "contentType": "application/json",
        "responseBody": body,
    })
}

fn click(ms: i64, name: &str) -> Value {
    json!({
        "type": "click", "timestamp": START + ms, "url": format!("{SHOP}/"),
        "selectors": {"role": {"role": "button", "name": name}, "cssPath": "button",
                      "matches": {"role": 1}, "index": {"role": 0}},
    })
}

/// A page that is opened, loads, and shows; then a button on it is clicked.
fn session(button: &str, bodies: &[Value], shown: &[(&str, &str)]) -> Value {
    let elements: Vec<Value> = shown
        .iter()
        .map(|(id, text)| json!({"testId": id, "text": text, "visible": true}))
        .collect();
    json!({
        "enhanced_actions": [
            {"type": "navigate", "timestamp": START, "url": format!("{SHOP}/"), "toUrl": format!("{SHOP}/")},
            click(2_000, button),
        ],
        "network_bodies": bodies,
        "dom_snapshots": [
            {"timestamp": START + 1_000, "url": format!("{SHOP}/"), "elements": elements},
        ],
    })
}

fn goods(count: usize) -> String {
    let items: Vec<Value> =
        (1..=count).map(|id| json!({"id": id, "title": format!("Pot {id}"), "price": 2})).collect();
    json!({"total": count * 2, "items": items}).to_string()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

#[track_caller]
fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part} is in:\n{text}");
    }
}

#[test]
fn a_list_whose_length_is_shown_stays_whole() {
    let shown = [("count", "24 products"), ("title", "Garden")];
    let written =
        generate(&session("More", &[answer(100, "/api/goods", &goods(24))], &shown), &mocked());
    has(&written.script, &["getByTestId('count')).toHaveText('24 products');"]);
    let (_, fixture) = written.fixture.expect("a fixture");
    assert_eq!(fixture.matches("title: 'Pot ").count(), 24, "{fixture}");
}

#[test]
fn a_parameter_that_is_given_twice_is_answered_by_all_its_values() {
    let bodies = [
        answer(100, "/api/goods", &goods(1)),
        answer(2_100, "/api/goods?color=red&color=blue", &goods(2)),
        answer(2_200, "/api/goods?color=red", &goods(3)),
    ];
    let (_, fixture) = generate(&session("More", &bodies, &[]), &mocked()).fixture.expect("one");
    has(
        &fixture,
        &[
            "query: [],",
            "query: [['color', 'red'], ['color', 'blue']],",
            "query: [['color', 'red']],",
            "query.every(([name, value]) => searchParams.getAll(name).includes(value))",
        ],
    );
}

#[test]
fn each_resource_and_each_question_keeps_its_own_answer() {
    let product = |ms: i64, id: &str, title: &str| {
        let path = format!("/api/products/550e8400-e29b-41d4-a716-44665544{id}");
        answer(ms, &path, &json!({"title": title}).to_string())
    };
    let asked = |ms: i64, variables: &Value, title: &str| {
        let mut asked = answer(ms, "/graphql", &json!({"data": {"title": title}}).to_string());
        let sent = json!({"query": "query Goods { x }", "variables": variables});
        asked["method"] = "POST".into();
        asked["requestBody"] = sent.to_string().into();
        asked["graphql"] = json!({"operationName": "Goods", "type": "query"});
        asked
    };
    let bodies = [
        product(100, "0001", "Pot"),
        product(200, "0002", "Bench"),
        asked(300, &json!({"id": 1}), "Oak"),
        asked(400, &json!({"id": 2}), "Elm"),
        asked(500, &json!({"email": "ada@shop.example"}), "Ash"),
    ];
    let (_, fixture) = generate(&session("More", &bodies, &[]), &mocked()).fixture.expect("one");
    has(
        &fixture,
        &[
            "exact: '/api/products/550e8400-e29b-41d4-a716-446655440001',",
            "exact: '/api/products/550e8400-e29b-41d4-a716-446655440002',",
            "title: 'Pot'",
            "title: 'Bench'",
            "variables: [{ id: 1 }],",
            "variables: [{ id: 2 }],",
            "variables: null,",
            "title: 'Oak'",
            "title: 'Elm'",
            "title: 'Ash'",
        ],
    );
    lacks(&fixture, &["ada@shop.example"]);
}

#[test]
fn what_counts_a_list_that_was_cut_is_not_asserted() {
    let shown = [("count", "7 in stock"), ("title", "Garden")];
    let written =
        generate(&session("More", &[answer(100, "/api/goods", &goods(24))], &shown), &mocked());
    has(
        &written.script,
        &["getByTestId('count')).toBeVisible();", "getByTestId('title')).toHaveText('Garden');"],
    );
    lacks(&written.script, &["7 in stock", "total,"]);
    let (_, fixture) = written.fixture.expect("a fixture");
    assert_eq!(fixture.matches("title: 'Pot ").count(), 10, "{fixture}");
}

#[test]
fn what_was_counted_before_a_list_was_cut_is_asserted() {
    let mut session =
        session("More", &[answer(2_100, "/api/goods", &goods(24))], &[("count", "7 in stock")]);
    session["dom_snapshots"].as_array_mut().expect("outlines").push(json!({
        "timestamp": START + 3_000, "url": format!("{SHOP}/"),
        "elements": [{"testId": "count", "text": "9 in stock", "visible": true}],
    }));
    let written = generate(&session, &mocked());
    has(&written.script, &["toHaveText('7 in stock');"]);
    lacks(&written.script, &["9 in stock"]);
}

#[test]
fn what_tells_about_somebody_is_replaced_and_not_asserted() {
    let ada = json!({
        "shipping_address": "221B Baker Street", "contactPhone": "+49 30 901820",
        "account": "DE89 3704 0044 0532 0130 00", "firstName": "Ada", "plan": "Garden",
    });
    let shown = [
        ("hello", "Hello, Ada!"),
        ("phone", "0049-30-901820"),
        ("street", "Baker Street"),
        ("plan", "Garden"),
    ];
    let written = generate(
        &session("Call Ada", &[answer(100, "/api/me", &ada.to_string())], &shown),
        &mocked(),
    );
    let (_, fixture) = written.fixture.expect("a fixture");
    lacks(&fixture, &["Baker", "901820", "3704", "Ada"]);
    has(&fixture, &["firstName: 'Test1'", "plan: 'Garden'"]);
    lacks(&written.script, &["Hello, Ada", "901820'", "Baker"]);
    has(
        &written.script,
        &["getByTestId('plan')).toHaveText('Garden');", "name: 'Call Test1', exact: true"],
    );
}

#[test]
fn an_answer_that_was_masked_until_nobody_can_read_it_is_not_mocked() {
    let masked = "{\"pin\": ***, \"name\": \"Milk\"}";
    let bodies = [answer(100, "/api/card", masked), answer(150, "/api/word", "\"Milk\"")];
    let Written { fixture, about, .. } = generate(&session("More", &bodies, &[]), &mocked());
    let (_, fixture) = fixture.expect("a fixture");
    lacks(&fixture, &["test-value", "card"]);
    has(&fixture, &["body: '\"Milk\"',"]);
    has(&about["warnings"].to_string(), &["1 answers were not kept whole", "not mocked"]);
}
