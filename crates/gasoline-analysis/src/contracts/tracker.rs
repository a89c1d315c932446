//! What is known of one endpoint: the contract its answers have kept so far, and how it was broken.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gasoline_protocol::truncate::prefix;
use gasoline_protocol::{Captured, Timestamp};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::difference::{self, Difference, ROOT};
use super::learned::{LearnedShape, Lesson};
use super::seen::Seen;
use super::violation::{Violation, ViolationType};
use crate::endpoints::Endpoint;
use crate::limits;
use crate::redact;
use crate::secrets::Severity;

/// A member under another name is one that is missing and one that is new; more news than that are
/// another variant of the answer.
const SEVERAL: usize = 1;

/// How much of an answer differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// One place, in an answer that is otherwise as always.
    Single,
    Several,
    /// It has more that is new than what it lacks.
    Variant,
}

/// One call of an endpoint.
pub(super) struct Call<'a> {
    pub(super) status: u16,
    pub(super) is_failure: bool,
    /// The answer, where it is JSON and whole.
    pub(super) answer: Option<Seen<'a>>,
    /// It was answered with a document for people.
    pub(super) is_page: bool,
    /// It was answered with JSON of which only a part is known, or that is too long to be read.
    pub(super) is_too_long: bool,
    /// What a failure was answered.
    pub(super) error_body: Option<&'a str>,
    pub(super) url: &'a str,
    pub(super) at: Timestamp,
}

/// What is known of one endpoint.
#[derive(Debug, Clone)]
pub(super) struct Tracker {
    pub(super) endpoint: Endpoint,
    /// Whose endpoint it is; empty as long as no URL has told.
    pub(super) host: String,
    /// The newest URL, without its query.
    pub(super) url: String,
    pub(super) learned: LearnedShape,
    /// Learned responses, and how many of them changed the learned shape.
    pub(super) answers: u32,
    surprising: u32,
    pub(super) calls: u32,
    /// Calls that were answered as always.
    pub(super) conforming: u32,
    /// Calls whose responses were too long to be learned or compared, and whether the newest was.
    pub(super) too_long: u32,
    pub(super) is_unread: bool,
    pub(super) statuses: BTreeMap<u16, u32>,
    pub(super) history: VecDeque<u16>,
    successes: u32,
    failures_in_a_row: u32,
    /// Answers 4xx since the first success; those before it say nothing of how the endpoint lives.
    refusals: u32,
    pub(super) last_called: Timestamp,
    pub(super) violations: Vec<Violation>,
    /// Violations there was no room for.
    pub(super) cut: usize,
}

impl Tracker {
    pub(super) fn new(endpoint: Endpoint, host: String) -> Self {
        Self {
            endpoint,
            host,
            url: String::new(),
            learned: LearnedShape::default(),
            answers: 0,
            surprising: 0,
            calls: 0,
            conforming: 0,
            too_long: 0,
            is_unread: false,
            statuses: BTreeMap::new(),
            history: VecDeque::new(),
            successes: 0,
            failures_in_a_row: 0,
            refusals: 0,
            last_called: Timestamp::default(),
            violations: Vec::new(),
            cut: 0,
        }
    }

    /// Whether calls of an endpoint of a host are calls of this one.
    pub(super) fn is(&self, endpoint: &Endpoint, host: &str) -> bool {
        let is_same_host = self.host == host || self.host.is_empty() || host.is_empty();
        self.endpoint == *endpoint && is_same_host
    }

    /// Whether enough answers came to say what the contract is.
    pub(super) fn is_established(&self) -> bool {
        self.answers >= limits::CONTRACT_MIN_ANSWERS
    }

    /// How many of a hundred calls were answered as always, of those whose answer could be read.
    /// None if there is none.
    pub(super) fn consistency_percent(&self) -> Option<u32> {
        let read = u64::from(self.calls.saturating_sub(self.too_long));
        let percent = (u64::from(self.conforming) * 100).checked_div(read)?;
        u32::try_from(percent).ok()
    }

    pub(super) fn see(&mut self, call: &Call<'_>) {
        self.calls = self.calls.saturating_add(1);
        self.last_called = call.at;
        let url = call.url.split(['?', '#']).next().unwrap_or_default();
        prefix(url, limits::DIGEST_TEXT_MAX_CHARS).clone_into(&mut self.url);
        *self.statuses.entry(call.status).or_default() += 1;
        self.history.push_back(call.status);
        if self.history.len() > limits::STATUS_HISTORY_MAX {
            self.history.pop_front();
        }
        if call.is_failure {
            self.fail(call);
            return;
        }
        self.successes = self.successes.saturating_add(1);
        self.failures_in_a_row = 0;
        for violation in &mut self.violations {
            violation.recovered |= violation.kind == ViolationType::ErrorSpike;
        }
        self.is_unread = call.is_too_long;
        if call.is_too_long {
            self.too_long = self.too_long.saturating_add(1);
            return;
        }
        let is_conforming = match &call.answer {
            Some(answer) => self.judge(answer, call.at),
            None if call.is_page && self.is_established() => {
                self.be_page(call.at);
                false
            }
            None => true,
        };
        self.conforming = self.conforming.saturating_add(u32::from(is_conforming));
    }

    /// Compares an answer with the learned shape, learns from it unless it breaks the contract, and
    /// says whether it kept it.
    fn judge(&mut self, answer: &Seen<'_>, at: Timestamp) -> bool {
        let found = difference::differences(&self.learned, answer);
        let serious = found.iter().filter(|difference| difference.kind.is_serious()).count();
        let mut is_broken = false;
        if self.is_established() {
            let news = found.iter().filter(|one| one.kind == ViolationType::NewField).count();
            let extent = match serious {
                _ if news > serious + SEVERAL => Extent::Variant,
                1 => Extent::Single,
                _ => Extent::Several,
            };
            let before = self.kept_places();
            for violation in &mut self.violations {
                violation.recovered |= violation.kind != ViolationType::ErrorSpike;
                violation.kept_since = violation.kept_since.saturating_add(1);
            }
            for difference in found {
                let severity = self.severity(&difference, extent);
                let comes_and_goes = before.contains(&(difference.kind, difference.path.clone()));
                is_broken |= severity > Severity::Info && !comes_and_goes;
                let endpoint = self.endpoint.to_string();
                self.note(Violation::of(difference, severity, endpoint, at));
            }
        }
        if !is_broken {
            self.learn(answer);
        }
        serious == 0
    }

    /// Where the contract was broken and has been kept again for a while. What breaks there once
    /// more comes and goes: it is told again, and belongs to the contract from then on.
    fn kept_places(&self) -> BTreeSet<(ViolationType, String)> {
        let is_kept = |one: &&Violation| one.kept_since >= limits::CONTRACT_MIN_ANSWERS;
        let kept = self.violations.iter().filter(is_kept);
        kept.map(|violation| (violation.kind, violation.path.clone())).collect()
    }

    /// A document came where data were promised.
    fn be_page(&mut self, at: Timestamp) {
        let expected = self.learned.words();
        let what = (ViolationType::TypeChange, Severity::Warning);
        let counted = (self.answers, at);
        let mut violation =
            Violation::new(what, self.endpoint.to_string(), ROOT.to_owned(), counted);
        violation.description = format!(
            "the answer is an HTML page instead of JSON ({expected}, {} times)",
            self.answers
        );
        violation.field = Some(ROOT.to_owned());
        violation.expected_type = Some(expected);
        violation.actual_type = Some("html");
        self.note(violation);
    }

    fn learn(&mut self, answer: &Seen<'_>) {
        let room = limits::CONTRACT_MAX_PATHS.saturating_sub(self.learned.size());
        self.answers = self.answers.saturating_add(1);
        let mut lesson = Lesson { answer: self.answers, room };
        let has_news = self.learned.learn(answer, &mut lesson);
        self.surprising += u32::from(has_news);
    }

    /// A place that was seen too seldom to be relied upon is only told. So is one of several
    /// differences where answers keep bringing something new: that is rather another variant of the
    /// answer. A single difference in an answer that is otherwise as always is a break.
    fn severity(&self, difference: &Difference, extent: Extent) -> Severity {
        if !difference.kind.is_serious() || difference.times < limits::CONTRACT_MIN_ANSWERS {
            return Severity::Info;
        }
        let is_steady = self.surprising.saturating_mul(2) < self.answers;
        match extent {
            Extent::Single => Severity::Warning,
            Extent::Several if difference.is_settled && is_steady => Severity::Warning,
            Extent::Several | Extent::Variant => Severity::Info,
        }
    }

    /// An answer that is an error: it teaches nothing about the contract.
    fn fail(&mut self, call: &Call<'_>) {
        self.failures_in_a_row = self.failures_in_a_row.saturating_add(1);
        let is_refusal = self.successes > 0 && (400..500).contains(&call.status);
        self.refusals = self.refusals.saturating_add(u32::from(is_refusal));
        if self.successes < limits::CONTRACT_MIN_ANSWERS {
            return;
        }
        // A wrong password now and then is how an endpoint lives; refusing for the first time, or
        // once more, is not.
        let is_usual = self.failures_in_a_row == 1 && self.refusals > 1;
        let severity = match call.status {
            500.. => Severity::Critical,
            400.. if is_usual => Severity::Info,
            _ => Severity::Warning,
        };
        let said = match call.status {
            0 => "no response".to_owned(),
            status @ 400.. => format!("error ({status})"),
            status => format!("an answer full of errors ({status})"),
        };
        let endpoint = self.endpoint.to_string();
        let path = ROOT.to_owned();
        let counted = (self.successes, call.at);
        let mut spike =
            Violation::new((ViolationType::ErrorSpike, severity), endpoint, path, counted);
        let times = self.failures_in_a_row;
        let times = if times == 1 {
            "the last request".to_owned()
        } else {
            format!("the last {times} requests")
        };
        spike.description = format!("succeeded {} times, then {said} for {times}", self.successes);
        spike.status_history = self.history.iter().copied().collect();
        spike.last_error_body = call.error_body.map(error_body);
        self.note(spike);
    }

    /// Keeps a violation, or counts it where it is known. The less severe make room.
    fn note(&mut self, violation: Violation) {
        let is_same =
            |known: &Violation| known.kind == violation.kind && known.path == violation.path;
        if let Some(known) = self.violations.iter_mut().find(|known| is_same(known)) {
            known.again(violation);
            return;
        }
        self.violations.push(violation);
        if self.violations.len() > limits::ENDPOINT_MAX_VIOLATIONS {
            let least = (0..self.violations.len()).rev().min_by_key(|place| {
                let violation = &self.violations[*place];
                (violation.severity, violation.occurrences.last_violation)
            });
            if let Some(place) = least {
                self.violations.remove(place);
            }
            self.cut += 1;
        }
    }

    /// Forgets everything that was a value.
    pub(super) fn forget_values(&mut self) {
        for violation in &mut self.violations {
            violation.sample_value = None;
            violation.last_error_body = None;
        }
    }

    /// Takes over the counts of a tracker that turned out to be of the same endpoint.
    pub(super) fn absorb(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.conforming = self.conforming.saturating_add(other.conforming);
        self.too_long = self.too_long.saturating_add(other.too_long);
        self.successes = self.successes.saturating_add(other.successes);
        self.refusals = self.refusals.saturating_add(other.refusals);
        self.last_called = self.last_called.max(other.last_called);
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        self.cut += other.cut;
        let endpoint = self.endpoint.to_string();
        for violation in other.violations {
            self.note(Violation { endpoint: endpoint.clone(), ..violation });
        }
    }
}

/// What a failure was answered, masked before it is cut: half a secret is known by no rule.
fn error_body(text: &str) -> Value {
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    let redacted: Cow<'_, str> = if is_json {
        redact::json(Captured::new(text)).into_string().into()
    } else {
        redact::text(text)
    };
    let shown: String = redacted.chars().take(limits::ERROR_BODY_MAX_CHARS).collect();
    serde_json::from_str(&shown).unwrap_or(Value::String(shown))
}
