//! `get_websocket_events`: opens, messages, errors and closes of sockets, newest first.
//!
//! ````text
//! + websocket {"event":"open","id":"w1","url":"ws://localhost/live"}
//! + websocket {"event":"message","id":"w1","direction":"incoming","data":"{\"price\":12.5}","size":14}
//! + websocket {"event":"close","id":"w1","url":"ws://localhost/live","code":1006}
//! > {}
//! 3 WebSocket events, newest first
//! 10:00:02.000 close code 1006  [w1]  ws://localhost/live
//! 10:00:01.000 message ← {"price":12.5} (14 bytes)  [w1]
//! 10:00:00.000 open  [w1]  ws://localhost/live
//! cursor: c3
//! ````

use gasoline_analysis::view::{Row, Session};
use gasoline_protocol::Kind;
use gasoline_protocol::events::websocket::{Direction, WebSocketEvent, WebSocketEvents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::resources;
use crate::mcp::response::Response;
use crate::mcp::response::event_json::EventJson;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetWebSocketEvents>();

struct GetWebSocketEvents;

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

#[derive(Debug, Serialize, JsonSchema)]
struct WebSocketEventsResponse {
    events: Listing<WebSocketRow>,
    #[serde(flatten)]
    page: Page,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WebSocketRow {
    #[serde(flatten)]
    event: EventJson,
    resource: String,
}

impl Tool for GetWebSocketEvents {
    const NAME: &'static str = "get_websocket_events";
    const TITLE: &'static str = "WebSocket events";
    const DESCRIPTION: &'static str = "WebSocket opens, messages, errors and closes, newest first.";

    type Arguments = Arguments;
    type Response = WebSocketEventsResponse;

    async fn run(
        caller: &Caller<'_>,
        arguments: Arguments,
    ) -> Result<WebSocketEventsResponse, Refusal> {
        let Arguments { connection_id, url, direction, tab_id, test_id, since, limit } = arguments;
        let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
        let snapshot = filter.snapshot(caller.app, &[Kind::WebsocketEvents]);
        let session = Session::of_kind(&snapshot, Kind::WebsocketEvents);
        let mut events = session.rows::<WebSocketEvents>();
        events.retain(|row| {
            filter.admits([row.view.url.as_deref()], row.view.tab_id)
                && connection_id.as_ref().is_none_or(|wanted| **wanted == *row.view.id)
                && direction.is_none_or(|wanted| row.view.direction == Some(wanted))
        });
        let rows = events.iter().rev().map(|row| {
            let mut event = EventJson::new(row);
            event.truncate("data", limits::BODY_SHOWN_CHARS);
            let resource = resources::uri(Kind::WebsocketEvents, row.seq);
            (render(row), WebSocketRow { event, resource })
        });
        let events = Listing::fill(Budget::new(limit, limits::WEBSOCKET_ROWS), rows);
        let page = events.page_or(&snapshot, "pass `limit`, `connection_id` or `since`", || {
            filter.why_empty(caller.app, &snapshot, Kind::WebsocketEvents)
        });
        Ok(WebSocketEventsResponse { events, page })
    }
}

impl Response for WebSocketEventsResponse {
    fn render(&self, text: &mut String) {
        let count = show::count(self.events.total(), "WebSocket event");
        self.page.render(text, &format!("{count}, newest first"), &self.events);
    }
}

fn render(row: &Row<'_, WebSocketEvent<'_>>) -> String {
    let event = &row.view;
    let arrow = match event.direction {
        Some(Direction::Incoming) => " ←",
        Some(Direction::Outgoing) => " →",
        None => "",
    };
    let data = event.data.as_deref().map(|data| format!(" {}", show::one_line(data, 200)));
    let code = event.code.map(|code| format!(" code {code}"));
    let reason = event.reason.as_deref().filter(|reason| !reason.is_empty());
    let reason = reason.map(|reason| format!(" \"{}\"", show::truncated(reason, 100)));
    let size = event.size.map(|bytes| format!(" ({bytes} bytes)"));
    let url = event.url.as_deref().map(|url| format!("  {}", show::truncated(url, 100)));
    format!(
        "{} {}{arrow}{}{}{}{}  [{}]{}",
        show::clock(row.time),
        event.event.name(),
        data.unwrap_or_default(),
        size.unwrap_or_default(),
        code.unwrap_or_default(),
        reason.unwrap_or_default(),
        show::truncated(&event.id, 40),
        url.unwrap_or_default(),
    )
}
