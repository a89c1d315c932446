//! What `verify_fix` returns: a session with its baseline, a comparison, or the list of sessions.

use gasoline_analysis::verification::{NotExercised, Status, VerificationResult, VerifyChange};
use gasoline_protocol::{Seq, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::baseline::Baseline;
use crate::mcp::response::Response;
use crate::mcp::response::listing::MissedEvents;
use crate::mcp::response::sections::{Sections, TruncatedText};
use crate::mcp::response::show;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum VerifyResponse {
    Session {
        session_id: String,
        status: Status,
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// At `status`.
        #[serde(skip_serializing_if = "Option::is_none")]
        url_filter: Option<String>,
        baseline: Baseline,
        #[serde(skip_serializing_if = "Option::is_none")]
        truncated: Option<TruncatedText>,
        #[serde(skip_serializing_if = "Option::is_none")]
        watch_started_at: Option<Timestamp>,
        /// Sessions removed at `start`, as too many were open.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        evicted: Vec<String>,
        expires_at: Timestamp,
        #[serde(skip)]
        text: String,
    },
    Watching {
        session_id: String,
        status: Status,
        message: &'static str,
        cursor: Seq,
        expires_at: Timestamp,
    },
    Compared {
        session_id: String,
        status: Status,
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        result: Box<VerificationResult>,
        #[serde(skip_serializing_if = "Option::is_none")]
        missed: Option<MissedEvents>,
        #[serde(skip_serializing_if = "Option::is_none")]
        truncated: Option<TruncatedText>,
        cursor: Seq,
        expires_at: Timestamp,
        #[serde(skip)]
        text: String,
    },
    Listed {
        sessions: Vec<SessionRow>,
    },
    Cancelled {
        session_id: String,
        /// `cancelled`.
        status: &'static str,
    },
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionRow {
    pub(super) session_id: String,
    pub(super) status: Status,
    pub(super) label: Option<String>,
    pub(super) expires_at: Timestamp,
}

impl Response for VerifyResponse {
    fn render(&self, text: &mut String) {
        match self {
            Self::Session { text: sections, .. } | Self::Compared { text: sections, .. } => {
                text.push_str(sections);
            }
            Self::Watching { session_id: id, message, cursor, .. } => text.push_str(&format!(
                "session `{id}` watches from here on ({cursor}): {message}\nhint: then call \
                 `verify_fix` with `action: \"compare\"`; to begin anew, `watch` again"
            )),
            Self::Listed { sessions } => render_list(text, sessions),
            Self::Cancelled { session_id: id, .. } => {
                text.push_str(&format!("session `{id}` is cancelled; its baseline is forgotten"));
            }
        }
    }
}

fn render_list(text: &mut String, sessions: &[SessionRow]) {
    text.push_str(&format!("{} open", show::count(sessions.len(), "session")));
    for SessionRow { session_id, status, label, .. } in sessions {
        let (status, label) = (status.name(), label.as_deref().unwrap_or_default());
        text.push_str(&format!("\n- `{session_id}` {status} {label}"));
    }
    if sessions.is_empty() {
        text.push_str(
            "\nhint: call `verify_fix` with `action: \"start\"` while the bug is captured",
        );
    }
}

/// The text of a comparison. Removes the rows it has no room for from the result.
pub(super) fn sections(id: &str, result: &mut VerificationResult) -> Sections {
    let mut sections = Sections::new(format!("{}\n{}", result.headline(), result.counts()));
    sections.rows("new issues", &mut result.new_issues, VerifyChange::line);
    sections.rows("issues of the baseline", &mut result.changes, VerifyChange::line);
    let title = "not exercised, so neither fixed nor broken";
    sections.rows(title, &mut result.not_exercised, NotExercised::line);
    if let Some(performance) = result.performance() {
        sections.line(&performance);
    }
    sections.add("to be known", &result.notes);
    if !result.not_exercised.is_empty() {
        sections.line(&format!(
            "hint: let the scenario be repeated there, then call `verify_fix` with `action: \
             \"compare\"` for `{id}` again"
        ));
    }
    sections
}
