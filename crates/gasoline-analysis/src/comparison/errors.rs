//! Errors of two digests: new, resolved, unchanged.

use schemars::JsonSchema;
use serde::Serialize;

use crate::difference::{Change, Pair};
use crate::digest::ErrorDigest;

/// The errors of both sessions, noise last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct ErrorDiff {
    pub new: Vec<ErrorRow>,
    pub resolved: Vec<ErrorRow>,
    pub unchanged: Vec<ErrorRow>,
}

/// An error and how often it occurred.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ErrorRow {
    /// `console`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub message: String,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
    /// The second session visited none of its pages: it is listed as resolved, but not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_exercised: bool,
}

impl ErrorDiff {
    pub(super) fn add(&mut self, [old, new]: Pair<&ErrorDigest>, change: Change) {
        let rows = match change {
            Change::New => &mut self.new,
            Change::Resolved | Change::NotExercised => &mut self.resolved,
            Change::Changed | Change::Unchanged | Change::NoFailure => &mut self.unchanged,
        };
        rows.extend(new.or(old).map(|error| ErrorRow {
            kind: "console",
            message: error.message.clone(),
            count: error.count,
            noise: error.noise.clone(),
            not_exercised: change == Change::NotExercised,
        }));
    }

    /// Noise last.
    pub(super) fn sort(&mut self) {
        for rows in [&mut self.new, &mut self.resolved, &mut self.unchanged] {
            rows.sort_by_key(|row| row.noise.is_some());
        }
    }
}
