//! What MCP offers besides calling tools: the handshake, the lists, and each kind of resource.

use serde_json::{Value, json};

use super::golden::Golden;
use super::server::Server;
use super::session::{SESSIONS, Session};
use crate::support::editor::HttpEditor;

/// The list of tools and requests that are not about one resource, then a golden for each template.
pub(super) const NAMES: [&str; 5] = ["protocol", "network", "log", "websocket", "screenshot"];

/// The methods of the protocol that return something without arguments. A session matters to one.
const METHODS: [&str; 7] = [
    "initialize",
    "ping",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "no/such/method",
];

/// The tools that name the resource of each of their rows.
const LISTS: [&str; 3] = ["get_network_bodies", "get_browser_logs", "get_websocket_events"];

pub(super) fn make(session: &Session, mut golden: Golden, name: &str) -> Option<String> {
    let mut server = Server::start(session, 1);
    server.play(&session.batches);
    let mut editor = HttpEditor::join(server.port);
    if name == "protocol" {
        let of_session =
            |method: &&&str| session.name == SESSIONS[0] || **method == "resources/list";
        for method in METHODS.iter().filter(of_session) {
            ask(&mut golden, &mut editor, method, &params(method));
        }
        ask(
            &mut golden,
            &mut editor,
            "tools/call",
            &json!({"name": "no_such_tool", "arguments": {}}),
        );
        return golden.finish(&server);
    }
    let prefix = format!("gasoline://{name}/");
    let known = known(&mut editor, &prefix);
    let of_session = [known.first(), known.last()].into_iter().flatten().cloned();
    let unknown = ["999999", "x", ""].map(|id| format!("{prefix}{id}"));
    for uri in of_session.chain(unknown).chain(["http://localhost/".to_owned()]) {
        ask(&mut golden, &mut editor, "resources/read", &json!({"uri": uri}));
    }
    golden.finish(&server)
}

fn params(method: &str) -> Value {
    match method {
        "initialize" => json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "goldens", "version": "1"},
        }),
        _ => json!({}),
    }
}

/// Shows the response to a request: a resource that is JSON as JSON, everything else as it came.
fn ask(golden: &mut Golden, editor: &mut HttpEditor, method: &str, params: &Value) {
    golden.step(&format!("{method} {params}"));
    let response = editor.request(method, params);
    if let Some(error) = response.get("error") {
        return golden.json("error", error);
    }
    let mut result = response["result"].clone();
    for contents in result.get_mut("contents").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(value) =
            contents["text"].as_str().and_then(|text| serde_json::from_str(text).ok())
        {
            contents["text"] = value;
        }
    }
    golden.json("result", &result);
}

/// The addresses of a kind that lists name, each once.
fn known(editor: &mut HttpEditor, prefix: &str) -> Vec<String> {
    let mut lists: Vec<Value> =
        LISTS.iter().map(|tool| editor.call(tool, &json!({})).structured).collect();
    lists.push(editor.request("resources/list", &json!({}))["result"].clone());
    let rows = lists.iter().flat_map(|list| list.as_object().into_iter().flatten());
    let rows = rows.filter_map(|(_, rows)| rows.as_array()).flatten();
    let addresses = rows.filter_map(|row| row["resource"].as_str().or(row["uri"].as_str()));
    addresses.filter(|address| address.starts_with(prefix)).map(str::to_owned).collect()
}

/// The templates of resources, by the word after `gasoline://`.
pub(super) fn templates(server: &Server) -> Vec<String> {
    let listed = HttpEditor::join(server.port).request("resources/templates/list", &json!({}));
    let templates = listed["result"]["resourceTemplates"].as_array().expect("templates").iter();
    let word = |template: &Value| {
        let uri = template["uriTemplate"].as_str()?.strip_prefix("gasoline://")?;
        Some(uri.split('/').next()?.to_owned())
    };
    templates.map(|template| word(template).expect("a kind of resource")).collect()
}
