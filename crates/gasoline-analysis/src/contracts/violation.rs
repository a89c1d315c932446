//! A violation: one way in which an endpoint does not keep its contract.

use gasoline_protocol::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::difference::{Difference, ROOT};
use crate::redact;
use crate::secrets::Severity;

gasoline_protocol::wire_enum! {
    /// The ways a contract is broken.
    #[derive(PartialOrd, Ord, JsonSchema)]
    pub enum ViolationType {
        /// A member that was always there is missing.
        ShapeChange = "shape_change",
        /// A value has another type.
        TypeChange = "type_change",
        /// What succeeded fails.
        ErrorSpike = "error_spike",
        /// A member that was never there.
        NewField = "new_field",
        /// Elements of an array lack a member, or have another type.
        ArrayShapeChange = "array_shape_change",
        /// What never was `null` is.
        NullField = "null_field",
    }
}

impl ViolationType {
    /// Whether it may be a break at all. More members and a `null` are told, not warned of.
    pub(super) fn is_serious(self) -> bool {
        !matches!(self, Self::NewField | Self::NullField)
    }
}

/// One violation of an endpoint's contract.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Violation {
    pub endpoint: String,
    #[serde(rename = "type")]
    pub kind: ViolationType,
    pub severity: Severity,
    /// `address.zip`, `items[].price`; `$` is the whole answer.
    pub path: String,
    pub description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_value: Option<Value>,
    /// The object that holds the member, as learnt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_shape: Option<Value>,
    /// The same object as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_shape: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_fields: Vec<String>,
    /// The newest statuses, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status_history: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_error_body: Option<Value>,
    pub occurrences: Occurrences,
    /// The newest answer is as it should be again.
    pub recovered: bool,
    /// Answers since that were as they should be.
    #[serde(skip)]
    pub(super) kept_since: u32,
}

/// How often a contract was kept and broken at one place.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Occurrences {
    /// How often it was as expected before.
    pub expected_count: u32,
    pub violation_count: u32,
    /// When it was first broken.
    pub first_seen: Timestamp,
    pub last_violation: Timestamp,
}

impl Violation {
    /// The violation as it is shown, of the endpoint of this name: names of fields may be secrets.
    pub(super) fn redacted(&self, endpoint: String) -> Self {
        let text = |text: &String| redact::text(text).into_owned();
        Self {
            endpoint,
            path: text(&self.path),
            description: text(&self.description),
            field: self.field.as_ref().map(text),
            missing_fields: self.missing_fields.iter().map(text).collect(),
            ..self.clone()
        }
    }

    /// A violation without its particulars.
    pub(super) fn new(
        (kind, severity): (ViolationType, Severity),
        endpoint: String,
        path: String,
        (expected_count, at): (u32, Timestamp),
    ) -> Self {
        Self {
            endpoint,
            kind,
            severity,
            path,
            description: String::new(),
            field: None,
            expected_type: None,
            actual_type: None,
            sample_value: None,
            expected_shape: None,
            actual_shape: None,
            missing_fields: Vec::new(),
            status_history: Vec::new(),
            last_error_body: None,
            occurrences: Occurrences {
                expected_count,
                violation_count: 1,
                first_seen: at,
                last_violation: at,
            },
            recovered: false,
            kept_since: 0,
        }
    }

    /// The violation that a difference is.
    pub(super) fn of(
        difference: Difference,
        severity: Severity,
        endpoint: String,
        at: Timestamp,
    ) -> Self {
        let Difference { kind, path, times, expected, actual, sample, shapes, .. } = difference;
        let description = describe(kind, &path, times, &expected, actual);
        let mut violation = Self::new((kind, severity), endpoint, path, (times, at));
        violation.description = description;
        violation.field = Some(violation.path.clone());
        violation.expected_type = Some(expected).filter(|words| !words.is_empty());
        violation.actual_type = actual;
        violation.sample_value = sample;
        if actual.is_none() {
            violation.missing_fields.push(violation.path.clone());
        }
        if let Some((expected, actual)) = shapes {
            violation.expected_shape = Some(expected);
            violation.actual_shape = Some(actual);
        }
        violation
    }

    /// Notes that it happened again. An endpoint that had answered well in between fails as it fails
    /// now, whatever it had failed with before.
    pub(super) fn again(&mut self, newer: Self) {
        let mut occurrences = newer.occurrences.clone();
        occurrences.expected_count = self.occurrences.expected_count;
        occurrences.first_seen = self.occurrences.first_seen;
        occurrences.violation_count = self.occurrences.violation_count.saturating_add(1);
        let was_over = self.kind == ViolationType::ErrorSpike && self.recovered;
        let severity = if was_over && !newer.recovered {
            newer.severity
        } else {
            self.severity.max(newer.severity)
        };
        *self = Self { severity, occurrences, ..newer };
    }
}

fn describe(
    kind: ViolationType,
    path: &str,
    times: u32,
    expected: &str,
    actual: Option<&str>,
) -> String {
    let place = if path == ROOT { "the answer".to_owned() } else { format!("field `{path}`") };
    let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
    match (kind, actual) {
        (ViolationType::NewField, _) => format!("{place} was never there before"),
        (ViolationType::NullField, _) => format!("{place} is null; it was {expected} {times}"),
        (_, None) => format!("{place} is missing; it was there {times} ({expected})"),
        (ViolationType::ArrayShapeChange, Some(actual)) => {
            format!("{place} changed type in elements of an array: {actual} instead of {expected}")
        }
        (_, Some(actual)) => {
            format!("{place} changed type: {actual} instead of {expected} ({times})")
        }
    }
}
