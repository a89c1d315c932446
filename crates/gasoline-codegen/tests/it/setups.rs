//! Requests that make the data of a session again, and what only Cypress scripts have to say.

use crate::support::{Asked, generate};
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: i64 = 1_767_323_045_000;

fn action(ms: i64, kind: &str, more: &Value) -> Value {
    let mut action = json!({"type": kind, "timestamp": START + ms, "url": format!("{SHOP}/")});
    for (name, value) in more.as_object().expect("members") {
        action[name] = value.clone();
    }
    action
}

fn click(ms: i64, selectors: &Value) -> Value {
    action(ms, "click", &json!({"selectors": selectors}))
}

fn post(ms: i64, path: &str, sent: &str, answered: &Value, is_signed_in: bool) -> Value {
    json!({
        "method": "POST", "url": format!("{SHOP}{path}"), "status": 200, "duration": 20,
        "timestamp": START + ms, "initiator": "fetch", "contentType": "application/json",
        "requestBody": sent, "responseBody": answered.to_string(), "hasAuthHeader": is_signed_in,
    })
}

/// The last action only; the calls before it are its setup.
fn script(format: &str, bodies: &[Value]) -> String {
    let button = json!({"role": {"role": "button", "name": "Show"}, "cssPath": "button"});
    let opened = json!({"toUrl": format!("{SHOP}/"), "navigation": "typed"});
    let session = json!({
        "enhanced_actions": [action(0, "navigate", &opened), click(1_000, &button), click(9_000, &button)],
        "network_bodies": bodies,
    });
    let asked = Asked {
        tool: "get_reproduction_script".to_owned(),
        fixtures: Some("setup".to_owned()),
        format: Some(format.to_owned()),
        last_n_actions: Some(1),
        ..Asked::default()
    };
    generate(&session, &asked).script
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

#[test]
fn a_form_is_sent_as_a_form_and_asks_for_what_was_withheld() {
    let form = "username=ada%40shop.example&password=***&stay=on";
    let bodies = [post(1_010, "/login", form, &json!({}), false)];
    let asked_for = "    username: process.env.GASOLINE_USERNAME ?? '[user-provided]',\n      \
                     password: process.env.GASOLINE_PASSWORD ?? '[user-provided]',\n      stay: 'on',";
    has(&script("playwright", &bodies), &["form: {\n  ", asked_for]);
    has(
        &script("cypress", &bodies),
        &[
            "form: true, body: {",
            "password: Cypress.env('GASOLINE_PASSWORD') ?? '[user-provided]',",
        ],
    );
}

#[test]
fn a_token_of_the_login_is_shown_where_one_was_shown() {
    let login =
        |answered: &Value| post(1_010, "/api/login", "{\"password\":\"***\"}", answered, false);
    let note = post(1_100, "/api/notes", "{\"text\":\"hello\"}", &json!({"id": 1}), true);
    let open = post(1_200, "/api/open", "{\"text\":\"hello\"}", &json!({}), false);
    let written = script(
        "playwright",
        &[login(&json!({"data": {"access_token": "abc***xyz"}})), note.clone(), open],
    );
    has(
        &written,
        &[
            "const token = (await signedIn.json()).data.access_token;",
            "api/notes', {\n    headers: { authorization: `Bearer ${token}` },\n",
            "api/open', {\n    data: {",
        ],
    );
    let without = script("playwright", &[login(&json!({"user": 1})), note]);
    assert!(!without.contains("token"), "{without}");
}

#[test]
fn what_an_earlier_run_made_need_not_be_made_again() {
    let made = post(1_100, "/api/notes", "{\"text\":\"hello\"}", &json!({"id": 1}), false);
    has(
        &script("playwright", &[made]),
        &["expect(made1.ok() || made1.status() === 409).toBe(true);"],
    );
}

#[test]
fn captured_text_stays_as_it_was_in_cypress() {
    let made = post(1_100, "/api/notes", "{\"text\":\"process.env.HOME\"}", &json!({}), false);
    has(&script("cypress", &[made]), &["text: 'process.env.HOME',"]);
}

fn cypress(selectors: &Value) -> String {
    let opened = json!({"toUrl": format!("{SHOP}/"), "navigation": "typed"});
    let session =
        json!({"enhanced_actions": [action(0, "navigate", &opened), click(1_000, selectors)]});
    let asked = Asked {
        tool: "get_reproduction_script".to_owned(),
        format: Some("cypress".to_owned()),
        ..Asked::default()
    };
    generate(&session, &asked).script
}

#[test]
fn the_second_of_equals_is_the_second_in_cypress_as_well() {
    let second = json!({"testId": "row", "matches": {"testId": 3}, "index": {"testId": 1}});
    has(&cypress(&second), &["cy.get('[data-testid=\"row\"]').eq(1).click();"]);
}

#[test]
fn cypress_looks_into_components_where_there_are_some() {
    let inside = json!({"cssPath": "todo-app > input.new-todo"});
    has(&cypress(&inside), &["', { includeShadowDom: true }, () => {"]);
    let plain = json!({"cssPath": "main > input.new-todo"});
    assert!(!cypress(&plain).contains("includeShadowDom"));
}
