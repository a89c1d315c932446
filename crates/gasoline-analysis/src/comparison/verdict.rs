//! The one-word answer of `diff_sessions`.

use super::Summary;

gasoline_protocol::wire_enum! {
    /// How the second session compares with the first.
    #[derive(schemars::JsonSchema)]
    pub enum Verdict {
        Improved = "improved",
        Regressed = "regressed",
        Unchanged = "unchanged",
        Mixed = "mixed",
    }
}

impl Verdict {
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
