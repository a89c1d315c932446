//! Finding: one result of the audit, in the words of its answer.

use gasoline_protocol::Captured;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::redact;
use crate::secrets::Severity;

gasoline_protocol::wire_enum! {
    /// What is looked for. The names are those of the checks a caller chooses from.
    #[derive(PartialOrd, Ord, Deserialize, schemars::JsonSchema)]
    #[schemars(description = "")]
    pub enum Category {
        Credentials = "credentials",
        AuthPatterns = "auth_patterns",
        PiiExposure = "pii_exposure",
        Transport = "transport",
    }
}

/// One thing to fix, or to know.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    pub severity: Severity,
    pub category: Category,
    /// Which rule found it: a row of the table of secrets, or the name of a check.
    pub rule: &'static str,
    pub title: String,
    pub description: String,
    /// Where it was seen; secrets are redacted.
    pub evidence: Map<String, Value>,
    pub recommendation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Its number in the Common Weakness Enumeration.
    pub cwe: Option<&'static str>,
    /// How often the same was seen at the same place.
    pub occurrences: usize,
    /// The first event that showed it.
    pub seq: u64,
}

impl Finding {
    /// Redacts what it quotes of the events, which are audited as captured.
    pub(super) fn redact(&mut self) {
        for text in [&mut self.title, &mut self.description, &mut self.recommendation] {
            *text = redact::text(text).into_owned();
        }
        let evidence = redact::value(Captured::new(&self.evidence));
        self.evidence = evidence.value().unwrap_or_default();
    }
}

/// Security findings in captured traffic.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Report {
    /// Most severe first.
    pub findings: Vec<Finding>,
    pub summary: Summary,
}

/// Counts of the findings of a report, those that a category had no room for included.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    pub total: usize,
    pub critical: usize,
    pub warning: usize,
    pub info: usize,
    /// Findings below the least severity that was asked for.
    pub below_severity_min: usize,
    /// Findings beyond what one category lists.
    pub truncated: usize,
    pub scanned: Scanned,
}

impl Summary {
    pub(super) fn count(&mut self, severity: Severity) {
        self.total += 1;
        match severity {
            Severity::Critical => self.critical += 1,
            Severity::Warning => self.warning += 1,
            Severity::Info => self.info += 1,
        }
    }
}

/// What was looked at.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scanned {
    pub network_requests: usize,
    pub console_entries: usize,
    pub unique_endpoints: usize,
    pub websocket_events: usize,
    pub actions: usize,
    /// Outlines, pictures and timings, whose texts and addresses are read too.
    pub pages: usize,
}

impl Scanned {
    /// Everything that was looked at.
    pub fn total(&self) -> usize {
        self.network_requests
            + self.console_entries
            + self.websocket_events
            + self.actions
            + self.pages
    }
}
