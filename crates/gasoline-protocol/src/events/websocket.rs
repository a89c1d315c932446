//! WebSocket connections and their messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::{EventView, Facet, Header};
use crate::kind::{EventKind, Kind};
use crate::limits::WEBSOCKET_DATA_MAX_BYTES;
use crate::text::PageText;

crate::wire_enum! {
    /// What happened to a connection.
    #[derive(Deserialize, JsonSchema)]
    pub enum SocketEvent {
        Connecting = "connecting",
        Open = "open",
        Message = "message",
        Error = "error",
        Close = "close",
    }
}

/// Which way a message went, seen from the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Incoming,
    Outgoing,
}

/// One event of a WebSocket connection.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebSocketEvent<'a> {
    pub event: SocketEvent,
    /// The connection.
    #[serde(borrow)]
    pub id: PageText<'a>,
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    pub direction: Option<Direction>,
    #[serde(borrow)]
    pub data: Option<PageText<'a>>,
    /// Bytes of the whole message, however much of it was kept.
    pub size: Option<f64>,
    pub code: Option<f64>,
    #[serde(borrow)]
    pub reason: Option<PageText<'a>>,
    /// `{rate, logged, window}` while messages are sampled.
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub sampled: Option<&'a RawValue>,
    pub truncated: Option<bool>,
    pub binary: Option<bool>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
}

impl WebSocketEvent<'_> {
    /// An error, or a close the page did not ask for.
    pub fn is_error(&self) -> bool {
        const NORMAL: f64 = 1000.0;
        const GOING_AWAY: f64 = 1001.0;
        const NO_STATUS: f64 = 1005.0;
        match self.event {
            SocketEvent::Error => true,
            SocketEvent::Close => {
                self.code.is_some_and(|code| ![NORMAL, GOING_AWAY, NO_STATUS].contains(&code))
            }
            _ => false,
        }
    }
}

impl<'a> EventView<'a> for WebSocketEvent<'a> {
    const STRING_ALARM_BYTES: usize = WEBSOCKET_DATA_MAX_BYTES;

    fn facet(&self) -> Facet {
        Facet::WebSocket { event: self.event, is_error: self.is_error() }
    }

    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// WebSocket events, as a kind of event.
#[derive(Debug)]
pub struct WebSocketEvents;

impl EventKind for WebSocketEvents {
    const KIND: Kind = Kind::WebsocketEvents;
    type View<'a> = WebSocketEvent<'a>;
}
