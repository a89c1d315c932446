//! A text as the traffic of a page, and what the audit finds in it.

use std::sync::Arc;

use gasoline_analysis::audit::{Category, Finding, Options, audit};
use gasoline_analysis::secrets::Severity;
use gasoline_protocol::event::{Draft, Facet};
use gasoline_protocol::{Event, Kind, Seq, Snapshot, Timestamp};
use serde_json::{Value, json};

/// The findings in one event, down to `info`.
pub(super) fn findings(kind: Kind, event: &Value) -> Vec<Finding> {
    let draft =
        Draft { kind, facet: Facet::Plain, time: None, test: None, text: event.to_string().into() };
    let mut snapshot = Snapshot::default();
    let event = Event::new(draft, Seq(1), Timestamp::default(), None);
    snapshot.of_mut(kind).push(Arc::new(event));
    let checks = [Category::Credentials, Category::PiiExposure];
    let options = Options { checks: &checks, severity_min: Severity::Info, ..Options::default() };
    audit(&snapshot, &options).findings
}

/// The text as a line of the console.
pub(super) fn logged(text: &str) -> Vec<Finding> {
    findings(Kind::Logs, &json!({"level": "log", "message": text}))
}

/// The text as the body of an answer.
pub(super) fn answered(text: &str) -> Vec<Finding> {
    let body =
        json!({"method": "GET", "url": "https://a.test/x", "status": 200, "responseBody": text});
    findings(Kind::NetworkBodies, &body)
}
