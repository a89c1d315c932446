//! What `diff_sessions` returns: a snapshot, a comparison, or the list of snapshots.

use std::collections::BTreeMap;

use gasoline_analysis::comparison::{SessionDiff, Summary};
use gasoline_analysis::digest::{Digest, Metric};
use gasoline_protocol::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits;
use crate::mcp::response::Response;
use crate::mcp::response::sections::TruncatedText;
use crate::mcp::response::show;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum DiffResponse {
    Captured {
        /// `captured`.
        action: &'static str,
        name: String,
        snapshot: SnapshotSummary,
        /// Snapshots removed for this one, as too many were kept.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        evicted: Vec<String>,
        expires_at: Option<Timestamp>,
    },
    Compared {
        /// `compared`.
        action: &'static str,
        a: String,
        b: String,
        diff: Box<SessionDiff>,
        summary: Summary,
        /// What limits the comparison.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        truncated: Option<TruncatedText>,
        #[serde(skip)]
        text: String,
    },
    Listed {
        /// `listed`.
        action: &'static str,
        snapshots: Vec<SnapshotRow>,
    },
    Deleted {
        /// `deleted`.
        action: &'static str,
        name: String,
    },
}

/// What a snapshot holds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SnapshotSummary {
    captured_at: Timestamp,
    console_errors: usize,
    console_warnings: usize,
    network_requests: usize,
    network_errors: usize,
    websocket_connections: usize,
    unique_endpoints: usize,
    /// Of the newest page load, by metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<BTreeMap<&'static str, f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_url: Option<String>,
    /// Events evicted before: the snapshot lacks them.
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<u64>,
    #[serde(skip)]
    socket_urls: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SnapshotRow {
    pub(super) name: String,
    pub(super) captured_at: Timestamp,
    pub(super) page_url: Option<String>,
    pub(super) error_count: usize,
    pub(super) network_errors: usize,
    pub(super) expires_at: Timestamp,
}

impl SnapshotSummary {
    pub(super) fn new(digest: &Digest) -> Self {
        let values = digest.loads.last().map(|load| {
            let values = Metric::ALL.map(|metric| Some((metric.name(), load.value(metric)?)));
            values.into_iter().flatten().collect()
        });
        Self {
            captured_at: digest.captured_at,
            console_errors: digest.console_errors(),
            console_warnings: digest.warnings,
            network_requests: digest.requests,
            network_errors: digest.network_errors(),
            websocket_connections: digest.sockets.values().map(|socket| socket.connections).sum(),
            unique_endpoints: digest.endpoints.len(),
            performance: values,
            page_url: digest.page_url.clone(),
            forgotten: Some(digest.gaps.forgotten).filter(|count| *count > 0),
            socket_urls: digest.sockets.len(),
        }
    }
}

impl Response for DiffResponse {
    fn render(&self, text: &mut String) {
        match self {
            Self::Captured { name, snapshot, evicted, .. } => {
                render_captured(text, name, snapshot, evicted);
            }
            Self::Compared { text: sections, .. } => text.push_str(sections),
            Self::Listed { snapshots, .. } => render_list(text, snapshots),
            Self::Deleted { name, .. } => text.push_str(&format!("`{name}` is deleted")),
        }
    }
}

fn render_captured(text: &mut String, name: &str, snapshot: &SnapshotSummary, evicted: &[String]) {
    text.push_str(&format!(
        "captured `{name}`: {}, {}, {}, {}",
        show::count(snapshot.console_errors, "console error"),
        show::count(snapshot.network_requests, "request"),
        show::count(snapshot.network_errors, "failed request"),
        show::count(snapshot.socket_urls, "socket"),
    ));
    if let Some(forgotten) = snapshot.forgotten {
        text.push_str(&format!(
            "\n{forgotten} events had been forgotten before: they are not in it"
        ));
    }
    if !evicted.is_empty() {
        text.push_str(&format!(
            "\nthe snapshot used longest ago made room and is forgotten: `{}`",
            evicted.join("`, `")
        ));
    }
    text.push_str(&format!(
        "\nhint: later call `diff_sessions` with `action: \"compare\"`, `compare_a: \"{name}\"`"
    ));
}

fn render_list(text: &mut String, snapshots: &[SnapshotRow]) {
    text.push_str(&format!("{} kept", show::count(snapshots.len(), "snapshot")));
    for SnapshotRow { name, captured_at, page_url, error_count, .. } in snapshots {
        let page = page_url.as_deref().unwrap_or_default();
        let page = show::truncated(page, limits::MESSAGE_LINE_CHARS);
        text.push_str(&format!("\n- `{name}` {captured_at}, {error_count} errors, {page}"));
    }
    if snapshots.is_empty() {
        text.push_str("\nhint: call `diff_sessions` with `action: \"capture\"` and a `name`");
    }
}
