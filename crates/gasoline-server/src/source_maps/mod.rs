//! Source maps: found, fetched and kept, so that an error is told in the words of its source.
//!
//! The work begins when an error arrives, not when somebody asks: then the answer is ready, and the
//! script that is served is still the one that failed. What a stack means is kept with the stack, so
//! a bundle that is built anew does not change what an old error says; and a script is asked for
//! again with every error that comes later than a moment after the last look, so an old map never
//! explains a new bundle. Asking again costs a `304`, or a download on this machine.
//!
//! One script is worked on at a time, which bounds the memory that takes. Nothing here is waited for
//! by whoever sends events.
//!
//! What this server may not fetch, the browser that had the error is asked for.

mod browser;
mod fetch;
mod of_test;
mod resolve;
mod shelf;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use gasoline_analysis::sources::path::is_library;
use gasoline_analysis::sources::{Explained, explain, stack};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use gasoline_protocol::{Event, Facet, Kind, Purpose, Seq, Since};
use gasoline_store::Query;
use gasoline_store::limits::BUDGET_MAX_BYTES;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::app::{App, lock};
use crate::body::BodyRoom;
use crate::limits;
use browser::{Awaited, Wanted};
use resolve::{Asked, Resolved};
use shelf::{Known, Outcome, Shelf, Version};

pub(crate) use fetch::addresses;
pub(crate) use of_test::{keep_places, wanted};
pub(crate) use resolve::{keep, within};
pub(crate) use shelf::Told;

/// What is known of scripts and their maps.
pub(crate) struct SourceMaps {
    shelf: Mutex<Shelf>,
    /// Whoever works on a script holds this.
    turn: Semaphore,
    /// What a browser was asked for: one script at a time, as it is its turn.
    awaited: Mutex<Option<Awaited>>,
    /// Maps that are sent are larger than anything else that is.
    pub(crate) bodies: BodyRoom,
}

impl Default for SourceMaps {
    fn default() -> Self {
        Self {
            shelf: Mutex::default(),
            turn: Semaphore::new(1),
            awaited: Mutex::default(),
            bodies: BodyRoom::of(SOURCE_MAP_MAX_BYTES),
        }
    }
}

/// A stack and what it means in the source.
#[derive(Debug)]
pub(crate) struct Place(Arc<Told>);

impl Place {
    /// As JSON; the code only where the user lets it be shown.
    pub(crate) fn to_json(&self, shows_code: bool) -> serde_json::Value {
        let Explained { frames, sources } = &self.0.explained;
        let sources = if shows_code { &sources[..] } else { &[] };
        serde_json::json!({"stack": self.0.stack, "frames": frames, "sources": sources})
    }

    /// As a record keeps it: the code of the top place alone.
    fn to_recorded(&self) -> String {
        let Explained { frames, sources } = &self.0.explained;
        let sources = &sources[..sources.len().min(1)];
        serde_json::json!({"stack": self.0.stack, "frames": frames, "sources": sources}).to_string()
    }
}

/// An error as far as its place is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thrown {
    stack: String,
    page: Option<String>,
    /// Where its extension saw it; `None` for errors of other clients.
    tab_id: Option<i64>,
    frame_id: Option<i64>,
}

impl Thrown {
    /// Reads an event as it is stored: a redacted stack is another text.
    pub(crate) fn of(event: &Event) -> Option<Self> {
        let entry = event.view::<LogEntry<'_>>()?.expose(Purpose::ResolveSource);
        let page = entry.url.as_deref().map(str::to_owned);
        let (tab_id, frame_id) = (entry.tab_id, entry.frame_id);
        let stack = match entry.stack.as_deref() {
            Some(stack) if !stack.is_empty() => stack.to_owned(),
            _ => {
                let (file, line) = (entry.filename.as_deref()?, entry.lineno?);
                format!("@{file}:{line}:{}", entry.colno.unwrap_or(1.0))
            }
        };
        let has_place = stack::frames(&stack).iter().any(|frame| !frame.is_native());
        has_place.then_some(Self { stack, page, tab_id, frame_id })
    }

    pub(crate) fn into_stack(self) -> String {
        self.stack
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.stack, &self.page).hash(&mut hasher);
        hasher.finish()
    }

    /// The scripts whose maps would tell more, from the top.
    fn scripts(&self) -> Vec<String> {
        let mut scripts: Vec<String> = Vec::new();
        for frame in stack::frames(&self.stack) {
            let is_new = !frame.is_native() && !scripts.iter().any(|known| known == frame.url);
            if is_new && !is_library(frame.url) && scripts.len() < limits::SCRIPTS_PER_STACK {
                scripts.push(frame.url.to_owned());
            }
        }
        scripts
    }
}

impl SourceMaps {
    /// What is known already about an error.
    pub(crate) fn told(&self, thrown: &Thrown) -> Option<Arc<Told>> {
        self.shelf().told(thrown.key())
    }

    /// What is known of the stacks that `is_asked`, as a saved snapshot keeps it.
    pub(crate) fn places(&self, is_asked: impl Fn(&str) -> bool) -> Vec<Place> {
        let shelf = self.shelf();
        let asked = shelf.mapped().filter(|told| is_asked(&told.stack));
        asked.map(|told| Place(Arc::clone(told))).collect()
    }

    /// Takes a map that somebody sent, or why there is none.
    ///
    /// A browser that was asked says of which build the map is: then it is looked for again like a
    /// map we fetched. What others send holds until they send another.
    pub(crate) fn post(&self, app: &App, url: &str, version: Option<String>, outcome: Outcome) {
        let is_posted = version.is_none();
        let version = Version { told_by_browser: version, ..Version::default() };
        let not_awaited =
            if is_posted { Some(outcome) } else { browser::deliver(self, url, &version, outcome) };
        let Some(outcome) = not_awaited else { return };
        let known = Known { outcome, version, checked_at: app.now(), is_posted };
        let mut shelf = self.shelf();
        shelf.put(url, known, room(app));
        shelf.reconsider();
        drop(shelf);
        app.changes.send_modify(|changes| changes.source_maps += 1);
    }

    /// Gives back memory the journal needs: maps can be fetched again, events cannot.
    pub(crate) fn make_room(&self, app: &App) {
        let mut shelf = self.shelf();
        if shelf.bytes() > 0 {
            shelf.fit(room(app));
        }
    }

    /// Maps held, their bytes, and how many were forgotten.
    pub(crate) fn fill(&self) -> (usize, usize, u64) {
        self.shelf().fill()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        lock(&self.shelf)
    }
}

/// Bytes that maps may take beside what the journal holds.
fn room(app: &App) -> usize {
    BUDGET_MAX_BYTES.saturating_sub(app.journal.bytes())
}

/// Bytes a map may have now: a full journal leaves room for a small one, which is read and not kept.
pub(crate) fn largest(app: &App) -> usize {
    room(app).clamp(limits::MAP_ROOM_MIN_BYTES, SOURCE_MAP_MAX_BYTES)
}

/// Explains errors as they arrive, until told to stop.
pub(crate) async fn watch(app: Arc<App>, shutdown: CancellationToken) {
    let mut changes = app.follow();
    let (mut seen, mut maps) = (app.journal.head(), 0);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            _ = changes.changed() => {}
        }
        let maps_before = std::mem::replace(&mut maps, changes.borrow_and_update().source_maps);
        let (mut thrown, head) = arrivals(&app, seen);
        seen = head;
        // A map that came may explain what was thrown before.
        if maps > maps_before {
            let (all, _) = arrivals(&app, Seq::default());
            thrown.extend(all.into_iter().filter(|it| app.source_maps.told(it).is_none()));
        }
        for thrown in thrown {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = work_out(&app, &thrown) => {}
            }
        }
        // A page that throws in a loop is looked at a few times a second.
        tokio::time::sleep(Duration::from_millis(limits::ARRIVAL_PAUSE_MS)).await;
    }
}

/// The newest errors since `seen`, each place once, and up to where was looked.
fn arrivals(app: &App, seen: Seq) -> (Vec<Thrown>, Seq) {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Logs]).since(Since::Seq(seen)));
    let mut thrown: Vec<Thrown> = Vec::new();
    let errors = snapshot
        .of(Kind::Logs)
        .iter()
        .rev()
        .filter(|event| matches!(event.facet, Facet::Log { level: Level::Error, .. }));
    for event in errors.take(limits::ARRIVALS_LOOKED_AT) {
        if let Some(error) = Thrown::of(event)
            && !thrown.contains(&error)
            && thrown.len() < limits::ARRIVALS_EXPLAINED
        {
            thrown.push(error);
        }
    }
    (thrown, snapshot.head)
}

/// Waits until each error is explained that can be, but not for long. Whether there was anything to
/// wait for.
pub(crate) async fn settle(app: &Arc<App>, thrown: &[Thrown]) -> bool {
    let now = app.now();
    let is_open = |error: &&Thrown| {
        app.source_maps.told(error).is_none_or(|told| told.is_worth_asking_again(now))
    };
    let open: Vec<&Thrown> = thrown.iter().filter(is_open).collect();
    // The fuzzer has no runtime, and nobody to ask.
    if open.is_empty() || tokio::runtime::Handle::try_current().is_err() {
        return false;
    }
    let all = async {
        for error in open {
            work_out(app, error).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_millis(limits::SETTLE_MS), all).await;
    true
}

/// Finds the maps of a stack and explains it with them.
async fn work_out(app: &Arc<App>, thrown: &Thrown) {
    let scripts = thrown.scripts();
    let mut maps: Vec<(String, Outcome)> = Vec::new();
    for script in &scripts {
        maps.push((script.clone(), map_of(app, script, &scripts, thrown).await));
    }
    let reason = maps.iter().find_map(|(_, outcome)| outcome.as_ref().err().cloned());
    let (stack, page) = (thrown.stack.clone(), thrown.page.clone());
    let explained = tokio::task::spawn_blocking(move || {
        explain(&stack, page.as_deref(), |frame| {
            let (_, outcome) = maps.iter().find(|(url, _)| url == frame.url)?;
            outcome.as_deref().ok()
        })
    });
    if let Ok(explained) = explained.await {
        let told = Told { stack: thrown.stack.clone(), explained, reason, at: app.now() };
        app.source_maps.shelf().tell(thrown.key(), Arc::new(told));
    }
}

/// The map of a script or of a module to evaluate, from the shelf, the page's server or its browser.
async fn map_of(app: &Arc<App>, script: &str, beside: &[String], thrown: &Thrown) -> Outcome {
    let maps = &app.source_maps;
    let fresh = |known: &Known| known.is_fresh(app.now());
    if let Some(known) = maps.shelf().find(script).filter(fresh) {
        return known.outcome;
    }
    let Some(page) = thrown.page.as_deref() else {
        return Err("the error does not say on which page it happened".into());
    };
    let _turn = maps.turn.acquire().await;
    let known = maps.shelf().find(script);
    if let Some(known) = known.clone().filter(fresh) {
        return known.outcome;
    }
    let checked_at = app.now();
    let most_bytes = largest(app);
    let asked = Asked { page, own_port: app.config.access.port, most_bytes };
    let is_module = !script.starts_with("http:") && !script.starts_with("https:");
    let resolved = if is_module {
        resolve::module_map(script, &served(beside), asked).await
    } else {
        resolve::script_map(script, known.as_ref(), asked).await
    };
    let resolved = match resolved {
        Resolved::NotOurs(not_ours) => {
            let beside = served(beside);
            let wanted = Wanted { url: script, beside: &beside, page, thrown, most_bytes };
            browser::ask(app, &wanted, known.as_ref(), &not_ours).await
        }
        resolved => resolved,
    };
    let (version, outcome) = match (resolved, known) {
        (Resolved::New(version, outcome), _) => (version, outcome),
        (Resolved::Same, Some(known)) => (known.version, known.outcome),
        (Resolved::Same, None) => (Version::default(), Err("the map was forgotten".into())),
        (Resolved::NotOurs(not_ours), _) => (Version::default(), Err(not_ours.to_string().into())),
    };
    let known = Known { outcome: outcome.clone(), version, checked_at, is_posted: false };
    let mut shelf = maps.shelf();
    // Somebody may have sent it meanwhile.
    if let Some(sent) = shelf.find(script).filter(|known| known.is_posted) {
        return sent.outcome;
    }
    shelf.put(script, known, room(app));
    outcome
}

/// Those that somebody serves.
fn served(scripts: &[String]) -> Vec<String> {
    let is_served = |url: &&String| url.starts_with("http:") || url.starts_with("https:");
    scripts.iter().filter(is_served).cloned().collect()
}
