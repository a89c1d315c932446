//! The WebSocket connections of a digest, by the URL they go to.

use std::collections::BTreeMap;

use gasoline_protocol::events::websocket::{SocketEvent, WebSocketEvent};

use super::{Sighted, kept_text};
use crate::endpoints::page;
use crate::noise::Noise;
use crate::view::Row;

gasoline_protocol::wire_enum! {
    /// The state of the newest connection to a URL.
    #[derive(Default, schemars::JsonSchema)]
    pub enum SocketState {
        #[default]
        Connecting = "connecting",
        Open = "open",
        Closed = "closed",
        /// It could not be opened, or was closed unexpectedly.
        Failed = "failed",
    }
}

/// The connections to one URL.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SocketDigest {
    pub connections: usize,
    pub failures: usize,
    pub messages: usize,
    pub state: SocketState,
    /// With which code the newest failure was closed.
    pub close_code: Option<u16>,
    pub noise: Option<String>,
    pub(super) last: Sighted,
}

impl SocketDigest {
    pub fn is_failing(&self) -> bool {
        self.failures > 0
    }

    /// Whether it got through, and stayed well: one that is only connecting proves nothing.
    pub fn has_recovered(&self) -> bool {
        !self.is_failing() && self.state != SocketState::Connecting
    }

    /// Adds a connection that was made later.
    pub(super) fn merge(&mut self, other: &Self) {
        self.connections += other.connections;
        self.failures += other.failures;
        self.messages += other.messages;
        self.state = other.state;
        if other.is_failing() {
            self.close_code = other.close_code;
        }
        self.noise.clone_from(&other.noise);
        self.last = self.last.later(other.last);
    }
}

#[derive(Default)]
struct Connection {
    url: String,
    state: SocketState,
    code: Option<u16>,
    messages: usize,
    last: Sighted,
}

/// Each connection by URL, oldest first, and how many there was no room for.
pub(super) fn each(
    events: &[&Row<'_, WebSocketEvent<'_>>],
    noise: &Noise,
    most: usize,
) -> (BTreeMap<String, Vec<SocketDigest>>, usize) {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut connections: Vec<Connection> = Vec::new();
    for seen in events {
        let event = &seen.view;
        let place = *places.entry(event.id.to_string()).or_insert_with(|| {
            connections.push(Connection::default());
            connections.len() - 1
        });
        connections[place].see(event);
        connections[place].last = Sighted::of(seen);
    }
    let mut digests: BTreeMap<String, Vec<SocketDigest>> = BTreeMap::new();
    let mut cut = 0;
    for connection in connections.iter().filter(|connection| !connection.url.is_empty()) {
        let url = kept_text(&page(&connection.url));
        if digests.len() >= most && !digests.contains_key(&url) {
            cut += 1;
            continue;
        }
        let is_failed = connection.state == SocketState::Failed;
        digests.entry(url).or_default().push(SocketDigest {
            connections: 1,
            failures: usize::from(is_failed),
            messages: connection.messages,
            state: connection.state,
            close_code: connection.code.filter(|_| is_failed),
            noise: noise.socket(&connection.url).map(|rule| rule.id.clone()),
            last: connection.last,
        });
    }
    (digests, cut)
}

impl Connection {
    fn see(&mut self, event: &WebSocketEvent<'_>) {
        if let Some(url) = event.url.as_deref().filter(|_| self.url.is_empty()) {
            url.clone_into(&mut self.url);
        }
        self.state = match event.event {
            // Once failed, the close that follows an error only adds its code.
            _ if event.is_error() || self.state == SocketState::Failed => SocketState::Failed,
            SocketEvent::Connecting => SocketState::Connecting,
            SocketEvent::Close => SocketState::Closed,
            // Its opening may have been forgotten: a message proves it.
            SocketEvent::Open | SocketEvent::Message | SocketEvent::Error => SocketState::Open,
        };
        self.messages += usize::from(event.event == SocketEvent::Message);
        if event.event == SocketEvent::Close {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "saturates"
            )]
            let code = event.code.map(|code| code as u16);
            self.code = code;
        }
    }
}
