//! The events that an analysis reads: redacted once, then parsed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gasoline_protocol::event::EventView;
use gasoline_protocol::events::action::{EnhancedAction, EnhancedActions};
use gasoline_protocol::events::console::{LogEntry, Logs};
use gasoline_protocol::events::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::events::page::{DomSnapshot, DomSnapshots, Screenshot, Screenshots};
use gasoline_protocol::events::performance::{PerformanceSnapshot, PerformanceSnapshots};
use gasoline_protocol::events::websocket::{WebSocketEvent, WebSocketEvents};
use gasoline_protocol::kind::EventKind;
use gasoline_protocol::{Captured, Event, Kind, Purpose, Seq, Snapshot, Timestamp};

use crate::redact::{self, RedactedJson};
use crate::verification::Watch;

/// One event, redacted and parsed.
///
/// Generic over the view and not over its `EventKind`: so a row with a long lifetime can be used
/// where a shorter one is expected.
#[derive(Debug)]
pub struct Row<'a, V> {
    pub seq: Seq,
    pub time: Timestamp,
    pub test: Option<&'a str>,
    pub view: V,
    /// The event as stored; `None` if it was read from a file.
    pub event: Option<&'a Event>,
}

impl<V> Row<'_, V> {
    /// An event that is not in the journal and belongs to no test.
    pub fn new(seq: Seq, time: Timestamp, view: V) -> Self {
        Self { seq, time, test: None, view, event: None }
    }
}

impl<V> Row<'_, V> {
    /// The id of its test as the journal knows it, not redacted.
    pub fn stored_test(&self) -> Option<&str> {
        self.event.and_then(|event| event.test.as_deref())
    }
}

impl<'a, V: EventView<'a>> Row<'a, V> {
    /// The event before redaction, if redaction changed it.
    pub fn captured(&self) -> Option<Captured<V>> {
        self.event.filter(|event| !event.is_clean(|_| false))?.view()
    }
}

/// An event as rules match it and counts see it, not redacted: only the verdict is shown.
pub fn to_classify<'a, V: EventView<'a>>(event: &'a Event) -> Option<V> {
    Some(event.view::<V>()?.expose(Purpose::Classify))
}

/// Events by kind, each kind oldest first.
#[derive(Debug, Default)]
pub struct View<'a> {
    pub logs: Vec<Row<'a, LogEntry<'a>>>,
    pub requests: Vec<Row<'a, NetworkBody<'a>>>,
    pub sockets: Vec<Row<'a, WebSocketEvent<'a>>>,
    pub actions: Vec<Row<'a, EnhancedAction<'a>>>,
    pub loads: Vec<Row<'a, PerformanceSnapshot<'a>>>,
    pub outlines: Vec<Row<'a, DomSnapshot<'a>>>,
    pub screenshots: Vec<Row<'a, Screenshot<'a>>>,
    /// Events that could not be parsed and are left out.
    pub unreadable: usize,
}

impl View<'_> {
    /// Keeps what arrived and happened since an earlier moment.
    pub fn keep_since(&mut self, watch: Watch) {
        fn keep<V>(rows: &mut Vec<Row<'_, V>>, watch: Watch, took_ms: fn(&V) -> Option<f64>) {
            rows.retain(|row| {
                row.seq > watch.since && watch.admits_call(row.time, took_ms(&row.view))
            });
        }
        keep(&mut self.logs, watch, |_| None);
        keep(&mut self.requests, watch, |body| body.duration);
        keep(&mut self.sockets, watch, |_| None);
        keep(&mut self.actions, watch, |_| None);
        keep(&mut self.loads, watch, |_| None);
        keep(&mut self.outlines, watch, |_| None);
        keep(&mut self.screenshots, watch, |_| None);
    }
}

/// The redacted JSON of the events that a [`View`] is parsed from.
#[derive(Debug, Clone, Default)]
pub struct Session<'s> {
    events: [Vec<RedactedEvent<'s>>; Kind::ALL.len()],
}

/// The redacted JSON of one event.
#[derive(Debug, Clone)]
pub(crate) struct RedactedEvent<'s> {
    pub(crate) seq: Seq,
    pub(crate) time: Timestamp,
    pub(crate) test: Option<Cow<'s, str>>,
    pub(crate) json: RedactedJson<'s>,
    /// `None` if it was read from a file.
    pub(crate) event: Option<&'s Event>,
}

impl<'s> RedactedEvent<'s> {
    fn new(event: &'s Event) -> Self {
        let test = event.test.as_deref().map(redact::text);
        let json = redact::event(event);
        Self { seq: event.seq, time: event.time, test, json, event: Some(event) }
    }

    fn read<'a, V: EventView<'a>>(&'a self) -> Option<Row<'a, V>> {
        let Self { seq, time, ref test, ref json, event } = *self;
        let view: V = json.parse()?;
        // What is in the journal was checked when it arrived.
        let is_valid = event.is_some() || view.check().is_ok();
        is_valid.then(|| Row { seq, time, test: test.as_deref(), view, event })
    }
}

impl<'s> Session<'s> {
    /// Redacts the events of a snapshot that `keep` accepts.
    pub fn new(snapshot: &'s Snapshot, keep: impl Fn(&Event) -> bool) -> Self {
        let of = |kind| {
            let kept = snapshot.of(kind).iter().filter(|event| keep(event));
            kept.map(|event| RedactedEvent::new(event)).collect()
        };
        Self { events: Kind::ALL.map(of) }
    }

    /// Redacts one event.
    pub fn of_event(event: &'s Event) -> Self {
        let mut session = Self::default();
        session.of_mut(event.kind).push(RedactedEvent::new(event));
        session
    }

    /// Redacts the events of one kind.
    pub fn of_kind(snapshot: &'s Snapshot, kind: Kind) -> Self {
        Self::new(snapshot, |event| event.kind == kind)
    }

    /// The events of one kind. An event that cannot be parsed is left out.
    pub fn rows<K: EventKind>(&self) -> Vec<Row<'_, K::View<'_>>> {
        self.parse::<K>(&mut 0)
    }

    pub fn view(&self) -> View<'_> {
        let mut unreadable = 0;
        View {
            logs: self.parse::<Logs>(&mut unreadable),
            requests: self.parse::<NetworkBodies>(&mut unreadable),
            sockets: self.parse::<WebSocketEvents>(&mut unreadable),
            actions: self.parse::<EnhancedActions>(&mut unreadable),
            loads: self.parse::<PerformanceSnapshots>(&mut unreadable),
            outlines: self.parse::<DomSnapshots>(&mut unreadable),
            screenshots: self.parse::<Screenshots>(&mut unreadable),
            unreadable,
        }
    }

    fn parse<K: EventKind>(&self, unreadable: &mut usize) -> Vec<Row<'_, K::View<'_>>> {
        let events = self.of(K::KIND);
        let rows: Vec<_> = events.iter().filter_map(RedactedEvent::read).collect();
        *unreadable += events.len() - rows.len();
        rows
    }

    pub(crate) fn of(&self, kind: Kind) -> &[RedactedEvent<'s>] {
        &self.events[kind as usize]
    }

    pub(crate) fn of_mut(&mut self, kind: Kind) -> &mut Vec<RedactedEvent<'s>> {
        &mut self.events[kind as usize]
    }

    /// Events of all kinds.
    pub(crate) fn len(&self) -> usize {
        self.events.iter().map(Vec::len).sum()
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&RedactedEvent<'s>) -> bool) {
        for texts in &mut self.events {
            texts.retain(&keep);
        }
    }

    /// The events of each test; those of none under the empty name. They no longer name it.
    pub(crate) fn by_test(self) -> BTreeMap<String, Self> {
        let mut tests: BTreeMap<String, Self> = BTreeMap::new();
        for (kind, texts) in Kind::ALL.into_iter().zip(self.events) {
            for mut text in texts {
                let test = text.test.take().unwrap_or_default().into_owned();
                tests.entry(test).or_default().of_mut(kind).push(text);
            }
        }
        tests
    }
}
