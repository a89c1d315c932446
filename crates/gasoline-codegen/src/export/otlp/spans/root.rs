//! The root of a trace: an attempt at a test as its runner reported it, or a visit of a page.

use gasoline_analysis::endpoints;
use gasoline_analysis::report::Record;
use gasoline_analysis::view::Row;
use gasoline_protocol::Timestamp;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::{Figure, Figures};
use gasoline_protocol::truncate::truncate;

use super::super::attributes::Attributes;
use super::super::format::{Nanos, Span, SpanEvent, SpanKind, Status};
use super::super::trace::Trace;
use super::ChildSpans;
use crate::limits;

pub(in super::super) fn root(trace: &Trace<'_>, children: &ChildSpans, left_out: usize) -> Span {
    let (start, end) = extent(trace, children);
    let (name, mut attributes, status) = match trace.record {
        Some(record) => test(record),
        None => visit(trace),
    };
    if left_out > 0 {
        attributes =
            attributes.whole("gasoline.left_out", i64::try_from(left_out).unwrap_or(i64::MAX));
    }
    let mut events: Vec<SpanEvent> = {
        let loads = trace.view.loads.iter().take(limits::OTLP_ROWS_PER_TRACE_MAX);
        loads.map(load).collect()
    };
    events.extend(trace.record.and_then(|record| thrown(record, end)));
    Span {
        trace_id: trace.id,
        span_id: trace.root,
        parent_span_id: None,
        name: truncate(&name, limits::OTLP_NAME_MAX_CHARS),
        kind: SpanKind::Internal,
        start_time_unix_nano: start,
        end_time_unix_nano: end,
        attributes: attributes.list(),
        events,
        status,
    }
}

/// From the first to the last of what belongs to it; for a test also as its runner says.
fn extent(trace: &Trace<'_>, children: &ChildSpans) -> (Nanos, Nanos) {
    let record = trace.record;
    let said = [record.and_then(|it| it.started), record.and_then(|it| it.ended)];
    let view = &trace.view;
    let times = said.into_iter().flatten().chain(view.logs.iter().map(|it| it.time));
    let times: Vec<Timestamp> = times.chain(view.loads.iter().map(|it| it.time)).collect();
    let moments = || times.iter().map(|time| Nanos::at(*time));
    let starts = moments().chain(children.spans.iter().map(|span| span.start_time_unix_nano));
    let ends = moments().chain(children.spans.iter().map(|span| span.end_time_unix_nano));
    let nothing = Nanos::at(Timestamp::default());
    (starts.min().unwrap_or(nothing), ends.max().unwrap_or(nothing))
}

fn test(record: &Record) -> (String, Attributes, Status) {
    let name = record.title.clone().unwrap_or_else(|| record.test_id.clone());
    let result = match record.status.as_str() {
        "passed" => Some("pass"),
        "failed" | "timedOut" => Some("fail"),
        _ => None,
    };
    let attributes = Attributes::default()
        .text("test.case.name", &record.test_id)
        .maybe("test.case.result.status", result)
        .maybe("test.suite.name", record.file.as_deref())
        .maybe("code.file.path", record.file.as_deref())
        .maybe("gasoline.test.status", Some(&record.status))
        .maybe("gasoline.test.project", record.project.as_deref())
        .whole("gasoline.test.retry", record.retry);
    let attributes = match record.line {
        Some(line) => attributes.whole("code.line.number", line),
        None => attributes,
    };
    let said = record.error.as_ref().map(|error| &*error.message).unwrap_or_default();
    let message = truncate(said, limits::OTLP_TEXT_MAX_CHARS);
    let status = if result == Some("fail") { Status::error(message) } else { Status::default() };
    (name, attributes, status)
}

fn visit(trace: &Trace<'_>) -> (String, Attributes, Status) {
    let url = trace.url.as_deref();
    let name = url.map_or("visit".to_owned(), |url| format!("visit {}", endpoints::path(url)));
    (name, Attributes::default().maybe("url.full", url), Status::default())
}

/// How a load of a page performed, as an event of the root.
fn load(row: &Row<'_, PerformanceSnapshot<'_>>) -> SpanEvent {
    let figures = Figures::of(&row.view);
    let attributes = Attributes::default().text("url.path", &row.view.url);
    let attributes = Figure::ALL.into_iter().fold(attributes, |list, figure| {
        list.number(&format!("gasoline.load.{}", figure.name()), figures.get(figure))
    });
    SpanEvent {
        time_unix_nano: Nanos::at(row.time),
        name: "gasoline.load",
        attributes: attributes.list(),
    }
}

/// What the runner says went wrong.
fn thrown(record: &Record, end: Nanos) -> Option<SpanEvent> {
    let error = record.error.as_ref()?;
    let attributes = Attributes::default()
        .text("exception.message", &error.message)
        .stack("exception.stacktrace", error.stack.as_deref());
    Some(SpanEvent { time_unix_nano: end, name: "exception", attributes: attributes.list() })
}
