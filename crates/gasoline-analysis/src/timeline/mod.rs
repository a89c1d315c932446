//! The timeline of a session: what the user did, what that caused, what went wrong, in one list.

mod background;
mod cause;
mod moment;
mod polling;
mod scope;
#[cfg(test)]
mod tests;

use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::page::{DomSnapshot, Screenshot};
use gasoline_protocol::events::websocket::{SocketEvent, WebSocketEvent};
use gasoline_protocol::{Purpose, Seq, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::noise::Noise;
use crate::requests::Failures;
use crate::shape::{JsonShape, ShapeReader, is_json};
use crate::view::{Row, View};
use cause::Causes;
use moment::{Moment, Place};

pub use moment::document;
pub use scope::{Include, Part, Scope};

/// What happened, in the order of time.
#[derive(Debug, Clone)]
pub struct Timeline<'a> {
    pub entries: Vec<Entry<'a>>,
    /// Counts everything in scope, what the cap left out included.
    pub summary: Summary,
    /// Entries the cap left out, all of them older than those that stayed.
    pub left_out: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
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
    pub shape: Option<JsonShape>,
    row: &'a Row<'a, NetworkBody<'a>>,
}

impl Request<'_> {
    /// The shape of the response body, if the body is complete JSON. The body as captured is read: a
    /// redacted one may be invalid JSON, and a shape holds no values.
    pub fn read_shape(&self, reader: ShapeReader) -> Option<JsonShape> {
        let (body, captured) = (self.body, self.row.captured());
        let captured = captured.map(|body| body.expose(Purpose::LearnShape));
        let captured = captured.as_ref().and_then(|body| body.response_body.as_deref());
        let text = captured.or(body.response_body.as_deref())?.trim();
        let is_complete = body.response_truncated != Some(true);
        let is_read = is_complete && is_json(body.content_type.as_deref(), text);
        is_read.then(|| reader.read(text)).flatten()
    }
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

gasoline_protocol::wire_enum! {
    /// What makes requests by itself.
    #[derive(JsonSchema)]
    pub enum Background {
        /// The same request again and again, at regular times.
        Polling = "polling",
        Analytics = "analytics",
        HotReload = "hot_reload",
        /// Scripts, styles, images, fonts.
        Static = "static",
        /// A rule of the user's or the project's calls it noise, or the browser asks for it unasked.
        Noise = "noise",
        /// No action and no answer came shortly before it.
        Late = "late",
    }
}

/// Puts the events of a session into one order and finds what caused what. Without `noise`, requests
/// of analytics and hot reloading count as the page's own.
pub fn timeline<'a>(view: &'a View<'a>, noise: Option<&Noise>, scope: &Scope) -> Timeline<'a> {
    let causes = Causes::of(view, noise);
    let mut entries = entries(view, &causes);
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
            request.shape = request.read_shape(ShapeReader::ALL);
        }
    }
    Timeline { entries, summary, left_out }
}

/// Everything there is, with what led to it.
fn entries<'a>(view: &'a View<'a>, causes: &Causes<'a>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    entries.extend(view.actions.iter().map(|seen| {
        let entry = Entry::of(seen, What::Action(&seen.view));
        let is_navigation = seen.view.kind == ActionType::Navigate;
        let caused_by = is_navigation.then(|| causes.behind_navigation(&entry.moment())).flatten();
        Entry { caused_by, ..entry }
    }));
    entries.extend(view.requests.iter().map(|seen| {
        let cause = causes.of_request(seen.seq);
        let what = What::Request(Request { body: &seen.view, cause, shape: None, row: seen });
        Entry { caused_by: cause.action(), ..Entry::of(seen, what) }
    }));
    let failures = Failures::among(&view.requests);
    let loud = view.logs.iter().filter(|seen| failures.leave(seen, Level::Warn));
    entries.extend(loud.map(|seen| Entry::of(seen, What::Console(&seen.view)).led_by(causes)));
    let sockets = view.sockets.iter();
    entries.extend(sockets.map(|seen| {
        let entry = Entry::of(seen, What::Socket(&seen.view));
        // Messages come when they come.
        if seen.view.event == SocketEvent::Connecting { entry.led_by(causes) } else { entry }
    }));
    entries.extend(view.screenshots.iter().map(|seen| {
        let entry = Entry::of(seen, What::Screenshot(&seen.view));
        let named = seen.view.action_id.as_deref();
        let action = view.actions.iter().find(|action| {
            named.is_some() && action.view.id.as_deref() == named && action.test == seen.test
        });
        match action {
            Some(action) => Entry { caused_by: Some(action.seq), ..entry },
            None => entry.led_by(causes),
        }
    }));
    let outlines = view.outlines.iter();
    entries.extend(outlines.map(|seen| Entry::of(seen, What::Outline(&seen.view)).led_by(causes)));
    entries
}

impl<'a> Entry<'a> {
    fn of<T>(seen: &'a Row<'a, T>, what: What<'a>) -> Self {
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
