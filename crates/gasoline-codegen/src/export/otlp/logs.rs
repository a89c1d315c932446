//! Errors and warnings as log records that name the span they belong to.

use gasoline_analysis::report::bare;
use gasoline_analysis::requests::Failures;
use gasoline_analysis::timeline::Seen;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Level;

use super::attributes::{Attributes, clip};
use super::format::{LogRecord, Nanos, Value};
use super::spans::Told;
use super::trace::Trace;
use crate::limits;

/// The records of a trace, and how many more there were.
pub(super) fn records(trace: &Trace<'_>, told: &Told) -> (Vec<LogRecord>, usize) {
    let mut failures = Failures::default();
    for request in &trace.material.requests {
        failures.note(request.view, request.time);
    }
    let is_told = |seen: &&Seen<'_, LogEntry<'_>>| {
        matches!(seen.view.level, Level::Error | Level::Warn)
            && !seen.view.is_retracted()
            && !failures.repeats(seen.view, seen.time)
    };
    let all: Vec<_> = trace.material.logs.iter().filter(is_told).collect();
    let left_out = all.len().saturating_sub(limits::OTLP_ROWS_PER_TRACE_MAX);
    let kept = all.iter().take(limits::OTLP_ROWS_PER_TRACE_MAX);
    (kept.map(|seen| record(seen, trace, told)).collect(), left_out)
}

fn record(seen: &Seen<'_, LogEntry<'_>>, trace: &Trace<'_>, told: &Told) -> LogRecord {
    let entry = seen.view;
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
        let (kind, message) = exception(&said);
        attributes = attributes
            .text("exception.type", kind)
            .text("exception.message", message)
            .stack("exception.stacktrace", entry.stack.as_deref());
    }
    let time = Nanos::at(seen.time);
    LogRecord {
        time_unix_nano: time,
        observed_time_unix_nano: time,
        severity_number,
        severity_text,
        body: Value::Text(clip(&said, limits::OTLP_TEXT_MAX_CHARS)),
        attributes: attributes.list(),
        trace_id: trace.id,
        span_id: told.parent(seen.seq).unwrap_or(trace.root),
    }
}

/// Type and message of what was thrown.
///
/// | text | type | message |
/// |---|---|---|
/// | `Uncaught TypeError: x is undefined` | `TypeError` | `x is undefined` |
/// | `Unhandled Promise Rejection: no` | `Error` | `no` |
/// | `anything: else` | `Error` | the same |
fn exception(said: &str) -> (&str, &str) {
    let is_type = |name: &str| {
        (name.ends_with("Error") || name.ends_with("Exception"))
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    match bare(said).split_once(": ") {
        Some((kind, message)) if is_type(kind) => (kind, message),
        _ => ("Error", bare(said)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_an_exception_is_what_stands_before_its_message() {
        for (said, expected) in [
            ("Uncaught TypeError: x is undefined", ("TypeError", "x is undefined")),
            ("Uncaught (in promise) Error: no: never", ("Error", "no: never")),
            ("Unhandled Promise Rejection: RangeError: far", ("RangeError", "far")),
            ("Unhandled promise rejection: nothing", ("Error", "nothing")),
            ("anything: else", ("Error", "anything: else")),
            ("a TypeError: odd", ("Error", "a TypeError: odd")),
            ("", ("Error", "")),
        ] {
            assert_eq!(exception(said), expected, "{said}");
        }
    }
}
