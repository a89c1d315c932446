//! What was captured around errors, whatever part of it a reader has seen before.

use gasoline_analysis::issues::Issue;
use gasoline_analysis::limits::CAUSE_NAMED_REACH_MS;
use gasoline_analysis::view::Session;
use gasoline_protocol::{Kind, Snapshot};
use gasoline_store::Query;

use crate::app::App;
use crate::limits;
use crate::pictures::Held;

/// The events of the tests or the session in which errors happened. A cursor hides none of them:
/// what led to a new error may be old news.
pub(in crate::mcp) struct Around {
    snapshot: Snapshot,
}

impl Around {
    pub(in crate::mcp) fn of(app: &App, test_id: Option<&str>) -> Self {
        let kinds = [Kind::NetworkBodies, Kind::EnhancedActions, Kind::Screenshots];
        let mut snapshot = app.journal.snapshot(&Query::of(&kinds).in_test(test_id));
        // Nobody can look at a picture that is gone.
        let held = Held::now(app);
        snapshot.of_mut(Kind::Screenshots).retain(|event| held.has_event(event));
        Self { snapshot }
    }

    /// Those that may have to do with one of these issues.
    pub(in crate::mcp) fn near(&self, issues: &[&Issue]) -> Session<'_> {
        Session::new(&self.snapshot, |event| {
            // Few, and one that names its error belongs to it however late it came.
            if event.kind == Kind::Screenshots {
                return !issues.is_empty();
            }
            issues.iter().any(|issue| {
                let before = issue.last_seen.ms_since(event.time);
                let reach = CAUSE_NAMED_REACH_MS + limits::SLOW_REQUEST_MS;
                (-limits::AROUND_AFTER_MS..=reach).contains(&before)
            })
        })
    }
}
