//! The one-word answer of `verify_fix`: did the change help?

/// How the issues fared. Groups are counted, not occurrences, and noise is not among them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// In the baseline, and gone although they would have shown.
    pub resolved: usize,
    /// In the baseline, and seen again.
    pub remaining: usize,
    /// In the baseline, and nothing happened that would have shown them.
    pub not_exercised: usize,
    /// Not in the baseline.
    pub new: usize,
}

impl Tally {
    pub fn before(self) -> usize {
        self.resolved + self.remaining + self.not_exercised
    }

    pub fn after(self) -> usize {
        self.remaining + self.new
    }
}

gasoline_protocol::wire_enum! {
    /// The outcome of a comparison.
    #[derive(schemars::JsonSchema)]
    pub enum Verdict {
        Fixed = "fixed",
        Improved = "improved",
        Unchanged = "unchanged",
        DifferentIssue = "different_issue",
        Regressed = "regressed",
        NotExercised = "not_exercised",
        NoIssuesDetected = "no_issues_detected",
    }
}

/// Reads a tally as one word; the first arm that fits wins.
pub fn verdict(tally: Tally) -> Verdict {
    let Tally { resolved, remaining, not_exercised, new } = tally;
    let (before, after) = (tally.before(), tally.after());
    match () {
        () if before == 0 && after == 0 => Verdict::NoIssuesDetected,
        () if after > before => Verdict::Regressed,
        // The old bug is gone and another took its place: progress for one, not for the user.
        () if new > 0 && resolved > 0 => Verdict::DifferentIssue,
        () if new > 0 => Verdict::Regressed,
        () if resolved == 0 && remaining == 0 => Verdict::NotExercised,
        () if remaining == 0 && not_exercised == 0 => Verdict::Fixed,
        () if resolved > 0 => Verdict::Improved,
        () => Verdict::Unchanged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[resolved, remaining, not exercised, new]`.
    #[track_caller]
    fn check([resolved, remaining, not_exercised, new]: [usize; 4], expected: Verdict) {
        assert_eq!(verdict(Tally { resolved, remaining, not_exercised, new }), expected);
    }

    #[test]
    fn a_fix_leaves_nothing_old_new_or_untried() {
        check([3, 0, 0, 0], Verdict::Fixed);
        check([3, 0, 1, 0], Verdict::Improved);
    }

    #[test]
    fn some_resolved_is_an_improvement() {
        check([1, 2, 0, 0], Verdict::Improved);
    }

    #[test]
    fn the_same_errors_are_unchanged() {
        check([0, 2, 0, 0], Verdict::Unchanged);
        check([0, 1, 5, 0], Verdict::Unchanged);
    }

    #[test]
    fn resolved_ones_and_new_ones_are_a_different_issue() {
        check([1, 0, 0, 1], Verdict::DifferentIssue);
        check([2, 3, 0, 1], Verdict::DifferentIssue);
    }

    #[test]
    fn more_than_before_is_a_regression_whatever_was_resolved() {
        check([1, 0, 0, 2], Verdict::Regressed);
        check([0, 2, 0, 1], Verdict::Regressed);
        check([0, 0, 0, 1], Verdict::Regressed);
        check([0, 0, 5, 1], Verdict::Regressed);
    }

    #[test]
    fn what_nobody_tried_again_is_not_exercised() {
        check([0, 0, 1, 0], Verdict::NotExercised);
    }

    #[test]
    fn nothing_before_and_nothing_after_is_not_a_fix() {
        check([0, 0, 0, 0], Verdict::NoIssuesDetected);
    }
}
