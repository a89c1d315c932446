//! What each MCP client keeps for itself: its verification sessions and its named snapshots.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gasoline_analysis::digest::Digest;
use gasoline_analysis::verification::Session;
use gasoline_store::Shelf;

use crate::limits;

/// The shelves of all clients, those used longest ago first.
#[derive(Debug, Default)]
pub(crate) struct Shelves {
    clients: Mutex<VecDeque<(u64, Own)>>,
    last_session: AtomicU64,
}

/// The shelves of one client.
#[derive(Debug)]
pub(crate) struct Own {
    pub(crate) sessions: Shelf<Session>,
    pub(crate) snapshots: Shelf<Named>,
}

/// A digest under a name, and what it was restricted to.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) digest: Digest,
    pub(crate) url: Option<String>,
}

impl Own {
    fn new() -> Self {
        let minutes = |minutes: u64| Duration::from_secs(minutes * 60);
        Self {
            sessions: Shelf::new(limits::SESSIONS_MAX, minutes(limits::SESSION_MINUTES)),
            snapshots: Shelf::new(limits::SNAPSHOTS_MAX, minutes(limits::SNAPSHOT_MINUTES)),
        }
    }
}

impl Shelves {
    /// Works on the shelves of a client.
    pub(crate) fn of<T>(&self, client: u64, work: impl FnOnce(&mut Own) -> T) -> T {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let place = clients.iter().position(|(known, _)| *known == client);
        let mut own =
            place.and_then(|place| clients.remove(place)).map_or_else(Own::new, |(_, own)| own);
        let done = work(&mut own);
        clients.push_back((client, own));
        if clients.len() > limits::SHELVES_MAX {
            clients.pop_front();
        }
        done
    }

    /// Forgets what a client kept: it has gone.
    pub(crate) fn forget(&self, client: u64) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.retain(|(known, _)| *known != client);
    }

    /// An id no session had before.
    pub(crate) fn next_session_id(&self) -> String {
        format!("verify-{}", self.last_session.fetch_add(1, Ordering::SeqCst) + 1)
    }
}
