//! The shapes that travel over HTTP, by name: events from their own types, the rest written down
//! here and held against real answers by the tests of the catalogue.

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::boundary::{Boundary, RunnerError};
use gasoline_protocol::driver::{DriverAnswer, DriverErrand};
use gasoline_protocol::limits::ENVELOPE_MEMBER_MAX_CHARS;
use gasoline_protocol::{Kind, schema};
use serde_json::{Map, Value, json};

use crate::limits;

/// Every named shape, in the order of the docs: events, what is sent, what is answered.
pub fn components() -> Map<String, Value> {
    let events = Kind::ALL.map(|kind| (event_name(kind), event(kind)));
    events
        .into_iter()
        .chain(sent())
        .chain(answered())
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect()
}

/// What the events of a kind are called.
pub fn event_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Logs => "LogEntry",
        Kind::NetworkBodies => "NetworkBody",
        Kind::WebsocketEvents => "WebSocketEvent",
        Kind::EnhancedActions => "EnhancedAction",
        Kind::Performance => "PerformanceSnapshot",
        Kind::DomSnapshots => "DomSnapshot",
        Kind::Screenshots => "Screenshot",
    }
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
pub(super) fn shape(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// `{<name>: [...], "count": n}`, the shape of every list.
pub(super) fn list(name: &'static str, kind: Kind) -> Value {
    let listed = list_of(answered_event(kind));
    object("", &[(name, listed, ""), ("count", count(), "How many are listed.")])
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
    vec![
        ("Envelope", envelope),
        ("LogBatch", batch("entries", shape("LogEntry"))),
        ("NetworkBatch", batch("bodies", shape("NetworkBody"))),
        ("WebSocketBatch", batch("events", shape("WebSocketEvent"))),
        ("ActionBatch", batch("actions", shape("EnhancedAction"))),
        ("DomSnapshotBatch", batch("snapshots", shape("DomSnapshot"))),
        ("Enrichment", enrichment),
        ("EnrichmentBatch", batch("enrichments", shape("Enrichment"))),
        (
            "PostedPerformance",
            json!({
                "description": "One performance snapshot, with the envelope inside.",
                "allOf": [shape("PerformanceSnapshot"), shape("Envelope")],
            }),
        ),
        ("PostedScreenshot", posted_screenshot()),
        ("PostedSourceMap", posted_source_map()),
        ("Boundary", boundary()),
        ("RunnerError", schema::inline::<RunnerError>()),
        ("ClearRequest", clear_request()),
        ("DriverAnswer", schema::inline::<DriverAnswer>()),
    ]
}

fn dropped() -> Value {
    let counts = Dropped::NAMES.map(|(name, _)| (format!("{name}?"), count()));
    let members: Vec<_> =
        counts.iter().map(|(name, count)| (name.as_str(), count.clone(), "")).collect();
    object("", &members)
}

fn posted_screenshot() -> Value {
    let maybe = || json!({"type": ["string", "null"]});
    bounded(object(
        "A picture, and what it shows.",
        &[
            (
                "dataUrl",
                json!({"type": "string", "pattern": "^data:image/png;base64,iVBORw0KGgo"}),
                "The PNG as a data URL.",
            ),
            ("url?", maybe(), "The page."),
            (
                "trigger?",
                maybe(),
                "`navigation`, `action`, `error`, `explicit`, or a driver's own word, as `failure`.",
            ),
            ("actionId?", maybe(), "The action it was taken after."),
            ("errorId?", maybe(), "The log entry it was taken for."),
            ("selector?", maybe(), "The element it shows."),
            ("fullPage?", json!({"type": ["boolean", "null"]}), "It shows more than the window."),
            ("cropped?", json!({"type": ["boolean", "null"]}), "The end of the page was left out."),
            ("tabId?", json!({"type": ["integer", "null"]}), ""),
            ("timestamp?", json!({"type": ["string", "number", "null"]}), "When it was taken."),
            ("test_id?", maybe(), "The test it belongs to."),
            ("batch_id?", maybe(), "Names the post: sent again, it is kept once."),
            ("client?", maybe(), "Who sent it, in the client's own words."),
        ],
    ))
}

fn posted_source_map() -> Value {
    let map = object(
        "A source map of version 3, as ECMA-426 has it.",
        &[("version", json!({"type": "integer", "const": 3}), "")],
    );
    let url = json!({"type": "string", "minLength": 1, "maxLength": limits::MAP_URL_MAX_CHARS});
    let most = limits::MAP_VERSION_MAX_CHARS;
    let version = json!({"type": ["string", "null"], "minLength": 1, "maxLength": most});
    object(
        "A source map, or why there is none: one of `map`, `script` and `error`.",
        &[
            ("url", url, "The script, as stacks name it."),
            (
                "map?",
                json!({"anyOf": [map, text()]}),
                "The map, as JSON, as its text, or as a data URL that holds it.",
            ),
            (
                "script?",
                maybe_text(),
                "The script itself, if it names no map, or the one that evaluates the module `url`.",
            ),
            ("error?", maybe_text(), "Why there is no map."),
            (
                "version?",
                version,
                "Which build of the script it is, of a browser that was asked for it: such a map is \
                 asked for again. Any other holds until another is sent.",
            ),
            ("client?", maybe_text(), "Who sent it, in the client's own words."),
        ],
    )
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

fn clear_request() -> Value {
    object(
        "What to clear; an empty body clears everything captured.",
        &[
            (
                "preserve_config?",
                json!({"type": ["boolean", "null"], "default": true}),
                "`false` also forgets noise rules, checkpoints and what browsers were told to capture.",
            ),
            ("test_id?", maybe_text(), "Clear only what was captured of this test."),
        ],
    )
}

fn answered() -> Vec<(&'static str, Value)> {
    vec![
        (
            "Rejection",
            object(
                "Why a request was not answered as asked.",
                &[("error", text(), "What is the case."), ("hint", text(), "What to do about it.")],
            ),
        ),
        (
            "Receipt",
            object(
                "What became of a batch.",
                &[
                    ("received", count(), "Events kept."),
                    ("rejected", count(), "Events refused: with `received`, the list's length."),
                    ("rejections?", list_of(shape("RejectedEvent")), "The first refused events."),
                    ("rejections_omitted?", count(), "Refused events that are not listed."),
                ],
            ),
        ),
        (
            "RejectedEvent",
            object(
                "An event that was refused.",
                &[
                    ("index", count(), "Its place in the list."),
                    ("reason", text(), "What is wrong with it."),
                ],
            ),
        ),
        ("Stamp", stamp()),
        ("Health", health()),
        ("SocketStatus", socket_status()),
        ("Baseline", baseline()),
        ("Snapshot", snapshot()),
        ("SecurityReport", security_report()),
        ("TestRecord", test_record()),
        ("DriverErrand", schema::inline::<DriverErrand>()),
    ]
}

/// What `/security-audit` answers.
fn security_report() -> Value {
    let severity = json!({"enum": ["info", "warning", "critical"]});
    let categories = json!({"enum": ["credentials", "auth_patterns", "pii_exposure", "transport"]});
    let finding = object(
        "",
        &[
            ("severity", severity, ""),
            ("category", categories, ""),
            ("rule", text(), "What found it."),
            ("title", text(), ""),
            ("description", text(), ""),
            ("evidence", json!({"type": "object"}), "Where it was seen; secrets are masked."),
            ("recommendation", text(), ""),
            ("cwe?", text(), "Its number in the Common Weakness Enumeration."),
            ("occurrences", count(), "How often it was seen at the same place."),
            ("seq", count(), "The first event that showed it."),
        ],
    );
    let scanned = object(
        "",
        &[
            ("network_requests", count(), ""),
            ("console_entries", count(), ""),
            ("unique_endpoints", count(), ""),
            ("websocket_events", count(), ""),
            ("actions", count(), ""),
            ("pages", count(), "Outlines, pictures and timings."),
        ],
    );
    let summary = object(
        "",
        &[
            ("total", count(), ""),
            ("critical", count(), ""),
            ("warning", count(), ""),
            ("info", count(), ""),
            ("below_severity_min", count(), ""),
            ("truncated", count(), "Findings beyond what a category lists."),
            ("scanned", scanned, ""),
        ],
    );
    object(
        "What captured traffic gives away.",
        &[("findings", list_of(finding), "Most severe first."), ("summary", summary, "")],
    )
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
    json!({"allOf": [shape("Stamp"), shape(event_name(kind))]})
}

fn health() -> Value {
    let fill = object(
        "",
        &[
            ("held", count(), ""),
            ("capacity", count(), ""),
            ("forgotten", count(), ""),
            ("lost", count(), "What clients gave up before they could send it."),
        ],
    );
    let browser = object(
        "",
        &[
            ("version", text(), "Of the extension."),
            ("paused", json!({"type": "boolean"}), ""),
            ("tabs", count(), ""),
            ("captured_tabs", count(), ""),
        ],
    );
    let maps =
        object("", &[("held", count(), ""), ("bytes", count(), ""), ("forgotten", count(), "")]);
    let enrichments = object(
        "",
        &[
            ("waiting", count(), "For their error."),
            ("unclaimed", count(), "Waited in vain, and are lost."),
        ],
    );
    let clients = object(
        "",
        &[
            ("mcp", count(), ""),
            ("extension", count(), ""),
            ("pages", count(), ""),
            ("drivers", count(), "Those that wait for an errand."),
        ],
    );
    let otlp = object(
        "",
        &[
            ("endpoint", text(), "Of the collector."),
            ("sent_spans", count(), ""),
            ("sent_logs", count(), ""),
            ("waiting", count(), "Ended tests that are yet to be sent."),
            ("dropped", count(), "What was given up."),
            ("problem?", text(), "Why something was given up, the latest time."),
        ],
    );
    object(
        "Is it there, who is connected, how full is it.",
        &[
            ("status", json!({"type": "string", "const": "ok"}), ""),
            ("name", json!({"type": "string", "const": "gasoline"}), ""),
            ("version", text(), ""),
            ("uptime_ms", count(), ""),
            ("clients", clients, "Who is connected."),
            ("browsers", list_of(browser), "The browsers whose extension has its socket open."),
            ("buffers", by_kind(&fill), "How full the rings are, by kind of event."),
            ("otlp?", otlp, "What was sent to the collector that `--otlp` names."),
            ("source_maps", maps, "Source maps held, their bytes, and how many were forgotten."),
            ("enrichments", enrichments, "What was sent about errors that have not arrived."),
            ("memory_bytes", count(), "What the whole process occupies."),
        ],
    )
}

fn socket_status() -> Value {
    let number = || json!({"type": "number"});
    let both =
        |inner: Value| object("", &[("incoming", inner.clone(), ""), ("outgoing", inner, "")]);
    let rate =
        object("", &[("perSecond", number(), ""), ("total", count(), ""), ("bytes", number(), "")]);
    let message = object("", &[("at", time(), ""), ("age", text(), ""), ("preview", text(), "")]);
    let messages = object("", &[("incoming?", message.clone(), ""), ("outgoing?", message, "")]);
    let schema = object(
        "",
        &[
            ("detectedKeys", list_of(text()), ""),
            ("messageCount", count(), ""),
            ("consistent", json!({"type": "boolean"}), ""),
            ("variants", list_of(text()), ""),
        ],
    );
    let sampling = object(
        "",
        &[
            ("active", json!({"type": "boolean"}), ""),
            ("rate?", json!({"type": "number"}), ""),
            ("reason?", text(), ""),
        ],
    );
    let open = object(
        "",
        &[
            ("id", text(), ""),
            ("url", text(), ""),
            ("state", json!({"enum": ["connecting", "open", "error"]}), ""),
            ("openedAt", time(), ""),
            ("duration", text(), ""),
            ("messageRate", both(rate), ""),
            ("lastMessage", messages, ""),
            ("schema?", schema, "What its JSON messages have in common."),
            ("sampling", sampling, ""),
            ("tabId?", json!({"type": "integer"}), ""),
        ],
    );
    let closed = object(
        "",
        &[
            ("id", text(), ""),
            ("url", text(), ""),
            ("state", json!({"type": "string", "const": "closed"}), ""),
            ("openedAt", time(), ""),
            ("closedAt", json!({"type": ["string", "null"]}), ""),
            ("closeCode", json!({"type": ["number", "null"]}), ""),
            ("closeReason", text(), ""),
            ("totalMessages", both(count()), ""),
            ("tabId?", json!({"type": "integer"}), ""),
        ],
    );
    object(
        "The WebSocket connections, newest first.",
        &[
            ("connections", list_of(open), "Open ones."),
            ("closed", list_of(closed), "Closed ones."),
        ],
    )
}

fn baseline() -> Value {
    let maybe = || json!({"type": ["number", "null"]});
    let performance = schema::of(Kind::Performance);
    let part = |name: &str| {
        let members = &performance["properties"][name]["anyOf"][0]["properties"];
        if members.is_object() {
            json!({"type": "object", "properties": members})
        } else {
            json!({"type": "object", "properties": performance["properties"][name]["properties"]})
        }
    };
    object(
        "What is usual for a page: a rolling mean of its performance snapshots.",
        &[
            ("url", text(), "The page."),
            ("sampleCount", count(), ""),
            ("lastUpdated", time(), ""),
            ("timing", part("timing"), ""),
            (
                "network",
                object("", &[("requestCount", maybe(), ""), ("transferSize", maybe(), "")]),
                "",
            ),
            ("longTasks", part("longTasks"), ""),
            ("cumulativeLayoutShift?", json!({"type": "number"}), ""),
        ],
    )
}

fn snapshot() -> Value {
    let stats = object(
        "",
        &[
            ("total_logs", count(), ""),
            ("error_count", count(), ""),
            ("warning_count", count(), ""),
            ("network_failures", count(), ""),
            ("ws_connections", count(), ""),
        ],
    );
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
        ("stats", stats, "Counts. A failed request counts once, whoever told of it."),
        ("forgotten", by_kind(&count()), "Events the rings dropped, by kind."),
        ("missed?", missed, "Events after the cursor that were dropped before this was asked."),
    ]);
    object("Everything captured at a moment, oldest first.", &members)
}

fn test_record() -> Value {
    let number = || json!({"type": "number"});
    let maybe_time = || json!({"type": ["string", "null"]});
    let error = object(
        "",
        &[
            ("message", text(), ""),
            ("source", text(), ""),
            ("url?", text(), ""),
            ("stack?", text(), ""),
            ("timestamp", time(), ""),
            ("count", count(), ""),
        ],
    );
    let failure = object(
        "",
        &[
            ("method", text(), ""),
            ("url", text(), ""),
            ("status", count(), ""),
            ("duration?", number(), ""),
            ("requestBody?", text(), ""),
            ("responseBody?", text(), ""),
            ("error?", text(), ""),
            ("timestamp", time(), ""),
        ],
    );
    let socket_error = object(
        "",
        &[
            ("event", json!({"enum": ["error", "close"]}), ""),
            ("id", text(), ""),
            ("url", text(), ""),
            ("code?", number(), ""),
            ("reason?", text(), ""),
            ("timestamp", time(), ""),
        ],
    );
    object(
        "What is left of one attempt at one test. It survives `/clear`.",
        &[
            ("test_id", text(), ""),
            ("status", text(), "The runner's word; `running` until it says one, else `unknown`."),
            ("started", maybe_time(), ""),
            ("ended", maybe_time(), ""),
            ("duration_ms", json!({"type": ["number", "null"]}), ""),
            ("retries", count(), "Which attempt this is; 0 is the first."),
            ("title?", text(), ""),
            ("file?", text(), ""),
            ("line?", count(), ""),
            ("project?", text(), ""),
            ("worker?", count(), ""),
            ("error?", shape("RunnerError"), "Why it failed, in the runner's words."),
            ("errors", list_of(error), "Errors of the page, repeats counted."),
            ("network_failures", list_of(failure), "Failed requests, the bodies' beginnings kept."),
            ("ws_errors", list_of(socket_error), "Sockets that failed."),
            ("screenshots", list_of(text()), "Ids of the pictures taken."),
            ("omitted?", count(), "What was seen but is not listed."),
            ("start_cursor?", text(), "Where the journal stood when it started."),
            ("last_cursor", text(), "Where it stood when the test was last heard of."),
        ],
    )
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

fn text() -> Value {
    json!({"type": "string"})
}

fn maybe_text() -> Value {
    json!({"type": ["string", "null"]})
}

fn time() -> Value {
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
