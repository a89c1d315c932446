//! What `compare` answers: each issue of the baseline and what became of it, and the new ones.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::verdict::{Tally, Verdict, verdict};
use crate::comparison::{self, Change, has_recovered};
use crate::digest::{Digest, ErrorDigest, Metric, SocketDigest};

/// The diff of a verification.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VerificationResult {
    pub verdict: Verdict,
    pub before: IssueSummary,
    pub after: IssueSummary,
    /// Issues of the baseline: resolved, changed, unchanged. Noise stands last.
    pub changes: Vec<VerifyChange>,
    pub new_issues: Vec<VerifyChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance_diff: Option<PerfDiff>,
    /// Issues of the baseline of which nothing is known: nothing happened that would have shown them.
    pub not_exercised: Vec<NotExercised>,
    /// What must be known to read the verdict rightly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How often issues were seen; noise is counted apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct IssueSummary {
    pub console_errors: usize,
    pub network_errors: usize,
    pub websocket_errors: usize,
    pub total_issues: usize,
    /// How many different ones: these decide the verdict.
    pub distinct_issues: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub noise: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerifyChange {
    /// `resolved`, `changed`, `unchanged` or `new`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `console`, `network` or `websocket`.
    pub category: &'static str,
    pub before: String,
    pub after: String,
    /// Why "resolved" may be too good to be true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotExercised {
    pub category: &'static str,
    pub issue: String,
    pub reason: String,
}

/// The page that both loaded last.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PerfDiff {
    pub load_time_before: String,
    pub load_time_after: String,
    pub change: String,
    pub page: String,
    /// The other figures.
    pub metrics: BTreeMap<&'static str, Change>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

const NOT_SEEN: &str = "(not seen)";
const NOT_THERE: &str = "(not in the baseline)";

pub(super) fn result(before: &Digest, after: &Digest) -> VerificationResult {
    let mut judge = Judge::new(before, after);
    judge.errors();
    judge.network();
    judge.sockets();
    judge.finish()
}

/// Goes through the issues, one category after the other.
struct Judge<'a> {
    before: &'a Digest,
    after: &'a Digest,
    tally: Tally,
    changes: Vec<VerifyChange>,
    new_issues: Vec<VerifyChange>,
    not_exercised: Vec<NotExercised>,
    noise_before: usize,
    noise_after: usize,
}

impl<'a> Judge<'a> {
    fn new(before: &'a Digest, after: &'a Digest) -> Self {
        Self {
            before,
            after,
            tally: Tally::default(),
            changes: Vec::new(),
            new_issues: Vec::new(),
            not_exercised: Vec::new(),
            noise_before: 0,
            noise_after: 0,
        }
    }

    fn errors(&mut self) {
        for pair in comparison::matched_errors(self.before, self.after) {
            match pair {
                (Some(old), Some(new)) => {
                    let kind = if old.count == new.count { "unchanged" } else { "changed" };
                    let change = change(kind, "console", said(old), said(new));
                    self.remains(change, new.noise.as_ref());
                }
                (Some(old), None) => self.error_gone(old),
                (None, Some(new)) => {
                    let change = change("new", "console", NOT_THERE.to_owned(), said(new));
                    self.appears(change, new.noise.as_ref());
                }
                (None, None) => {}
            }
        }
    }

    fn error_gone(&mut self, old: &ErrorDigest) {
        if let Some(reason) = self.why_not_shown(old) {
            self.unknown("console", said(old), reason, old.noise.as_ref());
        } else {
            let mut change = change("resolved", "console", said(old), NOT_SEEN.to_owned());
            change.caution = self.caution(old);
            self.resolved(change, old.noise.as_ref());
        }
    }

    fn network(&mut self) {
        for (endpoint, (old, new)) in comparison::aligned_endpoints(self.before, self.after) {
            let told = |outcome: &str| format!("{endpoint} → {outcome}");
            let failed = old.as_ref().filter(|traffic| traffic.is_failing());
            let fails = new.as_ref().filter(|traffic| traffic.is_failing());
            match (failed, fails, &new) {
                (Some(old), Some(new), _) => {
                    let is_same = old.failed_with == new.failed_with;
                    let kind = if is_same { "unchanged" } else { "changed" };
                    let change =
                        change(kind, "network", told(&old.outcome()), told(&new.outcome()));
                    self.remains(change, new.noise.as_ref());
                }
                (Some(old), None, Some(new)) if has_recovered(new) => {
                    let (was, is) = (told(&old.outcome()), told(&new.outcome()));
                    self.resolved(change("resolved", "network", was, is), old.noise.as_ref());
                }
                (Some(old), None, _) => {
                    let reason = "the endpoint was not called after `watch`".to_owned();
                    self.unknown("network", told(&old.outcome()), reason, old.noise.as_ref());
                }
                (None, Some(new), _) => {
                    let was = old.as_ref().map_or(NOT_THERE.to_owned(), |old| told(&old.outcome()));
                    let change = change("new", "network", was, told(&new.outcome()));
                    self.appears(change, new.noise.as_ref());
                }
                (None, None, _) => {}
            }
        }
    }

    fn sockets(&mut self) {
        let urls: BTreeSet<&String> =
            self.before.sockets.keys().chain(self.after.sockets.keys()).collect();
        for url in urls {
            let told = |socket: &SocketDigest| {
                let code = socket.close_code.map(|code| format!(" ({code})")).unwrap_or_default();
                let code = if socket.is_failing() { code } else { String::new() };
                let state = if socket.is_failing() { "failed" } else { socket.state.name() };
                format!("{url} {state}{code}")
            };
            let (old, new) = (self.before.sockets.get(url), self.after.sockets.get(url));
            let failed = old.filter(|socket| socket.is_failing());
            let fails = new.filter(|socket| socket.is_failing());
            match (failed, fails, new) {
                (Some(old), Some(new), _) => {
                    let kind =
                        if old.close_code == new.close_code { "unchanged" } else { "changed" };
                    let change = change(kind, "websocket", told(old), told(new));
                    self.remains(change, new.noise.as_ref());
                }
                (Some(old), None, Some(new)) if new.has_recovered() => {
                    let change = change("resolved", "websocket", told(old), told(new));
                    self.resolved(change, old.noise.as_ref());
                }
                (Some(old), None, new) => {
                    let reason = match new {
                        Some(_) => "it is still connecting",
                        None => "nothing connected to it after `watch`",
                    };
                    self.unknown("websocket", told(old), reason.to_owned(), old.noise.as_ref());
                }
                (None, Some(new), _) => {
                    let was = old.map_or(NOT_THERE.to_owned(), told);
                    self.appears(change("new", "websocket", was, told(new)), new.noise.as_ref());
                }
                (None, None, _) => {}
            }
        }
    }

    /// Why an error that was not seen again would not have shown; none if it would.
    fn why_not_shown(&self, error: &ErrorDigest) -> Option<String> {
        if error.pages.is_empty() {
            let is_quiet = self.after.events == 0;
            return is_quiet.then(|| "nothing was captured after `watch`".to_owned());
        }
        // A load alone proves no visit: what it took is told when the page is left, at the latest.
        let is_shown = |page: &String| self.after.has_page(page);
        (!error.pages.iter().any(is_shown)).then(|| {
            let pages = error.pages.join("`, `");
            format!("its page `{pages}` saw nothing after `watch`")
        })
    }

    fn caution(&self, error: &ErrorDigest) -> Option<String> {
        let deed = error.deed.as_ref()?;
        (!self.after.deeds.contains(deed))
            .then(|| format!("`{deed}`, which came before it, was not seen again"))
    }

    fn resolved(&mut self, change: VerifyChange, noise: Option<&String>) {
        self.tally.resolved += usize::from(noise.is_none());
        self.noise_before += usize::from(noise.is_some());
        self.changes.push(VerifyChange { noise: noise.cloned(), ..change });
    }

    fn remains(&mut self, change: VerifyChange, noise: Option<&String>) {
        self.tally.remaining += usize::from(noise.is_none());
        self.noise_before += usize::from(noise.is_some());
        self.noise_after += usize::from(noise.is_some());
        self.changes.push(VerifyChange { noise: noise.cloned(), ..change });
    }

    fn appears(&mut self, change: VerifyChange, noise: Option<&String>) {
        self.tally.new += usize::from(noise.is_none());
        self.noise_after += usize::from(noise.is_some());
        self.new_issues.push(VerifyChange { noise: noise.cloned(), ..change });
    }

    /// Noise that did not come again is nothing anybody waits for.
    fn unknown(
        &mut self,
        category: &'static str,
        issue: String,
        reason: String,
        noise: Option<&String>,
    ) {
        if noise.is_some() {
            self.noise_before += 1;
            return;
        }
        self.tally.not_exercised += 1;
        self.not_exercised.push(NotExercised { category, issue, reason });
    }

    fn finish(mut self) -> VerificationResult {
        let rank = |change: &VerifyChange| (change.noise.is_some(), change.kind == "resolved");
        self.changes.sort_by_key(rank);
        self.new_issues.sort_by_key(rank);
        let tally = self.tally;
        let mut notes = notes(self.before, self.after, tally);
        let real = self.changes.iter().filter(|change| change.noise.is_none());
        let cautions: BTreeSet<&String> = real.filter_map(|it| it.caution.as_ref()).collect();
        notes.splice(
            0..0,
            cautions.into_iter().map(|caution| {
                format!(
                    "{caution}: let it be done again and compare again before you call it fixed"
                )
            }),
        );
        let distinct =
            [tally.resolved + tally.remaining + tally.not_exercised, tally.remaining + tally.new];
        VerificationResult {
            verdict: verdict(tally),
            before: summary(self.before, distinct[0], self.noise_before),
            after: summary(self.after, distinct[1], self.noise_after),
            changes: self.changes,
            new_issues: self.new_issues,
            performance_diff: performance(self.before, self.after),
            not_exercised: self.not_exercised,
            notes,
        }
    }
}

fn change(
    kind: &'static str,
    category: &'static str,
    before: String,
    after: String,
) -> VerifyChange {
    VerifyChange { kind, category, before, after, caution: None, noise: None }
}

fn said(error: &ErrorDigest) -> String {
    let message = error.message.split_whitespace().collect::<Vec<_>>().join(" ");
    if error.count > 1 { format!("{message} (x{})", error.count) } else { message }
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

fn performance(before: &Digest, after: &Digest) -> Option<PerfDiff> {
    let page = comparison::common_page(before, after)?;
    let mut page = comparison::of_page(before, after, page)?;
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
