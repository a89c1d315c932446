//! `get_websocket_events`: what sockets did and said, newest first.

use std::sync::LazyLock;

use gasoline_protocol::websocket::{Direction, WebSocketEvent, WebSocketEvents};
use gasoline_protocol::{Kind, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::{self, Leaving, Row};
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_websocket_events",
    title: "WebSocket events",
    description: "WebSocket opens, messages, errors and closes, newest first.",
    answers: "`events[]`: the event as captured, long data cut, with `seq`, `received_at`, \
              `resource`; `count`, `total`, `cursor`, `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    connection_id: Option<String>,
    url: Option<String>,
    /// Of messages.
    direction: Option<Direction>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
    limit: Option<usize>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { connection_id, url, direction, tab_id, test_id, since, limit } = arguments;
    let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
    let snapshot = filter.snapshot(caller.app, &[Kind::WebsocketEvents]);
    let leaving = Leaving::of(&snapshot, Kind::WebsocketEvents);
    let mut events = leaving.rows::<WebSocketEvents>();
    events.retain(|row| {
        filter.admits([row.view.url.as_deref()], row.view.tab_id)
            && connection_id.as_ref().is_none_or(|wanted| **wanted == *row.view.id)
            && direction.is_none_or(|wanted| row.view.direction == Some(wanted))
    });
    if events.is_empty() {
        let empty = filter.why_empty(caller.app, &snapshot, Kind::WebsocketEvents);
        return Ok(Answer::empty("events", &empty, &snapshot));
    }
    let total = events.len();
    let mut rows = Rows::new(limit, limits::WEBSOCKET_ROWS);
    for row in events.iter().rev() {
        if rows.is_open() {
            rows.offer(render(row), || to_json(row));
        } else {
            rows.pass_over(1);
        }
    }
    let heading = format!("{}, newest first", show::count(total, "WebSocket event"));
    Ok(rows.into_answer(&heading, "events", "pass `limit`, `connection_id` or `since`", &snapshot))
}

fn render(row: &Row<'_, WebSocketEvent<'_>>) -> String {
    let event = &row.view;
    let arrow = match event.direction {
        Some(Direction::Incoming) => " ←",
        Some(Direction::Outgoing) => " →",
        None => "",
    };
    let data = event
        .data
        .as_deref()
        .map(|data| format!(" {}", show::one_line(data, 200)))
        .unwrap_or_default();
    let code = event.code.map(|code| format!(" code {code}")).unwrap_or_default();
    let reason = event.reason.as_deref().filter(|reason| !reason.is_empty());
    let reason =
        reason.map(|reason| format!(" \"{}\"", show::clip(reason, 100))).unwrap_or_default();
    let size = event.size.map(|bytes| format!(" ({bytes} bytes)")).unwrap_or_default();
    let url =
        event.url.as_deref().map(|url| format!("  {}", show::clip(url, 100))).unwrap_or_default();
    format!(
        "{} {}{arrow}{data}{size}{code}{reason}  [{}]{url}",
        show::clock(row.event.time),
        event.event.name(),
        show::clip(&event.id, 40),
    )
}

fn to_json(row: &Row<'_, WebSocketEvent<'_>>) -> Value {
    let mut text = String::new();
    exit::write(&mut text, row.event);
    let mut json: Value = serde_json::from_str(&text).unwrap_or_default();
    if let Some(members) = json.as_object_mut() {
        if let Some(Value::String(data)) = members.get_mut("data") {
            *data = show::clip(data, limits::BODY_SHOWN_CHARS);
        }
        members.insert(
            "resource".to_owned(),
            json!(format!("gasoline://websocket/{}", row.event.seq.0)),
        );
    }
    json
}
