//! The JSON Schema of every kind of event: it documents the routes, becomes TypeScript, and words
//! the refusals.

use std::sync::LazyLock;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::action::EnhancedAction;
use crate::console::LogEntry;
use crate::event::Kind;
use crate::network::NetworkBody;
use crate::page::{DomSnapshot, Screenshot};
use crate::performance::PerformanceSnapshot;
use crate::websocket::WebSocketEvent;

/// The schema of `T`, all in one piece, without the words that only validators read.
pub fn inline<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    trim(&mut schema);
    schema
}

/// Takes out titles, Rust's number formats, which other validators warn about, and descriptions that
/// a type says are for readers of its code alone.
fn trim(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("title").is_some_and(Value::is_string) {
                members.shift_remove("title");
            }
            if members.get("description").is_some_and(|words| words == "") {
                members.shift_remove("description");
            }
            if members.get("format").is_some_and(Value::is_string) {
                members.shift_remove("format");
            }
            members.values_mut().for_each(trim);
        }
        Value::Array(items) => items.iter_mut().for_each(trim),
        _ => {}
    }
}

/// The schema of the events of a kind.
pub fn of(kind: Kind) -> &'static Value {
    static SCHEMAS: LazyLock<[Value; Kind::ALL.len()]> = LazyLock::new(|| {
        Kind::ALL.map(|kind| match kind {
            Kind::Logs => inline::<LogEntry<'static>>(),
            Kind::NetworkBodies => inline::<NetworkBody<'static>>(),
            Kind::WebsocketEvents => inline::<WebSocketEvent<'static>>(),
            Kind::EnhancedActions => inline::<EnhancedAction<'static>>(),
            Kind::Performance => inline::<PerformanceSnapshot<'static>>(),
            Kind::DomSnapshots => inline::<DomSnapshot<'static>>(),
            Kind::Screenshots => inline::<Screenshot<'static>>(),
        })
    });
    &SCHEMAS[kind as usize]
}
