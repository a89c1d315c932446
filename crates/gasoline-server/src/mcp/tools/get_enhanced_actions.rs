//! `get_enhanced_actions`: what the user did, newest first.

use std::sync::LazyLock;

use gasoline_protocol::action::EnhancedActions;
use gasoline_protocol::{Kind, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::exit::{self, Leaving};
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_enhanced_actions",
    title: "User actions",
    description: "User actions with selectors, newest first.",
    answers: "`actions[]`: the action as captured, with `seq` and `received_at`; `count`, `total`, \
              `cursor`, `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    last_n: Option<usize>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { last_n, url, tab_id, test_id, since } = arguments;
    let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
    let snapshot = filter.snapshot(caller.app, &[Kind::EnhancedActions]);
    let leaving = Leaving::of(&snapshot, Kind::EnhancedActions);
    let mut actions = leaving.rows::<EnhancedActions>();
    actions.retain(|row| {
        let urls =
            [row.view.url.as_deref(), row.view.from_url.as_deref(), row.view.to_url.as_deref()];
        filter.admits(urls, row.view.tab_id)
    });
    if actions.is_empty() {
        let empty = filter.why_empty(caller.app, &snapshot, Kind::EnhancedActions);
        return Ok(Answer::empty("actions", &empty, &snapshot));
    }
    let heading = format!("{}, newest first", show::count(actions.len(), "action"));
    let mut rows = Rows::new(last_n, usize::MAX);
    for row in actions.iter().rev() {
        let page = row.view.url.as_deref().map(|url| format!("  on {}", show::clip(url, 100)));
        let text = format!(
            "{} {}{}",
            show::clock(row.event.time),
            show::action(&row.view),
            page.unwrap_or_default()
        );
        rows.offer(text, || {
            let mut json = String::new();
            exit::write(&mut json, row.event);
            serde_json::from_str::<Value>(&json).unwrap_or_default()
        });
    }
    Ok(rows.into_answer(&heading, "actions", "pass `last_n`, `url` or `since`", &snapshot))
}
