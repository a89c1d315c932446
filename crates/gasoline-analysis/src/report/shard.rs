//! A shard: what one snapshot says of a run, masked. A whole run may be one shard, or many.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Bound;

use gasoline_protocol::time::WireTime;
use gasoline_protocol::{Kind, Seq, Timestamp};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::record::Record;
use super::words::{clean, line};
use crate::limits;
use crate::masking::{mask_event, mask_json};
use crate::sources::Explained;

/// One snapshot, taken apart by test.
#[derive(Debug)]
pub struct Shard<'a> {
    pub name: String,
    pub(super) taken_at: Timestamp,
    pub(super) records: Vec<Record>,
    /// The events of each test; those of none under the empty name.
    pub(super) events: BTreeMap<String, Events<'a>>,
    places: BTreeMap<String, Explained>,
    /// Events that were forgotten before it was taken.
    pub(super) forgotten: u64,
    /// What whoever saved it knows to be missing, a sentence each.
    pub(super) gaps: Vec<String>,
    /// Records and events that cannot be read.
    pub(super) unreadable: usize,
    /// Whether only what came later is asked for, so that a record tells of more than that.
    pub(super) is_narrowed: bool,
}

/// The events of one test as JSON texts, by kind, oldest first.
#[derive(Debug, Default)]
pub(super) struct Events<'a> {
    pub(super) logs: Vec<Piece<'a>>,
    pub(super) requests: Vec<Piece<'a>>,
    pub(super) sockets: Vec<Piece<'a>>,
    pub(super) actions: Vec<Piece<'a>>,
    pub(super) loads: Vec<Piece<'a>>,
    pub(super) screenshots: Vec<Piece<'a>>,
}

/// One event: when it happened, and its masked JSON.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub(super) seq: Seq,
    pub(super) time: Timestamp,
    pub(super) text: Cow<'a, str>,
}

/// What `/snapshot` answers, as far as it is read here. Members that every snapshot has are asked
/// for, so that other JSON is told from it.
#[derive(Deserialize)]
struct Members<'a> {
    timestamp: WireTime,
    #[serde(borrow)]
    logs: Vec<&'a RawValue>,
    #[serde(borrow)]
    network_bodies: Vec<&'a RawValue>,
    #[serde(borrow)]
    websocket_events: Vec<&'a RawValue>,
    #[serde(borrow)]
    enhanced_actions: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    performance: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    screenshots: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    tests: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    places: Vec<&'a RawValue>,
    #[serde(default)]
    forgotten: BTreeMap<String, u64>,
    #[serde(borrow, default)]
    gaps: Option<&'a RawValue>,
}

/// What tells where an event belongs.
#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    received_at: WireTime,
    #[serde(default)]
    timestamp: WireTime,
    #[serde(default)]
    ts: WireTime,
    #[serde(default)]
    test_id: Option<String>,
}

/// What a stack means in the source, as the server found out.
#[derive(Deserialize)]
struct KnownPlace {
    stack: String,
    #[serde(flatten)]
    explained: Explained,
}

impl<'a> Shard<'a> {
    /// Reads a snapshot. A record or an event of another shape is counted and left out.
    pub fn read(name: &str, json: &'a str) -> Result<Self, serde_json::Error> {
        let members: Members<'a> = serde_json::from_str(json)?;
        let telling = [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents];
        let forgotten = telling.iter().filter_map(|kind| members.forgotten.get(kind.name())).sum();
        let mut shard = Self {
            name: name.to_owned(),
            taken_at: members.timestamp.0.unwrap_or_default(),
            records: Vec::with_capacity(members.tests.len()),
            events: BTreeMap::new(),
            places: BTreeMap::new(),
            forgotten,
            gaps: members.gaps.map(gaps).unwrap_or_default(),
            unreadable: 0,
            is_narrowed: false,
        };
        for raw in members.tests {
            match Record::read(&masked(raw)) {
                Some(record) => shard.records.push(record),
                None => shard.unreadable += 1,
            }
        }
        for raw in members.places {
            if let Ok(KnownPlace { stack, explained }) = serde_json::from_str(&masked(raw)) {
                shard.places.insert(stack, cleaned(explained));
            }
        }
        shard.take(Kind::Logs, &members.logs, |events| &mut events.logs);
        shard.take(Kind::NetworkBodies, &members.network_bodies, |events| &mut events.requests);
        shard.take(Kind::WebsocketEvents, &members.websocket_events, |events| &mut events.sockets);
        shard.take(Kind::EnhancedActions, &members.enhanced_actions, |events| &mut events.actions);
        shard.take(Kind::Performance, &members.performance, |events| &mut events.loads);
        shard.take(Kind::Screenshots, &members.screenshots, |events| &mut events.screenshots);
        Ok(shard)
    }

    fn take(
        &mut self,
        kind: Kind,
        raws: &[&'a RawValue],
        list: for<'e> fn(&'e mut Events<'a>) -> &'e mut Vec<Piece<'a>>,
    ) {
        for raw in raws {
            let text = mask_event(kind, raw.get());
            let text = text.map_or(Cow::Borrowed(raw.get()), Cow::Owned);
            let Ok(place) = serde_json::from_str::<Place>(&text) else {
                self.unreadable += 1;
                continue;
            };
            let time = place.timestamp.0.or(place.ts.0).or(place.received_at.0);
            let time = time.unwrap_or(self.taken_at);
            let test = place.test_id.unwrap_or_default();
            let piece = Piece { seq: Seq(place.seq), time, text };
            list(self.events.entry(test).or_default()).push(piece);
        }
    }

    /// Leaves out what was before a cursor or a time: events, and tests that had ended by then.
    pub fn keep_since(&mut self, since: Since) {
        self.is_narrowed = true;
        for events in self.events.values_mut() {
            for list in events.lists_mut() {
                list.retain(|piece| since.admits(piece.seq, piece.time));
            }
        }
        self.events.retain(|_, events| !events.is_empty());
        let events = &self.events;
        self.records.retain(|record| {
            events.contains_key(&record.test_id)
                || match since {
                    Since::Time(moment) => {
                        record.ended.or(record.started).is_none_or(|ended| ended > moment)
                    }
                    Since::Seq(cursor) => record.is_after(cursor),
                }
        });
    }

    /// The ids of the tests it tells of.
    pub fn test_ids(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|record| record.test_id.as_str()).filter(|id| !id.is_empty())
    }

    /// What a stack means. A record keeps the beginning of a long stack, which finds the whole.
    pub(super) fn explained(&self, stack: &str) -> Option<&Explained> {
        if let Some(known) = self.places.get(stack) {
            return Some(known);
        }
        let beginning = stack.strip_suffix('…')?;
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let (whole, known) = self.places.range::<str, _>(from).next()?;
        whole.starts_with(beginning).then_some(known)
    }
}

impl<'a> Events<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        let Self { logs, requests, sockets, actions, loads, screenshots } = self;
        [logs, requests, sockets, actions, loads, screenshots].iter().map(|list| list.len()).sum()
    }

    fn lists_mut(&mut self) -> [&mut Vec<Piece<'a>>; 6] {
        [
            &mut self.logs,
            &mut self.requests,
            &mut self.sockets,
            &mut self.actions,
            &mut self.loads,
            &mut self.screenshots,
        ]
    }
}

/// From where on a report looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    Seq(Seq),
    Time(Timestamp),
}

impl Since {
    fn admits(self, seq: Seq, time: Timestamp) -> bool {
        match self {
            Self::Seq(from) => seq > from,
            Self::Time(from) => time > from,
        }
    }
}

/// The sentences of a list; what is none is left out.
fn gaps(raw: &RawValue) -> Vec<String> {
    let said: Vec<serde_json::Value> = serde_json::from_str(&masked(raw)).unwrap_or_default();
    said.iter()
        .filter_map(|it| it.as_str())
        .map(|it| line(it, limits::REPORT_LINE_MAX_CHARS))
        .filter(|it| !it.is_empty())
        .take(limits::REPORT_MAX_GAPS)
        .collect()
}

fn cleaned(mut explained: Explained) -> Explained {
    for frame in &mut explained.frames {
        frame.file = line(&frame.file, limits::REPORT_LINE_MAX_CHARS);
        frame.function =
            frame.function.as_deref().map(|it| line(it, limits::REPORT_NAME_MAX_CHARS));
    }
    for source in &mut explained.sources {
        source.file = line(&source.file, limits::REPORT_LINE_MAX_CHARS);
        for row in &mut source.snippet {
            row.text = clean(&row.text).replace('\n', " ");
        }
    }
    explained
}

/// A file may come from a server that masked it, or from anywhere.
fn masked(raw: &RawValue) -> Cow<'_, str> {
    mask_json(raw.get()).map_or(Cow::Borrowed(raw.get()), Cow::Owned)
}
