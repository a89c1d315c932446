//! Which locator is chosen, in the order of the seed's table and by what was counted.

use serde_json::{Value, json};

use super::*;

#[track_caller]
fn check(selectors: &Value, strategy: &str, parts: &[Part]) {
    let text = selectors.to_string();
    let selectors: Selectors<'_> = serde_json::from_str(&text).expect("selectors");
    let found = choose(&selectors, None, &Volatile::default()).expect("a locator");
    assert_eq!((found.strategy, found.target.parts.as_slice()), (strategy, parts));
}

fn role(name: &str) -> Part {
    Part::Role { role: "button".into(), name: Some(name.into()) }
}

#[test]
fn without_counts_the_order_of_the_strategies_decides() {
    let all = json!({
        "testId": "t", "role": {"role": "button", "name": "n"}, "ariaLabel": "l", "text": "x", "id": "i",
        "cssPath": "a > b",
    });
    let mut rest = all.as_object().expect("an object").clone();
    let order = [
        ("testId", Part::TestId("t".into())),
        ("role", role("n")),
        ("ariaLabel", Part::Label("l".into())),
        ("text", Part::Text("x".into())),
        ("id", Part::Css("#i".into())),
        ("cssPath", Part::Css("a > b".into())),
    ];
    for (strategy, part) in order {
        check(&Value::Object(rest.clone()), strategy, &[part]);
        rest.remove(strategy);
    }
}

#[test]
fn what_matched_one_element_comes_before_what_matched_several() {
    check(
        &json!({"testId": "row", "role": {"role": "button", "name": "Delete Milk"}, "cssPath": "li > b",
            "matches": {"testId": 3, "role": 1}, "index": {"testId": 1, "role": 0}}),
        "role",
        &[role("Delete Milk")],
    );
}

#[test]
fn what_the_page_proved_comes_before_a_place_among_equals() {
    check(
        &json!({"role": {"role": "button", "name": "Delete"}, "cssPath": "li > b",
            "matches": {"role": 3}, "index": {"role": 1},
            "locator": "getByRole('listitem').filter({ hasText: 'Milk' }).getByRole('button', { name: 'Delete', exact: true })"}),
        "locator",
        &[
            Part::Role { role: "listitem".into(), name: None },
            Part::HasText("Milk".into()),
            role("Delete"),
        ],
    );
}

#[test]
fn a_place_among_a_few_equals_comes_before_a_path() {
    check(
        &json!({"role": {"role": "button", "name": "Delete"}, "cssPath": "li > b",
            "matches": {"role": 3}, "index": {"role": 1}}),
        "role",
        &[role("Delete"), Part::Nth(1)],
    );
    check(
        &json!({"role": {"role": "button", "name": "Delete"}, "cssPath": "li > b",
            "matches": {"role": 300}, "index": {"role": 1}}),
        "cssPath",
        &[Part::Css("li > b".into())],
    );
}

#[test]
fn other_attributes_than_data_testid_are_asked_for_by_css() {
    check(
        &json!({"testId": "a\"b", "testIdAttribute": "data-cy", "matches": {"testId": 1}, "index": {"testId": 0}}),
        "testId",
        &[Part::Css("[data-cy=\"a\\\"b\"]".into())],
    );
}

#[test]
fn what_was_masked_or_varies_is_not_looked_for() {
    check(
        &json!({"testId": "order-550e8400-e29b-41d4-a716-446655440000", "role": {"role": "button", "name": "Key sk_liv***abc"},
            "text": "Open", "matches": {"testId": 1, "role": 1}, "id": "open", "cssPath": "main > button"}),
        "id",
        &[Part::Css("#open".into())],
    );
}

#[test]
fn nothing_captured_is_no_locator() {
    let selectors = Selectors::default();
    assert_eq!(choose(&selectors, None, &Volatile::default()), None);
}

#[test]
fn half_a_character_cannot_be_looked_for() {
    check(
        &json!({"testId": "half \u{fffd}", "role": {"role": "button", "name": "\u{fffd}"},
            "locator": "getByRole('button', { name: '\\ud83d', exact: true })",
            "cssPath": "li > b", "matches": {"testId": 1, "role": 1}}),
        "cssPath",
        &[Part::Css("li > b".into())],
    );
}
