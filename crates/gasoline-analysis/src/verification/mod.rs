//! Verification: start, watch, compare. State without I/O; time and places are handed in.

mod result;
mod verdict;
mod words;

use gasoline_protocol::{Hint, Seq, Timestamp};
use schemars::JsonSchema;

use crate::digest::Digest;
use crate::limits;

pub use result::{IssueSummary, NotExercised, PerfDiff, VerificationResult, VerifyChange};
pub use verdict::{Tally, Verdict, verdict};

gasoline_protocol::wire_enum! {
    /// How far a session has come.
    #[derive(JsonSchema)]
    pub enum Status {
        BaselineCaptured = "baseline_captured",
        Watching = "watching",
        Compared = "compared",
    }
}

/// From where on what is captured counts as "after".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watch {
    pub since: Seq,
    pub at: Timestamp,
}

impl Watch {
    /// Whether something that arrived since then also happened since then.
    pub fn admits(self, time: Timestamp) -> bool {
        self.admits_call(time, None)
    }

    /// The same of a request: its time is when it was sent, and it arrives once it is answered.
    pub fn admits_call(self, sent: Timestamp, duration_ms: Option<f64>) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let took_ms = duration_ms.map_or(0, |ms| ms.ceil() as i64).max(0);
        let reach_ms = limits::LATE_ARRIVAL_MS.saturating_add(took_ms);
        !(1..=reach_ms).contains(&self.at.ms_since(sent))
    }
}

/// One before-and-after comparison.
#[derive(Debug, Clone)]
pub struct Session {
    pub id: String,
    pub label: Option<String>,
    /// Only what has this in its URL is compared.
    pub url: Option<String>,
    pub baseline: Digest,
    pub status: Status,
    watch: Option<Watch>,
}

/// A comparison was asked for before its second half began.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("session `{id}` has a baseline, but does not watch yet")]
pub struct NotWatching {
    id: String,
}

impl Hint for NotWatching {
    fn hint(&self) -> String {
        let id = &self.id;
        format!(
            "call `verify_fix` with `action: \"watch\"` for `{id}`, let the scenario be repeated, then \
             compare"
        )
    }
}

impl Session {
    pub fn start(id: String, label: Option<String>, url: Option<String>, baseline: Digest) -> Self {
        Self { id, label, url, baseline, status: Status::BaselineCaptured, watch: None }
    }

    /// Begins the second half; called again, it begins anew.
    pub fn watch(&mut self, since: Seq, now: Timestamp) {
        self.watch = Some(Watch { since, at: now });
        self.status = Status::Watching;
    }

    /// Since when it watches.
    pub fn watched(&self) -> Option<Watch> {
        self.watch
    }

    /// Since when it watches, or that this step is missing.
    pub fn window(&self) -> Result<Watch, NotWatching> {
        self.watch.ok_or_else(|| NotWatching { id: self.id.clone() })
    }

    /// Holds what came since `watch` against the baseline; as often as is asked.
    pub fn compare(&mut self, after: &Digest) -> Result<VerificationResult, NotWatching> {
        self.window()?;
        self.status = Status::Compared;
        Ok(result::result(&self.baseline, after))
    }
}

#[cfg(test)]
mod tests;
