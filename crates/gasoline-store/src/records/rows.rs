//! The rows of a record: what each remembers of an event, clipped.

use gasoline_protocol::console::LogEntry;
use gasoline_protocol::cut::before_word;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Event, Timestamp};
use serde::Serialize;

use crate::limits;

/// An error of the page, with how often it came.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
            message: clip(&entry.said()),
            source: clip(entry.origin()),
            url: entry.url.as_deref().map(clip),
            stack: entry.stack.as_deref().map(clip),
            timestamp: event.time,
            count: 1,
        }
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.message == other.message && self.stack == other.stack && self.source == other.source
    }
}

/// A failed request, with the beginning of both bodies.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
            method: clip(&body.method),
            url: clip(&body.url),
            status: body.status,
            duration: body.duration,
            request_body: body.request_body.as_deref().map(clip_body),
            response_body: body.response_body.as_deref().map(clip_body),
            error: body.error.as_deref().map(clip),
            timestamp: event.time,
        }
    }
}

/// A socket that failed or was closed by somebody else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecordedSocketError {
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
            id: clip(&socket.id),
            url: socket.url.as_deref().map(clip).unwrap_or_default(),
            code: socket.code,
            reason: socket.reason.as_deref().map(clip),
            timestamp: event.time,
        }
    }
}

pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(limits::RECORD_TEXT_MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..before_word(text, end)]),
        None => text.to_owned(),
    }
}

fn clip_body(text: &str) -> String {
    if text.len() <= limits::RECORD_BODY_MAX_BYTES {
        return text.to_owned();
    }
    text[..before_word(text, limits::RECORD_BODY_MAX_BYTES)].to_owned()
}
