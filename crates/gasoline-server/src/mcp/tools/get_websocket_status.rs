//! `get_websocket_status`: how each connection is.
//!
//! ````text
//! + websocket {"event":"open","id":"w1","url":"ws://localhost/live"}
//! + websocket {"event":"message","id":"w1","direction":"incoming","data":"{\"price\":12.5}","size":14}
//! > {}
//! 1 connection open, 0 closed
//! - open ws://localhost/live for 2.0s [w1]
//!    in 0.2/s (1 in all), out 0/s (0 in all)
//!    last in 1.0s ago: {"price":12.5}
//!    JSON messages with price (all alike)
//! ````

use gasoline_protocol::Kind;
use gasoline_store::connections::{ActiveRow, ClosedRow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Page, Truncated};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use gasoline_analysis::redact;

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetWebSocketStatus>();

struct GetWebSocketStatus;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    url: Option<String>,
    connection_id: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WebSocketStatusResponse {
    connections: Vec<ActiveRow>,
    closed: Vec<ClosedRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Truncated>,
    #[serde(flatten)]
    empty: Option<Page>,
    #[serde(skip)]
    text: String,
}

impl Tool for GetWebSocketStatus {
    const NAME: &'static str = "get_websocket_status";
    const TITLE: &'static str = "WebSocket connections";
    const DESCRIPTION: &'static str = "WebSocket connections: state, rates, last messages, schema, \
                                       sampling; close codes.";

    type Arguments = Arguments;
    type Response = WebSocketStatusResponse;

    async fn run(
        caller: &Caller<'_>,
        arguments: Arguments,
    ) -> Result<WebSocketStatusResponse, Refusal> {
        let Arguments { url, connection_id, tab_id, test_id } = arguments;
        let filter = Filter::new(url, tab_id, test_id, None)?;
        let sockets = caller.app.journal.sockets(&filter.scope());
        let mut status = redact::value(sockets.as_ref()).value().unwrap_or_default();
        let is_asked = |id: &str, url: &str, tab_id: Option<i64>| {
            connection_id.as_ref().is_none_or(|wanted| wanted == id)
                && filter.admits([Some(url)], tab_id)
        };
        status.connections.retain(|row| is_asked(&row.id, &row.url, row.tab_id));
        status.closed.retain(|row| is_asked(&row.id, &row.url, row.tab_id));
        let (connections, closed) = (status.connections, status.closed);
        let total = connections.len() + closed.len();
        let empty = (total == 0).then(|| {
            let snapshot = filter.snapshot(caller.app, &[Kind::WebsocketEvents]);
            let empty = filter.why_empty(caller.app, &snapshot, Kind::WebsocketEvents);
            Page::empty(&snapshot, empty)
        });
        let mut text = format!(
            "{} open, {} closed",
            show::count(connections.len(), "connection"),
            closed.len()
        );
        let mut response = WebSocketStatusResponse {
            connections,
            closed,
            truncated: None,
            empty,
            text: String::new(),
        };
        let max_bytes = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
        let mut fits = |row: String| {
            let fits = text.len() + row.len() <= max_bytes;
            if fits {
                text.push_str(&row);
            }
            fits
        };
        let open = response.connections.iter().take_while(|row| fits(render(row))).count();
        let closed = response.closed.iter().take_while(|row| fits(render_closed(row))).count();
        response.connections.truncate(open);
        response.closed.truncate(closed);
        let hint = "pass `url`, `connection_id` or `test_id`";
        let shown = open + closed;
        response.truncated = (shown < total).then_some(Truncated { shown, total, hint });
        response.text = text;
        Ok(response)
    }
}

impl Response for WebSocketStatusResponse {
    fn render(&self, text: &mut String) {
        if let Some(page) = &self.empty {
            return page.render_empty(text);
        }
        text.push_str(&self.text);
        if let Some(truncated) = &self.truncated {
            text.push('\n');
            text.push_str(&truncated.text());
        }
    }
}

fn render(row: &ActiveRow) -> String {
    let (incoming, outgoing) = (&row.message_rate.incoming, &row.message_rate.outgoing);
    let mut text = format!(
        "\n- {} {} for {} [{}]\n   in {}/s ({} in all), out {}/s ({} in all)",
        row.state,
        show::truncated(&row.url, 200),
        row.duration,
        show::truncated(&row.id, 40),
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
                show::one_line(&last.preview, 120)
            ));
        }
    }
    if let Some(schema) = &row.schema {
        let keys = show::truncated(&schema.detected_keys.join(", "), 200);
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
        format!(" \"{}\"", show::truncated(&row.close_reason, 100))
    };
    let at = row.closed_at.map(|at| format!(" at {}", show::clock(at))).unwrap_or_default();
    format!(
        "\n- closed {}{at}{code}{reason} [{}], {} in, {} out",
        show::truncated(&row.url, 200),
        show::truncated(&row.id, 40),
        row.total_messages.incoming,
        row.total_messages.outgoing,
    )
}
