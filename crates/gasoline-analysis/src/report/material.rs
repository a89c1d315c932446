//! The events of one attempt: those a shard still holds, and what only the record remembers.

use std::borrow::Cow;

use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::{Captured, Level};
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::page::Screenshot;
use gasoline_protocol::performance::PerformanceSnapshot;
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::{Value, json};

use super::attempts::Tried;
use super::record::Record;
use super::shard::{Events, Piece};
use crate::changes::Seen;
use crate::digest::Material;

/// The texts of an attempt, by kind.
#[derive(Debug, Default)]
pub(super) struct Texts<'a> {
    events: Events<'a>,
}

/// The same, read as their types, oldest first.
#[derive(Debug, Default)]
pub struct Pieces<'t> {
    pub logs: Vec<Read<LogEntry<'t>>>,
    pub requests: Vec<Read<NetworkBody<'t>>>,
    pub sockets: Vec<Read<WebSocketEvent<'t>>>,
    pub actions: Vec<Read<EnhancedAction<'t>>>,
    pub loads: Vec<Read<PerformanceSnapshot<'t>>>,
    pub screenshots: Vec<Read<Screenshot<'t>>>,
    pub unreadable: usize,
}

impl Pieces<'_> {
    pub fn material(&self) -> Material<'_> {
        Material {
            logs: seen(&self.logs),
            requests: seen(&self.requests),
            sockets: seen(&self.sockets),
            actions: seen(&self.actions),
            loads: seen(&self.loads),
        }
    }
}

/// One event. In a report its Seq is its place among those of its attempt: shards count apart.
#[derive(Debug)]
pub struct Read<T> {
    pub seq: Seq,
    pub time: Timestamp,
    pub view: T,
}

impl<T> Read<T> {
    pub(super) fn seen(&self) -> Seen<'_, T> {
        Seen { seq: self.seq, time: self.time, test: None, view: &self.view }
    }
}

pub(super) fn seen<T>(list: &[Read<T>]) -> Vec<Seen<'_, T>> {
    list.iter().map(Read::seen).collect()
}

impl<'a> Texts<'a> {
    /// Everything that is known of the attempt; where only what came later is asked for, what is held
    /// of that, since a record does not tell when.
    pub(super) fn asked(tried: &Tried<'a>) -> Self {
        if tried.shard.is_narrowed { Self::held(tried) } else { Self::of(tried) }
    }

    fn of(tried: &Tried<'a>) -> Self {
        let Self { mut events } = Self::held(tried);
        remember(tried.record, &mut events);
        for list in [&mut events.logs, &mut events.requests, &mut events.sockets] {
            list.sort_by_key(|piece| piece.time);
        }
        Self { events }
    }

    /// The events that its shard still holds.
    fn held(tried: &Tried<'a>) -> Self {
        let mut events = Events::default();
        if let Some(held) = tried.events() {
            events.logs.clone_from(&held.logs);
            events.requests.clone_from(&held.requests);
            events.sockets.clone_from(&held.sockets);
            events.actions.clone_from(&held.actions);
            events.loads.clone_from(&held.loads);
            events.screenshots.clone_from(&held.screenshots);
        }
        Self { events }
    }

    /// The events, counted anew.
    pub(super) fn read(&self) -> Pieces<'_> {
        self.read_as(|_, place| Seq(place))
    }

    /// The events with the Seqs of their server.
    pub(super) fn read_in_place(&self) -> Pieces<'_> {
        self.read_as(|piece, _| piece.seq)
    }

    fn read_as(&self, number: fn(&Piece<'_>, u64) -> Seq) -> Pieces<'_> {
        let mut unreadable = 0;
        let events = &self.events;
        let mut pieces = Pieces {
            logs: read(&events.logs, number, &mut unreadable),
            requests: read(&events.requests, number, &mut unreadable),
            sockets: read(&events.sockets, number, &mut unreadable),
            actions: read(&events.actions, number, &mut unreadable),
            loads: read(&events.loads, number, &mut unreadable),
            screenshots: read(&events.screenshots, number, &mut unreadable),
            unreadable: 0,
        };
        pieces.unreadable = unreadable;
        pieces.logs.retain(|log| !log.view.is_retracted());
        pieces
    }
}

/// Adds what the record lists and no event tells any more.
fn remember(record: &Record, events: &mut Events<'_>) {
    let errors: Vec<(Timestamp, String)> = events
        .logs
        .iter()
        .filter_map(|piece| {
            let entry = serde_json::from_str::<LogEntry<'_>>(&piece.text).ok()?;
            (entry.level == Level::Error).then(|| (piece.time, entry.said().into_owned()))
        })
        .collect();
    for row in &record.errors {
        let Some(message) = row["message"].as_str() else { continue };
        let beginning = message.strip_suffix('…').unwrap_or(message);
        if errors.iter().any(|(_, said)| said.starts_with(beginning)) {
            continue;
        }
        let entry = json!({"level": "error", "message": message, "source": row["source"].as_str(),
            "url": row["url"].as_str(), "stack": row["stack"].as_str(),
            "timestamp": row["timestamp"], "repeated": row["count"].as_u64()});
        push(&mut events.logs, &entry, record);
    }
    let is_held = |list: &[Piece<'_>], row: &Value, name: &str| {
        let time = time(row);
        list.iter().any(|piece| {
            Some(piece.time) == time
                && serde_json::from_str::<Value>(&piece.text)
                    .is_ok_and(|event| event[name] == row[name])
        })
    };
    for row in record.network_failures.iter().filter(|row| row.is_object()) {
        if !is_held(&events.requests, row, "url") {
            push(&mut events.requests, row, record);
        }
    }
    for row in record.ws_errors.iter().filter(|row| row.is_object()) {
        if !is_held(&events.sockets, row, "id") {
            push(&mut events.sockets, row, record);
        }
    }
}

fn time(row: &Value) -> Option<Timestamp> {
    match &row["timestamp"] {
        Value::String(text) => Timestamp::parse(text),
        Value::Number(ms) => Timestamp::from_ms(ms.as_i64()?),
        _ => None,
    }
}

fn push(list: &mut Vec<Piece<'_>>, row: &Value, record: &Record) {
    let time = time(row).or(record.ended).or(record.started).unwrap_or_default();
    // Members without a value would be of the wrong type.
    let members = row.as_object().into_iter().flatten().filter(|(_, member)| !member.is_null());
    let text: serde_json::Map<String, Value> =
        members.map(|(name, member)| (name.clone(), member.clone())).collect();
    let text = Cow::Owned(Value::Object(text).to_string());
    list.push(Piece { seq: Seq::default(), time, text });
}

fn read<'t, T: Captured<'t>>(
    pieces: &'t [Piece<'_>],
    number: fn(&Piece<'_>, u64) -> Seq,
    unreadable: &mut usize,
) -> Vec<Read<T>> {
    let mut list = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match serde_json::from_str::<T>(&piece.text) {
            Ok(view) if view.check().is_ok() => {
                let seq = number(piece, list.len() as u64 + 1);
                list.push(Read { seq, time: piece.time, view });
            }
            _ => *unreadable += 1,
        }
    }
    list
}
