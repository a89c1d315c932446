//! `clear_browser_logs`: forgets what was captured, so that what comes next stands alone.
//!
//! ````text
//! + log {"level":"warn","message":"slow network","url":"http://localhost/cart"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {}
//! cleared: 2 logs
//! ````

use std::collections::BTreeMap;

use gasoline_protocol::Kind;
use gasoline_store::Scope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<ClearBrowserLogs>();

struct ClearBrowserLogs;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Also requests, sockets, actions, screenshots.
    all: Option<bool>,
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ClearResponse {
    cleared: bool,
    entries_removed: usize,
    /// By kind.
    removed: BTreeMap<&'static str, usize>,
}

impl Tool for ClearBrowserLogs {
    const NAME: &'static str = "clear_browser_logs";
    const TITLE: &'static str = "Clear logs";
    const DESCRIPTION: &'static str =
        "Delete captured log entries. To list only new events, use get_changes_since.";
    const EFFECT: Effect = Effect::Destructive;

    type Arguments = Arguments;
    type Response = ClearResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ClearResponse, Refusal> {
        let kinds: &[Kind] = if arguments.all == Some(true) { &[] } else { &[Kind::Logs] };
        let test = arguments.test_id.filter(|id| !id.is_empty());
        let scope = test.map_or(Scope::Everything, Scope::Test);
        let removed = caller.app.clear(&scope, kinds);
        let entries_removed = removed.total();
        let removed = removed.0.into_iter().map(|(kind, count)| (kind.name(), count)).collect();
        Ok(ClearResponse { cleared: true, entries_removed, removed })
    }
}

impl Response for ClearResponse {
    fn render(&self, text: &mut String) {
        let listed: Vec<String> = Kind::ALL
            .iter()
            .filter_map(|kind| Some((self.removed.get(kind.name())?, kind.name())))
            .filter(|(count, _)| **count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        text.push_str("cleared: ");
        text.push_str(&if listed.is_empty() {
            "nothing was held".to_owned()
        } else {
            listed.join(", ")
        });
    }
}
