//! `get_browser_logs`: the console and everything beside it, newest first, repeats folded.

use std::sync::LazyLock;

use gasoline_protocol::console::{LogEntry, Logs};
use gasoline_protocol::event::Level;
use gasoline_protocol::{Kind, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::{Leaving, Row};
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_browser_logs",
    title: "Browser logs",
    description: "Console lines and exceptions of all levels, newest first.",
    answers: "`entries[]` {seq, timestamp, level, source, message, url, tabId, test_id, stack?, \
              count, noise?, resource}, `count`, `total`, `cursor`, `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Minimum level.
    level: Option<Level>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
    limit: Option<usize>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { level, url, tab_id, test_id, since, limit } = arguments;
    let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
    let snapshot = filter.snapshot(caller.app, &[Kind::Logs]);
    let leaving = Leaving::of(&snapshot, Kind::Logs);
    let least = level.unwrap_or(Level::Debug);
    let mut entries = leaving.rows::<Logs>();
    entries.retain(|row| {
        row.view.level >= least && filter.admits([row.view.url.as_deref()], row.view.tab_id)
    });
    if entries.is_empty() {
        let empty = filter.why_empty(caller.app, &snapshot, Kind::Logs);
        return Ok(Answer::empty("entries", &empty, &snapshot));
    }
    entries.reverse();
    let noise = caller.app.noise();
    let total = entries.len();
    let mut rows = Rows::new(limit, limits::LOG_ROWS);
    let mut rest = &entries[..];
    while let Some(newest) = rest.first() {
        let count = rest.iter().take_while(|row| is_same(row, newest)).count();
        rest = &rest[count..];
        if !rows.is_open() {
            rows.pass_over(1);
            continue;
        }
        let marked = noise.log(&newest.view).map(|rule| rule.id.clone());
        rows.offer(render(newest, count, marked.as_deref()), || {
            to_json(newest, count, marked.as_deref())
        });
    }
    let heading =
        format!("{}, newest first", show::count(total, "log entry").replace("entrys", "entries"));
    Ok(rows.into_answer(&heading, "entries", "pass `limit`, `level` or `since`", &snapshot))
}

/// A line that only repeats its neighbour.
fn is_same(row: &Row<'_, LogEntry<'_>>, other: &Row<'_, LogEntry<'_>>) -> bool {
    row.view.level == other.view.level
        && row.view.message == other.view.message
        && row.view.tab_id == other.view.tab_id
        && row.view.is_retracted() == other.view.is_retracted()
        && row.event.test == other.event.test
}

fn render(row: &Row<'_, LogEntry<'_>>, count: usize, noise: Option<&str>) -> String {
    let times = if count > 1 { format!("  ×{count}") } else { String::new() };
    let noise = noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let late = if row.view.is_retracted() { "  [handled later]" } else { "" };
    let source = match row.view.origin() {
        "console" => String::new(),
        other => format!(" [{}]", show::clip(other, 30)),
    };
    let tab = row.view.tab_id.map(|tab| format!("  (tab {tab})")).unwrap_or_default();
    format!(
        "{} {}{source}: {}{times}{tab}{late}{noise}",
        show::clock(row.event.time),
        row.view.level.name(),
        show::clip(&row.view.said(), limits::MESSAGE_SHOWN_CHARS),
    )
}

fn to_json(row: &Row<'_, LogEntry<'_>>, count: usize, noise: Option<&str>) -> Value {
    let entry = &row.view;
    let mut json = json!({
        "seq": row.event.seq.0,
        "timestamp": row.event.time,
        "level": entry.level,
        "source": entry.origin(),
        "message": show::clip(&entry.said(), limits::MESSAGE_SHOWN_CHARS),
        "url": entry.url,
        "tabId": entry.tab_id,
        "test_id": row.event.test,
        "stack": entry.stack.as_deref().map(|stack| show::clip(stack, limits::MESSAGE_SHOWN_CHARS)),
        "count": count,
        "noise": noise,
        "resource": format!("gasoline://log/{}", row.event.seq.0),
    });
    if let Some(members) = json.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    json
}
