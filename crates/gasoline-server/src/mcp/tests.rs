//! The example at the head of each tool's file, executed: `+ KIND JSON` is captured, `> JSON` calls the
//! tool, and what follows is its text.
//!
//! `UPDATE_EXPECT=1 cargo test -p gasoline-server example` rewrites the examples; the diff is the
//! review.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use gasoline_protocol::KINDS;
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::kind::PostBody;
use gasoline_store::ManualClock;
use http::Request;
use http::header::HOST;
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::tools::TOOLS;
use crate::VERSION;
use crate::access::AccessPolicy;
use crate::app::presence::Way;
use crate::app::{App, Config};
use crate::mcp::tool::ToolEntry;
use crate::mcp::{Gasoline, SHARED_SHELF};

/// What these respond is made by a browser, or waits for one.
const WITHOUT_EXAMPLE: [&str; 7] = [
    "capture_screenshot",
    "configure_capture",
    "get_page_info",
    "get_status",
    "query_dom",
    "run_accessibility_audit",
    "wait_for_event",
];

const BEGIN: &str = "//! ````text\n";
const END: &str = "//! ````\n";
/// 2026-01-02 10:00:00.
const START_MS: i64 = 1_767_348_000_000;

/// A server without a socket, on a manual clock.
struct Session {
    client: Gasoline,
    router: Router,
    clock: Arc<ManualClock>,
}

impl Session {
    fn new() -> Self {
        let access = AccessPolicy { port: 7890, ..AccessPolicy::default() };
        let clock = Arc::new(ManualClock::at_ms(START_MS));
        let app = Arc::new(App::new(Config { access, ..Config::default() }, clock.clone()));
        let client = Gasoline::new(&app, Arc::default(), Way::Http);
        Self { client, router: crate::http::router(app, CancellationToken::new()), clock }
    }

    /// Posts an event of the kind that clients know by this name.
    async fn capture(&self, kind: &str, event: &str) {
        let info = KINDS.iter().find(|info| info.client_name == Some(kind));
        let info = info.unwrap_or_else(|| panic!("no kind `{kind}`"));
        let event: Value = serde_json::from_str(event).expect("an event is JSON");
        let body = match (info.body, info.list) {
            (PostBody::Batch, Some(list)) => json!({list: [event]}),
            _ => event,
        };
        let request = Request::post(info.path).header(HOST, "127.0.0.1:7890");
        let request = request.body(Body::from(body.to_string())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("infallible");
        assert_eq!(response.status(), 200, "{kind} {body}");
        self.clock.advance_ms(1_000);
    }

    /// The text of a call, whose JSON follows its schema.
    async fn call(&self, tool: &ToolEntry, arguments: &str) -> String {
        let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else {
            panic!("the arguments of `{}` are a JSON object", tool.name);
        };
        let request = CallToolRequestParams::new(tool.name).with_arguments(arguments);
        let result = self.client.call(request, SHARED_SHELF, None).await.expect("a known tool");
        self.clock.advance_ms(1_000);
        let result = json!(result);
        if let Some(structured) = result.get("structuredContent") {
            let said = complaint(&(tool.response)(), structured, "field");
            assert_eq!(said, None, "{}: {structured:#}", tool.name);
        }
        result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    /// The example with the texts that the tool gives now.
    async fn transcript(&self, tool: &ToolEntry, example: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        for line in example.lines() {
            if let Some(captured) = line.strip_prefix("+ ") {
                let (kind, event) = captured.split_once(' ').expect("a kind and an event");
                self.capture(kind, event).await;
                lines.push(line.to_owned());
            } else if let Some(arguments) = line.strip_prefix("> ") {
                lines.push(line.to_owned());
                lines.extend(self.call(tool, arguments).await.lines().map(str::to_owned));
            }
        }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n").replace(&format!("- Gasoline: {VERSION}"), "- Gasoline: VERSION")
    }
}

fn file_of(tool: &ToolEntry) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mcp/tools");
    let file = folder.join(tool.name).with_extension("rs");
    if file.is_file() { file } else { folder.join(tool.name).join("mod.rs") }
}

#[tokio::test]
async fn the_example_of_each_tool_holds() {
    let mut different = Vec::new();
    for tool in TOOLS.iter().filter(|tool| !WITHOUT_EXAMPLE.contains(&tool.name)) {
        let file = file_of(tool);
        let source = fs::read_to_string(&file).expect("the file of the tool");
        let (before, rest) =
            source.split_once(BEGIN).unwrap_or_else(|| panic!("`{}` has no example", tool.name));
        let (example, after) = rest.split_once(END).expect("the end of the example");

        let plain: Vec<&str> =
            example.lines().map(|line| line.strip_prefix("//! ").unwrap_or_default()).collect();
        let plain = plain.join("\n");
        let now = Session::new().transcript(tool, &plain).await;
        if now == plain {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let lines: String = now
                .lines()
                .map(|line| format!("//! {line}").trim_end().to_owned() + "\n")
                .collect();
            fs::write(&file, format!("{before}{BEGIN}{lines}{END}{after}")).expect("writable");
        } else {
            different.push(format!("{}:\n{plain}\n--- now:\n{now}", tool.name));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}
