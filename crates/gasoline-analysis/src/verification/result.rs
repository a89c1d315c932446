//! The policy of `verify_fix`: what happened to each issue of the baseline, and which issues are new.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::truncate::one_line;
use schemars::JsonSchema;
use serde::Serialize;

use super::verdict::{Tally, Verdict, verdict};
use crate::comparison::{MetricChange, PageDiff};
use crate::difference::{Change, Difference, Subject, differences};
use crate::digest::{Digest, ErrorDigest, Load, Metric, SocketDigest, Traffic};

/// The diff of a verification.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct VerificationResult {
    pub verdict: Verdict,
    pub before: IssueSummary,
    pub after: IssueSummary,
    /// Issues of the baseline, noise last.
    pub changes: Vec<VerifyChange>,
    pub new_issues: Vec<VerifyChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance_diff: Option<PerfDiff>,
    /// Issues of the baseline that nothing after `watch` could have shown.
    pub not_exercised: Vec<NotExercised>,
    /// What limits the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How often issues occurred; noise is counted separately.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IssueSummary {
    pub console_errors: usize,
    pub network_errors: usize,
    pub websocket_errors: usize,
    pub total_issues: usize,
    /// Different issues: they decide the verdict.
    pub distinct_issues: usize,
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub noise: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerifyChange {
    /// `resolved`, `changed`, `unchanged` or `new`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `console`, `network` or `websocket`.
    pub category: &'static str,
    pub before: String,
    pub after: String,
    /// Why `resolved` is not certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotExercised {
    pub category: &'static str,
    pub issue: String,
    pub reason: String,
}

/// The page that both loaded last.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PerfDiff {
    pub load_time_before: String,
    pub load_time_after: String,
    /// In percent.
    pub change: String,
    /// Its path.
    pub page: String,
    /// The other metrics, by name.
    pub metrics: BTreeMap<&'static str, MetricChange>,
}

const NOT_SEEN: &str = "(not seen)";
const NOT_THERE: &str = "(not in the baseline)";

pub(super) fn result(before: &Digest, after: &Digest) -> VerificationResult {
    let (mut changes, mut new_issues, mut not_exercised) = (Vec::new(), Vec::new(), Vec::new());
    let (mut tally, mut noise_tally) = (Tally::default(), Tally::default());
    let mut performance_diff = None;
    for Difference { subject, change, noise } in differences(before, after) {
        let (category, [old, new]) = match &subject {
            Subject::Error(pair) => ("console", pair.map(|side| side.map(error))),
            Subject::Endpoint(endpoint, pair) => {
                let outcome = |traffic: &Traffic| format!("{endpoint} → {}", traffic.outcome());
                ("network", pair.each_ref().map(|side| side.as_ref().map(outcome)))
            }
            Subject::Socket(url, pair) => {
                ("websocket", pair.map(|side| side.map(|side| socket(url, side))))
            }
            Subject::Load(old, new) => {
                performance_diff.get_or_insert_with(|| performance(old, new));
                continue;
            }
        };
        let tally = if noise.is_some() { &mut noise_tally } else { &mut tally };
        let (kind, count, rows) = match change {
            Change::New => ("new", &mut tally.new, &mut new_issues),
            Change::Resolved => ("resolved", &mut tally.resolved, &mut changes),
            Change::Changed => ("changed", &mut tally.remaining, &mut changes),
            Change::Unchanged => ("unchanged", &mut tally.remaining, &mut changes),
            Change::NotExercised => {
                tally.not_exercised += 1;
                if let (Some(issue), None) = (old, noise) {
                    not_exercised.push(NotExercised { category, issue, reason: reason(&subject) });
                }
                continue;
            }
            Change::NoFailure => continue,
        };
        *count += 1;
        rows.push(VerifyChange {
            kind,
            category,
            before: old.unwrap_or_else(|| NOT_THERE.to_owned()),
            after: new.unwrap_or_else(|| NOT_SEEN.to_owned()),
            caution: caution(&subject, after).filter(|_| change == Change::Resolved),
            noise,
        });
    }
    let rank = |change: &VerifyChange| (change.noise.is_some(), change.kind == "resolved");
    changes.sort_by_key(rank);
    new_issues.sort_by_key(rank);
    let real = changes.iter().filter(|change| change.noise.is_none());
    let cautions: BTreeSet<&String> = real.filter_map(|it| it.caution.as_ref()).collect();
    let cautions = cautions.into_iter().map(|caution| {
        format!("{caution}: let it be done again and compare again before you call it fixed")
    });
    VerificationResult {
        verdict: verdict(tally),
        before: summary(before, tally.before(), noise_tally.before()),
        after: summary(after, tally.after(), noise_tally.after()),
        notes: cautions.chain(notes(before, after, tally)).collect(),
        changes,
        new_issues,
        performance_diff: performance_diff.flatten(),
        not_exercised,
    }
}

fn error(error: &ErrorDigest) -> String {
    let message = one_line(&error.message);
    if error.count > 1 { format!("{message} (x{})", error.count) } else { message }
}

fn socket(url: &str, socket: &SocketDigest) -> String {
    if !socket.is_failing() {
        return format!("{url} {}", socket.state.name());
    }
    let code = socket.close_code.map(|code| format!(" ({code})")).unwrap_or_default();
    format!("{url} failed{code}")
}

/// Why nothing could have shown the failure.
fn reason(subject: &Subject<'_>) -> String {
    let reason = match subject {
        Subject::Error([Some(error), _]) if !error.pages.is_empty() => {
            return format!("its page `{}` saw nothing after `watch`", error.pages.join("`, `"));
        }
        Subject::Error(_) | Subject::Load(..) => "nothing was captured after `watch`",
        Subject::Endpoint(..) => "the endpoint was not called after `watch`",
        Subject::Socket(_, [_, Some(_)]) => "it is still connecting",
        Subject::Socket(_, [_, None]) => "nothing connected to it after `watch`",
    };
    reason.to_owned()
}

fn caution(subject: &Subject<'_>, after: &Digest) -> Option<String> {
    let Subject::Error([Some(error), _]) = subject else { return None };
    let deed = error.deed.as_ref().filter(|deed| !after.deeds.contains(*deed))?;
    Some(format!("`{deed}`, which came before it, was not seen again"))
}

fn summary(digest: &Digest, distinct_issues: usize, noise: usize) -> IssueSummary {
    let (console_errors, network_errors) = (digest.console_errors(), digest.network_errors());
    let websocket_errors = digest.websocket_errors();
    IssueSummary {
        console_errors,
        network_errors,
        websocket_errors,
        total_issues: console_errors + network_errors + websocket_errors,
        distinct_issues,
        noise,
    }
}

fn performance(before: &Load, after: &Load) -> Option<PerfDiff> {
    let mut page = PageDiff::new(before, after)?;
    let load = page.metrics.remove(Metric::LoadTime.name())?;
    Some(PerfDiff {
        load_time_before: format!("{}ms", load.before),
        load_time_after: format!("{}ms", load.after),
        change: load.change,
        page: page.page,
        metrics: page.metrics,
    })
}

fn notes(before: &Digest, after: &Digest, tally: Tally) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |is_so: bool, text: String| {
        if is_so {
            notes.push(text);
        }
    };
    let least = |digest: &Digest| if digest.gaps.is_exact { "" } else { "at least " };
    let (lost_before, lost_after) = (before.gaps.forgotten, after.gaps.forgotten);
    note(
        after.events == 0,
        "nothing was captured since `watch`; `get_status` tells whether a browser is connected"
            .to_owned(),
    );
    note(
        lost_before > 0,
        format!(
            "{lost_before} events had been forgotten before `start`: the baseline may lack issues"
        ),
    );
    note(
        lost_after > 0,
        format!(
            "{}{lost_after} events since `watch` were forgotten before this comparison: an issue among \
             them is not counted",
            least(after)
        ),
    );
    if let Some(at) = after.gaps.cleared_at {
        note(
            true,
            format!("the journal was cleared at {at}, after `watch`: what came before is gone"),
        );
    }
    let cut = before.cut + after.cut;
    note(cut > 0, format!("{cut} older issues or endpoints had no room and were not compared"));
    note(
        tally.not_exercised > 0 && tally.resolved + tally.remaining > 0,
        "issues of pages that do not belong to the scenario can be left out with `url_filter` at `start`"
            .to_owned(),
    );
    notes
}
