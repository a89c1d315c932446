//! MCP as editors speak it: over the pipes of `gasoline mcp`, and over `/mcp`.

use crate::support::captured::{LISTS, fill, flood};
use crate::support::editor::{Called, Editor, HttpEditor};
use crate::support::process::gasoline;
use crate::support::server::Server;
use serde_json::{Value, json};

const TOOLS: [&str; 26] = [
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
    "generate_bug_report",
    "verify_fix",
    "diff_sessions",
    "check_performance",
    "query_dom",
    "get_page_info",
    "run_accessibility_audit",
    "security_audit",
    "validate_api",
    "capture_screenshot",
    "configure_capture",
    "configure_noise",
    "configure_streaming",
    "wait_for_event",
    "clear_browser_logs",
    "get_status",
];

/// Tools that ask a browser, and refuse where there is none.
const ASKING: [&str; 4] =
    ["query_dom", "get_page_info", "run_accessibility_audit", "capture_screenshot"];

/// Tools that write from what the user did, and refuse where nothing was done. How large their answers
/// may be is theirs to say.
const WRITING: [&str; 3] = ["get_reproduction_script", "generate_test", "generate_bug_report"];

/// What a tool takes at least.
fn least(tool: &str) -> Value {
    match tool {
        "configure_noise" => json!({"action": "list"}),
        "query_dom" => json!({"selector": "body"}),
        "wait_for_event" => json!({"timeout_seconds": 1}),
        "validate_api" => json!({"action": "analyze"}),
        "verify_fix" => json!({"action": "start"}),
        "diff_sessions" => json!({"action": "capture", "name": "a"}),
        _ => json!({}),
    }
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
    assert!(bytes < 18_000, "{bytes} bytes");
    let tools = list["tools"].as_array().expect("a list");
    let names: Vec<&str> =
        tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
    assert_eq!(names, TOOLS);
    for tool in tools {
        let text = tool.to_string();
        assert!(!text.contains("$schema") && !text.contains("outputSchema"), "{text}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{text}");
        assert!(!text.contains("additionalProperties"), "refusals name what is unknown: {text}");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{text}");
        assert!(tool["title"].is_string() || tool["annotations"]["title"].is_string(), "{text}");
    }
    let is_read_only = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).expect("the tool");
        tool["annotations"]["readOnlyHint"] == true
    };
    assert!(is_read_only("get_browser_errors") && !is_read_only("clear_browser_logs"));
    let report = tools.iter().find(|tool| tool["name"] == "generate_bug_report").expect("the tool");
    assert_eq!(
        (&report["annotations"]["readOnlyHint"], &report["annotations"]["destructiveHint"]),
        (&json!(false), &json!(false)),
        "with `save_to` it writes new files"
    );
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
    for tool in ["get_session_timeline", "get_reproduction_script", "generate_test"] {
        check(tool, &json!({"last_n_actions": 0}), &["`last_n_actions`", "at least 1"]);
    }
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
fn clients_over_http_that_never_say_goodbye_make_room_for_the_next() {
    let server = Server::start();
    let mut silent = HttpEditor::join(server.port);
    let mut faithful = HttpEditor::join(server.port);
    for round in 0..300 {
        HttpEditor::join(server.port);
        if round % 50 == 0 {
            faithful.request("tools/list", &json!({}));
        }
    }
    assert!(!HttpEditor::join(server.port).call("get_status", &json!({})).is_error);
    assert!(!faithful.call("get_status", &json!({})).is_error, "whoever calls stays");
    // The client is to begin another session then.
    assert_eq!(silent.status("tools/list"), 404, "the one that was silent longest has gone");
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
