//! The rows of a record: what each remembers of an event, clipped.

use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::truncate::{Limit, before_token};
use gasoline_protocol::{Event, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits;

/// An error of the page, with how often it came.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RecordedError {
    pub message: String,
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    pub timestamp: Timestamp,
    pub count: u32,
}

impl RecordedError {
    pub(super) fn of(entry: &LogEntry<'_>, event: &Event) -> Self {
        Self {
            message: kept_text(&entry.said()),
            source: kept_text(entry.origin()),
            url: entry.url.as_deref().map(kept_text),
            stack: entry.stack.as_deref().map(kept_text),
            timestamp: event.time,
            count: 1,
        }
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.message == other.message && self.stack == other.stack && self.source == other.source
    }
}

/// A failed request, with the beginning of both bodies.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedFailure {
    pub method: String,
    pub url: String,
    pub status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub timestamp: Timestamp,
}

impl RecordedFailure {
    pub(super) fn of(body: &NetworkBody<'_>, event: &Event) -> Self {
        Self {
            method: kept_text(&body.method),
            url: kept_text(&body.url),
            status: body.status,
            duration: body.duration,
            request_body: body.request_body.as_deref().map(kept_body),
            response_body: body.response_body.as_deref().map(kept_body),
            error: body.error.as_deref().map(kept_text),
            timestamp: event.time,
        }
    }
}

/// A socket that failed or was closed by somebody else.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RecordedSocketError {
    #[schemars(extend("enum" = ["error", "close"]))]
    pub event: &'static str,
    pub id: String,
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub timestamp: Timestamp,
}

impl RecordedSocketError {
    pub(super) fn of(socket: &WebSocketEvent<'_>, event: &Event) -> Self {
        Self {
            event: socket.event.name(),
            id: kept_text(&socket.id),
            url: socket.url.as_deref().map(kept_text).unwrap_or_default(),
            code: socket.code,
            reason: socket.reason.as_deref().map(kept_text),
            timestamp: event.time,
        }
    }
}

pub(super) fn kept_text(text: &str) -> String {
    before_token(text, Limit::Chars(limits::RECORD_TEXT_MAX_CHARS), "…").into_owned()
}

fn kept_body(text: &str) -> String {
    before_token(text, Limit::Bytes(limits::RECORD_BODY_MAX_BYTES), "").into_owned()
}
