//! The errors of one test: whose maps a driver should fetch, and what is kept of them when it ends.
//!
//! Explanations are few and maps come and go; a report is made after thousands of tests. So what the
//! errors of a failed test mean is kept with its record. Its runner waits for that, and whoever asks
//! next for the test has it.

use std::sync::Arc;

use gasoline_protocol::event::Level;
use gasoline_protocol::{Facet, Kind};
use gasoline_store::Query;
use gasoline_store::limits::RECORD_MAX_PLACES;

use super::fetch::{is_ours_to_fetch, is_this_server};
use super::{Place, Thrown, settle};
use crate::app::App;
use crate::limits;

/// Explains the newest errors of a test, as far as that can be done soon, and keeps it.
pub(crate) async fn keep_places(app: &Arc<App>, test_id: &str) {
    let thrown = thrown_in(app, &Query::of(&[Kind::Logs]).in_test(Some(test_id)));
    if thrown.is_empty() {
        return;
    }
    settle(app, &thrown).await;
    let told = thrown.iter().filter_map(|error| app.source_maps.told(error));
    let mapped = told.filter(|told| told.explained.is_mapped());
    let places = mapped.map(|told| Place(told).to_recorded()).collect();
    app.journal.explain(test_id, places);
}

/// The scripts that errors name, that this server may not fetch and that nobody has sent.
pub(crate) fn wanted(app: &App, query: &Query) -> Vec<String> {
    let port = app.config.access.port;
    let mut wanted: Vec<String> = Vec::new();
    for thrown in thrown_in(app, query) {
        let page = thrown.page.as_deref().unwrap_or_default();
        for script in thrown.scripts() {
            let is_served = script.starts_with("http:") || script.starts_with("https:");
            let is_elsewhere = is_served
                && is_ours_to_fetch(&script, page, port).is_err()
                && !is_this_server(&script, port);
            let is_known = || app.source_maps.shelf().find(&script).is_some_and(|it| it.is_posted);
            if is_elsewhere && !wanted.contains(&script) && !is_known() {
                wanted.push(script);
            }
        }
    }
    wanted.truncate(limits::MAPS_MAX);
    wanted
}

/// The newest errors, each place once.
fn thrown_in(app: &App, query: &Query) -> Vec<Thrown> {
    let snapshot = app.journal.snapshot(query);
    let mut thrown: Vec<Thrown> = Vec::new();
    let errors = snapshot.of(Kind::Logs).iter().rev().filter(|event| {
        matches!(event.facet, Facet::Log { level: Level::Error, is_retracted: false, .. })
    });
    for error in errors.take(limits::ARRIVALS_LOOKED_AT).filter_map(|event| Thrown::of(event)) {
        if thrown.len() < RECORD_MAX_PLACES && !thrown.contains(&error) {
            thrown.push(error);
        }
    }
    thrown
}
