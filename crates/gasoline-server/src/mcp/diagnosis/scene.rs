//! What was captured around errors, whatever part of it a reader has seen before.

use gasoline_analysis::diagnosis::Scene;
use gasoline_analysis::issues::Issue;
use gasoline_analysis::limits::CAUSE_NAMED_REACH_MS;
use gasoline_protocol::action::{EnhancedAction, EnhancedActions};
use gasoline_protocol::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::page::{Screenshot, Screenshots};
use gasoline_protocol::{Event, Kind, Snapshot};
use gasoline_store::Query;

use crate::app::App;
use crate::exit::{Leaving, Row};
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

    /// Those that may have to do with one of these issues, masked.
    pub(in crate::mcp) fn leaving(&self, issues: &[&Issue]) -> Near<'_> {
        let is_near = |event: &Event| {
            issues.iter().any(|issue| {
                let before = issue.last_seen.ms_since(event.time);
                let reach = CAUSE_NAMED_REACH_MS + limits::SLOW_REQUEST_MS;
                (-limits::AROUND_AFTER_MS..=reach).contains(&before)
            })
        };
        Near {
            actions: Leaving::of_those(&self.snapshot, Kind::EnhancedActions, is_near),
            requests: Leaving::of_those(&self.snapshot, Kind::NetworkBodies, is_near),
            // Few, and one that names its error belongs to it however late it came.
            screenshots: Leaving::of_those(&self.snapshot, Kind::Screenshots, |_| {
                !issues.is_empty()
            }),
        }
    }
}

/// The texts of what lies near.
pub(in crate::mcp) struct Near<'a> {
    actions: Leaving<'a>,
    requests: Leaving<'a>,
    screenshots: Leaving<'a>,
}

/// The same, read.
pub(in crate::mcp) struct Read<'a> {
    actions: Vec<Row<'a, EnhancedAction<'a>>>,
    requests: Vec<Row<'a, NetworkBody<'a>>>,
    screenshots: Vec<Row<'a, Screenshot<'a>>>,
}

impl Near<'_> {
    pub(in crate::mcp) fn rows(&self) -> Read<'_> {
        Read {
            actions: self.actions.rows::<EnhancedActions>(),
            requests: self.requests.rows::<NetworkBodies>(),
            screenshots: self.screenshots.rows::<Screenshots>(),
        }
    }
}

impl<'a> Read<'a> {
    pub(in crate::mcp) fn scene(&'a self) -> Scene<'a> {
        Scene {
            actions: self.actions.iter().map(Row::seen).collect(),
            requests: self.requests.iter().map(Row::seen).collect(),
            screenshots: self.screenshots.iter().map(Row::seen).collect(),
        }
    }
}
