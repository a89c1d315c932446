//! Reproduction scripts, in the order of the specification's table of tests.

use crate::support::{Asked, Written, generate, try_generate};
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/form";
const START: i64 = 1_767_323_045_000;

fn asked() -> Asked {
    Asked { tool: "get_reproduction_script".to_owned(), ..Asked::default() }
}

/// An action on the page, so many milliseconds after the start.
fn act(ms: i64, kind: &str, more: Value) -> Value {
    let mut action = json!({"type": kind, "timestamp": START + ms, "url": PAGE});
    let Value::Object(more) = more else { panic!("no members: {more}") };
    for (name, value) in more {
        action[name] = value;
    }
    action
}

fn open() -> Value {
    act(0, "navigate", json!({"toUrl": PAGE, "navigation": "typed"}))
}

fn id(name: &str) -> Value {
    json!({"testId": name, "cssPath": format!("#{name}")})
}

fn written(actions: Vec<Value>) -> Written {
    let mut snapshot = json!({});
    snapshot["enhanced_actions"] = Value::Array(actions);
    generate(&snapshot, &asked())
}

/// The lines of code after opening the page, without comments.
fn lines(actions: Vec<Value>) -> Vec<String> {
    let mut all = vec![open()];
    all.extend(actions);
    let script = written(all).script;
    let inside = script.lines().map(str::trim).filter(|line| line.starts_with("await "));
    inside.skip(1).map(str::to_owned).collect()
}

#[track_caller]
fn check(actions: Vec<Value>, expected: &[&str]) {
    assert_eq!(lines(actions), expected);
}

#[test]
fn action_to_code_a_click() {
    check(
        vec![act(100, "click", json!({"selectors": id("go")}))],
        &["await page.getByTestId('go').click();"],
    );
}

#[test]
fn action_to_code_an_input() {
    check(
        vec![act(
            100,
            "input",
            json!({"selectors": id("name"), "value": "Ann", "inputType": "text"}),
        )],
        &["await page.getByTestId('name').fill('Ann');"],
    );
}

#[test]
fn action_to_code_keystrokes_are_one_fill_and_the_click_into_the_field_is_none() {
    let typed =
        |ms, value: &str| act(ms, "input", json!({"selectors": id("name"), "value": value}));
    check(
        vec![
            act(100, "click", json!({"selectors": id("name")})),
            typed(200, "A"),
            typed(1_900, "Ann"),
        ],
        &["await page.getByTestId('name').fill('Ann');"],
    );
}

#[test]
fn action_to_code_a_submit_is_the_click_or_the_key_before_it() {
    let submit = |ms| act(ms, "submit", json!({"selectors": {"cssPath": "form"}}));
    check(
        vec![act(100, "click", json!({"selectors": id("send")})), submit(104)],
        &["await page.getByTestId('send').click();"],
    );
    check(
        vec![act(100, "keypress", json!({"selectors": id("name"), "key": "Enter"})), submit(104)],
        &["await page.getByTestId('name').press('Enter');"],
    );
    let button = json!({"selectors": {"role": {"role": "button", "name": "Send"}}});
    check(
        vec![act(100, "submit", button)],
        &["await page.getByRole('button', { name: 'Send', exact: true }).click();"],
    );
}

#[test]
fn action_to_code_keys() {
    for key in ["Enter", "Escape", "Tab", "Shift+Tab"] {
        check(
            vec![act(100, "keypress", json!({"key": key}))],
            &[&format!("await page.keyboard.press('{key}');")],
        );
    }
}

#[test]
fn action_to_code_a_navigation_is_the_effect_of_a_click_or_the_users_own() {
    let to = |ms, path: &str, how: &str| {
        act(
            ms,
            "navigate",
            json!({"toUrl": format!("http://localhost:3000{path}"), "navigation": how}),
        )
    };
    let click = |ms| act(ms, "click", json!({"selectors": id("go")}));
    let arrival = |path: &str| {
        format!("await expect(page).toHaveURL(/^http:\\/\\/localhost:3000\\/{path}(?:[?#]|$)/);")
    };
    check(
        vec![click(100), to(300, "/next", "push")],
        &["await page.getByTestId('go').click();", &arrival("next")],
    );
    check(
        vec![click(100), to(300, "/next", "typed")],
        &[
            "await page.getByTestId('go').click();",
            "await page.goto('http://localhost:3000/next');",
        ],
    );
    check(vec![to(300, "/next", "replace")], &[&arrival("next")]);
    check(vec![to(9_000, "/form", "reload")], &["await page.reload();"]);
    check(
        vec![click(100), to(300, "/next", "push"), to(9_000, "/form", "traverse")],
        &["await page.getByTestId('go').click();", &arrival("next"), "await page.goBack();"],
    );
}

#[test]
fn action_to_code_a_choice_of_one_and_of_several() {
    check(
        vec![act(
            100,
            "select",
            json!({"selectors": id("size"), "selectedValue": "xl", "selectedText": "XL"}),
        )],
        &["await page.getByTestId('size').selectOption('xl');"],
    );
    check(
        vec![act(
            100,
            "select",
            json!({"selectors": id("tags"), "selectedValue": "a,b", "selectedValues": ["a", "b"]}),
        )],
        &["await page.getByTestId('tags').selectOption(['a', 'b']);"],
    );
}

#[test]
fn action_to_code_scrolling_is_a_comment() {
    let script = written(vec![open(), act(900, "scroll", json!({"scrollY": 320}))]).script;
    assert!(script.contains("// User scrolled to y=320"), "{script}");
}

#[test]
fn action_to_code_a_double_click() {
    let click = |ms, count| act(ms, "click", json!({"selectors": id("row"), "clickCount": count}));
    check(vec![click(100, 1), click(250, 2)], &["await page.getByTestId('row').dblclick();"]);
    check(
        vec![click(100, 1), click(250, 1)],
        &["await page.getByTestId('row').click();", "await page.getByTestId('row').click();"],
    );
}

#[test]
fn action_to_code_a_label_and_its_checkbox_are_one() {
    let label = json!({"selectors": {"text": "Stay", "cssPath": "label"}});
    let checkbox = json!({"selectors": {"role": {"role": "checkbox", "name": "Stay"}, "cssPath": "input"}, "checked": true});
    check(
        vec![act(100, "click", label), act(102, "click", checkbox)],
        &["await page.getByRole('checkbox', { name: 'Stay', exact: true }).check();"],
    );
}

#[test]
fn action_to_code_what_shows_on_hover_is_hovered_first() {
    check(
        vec![act(100, "click", json!({"selectors": id("delete"), "hovered": id("row")}))],
        &["await page.getByTestId('row').hover();", "await page.getByTestId('delete').click();"],
    );
}

#[test]
fn timing_navigations_are_waited_for_where_they_are_not_asserted() {
    let actions = vec![
        open(),
        act(100, "click", json!({"selectors": id("go")})),
        act(300, "navigate", json!({"toUrl": "http://localhost:3000/next"})),
    ];
    let silent = Asked { include_assertions: Some(false), ..asked() };
    let script = generate(&json!({"enhanced_actions": actions}), &silent).script;
    assert!(script.contains("await page.waitForURL("), "{script}");
    assert!(!script.contains("expect(page)"), "{script}");
}

#[test]
fn timing_long_pauses_are_told_and_rapid_clicks_are_not_delayed() {
    let click = |ms| act(ms, "click", json!({"selectors": id("go")}));
    let script = written(vec![open(), click(100), click(2_400), click(2_450)]).script;
    assert_eq!(script.matches("// [2.3s pause]").count(), 1, "{script}");
    assert_eq!(script.matches("pause]").count(), 1, "{script}");
    assert_eq!(script.matches(".click();").count(), 3, "{script}");
}

#[test]
fn sensitive_data_passwords_are_withheld_and_each_field_has_its_variable() {
    let secret = |ms, name: &str, kind: &str| {
        let selectors = json!({"role": {"role": "textbox", "name": name}, "cssPath": name});
        act(ms, "input", json!({"selectors": selectors, "value": "[redacted]", "inputType": kind}))
    };
    let Written { script, about, .. } = written(vec![
        open(),
        secret(100, "Password", "password"),
        secret(200, "Repeat it", "password"),
        secret(300, "Card number", "text"),
    ]);
    for variable in ["GASOLINE_PASSWORD", "GASOLINE_REPEAT_IT", "GASOLINE_CARD_NUMBER"] {
        let entry = format!(".fill(process.env.{variable} ?? '[user-provided]');");
        assert!(script.contains(&entry), "{entry} is not in:\n{script}");
    }
    let said = "Password field value redacted — replace '[user-provided]' with test credentials";
    assert!(about["warnings"].to_string().contains(said), "{about}");
}

#[test]
fn sensitive_data_tokens_are_stripped_from_addresses() {
    let to = "http://localhost:3000/in?token=abcdef***xyz&page=2";
    let Written { script, about, .. } =
        written(vec![act(0, "navigate", json!({"toUrl": to, "navigation": "typed"}))]);
    assert!(script.contains("goto('http://localhost:3000/in?page=2')"), "{script}");
    assert!(about["warnings"].to_string().contains("`token` was taken out"), "{about}");
}

#[test]
fn script_generation_the_error_names_the_test_and_stands_where_it_happened() {
    let snapshot = json!({
        "enhanced_actions": [open(), act(100, "click", json!({"selectors": id("go")})), act(900, "click", json!({"selectors": id("on")}))],
        "logs": [{"level": "error", "message": "x is undefined", "timestamp": START + 150}],
    });
    let script =
        generate(&snapshot, &Asked { error: Some("x is undefined".to_owned()), ..asked() }).script;
    assert!(script.contains("test('reproduction: x is undefined'"), "{script}");
    let error = script.find("// Error occurred here: x is undefined").expect("the error");
    assert!(script.find("'go'").is_some_and(|go| go < error), "{script}");
    assert!(script.find("'on'").is_some_and(|on| on > error), "{script}");
}

#[test]
fn server_endpoint_the_base_url_replaces_the_origin_everywhere() {
    let actions = vec![
        open(),
        act(100, "click", json!({"selectors": id("go")})),
        act(300, "navigate", json!({"toUrl": "http://localhost:3000/next"})),
    ];
    let based = Asked { base_url: Some("https://staging.example".to_owned()), ..asked() };
    let script = generate(&json!({"enhanced_actions": actions}), &based).script;
    assert!(script.contains("goto('https://staging.example/form')"), "{script}");
    assert!(script.contains("/^https:\\/\\/staging\\.example\\/next"), "{script}");
    assert!(!script.contains("localhost"), "{script}");
}

#[test]
fn edge_cases_no_actions() {
    let cannot = try_generate(&json!({}), &asked()).expect_err("nothing to write");
    assert_eq!(cannot.to_string(), "no user actions were recorded");
}

#[test]
fn edge_cases_a_single_action_opens_its_page_first() {
    let script = written(vec![act(100, "click", json!({"selectors": id("go")}))]).script;
    assert!(script.contains("await page.goto('http://localhost:3000/form');"), "{script}");
    assert!(script.contains("await page.getByTestId('go').click();"), "{script}");
}

#[test]
fn edge_cases_fifty_actions() {
    let actions: Vec<Value> = (0..50)
        .map(|number| act(number * 100, "click", json!({"selectors": id(&format!("b{number}"))})))
        .collect();
    let Written { script, about, .. } = written(actions);
    assert_eq!(script.matches(".click();").count(), 50);
    assert_eq!(about["actions"], 50);
}

#[test]
fn edge_cases_no_selectors_leave_a_note_and_a_warning() {
    let Written { script, about, .. } = written(vec![open(), act(100, "click", json!({}))]);
    assert!(!script.contains(".click()"), "{script}");
    assert!(about["warnings"].to_string().contains("no selector was recorded"), "{about}");
}
