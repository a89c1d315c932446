//! `get_websocket_status`: how each connection is.

use std::sync::LazyLock;

use gasoline_protocol::{Kind, schema};
use gasoline_store::connections::{ActiveRow, ClosedRow};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit;
use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_websocket_status",
    title: "WebSocket connections",
    description: "WebSocket connections: state, rates, last messages, schema, sampling; close \
                  codes.",
    answers: "`connections[]` {id, url, state, openedAt, duration, messageRate{incoming, \
              outgoing{perSecond, total, bytes}}, lastMessage{incoming?, outgoing?{at, age, preview}}, \
              schema?{detectedKeys, messageCount, consistent, variants}, sampling{active, rate?, \
              reason?}}, `closed[]` {id, url, state, openedAt, closedAt, closeCode, closeReason, \
              totalMessages{incoming, outgoing}}, `truncated?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    url: Option<String>,
    connection_id: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { url, connection_id, tab_id, test_id } = arguments;
    let filter = Filter::new(url, tab_id, test_id, None)?;
    let mut status = caller.app.journal.sockets(&filter.scope());
    let is_asked = |id: &str, url: &str, tab_id: Option<i64>| {
        connection_id.as_ref().is_none_or(|wanted| wanted == id)
            && filter.admits([Some(url)], tab_id)
    };
    status.connections.retain(|row| is_asked(&row.id, &row.url, row.tab_id));
    status.closed.retain(|row| is_asked(&row.id, &row.url, row.tab_id));
    let mut answer = Answer::default();
    if status.connections.is_empty() && status.closed.is_empty() {
        let snapshot = filter.snapshot(caller.app, &[Kind::WebsocketEvents]);
        let empty = filter.why_empty(caller.app, &snapshot, Kind::WebsocketEvents);
        answer = Answer::empty("connections", &empty, &snapshot);
        answer.set("closed", &Vec::<Value>::new());
        return Ok(answer);
    }
    answer.text = format!(
        "{} open, {} closed",
        show::count(status.connections.len(), "connection"),
        status.closed.len()
    );
    let total = status.connections.len() + status.closed.len();
    let most_bytes = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
    let mut offer = |row: String| {
        let fits = answer.text.len() + row.len() <= most_bytes;
        if fits {
            answer.text.push_str(&row);
        }
        fits
    };
    let open = status.connections.iter().take_while(|row| offer(render(row))).count();
    let closed = status.closed.iter().take_while(|row| offer(render_closed(row))).count();
    status.connections.truncate(open);
    status.closed.truncate(closed);
    let shown = open + closed;
    if shown < total {
        let more = "pass `url`, `connection_id` or `test_id`";
        answer.set("truncated", &json!({"shown": shown, "total": total, "hint": more}));
        answer.text.push_str(&format!("\n… {} more not shown; {more}", total - shown));
    }
    answer.set("connections", &status.connections);
    answer.set("closed", &status.closed);
    Ok(answer)
}

/// Masked before it is cut: half a secret is recognised by no rule.
fn shown(text: &str, most: usize) -> String {
    show::clip(&exit::text(text), most)
}

fn render(row: &ActiveRow) -> String {
    let (incoming, outgoing) = (&row.message_rate.incoming, &row.message_rate.outgoing);
    let mut text = format!(
        "\n- {} {} for {} [{}]\n   in {}/s ({} in all), out {}/s ({} in all)",
        row.state,
        shown(&row.url, 200),
        row.duration,
        shown(&row.id, 40),
        incoming.per_second,
        incoming.total,
        outgoing.per_second,
        outgoing.total,
    );
    for (name, last) in
        [("last in", &row.last_message.incoming), ("last out", &row.last_message.outgoing)]
    {
        if let Some(last) = last {
            text.push_str(&format!(
                "\n   {name} {} ago: {}",
                last.age,
                show::one_line(&exit::text(&last.preview), 120)
            ));
        }
    }
    if let Some(schema) = &row.schema {
        let keys = shown(&schema.detected_keys.join(", "), 200);
        let shape = if schema.consistent {
            "all alike".to_owned()
        } else {
            format!("{} shapes", schema.variants.len())
        };
        text.push_str(&format!("\n   JSON messages with {keys} ({shape})"));
    }
    if row.sampling.active {
        text.push_str("\n   sampled: too busy to keep every message");
    }
    text
}

fn render_closed(row: &ClosedRow) -> String {
    let code = row.close_code.map(|code| format!(" code {code}")).unwrap_or_default();
    let reason = if row.close_reason.is_empty() {
        String::new()
    } else {
        format!(" \"{}\"", shown(&row.close_reason, 100))
    };
    let at = row.closed_at.map(|at| format!(" at {}", show::clock(at))).unwrap_or_default();
    format!(
        "\n- closed {}{at}{code}{reason} [{}], {} in, {} out",
        shown(&row.url, 200),
        shown(&row.id, 40),
        row.total_messages.incoming,
        row.total_messages.outgoing,
    )
}
