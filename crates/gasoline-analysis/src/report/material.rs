//! The events of one attempt: those a shard still holds, and what only the record remembers.

use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::{Kind, Seq};
use serde_json::{Value, json};

use super::attempts::Tried;
use super::record::{Record, time};
use crate::redact::RedactedJson;
use crate::view::{RedactedEvent, Row, Session, View};

/// Everything that is known of an attempt; where only what came later is asked for, what is held of
/// that, since a record does not say when.
pub(super) fn asked<'a>(tried: &Tried<'a>) -> Session<'a> {
    let mut session = tried.events().cloned().unwrap_or_default();
    if !tried.shard.is_narrowed {
        remember(tried.record, &mut session);
        for kind in [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents] {
            session.of_mut(kind).sort_by_key(|text| text.time);
        }
    }
    session
}

/// The events with the Seqs of their server.
pub(super) fn read<'a>(session: &'a Session<'_>) -> View<'a> {
    without_retracted(session.view())
}

fn without_retracted(mut view: View<'_>) -> View<'_> {
    view.logs.retain(|log| !log.view.is_retracted());
    view
}

/// The events, numbered from 1 for each kind: every shard has numbers of its own.
pub(super) fn read_renumbered<'a>(session: &'a Session<'_>) -> View<'a> {
    fn renumber<V>(rows: &mut [Row<'_, V>]) {
        for (row, number) in rows.iter_mut().zip(1..) {
            row.seq = Seq(number);
        }
    }
    let mut view = session.view();
    renumber(&mut view.logs);
    renumber(&mut view.requests);
    renumber(&mut view.sockets);
    renumber(&mut view.actions);
    renumber(&mut view.loads);
    renumber(&mut view.screenshots);
    without_retracted(view)
}

/// Adds what the record lists and no event tells any more.
fn remember(record: &Record, session: &mut Session<'_>) {
    let logs = session.of_mut(Kind::Logs);
    let errors: Vec<String> = logs
        .iter()
        .filter_map(|held| {
            let entry = serde_json::from_str::<LogEntry<'_>>(held.json.as_str()).ok()?;
            (entry.level == Level::Error).then(|| entry.said().into_owned())
        })
        .collect();
    for row in &record.errors {
        let Some(message) = row["message"].as_str() else { continue };
        let beginning = message.strip_suffix('…').unwrap_or(message);
        if errors.iter().any(|said| said.starts_with(beginning)) {
            continue;
        }
        let entry = json!({"level": "error", "message": message, "source": row["source"].as_str(),
            "url": row["url"].as_str(), "stack": row["stack"].as_str(),
            "timestamp": row["timestamp"], "repeated": row["count"].as_u64()});
        push(logs, &entry, record);
    }
    let is_held = |list: &[RedactedEvent<'_>], row: &Value, name: &str| {
        let time = time(&row["timestamp"]);
        list.iter().any(|held| {
            Some(held.time) == time
                && serde_json::from_str::<Value>(held.json.as_str())
                    .is_ok_and(|event| event[name] == row[name])
        })
    };
    let requests = session.of_mut(Kind::NetworkBodies);
    for row in record.network_failures.iter().filter(|row| row.is_object()) {
        if !is_held(requests, row, "url") {
            push(requests, row, record);
        }
    }
    let sockets = session.of_mut(Kind::WebsocketEvents);
    for row in record.ws_errors.iter().filter(|row| row.is_object()) {
        if !is_held(sockets, row, "id") {
            push(sockets, row, record);
        }
    }
}

fn push(list: &mut Vec<RedactedEvent<'_>>, row: &Value, record: &Record) {
    let time = time(&row["timestamp"]).or(record.ended).or(record.started).unwrap_or_default();
    // Members without a value would be of the wrong type.
    let members = row.as_object().into_iter().flatten().filter(|(_, member)| !member.is_null());
    let members: serde_json::Map<String, Value> =
        members.map(|(name, member)| (name.clone(), member.clone())).collect();
    let json = RedactedJson::assembled(&Value::Object(members));
    list.push(RedactedEvent { seq: Seq::default(), time, test: None, json, event: None });
}
