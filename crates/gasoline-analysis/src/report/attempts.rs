//! Which records are attempts at the same test, and how the test ended.

use std::collections::HashMap;

use super::outcome::{Attempt, Outcome};
use super::record::Record;
use super::shard::Shard;
use crate::view::Session;

/// One attempt, with the shard that saw it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tried<'a> {
    pub(super) record: &'a Record,
    pub(super) shard: &'a Shard<'a>,
}

impl<'a> Tried<'a> {
    pub(super) fn events(&self) -> Option<&'a Session<'a>> {
        self.shard.events.get(&self.record.test_id)
    }

    pub(super) fn attempt(&self) -> Attempt {
        let record = self.record;
        Attempt {
            test_id: super::words::clean(&record.test_id),
            retry: record.retry,
            status: record.status.clone(),
            started: record.started,
            ended: record.ended,
            duration_ms: record.duration_ms,
            worker: record.worker,
            error: record.error.clone(),
        }
    }

    pub(super) fn ending(&self) -> Ending {
        match self.record.status.as_str() {
            "passed" | "pass" | "ok" => Ending::Passed,
            "failed" | "fail" | "timedOut" | "timedout" | "error" | "broken" => Ending::Failed,
            "skipped" | "pending" | "todo" | "disabled" => Ending::Skipped,
            "interrupted" => Ending::Interrupted,
            "running" => Ending::Open,
            _ => Ending::Unknown,
        }
    }
}

/// How one attempt ended, in our words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Passed,
    Failed,
    Skipped,
    Interrupted,
    /// Started, and never heard of again.
    Open,
    /// The runner said nothing, or a word nobody knows.
    Unknown,
}

/// What makes records attempts at one test.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key<'a> {
    project: Option<&'a str>,
    file: Option<&'a str>,
    line: Option<u32>,
    /// The title; without one, the id without its attempt.
    name: &'a str,
    repeat: Option<&'a str>,
}

/// The attempts at one test, in order.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) tried: Vec<Tried<'a>>,
    /// Whether another shard has a test of the same name, so that only the shard tells them apart.
    pub(super) is_of_many: bool,
}

impl<'a> Group<'a> {
    fn has(&self, shard: &Shard<'a>) -> bool {
        self.tried.iter().any(|it| std::ptr::eq(it.shard, shard))
    }

    /// Whether an attempt may be one of these. The same attempt of another id is another test of one
    /// title; the same attempt of another shard is the same test elsewhere, as jobs of a matrix run
    /// it: it failed there, whatever became of it here.
    fn fits(&self, tried: &Tried<'_>) -> bool {
        !self.tried.iter().any(|other| {
            let is_alike = other.record.started.is_some() == tried.record.started.is_some();
            other.record.retry == tried.record.retry
                && (base(&other.record.test_id) != base(&tried.record.test_id)
                    || (is_alike && !std::ptr::eq(other.shard, tried.shard)))
        })
    }
}

/// The attempts of all shards. The same record in two shards is one, if it says when it began.
pub(super) fn attempts<'a>(shards: &'a [Shard<'a>]) -> Vec<Tried<'a>> {
    let mut all: Vec<Tried<'a>> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for shard in shards {
        for record in &shard.records {
            let tried = Tried { record, shard };
            let identity = (&*record.test_id, record.started);
            // Without a start nothing tells that two are one attempt: they may be of two machines.
            match known.get(&identity).filter(|_| record.started.is_some()) {
                // The later look saw it end.
                Some(place) if all[*place].record.ended < record.ended => all[*place] = tried,
                Some(_) => {}
                None => {
                    known.insert(identity, all.len());
                    all.push(tried);
                }
            }
        }
    }
    all
}

/// The attempts of each test; the tests in the order they were first started.
///
/// Records of one test have project, file, line, title and repeat in common, and an attempt joins
/// those of its own shard rather than others.
pub(super) fn group<'a>(shards: &'a [Shard<'a>]) -> Vec<Group<'a>> {
    let mut all = attempts(shards);
    all.sort_by_key(|tried| (tried.record.retry, tried.record.started));
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut places: HashMap<Key<'a>, Vec<usize>> = HashMap::new();
    for tried in all {
        let known = places.entry(key(tried.record)).or_default();
        let fitting = || known.iter().copied().filter(|place| groups[*place].fits(&tried));
        let own = fitting().find(|place| groups[*place].has(tried.shard));
        if let Some(place) = own.or_else(|| fitting().next()) {
            groups[place].tried.push(tried);
        } else {
            let twin = known.iter().copied().find(|place| {
                let id = |it: &Tried<'a>| base(&it.record.test_id);
                groups[*place].tried.first().is_some_and(|it| id(it) == id(&tried))
            });
            if let Some(twin) = twin {
                groups[twin].is_of_many = true;
            }
            known.push(groups.len());
            groups.push(Group { tried: vec![tried], is_of_many: twin.is_some() });
        }
    }
    groups.sort_by(|one, other| {
        let first = |group: &Group<'_>| group.tried.iter().filter_map(|it| it.record.started).min();
        let id = |group: &Group<'a>| group.tried.first().map(|it| &*it.record.test_id);
        first(one).cmp(&first(other)).then_with(|| id(one).cmp(&id(other)))
    });
    groups
}

fn key(record: &Record) -> Key<'_> {
    let base = base(&record.test_id);
    Key {
        project: record.project.as_deref(),
        file: record.file.as_deref(),
        line: record.line,
        name: record.title.as_deref().unwrap_or(base),
        repeat: base.rsplit_once(" #n").map(|(_, repeat)| repeat),
    }
}

/// An id without the number of its attempt: ids end in ` #r<retry>`, ` #n<repeat>` or both.
fn base(id: &str) -> &str {
    match id.rsplit_once(" #r") {
        Some((base, retry)) if is_number(retry) => base,
        _ => id,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// How a test ended, with what speaks for it where the runner did not say.
///
/// The last attempt decides; passed after a failure is flaky. A test that nobody ended was
/// interrupted. Where the runner never said a word, what the browser saw has to do.
pub(super) fn outcome(tried: &[Tried<'_>], errors: usize) -> (Outcome, Option<String>) {
    let Some(last) = tried.last() else { return (Outcome::Unknown, None) };
    let has_failed = tried.iter().any(|attempt| {
        matches!(attempt.ending(), Ending::Failed | Ending::Interrupted | Ending::Open)
    });
    match last.ending() {
        Ending::Passed if has_failed => (Outcome::Flaky, None),
        Ending::Passed => (Outcome::Passed, None),
        Ending::Failed => (Outcome::Failed, None),
        Ending::Skipped => (Outcome::Skipped, None),
        Ending::Interrupted => (Outcome::Interrupted, None),
        Ending::Open => (Outcome::Interrupted, Some("it was started and never ended".to_owned())),
        Ending::Unknown if errors > 0 => {
            let told = super::words::counted(errors, "error or failed request");
            (Outcome::Failed, Some(format!("the runner did not say; the browser saw {told}")))
        }
        Ending::Unknown => (
            Outcome::Unknown,
            Some("the runner did not say; the browser saw nothing wrong".to_owned()),
        ),
    }
}
