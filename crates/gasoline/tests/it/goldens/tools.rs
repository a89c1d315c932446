//! The tools, each with several sets of arguments.

use serde_json::{Value, json};

use super::browser;
use super::golden::Golden;
use super::server::Server;
use super::session::Session;
use crate::support::editor::HttpEditor;

/// Each tool and its steps, in order, on one server with the session played. A step is the tool's
/// arguments, or one of:
/// - `+later`: the rest of the session happens;
/// - `+watch`: from here on each batch is looked at for signals by itself;
/// - `+browser`: a browser connects that shows the page;
/// - `+seconds N`: time passes.
#[rustfmt::skip]
pub(super) const STEPS: [(&str, &[&str]); 26] = [
    ("get_browser_errors", &[
        "{}", r#"{"detail": "all"}"#, r#"{"detail": "none", "limit": 2}"#, r#"{"detail": "c3"}"#,
        r#"{"url": "$PAGE", "limit": 3}"#, r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"tab_id": 2}"#,
        r#"{"detail": "nonsense"}"#, r#"{"since": "yesterday"}"#, r#"{"limit": "many"}"#, r#"{"limits": 3}"#, "+later", "{}",
    ]),
    ("get_browser_logs", &[
        "{}", r#"{"level": "error"}"#, r#"{"limit": 3}"#, r#"{"url": "$PAGE", "level": "warn"}"#, r#"{"tab_id": 2, "limit": 5}"#,
        r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"since": "c999999"}"#, r#"{"level": "loud"}"#, r#"{"limit": -1}"#,
    ]),
    ("get_network_bodies", &[
        "{}", r#"{"status_min": 400}"#, r#"{"status_min": 200, "status_max": 299, "limit": 3}"#, r#"{"method": "post", "full": true, "limit": 4}"#,
        r#"{"url": "/api/"}"#, r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"status_min": "high"}"#, r#"{"full": 1}"#,
    ]),
    ("get_websocket_events", &[
        "{}", r#"{"direction": "incoming", "limit": 3}"#, r#"{"connection_id": "w1"}"#, r#"{"url": "live", "limit": 4}"#,
        r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"direction": "sideways"}"#,
    ]),
    ("get_websocket_status", &[
        "{}", r#"{"connection_id": "w1"}"#, r#"{"url": "live"}"#, r#"{"test_id": "$TEST"}"#, r#"{"tab_id": 5}"#, r#"{"connection_id": 7}"#, "+later", "{}",
    ]),
    ("get_enhanced_actions", &[
        "{}", r#"{"last_n": 2}"#, r#"{"url": "$PAGE"}"#, r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"last_n": 0}"#, r#"{"tab_id": "one"}"#,
    ]),
    ("get_session_timeline", &[
        "{}", r#"{"last_n_actions": 2}"#, r#"{"include": ["actions", "websocket", "screenshot"]}"#, r#"{"url": "$PAGE", "include": ["console"]}"#,
        r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"include": ["everything"]}"#,
    ]),
    ("get_changes_since", &[
        r#"{"save_as": "before"}"#, "{}", r#"{"checkpoint": "c1"}"#, r#"{"checkpoint": "$SINCE", "include": ["console"]}"#, "+later", "{}",
        r#"{"checkpoint": "before", "severity": "errors_only"}"#, r#"{"checkpoint": "before", "include": ["network", "websocket", "actions"], "severity": "warnings"}"#,
        r#"{"checkpoint": "before", "test_id": "$TEST"}"#, r#"{"checkpoint": "unknown"}"#, r#"{"save_as": ""}"#, r#"{"severity": "loud"}"#,
    ]),
    ("get_reproduction_script", &[
        "{}", r#"{"format": "cypress"}"#, r#"{"include_assertions": true, "last_n_actions": 3}"#, r#"{"base_url": "http://localhost:4000", "include_fixtures": true}"#,
        r#"{"fixtures": "mock", "last_n_actions": 4}"#, r#"{"include_screenshots": true, "last_n_actions": 2}"#, r#"{"test_id": "$TEST"}"#,
        r#"{"format": "cypress", "fixtures": "mock"}"#, r#"{"base_url": "nowhere"}"#, r#"{"format": "selenium"}"#,
    ]),
    ("generate_test", &[
        "{}", r#"{"test_name": "it's a \"test\"", "last_n_actions": 4}"#, r#"{"assertions": {"response_shape": true, "visual": true, "no_errors": false}, "last_n_actions": 6}"#,
        r#"{"assert_network": false, "mask_dynamic": true, "assert_visual": true, "last_n_actions": 3}"#, r#"{"include_fixtures": true, "last_n_actions": 8}"#,
        r#"{"fixtures": "setup", "base_url": "http://localhost:4000", "last_n_actions": 6}"#, r#"{"test_id": "$TEST"}"#, r#"{"assertions": {"magic": true}}"#,
    ]),
    ("generate_bug_report", &[
        "{}", r#"{"format": "html", "screenshots": 1}"#, r#"{"error": "c3", "title": "A title"}"#, r#"{"url": "$PAGE", "screenshots": 0}"#,
        r#"{"test_id": "$TEST"}"#, r#"{"save_to": "report.md"}"#, r#"{"save_to": "report.md"}"#, r#"{"save_to": "../report.md"}"#,
        r#"{"error": "c999999"}"#, r#"{"error": "nonsense"}"#, r#"{"screenshots": 99}"#,
    ]),
    ("verify_fix", &[
        r#"{"action": "start", "label": "the checkout"}"#, r#"{"action": "status"}"#, r#"{"action": "compare", "session_id": "verify-1"}"#,
        "+seconds 10", r#"{"action": "watch", "session_id": "verify-1"}"#, "+later", r#"{"action": "status", "session_id": "verify-1"}"#,
        r#"{"action": "compare", "session_id": "verify-1"}"#, r#"{"action": "start", "url_filter": "$PAGE"}"#, r#"{"action": "cancel", "session_id": "verify-2"}"#,
        r#"{"action": "watch", "session_id": "verify-9"}"#, r#"{"action": "watch"}"#, r#"{"action": "repair"}"#, "{}", "+seconds 7200", r#"{"action": "status"}"#,
    ]),
    ("diff_sessions", &[
        r#"{"action": "list"}"#, r#"{"action": "capture", "name": "before"}"#, r#"{"action": "compare", "compare_a": "before", "compare_b": "current"}"#, "+later",
        r#"{"action": "capture", "name": "after", "url_filter": "$PAGE"}"#, r#"{"action": "compare", "compare_a": "before", "compare_b": "current"}"#,
        r#"{"action": "compare", "compare_a": "after", "compare_b": "before"}"#, r#"{"action": "list"}"#, r#"{"action": "delete", "name": "after"}"#,
        r#"{"action": "delete", "name": "after"}"#, r#"{"action": "compare", "compare_a": "before"}"#, r#"{"action": "capture", "name": "current"}"#, r#"{"action": "capture"}"#,
    ]),
    ("check_performance", &[
        "{}", r#"{"url": "$PAGE"}"#, r#"{"budgets": {"lcp": 500, "requests": 10}}"#, r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#,
        r#"{"url": "/nowhere"}"#, r#"{"budgets": {"beauty": 1}}"#, "+later", "{}",
    ]),
    ("query_dom", &[
        r#"{"selector": "button"}"#, "+browser", r#"{"selector": "button"}"#, r#"{"selector": "button", "include_styles": true, "include_children": true, "max_depth": 2, "properties": ["disabled"], "tab_id": 5}"#,
        r##"{"selector": "#gone"}"##, r#"{"selector": "button", "tab_id": 77}"#, r#"{"selector": ""}"#, r#"{"selector": "button", "max_depth": 9}"#, "{}",
    ]),
    ("get_page_info", &["{}", "+browser", "{}", r#"{"tab_id": 5}"#, r#"{"tab_id": 6}"#, r#"{"tab_id": "five"}"#]),
    ("run_accessibility_audit", &[
        "{}", "+browser", "{}", "{}", r#"{"scope": "main", "tags": ["wcag2aa"], "include_passes": true}"#, r#"{"force_refresh": true}"#, "+seconds 60", "{}", r#"{"tags": "wcag2aa"}"#,
    ]),
    ("security_audit", &[
        "{}", r#"{"severity_min": "critical"}"#, r#"{"checks": ["transport", "pii_exposure"]}"#, r#"{"url_filter": "/api/", "severity_min": "info"}"#,
        r#"{"test_id": "$TEST"}"#, r#"{"since": "$SINCE"}"#, r#"{"checks": ["everything"]}"#,
    ]),
    ("validate_api", &[
        r#"{"action": "analyze"}"#, r#"{"action": "report"}"#, "+later", r#"{"action": "analyze"}"#, r#"{"action": "analyze", "url_filter": "/api/", "ignore_endpoints": ["/api/products"]}"#,
        r#"{"action": "report", "url_filter": "/api/"}"#, r#"{"action": "clear"}"#, r#"{"action": "report"}"#, "{}", r#"{"action": "learn"}"#,
    ]),
    ("capture_screenshot", &[
        "{}", "+browser", "{}", r##"{"selector": "#pay", "tab_id": 5}"##, r#"{"full_page": true}"#, r##"{"selector": "#gone"}"##, r##"{"selector": "#pay", "full_page": true}"##, r#"{"selector": ""}"#,
    ]),
    ("configure_capture", &[
        "{}", r#"{"log_level": "warn", "network_bodies": false}"#, r#"{"auto_screenshot": {"on_error": true}, "paused": true}"#, "+browser", "{}",
        r#"{"websocket": "off"}"#, r#"{"reset": true, "actions": false}"#, r#"{"reset": true}"#, r#"{"log_level": "loud"}"#, r#"{"auto_screenshot": true}"#,
    ]),
    ("configure_noise", &[
        r#"{"action": "add", "rules": [{"category": "console", "matchSpec": {"messageRegex": "same error", "level": "error"}, "reason": "known"}]}"#,
        r#"{"action": "add", "rules": [{"category": "network", "classification": "infrastructure", "matchSpec": {"urlRegex": "/api/stock", "method": "GET", "statusMin": 500, "statusMax": 599}}, {"category": "console", "matchSpec": {}}]}"#,
        r#"{"action": "add", "rules": [{"category": "console", "matchSpec": {"messageRegex": "(("}}]}"#, r#"{"action": "list"}"#, r#"{"action": "remove", "rule_id": "user_1"}"#,
        r#"{"action": "remove", "rule_id": "nowhere"}"#, r#"{"action": "remove"}"#, r#"{"action": "reset"}"#, r#"{"action": "add"}"#, "{}",
    ]),
    ("configure_streaming", &[
        "{}", r#"{"enabled": true, "events": ["errors", "network_errors"], "throttle_seconds": 10}"#, "+watch", "+later", r#"{"enabled": true, "url_filter": "/"}"#, "{}",
        r#"{"enabled": false}"#, r#"{"throttle_seconds": 0}"#, r#"{"events": ["weather"]}"#,
    ]),
    ("wait_for_event", &[
        r#"{"timeout_seconds": 1}"#, "+watch", "+later", r#"{"timeout_seconds": 1}"#, r#"{"timeout_seconds": 1, "events": ["security"], "url": "/nowhere"}"#, r#"{"timeout_seconds": 0}"#, r#"{"events": ["weather"]}"#,
    ]),
    ("clear_browser_logs", &[
        r#"{"test_id": "$TEST"}"#, "{}", "+later", r#"{"all": true}"#, "{}", r#"{"all": "yes"}"#,
    ]),
    ("get_status", &["{}", "+browser", "{}", "+seconds 3600", "{}", r#"{"verbose": true}"#]),
];

pub(super) fn make(session: &Session, mut golden: Golden, tool: &str) -> Option<String> {
    let (_, steps) = STEPS.iter().find(|(name, _)| *name == tool).expect("a tool with steps");
    let mut server = Server::start(session, 1);
    server.play(&session.batches);
    let mut editor = HttpEditor::join(server.port);
    // Signals that ride with a response are for the steps.
    let mut settler = HttpEditor::join(server.port);
    settle(&mut settler);
    for step in *steps {
        match step.strip_prefix('+') {
            Some("later") => {
                server.play(&session.later);
                settle(&mut settler);
            }
            Some("watch") => server.watch(),
            Some("browser") => browser::connect(session, server.port),
            Some(wait) => {
                let seconds =
                    wait.strip_prefix("seconds ").and_then(|number| number.parse::<i64>().ok());
                server.advance(seconds.expect("a known step") * 1_000);
            }
            None => {
                let arguments = session.fill_in(step, inside_json);
                let arguments: Value =
                    serde_json::from_str(&arguments).expect("arguments are JSON");
                golden.step(&format!("{tool} {step}"));
                let response =
                    editor.request("tools/call", &json!({"name": tool, "arguments": arguments}));
                show(&mut golden, &response);
                continue;
            }
        }
        golden.step(step);
    }
    golden.finish(&server)
}

/// Waits until the source map of each stack is found or known to be missing: the server looks for
/// them by itself, and what tools return depends on how far it is.
fn settle(editor: &mut HttpEditor) {
    let mut errors = |detail: &Value| {
        let arguments = json!({"detail": detail, "limit": 100});
        editor.call("get_browser_errors", &arguments).structured["errors"].clone()
    };
    for error in errors(&json!("all")).as_array().into_iter().flatten() {
        let is_known = error.get("frames").or(error.get("no_source_map")).is_some();
        if error["stack"].is_string() && !is_known {
            errors(&error["last_seq"]);
        }
    }
}

/// Shows the result of a tool: its text as it is, the rest as JSON.
fn show(golden: &mut Golden, response: &Value) {
    let Some(result) = response.get("result") else {
        return golden.json("error", &response["error"]);
    };
    let title = if result["isError"] == true { "text of an error" } else { "text" };
    for block in result["content"].as_array().expect("content") {
        match block["text"].as_str() {
            Some(text) if block["type"] == "text" => golden.text(title, text),
            _ => golden.json("content", block),
        }
    }
    if let Some(structured) = result.get("structuredContent") {
        golden.json("structuredContent", structured);
    }
}

/// A value as it stands between the quotes of a JSON string.
fn inside_json(value: &str) -> String {
    let quoted = Value::from(value).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}
