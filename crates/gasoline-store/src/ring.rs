//! A bounded queue of events that counts what it forgot, and can say since when.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::kind::RingLimits;
use gasoline_protocol::snapshot::Missed;
use gasoline_protocol::{Event, Kind, Seq};

use crate::limits;

/// Events of one kind, oldest first.
#[derive(Debug)]
pub struct Ring {
    events: VecDeque<Arc<Event>>,
    bytes: usize,
    limits: RingLimits,
    pub forgotten: Forgotten,
}

impl Ring {
    pub fn new(kind: Kind) -> Self {
        Self {
            events: VecDeque::new(),
            bytes: 0,
            limits: kind.info().ring,
            forgotten: Forgotten::default(),
        }
    }

    /// Adds an event. What had to go is pushed to `dropped`, so that freeing it can wait until the
    /// lock is released. Returns the bytes by which the ring grew.
    pub fn push(&mut self, event: Arc<Event>, dropped: &mut Vec<Arc<Event>>) -> isize {
        let before = self.bytes;
        self.bytes += event.cost();
        self.events.push_back(event);
        while self.events.len() > self.limits.max_events
            || (self.bytes > self.limits.max_bytes && self.events.len() > 1)
        {
            self.forget_oldest(dropped);
        }
        self.bytes.cast_signed() - before.cast_signed()
    }

    /// Drops the oldest event and counts it as forgotten. Returns its bytes.
    pub fn forget_oldest(&mut self, dropped: &mut Vec<Arc<Event>>) -> usize {
        let Some(event) = self.events.pop_front() else { return 0 };
        let cost = event.cost();
        self.bytes -= cost;
        self.forgotten.note(event.seq);
        dropped.push(event);
        cost
    }

    /// Drops, and counts as forgotten, every event for which `is_superseded` holds.
    pub fn forget_where(
        &mut self,
        is_superseded: impl Fn(&Event) -> bool,
        dropped: &mut Vec<Arc<Event>>,
    ) -> usize {
        let before = self.bytes;
        self.events.retain(|event| {
            let goes = is_superseded(event);
            if goes {
                self.bytes -= event.cost();
                self.forgotten.note(event.seq);
                dropped.push(Arc::clone(event));
            }
            !goes
        });
        before - self.bytes
    }

    /// Puts `event` in the place of the one with its Seq. Returns the bytes by which the ring grew.
    pub fn replace(&mut self, event: Arc<Event>) -> isize {
        let before = self.bytes;
        let index = self.events.partition_point(|held| held.seq < event.seq);
        if let Some(held) = self.events.get_mut(index).filter(|held| held.seq == event.seq) {
            self.bytes = self.bytes + event.cost() - held.cost();
            *held = event;
        }
        self.bytes.cast_signed() - before.cast_signed()
    }

    /// Takes out the event with this Seq, which another one represents: it is not forgotten.
    pub fn remove(&mut self, seq: Seq) -> Option<Arc<Event>> {
        let index = self.events.binary_search_by_key(&seq, |event| event.seq).ok()?;
        let event = self.events.remove(index)?;
        self.bytes -= event.cost();
        Some(event)
    }

    pub fn get(&self, seq: Seq) -> Option<&Arc<Event>> {
        let index = self.events.binary_search_by_key(&seq, |event| event.seq).ok()?;
        self.events.get(index)
    }

    /// Empties the ring on somebody's wish: cleared is not forgotten.
    pub fn clear(&mut self) -> VecDeque<Arc<Event>> {
        self.bytes = 0;
        std::mem::take(&mut self.events)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<Event>> {
        self.events.iter()
    }

    /// The events with a Seq above `after`.
    pub fn after(&self, after: Seq) -> impl Iterator<Item = &Arc<Event>> {
        let start = self.events.partition_point(|event| event.seq <= after);
        self.events.range(start..)
    }

    pub fn oldest(&self) -> Option<Seq> {
        self.events.front().map(|event| event.seq)
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// What was forgotten: how many in all, and how many after any Seq.
///
/// A flood forgets in long runs of neighbours, so a few runs tell exactly what a reader missed.
/// When there are too many, the oldest two are merged, and only a reader whose cursor lies inside
/// such a merged run is told "at least".
#[derive(Debug, Default)]
pub struct Forgotten {
    total: u64,
    runs: VecDeque<Run>,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    first: u64,
    last: u64,
    count: u64,
}

impl Run {
    fn is_whole(self) -> bool {
        self.last - self.first + 1 == self.count
    }
}

impl Forgotten {
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Counts an event as forgotten.
    pub fn note(&mut self, Seq(seq): Seq) {
        self.total += 1;
        match self.runs.back_mut() {
            Some(run) if run.last + 1 == seq && run.is_whole() => {
                run.last = seq;
                run.count += 1;
            }
            Some(run) if seq <= run.last => {
                // Out of order (a superseded event): it joins the run it falls into.
                run.first = run.first.min(seq);
                run.count += 1;
            }
            _ => self.runs.push_back(Run { first: seq, last: seq, count: 1 }),
        }
        if self.runs.len() > limits::FORGOTTEN_MAX_RUNS
            && let Some(oldest) = self.runs.pop_front()
            && let Some(next) = self.runs.front_mut()
        {
            next.first = oldest.first.min(next.first);
            next.count += oldest.count;
        }
    }

    /// Adds losses whose places are not known any more: they count, but only in all.
    pub fn add_total(&mut self, count: u64) {
        self.total += count;
    }

    /// How many of the forgotten came after `cursor`.
    pub fn after(&self, Seq(cursor): Seq) -> Missed {
        let mut missed = Missed { count: 0, is_exact: true };
        for run in self.runs.iter().rev() {
            if run.first > cursor {
                missed.count += run.count;
            } else if run.last > cursor {
                let most = run.last - cursor;
                if run.is_whole() {
                    missed.count += most;
                } else {
                    // The gaps of a merged run may lie on either side.
                    let before = cursor + 1 - run.first;
                    missed.count += run.count.saturating_sub(before).max(1);
                    missed.is_exact = false;
                }
            }
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use gasoline_protocol::event::Draft;
    use gasoline_protocol::kind::limits::{ACTIONS_MAX_BYTES, ACTIONS_MAX_EVENTS};
    use gasoline_protocol::{Facet, Timestamp};

    use super::*;

    fn event(seq: u64, bytes: usize) -> Arc<Event> {
        let draft = Draft {
            kind: Kind::EnhancedActions,
            facet: Facet::Plain,
            time: None,
            test: None,
            text: "x".repeat(bytes).into(),
        };
        Arc::new(Event::new(draft, Seq(seq), Timestamp::default(), None))
    }

    fn filled(seqs: impl IntoIterator<Item = u64>) -> Ring {
        let mut ring = Ring::new(Kind::EnhancedActions);
        for seq in seqs {
            ring.push(event(seq, 1), &mut Vec::new());
        }
        ring
    }

    #[test]
    fn a_full_ring_forgets_the_oldest_and_counts_it() {
        let ring = filled(1..=60);
        assert_eq!(ring.len(), ACTIONS_MAX_EVENTS);
        assert_eq!(ring.oldest(), Some(Seq(11)));
        assert_eq!(ring.forgotten.total(), 10);
    }

    #[test]
    fn bytes_are_bounded_too_but_one_event_always_stays() {
        let mut ring = Ring::new(Kind::EnhancedActions);
        let mut dropped = Vec::new();
        ring.push(event(1, 10), &mut dropped);
        let grown = ring.push(event(2, ACTIONS_MAX_BYTES), &mut dropped);
        assert_eq!((ring.len(), dropped.len(), ring.oldest()), (1, 1, Some(Seq(2))));
        assert!(grown > 0);
        assert!(ring.bytes() > ACTIONS_MAX_BYTES);
    }

    #[test]
    fn a_reader_is_told_exactly_what_it_missed() {
        let ring = filled(1..=60);
        assert_eq!(ring.forgotten.after(Seq(0)), Missed { count: 10, is_exact: true });
        assert_eq!(ring.forgotten.after(Seq(4)), Missed { count: 6, is_exact: true });
        assert_eq!(ring.forgotten.after(Seq(10)), Missed { count: 0, is_exact: true });
        assert_eq!(ring.after(Seq(55)).count(), 5);
    }

    #[test]
    fn scattered_losses_are_merged_and_then_told_as_a_least_number() {
        // Every third Seq, so that no two are neighbours.
        let seqs: Vec<u64> = (1..=1000).map(|n| n * 3).collect();
        let ring = filled(seqs.iter().copied());
        let lost = 1000 - ACTIONS_MAX_EVENTS as u64;
        assert_eq!(ring.forgotten.total(), lost);
        assert_eq!(ring.forgotten.after(Seq(0)), Missed { count: lost, is_exact: true });
        for cursor in [1, 500, 1500, 2000] {
            let truth =
                seqs.iter().filter(|seq| **seq > cursor).count() as u64 - ACTIONS_MAX_EVENTS as u64;
            let missed = ring.forgotten.after(Seq(cursor));
            assert!(missed.count <= truth && missed.count > 0, "{cursor}: {missed:?} of {truth}");
            assert!(!missed.is_exact || missed.count == truth);
        }
    }
}
