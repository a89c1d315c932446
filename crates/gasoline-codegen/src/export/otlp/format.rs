//! OTLP/JSON as far as it is written here: ids in hexadecimal, 64-bit numbers as texts, enums as numbers.

use gasoline_protocol::Timestamp;
use serde::{Serialize, Serializer};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TracesRequest {
    pub(super) resource_spans: [ResourceSpans; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceSpans {
    pub(super) resource: Resource,
    pub(super) scope_spans: [ScopeSpans; 1],
    pub(super) schema_url: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScopeSpans {
    pub(super) scope: Scope,
    pub(super) spans: Vec<Span>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogsRequest {
    pub(super) resource_logs: [ResourceLogs; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceLogs {
    pub(super) resource: Resource,
    pub(super) scope_logs: [ScopeLogs; 1],
    pub(super) schema_url: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScopeLogs {
    pub(super) scope: Scope,
    pub(super) log_records: Vec<LogRecord>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Resource {
    pub(super) attributes: Vec<Attribute>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Scope {
    pub(super) name: &'static str,
    pub(super) version: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names are those of OTLP")]
pub(super) struct Span {
    pub(super) trace_id: TraceId,
    pub(super) span_id: SpanId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parent_span_id: Option<SpanId>,
    pub(super) name: String,
    pub(super) kind: SpanKind,
    pub(super) start_time_unix_nano: Nanos,
    pub(super) end_time_unix_nano: Nanos,
    pub(super) attributes: Vec<Attribute>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) events: Vec<SpanEvent>,
    pub(super) status: Status,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum SpanKind {
    Internal = 1,
    Client = 3,
}

impl Serialize for SpanKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpanEvent {
    pub(super) time_unix_nano: Nanos,
    pub(super) name: &'static str,
    pub(super) attributes: Vec<Attribute>,
}

/// How a span ended. Whether something went well is for its owner to say, so it is not said here.
#[derive(Debug, Default, Serialize)]
pub(super) struct Status {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u8>,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
}

impl Status {
    pub(super) fn error(message: String) -> Self {
        const ERROR: u8 = 2;
        Self { code: Some(ERROR), message }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogRecord {
    pub(super) time_unix_nano: Nanos,
    pub(super) observed_time_unix_nano: Nanos,
    pub(super) severity_number: u8,
    pub(super) severity_text: &'static str,
    pub(super) body: Value,
    pub(super) attributes: Vec<Attribute>,
    pub(super) trace_id: TraceId,
    pub(super) span_id: SpanId,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Attribute {
    pub(super) key: String,
    pub(super) value: Value,
}

#[derive(Debug, Clone, Serialize)]
pub(super) enum Value {
    #[serde(rename = "stringValue")]
    Text(String),
    #[serde(rename = "intValue", serialize_with = "as_text")]
    Whole(i64),
    #[serde(rename = "doubleValue")]
    Number(f64),
    #[serde(rename = "boolValue")]
    Flag(bool),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn as_text<S: Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Nanoseconds since the epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Nanos(u64);

impl Nanos {
    pub(super) fn at(time: Timestamp) -> Self {
        Self(u64::try_from(time.as_ms()).unwrap_or_default().saturating_mul(1_000_000))
    }

    /// The moment that many milliseconds later.
    pub(super) fn after(self, ms: f64) -> Self {
        // The cast saturates; a negative duration is none.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Self(self.0.saturating_add((ms * 1_000_000.0) as u64))
    }
}

impl Serialize for Nanos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TraceId(pub(super) u128);

impl Serialize for TraceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:032x}", self.0))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SpanId(pub(super) u64);

impl Serialize for SpanId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}
