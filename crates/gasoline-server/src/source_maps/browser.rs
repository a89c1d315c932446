//! Scripts that are not ours to fetch: the browser that had the error is asked for their maps.
//!
//! The errand carries the question and its answer only whether it was done. The map itself is posted
//! to `/source-maps`: it may be sixteen times as large as an answer and three times as large as a
//! frame of the socket, and that route reads large bodies one at a time.

use std::sync::{Arc, MutexGuard};

use gasoline_protocol::worker::ErrandName;
use serde_json::{Map, Value, json};

use super::fetch::{NotFetched, is_this_server};
use super::resolve::Resolved;
use super::shelf::{Known, Outcome, Version};
use super::{SourceMaps, Thrown};
use crate::app::{App, lock};
use crate::browsers::errands::{self, Errand, NotDone};
use crate::limits;

/// What a browser is asked for.
pub(super) struct Wanted<'a> {
    /// A script, or a module that one evaluates, as the stack names it.
    pub(super) url: &'a str,
    /// The scripts of the same stack.
    pub(super) beside: &'a [String],
    pub(super) page: &'a str,
    pub(super) thrown: &'a Thrown,
    pub(super) most_bytes: usize,
}

/// A map that a browser was asked for, and what came.
pub(super) struct Awaited {
    url: String,
    came: Option<(Version, Outcome)>,
}

/// Asks the browser that had the error; `not_ours` is why this server does not fetch it itself.
///
/// Only what a stack names is asked for, and only of the tab that sent the stack: the browser
/// remembers what it sent, and refuses anything else.
pub(super) async fn ask(
    app: &Arc<App>,
    wanted: &Wanted<'_>,
    known: Option<&Known>,
    not_ours: &NotFetched,
) -> Resolved {
    let failed = |reason: String| Resolved::New(Version::default(), Err(reason.into()));
    let Some(tab_id) = wanted.thrown.tab_id else { return failed(not_ours.to_string()) };
    if is_this_server(wanted.url, app.config.access.port) {
        return failed(not_ours.to_string());
    }
    let arguments = arguments(wanted, known);
    let errand = Errand { name: ErrandName::FetchSource, arguments, tab_id: Some(tab_id) };
    let awaiting = Awaiting::of(&app.source_maps, wanted.url);
    match errands::run(app, errand).await {
        Ok(answer) if answer.get("same") == Some(&Value::Bool(true)) => Resolved::Same,
        Ok(_) => match awaiting.came() {
            Some((version, outcome)) => Resolved::New(version, outcome),
            None => failed("the browser was asked for the map and posted none".to_owned()),
        },
        Err(NotDone::Refused { what, .. }) => failed(what),
        Err(not_done) => failed(format!("{not_ours}; {not_done}")),
    }
}

fn arguments(wanted: &Wanted<'_>, known: Option<&Known>) -> Map<String, Value> {
    let known = known.filter(|known| known.outcome.is_ok());
    let arguments = json!({
        "url": wanted.url,
        "scripts": wanted.beside,
        "page": wanted.page,
        "frame_id": wanted.thrown.frame_id.unwrap_or(0),
        "known": known.and_then(|known| known.version.told_by_browser.as_deref()),
        "most_bytes": wanted.most_bytes,
        "timeout_ms": limits::FETCH_TIMEOUT_MS,
    });
    match arguments {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}

/// Hands a map to whoever asked for it. What nobody waits for any more is given back.
pub(super) fn deliver(
    maps: &SourceMaps,
    url: &str,
    version: &Version,
    outcome: Outcome,
) -> Option<Outcome> {
    match awaited(maps).as_mut().filter(|awaited| awaited.url == url) {
        Some(awaited) => {
            awaited.came = Some((version.clone(), outcome));
            None
        }
        None => Some(outcome),
    }
}

/// The waiting for a map; it ends when this is dropped, also in the middle.
struct Awaiting<'a>(&'a SourceMaps);

impl<'a> Awaiting<'a> {
    fn of(maps: &'a SourceMaps, url: &str) -> Self {
        *awaited(maps) = Some(Awaited { url: url.to_owned(), came: None });
        Self(maps)
    }

    fn came(&self) -> Option<(Version, Outcome)> {
        awaited(self.0).as_mut().and_then(|awaited| awaited.came.take())
    }
}

impl Drop for Awaiting<'_> {
    fn drop(&mut self) {
        *awaited(self.0) = None;
    }
}

fn awaited(maps: &SourceMaps) -> MutexGuard<'_, Option<Awaited>> {
    lock(&maps.awaited)
}
