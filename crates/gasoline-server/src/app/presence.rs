//! Presence: the MCP clients that are connected, and the pages and extensions that sent something
//! lately.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use gasoline_protocol::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::is_extension;
use crate::app::{App, lock};
use crate::browsers::Browsers;
use crate::limits;

/// Who is there.
#[derive(Debug)]
pub(crate) struct Presence {
    mcp_clients: AtomicUsize,
    tunnels: AtomicUsize,
    last_http_call: AtomicI64,
    next_client: AtomicU64,
    senders: Mutex<Senders>,
}

/// Who is connected.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Clients {
    pub(crate) mcp: usize,
    pub(crate) extension: usize,
    pub(crate) pages: usize,
    /// Those that wait for a command.
    pub(crate) drivers: usize,
}

/// How an MCP client reaches us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Tunnel,
    Http,
}

/// An MCP client while it is connected.
pub(crate) struct Client {
    pub(crate) id: u64,
    way: Way,
    app: Arc<App>,
}

/// Pages and extensions that sent something lately.
#[derive(Debug, Default)]
struct Senders {
    /// Whether it is an extension, and when it last sent something.
    seen: HashMap<String, (bool, Timestamp)>,
    last_heard: Option<Timestamp>,
}

impl Default for Presence {
    fn default() -> Self {
        Self {
            mcp_clients: AtomicUsize::new(0),
            tunnels: AtomicUsize::new(0),
            last_http_call: AtomicI64::new(i64::MIN / 2),
            next_client: AtomicU64::new(1),
            senders: Mutex::default(),
        }
    }
}

impl Presence {
    /// An MCP client has come; it is counted until the guard is dropped.
    pub(crate) fn welcome(app: &Arc<App>, way: Way) -> Client {
        let presence = &app.presence;
        presence.mcp_clients.fetch_add(1, Ordering::SeqCst);
        if way == Way::Tunnel {
            presence.tunnels.fetch_add(1, Ordering::SeqCst);
        }
        let id = presence.next_client.fetch_add(1, Ordering::SeqCst);
        Client { id, way, app: Arc::clone(app) }
    }

    /// Whether an MCP client is there.
    ///
    /// An editor that joined is there until its tunnel ends. A client over HTTP may go without a
    /// word, so only its calls count.
    pub(crate) fn has_mcp_client(&self, now: Timestamp) -> bool {
        let since_call = now.as_ms() - self.last_http_call.load(Ordering::SeqCst);
        self.tunnels.load(Ordering::SeqCst) > 0 || since_call < limits::PAGE_STALE_SECONDS * 1000
    }

    /// Notes who sent a batch. One with an open socket is counted by that.
    pub(crate) fn note_sender(
        &self,
        origin: Option<&str>,
        client: Option<&str>,
        browsers: &Browsers,
        now: Timestamp,
    ) {
        let mut senders = lock(&self.senders);
        senders.last_heard = Some(now);
        let extension = origin.filter(|origin| is_extension(origin));
        if !extension.is_some_and(|origin| browsers.has(origin)) {
            let name = client.or(origin).unwrap_or("program");
            senders.note(name, extension.is_some(), now);
        }
    }

    pub(crate) fn count(&self, browsers: &Browsers, now: Timestamp) -> Clients {
        let mut senders = lock(&self.senders);
        senders.forget_stale(now);
        let extensions = senders.seen.values().filter(|(is_extension, _)| *is_extension).count();
        Clients {
            mcp: self.mcp_clients.load(Ordering::SeqCst),
            extension: browsers.count() + extensions,
            pages: senders.seen.len() - extensions,
            drivers: browsers.drivers.count(),
        }
    }

    /// When captured data last came in.
    pub(crate) fn last_heard(&self) -> Option<Timestamp> {
        lock(&self.senders).last_heard
    }
}

impl Client {
    /// Notes that the client is there.
    pub(crate) fn note_call(&self) {
        if self.way == Way::Http {
            self.app.presence.last_http_call.store(self.app.now().as_ms(), Ordering::SeqCst);
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.app.presence.mcp_clients.fetch_sub(1, Ordering::SeqCst);
        self.app.shelves.forget(self.id);
        self.app.streaming.listeners.forget(self.id);
        if self.way == Way::Tunnel {
            self.app.presence.tunnels.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Senders {
    fn note(&mut self, name: &str, is_extension: bool, now: Timestamp) {
        if let Some(seen) = self.seen.get_mut(name) {
            seen.1 = now;
            return;
        }
        if self.seen.len() >= limits::PAGES_MAX {
            self.forget_stale(now);
        }
        if self.seen.len() < limits::PAGES_MAX {
            self.seen.insert(name.to_owned(), (is_extension, now));
        }
    }

    fn forget_stale(&mut self, now: Timestamp) {
        self.seen.retain(|_, (_, at)| now.ms_since(*at) < limits::PAGE_STALE_SECONDS * 1000);
    }
}
