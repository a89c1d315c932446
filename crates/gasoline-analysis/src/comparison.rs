//! Two digests, held against each other: what is new, what is gone, what got slower.

mod errors;
mod network;
mod performance;
mod sockets;
mod verdict;
mod words;

use serde::Serialize;

use crate::digest::Digest;

pub use errors::{ErrorDiff, ErrorRow};
pub use network::{NetworkChange, NetworkDiff, RequestRow};
pub use performance::{Change, PageDiff, PerformanceDiff};
pub use sockets::{SocketChange, SocketDiff};
pub use verdict::Verdict;
pub use words::Section;

pub(crate) use errors::matched as matched_errors;
pub(crate) use network::{aligned as aligned_endpoints, has_recovered};
pub(crate) use performance::{common_page, of_page};

/// How a second digest differs from a first, with the one-word answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub diff: SessionDiff,
    pub summary: Summary,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SessionDiff {
    pub errors: ErrorDiff,
    pub network: NetworkDiff,
    pub performance: PerformanceDiff,
    pub websockets: SocketDiff,
}

/// The counts behind the verdict; noise is in none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub verdict: Verdict,
    /// How often errors came that were not there before.
    pub new_errors: usize,
    pub resolved_errors: usize,
    /// How often errors came whose pages the second session did not see: neither there nor gone.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_exercised_errors: usize,
    pub performance_regressions: usize,
    pub new_network_errors: usize,
    pub resolved_network_errors: usize,
    pub new_websocket_errors: usize,
    pub resolved_websocket_errors: usize,
}

/// Compares `before` with `after`.
pub fn compare(before: &Digest, after: &Digest) -> Comparison {
    let errors = errors::diff(before, after);
    let (network, resolved_network_errors) = network::diff(before, after);
    let performance = performance::diff(before, after);
    let websockets = sockets::diff(before, after);
    let real = |rows: &[ErrorRow], not_exercised: bool| -> usize {
        let rows = rows.iter().filter(|row| row.noise.is_none());
        rows.filter(|row| row.not_exercised == not_exercised).map(|row| row.count).sum()
    };
    let mut summary = Summary {
        verdict: Verdict::Unchanged,
        new_errors: real(&errors.new, false),
        resolved_errors: real(&errors.resolved, false),
        not_exercised_errors: real(&errors.resolved, true),
        performance_regressions: performance.regressions(),
        new_network_errors: network.new_errors.iter().filter(|row| row.noise.is_none()).count(),
        resolved_network_errors,
        new_websocket_errors: websockets.count("failing"),
        resolved_websocket_errors: websockets.count("recovered"),
    };
    summary.verdict = verdict::verdict(&summary);
    let diff = SessionDiff { errors, network, performance, websockets };
    Comparison { diff, summary }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests;
