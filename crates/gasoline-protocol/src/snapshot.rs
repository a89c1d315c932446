//! Snapshot: the events at a moment. The noun everything reads.

use std::sync::Arc;

use crate::event::{Event, Seq};
use crate::kind::Kind;
use crate::time::Timestamp;

/// How many events a reader will never see, because they were forgotten before it asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Missed {
    pub count: u64,
    /// False when the exact number is itself forgotten and `count` is the least it can be.
    pub is_exact: bool,
}

/// The events that matched a query, and what must be known to read them rightly.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    pub taken_at: Timestamp,
    /// The newest event of the journal: asking again from here gives what came since.
    pub head: Seq,
    /// Oldest first, one list a kind, in the order of [`Kind::ALL`].
    events: [Vec<Arc<Event>>; Kind::ALL.len()],
    /// What the rings that were asked have dropped, in the order of [`Kind::ALL`].
    pub forgotten: [u64; Kind::ALL.len()],
    /// What was dropped after the reader's cursor.
    pub missed: Missed,
    /// When the rings that were asked were last cleared by somebody.
    pub cleared_at: Option<Timestamp>,
}

impl Snapshot {
    /// Nothing yet, as of now.
    pub fn new(taken_at: Timestamp, head: Seq) -> Self {
        let missed = Missed { count: 0, is_exact: true };
        Self { taken_at, head, missed, ..Self::default() }
    }

    pub fn of(&self, kind: Kind) -> &[Arc<Event>] {
        &self.events[kind as usize]
    }

    pub fn of_mut(&mut self, kind: Kind) -> &mut Vec<Arc<Event>> {
        &mut self.events[kind as usize]
    }

    pub fn is_empty(&self) -> bool {
        self.events.iter().all(Vec::is_empty)
    }

    /// Events of all kinds.
    pub fn len(&self) -> usize {
        self.events.iter().map(Vec::len).sum()
    }

    pub fn forgotten_of(&self, kind: Kind) -> u64 {
        self.forgotten[kind as usize]
    }
}
