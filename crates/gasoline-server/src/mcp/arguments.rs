//! Arguments of a call, held against the tool's own schema before the tool sees them.

use gasoline_protocol::Since;
use std::borrow::Cow;

use gasoline_protocol::complaint::complaint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::refusal::Refusal;
use super::tool::ToolEntry;
use gasoline_analysis::redact;

/// Two spellings of one argument; models use either.
const ALIASES: [(&str, &str); 2] = [("url_filter", "url"), ("url", "url_filter")];

/// Arguments that follow the schema, or a refusal that says where they do not.
pub(super) fn check(
    tool: &ToolEntry,
    mut arguments: Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    let schema = &*tool.schema;
    let knows = |name: &str| schema.pointer(&format!("/properties/{name}")).is_some();
    for (alias, name) in ALIASES {
        if !knows(alias)
            && knows(name)
            && !arguments.contains_key(name)
            && let Some(value) = arguments.remove(alias)
        {
            arguments.insert(name.to_owned(), value);
        }
    }
    let value = Value::Object(arguments);
    match (complaint(schema, &value, "argument"), value) {
        (None, Value::Object(arguments)) => Ok(arguments),
        (said, _) => {
            let what = said.unwrap_or_else(|| "the arguments must be an object".to_owned());
            Err(Refusal::new(
                what,
                format!("call `{}` with the arguments of its schema", tool.name),
            ))
        }
    }
}

/// The checked arguments as the tool's type.
pub(super) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| {
        Refusal::new(error.to_string(), "call the tool with the arguments of its schema")
    })
}

/// A moment to look back to: a cursor from an earlier answer, or a time.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(super) struct Moment(Value);

impl Moment {
    pub(super) fn since(&self) -> Result<Since, Refusal> {
        let text = match &self.0 {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Since::parse(&text).ok_or_else(|| {
            Refusal::new(
                format!("`since` is neither a cursor nor a time: `{}`", redact::echo(&text, 60)),
                "pass a `cursor` from an earlier answer (`c42`), an RFC 3339 time or epoch milliseconds",
            )
        })
    }
}

impl JsonSchema for Moment {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number"]})
    }
}
