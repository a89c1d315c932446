//! A shard: what one snapshot says of a run, masked. A whole run may be one shard, or many.

use std::collections::BTreeMap;
use std::ops::Bound;

use gasoline_protocol::{Captured, Kind, Since};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::record::Record;
use super::words::{clean, line};
use crate::limits;
use crate::redact::{self, RedactedJson};
use crate::sources::Explained;
use crate::view::Session;

/// One snapshot, taken apart by test.
#[derive(Debug)]
pub struct Shard<'a> {
    pub name: String,
    pub(super) records: Vec<Record>,
    /// The events of each test; those of none under the empty name.
    pub(super) events: BTreeMap<String, Session<'a>>,
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
        // Outlines are not evidence.
        let (session, info) = Session::read(json, |kind| *kind != Kind::DomSnapshots)?;
        let mut shard = Self {
            name: name.to_owned(),
            records: Vec::with_capacity(info.tests.len()),
            events: session.by_test(),
            places: BTreeMap::new(),
            forgotten: info.forgotten,
            gaps: info.gaps.map(gaps).unwrap_or_default(),
            unreadable: info.unreadable,
            is_narrowed: false,
        };
        for raw in info.tests {
            match Record::read(masked(raw).as_str()) {
                Some(record) => shard.records.push(record),
                None => shard.unreadable += 1,
            }
        }
        for raw in info.places {
            if let Some(KnownPlace { stack, explained }) = masked(raw).parse() {
                shard.places.insert(stack, cleaned(explained));
            }
        }
        Ok(shard)
    }

    /// Leaves out what was before a cursor or a time: events, and tests that had ended by then.
    pub fn keep_since(&mut self, since: Since) {
        self.is_narrowed = since != Since::Beginning;
        for events in self.events.values_mut() {
            events.retain(|text| since.admits(text.seq, text.time));
        }
        self.events.retain(|_, events| events.len() > 0);
        let events = &self.events;
        self.records.retain(|record| {
            events.contains_key(&record.test_id)
                || match since {
                    Since::Beginning => true,
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

/// The sentences of a list; what is none is left out.
fn gaps(raw: &RawValue) -> Vec<String> {
    let said: Vec<serde_json::Value> = masked(raw).parse().unwrap_or_default();
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
fn masked(raw: &RawValue) -> RedactedJson<'_> {
    redact::json(Captured::new(raw.get()))
}
