//! OTLP/JSON: tests and page visits as traces, requests and actions as spans, errors as log records.

mod attributes;
mod format;
mod id;
mod logs;
mod resource;
mod spans;
mod trace;

use std::collections::BTreeSet;

use super::Recorded;
use format::{
    LogRecord, LogsRequest, ResourceLogs, ResourceSpans, Scope, ScopeLogs, ScopeSpans, Span,
    TracesRequest,
};
use trace::Trace;

pub use resource::Origin;

/// The semantic conventions that names of attributes are taken from.
const SCHEMA_URL: &str = "https://opentelemetry.io/schemas/1.37.0";

/// Two requests of OTLP/JSON, each one line; none where there is nothing to tell.
#[derive(Debug, Default)]
pub struct Otlp {
    /// The body of a request to `/v1/traces`.
    pub traces: Option<String>,
    /// The body of a request to `/v1/logs`.
    pub logs: Option<String>,
    pub spans: usize,
    pub records: usize,
}

impl Otlp {
    /// As a file: the lines that OpenTelemetry's file exporter writes.
    pub fn lines(&self) -> String {
        let lines = [&self.traces, &self.logs].into_iter().flatten();
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

/// The traces of page visits whose root was sent before: what comes later belongs to them.
#[derive(Debug, Default)]
pub struct Begun(BTreeSet<u128>);

impl Begun {
    /// Forgets all, where more are known than are worth it.
    pub fn forget_beyond(&mut self, most: usize) {
        if self.0.len() > most {
            self.0.clear();
        }
    }
}

/// All sessions as OTLP.
pub fn otlp(sessions: Vec<Recorded<'_>>, origin: &Origin, begun: &mut Begun) -> Otlp {
    let (mut all_spans, mut all_records): (Vec<Span>, Vec<LogRecord>) = Default::default();
    for trace in sessions.into_iter().flat_map(Trace::of) {
        let is_first = trace.is_test() || begun.0.insert(trace.id.0);
        let children = spans::spans(&trace);
        let (records, left_out) = logs::records(&trace, &children);
        if is_first {
            all_spans.push(spans::root(&trace, &children, children.left_out + left_out));
        }
        all_spans.extend(children.spans);
        all_records.extend(records);
    }
    let scope = Scope { name: "gasoline", version: origin.version.clone() };
    let (spans, records) = (all_spans.len(), all_records.len());
    let traces = (spans > 0).then(|| {
        let scope_spans = [ScopeSpans { scope: scope.clone(), spans: all_spans }];
        let resource = origin.resource();
        line(&TracesRequest {
            resource_spans: [ResourceSpans { resource, scope_spans, schema_url: SCHEMA_URL }],
        })
    });
    let logs = (records > 0).then(|| {
        let scope_logs = [ScopeLogs { scope, log_records: all_records }];
        let resource = origin.resource();
        line(&LogsRequest {
            resource_logs: [ResourceLogs { resource, scope_logs, schema_url: SCHEMA_URL }],
        })
    });
    Otlp { traces, logs, spans, records }
}

fn line(request: &impl serde::Serialize) -> String {
    serde_json::to_string(request).unwrap_or_default()
}
