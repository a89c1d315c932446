//! The timeline of a session: what the user did, what that caused, what went wrong, in one list.

mod background;
mod cause;
mod moment;
mod polling;
mod scope;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use gasoline_protocol::action::{ActionType, EnhancedAction};
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Level;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::page::{DomSnapshot, Screenshot};
use gasoline_protocol::websocket::{SocketEvent, WebSocketEvent};
use gasoline_protocol::{Seq, Timestamp};

use crate::noise::Noise;
use crate::requests::Failures;
use cause::Causes;
use moment::{Moment, Place};

pub use crate::changes::Seen;
pub use moment::document;
pub use scope::{After, Include, Part, Scope};
pub use shape::Shape;
pub(crate) use shape::is_json;

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
    /// The page, or another view of it, was being loaded; by this navigation, if that is known.
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
    /// A rule of the user's or the project's calls it noise, or the browser asks for it unasked.
    Noise,
    /// No action and no answer came shortly before it.
    Late,
}

/// Puts the events of a session into one order and tells what caused what.
pub fn timeline<'a>(sources: &Sources<'a>, scope: &Scope) -> Timeline<'a> {
    let causes = Causes::of(sources);
    let mut entries = entries(sources, &causes);
    entries.sort_by_key(Entry::order);
    scope.narrow(&mut entries);
    let summary = Summary::of(&entries);
    let left_out = entries.len().saturating_sub(scope.cap.unwrap_or(usize::MAX));
    entries.drain(..left_out);
    for entry in &mut entries {
        // Read last, because it is the costly part: only what is shown needs one.
        if let What::Request(request) = &mut entry.what
            && !scope.is_shapeless
        {
            let captured = sources.captured.get(&entry.seq).copied();
            request.shape = Shape::of_response(request.body, captured);
        }
    }
    Timeline { entries, summary, left_out }
}

/// Everything there is, with what led to it.
fn entries<'a>(sources: &Sources<'a>, causes: &Causes<'a>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    entries.extend(sources.actions.iter().map(|seen| {
        let entry = Entry::of(seen, What::Action(seen.view));
        let is_navigation = seen.view.kind == ActionType::Navigate;
        let caused_by = is_navigation.then(|| causes.behind_navigation(&entry.moment())).flatten();
        Entry { caused_by, ..entry }
    }));
    entries.extend(sources.requests.iter().map(|seen| {
        let cause = causes.of_request(seen.seq);
        let what = What::Request(Request { body: seen.view, cause, shape: None });
        Entry { caused_by: cause.action(), ..Entry::of(seen, what) }
    }));
    let mut failures = Failures::default();
    for seen in sources.requests {
        failures.note(seen.view, seen.time);
    }
    let loud = sources.logs.iter().filter(|seen| {
        let entry = seen.view;
        entry.level >= Level::Warn && !entry.is_retracted() && !failures.repeats(entry, seen.time)
    });
    entries.extend(loud.map(|seen| Entry::of(seen, What::Console(seen.view)).led_by(causes)));
    let sockets = sources.sockets.iter();
    entries.extend(sockets.map(|seen| {
        let entry = Entry::of(seen, What::Socket(seen.view));
        // Messages come when they come.
        if seen.view.event == SocketEvent::Connecting { entry.led_by(causes) } else { entry }
    }));
    entries.extend(sources.screenshots.iter().map(|seen| {
        let entry = Entry::of(seen, What::Screenshot(seen.view));
        let named = seen.view.action_id.as_deref();
        let action = sources.actions.iter().find(|action| {
            named.is_some() && action.view.id.as_deref() == named && action.test == seen.test
        });
        match action {
            Some(action) => Entry { caused_by: Some(action.seq), ..entry },
            None => entry.led_by(causes),
        }
    }));
    let outlines = sources.outlines.iter();
    entries.extend(outlines.map(|seen| Entry::of(seen, What::Outline(seen.view)).led_by(causes)));
    entries
}

impl<'a> Entry<'a> {
    fn of<T>(seen: &Seen<'a, T>, what: What<'a>) -> Self {
        Self { seq: seen.seq, time: seen.time, test: seen.test, what, caused_by: None }
    }

    fn led_by(mut self, causes: &Causes<'a>) -> Self {
        self.caused_by = causes.behind(&self.moment());
        self
    }

    fn moment(&self) -> Moment<'a> {
        let Self { seq, time, test, .. } = *self;
        Moment { seq, time, test, tab: self.what.tab_id(), place: Place::of(self.what.id()) }
    }

    /// Of what happened in the same millisecond, causes come before effects.
    fn order(&self) -> (Timestamp, Part, Seq) {
        (self.time, self.what.part(), self.seq)
    }
}

impl<'a> What<'a> {
    pub fn part(&self) -> Part {
        match self {
            Self::Action(_) => Part::Actions,
            Self::Request(_) => Part::Network,
            Self::Console(_) => Part::Console,
            Self::Socket(_) => Part::Sockets,
            Self::Screenshot(_) => Part::Screenshots,
            Self::Outline(_) => Part::Outlines,
        }
    }

    pub fn tab_id(&self) -> Option<i64> {
        match self {
            Self::Action(action) => action.tab_id,
            Self::Request(request) => request.body.tab_id,
            Self::Console(entry) => entry.tab_id,
            Self::Socket(socket) => socket.tab_id,
            Self::Screenshot(screenshot) => screenshot.tab_id,
            Self::Outline(outline) => outline.tab_id,
        }
    }

    /// The id by which our clients tell document and order; sockets and pictures have other ones.
    fn id(&self) -> Option<&'a str> {
        match self {
            Self::Action(action) => action.id.as_deref(),
            Self::Request(request) => request.body.id.as_deref(),
            Self::Console(entry) => entry.id.as_deref(),
            Self::Socket(_) | Self::Screenshot(_) | Self::Outline(_) => None,
        }
    }

    /// What a URL is looked for in.
    fn urls(&self) -> [Option<&'a str>; 3] {
        match self {
            Self::Action(action) => {
                [action.url.as_deref(), action.from_url.as_deref(), action.to_url.as_deref()]
            }
            Self::Request(request) => {
                [Some(&*request.body.url), request.body.page_url.as_deref(), None]
            }
            Self::Console(entry) => [entry.url.as_deref(), entry.filename.as_deref(), None],
            Self::Socket(socket) => [socket.url.as_deref(), None, None],
            Self::Screenshot(screenshot) => [screenshot.url.as_deref(), None, None],
            Self::Outline(outline) => [outline.url.as_deref(), None, None],
        }
    }
}

impl Summary {
    fn of(entries: &[Entry<'_>]) -> Self {
        let mut summary = Self::default();
        for entry in entries {
            match &entry.what {
                What::Action(_) => summary.actions += 1,
                What::Request(_) => summary.network_requests += 1,
                What::Console(entry) if entry.level == Level::Error => summary.console_errors += 1,
                _ => {}
            }
        }
        if let (Some(first), Some(last)) = (entries.first(), entries.last()) {
            summary.duration_ms = last.time.ms_since(first.time);
        }
        summary
    }
}
