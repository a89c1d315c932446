//! A run of tests, from what one or many snapshots hold: which failed, what the browser saw, and why.
//!
//! Snapshots come in as [`Shard`]s, a [`Run`] comes out: plain data that every format prints.

mod attempts;
mod clues;
mod difference;
mod evidence;
mod material;
mod outcome;
mod record;
mod sessions;
mod shard;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::event::Level;

use crate::limits;
use crate::noise::Noise;
use crate::view::Session;
use attempts::{Ending, Group, Tried};
use evidence::Look;

pub use outcome::{
    Attempt, BrowserError, Cause, Clue, ConsoleLine, Difference, Evidence, FailedRequest, Moment,
    MomentKind, NoiseMark, Outcome, Picture, Run, ShownAnswer, SocketFailure, Summary, TestOutcome,
};
pub use record::Record;
pub use sessions::{Held, gaps, name_sessions, sessions};
pub use shard::Shard;
pub use words::{answered, clean, counted, duration, line, short_url};

/// What is asked of a report.
#[derive(Debug)]
pub struct Options<'a> {
    /// Only tests whose id or title this is, or whose id has it inside.
    pub test_id: Option<&'a str>,
    /// The least level of the lines of the console that are listed.
    pub severity: Level,
    pub noise: &'a Noise,
}

/// The title of what was captured outside any test.
const SESSION: &str = "interactive session";

/// Puts a run together. Where no shard tells of a test, what was captured is told as one.
pub fn run(shards: &mut [Shard<'_>], options: &Options<'_>) -> Run {
    let has_records = shards.iter().any(|shard| !shard.records.is_empty());
    let name = if has_records { name_unrecorded } else { name_session };
    for shard in shards.iter_mut() {
        name(shard);
    }
    let shards = &*shards;
    let groups = attempts::group(shards);
    let mut tests: Vec<TestOutcome> =
        wanted(&groups, options.test_id).filter_map(|group| test(group, options)).collect();
    count_other_tests(&mut tests);
    for test in tests.iter_mut().filter(|test| test.status.is_telling()) {
        clues::conclude(test);
    }
    tests.sort_by_key(|test| match test.status {
        Outcome::Failed | Outcome::Interrupted => 0,
        Outcome::Flaky => 1,
        _ => 2,
    });
    let summary = summary(&tests, shards);
    let mut notes = notes(shards, has_records);
    let outside = shards.iter().filter_map(|shard| shard.events.get("")).map(Session::len).sum();
    if has_records && options.test_id.is_none() && outside > 0 {
        notes.push(format!(
            "{} outside of tests not told: what names no test is a test's only while it runs alone",
            counted(outside, "event"),
        ));
    }
    Run { tests, summary, notes }
}

/// A test that only events tell of has a record that says nothing.
fn name_unrecorded(shard: &mut Shard<'_>) {
    let known: BTreeSet<&str> = shard.records.iter().map(|record| &*record.test_id).collect();
    let unknown: Vec<String> = shard
        .events
        .keys()
        .filter(|id| !id.is_empty() && !known.contains(&***id))
        .cloned()
        .collect();
    shard.records.extend(unknown.into_iter().map(|test_id| Record {
        test_id,
        status: "unknown".to_owned(),
        ..Record::default()
    }));
}

fn name_session(shard: &mut Shard<'_>) {
    name_unrecorded(shard);
    if shard.events.contains_key("") {
        shard.records.push(Record {
            status: "unknown".to_owned(),
            title: Some(SESSION.to_owned()),
            ..Record::default()
        });
    }
}

/// The tests whose id or title is asked for; where there is none, those whose id has it inside.
fn wanted<'g, 'a>(
    groups: &'g [Group<'a>],
    id: Option<&'g str>,
) -> impl Iterator<Item = &'g Group<'a>> {
    let is_exact =
        |record: &Record, id: &str| record.test_id == id || record.title.as_deref() == Some(id);
    let has_exact = id
        .is_some_and(|id| groups.iter().flat_map(|it| &it.tried).any(|it| is_exact(it.record, id)));
    groups.iter().filter(move |group| {
        let Some(id) = id else { return true };
        group.tried.iter().any(|tried| {
            is_exact(tried.record, id) || (!has_exact && tried.record.test_id.contains(id))
        })
    })
}

fn test(group: &Group<'_>, options: &Options<'_>) -> Option<TestOutcome> {
    let Group { tried: group, is_of_many } = group;
    let failed = group.iter().rfind(|tried| {
        matches!(tried.ending(), Ending::Failed | Ending::Interrupted | Ending::Open)
    });
    let attempt = *failed.or(group.last())?;
    let session = material::asked(&attempt);
    let view = material::read_renumbered(&session);
    let evidence = Look::new(attempt, &view, options.noise, options.severity).evidence();
    let seen = evidence.errors.iter().filter(|it| it.noise.is_none()).count()
        + evidence.network_failures.iter().filter(|it| it.noise.is_none()).count();
    let (status, because) = attempts::outcome(group, seen);
    let difference = group
        .last()
        .filter(|_| status == Outcome::Flaky)
        .map(|passed| difference::difference(&attempt, passed, options.noise));
    let record = attempt.record;
    let title = record
        .title
        .clone()
        .unwrap_or_else(|| line(&record.test_id, limits::REPORT_NAME_MAX_CHARS));
    let shard = Some(&attempt.shard.name).filter(|name| *is_of_many && !name.is_empty());
    Some(TestOutcome {
        test_id: clean(&record.test_id),
        status,
        because,
        title: shard.map_or_else(|| title.clone(), |name| format!("{title} ({name})")),
        file: record.file.clone(),
        line: record.line,
        project: record.project.clone(),
        duration_ms: record.duration_ms,
        evidence,
        attempts: group.iter().map(Tried::attempt).collect(),
        difference,
    })
}

/// Tells each error of a failed test in how many others it came.
fn count_other_tests(tests: &mut [TestOutcome]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for test in tests.iter().filter(|test| test.status.is_telling()) {
        let own: BTreeSet<&str> =
            test.evidence.errors.iter().map(|error| &*error.fingerprint).collect();
        for fingerprint in own {
            *seen.entry(fingerprint.to_owned()).or_default() += 1;
        }
    }
    for test in tests.iter_mut().filter(|test| test.status.is_telling()) {
        for error in &mut test.evidence.errors {
            error.other_tests = seen.get(&error.fingerprint).map_or(0, |count| count - 1);
        }
    }
}

fn summary(tests: &[TestOutcome], shards: &[Shard<'_>]) -> Summary {
    let count = |wanted: Outcome| tests.iter().filter(|test| test.status == wanted).count();
    let attempts = || tests.iter().flat_map(|test| &test.attempts);
    let (started, ended) =
        (attempts().filter_map(|it| it.started).min(), attempts().filter_map(|it| it.ended).max());
    let all = || tests.iter().map(|test| &test.evidence);
    let errors = all().flat_map(|it| &it.errors).filter(|it| it.noise.is_none());
    let failures = all().flat_map(|it| &it.network_failures).filter(|it| it.noise.is_none());
    Summary {
        tests: tests.len(),
        passed: count(Outcome::Passed),
        failed: count(Outcome::Failed),
        flaky: count(Outcome::Flaky),
        skipped: count(Outcome::Skipped),
        interrupted: count(Outcome::Interrupted),
        unknown: count(Outcome::Unknown),
        attempts: attempts().count(),
        browser_errors: errors.map(|it| it.count).sum(),
        network_failures: failures.map(|it| it.count).sum(),
        started,
        ended,
        duration_ms: started.zip(ended).map(|(start, end)| end.ms_since(start).max(0)),
        shards: shards
            .iter()
            .map(|shard| shard.name.clone())
            .filter(|name| !name.is_empty())
            .collect(),
    }
}

fn notes(shards: &[Shard<'_>], has_records: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let of = |shard: &Shard<'_>| match shard.name.as_str() {
        "" => String::new(),
        name => format!(" of `{name}`"),
    };
    let of_file = |shard: &Shard<'_>| match shard.name.as_str() {
        "" => String::new(),
        name => format!("`{name}`: "),
    };
    for shard in shards {
        notes.extend(shard.gaps.iter().map(|gap| format!("{}{gap}", of_file(shard))));
        if shard.forgotten > 0 {
            let events = usize::try_from(shard.forgotten).unwrap_or(usize::MAX);
            notes.push(format!(
                "{}{} had been forgotten to make room",
                counted(events, "event"),
                of(shard)
            ));
        }
        if shard.unreadable > 0 {
            notes.push(format!(
                "{} rows{} could not be read and are left out",
                shard.unreadable,
                of(shard)
            ));
        }
    }
    if !has_records {
        let nothing = shards.iter().all(|shard| shard.events.is_empty());
        notes.push(if nothing {
            "no test was recorded, and nothing was captured".to_owned()
        } else {
            "no test was recorded: what was captured is told as one".to_owned()
        });
    }
    notes
}

#[cfg(test)]
mod tests;
