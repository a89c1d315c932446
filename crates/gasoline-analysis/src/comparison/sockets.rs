//! WebSocket connections of two digests.

use schemars::JsonSchema;
use serde::Serialize;

use crate::difference::{Change, Pair};
use crate::digest::{SocketDigest, SocketState};

#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct SocketDiff {
    pub connection_changes: Vec<SocketChange>,
}

impl SocketDiff {
    pub(super) fn add(&mut self, url: &str, [old, new]: Pair<&SocketDigest>, change: Change) {
        let change = match (change, old, new) {
            (Change::New, ..) => "failing",
            (Change::Resolved, ..) => "recovered",
            (_, None, _) => "new",
            (_, _, None) => "missing",
            (_, Some(old), Some(new)) if old.state != new.state => "state",
            _ => return,
        };
        let failing = new.filter(|socket| socket.is_failing());
        self.connection_changes.push(SocketChange {
            url: url.to_owned(),
            change,
            before: old.map(|socket| socket.state),
            after: new.map(|socket| socket.state),
            close_code: failing.and_then(|socket| socket.close_code),
            noise: new.or(old).and_then(|socket| socket.noise.clone()),
        });
    }

    pub(super) fn sort(&mut self) {
        self.connection_changes.sort_by_key(|row| (row.noise.is_some(), row.change != "failing"));
    }

    pub(super) fn count(&self, change: &str) -> usize {
        let rows = self.connection_changes.iter();
        rows.filter(|row| row.change == change && row.noise.is_none()).count()
    }
}

/// The connections to one URL, where something about them is different.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SocketChange {
    pub url: String,
    /// `failing`, `recovered`, `new`, `missing` or `state`.
    pub change: &'static str,
    pub before: Option<SocketState>,
    pub after: Option<SocketState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close_code: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}
