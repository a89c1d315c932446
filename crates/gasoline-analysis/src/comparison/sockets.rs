//! WebSocket connections of two digests.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::digest::{Digest, SocketDigest, SocketState};

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SocketDiff {
    pub connection_changes: Vec<SocketChange>,
}

impl SocketDiff {
    pub(super) fn count(&self, change: &str) -> usize {
        let rows = self.connection_changes.iter();
        rows.filter(|row| row.change == change && row.noise.is_none()).count()
    }
}

/// The connections to one URL, where something about them is different.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

pub(super) fn diff(before: &Digest, after: &Digest) -> SocketDiff {
    let urls: BTreeSet<&String> = before.sockets.keys().chain(after.sockets.keys()).collect();
    let rows = urls.into_iter().filter_map(|url| {
        let (before, after) = (before.sockets.get(url), after.sockets.get(url));
        let failing = after.filter(|socket| socket.is_failing());
        let noise = after.or(before).and_then(|socket| socket.noise.clone());
        Some(SocketChange {
            url: url.clone(),
            change: change(before, after)?,
            before: before.map(|socket| socket.state),
            after: after.map(|socket| socket.state),
            close_code: failing.and_then(|socket| socket.close_code),
            noise,
        })
    });
    let mut rows: Vec<SocketChange> = rows.collect();
    rows.sort_by_key(|row| (row.noise.is_some(), row.change != "failing"));
    SocketDiff { connection_changes: rows }
}

fn change(before: Option<&SocketDigest>, after: Option<&SocketDigest>) -> Option<&'static str> {
    let fails = |socket: Option<&SocketDigest>| socket.is_some_and(SocketDigest::is_failing);
    match (before, after) {
        _ if fails(after) && !fails(before) => Some("failing"),
        (Some(one), Some(other)) if one.is_failing() && other.has_recovered() => Some("recovered"),
        (None, Some(_)) => Some("new"),
        (Some(_), None) => Some("missing"),
        (Some(one), Some(other)) if one.state != other.state => Some("state"),
        _ => None,
    }
}
