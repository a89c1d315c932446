//! The one-word answer of `diff_sessions`.

use serde::Serialize;

use super::Summary;

/// How the second session stands to the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Improved,
    Regressed,
    Unchanged,
    Mixed,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Improved => "improved",
            Self::Regressed => "regressed",
            Self::Unchanged => "unchanged",
            Self::Mixed => "mixed",
        }
    }

    /// Whether something got worse, whatever else got better.
    pub fn is_worse(self) -> bool {
        matches!(self, Self::Regressed | Self::Mixed)
    }
}

/// Reads the counts as one word. A slower page weighs as much as a new error.
pub(super) fn verdict(summary: &Summary) -> Verdict {
    let resolved = summary.resolved_errors
        + summary.resolved_network_errors
        + summary.resolved_websocket_errors;
    let worse = summary.new_errors
        + summary.new_network_errors
        + summary.new_websocket_errors
        + summary.performance_regressions;
    match (resolved > 0, worse > 0) {
        (true, true) => Verdict::Mixed,
        (false, true) => Verdict::Regressed,
        (true, false) => Verdict::Improved,
        (false, false) => Verdict::Unchanged,
    }
}
