//! Tests: which are running, and the record each leaves behind. A record survives `/clear`.

mod rows;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use gasoline_protocol::boundary::{Boundary, BoundaryAction, RunnerError};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::page::Screenshot;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::{Event, Facet, Kind, Seq, Since, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{limits, stored};
use rows::kept_text;

pub use rows::{RecordedError, RecordedFailure, RecordedSocketError};

/// All records, oldest first.
#[derive(Debug, Default)]
pub struct Records {
    by_id: HashMap<Arc<str>, Record>,
    order: VecDeque<Arc<str>>,
    /// Started and not ended, so that an event without an id finds its test at once.
    running: BTreeSet<Arc<str>>,
    bytes: usize,
    /// Counts changes of what [`Records::list`] tells.
    pub changes: u64,
    /// The tests that ended last, and how many have ended.
    ended: VecDeque<Arc<str>>,
    pub(crate) ended_count: u64,
    /// Records that had to go to make room.
    pub forgotten: u64,
    /// Records that keep only their outcome.
    pub stripped: u64,
}

/// What remains of one attempt at one test. It survives `/clear`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Record {
    pub test_id: Arc<str>,
    /// As the runner reports it; `running` until then, `unknown` without a `start`.
    pub status: String,
    pub started: Option<Timestamp>,
    pub ended: Option<Timestamp>,
    pub duration_ms: Option<f64>,
    /// Which attempt this is; 0 is the first.
    pub retries: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Why it failed, as the runner reports it.
    pub error: Option<RunnerError>,
    /// Errors of the page, each with its number of occurrences.
    pub errors: Vec<RecordedError>,
    /// Failed requests, with a prefix of both bodies.
    pub network_failures: Vec<RecordedFailure>,
    /// Sockets that failed.
    pub ws_errors: Vec<RecordedSocketError>,
    /// Ids of its screenshots.
    pub screenshots: Vec<String>,
    /// Rows that the lists above leave out.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub omitted: u64,
    /// What the stacks of its errors mean in the source, each a text of JSON: whoever explains them
    /// forgets sooner than a record does.
    #[serde(skip)]
    pub places: Vec<String>,
    /// The cursor at its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_cursor: Option<Seq>,
    /// The cursor at its latest event or boundary.
    pub last_cursor: Seq,
    #[serde(skip)]
    last_seen: Timestamp,
    #[serde(skip)]
    bytes: usize,
}

impl Records {
    /// Opens or closes the record of a test.
    pub fn mark(&mut self, boundary: Boundary, now: Timestamp, head: Seq) {
        let id = self.open(&boundary.test_id, now);
        let Some(record) = self.by_id.get_mut(&id) else { return };
        let before = record.bytes;
        self.changes += 1;
        record.mark(boundary, now, head);
        let has_ended = record.ended.is_some();
        if record.is_running() {
            self.running.insert(Arc::clone(&id));
        } else {
            self.running.remove(&id);
        }
        if has_ended {
            self.ended_count += 1;
            self.ended.push_back(id);
            if self.ended.len() > limits::ENDED_TESTS_MAX {
                self.ended.pop_front();
            }
        }
        self.bytes = self.bytes + record.bytes - before;
        self.shrink();
    }

    /// The record of a test that events name, made if there is none.
    pub fn open(&mut self, test_id: &str, now: Timestamp) -> Arc<str> {
        if let Some((id, _)) = self.by_id.get_key_value(test_id) {
            return Arc::clone(id);
        }
        let id: Arc<str> = Arc::from(test_id);
        let record = Record::new(Arc::clone(&id), now);
        self.changes += 1;
        self.bytes += record.bytes;
        self.by_id.insert(Arc::clone(&id), record);
        self.order.push_back(Arc::clone(&id));
        self.shrink();
        id
    }

    /// Takes an event of the test into its record, if it is one worth a line there.
    pub fn see(&mut self, test_id: &str, event: &Event) {
        let Some(record) = self.by_id.get_mut(test_id) else { return };
        let before = record.bytes;
        self.changes += u64::from(record.see(event));
        self.bytes = self.bytes + record.bytes - before;
        if self.bytes > limits::RECORDS_MAX_BYTES {
            self.shrink();
        }
    }

    /// Takes an error or a failed request back that counts as none after all.
    pub fn take_back(&mut self, test_id: &str, event: &Event) {
        let Some(record) = self.by_id.get_mut(test_id) else { return };
        let before = record.bytes;
        self.changes += 1;
        if event.kind == Kind::NetworkBodies {
            if let Some(body) = stored::view::<NetworkBody<'_>>(event) {
                record.take_back_failure(&RecordedFailure::of(&body, event));
            }
        } else if let Some(entry) = stored::view::<LogEntry<'_>>(event) {
            record.take_back(&entry, event);
        }
        self.bytes = self.bytes + record.bytes - before;
    }

    /// Keeps what the errors of a test mean in the source, as far as there is room for it.
    pub fn explain(&mut self, test_id: &str, places: Vec<String>) {
        let Some(record) = self.by_id.get_mut(test_id) else { return };
        let before = record.bytes;
        let fits = |place: &String| place.len() <= limits::RECORD_PLACE_MAX_BYTES;
        record.places = places.into_iter().filter(fits).take(limits::RECORD_MAX_PLACES).collect();
        record.weigh();
        self.bytes = self.bytes + record.bytes - before;
        self.shrink();
    }

    /// The tests that ended after so many had, each with its number. The earliest are not listed.
    pub fn ended_after(&self, count: u64) -> impl Iterator<Item = (u64, &Arc<str>)> {
        let first = self.ended_count + 1 - self.ended.len() as u64;
        (first..).zip(&self.ended).filter(move |(number, _)| *number > count)
    }

    /// The test that events without an id belong to: the only one running, if only one is.
    pub fn only_running(&self) -> Option<Arc<str>> {
        self.running.first().filter(|_| self.running.len() == 1).cloned()
    }

    pub fn is_running(&self, test_id: &str) -> bool {
        self.running.contains(test_id)
    }

    pub fn has_ended(&self, test_id: &str) -> bool {
        self.by_id.get(test_id).is_none_or(|record| record.ended.is_some())
    }

    /// Whether a test is under way that was heard of lately.
    pub fn has_open_test(&self, now: Timestamp) -> bool {
        let is_fresh =
            |record: &Record| now.ms_since(record.last_seen) < limits::TEST_STALE_SECONDS * 1000;
        self.running.iter().filter_map(|id| self.by_id.get(id)).any(is_fresh)
    }

    /// Copies of the records, oldest first.
    pub fn list(&self, test_id: Option<&str>) -> Vec<Record> {
        self.order
            .iter()
            .filter(|id| test_id.is_none_or(|wanted| wanted == &***id))
            .filter_map(|id| self.by_id.get(id))
            .map(Record::without_repeats)
            .collect()
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are, and the ids of those that run.
    pub fn counts(&self) -> (usize, Vec<Arc<str>>) {
        (self.order.len(), self.running.iter().cloned().collect())
    }

    /// Keeps the records within their number and bytes: the oldest ended one goes, or is stripped.
    fn shrink(&mut self) {
        if self.order.len() > limits::RECORDS_MAX {
            // Asked of the running ones, which are few: hashing thousands of long ids takes milliseconds.
            let has_others = self.running.len() < self.order.len();
            let oldest = self.order.iter().position(|id| has_others && !self.running.contains(id));
            let oldest = oldest.unwrap_or(0);
            if let Some(id) = self.order.remove(oldest)
                && let Some(record) = self.by_id.remove(&id)
            {
                self.running.remove(&id);
                self.bytes -= record.bytes;
                self.forgotten += 1;
            }
        }
        if self.bytes > limits::RECORDS_MAX_BYTES {
            // Well below, in one pass: to look at every record for each event would take long.
            let enough = limits::RECORDS_MAX_BYTES / 8 * 7;
            for is_turn_of_ended in [true, false] {
                for id in &self.order {
                    if self.bytes <= enough {
                        return;
                    }
                    let Some(record) = self.by_id.get_mut(id) else { continue };
                    if record.is_stripped() || record.ended.is_some() != is_turn_of_ended {
                        continue;
                    }
                    let before = record.bytes;
                    record.strip();
                    self.bytes = self.bytes + record.bytes - before;
                    self.stripped += 1;
                }
            }
        }
    }
}

impl Record {
    fn new(test_id: Arc<str>, now: Timestamp) -> Self {
        let mut record = Self {
            test_id,
            status: "unknown".to_owned(),
            started: None,
            ended: None,
            duration_ms: None,
            retries: 0,
            title: None,
            file: None,
            line: None,
            project: None,
            worker: None,
            error: None,
            errors: Vec::new(),
            network_failures: Vec::new(),
            ws_errors: Vec::new(),
            screenshots: Vec::new(),
            omitted: 0,
            places: Vec::new(),
            start_cursor: None,
            last_cursor: Seq::default(),
            last_seen: now,
            bytes: 0,
        };
        record.weigh();
        record
    }

    pub fn is_running(&self) -> bool {
        self.started.is_some() && self.ended.is_none()
    }

    /// Whether the test was under way after a cursor or a time.
    pub fn is_after(&self, since: Since) -> bool {
        match since {
            Since::Beginning => true,
            // At the cursor itself there is no telling: what started there is rather told than hidden.
            Since::Seq(seq) => {
                self.last_cursor > seq || self.start_cursor.is_some_and(|start| start >= seq)
            }
            Since::Time(time) => self.last_seen > time,
        }
    }

    fn mark(&mut self, boundary: Boundary, now: Timestamp, head: Seq) {
        let text = |text: Option<String>| text.map(|text| kept_text(&text));
        self.last_seen = now;
        self.last_cursor = head;
        match boundary.action {
            BoundaryAction::Start => {
                self.start_cursor = Some(head);
                self.started = Some(now);
                self.ended = None;
                self.duration_ms = None;
                "running".clone_into(&mut self.status);
            }
            BoundaryAction::End => {
                self.ended = Some(now);
                #[expect(clippy::cast_precision_loss, reason = "a test takes no millennia")]
                let measured = self.started.map(|started| now.ms_since(started) as f64);
                self.duration_ms = boundary.duration_ms.or(measured);
                self.status = text(boundary.status).unwrap_or_else(|| "unknown".to_owned());
            }
        }
        self.retries = boundary.retry.unwrap_or(self.retries);
        self.title = text(boundary.title).or(self.title.take());
        self.file = text(boundary.file).or(self.file.take());
        self.line = boundary.line.or(self.line);
        self.project = text(boundary.project).or(self.project.take());
        self.worker = boundary.worker.or(self.worker);
        let error = boundary.error.map(|error| RunnerError {
            message: kept_text(&error.message),
            stack: error.stack.as_deref().map(kept_text),
        });
        self.error = error.or(self.error.take());
        self.weigh();
    }

    /// Says whether it is told of the event.
    fn see(&mut self, event: &Event) -> bool {
        self.last_seen = event.received_at;
        self.last_cursor = event.seq;
        let kept = match event.facet {
            Facet::Log { level: Level::Error, is_retracted: false, .. } => {
                stored::view::<LogEntry<'_>>(event).map(|entry| self.see_error(&entry, event))
            }
            Facet::Network { is_failure: true, .. } => stored::view::<NetworkBody<'_>>(event)
                .map(|body| push(&mut self.network_failures, RecordedFailure::of(&body, event))),
            Facet::WebSocket { is_error: true, .. } => stored::view::<WebSocketEvent<'_>>(event)
                .map(|socket| push(&mut self.ws_errors, RecordedSocketError::of(&socket, event))),
            _ if event.kind == Kind::Screenshots => stored::view::<Screenshot<'_>>(event)
                .map(|shot| push(&mut self.screenshots, shot.id.to_string())),
            _ => return false,
        };
        match kept {
            Some(true) => self.weigh(),
            Some(false) => self.omitted += 1,
            None => {}
        }
        kept.is_some()
    }

    fn take_back(&mut self, entry: &LogEntry<'_>, event: &Event) {
        let error = RecordedError::of(entry, event);
        match self.errors.iter().position(|known| known.is_like(&error)) {
            Some(place) if self.errors[place].count > 1 => self.errors[place].count -= 1,
            Some(place) => {
                self.errors.remove(place);
                self.weigh();
            }
            None => self.omitted = self.omitted.saturating_sub(1),
        }
    }

    fn take_back_failure(&mut self, failure: &RecordedFailure) {
        match self.network_failures.iter().position(|known| known == failure) {
            Some(place) => {
                self.network_failures.remove(place);
                self.weigh();
            }
            None => self.omitted = self.omitted.saturating_sub(1),
        }
    }

    fn see_error(&mut self, entry: &LogEntry<'_>, event: &Event) -> bool {
        let error = RecordedError::of(entry, event);
        if let Some(known) = self.errors.iter_mut().find(|known| known.is_like(&error)) {
            known.count += 1;
            return true;
        }
        push(&mut self.errors, error)
    }

    /// The record without log lines about requests that it lists as failed requests anyway.
    fn without_repeats(&self) -> Self {
        let mut record = self.clone();
        record.errors.retain(|error| {
            error.source != "network"
                || !self.network_failures.iter().any(|failure| {
                    error.timestamp.ms_since(failure.timestamp).abs()
                        <= limits::SAME_REQUEST_WINDOW_MS
                        && error.message.contains(&failure.url)
                        && error.message.contains(&failure.method)
                })
        });
        record
    }

    fn is_stripped(&self) -> bool {
        self.errors.is_empty() && self.network_failures.is_empty() && self.ws_errors.is_empty()
    }

    /// Keeps the outcome and lets the details go.
    fn strip(&mut self) {
        let listed = self.errors.len() + self.network_failures.len() + self.ws_errors.len();
        self.omitted += listed as u64;
        self.errors = Vec::new();
        self.network_failures = Vec::new();
        self.ws_errors = Vec::new();
        self.places = Vec::new();
        self.weigh();
    }

    fn weigh(&mut self) {
        let of = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let runner = self.error.as_ref().map_or(0, |all| all.message.len() + of(&all.stack));
        let errors: usize = self
            .errors
            .iter()
            .map(|all| {
                all.message.len() + of(&all.url) + of(&all.stack) + size_of::<RecordedError>()
            })
            .sum();
        let failures: usize = self
            .network_failures
            .iter()
            .map(|all| {
                all.url.len()
                    + of(&all.request_body)
                    + of(&all.response_body)
                    + size_of::<RecordedFailure>()
            })
            .sum();
        let sockets: usize = self
            .ws_errors
            .iter()
            .map(|all| all.url.len() + of(&all.reason) + size_of::<RecordedSocketError>())
            .sum();
        let names = 2 * self.test_id.len() + of(&self.title) + of(&self.file) + of(&self.project);
        let places: usize = self.places.iter().map(|text| text.len() + size_of::<String>()).sum();
        self.bytes = size_of::<Self>() + names + runner + errors + failures + sockets + places;
    }
}

/// Adds to a list of a record, unless it is full.
fn push<T>(list: &mut Vec<T>, item: T) -> bool {
    let has_room = list.len() < limits::RECORD_MAX_ITEMS;
    if has_room {
        list.push(item);
    }
    has_room
}
