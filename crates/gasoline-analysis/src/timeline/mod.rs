//! The timeline of a session: what the user did, what that caused, what went wrong, in one list.

mod shape;

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Level;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::page::{DomSnapshot, Screenshot};
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Seq, Timestamp};

pub use crate::changes::Seen;
use crate::limits;
use crate::noise::Noise;
use crate::requests::Failures;
pub use shape::Shape;

/// Everything a session holds, masked by the caller, each kind oldest first.
#[derive(Debug, Clone, Default)]
pub struct Sources<'a> {
    pub actions: &'a [Seen<'a, EnhancedAction<'a>>],
    pub requests: &'a [Seen<'a, NetworkBody<'a>>],
    pub logs: &'a [Seen<'a, LogEntry<'a>>],
    pub sockets: &'a [Seen<'a, WebSocketEvent<'a>>],
    pub screenshots: &'a [Seen<'a, Screenshot<'a>>],
    pub outlines: &'a [Seen<'a, DomSnapshot<'a>>],
    /// Response bodies as captured, where masking changed them: a masked body may be JSON no more,
    /// and a shape holds no values.
    pub captured: BTreeMap<Seq, &'a str>,
    /// Tells the requests of analytics and hot reloading; without it they count as the page's own.
    pub noise: Option<&'a Noise>,
}

/// Which part of a session is asked for. What caused something is told by the whole of it.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// From the action that many places from the end; all if it is not given.
    pub last_n_actions: Option<usize>,
    pub include: Include,
    /// Entries at most, the newest; all if it is not given.
    pub cap: Option<usize>,
    /// Only what has this in its URL or its page's.
    pub url: Option<String>,
    pub tab_id: Option<i64>,
    /// Only what came after.
    pub after: Option<After>,
}

/// A moment to look back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    Seq(Seq),
    Time(Timestamp),
}

/// A kind of entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Actions,
    Network,
    /// Errors and warnings.
    Console,
    Sockets,
    Screenshots,
    Outlines,
}

/// The kinds of entries that are asked for: actions, requests and the console unless told otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include(BTreeSet<Part>);

impl Include {
    pub fn only(parts: &[Part]) -> Self {
        Self(parts.iter().copied().collect())
    }

    #[must_use]
    pub fn and(mut self, part: Part) -> Self {
        self.0.insert(part);
        self
    }

    pub fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }
}

impl Default for Include {
    fn default() -> Self {
        Self::only(&[Part::Actions, Part::Network, Part::Console])
    }
}

/// What happened, in the order of time.
#[derive(Debug, Clone)]
pub struct Timeline<'a> {
    pub entries: Vec<Entry<'a>>,
    /// Counts everything in scope, what the cap left out included.
    pub summary: Summary,
    /// Entries the cap left out, all of them older than those that stayed.
    pub left_out: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub actions: usize,
    pub network_requests: usize,
    pub console_errors: usize,
    /// From the first to the last entry.
    pub duration_ms: i64,
}

/// One thing that happened.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    pub seq: Seq,
    pub time: Timestamp,
    pub test: Option<&'a str>,
    pub what: What<'a>,
    /// The action that led to it, as far as can be told. A navigation has the click before it here.
    pub caused_by: Option<Seq>,
}

#[derive(Debug, Clone)]
pub enum What<'a> {
    Action(&'a EnhancedAction<'a>),
    Request(Request<'a>),
    Console(&'a LogEntry<'a>),
    Socket(&'a WebSocketEvent<'a>),
    Screenshot(&'a Screenshot<'a>),
    Outline(&'a DomSnapshot<'a>),
}

/// A request and why it was made.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub body: &'a NetworkBody<'a>,
    pub cause: Cause,
    /// Of a response that is JSON and was kept whole.
    pub shape: Option<Shape>,
}

/// Why a request was made, as far as time and pattern tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Action(Seq),
    /// The page was loading; with the navigation that loaded it, if that is known.
    PageLoad(Option<Seq>),
    Background(Background),
}

impl Cause {
    /// The action behind it.
    pub fn action(self) -> Option<Seq> {
        match self {
            Self::Action(seq) => Some(seq),
            Self::PageLoad(navigation) => navigation,
            Self::Background(_) => None,
        }
    }
}

/// What makes requests by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// The same request again and again, at regular times.
    Polling,
    Analytics,
    HotReload,
    /// Scripts, styles, images, fonts.
    Static,
    /// No action and no answer came shortly before it.
    Late,
}

/// Puts the events of a session into one order and tells what caused what.
pub fn timeline<'a>(sources: &Sources<'a>, scope: &Scope) -> Timeline<'a> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let entry = |seq, time, test, what| Entry { seq, time, test, what, caused_by: None };
    let include = &scope.include;
    if include.has(Part::Actions) {
        entries.extend(
            sources
                .actions
                .iter()
                .map(|seen| entry(seen.seq, seen.time, seen.test, What::Action(seen.view))),
        );
    }
    if include.has(Part::Network) {
        entries.extend(sources.requests.iter().map(|seen| {
            let cause = cause(sources, seen);
            let shape = Shape::of_response(seen.view, sources.captured.get(&seen.seq).copied());
            let what = What::Request(Request { body: seen.view, cause, shape });
            Entry { caused_by: cause.action(), ..entry(seen.seq, seen.time, seen.test, what) }
        }));
    }
    if include.has(Part::Console) {
        let mut failures = Failures::default();
        for request in sources.requests {
            failures.note(request.view, request.time);
        }
        entries.extend(
            sources
                .logs
                .iter()
                .filter(|seen| seen.view.level >= Level::Warn && !seen.view.is_retracted())
                .filter(|seen| !failures.repeats(seen.view, seen.time))
                .map(|seen| entry(seen.seq, seen.time, seen.test, What::Console(seen.view))),
        );
    }
    if include.has(Part::Sockets) {
        entries.extend(
            sources
                .sockets
                .iter()
                .map(|seen| entry(seen.seq, seen.time, seen.test, What::Socket(seen.view))),
        );
    }
    if include.has(Part::Screenshots) {
        entries.extend(
            sources
                .screenshots
                .iter()
                .map(|seen| entry(seen.seq, seen.time, seen.test, What::Screenshot(seen.view))),
        );
    }
    if include.has(Part::Outlines) {
        entries.extend(
            sources
                .outlines
                .iter()
                .map(|seen| entry(seen.seq, seen.time, seen.test, What::Outline(seen.view))),
        );
    }
    entries.sort_by_key(|entry| (entry.time, entry.what.rank(), entry.seq));
    if let Some(count) = scope.last_n_actions {
        let actions = entries.iter().enumerate().rev();
        let mut actions = actions.filter(|(_, entry)| matches!(entry.what, What::Action(_)));
        if let Some((first, _)) = actions.nth(count.saturating_sub(1)) {
            entries.drain(..first);
        }
    }
    let summary = Summary::of(&entries);
    let left_out = entries.len().saturating_sub(scope.cap.unwrap_or(usize::MAX));
    entries.drain(..left_out);
    Timeline { entries, summary, left_out }
}

/// The latest action of the same test and tab before the request, if it is recent enough.
fn cause<'a>(sources: &Sources<'a>, request: &Seen<'a, NetworkBody<'a>>) -> Cause {
    let mut earlier = sources.actions.iter().rev().filter(|action| {
        action.time <= request.time
            && action.test == request.test
            && action.view.tab_id == request.view.tab_id
    });
    match earlier.next() {
        Some(action) if request.time.ms_since(action.time) <= limits::CAUSE_WINDOW_MS => {
            Cause::Action(action.seq)
        }
        Some(_) => Cause::Background(Background::Late),
        None => Cause::PageLoad(None),
    }
}

impl What<'_> {
    /// Which comes first of what happened in the same millisecond: causes before effects.
    fn rank(&self) -> u8 {
        match self {
            Self::Action(_) => 0,
            Self::Request(_) => 1,
            Self::Socket(_) => 2,
            Self::Console(_) => 3,
            Self::Outline(_) => 4,
            Self::Screenshot(_) => 5,
        }
    }
}

impl Summary {
    fn of(entries: &[Entry<'_>]) -> Self {
        let count =
            |is: fn(&What<'_>) -> bool| entries.iter().filter(|entry| is(&entry.what)).count();
        let span = entries.first().zip(entries.last());
        Self {
            actions: count(|what| matches!(what, What::Action(_))),
            network_requests: count(|what| matches!(what, What::Request(_))),
            console_errors: count(
                |what| matches!(what, What::Console(entry) if entry.level == Level::Error),
            ),
            duration_ms: span.map_or(0, |(first, last)| last.time.ms_since(first.time)),
        }
    }
}
