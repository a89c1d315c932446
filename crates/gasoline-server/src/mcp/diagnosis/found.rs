//! What broke: the errors of a session, those that are alike together, and the requests that failed.

use std::collections::BTreeSet;

use gasoline_analysis::diagnosis::{Broken, diagnose};
use gasoline_analysis::issues::{self, Issue};
use gasoline_analysis::limits::CAUSE_NAMED_REACH_MS;
use gasoline_analysis::requests::Failures;
use gasoline_analysis::view::{Row, Session, View};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::{Facet, Kind, Seq, Snapshot};
use gasoline_store::Query;

use super::failures::{self, FailureGroup};
use super::{Places, Told};
use crate::app::App;
use crate::limits;
use crate::mcp::filter::{Filter, Spot};
use crate::mcp::refusal::Refusal;
use crate::pictures::Held;
use crate::source_maps::Thrown;

/// What broke, before it is told.
pub(in crate::mcp) struct Found<'a> {
    logs: &'a [Row<'a, LogEntry<'a>>],
    pub(in crate::mcp) issues: Vec<Issue>,
    pub(in crate::mcp) failed: Vec<FailureGroup<'a>>,
}

/// What broke in a snapshot.
pub(in crate::mcp) fn broken(snapshot: &Snapshot) -> Session<'_> {
    Session::new(snapshot, |event| {
        matches!(
            event.facet,
            Facet::Log { level: Level::Error, is_retracted: false, .. }
                | Facet::Network { is_failure: true, .. }
        )
    })
}

/// What was captured in the tests or the session in which errors happened. A cursor hides none of
/// it: what led to a new error may be old news.
pub(in crate::mcp) fn around(app: &App, test_id: Option<&str>) -> Snapshot {
    let kinds = [Kind::NetworkBodies, Kind::EnhancedActions, Kind::Screenshots];
    let mut snapshot = app.journal.snapshot(&Query::of(&kinds).in_test(test_id));
    // Nobody can look at a picture that is gone.
    let held = Held::now(app);
    snapshot.of_mut(Kind::Screenshots).retain(|event| held.has_event(event));
    snapshot
}

/// What of it may have to do with one of these issues.
pub(in crate::mcp) fn near<'s>(around: &'s Snapshot, issues: &[&Issue]) -> Session<'s> {
    Session::new(around, |event| {
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

impl<'a> Found<'a> {
    /// What of a view of what broke is asked for, what is alike together.
    pub(in crate::mcp) fn new(app: &App, filter: &Filter, broken: &'a View<'a>) -> Self {
        let View { logs, requests, .. } = broken;
        let noise = app.retained.noise();
        let asked = logs.iter().filter(|row| {
            let urls =
                [row.view.url.as_deref(), row.view.filename.as_deref(), row.view.stack.as_deref()];
            filter.admits(urls, row.view.tab_id)
        });
        let issues = issues::issues(asked, &Failures::among(requests), &noise, Level::Error);
        let failed = failures::group(
            requests.iter().filter(|row| {
                filter.admits([Some(&*row.view.url), row.view.page_url.as_deref()], row.view.tab_id)
            }),
            |body| noise.request(body).map(|rule| rule.id.clone()),
        );
        Self { logs, issues, failed }
    }
}

impl Found<'_> {
    /// Where the newest sighting of an issue is in the source, if that is known.
    pub(in crate::mcp) fn places(&self, app: &App, issue: &Issue) -> Option<Places> {
        let told = app.source_maps.told(&self.thrown(issue)?)?;
        Some(Places { told, shows_code: app.browsers.show_code() })
    }

    /// The newest sighting of an issue, as it was stored.
    pub(in crate::mcp) fn thrown(&self, issue: &Issue) -> Option<Thrown> {
        Thrown::of(self.sighted(issue)?.event?)
    }

    /// All that can be found out about an issue.
    pub(in crate::mcp) fn told<'a>(
        &'a self,
        issue: &'a Issue,
        places: Option<&'a Places>,
        near: &'a View<'a>,
    ) -> Option<Told<'a>> {
        let row = self.sighted(issue)?;
        let explained = places.map(|places| &places.told.explained);
        let broken = Broken { error: row, explained };
        let mut diagnosis = diagnose(&broken, near, |_| true);
        for twin in self.twins(row) {
            diagnosis.enriched.add(&twin.view);
        }
        if diagnosis.screenshot.is_none() {
            diagnosis.screenshot = self.pictured(row, near);
        }
        Some(Told { issue, broken, diagnosis, places })
    }

    /// Where the newest sighting of an issue was.
    pub(in crate::mcp) fn spot(&self, issue: &Issue) -> Option<Spot> {
        let row = self.sighted(issue)?;
        Some(Spot { test: row.stored_test().map(str::to_owned), tab: row.view.tab_id })
    }

    fn sighted(&self, issue: &Issue) -> Option<&Row<'_, LogEntry<'_>>> {
        self.logs.iter().find(|row| row.seq == issue.last_seq)
    }

    /// The picture of an earlier sighting: a browser takes none of an error that it just took.
    fn pictured<'a>(&self, newest: &Row<'_, LogEntry<'_>>, near: &'a View<'a>) -> Option<&'a str> {
        let is_alike = |row: &&Row<'_, LogEntry<'_>>| {
            row.test == newest.test
                && row.view.tab_id == newest.view.tab_id
                && row.view.source == newest.view.source
                && row.view.message == newest.view.message
        };
        let ids: BTreeSet<&str> =
            self.logs.iter().filter(is_alike).filter_map(|row| row.view.id.as_deref()).collect();
        let is_one = |id: &str| ids.contains(id);
        let taken = near.screenshots.iter().rev().map(|row| &row.view);
        let own = taken.into_iter().find(|shot| shot.error_id.as_deref().is_some_and(is_one));
        own.map(|shot| &*shot.id)
    }

    /// Other reports of the same error: alike, at the same place, just before.
    fn twins<'a>(
        &'a self,
        newest: &'a Row<'a, LogEntry<'a>>,
    ) -> impl Iterator<Item = &'a Row<'a, LogEntry<'a>>> {
        self.logs.iter().filter(move |row| {
            let ms_before = newest.time.ms_since(row.time);
            row.seq < newest.seq
                && (0..=limits::REPEATED_REPORT_MS).contains(&ms_before)
                && row.test == newest.test
                && row.view.tab_id == newest.view.tab_id
                && row.view.source == newest.view.source
                && row.view.message == newest.view.message
        })
    }
}

/// Nothing has that id.
pub(in crate::mcp) fn no_such_error(seq: Seq) -> Refusal {
    Refusal::new(
        format!("no error has the id `{seq}`"),
        "call `get_browser_errors` without `detail`: each error is listed with its id",
    )
}
