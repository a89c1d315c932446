//! Errors and warnings as log records that name the span they belong to.

use gasoline_analysis::requests::Failures;
use gasoline_analysis::view::Row;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::messages::split_type;
use gasoline_protocol::truncate::truncate;

use super::attributes::Attributes;
use super::format::{LogRecord, Nanos, Value};
use super::spans::ChildSpans;
use super::trace::Trace;
use crate::limits;

/// The records of a trace, and how many more there were.
pub(super) fn records(trace: &Trace<'_>, children: &ChildSpans) -> (Vec<LogRecord>, usize) {
    let failures = Failures::among(&trace.view.requests);
    let is_exported = |row: &&Row<'_, LogEntry<'_>>| failures.leave(row, Level::Warn);
    let all: Vec<_> = trace.view.logs.iter().filter(is_exported).collect();
    let left_out = all.len().saturating_sub(limits::OTLP_ROWS_PER_TRACE_MAX);
    let kept = all.iter().take(limits::OTLP_ROWS_PER_TRACE_MAX);
    (kept.map(|row| record(row, trace, children)).collect(), left_out)
}

fn record(row: &Row<'_, LogEntry<'_>>, trace: &Trace<'_>, children: &ChildSpans) -> LogRecord {
    let entry = &row.view;
    let said = entry.said();
    let (severity_number, severity_text) = match entry.level {
        Level::Error => (17, "ERROR"),
        _ => (13, "WARN"),
    };
    let mut attributes = Attributes::default()
        .text("gasoline.source", entry.origin())
        .maybe("url.full", entry.url.as_deref())
        .maybe("code.file.path", entry.filename.as_deref())
        .counted("code.line.number", entry.lineno)
        .counted("code.column.number", entry.colno);
    let is_thrown = matches!(entry.origin(), "exception" | "unhandledrejection");
    if entry.level == Level::Error && (is_thrown || entry.stack.is_some()) {
        let (kind, message) = split_type(&said);
        attributes = attributes
            .text("exception.type", kind.unwrap_or("Error"))
            .text("exception.message", message)
            .stack("exception.stacktrace", entry.stack.as_deref());
    }
    let time = Nanos::at(row.time);
    LogRecord {
        time_unix_nano: time,
        observed_time_unix_nano: time,
        severity_number,
        severity_text,
        body: Value::Text(truncate(&said, limits::OTLP_TEXT_MAX_CHARS)),
        attributes: attributes.list(),
        trace_id: trace.id,
        span_id: children.parent(row.seq).unwrap_or(trace.root),
    }
}
