//! The JSON Schema of every kind of event: it documents the routes, becomes TypeScript, and words
//! the refusals.

use std::sync::LazyLock;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::kind::{EventKind, Kind};
use crate::time::DATE_TIME;
use crate::with_kind;

/// The schema of `T`, all in one piece, without the words that only validators read.
pub fn inline<T: JsonSchema>() -> Value {
    let mut schema = complete::<T>();
    trim(&mut schema, |_| false);
    schema
}

/// The schema of `T` as it is serialized: what may be left out is optional, and never null.
pub fn serialized<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(in_one_piece);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    trim(&mut schema, |format| format == DATE_TIME);
    forbid_null(&mut schema);
    schema
}

/// The same with all its words.
fn complete<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(in_one_piece);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn in_one_piece(settings: &mut SchemaSettings) {
    settings.inline_subschemas = true;
    settings.meta_schema = None;
}

/// Takes out titles, formats that `keeps` does not name (Rust's numbers have some that other validators
/// warn about), and descriptions that a type says are for readers of its code alone.
fn trim(schema: &mut Value, keeps: fn(&str) -> bool) {
    match schema {
        Value::Object(members) => {
            if members.get("title").is_some_and(Value::is_string) {
                members.shift_remove("title");
            }
            if members.get("description").is_some_and(|words| words == "") {
                members.shift_remove("description");
            }
            if members.get("format").and_then(Value::as_str).is_some_and(|format| !keeps(format)) {
                members.shift_remove("format");
            }
            members.values_mut().for_each(|member| trim(member, keeps));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| trim(item, keeps)),
        _ => {}
    }
}

/// Takes `null` out of the types of members that may be left out, and the defaults of readers.
fn forbid_null(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("default").is_some_and(|default| !default.is_object()) {
                members.shift_remove("default");
            }
            let required = members.get("required").cloned().unwrap_or_default();
            let is_required =
                |name: &str| required.as_array().is_some_and(|all| all.iter().any(|it| it == name));
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                let optional = properties.iter_mut().filter(|(name, _)| !is_required(name));
                optional.for_each(|(_, member)| without_null(member));
            }
            members.values_mut().for_each(forbid_null);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        _ => {}
    }
}

fn without_null(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            members["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &mut choices[..] {
            let only = std::mem::take(only);
            members.shift_remove("anyOf");
            for (name, member) in only {
                members.entry(name).or_insert(member);
            }
        }
    }
}

/// The schema of the events of a kind.
pub fn of(kind: Kind) -> &'static Value {
    static SCHEMAS: LazyLock<[Value; Kind::ALL.len()]> = LazyLock::new(|| {
        Kind::ALL.map(|kind| {
            let mut schema = complete_of(kind).clone();
            trim(&mut schema, |_| false);
            schema
        })
    });
    &SCHEMAS[kind as usize]
}

/// The same with all its words: only these say which strings are times.
pub(crate) fn complete_of(kind: Kind) -> &'static Value {
    static SCHEMAS: LazyLock<[Value; Kind::ALL.len()]> = LazyLock::new(|| {
        Kind::ALL.map(|kind| with_kind!(kind, K => complete::<<K as EventKind>::View<'static>>()))
    });
    &SCHEMAS[kind as usize]
}
