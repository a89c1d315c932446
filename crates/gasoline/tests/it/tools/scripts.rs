//! `get_reproduction_script` and `generate_test` as an editor asks for them.

use crate::support::editor::{Called, Editor};
use crate::support::picture;
use crate::support::server::Server;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const START: u64 = 1_790_000_000_000;
const SHOP: &str = "http://localhost:3000";

fn at(ms: u64) -> u64 {
    START + ms
}

/// The time as requests and log entries have it.
fn iso(ms: u64) -> String {
    assert!(ms < 60_000, "within the first minute");
    format!("2026-09-21T14:13:{:02}.{:03}Z", 20 + ms / 1_000, ms % 1_000)
}

/// Somebody logs in, and the dashboard breaks.
fn log_in(server: &Server) {
    let page = format!("{SHOP}/login");
    let role =
        |role: &str, name: &str| json!({"role": {"role": role, "name": name}, "cssPath": name});
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "navigate", "timestamp": at(0), "toUrl": page, "url": page, "tabId": 1},
        {"type": "input", "timestamp": at(1_000), "url": page, "value": "ann@shop.example", "inputType": "email", "tabId": 1,
         "selectors": {"testId": "email", "role": {"role": "textbox", "name": "Email"}, "cssPath": "#email"}},
        {"type": "input", "timestamp": at(2_000), "url": page, "value": "hunter2", "inputType": "password", "tabId": 1,
         "selectors": role("textbox", "Password")},
        {"type": "click", "timestamp": at(3_000), "url": page, "selectors": role("button", "Log in"), "tabId": 1},
        {"type": "navigate", "timestamp": at(3_300), "fromUrl": page, "toUrl": format!("{SHOP}/dashboard?token=abcdefghijklmnopqrstuvwx"), "tabId": 1},
        {"type": "click", "timestamp": at(6_000), "url": format!("{SHOP}/dashboard"), "selectors": role("button", "Export"), "tabId": 1},
        {"type": "click", "timestamp": at(1_500), "url": "http://localhost:9/other", "selectors": role("button", "Other"), "tabId": 2},
    ]}));
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": format!("{SHOP}/api/login"), "status": 200, "duration": 100, "timestamp": iso(3_010), "tabId": 1,
         "contentType": "application/json", "initiator": "fetch",
         "requestBody": r#"{"email":"ann@shop.example","password":"hunter2hunter2"}"#,
         "responseBody": r#"{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWc","user":{"id":5,"name":"Ann"}}"#},
        {"method": "GET", "url": format!("{SHOP}/api/dashboard"), "status": 200, "duration": 40, "timestamp": iso(3_350), "tabId": 1,
         "contentType": "application/json", "initiator": "fetch", "responseBody": r#"{"widgets":[]}"#},
    ]}));
    server.feed(
        "/dom-snapshots",
        &json!({"snapshots": [
            {"timestamp": iso(4_000), "url": format!("{SHOP}/dashboard"), "title": "D", "tabId": 1,
             "elements": [{"role": "heading", "level": 1, "text": "Dashboard", "visible": true}],
             "dynamic": [{"cssPath": "#clock", "boxPath": "div.bar", "textHash": "5f2a0c11"},
                         {"cssPath": "main > p:nth-child(2)", "textHash": "5f2a0c12"}]},
        ]}),
    );
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "Uncaught TypeError: rows is undefined", "source": "exception", "timestamp": iso(6_050), "tabId": 1,
         "url": format!("{SHOP}/dashboard"), "filename": format!("{SHOP}/app.js"), "lineno": 42, "colno": 7},
    ]}));
}

fn asked(tool: &str, arguments: &Value) -> Called {
    let server = Server::start();
    log_in(&server);
    Editor::join(server.port).call(tool, arguments)
}

/// The script, which must be the whole first text.
#[track_caller]
fn script(called: &Called) -> String {
    assert!(!called.is_error, "{}", called.text);
    let member =
        ["script", "test_script"].into_iter().find_map(|name| called.structured[name].as_str());
    let script = member.expect("a script").to_owned();
    assert_eq!(called.text, script, "the first text is the whole script");
    script
}

#[test]
fn a_reproduction_is_the_object_of_the_specification() {
    let called = asked("get_reproduction_script", &json!({}));
    let script = script(&called);
    for part in [
        "import { test, expect } from '@playwright/test';",
        "test('reproduction: rows is undefined'",
        "await page.goto('http://localhost:3000/login');",
        "page.getByTestId('email').fill('ann@shop.example')",
        "'[user-provided]'",
        "getByRole('button', { name: 'Log in', exact: true }).click()",
        "await expect(page).toHaveURL(",
        "// Error occurred here: Uncaught TypeError: rows is undefined",
    ] {
        assert!(script.contains(part), "{part} is not in:\n{script}");
    }
    assert_eq!(called.structured["actions_used"], 6);
    assert_eq!(
        called.structured["error_context"],
        json!({"message": "rows is undefined", "file": "http://localhost:3000/app.js", "line": 42})
    );
    assert_eq!(called.structured["selectors_used"], json!(["testId", "role"]));
    let warnings = called.structured["warnings"].to_string();
    assert!(warnings.contains("Password field value redacted"), "{warnings}");
    assert!(warnings.contains("1 actions in other tabs"), "{warnings}");
    assert!(!called.whole.to_string().contains("hunter2"), "the password stays");
    assert!(!script.contains("abcdefghijkl"), "tokens are no part of a script");
}

#[test]
fn a_test_is_the_object_of_the_specification() {
    let called = asked("generate_test", &json!({}));
    let script = script(&called);
    for part in [
        "page.on('pageerror'",
        "const answer1 = page.waitForResponse(",
        "expect(response1.status()).toBe(200);",
        "toHaveURL(/^http:\\/\\/localhost:3000\\/dashboard(?:[?#]|$)/)",
        "name: 'Dashboard', exact: true, level: 1",
        "toHaveLength(1)",
        "/^(?:TypeError: )?rows is undefined(?:\\r?\\n|$)/",
    ] {
        assert!(script.contains(part), "{part} is not in:\n{script}");
    }
    let wait = script.find("page.waitForResponse(").expect("a wait");
    let click = script.find("'Log in', exact: true }).click()").expect("a click");
    assert!(wait < click, "the promise comes before the click that causes the answer");
    let listener = script.find("page.on('console'").expect("a listener");
    assert!(listener < script.find("page.goto(").expect("a goto"), "listeners come first");
    assert_eq!(called.structured["action_count"], 6);
    assert!(called.structured["assertion_count"].as_u64() >= Some(5));
    assert_eq!(
        called.structured["test_name"],
        "/login: click button \"Export\" leads to /dashboard"
    );
    assert!(called.structured.get("fixture_file").is_none());
}

#[test]
fn every_option_changes_the_script() {
    let server = Server::start();
    log_in(&server);
    let mut editor = Editor::join(server.port);
    let mut ask = |tool: &str, arguments: Value| {
        let called = editor.call(tool, &arguments);
        assert!(!called.is_error, "{tool} {arguments}: {}", called.text);
        called
    };
    let plain = ask("get_reproduction_script", json!({})).text;
    for (arguments, has, has_not) in [
        (json!({"format": "cypress"}), "cy.visit(", "page.goto("),
        (json!({"include_assertions": false}), "page.waitForURL(", "toHaveURL("),
        (
            json!({"base_url": "https://staging.example"}),
            "goto('https://staging.example/login')",
            "localhost:3000",
        ),
        (json!({"last_n_actions": 1}), "'Export'", "'Log in'"),
        (json!({"last_n_actions": 1, "include_fixtures": true}), "test.beforeAll(", "cy."),
        (json!({"tab_id": 2}), "'Other'", "'Log in'"),
        (json!({"fixtures": "mock"}), "import { mock } from './", "beforeAll"),
        (json!({"url": "/dashboard"}), "'Export'", "getByTestId('email')"),
        (json!({"include_screenshots": true}), "page.screenshot({ path: 'step-1.png' })", "cy."),
        (
            json!({"include_screenshots": true, "format": "cypress"}),
            "cy.screenshot('step-1')",
            "page.",
        ),
    ] {
        let text = ask("get_reproduction_script", arguments.clone()).text;
        assert_ne!(text, plain, "{arguments}");
        assert!(text.contains(has), "{arguments}: no {has} in:\n{text}");
        assert!(!text.contains(has_not), "{arguments}: {has_not} in:\n{text}");
    }
    let plain = ask("generate_test", json!({})).text;
    for (arguments, has, has_not) in [
        (json!({"test_name": "it's mine"}), "test('it\\'s mine'", "/login: click"),
        (
            json!({"base_url": "https://staging.example/"}),
            "https:\\/\\/staging\\.example\\/dashboard",
            "localhost:3000",
        ),
        (json!({"last_n_actions": 1}), "'Export'", "'Log in'"),
        (json!({"assert_network": false}), "toHaveURL(", "waitForResponse"),
        (json!({"assert_no_errors": false}), "toHaveURL(", "consoleErrors"),
        (
            json!({"assert_response_shape": true}),
            "toHaveProperty('user.id', expect.any(Number))",
            "Ann",
        ),
        (
            json!({"assert_network": true, "assertions": {"network": false}}),
            "toHaveURL(",
            "waitForResponse",
        ),
        (json!({"assertions": {"no_errors": false}}), "toHaveURL(", "consoleErrors"),
        (json!({"assertions": {"response_shape": true}}), "toHaveProperty('token'", "eyJ"),
        (json!({"assertions": {"dom_state": false}}), "toHaveURL(", "'heading'"),
        (json!({"include_fixtures": true}), "await mock(page);", "beforeAll"),
        (json!({"fixtures": "setup", "last_n_actions": 1}), "test.beforeAll(", "mock"),
        (json!({"tab_id": 2}), "'Other'", "'Log in'"),
        (json!({"assert_visual": true}), "mask: [", "screenshot({ path"),
        (json!({"assertions": {"visual": true}}), "expect(page).toHaveScreenshot('1-", "path:"),
        (
            json!({"assert_visual": true, "mask_dynamic": false}),
            "animations: 'disabled'",
            "mask: [",
        ),
    ] {
        let text = ask("generate_test", arguments.clone()).text;
        assert_ne!(text, plain, "{arguments}");
        assert!(text.contains(has), "{arguments}: no {has} in:\n{text}");
        assert!(!text.contains(has_not), "{arguments}: {has_not} in:\n{text}");
    }
}

#[test]
fn a_fixture_is_named_by_the_test_that_needs_it_and_holds_nothing_of_anybody() {
    let called = asked("generate_test", &json!({"include_fixtures": true}));
    let fixture = &called.structured["fixture_file"];
    let name = fixture["name"].as_str().expect("a name");
    let content = fixture["content"].as_str().expect("a content");
    assert!(called.text.contains(&format!("from './{name}'")), "{}", called.text);
    assert!(content.contains("path: /^\\/api\\/login$/"), "{content}");
    assert!(content.contains("token: 'test-value'"), "{content}");
    for secret in ["eyJ", "hunter2", "ann@"] {
        assert!(!content.contains(secret), "{secret} in:\n{content}");
    }
    let told = called.whole["content"][1]["text"].as_str().expect("a second text");
    assert!(told.contains(content), "a model that reads only text has the file too");
}

#[test]
fn a_visual_test_masks_what_changed_by_itself_and_says_how_baselines_come_about() {
    let called = asked("generate_test", &json!({"assert_visual": true}));
    let script = script(&called);
    let pictures = script.matches("toHaveScreenshot('").count();
    assert_eq!(pictures, 3, "after opening, logging in and exporting; not after typing:\n{script}");
    for part in ["'1-login-loaded.png'", "'4-after-click-button-log-in.png'", "maxDiffPixels: 100"]
    {
        assert!(script.contains(part), "{part} is not in:\n{script}");
    }
    let of = |name: &str| {
        let start = script.find(name).expect("the picture");
        script[start..].split("});").next().expect("its options")
    };
    assert!(of("'4-after").contains("page.locator('div.bar')"), "the box that keeps its size");
    assert!(of("'4-after").contains("nth-child(2)"));
    assert!(!of("'1-login").contains("nth-child"), "a place among others is another elsewhere");
    let warnings = called.structured["warnings"].to_string();
    assert!(warnings.contains("--update-snapshots"), "{warnings}");
    let plain = asked("generate_test", &json!({}));
    assert!(!plain.text.contains("toHaveScreenshot"), "only on request");
    let more = |called: &Called| called.structured["assertion_count"].as_u64().expect("a count");
    assert_eq!(more(&called) - more(&plain), 3);
}

#[test]
fn a_reproduction_with_screenshots_brings_those_of_the_recording() {
    let server = Server::start();
    log_in(&server);
    let photograph = |ms: u64, more: Value| {
        let mut body = json!({
            "dataUrl": picture::data_url(&picture::white(900, 300)), "trigger": "action",
            "url": format!("{SHOP}/dashboard"), "timestamp": iso(ms), "tabId": 1,
        });
        for (name, value) in more.as_object().expect("members") {
            body[name] = value.clone();
        }
        server.post("/screenshots", &body).json()["id"].as_str().expect("an id").to_owned()
    };
    photograph(3_100, json!({}));
    let after_login = photograph(4_000, json!({"trigger": "navigation"}));
    let of_error = photograph(6_200, json!({"trigger": "error"}));
    photograph(7_000, json!({"tabId": 2, "url": "http://localhost:9/other"}));
    let mut editor = Editor::join(server.port);
    let called =
        editor.call("get_reproduction_script", &json!({"include_screenshots": true, "tab_id": 1}));
    let script = script(&called);
    for number in 1..=5 {
        let line = format!("await page.screenshot({{ path: 'step-{number}.png' }});");
        assert!(script.contains(&line), "{line} is not in:\n{script}");
    }
    let shown = called.structured["screenshots"].as_array().expect("a list");
    let told: Vec<(u64, &str, String)> = shown
        .iter()
        .map(|shot| {
            let step = shot["step"].as_u64().expect("a step");
            (step, shot["trigger"].as_str().expect("a trigger"), shot["id"].to_string())
        })
        .collect();
    assert_eq!(told, [(4, "navigation", after_login.clone()), (5, "error", of_error)]);
    assert_eq!(shown[0]["name"], "step-4.png", "the name that the script gives its own");
    let data = STANDARD.decode(shown[0]["data"].as_str().expect("data")).expect("base64");
    assert_eq!(picture::size(&data), (320, 107), "a thumbnail; whole it is a resource");
    let uri = shown[0]["uri"].as_str().expect("an address");
    let whole = editor.request("resources/read", &json!({"uri": uri}));
    let blob = whole["result"]["contents"][0]["blob"].as_str().expect("a picture");
    assert_eq!(picture::size(&STANDARD.decode(blob).expect("base64")), (900, 300));
    let content = called.whole["content"].to_string();
    assert!(content.contains(&format!("gasoline://screenshot/{after_login}")), "{content}");

    let plain = editor.call("get_reproduction_script", &json!({}));
    assert!(plain.structured.get("screenshots").is_none(), "only on request");
    let nobody = asked("get_reproduction_script", &json!({"include_screenshots": true}));
    assert_eq!(nobody.structured["screenshots"], json!([]));
    assert!(nobody.whole["content"].to_string().contains("auto_screenshot"));
}

#[test]
fn a_refusal_says_what_to_do() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let mut check = |tool: &str, arguments: &Value, words: &[&str]| {
        let called = editor.call(tool, arguments);
        assert!(called.is_error, "{tool} {arguments}: {}", called.text);
        for word in words {
            assert!(
                called.text.contains(word),
                "{tool} {arguments}: no {word} in: {}",
                called.text
            );
        }
    };
    for tool in ["get_reproduction_script", "generate_test"] {
        check(tool, &json!({}), &["no user actions", "no browser has sent anything", "hint: "]);
    }
    log_in(&server);
    check(
        "get_reproduction_script",
        &json!({"format": "selenium"}),
        &["selenium", "`cypress`", "hint: "],
    );
    check("generate_test", &json!({"base_url": "staging"}), &["`staging`", "hint: pass an origin"]);
    check("generate_test", &json!({"fixtures": "real"}), &["real", "`mock`", "hint: "]);
    check("generate_test", &json!({"assertions": {"looks": true}}), &["looks", "hint: "]);
    check("generate_test", &json!({"url": "/nowhere"}), &["match the filters", "hint: "]);
}

#[test]
fn a_session_too_large_for_a_script_keeps_its_last_actions_and_says_so() {
    let server = Server::start();
    let actions: Vec<Value> = (0..50)
        .map(|number| json!({
            "type": "input", "timestamp": at(number * 1_000), "url": SHOP, "value": "é".repeat(10_000),
            "selectors": {"testId": format!("field-{number}-{}", "x".repeat(100))},
        }))
        .collect();
    server.feed("/enhanced-actions", &json!({ "actions": actions }));
    let mut editor = Editor::join(server.port);
    for (tool, most) in [("get_reproduction_script", 50 * 1024), ("generate_test", 100 * 1024)] {
        let called = editor.call(tool, &json!({}));
        assert!(script(&called).len() <= most, "{tool}: {} bytes", called.text.len());
        assert!(called.text.contains("field-49-"), "the last action is in");
        let warnings = called.structured["warnings"].to_string();
        assert!(warnings.contains("only the last"), "{tool}: {warnings}");
    }
}

#[test]
fn more_masks_than_a_picture_takes_are_told_of() {
    let server = Server::start();
    let page = "http://localhost:3000/ticker";
    server.feed(
        "/enhanced-actions",
        &json!({"actions": [
            {"type": "navigate", "timestamp": 1_000, "toUrl": page, "url": page, "tabId": 1},
        ]}),
    );
    let outline = |ms: u64, from: usize, to: usize| {
        let node = |number: usize| json!({"cssPath": format!("#price-of-{}", word(number)), "textHash": "a"});
        json!({"timestamp": ms, "url": page, "tabId": 1, "title": "Ticker", "elements": [],
               "dynamic": (from..to).map(node).collect::<Vec<_>>()})
    };
    let outlines = json!({"snapshots": [outline(2_000, 0, 50), outline(3_000, 50, 57)]});
    server.feed("/dom-snapshots", &outlines);
    let mut editor = Editor::join(server.port);
    let called = editor.call("generate_test", &json!({"assert_visual": true}));
    assert_eq!(called.text.matches("page.locator('#price-of-").count(), 50, "{}", called.text);
    let warnings = called.structured["warnings"].to_string();
    assert!(warnings.contains("at most 50 masks, and 7 more parts"), "{warnings}");
}

/// A name without digits: those look made up, and are told otherwise.
fn word(number: usize) -> String {
    let letter = |number: usize| char::from(b"abcdefghij"[number % 10]);
    format!("{}{}", letter(number / 10), letter(number))
}
