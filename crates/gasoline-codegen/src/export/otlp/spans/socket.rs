//! WebSocket connections as spans: from connecting to closing, as far as it was seen.

use std::collections::BTreeMap;

use gasoline_analysis::endpoints;
use gasoline_analysis::view::Row;
use gasoline_protocol::events::websocket::{Direction, SocketEvent, WebSocketEvent};
use gasoline_protocol::truncate::truncate;

use super::super::attributes::Attributes;
use super::super::format::{Nanos, Span, SpanKind, Status};
use super::super::trace::Trace;
use super::host;
use crate::limits;

pub(super) fn sockets(trace: &Trace<'_>) -> Vec<Span> {
    let mut connections: BTreeMap<&str, Vec<&Row<'_, WebSocketEvent<'_>>>> = BTreeMap::new();
    for seen in &trace.view.sockets {
        connections.entry(&*seen.view.id).or_default().push(seen);
    }
    let mut spans: Vec<Span> =
        connections.values().filter_map(|events| span(events, trace)).collect();
    spans.sort_by_key(|span| span.start_time_unix_nano);
    spans
}

fn span(events: &[&Row<'_, WebSocketEvent<'_>>], trace: &Trace<'_>) -> Option<Span> {
    let first = events.first()?;
    let url = events.iter().find_map(|seen| seen.view.url.as_deref()).unwrap_or_default();
    let count = |direction: Direction| {
        let is_it = |seen: &&&Row<'_, WebSocketEvent<'_>>| {
            seen.view.event == SocketEvent::Message && seen.view.direction == Some(direction)
        };
        i64::try_from(events.iter().filter(is_it).count()).unwrap_or(i64::MAX)
    };
    let closed = events.iter().find(|seen| seen.view.event == SocketEvent::Close);
    let code = closed.and_then(|seen| seen.view.code);
    let failed = events.iter().rev().find(|seen| seen.view.is_error());
    let error = failed.map(|seen| match seen.view.code {
        Some(code) => code.to_string(),
        None => "connection failed".to_owned(),
    });
    let attributes = host(Attributes::default().text("url.full", url), url)
        .text("network.protocol.name", "websocket")
        .whole("gasoline.socket.messages_sent", count(Direction::Outgoing))
        .whole("gasoline.socket.messages_received", count(Direction::Incoming))
        .number("gasoline.socket.close_code", code)
        .maybe("gasoline.socket.close_reason", closed.and_then(|it| it.view.reason.as_deref()))
        .maybe("error.type", error.as_deref());
    let start = events.iter().map(|seen| seen.time).min().unwrap_or_default();
    let end = events.iter().map(|seen| seen.time).max().unwrap_or_default();
    Some(Span {
        trace_id: trace.id,
        span_id: trace.span("socket", first.seq, first.time),
        parent_span_id: Some(trace.root),
        name: truncate(&format!("WebSocket {}", endpoints::path(url)), limits::OTLP_NAME_MAX_CHARS),
        kind: SpanKind::Client,
        start_time_unix_nano: Nanos::at(start),
        end_time_unix_nano: Nanos::at(end),
        attributes: attributes.list(),
        events: Vec::new(),
        status: error.map(Status::error).unwrap_or_default(),
    })
}
