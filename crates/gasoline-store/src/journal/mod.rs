//! The journal: append-only, one set of rings a test and one for the interactive session, all within
//! one budget.
//!
//! It has one writer, [`Journal::accept`]. Everyone else holds a `Snapshot`, which is a value.
//! The lock is a plain mutex held for microseconds; what falls out is freed after it is released.

mod enrichments;
pub(crate) mod sightings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::boundary::Boundary;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::{History, Page, Way};
use gasoline_protocol::{Captured, Event, Kind, Seq, Since, Snapshot, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::baselines::{Baseline, Baselines};
use crate::clock::Clock;
use crate::connections::SocketStatus;
use crate::histories::Histories;
use crate::ingest::{Batch, Receipt};
use crate::query::{self, Query, Scope};
use crate::receipts::Receipts;
use crate::records::{Record, Records};
use crate::ring::Forgotten;
use crate::session::Session;
use crate::{limits, stored};
use enrichments::Waiting;

pub use crate::session::Picture;

/// Everything captured, behind one lock.
pub struct Journal {
    state: Mutex<State>,
    clock: Arc<dyn Clock>,
    follower: Box<dyn Fn(Progress) + Send + Sync>,
}

/// How far a journal has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The newest event.
    pub head: Seq,
    /// How often something was taken away.
    pub cleared: u64,
    /// How often the records of tests have changed.
    pub tests: u64,
    /// How many tests have ended.
    pub ended: u64,
}

struct State {
    /// The Seq of the newest event; 0 before the first.
    head: u64,
    cleared: u64,
    born: u64,
    interactive: Session,
    tests: BTreeMap<Arc<str>, Session>,
    records: Records,
    receipts: Receipts,
    baselines: Baselines,
    histories: Histories,
    next_picture: u64,
    /// What went with the sessions of tests that were dropped whole.
    dropped: [Forgotten; Kind::ALL.len()],
    /// Events accepted since the start, in the order of [`Kind::ALL`].
    accepted: [u64; Kind::ALL.len()],
    /// What clients gave up before they could send it.
    lost: Dropped,
    waiting: Waiting,
}

/// A picture and its thumbnail, encoded.
pub type FullAndThumb = (Arc<[u8]>, Arc<[u8]>);

/// How full the rings of one kind are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fill {
    pub held: usize,
    pub capacity: usize,
    pub forgotten: u64,
    pub accepted: u64,
    /// What clients gave up before they could send it.
    pub lost: u64,
}

/// What was removed by a clear.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removed(pub BTreeMap<Kind, usize>);

impl Removed {
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }
}

impl Journal {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let state = State {
            head: 0,
            cleared: 0,
            born: 0,
            interactive: Session::new(0),
            tests: BTreeMap::new(),
            records: Records::default(),
            receipts: Receipts::default(),
            baselines: Baselines::default(),
            histories: Histories::default(),
            next_picture: 1,
            dropped: Default::default(),
            accepted: Default::default(),
            lost: Dropped::default(),
            waiting: Waiting::default(),
        };
        Self { state: Mutex::new(state), clock, follower: Box::new(|_| ()) }
    }

    /// Has each change followed, in order: the journal is locked meanwhile.
    #[must_use]
    pub fn followed_by(self, follower: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { follower: Box::new(follower), ..self }
    }

    /// Appends a batch, or finds that it was appended before, and says what became of it.
    pub fn accept(&self, mut batch: Batch) -> Receipt {
        let now = self.clock.now();
        let mut dropped = Vec::new();
        let mut state = self.lock();
        if let Some(batch_id) = &batch.batch_id
            && let Some(receipt) = state.receipts.find(Some(batch.kind), batch_id)
        {
            return receipt.clone();
        }
        let receipt = batch.receipt();
        if let Some(batch_id) = &batch.batch_id {
            state.receipts.remember(Some(batch.kind), batch_id, receipt.clone());
        }
        state.lost.add(&batch.dropped, limits::LOST_MAX_COUNT);
        state.append(batch, now, &mut dropped);
        self.publish(&state);
        drop(state);
        receipt
    }

    /// Whether a batch was appended before, and is sent again.
    pub fn knows(&self, batch: &Batch) -> bool {
        let state = self.lock();
        let id = batch.batch_id.as_deref();
        id.is_some_and(|id| state.receipts.find(Some(batch.kind), id).is_some())
    }

    /// Appends the record of a screenshot with its picture.
    pub fn accept_picture(&self, batch: Batch, full: Arc<[u8]>, thumb: Arc<[u8]>, id: u64) {
        let now = self.clock.now();
        let mut dropped = Vec::new();
        let mut state = self.lock();
        let test = batch.test.as_deref().map(|test_id| state.records.open(test_id, now));
        let test = test.or_else(|| state.records.only_running());
        state.append(batch, now, &mut dropped);
        state.session_mut(test.as_ref()).add_picture(Picture { id, full, thumb });
        state.fit(&mut dropped);
        self.publish(&state);
    }

    /// The id of the next screenshot.
    pub fn next_picture_id(&self) -> u64 {
        let mut state = self.lock();
        let id = state.next_picture;
        state.next_picture += 1;
        id
    }

    /// The picture and its thumbnail, while they are held.
    pub fn picture(&self, id: u64) -> Option<FullAndThumb> {
        let state = self.lock();
        let picture = state.sessions().find_map(|session| session.picture(id))?;
        Some((Arc::clone(&picture.full), Arc::clone(&picture.thumb)))
    }

    /// The ids of the pictures that are held.
    pub fn held_pictures(&self) -> BTreeSet<u64> {
        self.lock().sessions().flat_map(Session::picture_ids).collect()
    }

    /// Whether a screenshot of that id was ever taken.
    pub fn has_taken_picture(&self, id: u64) -> bool {
        (1..self.lock().next_picture).contains(&id)
    }

    /// The events that answer a query, as they are at this moment.
    pub fn snapshot(&self, query: &Query) -> Snapshot {
        let state = self.lock();
        let mut snapshot = Snapshot::new(self.clock.now(), Seq(state.head));
        match &query.scope {
            Scope::Test(test_id) => {
                if let Some(session) = state.tests.get(test_id.as_str()) {
                    query.gather(session, &mut snapshot);
                }
            }
            Scope::Everything => {
                for session in state.sessions() {
                    query.gather(session, &mut snapshot);
                }
                for kind in Kind::ALL.into_iter().filter(|kind| query.wants(*kind)) {
                    let dropped = &state.dropped[kind as usize];
                    snapshot.forgotten[kind as usize] += dropped.total();
                    if let Since::Seq(seq) = query.since {
                        query::add(&mut snapshot.missed, dropped.after(seq));
                    }
                }
            }
        }
        let has_several = !state.tests.is_empty();
        drop(state);
        if has_several {
            for kind in Kind::ALL {
                snapshot.of_mut(kind).sort_unstable_by_key(|event| event.seq);
            }
        }
        snapshot
    }

    /// Empties the rings of `kinds` (all if empty). Records of tests stay.
    pub fn clear(&self, scope: &Scope, kinds: &[Kind]) -> Removed {
        let kinds = if kinds.is_empty() { &Kind::ALL } else { kinds };
        let now = self.clock.now();
        let mut dropped = Vec::new();
        let mut removed = Removed::default();
        let mut state = self.lock();
        state.cleared += 1;
        let sessions: Vec<&mut Session> = match scope {
            Scope::Test(test_id) => state.tests.get_mut(test_id.as_str()).into_iter().collect(),
            Scope::Everything => state.sessions_mut().collect(),
        };
        for session in sessions {
            for (kind, count) in session.clear(kinds, now, &mut dropped) {
                *removed.0.entry(kind).or_default() += count;
            }
        }
        if *scope == Scope::Everything && kinds.contains(&Kind::Performance) {
            state.baselines.clear();
            state.histories.clear();
        }
        self.publish(&state);
        drop(state);
        removed
    }

    /// Opens or closes the record of a test.
    pub fn mark(&self, boundary: Boundary) -> Timestamp {
        let now = self.clock.now();
        let mut state = self.lock();
        let head = Seq(state.head);
        state.records.mark(boundary, now, head);
        self.publish(&state);
        now
    }

    /// Keeps with the record of a test what its errors mean in the source.
    pub fn explain(&self, test_id: &str, places: Vec<String>) {
        let mut state = self.lock();
        state.records.explain(test_id, places);
        self.publish(&state);
    }

    /// The tests that ended after so many had, each with its number. The earliest are not listed.
    pub fn ended_tests(&self, count: u64) -> Vec<(u64, Arc<str>)> {
        let state = self.lock();
        let ended = state.records.ended_after(count);
        ended.map(|(number, test_id)| (number, Arc::clone(test_id))).collect()
    }

    /// The records of tests, oldest first.
    pub fn tests(&self, test_id: Option<&str>) -> Captured<Vec<Record>> {
        Captured::new(self.lock().records.list(test_id))
    }

    /// How many records of tests there are, and the ids of those that run.
    pub fn test_counts(&self) -> (usize, Vec<Arc<str>>) {
        self.lock().records.counts()
    }

    /// The records of tests that were under way after `since`, oldest first.
    pub fn tests_since(&self, test_id: Option<&str>, since: Since) -> Captured<Vec<Record>> {
        // A test that is requested by its id and still runs is under way.
        let is_requested = |record: &Record| test_id.is_some() && record.is_running();
        self.tests(test_id).map(|mut records| {
            records.retain(|record| is_requested(record) || record.is_after(since));
            records
        })
    }

    /// The tables of WebSocket connections of a scope, joined.
    pub fn sockets(&self, scope: &Scope) -> Captured<SocketStatus> {
        let now = self.clock.now();
        let state = self.lock();
        let sessions: Vec<&Session> = match scope {
            Scope::Test(test_id) => state.tests.get(test_id.as_str()).into_iter().collect(),
            Scope::Everything => state.sessions().collect(),
        };
        let mut joined = SocketStatus::default();
        for session in sessions {
            let status = session.connections.status(now);
            joined.connections.extend(status.connections);
            joined.closed.extend(status.closed);
        }
        Captured::new(joined)
    }

    pub fn baseline(&self, url: &str) -> Captured<Option<Baseline>> {
        Captured::new(self.lock().baselines.of(url).cloned())
    }

    /// The loads of each page as far as they are remembered, the page loaded last at the end.
    pub fn histories(&self) -> Captured<Vec<History>> {
        Captured::new(self.lock().histories.list())
    }

    /// The loads of one page, as far as they are remembered.
    pub fn history(&self, page: &Page) -> Option<History> {
        self.lock().histories.of(page)
    }

    /// What clients gave up before they could send it, since the start.
    pub fn lost(&self) -> Dropped {
        self.lock().lost
    }

    /// How full the rings are, in the order of [`Kind::ALL`].
    pub fn fill(&self) -> [Fill; Kind::ALL.len()] {
        let state = self.lock();
        Kind::ALL.map(|kind| {
            let mut fill = Fill {
                forgotten: state.dropped[kind as usize].total(),
                accepted: state.accepted[kind as usize],
                lost: state.lost.count(Some(kind)),
                ..Fill::default()
            };
            for session in state.sessions() {
                if kind == Kind::Screenshots {
                    fill.held += session.pictures();
                    fill.capacity += limits::PICTURES_MAX;
                    fill.forgotten += session.pictures_forgotten;
                } else {
                    fill.held += session.ring(kind).len();
                    fill.capacity += kind.info().ring.max_events;
                    fill.forgotten += session.ring(kind).forgotten.total();
                }
            }
            fill
        })
    }

    /// Bytes of everything kept.
    pub fn bytes(&self) -> usize {
        self.lock().bytes()
    }

    /// The Seq of the newest event.
    pub fn head(&self) -> Seq {
        Seq(self.lock().head)
    }

    /// Whether a test is under way that was heard of lately.
    pub fn has_open_test(&self) -> bool {
        let now = self.clock.now();
        self.lock().records.has_open_test(now)
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn publish(&self, state: &State) {
        let Records { changes: tests, ended_count: ended, .. } = state.records;
        (self.follower)(Progress { head: Seq(state.head), cleared: state.cleared, tests, ended });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while appending leaves counters a little off, never memory unsafe: go on serving.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    fn sessions(&self) -> impl Iterator<Item = &Session> {
        std::iter::once(&self.interactive).chain(self.tests.values())
    }

    fn sessions_mut(&mut self) -> impl Iterator<Item = &mut Session> {
        std::iter::once(&mut self.interactive).chain(self.tests.values_mut())
    }

    /// What all of it occupies, with what the allocator loses between texts of many sizes.
    fn bytes(&self) -> usize {
        let sessions = self.sessions().map(Session::bytes).sum::<usize>();
        let held = sessions + self.records.bytes() + self.waiting.bytes();
        held + held * limits::ALLOCATOR_SLACK_PERCENT / 100
    }

    fn append(&mut self, batch: Batch, now: Timestamp, dropped: &mut Vec<Arc<Event>>) {
        let batch_test = batch.test.as_deref().map(|test_id| self.records.open(test_id, now));
        let batch_test = batch_test.or_else(|| self.records.only_running());
        for draft in batch.drafts {
            let own_test = draft.test.as_deref().map(|test_id| self.records.open(test_id, now));
            let test = own_test.or_else(|| batch_test.clone());
            let is_sighting = sightings::is_sighting(&draft);
            if is_sighting && self.join_sighting(&draft, now, test.as_ref()) {
                continue;
            }
            self.head += 1;
            self.accepted[draft.kind as usize] += 1;
            let event = Event::new(draft, Seq(self.head), now, test.clone());
            let event = Arc::new(self.waiting.join(event, now));
            if event.kind == Kind::Performance
                && let Some(sample) = stored::view::<PerformanceSnapshot<'_>>(&event)
            {
                if Way::of(sample.navigation_type.as_deref()) == Way::Load {
                    self.baselines.see(&sample, now);
                }
                self.histories.see(&sample, &event);
            }
            if let Some(test_id) = &test {
                self.records.see(test_id, &event);
            }
            let says_less = !is_sighting && self.replace_sightings(&event, dropped);
            let session = self.session_mut(test.as_ref());
            if is_sighting {
                session.sightings.note_kept(event.seq);
            }
            session.append(Arc::clone(&event), dropped);
            if says_less {
                self.retract(&event);
            }
            // Freed after the lock is released, unless one batch pushes out more than is held.
            if dropped.len() >= limits::DROPPED_MAX_EVENTS {
                dropped.clear();
            }
        }
        self.fit(dropped);
    }

    /// The rings of a test, made if there are none, or those of the interactive session.
    fn session_mut(&mut self, test: Option<&Arc<str>>) -> &mut Session {
        let Some(test_id) = test else { return &mut self.interactive };
        if !self.tests.contains_key(test_id) {
            if self.tests.len() >= limits::TESTS_MAX_LIVE
                && let Some(least) = self.least_needed_test()
            {
                self.drop_test(&least);
            }
            self.born += 1;
            self.tests.insert(Arc::clone(test_id), Session::new(self.born));
        }
        self.tests.entry(Arc::clone(test_id)).or_insert_with(|| Session::new(0))
    }

    /// The test whose events go first: an ended one, then one that was never started, then any. Of
    /// each, one that holds nothing before the oldest: tests that passed are cleared, and those that
    /// failed before them keep what explains them.
    fn least_needed_test(&self) -> Option<Arc<str>> {
        let need = |id: &Arc<str>| match (self.records.has_ended(id), self.records.is_running(id)) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let least = self
            .tests
            .iter()
            .min_by_key(|(id, session)| (need(id), !session.is_empty(), session.born));
        least.map(|(id, _)| Arc::clone(id))
    }

    /// Drops the events of a test and counts them; its record stays.
    fn drop_test(&mut self, test_id: &Arc<str>) {
        let Some(session) = self.tests.remove(test_id) else { return };
        for kind in Kind::ALL {
            for event in session.ring(kind).iter() {
                self.dropped[kind as usize].note(event.seq);
            }
            self.dropped[kind as usize].add_total(session.ring(kind).forgotten.total());
        }
    }

    /// Drops what must go to stay within the budget: ended tests first, then the oldest events of
    /// the largest session.
    fn fit(&mut self, dropped: &mut Vec<Arc<Event>>) {
        while self.bytes() > limits::BUDGET_MAX_BYTES {
            let ended = self.least_needed_test().filter(|id| self.records.has_ended(id));
            if let Some(test_id) = ended {
                self.drop_test(&test_id);
                continue;
            }
            let records = &self.records;
            let is_spared = |id: &Arc<str>, session: &Session| {
                records.is_running(id) && session.bytes() <= limits::RUNNING_TEST_MIN_BYTES
            };
            let tests = self.tests.iter_mut().filter(|(id, session)| !is_spared(id, session));
            let sessions = tests.map(|(_, session)| session).chain([&mut self.interactive]);
            let Some(largest) = sessions.max_by_key(|session| session.bytes()) else { break };
            if largest.bytes() == 0 {
                break;
            }
            largest.forget(limits::BUDGET_STEP_BYTES, dropped);
        }
    }
}

#[cfg(test)]
mod tests;
