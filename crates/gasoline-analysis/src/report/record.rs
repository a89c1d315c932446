//! The record of a test as a snapshot holds it. Files come from anywhere: no member is believed to
//! have its type, and what has another is left out.

use gasoline_protocol::boundary::RunnerError;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::{Map, Value};

use super::words::{clean, line};
use crate::limits;

/// What is left of one attempt at one test.
#[derive(Debug, Clone, Default)]
pub struct Record {
    pub test_id: String,
    pub status: String,
    pub started: Option<Timestamp>,
    pub ended: Option<Timestamp>,
    pub duration_ms: Option<f64>,
    pub retry: u32,
    pub title: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub project: Option<String>,
    pub worker: Option<u32>,
    pub error: Option<RunnerError>,
    pub errors: Vec<Value>,
    pub network_failures: Vec<Value>,
    pub ws_errors: Vec<Value>,
    pub screenshots: Vec<String>,
    pub omitted: u64,
    /// Where the journal stood when it started, and when it was last heard of.
    pub start_cursor: Option<Seq>,
    pub last_cursor: Option<Seq>,
}

impl Record {
    /// Whether a test was under way after a cursor. One whose server did not say may have been.
    pub(super) fn is_after(&self, cursor: Seq) -> bool {
        self.start_cursor.is_some_and(|start| start >= cursor)
            || self.last_cursor.is_none_or(|last| last > cursor)
    }

    /// `None` where it is no record of a test.
    pub fn read(json: &str) -> Option<Self> {
        let Ok(Value::Object(members)) = serde_json::from_str(json) else { return None };
        let members = Members(members);
        let test_id = members.string("test_id").filter(|id| !id.is_empty())?.to_owned();
        let retry = members.whole("retries").or_else(|| members.whole("retry"));
        Some(Self {
            test_id,
            status: members.name("status").unwrap_or_else(|| "unknown".to_owned()),
            started: members.time("started"),
            ended: members.time("ended"),
            duration_ms: members.number("duration_ms"),
            retry: retry.unwrap_or(0),
            title: members.name("title"),
            file: members.name("file"),
            line: members.whole("line"),
            project: members.name("project"),
            worker: members.whole("worker"),
            error: members.error(),
            errors: members.list("errors"),
            network_failures: members.list("network_failures"),
            ws_errors: members.list("ws_errors"),
            screenshots: members
                .list("screenshots")
                .iter()
                .filter_map(|id| id.as_str().map(|id| line(id, limits::REPORT_NAME_MAX_CHARS)))
                .collect(),
            omitted: members.0.get("omitted").and_then(Value::as_u64).unwrap_or(0),
            start_cursor: members.cursor("start_cursor"),
            last_cursor: members.cursor("last_cursor"),
        })
    }
}

/// Whether a number of milliseconds is one that something took.
pub(super) fn is_duration(ms: f64) -> bool {
    (0.0..=limits::REPORT_DURATION_MAX_MS).contains(&ms)
}

struct Members(Map<String, Value>);

impl Members {
    fn string(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    fn name(&self, name: &str) -> Option<String> {
        let text = line(self.string(name)?, limits::REPORT_NAME_MAX_CHARS);
        (!text.is_empty()).then_some(text)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64().filter(|ms| is_duration(*ms))
    }

    fn whole(&self, name: &str) -> Option<u32> {
        self.0.get(name)?.as_u64().and_then(|number| u32::try_from(number).ok())
    }

    fn time(&self, name: &str) -> Option<Timestamp> {
        time(self.0.get(name)?)
    }

    fn cursor(&self, name: &str) -> Option<Seq> {
        self.string(name)?.parse().ok()
    }

    fn list(&self, name: &str) -> Vec<Value> {
        self.0.get(name).and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// `{message, stack}`, or the message alone.
    fn error(&self) -> Option<RunnerError> {
        let (message, stack) = match self.0.get("error")? {
            Value::String(message) => (message.as_str(), None),
            Value::Object(error) => {
                (error.get("message")?.as_str()?, error.get("stack").and_then(Value::as_str))
            }
            _ => return None,
        };
        Some(RunnerError { message: clean(message), stack: stack.map(clean) })
    }
}

/// A time as a text or in milliseconds.
pub(super) fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => Timestamp::parse(text),
        Value::Number(ms) => Timestamp::from_ms(ms.as_i64()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_member_of_another_type_is_left_out_and_the_rest_is_read() {
        let record = json!({"test_id": "t", "status": 5, "started": [], "duration_ms": "long",
            "retries": -1, "title": {"a": 1}, "errors": "none", "error": 7, "line": 1e300});
        let record = Record::read(&record.to_string()).expect("a record");
        assert_eq!((record.test_id.as_str(), record.status.as_str()), ("t", "unknown"));
        assert!(record.started.is_none() && record.title.is_none() && record.errors.is_empty());
    }

    #[test]
    fn what_names_no_test_is_no_record() {
        for json in ["null", "[]", "{}", r#"{"test_id":3}"#, r#"{"test_id":""}"#, "\"t\""] {
            assert!(Record::read(json).is_none(), "{json}");
        }
    }
}
