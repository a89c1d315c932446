//! A verification in words: what `verify_fix` shows.

use super::result::{NotExercised, VerificationResult, VerifyChange};
use super::verdict::Verdict;

impl VerificationResult {
    /// The verdict, and what it means for whoever made the change.
    pub fn headline(&self) -> String {
        let meaning = match self.verdict {
            Verdict::Fixed => "every issue of the baseline is gone, and none is new",
            Verdict::Improved => "some issues of the baseline are gone, and none is new",
            Verdict::Unchanged => "the issues of the baseline are still there",
            Verdict::DifferentIssue => {
                "issues of the baseline are gone, but others took their place"
            }
            Verdict::Regressed => "there are new issues",
            Verdict::NotExercised => {
                "nothing happened that would have shown the issues of the baseline; this proves no fix"
            }
            Verdict::NoIssuesDetected => "no issues before, none after; there was nothing to fix",
        };
        let caution = match self.unrepeated() {
            0 => String::new(),
            count => format!(
                "; but what came before {} was not done again, so this may be too good to be true",
                if count == 1 { "one of them".to_owned() } else { format!("{count} of them") }
            ),
        };
        format!("{}: {meaning}{caution}", self.verdict.name())
    }

    /// How many issues are gone without what came before them having been done again.
    fn unrepeated(&self) -> usize {
        let real = self.changes.iter().filter(|change| change.noise.is_none());
        real.filter(|change| change.caution.is_some()).count()
    }

    /// `before: 3 console errors, 1 failed request; after: none`.
    pub fn counts(&self) -> String {
        let told = |summary: &super::IssueSummary| {
            let parts = [
                (summary.console_errors, "console error"),
                (summary.network_errors, "failed request"),
                (summary.websocket_errors, "failed socket"),
            ];
            let said: Vec<String> = parts
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
                .collect();
            if said.is_empty() { "none".to_owned() } else { said.join(", ") }
        };
        format!("before: {}; after: {}", told(&self.before), told(&self.after))
    }

    /// The load of the page that both loaded.
    pub fn performance(&self) -> Option<String> {
        let diff = self.performance_diff.as_ref()?;
        Some(format!(
            "load of {}: {} → {} ({})",
            diff.page, diff.load_time_before, diff.load_time_after, diff.change
        ))
    }
}

impl VerifyChange {
    pub fn line(&self) -> String {
        let noise =
            self.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
        let caution =
            self.caution.as_ref().map(|caution| format!("  [{caution}]")).unwrap_or_default();
        let what = match self.kind {
            "resolved" if self.category == "console" => self.before.clone(),
            "new" if self.category == "console" => self.after.clone(),
            "unchanged" => self.after.clone(),
            _ => format!("{}; was: {}", self.after, self.before),
        };
        format!("{} {}: {what}{caution}{noise}", self.kind, self.category)
    }
}

impl NotExercised {
    pub fn line(&self) -> String {
        format!("{}: {}  ({})", self.category, self.issue, self.reason)
    }
}
