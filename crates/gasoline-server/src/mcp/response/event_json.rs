//! An event in a response: its members as captured, redacted, with `seq` and `received_at`.

use std::borrow::Cow;

use gasoline_analysis::view::Row;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};

use gasoline_analysis::redact;
use gasoline_protocol::truncate::truncate;

#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct EventJson(Map<String, Value>);

impl EventJson {
    pub(crate) fn new<V>(row: &Row<'_, V>) -> Self {
        let mut text = String::new();
        if let Some(event) = row.event {
            redact::write_event(&mut text, event);
        }
        Self(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Truncates a member that is text.
    pub(crate) fn truncate(&mut self, member: &str, max_chars: usize) {
        if let Some(Value::String(text)) = self.0.get_mut(member) {
            *text = truncate(text, max_chars);
        }
    }
}

impl JsonSchema for EventJson {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EventJson".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "seq": {"type": "integer", "description": "Its place in the journal. The other members are those of the captured event; long texts are truncated."},
                "received_at": {"type": "integer"},
            },
            "required": ["seq", "received_at"],
        })
    }
}
