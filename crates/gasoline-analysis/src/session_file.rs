//! A saved snapshot: the response of `/snapshot`, read from a file.
//!
//! A file may come from anywhere, so its events are redacted again and checked.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use gasoline_protocol::time::WireTime;
use gasoline_protocol::{Captured, KINDS, Kind, Seq, Timestamp};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::redact;
use crate::verification::Watch;
use crate::view::{RedactedEvent, Session};

/// Kinds that may hold an issue: their losses are reported.
const TELLING: [Kind; 3] = [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents];

/// What a saved snapshot holds besides its events.
#[derive(Debug)]
pub struct FileInfo<'s> {
    pub taken_at: Option<Timestamp>,
    /// Events that had been forgotten before it was taken.
    pub forgotten: u64,
    /// Which process responded; older ones do not say.
    server: Option<String>,
    head: Option<Seq>,
    /// The one test that was asked for.
    test_id: Option<String>,
    pub(crate) tests: Vec<&'s RawValue>,
    pub(crate) places: Vec<&'s RawValue>,
    pub(crate) gaps: Option<&'s RawValue>,
    /// Events that cannot be read.
    pub(crate) unreadable: usize,
}

impl FileInfo<'_> {
    /// From where on `later` holds what this one does not: both are of one process, of the same
    /// scope, and `later` was taken later. Seqs of two processes cannot be compared.
    pub fn until(&self, later: &Self) -> Option<Watch> {
        let is_same =
            self.server.is_some() && self.server == later.server && self.test_id == later.test_id;
        let (since, end) = (self.head?, later.head?);
        (is_same && since < end).then_some(Watch { since, at: self.taken_at? })
    }
}

impl<'s> Session<'s> {
    /// Reads a saved snapshot, and of its events the kinds that `keep` accepts.
    pub fn read(
        json: &'s str,
        keep: impl Fn(&Kind) -> bool,
    ) -> Result<(Self, FileInfo<'s>), serde_json::Error> {
        let mut fields: Fields<'s> = serde_json::from_str(json)?;
        let WireTime(taken_at) = fields.get("timestamp")?.unwrap_or_default();
        let mut session = Self::default();
        let mut unreadable = 0;
        for kind in Kind::ALL.into_iter().filter(keep) {
            let list = std::mem::take(&mut fields.lists[kind as usize]).unwrap_or_default();
            let texts = session.of_mut(kind);
            texts.extend(list.iter().filter_map(|raw| text(kind, raw.get(), taken_at)));
            unreadable += list.len() - texts.len();
        }
        let forgotten: BTreeMap<String, u64> = fields.get("forgotten")?.unwrap_or_default();
        let cursor: Option<String> = fields.get("cursor").ok().flatten();
        let info = FileInfo {
            taken_at,
            forgotten: TELLING.iter().filter_map(|kind| forgotten.get(kind.name())).sum(),
            server: fields.get("server").ok().flatten(),
            head: cursor.and_then(|cursor| cursor.parse().ok()),
            test_id: fields.get("test_id").ok().flatten(),
            tests: fields.get("tests")?.unwrap_or_default(),
            places: fields.get("places")?.unwrap_or_default(),
            gaps: fields.get("gaps")?,
            unreadable,
        };
        Ok((session, info))
    }
}

/// What the server adds to an event, and what decides when and where it happened.
#[derive(serde::Deserialize)]
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

fn text(kind: Kind, json: &str, taken_at: Option<Timestamp>) -> Option<RedactedEvent<'_>> {
    let json = redact::event_json(kind, Captured::new(json));
    let place: Place = json.parse()?;
    let time = place.timestamp.0.or(place.ts.0).or(place.received_at.0).or(taken_at);
    Some(RedactedEvent {
        seq: Seq(place.seq),
        time: time.unwrap_or_default(),
        test: place.test_id.map(Cow::Owned),
        json,
        event: None,
    })
}

/// The fields of a snapshot.
#[derive(Default)]
struct Fields<'s> {
    lists: [Option<Vec<&'s RawValue>>; Kind::ALL.len()],
    others: BTreeMap<String, &'s RawValue>,
}

impl<'s> Fields<'s> {
    fn get<T: Deserialize<'s>>(&self, name: &str) -> Result<Option<T>, serde_json::Error> {
        self.others.get(name).map(|raw| serde_json::from_str(raw.get())).transpose()
    }
}

impl<'s> Deserialize<'s> for Fields<'s> {
    fn deserialize<D: Deserializer<'s>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'s> Visitor<'s> for FieldsVisitor {
    type Value = Fields<'s>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a snapshot")
    }

    fn visit_map<A: MapAccess<'s>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields::default();
        while let Some(name) = map.next_key::<String>()? {
            let is_second = match KINDS.iter().find(|info| info.kind.name() == name) {
                Some(info) => fields.lists[info.kind as usize].replace(map.next_value()?).is_some(),
                None => fields.others.insert(name.clone(), map.next_value()?).is_some(),
            };
            if is_second {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
        }
        // Fields that every snapshot has distinguish it from other JSON; the later kinds are missing
        // in those of older servers.
        if !fields.others.contains_key("timestamp") {
            return Err(A::Error::missing_field("timestamp"));
        }
        let mut required = KINDS.iter().filter(|info| info.kind <= Kind::EnhancedActions);
        match required.find(|info| fields.lists[info.kind as usize].is_none()) {
            Some(info) => Err(A::Error::missing_field(info.kind.name())),
            None => Ok(fields),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_and_other_json_is_no_snapshot() {
        let lists: Vec<_> =
            KINDS.iter().map(|info| format!(r#""{}":[{{"seq":7}},5]"#, info.kind.name())).collect();
        let json = format!(r#"{{"timestamp":1000,{}}}"#, lists.join(","));
        let (session, info) = Session::read(&json, |_| true).expect("a snapshot");
        assert_eq!((session.len(), info.unreadable), (Kind::ALL.len(), Kind::ALL.len()));
        assert!(Kind::ALL.into_iter().all(|kind| session.of(kind)[0].time.as_ms() == 1000));
        let error = |json| Session::read(json, |_| true).err().map(|error| error.to_string());
        assert_eq!(error("{}").as_deref(), Some("missing field `timestamp` at line 1 column 2"));
        let no_logs = error(r#"{"timestamp":1}"#);
        assert_eq!(no_logs.as_deref(), Some("missing field `logs` at line 1 column 15"));
    }
}
