//! The gate before one reader: what it asked for, each thing once, seldom enough, in batches.
//!
//! | rule | |
//! |---|---|
//! | choice | categories and address, as the reader asked |
//! | repeats | the same again within 30 s is not told |
//! | batch | what comes within 2 s of the first goes together, the most severe in front |
//! | throttle | so many seconds between two notifications, as the reader asked |
//! | rate | at most 12 notifications in any minute |
//!
//! What has to wait is kept and told later; what there is no room for is counted.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::Timestamp;
use serde_json::{Map, Value, json};

use super::{Category, Remembered, Severity, Signal, after};
use crate::limits;

/// What a reader wants to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// In the order of [`Category::ALL`].
    pub categories: Vec<Category>,
    /// A part of the address.
    pub url: Option<String>,
    /// Also what is no news: errors that come again.
    pub known: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self { categories: Category::ALL.to_vec(), url: None, known: false }
    }
}

impl Choice {
    pub fn admits(&self, signal: &Signal) -> bool {
        self.categories.contains(&signal.category)
            && (self.known || !signal.is_known)
            && self.url.as_deref().is_none_or(|part| signal.is_about(part))
    }
}

/// One notification: the most severe signal, and what came with it.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The most severe first, then in the order they came. Never empty.
    signals: Vec<(u64, Arc<Signal>)>,
    /// What there was no room for.
    left: usize,
}

impl Batch {
    pub fn of(mut signals: Vec<(u64, Arc<Signal>)>, left: usize) -> Option<Self> {
        signals.sort_by_key(|(id, signal)| (std::cmp::Reverse(signal.severity), *id));
        (!signals.is_empty()).then_some(Self { signals, left })
    }

    pub fn severity(&self) -> Severity {
        self.signals.first().map_or(Severity::Warning, |(_, signal)| signal.severity)
    }

    /// How many there was no room for.
    pub fn left(&self) -> usize {
        self.left
    }

    pub fn has(&self, id: u64) -> bool {
        self.signals.iter().any(|(known, _)| *known == id)
    }

    /// The newest of them.
    pub fn newest(&self) -> u64 {
        self.signals.iter().map(|(id, _)| *id).max().unwrap_or_default()
    }

    pub fn signals(&self) -> impl Iterator<Item = &Arc<Signal>> {
        self.signals.iter().map(|(_, signal)| signal)
    }

    /// The first signal as JSON, the others in its `context.batch`.
    pub fn to_json(&self) -> Value {
        let mut all = self.signals().map(|signal| json!(**signal));
        let mut first = all.next().unwrap_or_default();
        let rest: Vec<Value> = all.collect();
        let mut more = Map::new();
        if !rest.is_empty() {
            more.insert("batch".to_owned(), json!(rest));
        }
        if self.left > 0 {
            more.insert("batch_left".to_owned(), json!(self.left));
        }
        if let Some(Value::Object(context)) = first.get_mut("context") {
            context.extend(more);
        }
        first
    }
}

/// Lets signals through to one reader.
#[derive(Debug)]
pub struct Gate {
    choice: Choice,
    throttle_ms: i64,
    waiting: Vec<(u64, Arc<Signal>)>,
    left: usize,
    /// When the first of those that wait came.
    since: Option<Timestamp>,
    /// When the latest notifications went, as many as one minute may have.
    sent: VecDeque<Timestamp>,
    /// What was let through, and when it was noticed.
    told: Remembered<String, Timestamp>,
}

impl Gate {
    pub fn new(choice: Choice, throttle_seconds: u32) -> Self {
        Self {
            choice,
            throttle_ms: i64::from(throttle_seconds) * 1000,
            waiting: Vec::new(),
            left: 0,
            since: None,
            sent: VecDeque::new(),
            told: Remembered::new(limits::SIGNALS_TOLD_MAX),
        }
    }

    /// Lets the reader choose anew. What was sent still counts.
    pub fn set(&mut self, choice: Choice, throttle_seconds: u32) {
        self.throttle_ms = i64::from(throttle_seconds) * 1000;
        self.waiting.retain(|(_, signal)| choice.admits(signal));
        self.choice = choice;
    }

    /// Takes a signal that came now, if the reader wants it and was not told the same lately.
    pub fn offer(&mut self, id: u64, signal: &Arc<Signal>, now: Timestamp) {
        if !self.choice.admits(signal) || self.is_repeated(signal) {
            return;
        }
        self.told.note(signal.likeness.clone(), signal.noticed_at);
        self.since.get_or_insert(now);
        self.waiting.push((id, Arc::clone(signal)));
        if self.waiting.len() > limits::BATCH_MAX_SIGNALS {
            // The least severe goes, of those the one that came last.
            let least =
                self.waiting.iter().enumerate().min_by_key(|(place, (_, signal))| {
                    (signal.severity, std::cmp::Reverse(*place))
                });
            if let Some((place, _)) = least {
                self.waiting.remove(place);
                self.left += 1;
            }
        }
    }

    fn is_repeated(&self, signal: &Signal) -> bool {
        self.told.get(&signal.likeness).is_some_and(|at| {
            let ms = signal.noticed_at.ms_since(*at);
            (0..limits::REPEAT_WINDOW_MS).contains(&ms)
        })
    }

    /// Whether another signal would have to make room.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= limits::BATCH_MAX_SIGNALS
    }

    /// When there will be something to send; `None` while nothing waits.
    pub fn due_at(&self) -> Option<Timestamp> {
        let batched = after(self.since?, limits::BATCH_WINDOW_MS);
        let throttled = self.sent.back().map(|last| after(*last, self.throttle_ms));
        let is_full = self.sent.len() >= limits::NOTIFICATIONS_A_MINUTE;
        let first = self.sent.front().filter(|_| is_full);
        let limited = first.map(|first| after(*first, limits::MINUTE_MS));
        [Some(batched), throttled, limited].into_iter().flatten().max()
    }

    /// What is to be sent now, if anything.
    pub fn take(&mut self, now: Timestamp) -> Option<Batch> {
        // A clock that was set back must not silence the reader.
        if self.sent.back().is_some_and(|last| *last > now) {
            self.sent.clear();
            self.since = self.since.map(|since| since.min(now));
        }
        if self.due_at()? > now {
            return None;
        }
        let batch = self.take_waiting()?;
        self.sent.push_back(now);
        if self.sent.len() > limits::NOTIFICATIONS_A_MINUTE {
            self.sent.pop_front();
        }
        Some(batch)
    }

    /// What waits, whatever the limits say: for a reader that asks for it.
    pub fn take_waiting(&mut self) -> Option<Batch> {
        self.since = None;
        let left = std::mem::take(&mut self.left);
        Batch::of(std::mem::take(&mut self.waiting), left)
    }

    /// Forgets what waits and was told the reader by other ways.
    pub fn forget(&mut self, is_told: impl Fn(u64) -> bool) {
        self.waiting.retain(|(id, _)| !is_told(*id));
        if self.waiting.is_empty() {
            self.since = None;
            self.left = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ERROR: (Category, Severity) = (Category::Errors, Severity::Error);
    const SLOW: (Category, Severity) = (Category::Performance, Severity::Warning);

    fn at(ms: i64) -> Timestamp {
        Timestamp::saturating_from_ms(1_790_000_000_000 + ms)
    }

    fn signal((category, severity): (Category, Severity), message: &str, ms: i64) -> Arc<Signal> {
        let signal = Signal { noticed_at: at(ms), ..Signal::new(category, severity, message) };
        Arc::new(signal.with("url", "http://localhost/shop"))
    }

    /// A gate with a reader that takes what is due, in steps of a tenth of a second.
    struct Reader {
        gate: Gate,
        now_ms: i64,
        next: u64,
        /// When something was sent, and the messages.
        sent: Vec<(i64, Vec<String>)>,
    }

    impl Reader {
        fn new(choice: Choice, throttle_seconds: u32) -> Self {
            let gate = Gate::new(choice, throttle_seconds);
            Self { gate, now_ms: 0, next: 1, sent: Vec::new() }
        }

        fn usual() -> Self {
            Self::new(Choice::default(), 5)
        }

        fn offer(&mut self, kind: (Category, Severity), message: &str) {
            self.gate.offer(self.next, &signal(kind, message, self.now_ms), at(self.now_ms));
            self.next += 1;
        }

        fn pass(&mut self, ms: i64) {
            let end = self.now_ms + ms;
            while self.now_ms < end {
                self.now_ms += 100;
                if let Some(batch) = self.gate.take(at(self.now_ms)) {
                    let said = batch.signals().map(|signal| signal.message.clone()).collect();
                    self.sent.push((self.now_ms, said));
                }
            }
        }

        fn messages(&self) -> Vec<&str> {
            self.sent.iter().flat_map(|(_, said)| said).map(String::as_str).collect()
        }
    }

    #[test]
    fn a_batch_is_sent_when_its_time_is_over_without_anything_else_happening() {
        let mut reader = Reader::usual();
        reader.offer(ERROR, "a");
        assert_eq!(reader.gate.due_at(), Some(at(2_000)));
        reader.pass(10_000);
        assert_eq!(reader.sent, [(2_000, vec!["a".to_owned()])]);
        assert_eq!(reader.gate.due_at(), None);
    }

    #[test]
    fn what_comes_within_two_seconds_goes_together_the_most_severe_in_front() {
        let mut reader = Reader::usual();
        reader.offer(SLOW, "slow");
        reader.pass(500);
        reader.offer(ERROR, "first error");
        reader.pass(1_400);
        reader.offer(ERROR, "second error");
        reader.pass(100);
        let said = ["first error", "second error", "slow"].map(str::to_owned).to_vec();
        assert_eq!(reader.sent, [(2_000, said)]);
    }

    #[test]
    fn two_notifications_are_as_far_apart_as_the_reader_asked() {
        for (throttle_seconds, second_at) in [(5, 7_000), (1, 4_100), (60, 62_000)] {
            let mut reader = Reader::new(Choice::default(), throttle_seconds);
            reader.offer(ERROR, "a");
            reader.pass(2_100);
            reader.offer(ERROR, "b");
            reader.pass(70_000);
            let times: Vec<i64> = reader.sent.iter().map(|(at, _)| *at).collect();
            assert_eq!(times, [2_000, second_at], "{throttle_seconds}");
        }
    }

    #[test]
    fn no_minute_has_more_than_twelve_notifications_and_what_waited_is_told_after_it() {
        let mut reader = Reader::new(Choice::default(), 1);
        for number in 0..600 {
            reader.offer(ERROR, &format!("error {number}"));
            reader.pass(300);
        }
        let times: Vec<i64> = reader.sent.iter().map(|(at, _)| *at).collect();
        for window in times.windows(13) {
            assert!(window[12] - window[0] >= 60_000, "{window:?}");
        }
        assert!(times.len() > 30, "{times:?}");
    }

    #[test]
    fn the_same_is_not_told_again_within_thirty_seconds() {
        let mut reader = Reader::usual();
        for _ in 0..4 {
            reader.offer(ERROR, "a");
            reader.pass(9_000);
        }
        assert_eq!(reader.sent.len(), 1);
        reader.offer(ERROR, "a");
        reader.pass(9_000);
        assert_eq!(reader.messages(), ["a", "a"]);
    }

    #[test]
    fn only_what_the_reader_chose_goes_through() {
        let choice = |categories: &[Category], url: Option<&str>| Choice {
            categories: categories.to_vec(),
            url: url.map(str::to_owned),
            known: false,
        };
        for (choice, expected) in [
            (Choice::default(), &["error", "slow"][..]),
            (choice(&[Category::Performance], None), &["slow"]),
            (choice(&Category::ALL, Some("/shop")), &["error", "slow"]),
            (choice(&Category::ALL, Some("/other")), &[]),
            (choice(&[], None), &[]),
        ] {
            let mut reader = Reader::new(choice.clone(), 5);
            reader.offer(SLOW, "slow");
            reader.offer(ERROR, "error");
            reader.pass(2_000);
            assert_eq!(reader.messages(), expected, "{choice:?}");
        }
    }

    #[test]
    fn a_flood_fills_no_memory_and_says_how_much_it_left_out() {
        let mut reader = Reader::usual();
        reader.offer(SLOW, "slow");
        for number in 0..10_000 {
            reader.offer(ERROR, &format!("error {number}"));
        }
        assert!(reader.gate.told.len() <= limits::SIGNALS_TOLD_MAX);
        let batch = reader.gate.take(at(2_000)).expect("a batch");
        let json = batch.to_json();
        assert_eq!(json["message"], "error 0");
        let batch = json["context"]["batch"].as_array().expect("a batch");
        assert_eq!(batch.len(), limits::BATCH_MAX_SIGNALS - 1);
        assert_eq!(json["context"]["batch_left"], 10_001 - limits::BATCH_MAX_SIGNALS);
        assert!(batch.iter().all(|one| one["severity"] == "error"), "the mildest made room");
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_silence_the_reader() {
        let mut reader = Reader::usual();
        reader.offer(ERROR, "a");
        reader.pass(2_000);
        let earlier = signal(ERROR, "b", -3_600_000);
        reader.gate.offer(9, &earlier, at(-3_600_000));
        assert!(reader.gate.take(at(-3_597_000)).is_some());
    }

    #[test]
    fn one_signal_is_told_as_the_specification_has_it() {
        let batch = Batch::of(vec![(1, signal(ERROR, "a", 0))], 0).expect("a batch");
        assert_eq!(
            batch.to_json().to_string(),
            r#"{"category":"errors","severity":"error","message":"a","timestamp":"1970-01-01T00:00:00.000Z","context":{"url":"http://localhost/shop"}}"#
        );
    }
}
