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
    let mut schema = complete::<T>();
    trim(&mut schema);
    schema
}

/// The same with all its words.
fn complete<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
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
        Kind::ALL.map(|kind| {
            let mut schema = complete_of(kind).clone();
            trim(&mut schema);
            schema
        })
    });
    &SCHEMAS[kind as usize]
}

/// The same with all its words: only these say which strings are times.
pub(crate) fn complete_of(kind: Kind) -> &'static Value {
    static SCHEMAS: LazyLock<[Value; Kind::ALL.len()]> = LazyLock::new(|| {
        Kind::ALL.map(|kind| match kind {
            Kind::Logs => complete::<LogEntry<'static>>(),
            Kind::NetworkBodies => complete::<NetworkBody<'static>>(),
            Kind::WebsocketEvents => complete::<WebSocketEvent<'static>>(),
            Kind::EnhancedActions => complete::<EnhancedAction<'static>>(),
            Kind::Performance => complete::<PerformanceSnapshot<'static>>(),
            Kind::DomSnapshots => complete::<DomSnapshot<'static>>(),
            Kind::Screenshots => complete::<Screenshot<'static>>(),
        })
    });
    &SCHEMAS[kind as usize]
}
