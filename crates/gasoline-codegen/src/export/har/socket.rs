//! One WebSocket connection as an entry of a HAR, with its messages as Chromium writes them.

use std::collections::BTreeMap;

use gasoline_analysis::view::Row;
use gasoline_protocol::Timestamp;
use gasoline_protocol::events::websocket::{Direction, SocketEvent, WebSocketEvent};

use super::super::facts;
use super::HTTP_VERSION;
use super::entry::{UNKNOWN, pairs};
use super::format::{Cache, Content, Entry, Message, Request, Response, Timings};

/// The events of one connection, oldest first.
#[derive(Debug)]
pub(super) struct Connection<'a> {
    pub(super) id: &'a str,
    events: Vec<&'a Row<'a, WebSocketEvent<'a>>>,
}

/// The connections that the events tell of, in the order in which they began.
pub(super) fn connections<'a>(events: &'a [Row<'a, WebSocketEvent<'a>>]) -> Vec<Connection<'a>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut list: Vec<Connection<'a>> = Vec::new();
    for seen in events {
        let id = &*seen.view.id;
        let place = *places.entry(id).or_insert_with(|| {
            list.push(Connection { id, events: Vec::new() });
            list.len() - 1
        });
        list[place].events.push(seen);
    }
    list
}

impl Connection<'_> {
    fn url(&self) -> &str {
        self.events.iter().find_map(|seen| seen.view.url.as_deref()).unwrap_or_default()
    }

    fn first(&self) -> Timestamp {
        self.events.iter().map(|seen| seen.time).min().unwrap_or_default()
    }

    fn last(&self) -> Timestamp {
        self.events.iter().map(|seen| seen.time).max().unwrap_or_default()
    }

    fn has(&self, event: SocketEvent) -> bool {
        self.events.iter().any(|seen| seen.view.event == event)
    }

    /// Whether it ever was a socket: a message tells as much as the opening does.
    fn was_open(&self) -> bool {
        self.has(SocketEvent::Open) || self.has(SocketEvent::Message)
    }

    /// What ended it that should not have.
    fn error(&self) -> Option<String> {
        let failed = self.events.iter().rev().find(|seen| seen.view.is_error())?;
        let reason = failed.view.reason.as_deref().unwrap_or_default();
        Some(match failed.view.code {
            Some(code) => format!("closed with {code} {reason}").trim_end().to_owned(),
            None => "connection failed".to_owned(),
        })
    }

    fn comment(&self) -> String {
        let messages = || self.events.iter().filter(|it| it.view.event == SocketEvent::Message);
        let cut = messages().filter(|seen| seen.view.truncated == Some(true)).count();
        let is_sampled = messages().any(|seen| seen.view.sampled.is_some());
        let mut notes = Vec::new();
        if cut > 0 {
            notes.push(format!("truncated: of {cut} messages only the beginning was kept"));
        }
        if is_sampled {
            notes.push("messages came too fast to keep all of them".to_owned());
        }
        if messages().any(|seen| seen.view.binary == Some(true)) {
            notes.push("of binary messages only size and first bytes were kept".to_owned());
        }
        notes.join("; ")
    }
}

pub(super) fn entry(
    connection: &Connection<'_>,
    pageref: Option<String>,
    test_id: Option<&str>,
) -> Entry {
    let (first, last) = (connection.first(), connection.last());
    #[expect(clippy::cast_precision_loss, reason = "no connection lasts for millennia")]
    let time = last.ms_since(first) as f64;
    let is_socket = connection.was_open();
    Entry {
        pageref,
        started_date_time: first,
        time,
        request: Request {
            method: "GET".to_owned(),
            url: connection.url().to_owned(),
            http_version: HTTP_VERSION,
            cookies: [],
            headers: Vec::new(),
            query_string: pairs(facts::parameters(connection.url())),
            post_data: None,
            headers_size: UNKNOWN,
            body_size: 0,
        },
        response: Response {
            status: if is_socket { 101 } else { 0 },
            status_text: if is_socket { "Switching Protocols".to_owned() } else { String::new() },
            http_version: HTTP_VERSION,
            cookies: [],
            headers: Vec::new(),
            content: Content::default(),
            redirect_url: String::new(),
            headers_size: UNKNOWN,
            body_size: UNKNOWN,
            error: connection.error(),
        },
        cache: Cache {},
        timings: Timings::of(time),
        comment: connection.comment(),
        resource_type: "websocket",
        test_id: test_id.map(str::to_owned),
        messages: Some(connection.events.iter().filter_map(|seen| message(seen)).collect()),
    }
}

fn message(seen: &Row<'_, WebSocketEvent<'_>>) -> Option<Message> {
    const TEXT: u8 = 1;
    const BINARY: u8 = 2;
    let event = &seen.view;
    if event.event != SocketEvent::Message {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a time in milliseconds has 41 bits")]
    let time = seen.time.as_ms() as f64 / 1000.0;
    Some(Message {
        kind: if event.direction == Some(Direction::Outgoing) { "send" } else { "receive" },
        time,
        opcode: if event.binary == Some(true) { BINARY } else { TEXT },
        data: event.data.as_deref().unwrap_or_default().to_owned(),
    })
}
