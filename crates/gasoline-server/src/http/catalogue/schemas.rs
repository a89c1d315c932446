//! The shapes that travel over HTTP, by name: from their types, except those that are written piece by
//! piece, which the tests of the catalogue compare with real responses.

use std::borrow::Cow;

use gasoline_analysis::audit;
use gasoline_analysis::tally::Tally;
use gasoline_protocol::batch::Dropped;
use gasoline_protocol::boundary::{Boundary, RunnerError};
use gasoline_protocol::driver::{DriverAnswer, DriverErrand};
use gasoline_protocol::kind::{EventKind, KindInfo, PostBody};
use gasoline_protocol::limits::ENVELOPE_MEMBER_MAX_CHARS;
use gasoline_protocol::{KINDS, Kind, schema, with_kind};
use gasoline_store::baselines::Baseline;
use gasoline_store::connections::SocketStatus;
use gasoline_store::records::Record;
use gasoline_store::{Receipt, Rejection as RejectedEvent};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::http::capture::screenshots::PostedScreenshot;
use crate::http::capture::source_maps::PostedSourceMap;
use crate::http::clear::ClearRequest;
use crate::http::reads::health::Health;
use crate::http::rejection::RejectionBody;

/// Every named shape, in the order of the docs: events, what is sent, what is answered.
pub fn components() -> Map<String, Value> {
    let events = Kind::ALL.map(|kind| (event_name(kind).into_owned(), event(kind)));
    let others = sent().into_iter().chain(answered());
    events.into_iter().chain(others.map(|(name, schema)| (name.to_owned(), schema))).collect()
}

/// What the events of a kind are called.
pub fn event_name(kind: Kind) -> Cow<'static, str> {
    with_kind!(kind, K => <<K as EventKind>::View<'static> as JsonSchema>::schema_name())
}

/// The schema of a kind, with what its type alone does not say.
fn event(kind: Kind) -> Value {
    let mut schema = bounded(schema::of(kind).clone());
    if matches!(kind, Kind::NetworkBodies | Kind::Performance) {
        schema["properties"]["url"]["minLength"] = json!(1);
    }
    schema
}

/// A schema that stands elsewhere under this name.
pub fn shape(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The schema of a response: a shape that has a name is referred to.
pub(super) fn response<T: JsonSchema>() -> Value {
    let mut schema = schema::serialized::<T>();
    let named = [
        ("RejectedEvent", schema::serialized::<RejectedEvent>()),
        ("RunnerError", schema::serialized::<RunnerError>()),
        ("TestRecord", schema::serialized::<Record>()),
        ("DriverErrand", schema::serialized::<DriverErrand>()),
    ];
    parts(&mut schema).for_each(|part| refer(part, &named));
    schema
}

fn parts(schema: &mut Value) -> Box<dyn Iterator<Item = &mut Value> + '_> {
    match schema {
        Value::Object(members) => Box::new(members.values_mut()),
        Value::Array(items) => Box::new(items.iter_mut()),
        _ => Box::new(std::iter::empty()),
    }
}

fn refer(schema: &mut Value, named: &[(&str, Value)]) {
    let is_known = |(_, known): &&(&str, Value)| {
        schema["properties"].is_object() && schema["properties"] == known["properties"]
    };
    let Some((name, known)) = named.iter().find(is_known) else {
        return parts(schema).for_each(|part| refer(part, named));
    };
    let description = schema["description"].take();
    *schema = shape(name);
    if description != known["description"] {
        schema["description"] = description;
    }
}

/// `{<list>: [...], "count": n}`, the shape of every list.
pub(super) fn list(info: &KindInfo) -> Value {
    let (name, listed) =
        (info.list.unwrap_or(info.kind.name()), list_of(answered_event(info.kind)));
    object("", &[(name, listed, ""), ("count", count(), "How many are listed.")])
}

/// The body that is posted to the path of a kind.
fn posted(info: &KindInfo) -> Value {
    let event = || shape(&event_name(info.kind));
    match info.body {
        PostBody::Batch => batch(info.list.unwrap_or(info.kind.name()), event()),
        PostBody::Single => json!({
            "description": "One performance snapshot, with the envelope inside.",
            "allOf": [event(), shape("Envelope")],
        }),
        PostBody::Screenshot => bounded(schema::inline::<PostedScreenshot>()),
    }
}

fn sent() -> Vec<(&'static str, Value)> {
    let short = json!({"type": ["string", "null"], "maxLength": ENVELOPE_MEMBER_MAX_CHARS});
    let envelope = object(
        "What stands around the list of every batch.",
        &[
            ("test_id?", short.clone(), "The test of every event that does not name its own."),
            (
                "batch_id?",
                short.clone(),
                "A batch seen before is answered like the first time and not stored twice.",
            ),
            ("client?", short, "Who sent it, in the client's own words."),
            ("dropped?", dropped(), "What the client gave up since its last batch, by kind."),
        ],
    );
    let enrichment = object(
        "What follows an error that was already sent. One of the members besides `id` must be there.",
        &[
            ("id", text(), "The `id` of the log entry it belongs to."),
            ("_aiContext?", json!({}), "What a model should know of the error."),
            ("_enrichments?", json!({"type": "array"}), "The names of what was added."),
            (
                "retracted?",
                json!({"type": ["boolean", "null"]}),
                "The page handled the rejection after all: it counts as no error.",
            ),
        ],
    );
    let mut sent = vec![("Envelope", envelope)];
    sent.extend(KINDS.iter().map(|info| (info.body_schema, posted(info))));
    sent.extend([
        ("Enrichment", enrichment),
        ("EnrichmentBatch", batch("enrichments", shape("Enrichment"))),
        ("PostedSourceMap", schema::inline::<PostedSourceMap<'_>>()),
        ("Boundary", boundary()),
        ("RunnerError", schema::inline::<RunnerError>()),
        ("ClearRequest", schema::inline::<ClearRequest>()),
        ("DriverAnswer", schema::inline::<DriverAnswer>()),
    ]);
    sent
}

fn dropped() -> Value {
    let names: Vec<String> = Dropped::names().map(|(name, _)| format!("{name}?")).collect();
    object("", &names.iter().map(|name| (name.as_str(), count(), "")).collect::<Vec<_>>())
}

fn boundary() -> Value {
    let mut schema = bounded(schema::inline::<Boundary>());
    let members = &mut schema["properties"];
    members["test_id"]["minLength"] = json!(1);
    members["test_id"]["maxLength"] = json!(ENVELOPE_MEMBER_MAX_CHARS);
    let words = members["error"]["description"].take();
    let choices = json!([text(), shape("RunnerError"), {"type": "null"}]);
    members["error"] = json!({"description": words, "anyOf": choices});
    schema
}

fn answered() -> Vec<(&'static str, Value)> {
    vec![
        ("Rejection", response::<RejectionBody>()),
        ("Receipt", response::<Receipt>()),
        ("RejectedEvent", response::<RejectedEvent>()),
        ("Stamp", stamp()),
        ("Health", response::<Health>()),
        ("SocketStatus", response::<SocketStatus>()),
        ("Baseline", response::<Baseline>()),
        ("Snapshot", snapshot()),
        ("SecurityReport", response::<audit::Report>()),
        ("TestRecord", response::<Record>()),
        ("DriverErrand", response::<DriverErrand>()),
    ]
}

/// What the server adds to every event it answers.
fn stamp() -> Value {
    object(
        "What the server adds to every event it answers.",
        &[
            ("seq", count(), "The place in the journal: `c<seq>` is the cursor of this event."),
            ("received_at", count(), "Milliseconds since the epoch."),
            ("test_id?", text(), "The test it belongs to, however that was found."),
            (
                "time_source?",
                json!({"type": "string", "const": "receipt"}),
                "The event had no readable time, so it happened when it was received.",
            ),
            ("time_sent?", json!({}), "The time as sent, when it could not be read."),
        ],
    )
}

/// An event as it is answered: as sent, with its stamp.
fn answered_event(kind: Kind) -> Value {
    json!({"allOf": [shape("Stamp"), shape(&event_name(kind))]})
}

fn snapshot() -> Value {
    let rows = || list_of(json!({"type": "object"}));
    let place = object(
        "",
        &[
            ("stack", text(), "As an error has it."),
            ("frames", rows(), "File, line and function of each call, topmost first."),
            ("sources", rows(), "The code there; empty where it may not be shown."),
        ],
    );
    let missed = object("", &[("count", count(), ""), ("exact", json!({"type": "boolean"}), "")]);
    let mut members = vec![
        ("timestamp", time(), "When it was taken."),
        ("cursor", text(), "Asking again with `since` set to this gives what came after."),
        ("server", text(), "Which process answered: cursors of two are not to be compared."),
        ("test_id?", text(), "The test that was asked for."),
    ];
    members.extend(Kind::ALL.map(|kind| (kind.name(), list_of(answered_event(kind)), "")));
    members.extend([
        (
            "tests",
            list_of(shape("TestRecord")),
            "The records of `/tests`; with `since`, of tests under way after it.",
        ),
        ("places", list_of(place), "What stacks mean in the source, where a source map says so."),
        ("stats", response::<Tally>(), "Counts. A failed request counts once."),
        ("forgotten", by_kind(&count()), "Events the rings dropped, by kind."),
        ("missed?", missed, "Events after the cursor that were dropped before this was asked."),
    ]);
    object("Everything captured at a moment, oldest first.", &members)
}

fn batch(list: &'static str, item: Value) -> Value {
    let mut schema = object("", &[(list, list_of(item), "A bad one refuses itself alone.")]);
    schema["allOf"] = json!([shape("Envelope")]);
    schema
}

/// An object of these members: name (`?` at its end: may be absent), schema, meaning.
pub(super) fn object(meaning: &str, members: &[(&str, Value, &str)]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, schema, meaning) in members {
        let key = name.trim_end_matches('?');
        properties.insert(key.to_owned(), described(schema.clone(), meaning));
        if key == *name {
            required.push(key);
        }
    }
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    described(schema, meaning)
}

fn described(mut schema: Value, meaning: &str) -> Value {
    if !meaning.is_empty() {
        schema["description"] = json!(meaning);
    }
    schema
}

fn by_kind(inner: &Value) -> Value {
    let members = Kind::ALL.map(|kind| (kind.name(), inner.clone(), ""));
    object("", &members)
}

fn list_of(item: Value) -> Value {
    let mut list = json!({"type": "array"});
    list["items"] = item;
    list
}

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

pub(super) fn time() -> Value {
    json!({"type": "string", "format": "date-time"})
}

fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// Says how large the whole numbers of a schema may be, where their type alone bounds them.
fn bounded(mut schema: Value) -> Value {
    if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, member) in members {
            match name.as_str() {
                "tabId" | "frameId" => {
                    member["minimum"] = json!(i64::MIN);
                    member["maximum"] = json!(i64::MAX);
                }
                "line" | "retry" | "worker" => member["maximum"] = json!(u32::MAX),
                _ => {}
            }
        }
    }
    schema
}
