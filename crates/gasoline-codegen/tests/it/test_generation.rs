//! Generated tests, in the order of the specification's table of tests.

use crate::support::{Asked, Written, generate};
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: i64 = 1_767_323_045_000;

fn asked() -> Asked {
    Asked { tool: "generate_test".to_owned(), ..Asked::default() }
}

fn action(ms: i64, kind: &str, more: &Value) -> Value {
    let mut action = json!({"type": kind, "timestamp": START + ms, "url": format!("{SHOP}/login")});
    for (name, value) in more.as_object().expect("members") {
        action[name] = value.clone();
    }
    action
}

fn open() -> Value {
    action(0, "navigate", &json!({"toUrl": format!("{SHOP}/login"), "navigation": "typed"}))
}

fn click(ms: i64, name: &str) -> Value {
    action(
        ms,
        "click",
        &json!({"selectors": {"role": {"role": "button", "name": name}, "cssPath": name}}),
    )
}

fn request(ms: i64, method: &str, path: &str, status: u16, response: &Value) -> Value {
    json!({
        "method": method, "url": format!("{SHOP}{path}"), "status": status, "duration": 50, "timestamp": START + ms,
        "initiator": "fetch", "contentType": "application/json", "responseBody": response.to_string(),
    })
}

/// A login, and what it leads to.
fn login() -> Value {
    json!({
        "enhanced_actions": [
            open(), click(1_000, "Log in"),
            action(1_200, "navigate", &json!({"toUrl": format!("{SHOP}/dashboard"), "navigation": "push"})),
        ],
        "network_bodies": [
            request(1_010, "POST", "/api/login", 200, &json!({"token": "t", "user": {"id": 1, "name": "Ann"}})),
            request(1_250, "GET", "/api/dashboard", 200, &json!({"widgets": []})),
        ],
    })
}

#[track_caller]
fn has(script: &str, parts: &[&str]) {
    for part in parts {
        assert!(script.contains(part), "{part} is not in:\n{script}");
    }
}

#[test]
fn basic_script_structure() {
    let script = generate(&login(), &asked()).script;
    has(
        &script,
        &[
            "import { test, expect } from '@playwright/test';",
            "async ({ page }) => {",
            "await page.goto('http://localhost:3000/login');",
            "page.on('console', (message) => {",
            "page.on('pageerror', (error) =>",
        ],
    );
    assert!(
        script.find("page.on(").expect("a listener") < script.find("page.goto(").expect("a goto")
    );
    assert_eq!(script.matches("test('").count(), 1, "one test a file");
}

#[test]
fn network_assertions_wait_before_the_click_by_method_and_path() {
    let script = generate(&login(), &asked()).script;
    has(
        &script,
        &[
            "response.request().method() === 'POST' &&",
            "new URL(response.url()).pathname === '/api/login',",
            "expect(response1.status()).toBe(200);",
        ],
    );
    assert!(
        script.find("waitForResponse(").expect("a wait")
            < script.find(".click()").expect("a click")
    );
    assert!(!script.contains(".includes("), "never a part of an address:\n{script}");
}

#[test]
fn navigation_assertions_are_expressions() {
    let script = generate(&login(), &asked()).script;
    has(
        &script,
        &["await expect(page).toHaveURL(/^http:\\/\\/localhost:3000\\/dashboard(?:[?#]|$)/);"],
    );
}

#[test]
fn console_error_assertions_allow_what_was_recorded_and_nothing_else() {
    let script = generate(&login(), &asked()).script;
    has(
        &script,
        &["expect(consoleErrors).toHaveLength(0);", "startsWith('Failed to load resource')"],
    );
    let mut broken = login();
    broken["logs"] = json!([
        {"level": "error", "message": "Failed to load sidebar widget", "timestamp": START + 1_300},
        {"level": "error", "message": "Failed to load sidebar widget", "timestamp": START + 1_400},
        {"level": "warn", "message": "deprecated", "timestamp": START + 1_400},
    ]);
    let script = generate(&broken, &asked()).script;
    has(&script, &["const knownErrors = [", "consoleErrors.filter((text) => !isKnown(text))"]);
    assert_eq!(script.matches("/^Failed to load sidebar widget$/").count(), 1, "{script}");
    assert!(!script.contains("deprecated"), "{script}");
}

#[test]
fn response_shape_assertions_name_every_member_with_its_type() {
    let mut session = login();
    session["network_bodies"][1] = request(
        1_250,
        "GET",
        "/api/dashboard",
        200,
        &json!({"rows": [{"id": 1, "tags": ["a"]}, {"id": 2, "tags": [], "note": null}], "a.b": {"c d": true}}),
    );
    let script = generate(&session, &Asked { response_shape: true, ..asked() }).script;
    has(
        &script,
        &[
            "toHaveProperty('token', expect.any(String));",
            "toHaveProperty('user.id', expect.any(Number));",
            "for (const body2Item of body2.rows) {",
            "expect(body2Item).toHaveProperty('tags', expect.any(Array));",
            "toHaveProperty(['a.b', 'c d'], expect.any(Boolean));",
        ],
    );
    assert!(
        !script.contains("note"),
        "what was null once and missing twice is no promise:\n{script}"
    );
}

#[test]
fn network_action_correlation_puts_each_wait_before_its_own_click() {
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "First"), click(5_000, "Second")],
        "network_bodies": [
            request(1_050, "GET", "/api/first", 200, &json!({})), request(5_050, "GET", "/api/second", 200, &json!({})),
        ],
    });
    let script = generate(&session, &asked()).script;
    let order: Vec<usize> = ["'/api/first'", "name: 'First'", "'/api/second'", "name: 'Second'"]
        .into_iter()
        .map(|part| script.find(part).unwrap_or_else(|| panic!("{part} is not in:\n{script}")))
        .collect();
    assert!(order.is_sorted(), "{order:?}\n{script}");
}

#[test]
fn an_answer_is_missed_before_the_time_of_the_test_is_over_but_never_before_its_own() {
    let waits = |duration: i64| {
        let mut session = login();
        session["network_bodies"][0]["duration"] = json!(duration);
        generate(&session, &asked()).script
    };
    has(&waits(50), &["pathname === '/api/login',\n    { timeout: 15000 },"]);
    // It may take five times as long as it took.
    has(
        &waits(4_000),
        &["toBeLessThan(20000)", "pathname === '/api/login',\n    { timeout: 30000 },"],
    );
}

#[test]
fn network_action_correlation_an_answer_that_came_after_the_next_click_is_awaited_there() {
    let mut slow = request(1_050, "POST", "/api/upload", 200, &json!({}));
    slow["duration"] = json!(3_000);
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Upload"), click(2_000, "Hide")],
        "network_bodies": [slow],
    });
    let script = generate(&session, &asked()).script;
    let promise = script.find("const answer1").expect("a promise");
    let (upload, hide) = (script.find("'Upload', exact"), script.find("'Hide', exact"));
    let awaited = script.find("await answer1").expect("an await");
    assert!(Some(promise) < upload && upload < hide && hide < Some(awaited), "{script}");
}

#[test]
fn multiple_requests_per_action_are_all_asserted() {
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Go")],
        "network_bodies": [
            request(1_010, "GET", "/api/a", 200, &json!({})), request(1_020, "GET", "/api/b", 204, &json!({})),
            request(1_030, "PUT", "/api/a", 201, &json!({})), request(1_040, "GET", "/api/a", 200, &json!({})),
        ],
    });
    let script = generate(&session, &asked()).script;
    has(
        &script,
        &[
            "response1.status()).toBe(200)",
            "response2.status()).toBe(204)",
            "response3.status()).toBe(201)",
        ],
    );
    assert!(!script.contains("response4"), "the same call is awaited once:\n{script}");
}

#[test]
fn a_parameter_that_is_given_twice_is_looked_for_among_all_its_values() {
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Filter"), click(4_000, "Filter less")],
        "network_bodies": [
            request(100, "GET", "/api/items", 200, &json!({})),
            request(1_010, "GET", "/api/items?color=red&color=blue&page=2", 200, &json!({})),
            request(4_010, "GET", "/api/items?color=red&page=3", 200, &json!({})),
        ],
    });
    let script = generate(&session, &asked()).script;
    has(
        &script,
        &[
            "searchParams.getAll('color').includes('red') &&",
            "searchParams.getAll('color').includes('blue') &&",
            "searchParams.get('page') === '2'",
            "searchParams.get('color') === 'red' &&",
            "searchParams.get('page') === '3'",
        ],
    );
    assert_eq!(script.matches("searchParams.get('color')").count(), 1, "{script}");
}

#[test]
fn what_nobody_caused_and_what_is_somebody_elses_is_not_asserted() {
    let mut foreign = request(1_020, "GET", "/x", 200, &json!({}));
    foreign["url"] = json!("https://maps.example/tiles");
    let mut of_memory = request(1_025, "GET", "", 200, &json!({}));
    of_memory["url"] = json!(format!("blob:{SHOP}/550e8400-e29b-41d4-a716-446655440000"));
    let mut aborted = request(1_030, "GET", "/api/suggest", 0, &json!({}));
    aborted["error"] = json!("aborted");
    let mut resource = request(1_100, "GET", "/app.css", 200, &json!({}));
    resource["initiator"] = json!("resource");
    let late = request(9_000, "GET", "/api/late", 200, &json!({}));
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Go")],
        "network_bodies": [foreign, of_memory, aborted, late, resource],
    });
    let script = generate(&session, &asked()).script;
    assert!(!script.contains("waitForResponse"), "{script}");
}

#[test]
fn a_call_that_changes_something_may_not_be_made_twice() {
    let script = generate(&login(), &asked()).script;
    has(&script, &["expect(sent.filter((call) => call === 'POST /api/login')).toHaveLength(1);"]);
    assert!(!script.contains("=== 'GET "), "asking twice is no bug:\n{script}");
}

#[test]
fn options_assert_network_off() {
    let script = generate(&login(), &Asked { network: Some(false), ..asked() }).script;
    assert!(!script.contains("waitForResponse") && !script.contains("sent"), "{script}");
}

#[test]
fn options_assert_no_errors_off() {
    let script = generate(&login(), &Asked { no_errors: Some(false), ..asked() }).script;
    assert!(!script.contains("consoleErrors") && !script.contains("pageerror"), "{script}");
}

#[test]
fn options_assert_response_shape_on() {
    let plain = generate(&login(), &asked()).script;
    assert!(!plain.contains("toHaveProperty"), "{plain}");
    let shaped = generate(&login(), &Asked { response_shape: true, ..asked() }).script;
    has(&shaped, &["toHaveProperty('token'"]);
}

#[test]
fn options_base_url_replaces_origins_throughout() {
    let based = Asked { base_url: Some("http://127.0.0.1:4000/".to_owned()), ..asked() };
    let script = generate(&login(), &based).script;
    has(
        &script,
        &["goto('http://127.0.0.1:4000/login')", "/^http:\\/\\/127\\.0\\.0\\.1:4000\\/dashboard"],
    );
    assert!(!script.contains("localhost"), "{script}");
}

#[test]
fn options_test_name_is_the_title() {
    let named = Asked { title: Some("it's \"mine\"".to_owned()), ..asked() };
    has(&generate(&login(), &named).script, &["test('it\\'s \"mine\"', async"]);
}

#[test]
fn sensitive_data_shapes_hold_no_values() {
    let script = generate(&login(), &Asked { response_shape: true, ..asked() }).script;
    assert!(!script.contains("Ann") && !script.contains("'t'"), "{script}");
}

#[test]
fn dom_state_says_what_is_new_after_a_step_and_leaves_open_what_varies() {
    let element = |id: &str, text: &str| json!({"testId": id, "text": text, "visible": true});
    let outline = |ms: i64, elements: Value| json!({"timestamp": START + ms, "url": format!("{SHOP}/login"), "elements": elements});
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Add"), click(3_000, "Add more")],
        "dom_snapshots": [
            outline(400, json!([{"role": "heading", "level": 1, "text": "Cart", "visible": true}, element("count", "0 items")])),
            outline(1_020, json!([element("count", "on its way")])),
            outline(1_500, json!([{"role": "heading", "level": 1, "text": "Cart", "visible": true}, element("count", "1 item"), element("at", "12:30")])),
            outline(3_400, json!([element("count", "2 items"), element("clock", "tick 1")])),
            outline(3_900, json!([element("count", "2 items"), element("clock", "tick 2")])),
        ],
    });
    let script = generate(&session, &asked()).script;
    has(
        &script,
        &[
            "getByTestId('count')).toHaveText('0 items');",
            "getByTestId('count')).toHaveText('1 item');",
            "getByTestId('count')).toHaveText('2 items');",
            "getByTestId('at')).toBeVisible();",
            "getByTestId('clock')).toBeVisible();",
        ],
    );
    assert_eq!(script.matches("name: 'Cart'").count(), 1, "said once:\n{script}");
    assert!(!script.contains("on its way"), "{script}");
}

#[test]
fn texts_that_vary_are_found_whatever_spaces_the_markup_has_between_their_words() {
    let session = json!({
        "enhanced_actions": [open(), click(1_000, "Order")],
        "network_bodies": [request(1_010, "POST", "/api/orders", 201, &json!({"id": 1042}))],
        "dom_snapshots": [
            {"timestamp": START + 400, "url": format!("{SHOP}/login"), "elements": []},
            {"timestamp": START + 1_500, "url": format!("{SHOP}/login"), "elements": [
                {"testId": "order-number", "text": "Order #1042", "visible": true},
                {"role": "status", "text": "Order #1042 was placed", "visible": true},
            ]},
        ],
    });
    let script = generate(&session, &asked()).script;
    has(&script, &["filter({ hasText: /Order\\s+#\\d+\\s+was\\s+placed/ })"]);
    has(&script, &["getByTestId('order-number')).toHaveText(/^\\s*Order\\s+#\\d+\\s*$/);"]);
    let asked = Asked { format: Some("cypress".to_owned()), ..asked() };
    has(&generate(&session, &asked).script, &["/^\\s*Order\\s+#\\d+\\s*$/"]);
}

#[test]
fn going_back_right_after_a_click_that_led_somewhere_is_a_step_of_its_own() {
    let went = |ms: i64, to: &str, how: &str| json!({"type": "navigate", "timestamp": START + ms, "url": format!("{SHOP}{to}"), "toUrl": format!("{SHOP}{to}"), "navigation": how});
    let session = json!({"enhanced_actions": [
        open(), click(1_000, "Next"), went(1_010, "/login?page=2", "push"),
        went(1_400, "/login", "traverse"),
    ]});
    has(&generate(&session, &asked()).script, &["await page.goBack();"]);
    let session = json!({"enhanced_actions": [
        open(), click(1_000, "More"), went(1_010, "/more", "push"), click(4_000, "Back"),
        went(4_020, "/login", "traverse"),
    ]});
    let script = generate(&session, &asked()).script;
    assert!(!script.contains("goBack"), "a button may lead back:\n{script}");
}

#[test]
fn every_assertion_says_how_sure_it_is() {
    let Written { script, about, .. } = generate(&login(), &asked());
    let told = script.matches("// confidence: ").count();
    assert_eq!(json!(told), about["assertions"], "{script}");
}

#[test]
fn edge_cases_no_network() {
    let session = json!({"enhanced_actions": [open(), click(1_000, "Go")]});
    let script = generate(&session, &asked()).script;
    assert!(!script.contains("waitForResponse"), "{script}");
    has(&script, &["expect(consoleErrors).toHaveLength(0);"]);
}

#[test]
fn edge_cases_fifty_actions() {
    let actions: Vec<Value> =
        (0..50).map(|number| click(number * 100, &format!("b{number}"))).collect();
    let requests: Vec<Value> = (0..50)
        .map(|number| request(number * 100 + 10, "GET", &format!("/api/{number}"), 200, &json!({})))
        .collect();
    let session = json!({"enhanced_actions": actions, "network_bodies": requests});
    let Written { script, about, .. } = generate(&session, &asked());
    assert_eq!(script.matches(".click();").count(), 50);
    assert_eq!(about["actions"], 50);
    assert!(script.len() < 100 * 1024, "{} bytes", script.len());
}
