//! The bodies of ingest requests: a list of events with an envelope around it.

use std::fmt;

use std::collections::BTreeMap;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::hint::Hint;
use crate::kind::{KINDS, Kind};
use crate::limits::ENVELOPE_MEMBER_MAX_CHARS;
use crate::text::PageText;

/// What stands around the list of a batch.
#[derive(Debug, Default)]
pub struct Envelope<'a> {
    /// The test of every event that does not name its own.
    pub test_id: Option<PageText<'a>>,
    /// A batch seen before is answered like the first time and not stored twice.
    pub batch_id: Option<PageText<'a>>,
    /// Who sent it, in the client's own words.
    pub client: Option<PageText<'a>>,
    /// What the client gave up since its last batch.
    pub dropped: Dropped,
}

/// Events that a client had to give up before it could send them, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dropped {
    /// In the order of [`Kind::ALL`].
    pub events: [u64; Kind::ALL.len()],
    /// What would have followed errors that were already sent.
    pub enrichments: u64,
}

impl Dropped {
    /// The kinds as clients name them; `None` for enrichments, which are no events.
    pub fn names() -> impl Iterator<Item = (&'static str, Option<Kind>)> {
        let kinds = KINDS.iter().filter_map(|info| Some((info.client_name?, Some(info.kind))));
        kinds.chain([("enrichment", None)])
    }

    /// Reads `{"log": 3}`. A count that is none is passed over: what was captured is worth more.
    fn read(json: &str) -> Self {
        let mut dropped = Self::default();
        let counts: BTreeMap<PageText<'_>, &RawValue> =
            serde_json::from_str(json).unwrap_or_default();
        for (name, kind) in Self::names() {
            let count = counts.get(&PageText(name.into())).and_then(|raw| raw.get().parse().ok());
            *dropped.count_mut(kind) = count.unwrap_or(0);
        }
        dropped
    }

    /// Counts on, up to `most` of each.
    pub fn add(&mut self, more: &Self, most: u64) {
        for (_, kind) in Self::names() {
            let count = self.count_mut(kind);
            *count = count.saturating_add(more.count(kind)).min(most);
        }
    }

    pub fn count(&self, kind: Option<Kind>) -> u64 {
        kind.map_or(self.enrichments, |kind| self.events[kind as usize])
    }

    fn count_mut(&mut self, kind: Option<Kind>) -> &mut u64 {
        match kind {
            Some(kind) => &mut self.events[kind as usize],
            None => &mut self.enrichments,
        }
    }
}

/// Why a whole batch was refused. One bad event refuses only itself and is not among these.
#[derive(Debug, thiserror::Error)]
pub enum BadBatch {
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    #[error("the body has no `{list}` array")]
    NoList { list: &'static str },
    #[error("`{list}` must be an array, found {found}")]
    NotAList { list: &'static str, found: &'static str },
    #[error("`{member}` must be a string of at most {most} characters")]
    BadMember { member: &'static str, most: usize },
}

impl Hint for BadBatch {
    fn hint(&self) -> String {
        match self {
            Self::NotJson(_) => "send one JSON object, as UTF-8 text".to_owned(),
            Self::NoList { list } | Self::NotAList { list, .. } => {
                format!("send `{{\"{list}\": [...]}}`")
            }
            Self::BadMember { member, .. } => format!("shorten `{member}`, or leave it out"),
        }
    }
}

/// Reads a batch, handing each event's JSON to `take` as it comes by.
///
/// The events are not gathered here: five megabytes of `1,1,1,…` would take forty to list.
/// Nothing may be kept of what `take` saw when this returns an error.
pub fn read<'a>(
    body: &'a [u8],
    list: &'static str,
    take: &mut dyn FnMut(&'a str),
) -> Result<Envelope<'a>, BadBatch> {
    let mut failure = None;
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let reader = BatchReader { list, take, failure: &mut failure };
    let envelope = reader
        .deserialize(&mut deserializer)
        .and_then(|envelope| deserializer.end().map(|()| envelope));
    match (envelope, failure) {
        (_, Some(failure)) => Err(failure),
        (Ok(envelope), None) => Ok(envelope),
        (Err(error), None) => Err(BadBatch::NotJson(error.to_string())),
    }
}

struct BatchReader<'r, 'a> {
    list: &'static str,
    take: &'r mut dyn FnMut(&'a str),
    /// Why reading stopped, where serde's own words would not say it well.
    failure: &'r mut Option<BadBatch>,
}

impl<'a> DeserializeSeed<'a> for BatchReader<'_, 'a> {
    type Value = Envelope<'a>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for BatchReader<'_, 'a> {
    type Value = Envelope<'a>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with the array `{}`", self.list)
    }

    fn visit_map<M: MapAccess<'a>>(self, mut members: M) -> Result<Self::Value, M::Error> {
        let mut envelope = Envelope::default();
        let mut has_list = false;
        while let Some(key) = members.next_key::<PageText<'a>>()? {
            match &*key {
                name if name == self.list => {
                    has_list = true;
                    let list = List { name: self.list, take: self.take, failure: self.failure };
                    members.next_value_seed(list)?;
                }
                "test_id" => envelope.test_id = member("test_id", &mut members, self.failure)?,
                "batch_id" => envelope.batch_id = member("batch_id", &mut members, self.failure)?,
                "client" => envelope.client = member("client", &mut members, self.failure)?,
                "dropped" => {
                    envelope.dropped = Dropped::read(members.next_value::<&RawValue>()?.get());
                }
                _ => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        if !has_list {
            *self.failure = Some(BadBatch::NoList { list: self.list });
        }
        Ok(envelope)
    }
}

/// An optional string of the envelope; an empty one counts as absent.
fn member<'a, M: MapAccess<'a>>(
    name: &'static str,
    members: &mut M,
    failure: &mut Option<BadBatch>,
) -> Result<Option<PageText<'a>>, M::Error> {
    let raw = members.next_value::<&RawValue>()?;
    if raw.get() == "null" {
        return Ok(None);
    }
    match serde_json::from_str::<PageText<'a>>(raw.get()) {
        Ok(text) if text.chars().count() <= ENVELOPE_MEMBER_MAX_CHARS => {
            Ok(Some(text).filter(|text| !text.is_empty()))
        }
        _ => {
            *failure = Some(BadBatch::BadMember { member: name, most: ENVELOPE_MEMBER_MAX_CHARS });
            Ok(None)
        }
    }
}

struct List<'r, 'a> {
    name: &'static str,
    take: &'r mut dyn FnMut(&'a str),
    failure: &'r mut Option<BadBatch>,
}

impl<'a> DeserializeSeed<'a> for List<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl List<'_, '_> {
    fn not_a_list<E: serde::de::Error>(self, found: &'static str) -> Result<(), E> {
        *self.failure = Some(BadBatch::NotAList { list: self.name, found });
        Err(E::custom("not a list"))
    }
}

impl<'a> Visitor<'a> for List<'_, 'a> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<S: SeqAccess<'a>>(self, mut items: S) -> Result<(), S::Error> {
        while let Some(item) = items.next_element::<&'a RawValue>()? {
            (self.take)(item.get());
        }
        Ok(())
    }

    fn visit_map<M: MapAccess<'a>>(self, _: M) -> Result<(), M::Error> {
        self.not_a_list("an object")
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<(), E> {
        self.not_a_list("a string")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.not_a_list("null")
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
        self.not_a_list("a boolean")
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
        self.not_a_list("a number")
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        self.not_a_list("a number")
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
        self.not_a_list("a number")
    }
}

/// Reads a body that is one event with its envelope inside: `/performance-snapshot`.
pub fn read_one(body: &[u8]) -> Result<(&str, Envelope<'_>), BadBatch> {
    let not_json = |error: serde_json::Error| BadBatch::NotJson(error.to_string());
    let raw: &RawValue = serde_json::from_slice(body).map_err(not_json)?;
    let mut failure = None;
    let reader = BatchReader { list: "", take: &mut |_| {}, failure: &mut failure };
    let envelope =
        reader.deserialize(&mut serde_json::Deserializer::from_str(raw.get())).map_err(not_json)?;
    match failure {
        // There is no list to miss.
        None | Some(BadBatch::NoList { .. }) => Ok((raw.get(), envelope)),
        Some(failure) => Err(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: Result<&[&str], &str>) {
        let mut items = Vec::new();
        let read = read(body.as_bytes(), "entries", &mut |item| items.push(item));
        match (read, expected) {
            (Ok(_), Ok(expected)) => assert_eq!(items, expected),
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
            (read, expected) => panic!("{body}: {read:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn a_count_that_no_client_reaches_is_not_believed() {
        let mut lost = Dropped::read(r#"{"log": 7}"#);
        lost.add(&Dropped::read(r#"{"log": 4111111111111111, "network": 1}"#), 99);
        assert_eq!(lost.count(Some(Kind::Logs)), 99);
        assert_eq!(lost.count(Some(Kind::NetworkBodies)), 1);
    }

    #[test]
    fn events_are_handed_over_as_they_stand() {
        check(r#"{"entries":[{"a": 1}, 2 ,"x"],"other":[[]]}"#, Ok(&[r#"{"a": 1}"#, "2", "\"x\""]));
        check(r#"{"entries":[]}"#, Ok(&[]));
    }

    #[test]
    fn a_body_without_a_list_says_what_is_missing() {
        check("{}", Err("the body has no `entries` array"));
        check(r#"{"entries":{}}"#, Err("`entries` must be an array, found an object"));
        check(r#"{"entries":null}"#, Err("`entries` must be an array, found null"));
        check(r#"{"entries":7}"#, Err("`entries` must be an array, found a number"));
        check(
            r#"{"entries":[],"batch_id":7}"#,
            Err("`batch_id` must be a string of at most 1000 characters"),
        );
    }

    #[test]
    fn broken_json_is_refused_whole() {
        for body in ["", "[", "[1]", r#"{"entries":[{"a":1}"#, r#"{"entries":[1]} x"#, "\u{0}"] {
            let mut items = 0;
            let read = read(body.as_bytes(), "entries", &mut |_| items += 1);
            assert!(matches!(read, Err(BadBatch::NotJson(_))), "{body}: {read:?}");
        }
    }

    #[test]
    fn the_envelope_is_read_wherever_it_stands() {
        let body = br#"{"batch_id":"b1","entries":[],"test_id":"t\u00e9st","client":null}"#;
        let envelope = read(body, "entries", &mut |_| {}).expect("a batch");
        assert_eq!(envelope.batch_id.as_deref(), Some("b1"));
        assert_eq!(envelope.test_id.as_deref(), Some("t\u{e9}st"));
        assert!(envelope.client.is_none());
    }

    #[test]
    fn what_was_given_up_is_counted_where_it_can_be_read() {
        let dropped = |json: &str| {
            let body = format!(r#"{{"entries":[],"dropped":{json}}}"#);
            read(body.as_bytes(), "entries", &mut |_| {}).expect("a batch").dropped
        };
        let counted = dropped(r#"{"log":3,"enrichment":1,"action":"x","network":-1,"cat":9}"#);
        assert_eq!((counted.count(Some(Kind::Logs)), counted.count(None)), (3, 1));
        assert_eq!(counted.events.iter().sum::<u64>(), 3);
        for wrong in ["null", "7", "[]", "\"log\"", r#"{"log":1.5}"#, r#"{"log":null}"#] {
            assert_eq!(dropped(wrong), Dropped::default(), "{wrong}");
        }
    }
}
