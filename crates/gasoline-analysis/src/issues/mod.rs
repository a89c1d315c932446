//! Issues: log lines that say the same, grouped and counted.

mod fingerprint;
pub(crate) mod frame;
mod location;
mod number;
pub(crate) mod varying;
pub(crate) mod words;

use std::collections::{BTreeSet, HashMap};

use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::{Seq, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits;
use crate::noise::Noise;
use crate::requests::Failures;
use crate::view::Row;

pub use fingerprint::{fingerprint, script};
pub use varying::is_like;

#[cfg(test)]
mod grouping;

/// A log line, and the id of the noise rule that marks it.
type Marked<'a> = (&'a Row<'a, LogEntry<'a>>, Option<&'a str>);

/// One error of the page, however often it was seen. Its words are those of the newest sighting.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Issue {
    #[serde(skip)]
    pub fingerprint: String,
    pub message: String,
    pub level: Level,
    pub source: String,
    /// The page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip)]
    pub stack: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lineno: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colno: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub count: usize,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    pub last_seq: Seq,
    /// Every sighting, in the order they were given.
    #[serde(skip)]
    pub seqs: Vec<Seq>,
    /// The script that threw it, where that tells issues apart.
    #[serde(skip)]
    pub script: Option<String>,
    /// Every page it was seen on, as far as there are not too many.
    #[serde(skip)]
    pub pages: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tabs: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// The noise rule, if every sighting is noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

impl Issue {
    /// Whether `seq` names this issue: any sighting does, so that an id holds when it is seen again.
    pub fn is_named(&self, seq: Seq) -> bool {
        self.seqs.contains(&seq)
    }
}

/// The issues that log lines report by themselves: those that are not retracted, do not only repeat
/// a failed request, and are of a level at least.
pub fn issues<'a>(
    logs: impl IntoIterator<Item = &'a Row<'a, LogEntry<'a>>>,
    failures: &Failures,
    noise: &'a Noise,
    least: Level,
) -> Vec<Issue> {
    let own = logs.into_iter().filter(|log| failures.leave(log, least));
    group(own.map(|log| (log, noise.log(&log.view).map(|rule| &*rule.id))))
}

/// The issues behind log lines, which may come in any order: those of the application before noise,
/// errors before warnings, then the newest first.
///
/// Lines belong together when level, source and fingerprint agree, and for what nobody caught also
/// the script that threw it: two places that trip over the same `undefined` are two bugs.
fn group<'a>(lines: impl IntoIterator<Item = Marked<'a>>) -> Vec<Issue> {
    let mut places: HashMap<Key<'a>, usize> = HashMap::new();
    let mut groups: Vec<Group<'a>> = Vec::new();
    for line in lines {
        let key = Key::of(&line.0.view);
        let place = *places.entry(key).or_insert_with_key(|key| {
            groups.push(Group::new(key.fingerprint.clone(), key.script.clone(), line));
            groups.len() - 1
        });
        groups[place].see(line);
    }
    let mut issues: Vec<Issue> = groups.into_iter().map(Group::into_issue).collect();
    issues.sort_by(|one, other| {
        (one.noise.is_some().cmp(&other.noise.is_some()))
            .then(other.level.cmp(&one.level))
            .then(other.last_seq.cmp(&one.last_seq))
            .then_with(|| one.fingerprint.cmp(&other.fingerprint))
    });
    issues
}

/// What tells the issue of a line from others, as one text.
pub fn identity(entry: &LogEntry<'_>) -> String {
    let Key { level, source, fingerprint, script } = Key::of(entry);
    format!("{level} {source} {} {fingerprint}", script.unwrap_or_default())
}

#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    level: &'static str,
    source: &'a str,
    fingerprint: String,
    script: Option<String>,
}

impl<'a> Key<'a> {
    fn of(entry: &'a LogEntry<'a>) -> Self {
        let source = entry.origin();
        let is_uncaught = matches!(source, "exception" | "unhandledrejection");
        let thrown_in = entry.stack.as_deref().and_then(|stack| frame::scripts(stack).next());
        Self {
            level: entry.level.name(),
            source,
            fingerprint: fingerprint(&entry.said()),
            script: thrown_in
                .or(entry.filename.as_deref())
                .filter(|_| is_uncaught)
                .map(fingerprint::script),
        }
    }
}

struct Group<'a> {
    fingerprint: String,
    script: Option<String>,
    pages: BTreeSet<&'a str>,
    newest: Marked<'a>,
    count: usize,
    seqs: Vec<Seq>,
    first_seen: Timestamp,
    last_seen: Timestamp,
    tabs: BTreeSet<i64>,
    tests: BTreeSet<&'a str>,
    is_noise: bool,
}

impl<'a> Group<'a> {
    fn new(fingerprint: String, script: Option<String>, first: Marked<'a>) -> Self {
        Self {
            fingerprint,
            script,
            pages: BTreeSet::new(),
            newest: first,
            count: 0,
            seqs: Vec::new(),
            first_seen: first.0.time,
            last_seen: first.0.time,
            tabs: BTreeSet::new(),
            tests: BTreeSet::new(),
            is_noise: true,
        }
    }

    fn see(&mut self, line: Marked<'a>) {
        let (row, noise) = line;
        let times = row.view.repeated.and_then(|times| usize::try_from(times).ok());
        self.count = self.count.saturating_add(times.unwrap_or(1).clamp(1, limits::REPEATED_MAX));
        self.first_seen = self.first_seen.min(row.time);
        self.last_seen = self.last_seen.max(row.time);
        self.tabs.extend(row.view.tab_id);
        if self.pages.len() < limits::ISSUE_MAX_PAGES {
            self.pages.extend(row.view.url.as_deref());
        }
        self.tests.extend(row.test);
        self.is_noise &= noise.is_some();
        self.seqs.push(row.seq);
        if row.seq > self.newest.0.seq {
            self.newest = line;
        }
    }

    fn into_issue(self) -> Issue {
        let (row, noise) = self.newest;
        let entry = &row.view;
        Issue {
            fingerprint: self.fingerprint,
            message: entry.said().into_owned(),
            level: entry.level,
            source: entry.origin().to_owned(),
            url: entry.url.as_deref().map(str::to_owned),
            stack: entry.stack.as_deref().map(str::to_owned),
            filename: entry.filename.as_deref().map(str::to_owned),
            lineno: entry.lineno.map(whole),
            colno: entry.colno.map(whole),
            id: entry.id.as_deref().map(str::to_owned),
            count: self.count,
            first_seen: self.first_seen,
            last_seen: self.last_seen,
            last_seq: row.seq,
            seqs: self.seqs,
            script: self.script,
            pages: self.pages.into_iter().map(str::to_owned).collect(),
            tabs: self.tabs.into_iter().collect(),
            tests: self.tests.into_iter().map(str::to_owned).collect(),
            noise: noise.filter(|_| self.is_noise).map(str::to_owned),
        }
    }
}

/// A line or column as a client counts it: JSON has no whole numbers.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn whole(number: f64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as `(seq, noise, entry)`; the answer as `count message`, in order.
    #[track_caller]
    fn check(lines: &[(u64, Option<&str>, &str)], expected: &[&str]) {
        let issues = issues(lines);
        let shown: Vec<String> =
            issues.iter().map(|issue| format!("{} {}", issue.count, issue.message)).collect();
        assert_eq!(shown, expected);
    }

    fn issues(lines: &[(u64, Option<&str>, &str)]) -> Vec<Issue> {
        let entries: Vec<LogEntry<'_>> = lines
            .iter()
            .map(|(_, _, json)| serde_json::from_str(json).expect("the case is an entry"))
            .collect();
        let tests: Vec<Option<String>> =
            entries.iter().map(|entry| entry.test_id.as_deref().map(str::to_owned)).collect();
        let rows = lines.iter().zip(entries).zip(&tests).map(|(((seq, ..), entry), test)| {
            let time = Timestamp::saturating_from_ms(i64::try_from(*seq).expect("small") * 1000);
            Row { test: test.as_deref(), ..Row::new(Seq(*seq), time, entry) }
        });
        let rows: Vec<Row<'_, LogEntry<'_>>> = rows.collect();
        group(rows.iter().zip(lines).map(|(row, (_, noise, _))| (row, *noise)))
    }

    #[test]
    fn lines_that_differ_only_in_what_varies_are_one_issue_in_its_newest_words() {
        check(
            &[
                (1, None, r#"{"level":"error","message":"order 81723 failed"}"#),
                (3, None, r#"{"level":"error","message":"order 99999 failed"}"#),
                (2, None, r#"{"level":"error","message":"order 55555 failed"}"#),
            ],
            &["3 order 99999 failed"],
        );
    }

    #[test]
    fn level_source_and_message_tell_issues_apart() {
        check(
            &[
                (1, None, r#"{"level":"warn","message":"no"}"#),
                (2, None, r#"{"level":"error","message":"no"}"#),
                (3, None, r#"{"level":"error","message":"no","source":"exception"}"#),
                (4, None, r#"{"level":"error","message":"yes"}"#),
            ],
            &["1 yes", "1 no", "1 no", "1 no"],
        );
    }

    #[test]
    fn what_nobody_caught_is_told_apart_by_its_script_whatever_the_build_is_called() {
        let thrown = |script: &str, line: u32| {
            format!(
                r#"{{"level":"error","source":"exception","message":"no","stack":"Error: no\n    at f (http://localhost/{script}:{line}:1)"}}"#
            )
        };
        let cart = thrown("cart.js", 10);
        let (main, rebuilt) = (thrown("main.3f2a9c1b.js", 1), thrown("main.9c1b3f2a.js", 7));
        check(&[(1, None, &cart), (2, None, &main), (3, None, &rebuilt)], &["2 no", "1 no"]);
    }

    #[test]
    fn noise_comes_last_and_errors_before_warnings_then_the_newest() {
        check(
            &[
                (1, None, r#"{"level":"error","message":"old error"}"#),
                (2, None, r#"{"level":"error","message":"new error"}"#),
                (3, None, r#"{"level":"warn","message":"warning"}"#),
                (4, Some("user_1"), r#"{"level":"error","message":"noise"}"#),
            ],
            &["1 new error", "1 old error", "1 warning", "1 noise"],
        );
    }

    #[test]
    fn an_issue_is_noise_only_if_every_sighting_is() {
        let line = r#"{"level":"error","message":"no"}"#;
        let mixed = issues(&[(1, None, line), (2, Some("user_1"), line)]);
        assert_eq!(mixed[0].noise, None);
        let noise = issues(&[(1, Some("user_1"), line)]);
        assert_eq!(noise[0].noise.as_deref(), Some("user_1"));
    }

    #[test]
    fn an_issue_knows_its_tabs_tests_and_times_and_leaves_out_what_it_does_not() {
        let issues = issues(&[
            (2, None, r#"{"level":"error","message":"no","tabId":7,"test_id":"b","lineno":3}"#),
            (1, None, r#"{"level":"error","message":"no","tabId":5,"test_id":"a"}"#),
            (3, None, r#"{"level":"error","message":"no","tabId":7,"test_id":"b","lineno":4}"#),
        ]);
        assert_eq!(
            serde_json::to_string(&issues).expect("an issue is JSON"),
            r#"[{"message":"no","level":"error","source":"console","lineno":4,"count":3,"first_seen":"1970-01-01T00:00:01.000Z","last_seen":"1970-01-01T00:00:03.000Z","last_seq":"c3","tabs":[5,7],"tests":["a","b"]}]"#
        );
        assert_eq!(issues[0].fingerprint, "no");
    }
}
