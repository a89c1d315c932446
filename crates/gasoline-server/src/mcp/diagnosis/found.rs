//! What broke: the errors of a session, those that are alike together, and the requests that failed.

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_analysis::diagnosis::{Broken, diagnose};
use gasoline_analysis::issues::{self, Issue, Sighting};
use gasoline_analysis::requests::Failures;
use gasoline_analysis::view::{Row, Session, View};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::{Facet, Seq, Snapshot};

use super::failures::{self, FailureGroup};
use super::{Places, Told};
use crate::app::App;
use crate::limits;
use crate::mcp::filter::{Filter, Spot};
use crate::mcp::refusal::Refusal;
use crate::source_maps::Thrown;

/// What broke, before it is told.
pub(in crate::mcp) struct Found<'a> {
    pub(in crate::mcp) snapshot: &'a Snapshot,
    logs: &'a [Row<'a, LogEntry<'a>>],
    pub(in crate::mcp) issues: Vec<Issue>,
    pub(in crate::mcp) failed: Vec<FailureGroup<'a>>,
}

/// Finds what broke in a snapshot and hands it on.
pub(in crate::mcp) fn with_found<R>(
    app: &Arc<App>,
    filter: &Filter,
    snapshot: &Snapshot,
    work: impl FnOnce(&Found<'_>) -> R,
) -> R {
    let session = Session::new(snapshot, |event| {
        matches!(
            event.facet,
            Facet::Log { level: Level::Error, is_retracted: false, .. }
                | Facet::Network { is_failure: true, .. }
        )
    });
    let View { logs, requests, .. } = session.view();
    let noise = app.noise();
    let mut failures = Failures::default();
    for row in &requests {
        failures.note(&row.view, row.time);
    }
    let errors: Vec<_> = logs
        .iter()
        .filter(|row| !failures.repeats(&row.view, row.time))
        .filter(|row| {
            let urls =
                [row.view.url.as_deref(), row.view.filename.as_deref(), row.view.stack.as_deref()];
            filter.admits(urls, row.view.tab_id)
        })
        .map(|row| (row, noise.log(&row.view).map(|rule| rule.id.clone())))
        .collect();
    let issues = issues::group(errors.iter().map(|(row, noise)| Sighting {
        seq: row.seq,
        time: row.time,
        test: row.test,
        entry: &row.view,
        noise: noise.as_deref(),
    }));
    let failed = failures::group(
        requests.iter().filter(|row| {
            filter.admits([Some(&*row.view.url), row.view.page_url.as_deref()], row.view.tab_id)
        }),
        |body| noise.request(body).map(|rule| rule.id.clone()),
    );
    work(&Found { snapshot, logs: &logs, issues, failed })
}

impl Found<'_> {
    /// Where the newest sighting of an issue is in the source, if that is known.
    pub(in crate::mcp) fn places(&self, app: &App, issue: &Issue) -> Option<Places> {
        let told = app.source_maps.told(&self.thrown(issue)?)?;
        Some(Places { told, shows_code: app.shows_code() })
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
