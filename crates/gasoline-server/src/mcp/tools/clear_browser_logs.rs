//! `clear_browser_logs`: forgets what was captured, so that what comes next stands alone.

use std::sync::LazyLock;

use gasoline_protocol::{Kind, schema};
use gasoline_store::Scope;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "clear_browser_logs",
    title: "Clear logs",
    description: "Delete captured log entries. To list only new events, use get_changes_since.",
    answers: "`cleared`, `entries_removed`, `removed` {kind: count}",
    effect: Effect::Destructive,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| Ok(run(caller, read(arguments)?))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Also requests, sockets, actions, screenshots.
    all: Option<bool>,
    test_id: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Answer {
    let kinds: &[Kind] = if arguments.all == Some(true) { &[] } else { &[Kind::Logs] };
    let scope =
        arguments.test_id.filter(|id| !id.is_empty()).map_or(Scope::Everything, Scope::Test);
    let removed = caller.app.clear(&scope, kinds);
    let by_kind: Map<String, Value> =
        removed.0.iter().map(|(kind, count)| (kind.name().to_owned(), json!(count))).collect();
    let listed: Vec<String> = removed
        .0
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(kind, count)| format!("{count} {}", kind.name()))
        .collect();
    let what = if listed.is_empty() { "nothing was held".to_owned() } else { listed.join(", ") };
    let mut answer = Answer { text: format!("cleared: {what}"), ..Answer::default() };
    answer.set("cleared", &true);
    answer.set("entries_removed", &removed.total());
    answer.set("removed", &by_kind);
    answer
}
