//! The policy of `diff_sessions` and `gasoline diff`: what is new, what is resolved, what got slower.

mod errors;
mod network;
mod performance;
mod sockets;
mod verdict;
mod words;

use schemars::JsonSchema;
use serde::Serialize;

use crate::difference::{Change, Subject, differences};
use crate::digest::Digest;

pub use errors::{ErrorDiff, ErrorRow};
pub use network::{NetworkChange, NetworkDiff, RequestRow};
pub use performance::{MetricChange, PageDiff, PerformanceDiff};
pub use sockets::{SocketChange, SocketDiff};
pub use verdict::Verdict;
pub use words::Section;

/// How a second digest differs from a first, with the verdict in one word.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub diff: SessionDiff,
    pub summary: Summary,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct SessionDiff {
    pub errors: ErrorDiff,
    pub network: NetworkDiff,
    /// Of the page that both loaded last: each metric by its name, with `before`, `after`, `change` and
    /// `regression`.
    pub performance: PerformanceDiff,
    pub websockets: SocketDiff,
}

/// The counts behind the verdict, without noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    pub verdict: Verdict,
    /// Occurrences of errors that only the second session has.
    pub new_errors: usize,
    pub resolved_errors: usize,
    /// Occurrences of errors whose pages the second session did not visit: neither new nor resolved.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub not_exercised_errors: usize,
    pub performance_regressions: usize,
    pub new_network_errors: usize,
    pub resolved_network_errors: usize,
    pub new_websocket_errors: usize,
    pub resolved_websocket_errors: usize,
}

/// Compares `before` with `after`.
pub fn compare(before: &Digest, after: &Digest) -> Comparison {
    let mut diff = SessionDiff::default();
    let (mut pages, mut resolved_network_errors) = (Vec::new(), 0);
    for difference in differences(before, after) {
        match (difference.subject, difference.change) {
            (Subject::Error(pair), change) => diff.errors.add(pair, change),
            (Subject::Endpoint(endpoint, pair), change) => {
                let is_resolved = change == Change::Resolved && difference.noise.is_none();
                resolved_network_errors += usize::from(is_resolved);
                diff.network.add(&endpoint, &pair, change);
            }
            (Subject::Socket(url, pair), change) => diff.websockets.add(url, pair, change),
            (Subject::Load(before, after), _) => pages.push(PageDiff::new(before, after)),
        }
    }
    diff.performance = PerformanceDiff::new(pages);
    diff.errors.sort();
    diff.network.sort();
    diff.websockets.sort();
    let real = |rows: &[ErrorRow], not_exercised: bool| -> usize {
        let rows = rows.iter().filter(|row| row.noise.is_none());
        rows.filter(|row| row.not_exercised == not_exercised).map(|row| row.count).sum()
    };
    let new_failures = diff.network.new_errors.iter();
    let mut summary = Summary {
        verdict: Verdict::Unchanged,
        new_errors: real(&diff.errors.new, false),
        resolved_errors: real(&diff.errors.resolved, false),
        not_exercised_errors: real(&diff.errors.resolved, true),
        performance_regressions: diff.performance.regressions(),
        new_network_errors: new_failures.filter(|row| row.noise.is_none()).count(),
        resolved_network_errors,
        new_websocket_errors: diff.websockets.count("failing"),
        resolved_websocket_errors: diff.websockets.count("recovered"),
    };
    summary.verdict = verdict::verdict(&summary);
    Comparison { diff, summary }
}

#[cfg(test)]
mod tests;
