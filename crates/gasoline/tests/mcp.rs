//! MCP as editors speak it: over the pipes of `gasoline mcp`, and over `/mcp`.

mod support;

use serde_json::{Value, json};
use support::editor::{Called, Editor, HttpEditor};
use support::picture;
use support::process::gasoline;
use support::server::Server;

const TOOLS: [&str; 19] = [
    "get_browser_errors",
    "get_browser_logs",
    "get_network_bodies",
    "get_websocket_events",
    "get_websocket_status",
    "get_enhanced_actions",
    "get_session_timeline",
    "get_changes_since",
    "get_reproduction_script",
    "generate_test",
    "verify_fix",
    "diff_sessions",
    "query_dom",
    "get_page_info",
    "run_accessibility_audit",
    "configure_capture",
    "configure_noise",
    "clear_browser_logs",
    "get_status",
];

/// Tools that ask a browser, and refuse where there is none.
const ASKING: [&str; 3] = ["query_dom", "get_page_info", "run_accessibility_audit"];

/// Tools that write from what the user did, and refuse where nothing was done. How large their answers
/// may be is theirs to say.
const WRITING: [&str; 2] = ["get_reproduction_script", "generate_test"];

/// Tools that list what was captured, and the list's name.
const LISTS: [(&str, &str); 7] = [
    ("get_browser_errors", "errors"),
    ("get_browser_logs", "entries"),
    ("get_network_bodies", "bodies"),
    ("get_websocket_events", "events"),
    ("get_websocket_status", "connections"),
    ("get_enhanced_actions", "actions"),
    ("get_session_timeline", "timeline"),
];

/// What a tool takes at least.
fn least(tool: &str) -> Value {
    match tool {
        "configure_noise" => json!({"action": "list"}),
        "query_dom" => json!({"selector": "body"}),
        "verify_fix" => json!({"action": "start"}),
        "diff_sessions" => json!({"action": "capture", "name": "a"}),
        _ => json!({}),
    }
}

/// A little of everything.
fn fill(server: &Server) {
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
fn flood(server: &Server) {
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

#[test]
fn every_revision_of_the_protocol_is_spoken() {
    let server = Server::start();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut editor =
            Editor::spawn(gasoline().args(["mcp", "--port", &server.port.to_string()]));
        let hello = editor.initialize(version);
        assert_eq!(hello["protocolVersion"], version);
        assert_eq!(hello["serverInfo"]["name"], "gasoline");
        assert_eq!(hello["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(hello["capabilities"]["tools"].is_object());
        assert!(
            hello["instructions"].as_str().is_some_and(|text| text.contains("get_browser_errors"))
        );
        let tools = editor.request("tools/list", &json!({}));
        assert_eq!(
            tools["result"]["tools"].as_array().map(Vec::len),
            Some(TOOLS.len()),
            "{version}"
        );
        assert!(!editor.call("get_status", &json!({})).is_error);
    }
    let mut editor = Editor::spawn(gasoline().args(["mcp", "--port", &server.port.to_string()]));
    let hello = editor.initialize("2099-01-01");
    let offered = hello["protocolVersion"].as_str().expect("a version it speaks");
    assert!(offered >= "2025-11-25", "the newest it knows: {offered}");
}

#[test]
fn the_newest_revision_needs_no_handshake() {
    let server = Server::start();
    let mut editor = Editor::spawn(gasoline().args(["mcp", "--port", &server.port.to_string()]));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = editor.request("server/discover", &json!({"_meta": meta}));
    let versions = found["result"]["supportedVersions"].as_array().expect("a list").clone();
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let tools = editor.request("tools/list", &json!({"_meta": meta}));
    assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(TOOLS.len()), "{tools}");
    let params = json!({"name": "get_status", "arguments": {}, "_meta": meta});
    assert!(!Called::of(&editor.request("tools/call", &params)).is_error);
}

#[test]
fn what_is_no_request_is_answered_in_protocol_and_the_line_stays_open() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    for line in [
        "",
        "   ",
        "no json",
        "{",
        "[]",
        "42",
        "{\"jsonrpc\":\"2.0\"}",
        "\u{0}",
        "{\"jsonrpc\":\"1.0\",\"id\":7}",
    ] {
        editor.say(line);
    }
    let answer = editor.request("no/such/method", &json!({}));
    assert!(answer["error"]["code"].is_i64(), "{answer}");
    assert_eq!(editor.request("ping", &json!({}))["result"], json!({}));
    let answer = editor.request("tools/call", &json!({"name": "no_such_tool", "arguments": {}}));
    let said =
        answer["error"]["message"].as_str().expect("JSON-RPC errors are for broken protocol");
    assert!(said.contains("`no_such_tool`") && said.contains("get_browser_errors"), "{said}");
    assert!(!editor.call("get_status", &json!({})).is_error);
}

#[test]
fn a_very_long_line_is_no_reason_to_die() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let long = "x".repeat(3_000_000);
    let called = editor.call("get_browser_logs", &json!({"url": long}));
    assert!(!called.text.contains(&long[..10_000]), "not echoed whole");
    assert!(!editor.call("get_status", &json!({})).is_error);
}

#[test]
fn the_list_of_tools_is_cheap_and_complete() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let list = editor.request("tools/list", &json!({}))["result"].clone();
    let bytes = list.to_string().len();
    assert!(bytes < 16 * 1024, "{bytes} bytes");
    let tools = list["tools"].as_array().expect("a list");
    let names: Vec<&str> =
        tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
    assert_eq!(names, TOOLS);
    for tool in tools {
        let text = tool.to_string();
        assert!(!text.contains("$schema") && !text.contains("outputSchema"), "{text}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{text}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{text}");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{text}");
        assert!(tool["title"].is_string() || tool["annotations"]["title"].is_string(), "{text}");
    }
    let is_read_only = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).expect("the tool");
        tool["annotations"]["readOnlyHint"] == true
    };
    assert!(is_read_only("get_browser_errors") && !is_read_only("clear_browser_logs"));
}

#[test]
fn a_client_can_ask_for_fewer_tools() {
    let server = Server::start();
    let port = server.port.to_string();
    let names = |arguments: &[&str]| -> (Vec<String>, usize) {
        let mut editor = Editor::run(gasoline().args(["mcp", "--port", &port]).args(arguments));
        let list = editor.request("tools/list", &json!({}))["result"].clone();
        let tools = list["tools"].as_array().expect("a list");
        let names = tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned());
        (names.collect(), list.to_string().len())
    };
    let (core, bytes) = names(&["--tools", "core"]);
    assert!(bytes < 5 * 1024, "{bytes} bytes");
    assert!(core.len() < TOOLS.len() && core.iter().any(|name| name == "get_browser_errors"));
    assert_eq!(
        names(&["--tools", "get_status,get_browser_logs"]).0,
        ["get_browser_logs", "get_status"]
    );
    let (rest, _) = names(&["--exclude-tools", "clear_browser_logs"]);
    assert_eq!(rest.len(), TOOLS.len() - 1);
    assert_eq!(names(&[]).0.len(), TOOLS.len(), "one client's choice is not another's");
    let mut editor =
        Editor::run(gasoline().args(["mcp", "--port", &port, "--tools", "get_status"]));
    let answer = editor.request("tools/call", &json!({"name": "clear_browser_logs"}));
    assert!(answer.get("error").is_some(), "what is not listed cannot be called: {answer}");
}

#[test]
fn an_empty_answer_says_why() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let mut check = |reason: &str, arguments: &Value| {
        for (tool, list) in LISTS {
            let called = editor.call(tool, arguments);
            assert!(!called.is_error, "{tool}: {}", called.text);
            assert_eq!(called.structured[list], json!([]), "{tool}");
            assert_eq!(called.structured["empty"]["reason"], reason, "{tool}: {}", called.text);
            assert!(
                called.text.lines().any(|line| line.starts_with("hint: ")),
                "{tool}: {}",
                called.text
            );
        }
    };
    check("no_browser_connected", &json!({}));
    server.feed("/logs", &json!({"entries": []}));
    check("nothing_happened", &json!({}));
    fill(&server);
    check("filtered", &json!({"url": "http://nowhere/"}));
    check("filtered", &json!({"test_id": "no such test"}));
    server.feed("/clear", &json!({}));
    check("cleared", &json!({}));
}

#[test]
fn every_tool_answers_on_empty_and_on_filled_buffers() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    for round in ["empty", "filled"] {
        for tool in TOOLS {
            let called = editor.call(tool, &least(tool));
            let is_refused =
                ASKING.contains(&tool) || (round == "empty" && WRITING.contains(&tool));
            assert_eq!(called.is_error, is_refused, "{tool} on {round}: {}", called.text);
            assert!(!called.text.is_empty(), "{tool} on {round}");
            assert_eq!(called.structured.is_object(), !is_refused, "{tool} on {round}");
        }
        fill(&server);
    }
}

#[test]
fn the_first_call_says_what_broke_and_what_led_to_it() {
    let server = Server::start();
    let at = |ms: u64| 1_790_000_000_000 + ms;
    server.feed("/enhanced-actions", &json!({"actions": [
        {"type": "click", "timestamp": at(0), "selectors": {"role": {"role": "button", "name": "Pay"}}},
    ]}));
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost/api/pay", "status": 500, "timestamp": at(80),
         "requestBody": "{\"total\":3}", "responseBody": "{\"error\":\"no card\"}"},
    ]}));
    let error = json!({"level": "error", "message": "cannot pay", "source": "exception", "timestamp": at(100),
                       "stack": "Error: cannot pay\n    at pay (http://localhost/app.js:10:5)"});
    // A client of another make tells of the same failed request in its own words.
    let echo = json!({"level": "error", "source": "network", "message": "POST http://localhost/api/pay 500",
                      "url": "http://localhost/api/pay", "timestamp": at(90), "method": "POST"});
    server.feed("/logs", &json!({"entries": [error, error, error, echo]}));
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_browser_errors", &json!({}));
    let first = &called.structured["errors"][0];
    assert_eq!((&first["message"], &first["count"]), (&json!("cannot pay"), &json!(3)));
    assert_eq!(first["action_before"]["ms_before"], 100);
    assert_eq!(first["cause"][0]["responseBody"], "{\"error\":\"no card\"}");
    assert_eq!(first["cause"][0]["sure"], "likely");
    for word in ["cannot pay", "×3", "app.js:10:5", "Pay", "no card", "500"] {
        assert!(called.text.contains(word), "{word} is not in: {}", called.text);
    }
}

#[test]
fn one_error_is_told_in_full_and_another_on_request() {
    let server = Server::start();
    let at = |ms: u64| 1_790_000_000_000 + ms;
    let thrown = |message: &str, ms: u64, more: Value| {
        let mut entry = json!({"level": "error", "message": message, "source": "exception", "timestamp": at(ms),
               "stack": format!("Error: {message}\n    at f (http://localhost/app.js:10:5)")});
        entry.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        entry
    };
    let components = json!({"_aiContext": {
        "componentAncestry": {"framework": "react", "components": [{"name": "App"}, {"name": "Cart", "propKeys": ["lines"]}]},
        "stateSnapshot": {"source": "redux", "keys": {}, "relevantSlice": {"cart.token": "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "cart.error": "none"}},
    }});
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost/api/pay", "status": 402, "timestamp": at(0), "duration": 5,
         "requestBody": "{\"card\":1}", "responseBody": "{\"error\":\"card was declined\"}"},
        {"method": "GET", "url": "http://localhost/api/ads", "status": 500, "timestamp": at(60_000)},
    ]}));
    let cursor =
        HttpEditor::join(server.port).call("get_browser_errors", &json!({})).structured["cursor"]
            .clone();
    server.feed(
        "/logs",
        &json!({"entries": [
            thrown("card was declined", 9, components),
            thrown("late and alone", 90_000, json!({"id": "e2"})),
        ]}),
    );
    let picture = picture::data_url(&picture::white(20, 10));
    let shot =
        json!({"dataUrl": picture, "url": "http://localhost", "trigger": "error", "errorId": "e2"});
    server.feed("/screenshots", &shot);
    let mut editor = Editor::join(server.port);

    let brief = editor.call("get_browser_errors", &json!({}));
    let errors = &brief.structured["errors"];
    assert_eq!(errors[0]["message"], "late and alone");
    assert!(errors[0]["stack"].is_string() && errors[1]["stack"].is_null(), "{errors}");
    assert!(
        errors[0]["_aiContext"]["summary"]
            .as_str()
            .is_some_and(|text| text.contains("late and alone"))
    );
    let shown = errors[0]["screenshot"].as_str().expect("the picture of this error");
    assert!(brief.text.contains(&format!("gasoline://screenshot/{shown}")), "{}", brief.text);
    let line = brief.text.lines().find(|line| line.contains("card was declined")).expect("a line");
    let id = errors[1]["last_seq"].as_str().expect("an id");
    assert!(line.contains(id), "{line}");
    // It led to the other error, so here it is one of those that explain nothing.
    let (_, failed) = brief.text.split_once("failed requests:").expect("a list");
    assert!(failed.contains("/api/pay → 402"), "{}", brief.text);

    // What led to it was there before the cursor, and is told all the same.
    let full = editor.call("get_browser_errors", &json!({"detail": id, "since": cursor}));
    let error = &full.structured["errors"][0];
    assert_eq!(full.structured["count"], 1);
    assert_eq!(error["cause"][0]["sure"], "certain", "{error}");
    assert_eq!(error["cause"][0]["requestBody"], "{\"card\":1}");
    assert_eq!(error["_aiContext"]["componentAncestry"]["components"][1]["name"], "Cart");
    for word in [
        "App > Cart",
        "props: lines",
        "cart.error=\"none\"",
        "POST http://localhost/api/pay → 402",
        "card was declined",
    ] {
        assert!(full.text.contains(word), "{word} is not in: {}", full.text);
    }
    for text in [&full.text, &full.structured.to_string()] {
        assert!(!text.contains("4eC39HqLyjWDarjtT1zdp7dc"), "{text}");
    }

    let all = editor.call("get_browser_errors", &json!({"detail": "all"}));
    assert!(
        all.structured["errors"][1]["cause"].is_array()
            && all.structured["errors"][0]["stack"].is_string()
    );
    let none = editor.call("get_browser_errors", &json!({"detail": "none"}));
    assert!(none.structured["errors"][0]["stack"].is_null(), "{}", none.text);
    for (detail, word) in [("everything", "`everything`"), ("c999999", "`c999999`")] {
        let refused = editor.call("get_browser_errors", &json!({"detail": detail}));
        assert!(
            refused.is_error && refused.text.contains(word) && refused.text.contains("hint: "),
            "{}",
            refused.text
        );
    }
}

#[test]
fn arguments_outside_the_schema_are_refused_by_name() {
    let server = Server::start();
    fill(&server);
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
        let hints = called.text.lines().filter(|line| line.starts_with("hint: ")).count();
        assert_eq!(hints, 1, "{}", called.text);
    };
    for tool in TOOLS {
        let mut arguments = least(tool);
        arguments["colour"] = json!("red");
        check(tool, &arguments, &["`colour`"]);
    }
    check("get_browser_logs", &json!({"colour": 1}), &["`colour`", "`level`", "`limit`"]);
    check("get_browser_logs", &json!({"level": "loud"}), &["`level`", "`loud`", "`warn`"]);
    check("get_browser_logs", &json!({"level": 3}), &["`level`"]);
    check("get_browser_logs", &json!({"limit": "ten"}), &["`limit`", "string"]);
    check("get_browser_logs", &json!({"limit": -1}), &["`limit`"]);
    check("get_browser_logs", &json!({"limit": 1.5}), &["`limit`"]);
    check("get_browser_logs", &json!({"url": ["a"]}), &["`url`"]);
    check("get_browser_logs", &json!({"since": "soon"}), &["`since`", "`soon`"]);
    check("get_browser_logs", &json!({"since": true}), &["`since`"]);
    check("get_network_bodies", &json!({"status_min": 70000}), &["`status_min`"]);
    check("get_network_bodies", &json!({"full": "yes"}), &["`full`"]);
    check("get_websocket_events", &json!({"direction": "up"}), &["`direction`", "`incoming`"]);
    check("get_changes_since", &json!({"include": ["smell"]}), &["smell", "`console`"]);
    check("get_changes_since", &json!({"severity": "bad"}), &["`severity`", "`errors_only`"]);
    check("get_changes_since", &json!({"checkpoint": "never saved"}), &["`never saved`"]);
    check("get_changes_since", &json!({"save_as": "c7"}), &["`c7`"]);
    check("get_changes_since", &json!({"save_as": ""}), &["`save_as`"]);
    check("get_session_timeline", &json!({"include": ["smell"]}), &["smell", "`websocket`"]);
    check("get_session_timeline", &json!({"last_n_actions": -1}), &["`last_n_actions`"]);
    check("configure_noise", &json!({}), &["`action`"]);
    check("configure_noise", &json!({"action": "delete"}), &["`delete`", "`remove`"]);
    check("configure_noise", &json!({"action": "add"}), &["`rules`"]);
    check("configure_noise", &json!({"action": "remove", "rule_id": "nope"}), &["nope"]);
    check(
        "configure_noise",
        &json!({"action": "add", "rules": [{"category": "console", "matchSpec": {"messageRegex": "("}}]}),
        &["messageRegex"],
    );
    check("clear_browser_logs", &json!({"all": 1}), &["`all`"]);
}

#[test]
fn either_spelling_of_the_url_filter_is_taken() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    for (tool, _) in LISTS {
        let rows = editor.call(tool, &json!({"url": "localhost"})).structured;
        let alias = editor.call(tool, &json!({"url_filter": "localhost"}));
        assert!(!alias.is_error, "{tool}: {}", alias.text);
        assert_eq!(alias.structured["count"], rows["count"], "{tool}");
    }
    let logs = editor.call("get_browser_logs", &json!({"url_filter": "/other"}));
    assert_eq!(logs.structured["count"], 1, "{}", logs.text);
}

#[test]
fn filters_narrow_what_is_listed() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    let mut count =
        |tool: &str, arguments: &Value| editor.call(tool, arguments).structured["count"].clone();
    assert_eq!(count("get_browser_logs", &json!({})), 3);
    assert_eq!(count("get_browser_logs", &json!({"level": "warn"})), 2, "and louder");
    assert_eq!(count("get_browser_logs", &json!({"tab_id": 2})), 1);
    assert_eq!(count("get_browser_logs", &json!({"test_id": "t1"})), 1);
    assert_eq!(count("get_browser_logs", &json!({"limit": 2})), 2);
    assert_eq!(count("get_network_bodies", &json!({"status_min": 400})), 1);
    assert_eq!(count("get_network_bodies", &json!({"method": "get"})), 1);
    assert_eq!(count("get_websocket_events", &json!({"direction": "incoming"})), 1);
    assert_eq!(count("get_websocket_events", &json!({"connection_id": "other"})), 0);
    assert_eq!(count("get_enhanced_actions", &json!({"last_n": 1})), 1);
}

#[test]
fn a_cursor_shows_only_what_is_new_and_tells_what_was_missed() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    for (tool, path, event) in [
        ("get_browser_logs", "/logs", json!({"entries": [{"level": "log", "message": "later"}]})),
        (
            "get_network_bodies",
            "/network-bodies",
            json!({"bodies": [{"method": "GET", "url": "/later", "status": 200}]}),
        ),
        (
            "get_websocket_events",
            "/websocket-events",
            json!({"events": [{"event": "message", "id": "w1", "data": "later"}]}),
        ),
        (
            "get_enhanced_actions",
            "/enhanced-actions",
            json!({"actions": [{"type": "click", "url": "/later"}]}),
        ),
        (
            "get_session_timeline",
            "/enhanced-actions",
            json!({"actions": [{"type": "click", "url": "/later"}]}),
        ),
        (
            "get_browser_errors",
            "/logs",
            json!({"entries": [{"level": "error", "message": "later"}]}),
        ),
    ] {
        let cursor = editor.call(tool, &json!({})).structured["cursor"].clone();
        assert!(cursor.as_str().is_some_and(|text| text.starts_with('c')), "{tool}: {cursor}");
        assert_eq!(editor.call(tool, &json!({"since": cursor})).structured["count"], 0, "{tool}");
        server.feed(path, &event);
        let called = editor.call(tool, &json!({"since": cursor}));
        assert_eq!(called.structured["count"], 1, "{tool}: {}", called.text);
        assert!(called.text.contains("later"), "{tool}: {}", called.text);
        assert!(called.text.contains("cursor: c"), "{tool}: {}", called.text);
    }
    flood(&server);
    let called = editor.call("get_network_bodies", &json!({"since": "c0"}));
    assert!(
        called.structured["missed"]["count"].as_u64() >= Some(50),
        "{}",
        called.structured["missed"]
    );
    assert!(called.text.contains("forgotten before this call"), "{}", called.text);
}

#[test]
fn a_time_is_compared_with_the_events_own() {
    let server = Server::start();
    server.feed(
        "/logs",
        &json!({"entries": [
            {"level": "log", "message": "old", "timestamp": "2026-01-01T00:00:00.000Z"},
            {"level": "log", "message": "new", "timestamp": "2026-01-01T00:00:01.000Z"},
        ]}),
    );
    let mut editor = Editor::join(server.port);
    for since in
        [json!("2026-01-01T00:00:00Z"), json!(1_767_225_600_000_u64), json!("1767225600000")]
    {
        let called = editor.call("get_browser_logs", &json!({"since": since}));
        assert_eq!(called.structured["count"], 1, "{since}: {}", called.text);
        assert_eq!(called.structured["entries"][0]["message"], "new");
    }
}

#[test]
fn default_answers_stay_small_on_full_buffers() {
    let server = Server::start();
    flood(&server);
    let mut editor = Editor::join(server.port);
    let is_bounded = |tool: &&str| *tool != "clear_browser_logs" && !WRITING.contains(tool);
    for tool in TOOLS.into_iter().filter(is_bounded) {
        let called = editor.call(tool, &least(tool));
        let bytes: usize = called.whole["content"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|block| block["text"].as_str())
            .map(str::len)
            .sum();
        assert!(bytes < 8 * 1024, "{tool}: {bytes} bytes");
        let rows = LISTS.iter().find(|(name, _)| *name == tool).map(|(_, list)| list);
        if rows.is_some() {
            assert!(called.structured["truncated"]["total"].is_u64(), "{tool}");
            assert!(called.text.contains("more not shown; pass"), "{tool}: {}", called.text);
        }
        if let Some(list) = rows.filter(|_| tool != "get_websocket_status") {
            assert_eq!(
                called.structured["truncated"]["shown"], called.structured["count"],
                "{tool}"
            );
            let shown = called.structured[*list].as_array().map(Vec::len);
            assert_eq!(json!(shown), called.structured["count"], "{tool}: the same rows");
        }
    }
    let more = editor.call("get_browser_logs", &json!({"limit": 60}));
    assert_eq!(more.structured["count"], 60, "asked for, given");
}

#[test]
fn noise_is_marked_and_ranked_down_and_never_hidden() {
    let server = Server::start();
    for _ in 0..3 {
        server.feed(
            "/logs",
            &json!({"entries": [{"level": "error", "message": "widget 7 is loud"}]}),
        );
    }
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "cannot pay"}]}));
    let mut editor = Editor::join(server.port);
    let errors = |editor: &mut Editor| {
        let called = editor.call("get_browser_errors", &json!({}));
        let errors = called.structured["errors"].clone();
        assert_eq!(errors.as_array().map(Vec::len), Some(2), "never hidden: {errors}");
        let noisy = errors
            .as_array()
            .expect("a list")
            .iter()
            .position(|error| error.get("noise").is_some());
        (noisy, called)
    };
    assert_eq!(errors(&mut editor).0, None);
    let added = editor.call("configure_noise", &json!({"action": "add", "rules": [
        {"category": "console", "matchSpec": {"messageRegex": "^widget \\d"}, "reason": "known"},
    ]}));
    let id = added.structured["ids"][0].clone();
    assert_eq!(added.structured["rulesAdded"], 1);
    let (noisy, called) = errors(&mut editor);
    assert_eq!(noisy, Some(1), "marked and last");
    assert!(called.text.contains("[noise: "), "{}", called.text);
    let listed = editor.call("configure_noise", &json!({"action": "list"}));
    let rules = listed.structured["rules"].as_array().expect("a list");
    assert!(rules.iter().any(|rule| rule["id"] == id));
    assert!(
        rules.iter().any(|rule| rule["id"].as_str().is_some_and(|id| id.starts_with("builtin_")))
    );
    editor.call("configure_noise", &json!({"action": "remove", "rule_id": id}));
    assert_eq!(errors(&mut editor).0, None);

    editor.call(
        "configure_noise",
        &json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"messageRegex": "widget"}},
        ]}),
    );
    assert_eq!(errors(&mut editor).0, Some(1));
    let reset = editor.call("configure_noise", &json!({"action": "reset"}));
    assert_eq!(reset.structured["removed"], 1);
    assert_eq!(errors(&mut editor).0, None);

    editor.call(
        "configure_noise",
        &json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"messageRegex": "widget"}},
        ]}),
    );
    server.feed("/clear", &json!({"test_id": "nobody", "preserve_config": true}));
    assert_eq!(errors(&mut editor).0, Some(1), "settings are kept");
    server.feed("/clear", &json!({"test_id": "nobody", "preserve_config": false}));
    assert_eq!(errors(&mut editor).0, None, "settings are forgotten");
}

#[test]
fn built_in_noise_is_known_and_a_401_never_is() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "boom", "source": "exception", "filename": "chrome-extension://abc/x.js"},
        {"level": "error", "message": "app broke", "source": "exception", "filename": "http://localhost/a.js"},
    ]}));
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            {"method": "GET", "url": "http://localhost/favicon.ico", "status": 404},
            {"method": "GET", "url": "http://localhost/favicon.ico?x", "status": 401},
        ]}),
    );
    let mut editor = Editor::join(server.port);
    let called = editor.call("get_browser_errors", &json!({})).structured;
    assert_eq!(called["errors"][0]["message"], "app broke", "{called}");
    assert!(called["errors"][1]["noise"].is_string(), "{called}");
    let failures = called["network_failures"].as_array().expect("a list");
    assert_eq!((&failures[0]["status"], failures[0].get("noise")), (&json!(401), None), "{called}");
    assert!(failures[1]["noise"].is_string(), "{called}");
}

#[test]
fn each_client_has_its_own_place_in_what_changes() {
    let server = Server::start();
    let (mut one, mut two) = (Editor::join(server.port), Editor::join(server.port));
    let say = |text: &str| {
        server.feed("/logs", &json!({"entries": [{"level": "error", "message": text}]}));
    };
    let new = |editor: &mut Editor, arguments: &Value| {
        let called = editor.call("get_changes_since", arguments);
        assert!(!called.is_error, "{}", called.text);
        called.structured["console"]["total_new"].clone()
    };
    say("first");
    assert_eq!(new(&mut one, &json!({})), 1);
    assert_eq!(new(&mut one, &json!({})), 0);
    say("second");
    assert_eq!(new(&mut two, &json!({})), 2, "its first look sees all");
    assert_eq!(new(&mut one, &json!({})), 1);
    say("third");
    assert_eq!(new(&mut one, &json!({"save_as": "before deploy"})), 1);
    say("fourth");
    for _ in 0..2 {
        assert_eq!(
            new(&mut two, &json!({"checkpoint": "before deploy"})),
            1,
            "it stays where it is"
        );
    }
    assert_eq!(new(&mut two, &json!({})), 2, "and moves nobody's own");
    assert_eq!(new(&mut one, &json!({"checkpoint": "c1"})), 3);
    assert_eq!(new(&mut one, &json!({"checkpoint": "2000-01-01T00:00:00Z"})), 4);
    let called =
        one.call("get_changes_since", &json!({"checkpoint": "c0", "include": ["network"]}));
    assert!(called.structured.get("console").is_none() && called.structured["network"].is_object());
    assert_eq!(called.structured["severity"], "error", "{}", called.structured);
}

#[test]
fn changes_name_what_began_to_fail() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let body = |status: u16, duration: u32| {
        server.feed("/network-bodies", &json!({"bodies": [
            {"method": "GET", "url": "http://localhost/api/items", "status": status, "duration": duration},
        ]}));
    };
    body(200, 10);
    editor.call("get_changes_since", &json!({}));
    body(500, 10);
    let called = editor.call("get_changes_since", &json!({}));
    let failure = &called.structured["network"]["failures"][0];
    assert_eq!(
        (&failure["status"], &failure["previous_status"]),
        (&json!(500), &json!(200)),
        "{}",
        called.text
    );
    assert!(called.text.contains("failing"), "{}", called.text);
    let quiet = editor.call("get_changes_since", &json!({}));
    assert_eq!(quiet.structured["severity"], "clean", "{}", quiet.text);
}

#[test]
fn clearing_takes_the_logs_or_everything() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    fill(&server);
    let called = editor.call("clear_browser_logs", &json!({"test_id": "t1"}));
    assert_eq!(called.structured["entries_removed"], 1);
    let called = editor.call("clear_browser_logs", &json!({}));
    assert_eq!(
        (&called.structured["cleared"], &called.structured["entries_removed"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(server.read("/logs")["count"], 0);
    assert_eq!(server.read("/network-bodies")["count"], 2);
    editor.call("clear_browser_logs", &json!({"all": true}));
    assert_eq!(server.read("/network-bodies")["count"], 0);
}

#[test]
fn what_is_too_large_for_an_answer_is_a_resource() {
    let server = Server::start();
    fill(&server);
    let mut editor = Editor::join(server.port);
    let templates = editor.request("resources/templates/list", &json!({}));
    let templates = templates["result"]["resourceTemplates"].as_array().expect("a list").clone();
    let uris: Vec<&str> =
        templates.iter().map(|all| all["uriTemplate"].as_str().expect("a uri")).collect();
    for kind in ["network", "log", "websocket", "screenshot"] {
        assert!(
            uris.iter().any(|uri| uri.starts_with(&format!("gasoline://{kind}/"))),
            "{kind}: {uris:?}"
        );
    }

    let called = editor.call("get_network_bodies", &json!({"url": "items"}));
    let body = called.structured["bodies"][0]["responseBody"].as_str().expect("a body");
    assert!(body.len() < 1000, "cut in the list");
    let link = called.whole["content"][1].clone();
    assert_eq!(link["type"], "resource_link", "{link}");
    assert_eq!(link["uri"], called.structured["bodies"][0]["resource"]);
    let read =
        |editor: &mut Editor, uri: &Value| editor.request("resources/read", &json!({"uri": uri}));
    let whole = read(&mut editor, &link["uri"])["result"]["contents"][0].clone();
    assert_eq!(whole["mimeType"], "application/json");
    let event: Value = serde_json::from_str(whole["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(event["responseBody"].as_str().map(str::len), Some(5000));
    let full = editor.call("get_network_bodies", &json!({"url": "items", "full": true}));
    assert_eq!(full.structured["bodies"][0]["responseBody"].as_str().map(str::len), Some(5000));

    let log =
        editor.call("get_browser_logs", &json!({})).structured["entries"][0]["resource"].clone();
    assert!(read(&mut editor, &log)["result"]["contents"][0]["text"].is_string());
    let socket =
        editor.call("get_websocket_events", &json!({})).structured["events"][0]["resource"].clone();
    assert!(read(&mut editor, &socket)["result"]["contents"][0]["text"].is_string());

    let listed = editor.request("resources/list", &json!({}))["result"]["resources"].clone();
    assert_eq!(listed[0]["uri"], "gasoline://screenshot/1", "{listed}");
    let picture = read(&mut editor, &listed[0]["uri"])["result"]["contents"][0].clone();
    assert_eq!(picture["mimeType"], "image/png");
    assert!(picture["blob"].as_str().is_some_and(|blob| blob.starts_with("iVBORw0KGgo")), "a PNG");

    for uri in [
        "gasoline://network/999999",
        "gasoline://network/x",
        "gasoline://network/",
        "gasoline://",
        "file:///etc/passwd",
        "gasoline://screenshot/../1",
        "gasoline://log/1",
        "http://localhost/",
        "",
    ] {
        let answer = read(&mut editor, &json!(uri));
        let is_another_kind = uri == "gasoline://log/1";
        assert!(answer.get("error").is_some() || is_another_kind, "{uri}: {answer}");
    }
}

/// What differs from call to call and says nothing about the door.
fn steady(called: &Called) -> Value {
    let mut value =
        json!({"text": called.text, "structured": called.structured, "error": called.is_error});
    for name in ["uptime_ms", "duration_ms", "to", "from", "clients", "token_count", "last_heard"] {
        if let Some(members) = value["structured"].as_object_mut() {
            members.remove(name);
        }
    }
    value
}

#[test]
fn both_doors_give_the_same_answers() {
    let server = Server::start();
    fill(&server);
    let mut stdio = Editor::join(server.port);
    let mut http = HttpEditor::join(server.port);
    let tools = |answer: Value| answer["result"]["tools"].clone();
    assert_eq!(
        tools(stdio.request("tools/list", &json!({}))),
        tools(http.request("tools/list", &json!({}))),
    );
    for (tool, arguments) in [
        ("get_browser_errors", json!({})),
        ("get_browser_logs", json!({"level": "warn"})),
        ("get_browser_logs", json!({"colour": 1})),
        ("get_network_bodies", json!({"full": true})),
        ("get_websocket_events", json!({})),
        ("get_enhanced_actions", json!({})),
        ("configure_noise", json!({"action": "list"})),
        ("clear_browser_logs", json!({"test_id": "nobody"})),
    ] {
        let (one, other) = (stdio.call(tool, &arguments), http.call(tool, &arguments));
        assert_eq!(steady(&one), steady(&other), "{tool} {arguments}");
    }
    let health = server.read("/health");
    assert_eq!(health["clients"]["mcp"], 2, "{health}");
}
