//! What was recorded, sorted for a script: whose tab, which requests, which errors, which outlines.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use gasoline_analysis::timeline::{Request, Timeline, What};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::page::DomSnapshot;
use gasoline_protocol::events::websocket::{SocketEvent, WebSocketEvent};
use gasoline_protocol::{Seq, Timestamp};
use serde_json::Value;

use crate::limits::EFFECT_MAX_MS;
use crate::options::Options;

/// A tab as events name it; pages with the capture script have none.
type Tab = Option<i64>;

/// The part of a session that a script is about.
#[derive(Debug, Default)]
pub(super) struct Session<'a> {
    /// In the order of time.
    pub(super) actions: Vec<Acted<'a>>,
    pub(super) requests: Vec<Called<'a>>,
    /// Requests before the first action of the script.
    pub(super) earlier: Vec<Called<'a>>,
    pub(super) errors: Vec<Failed<'a>>,
    /// Errors before the first action of the script, since its page was loaded: the script opens it
    /// again. What went wrong before that load may be mended since.
    pub(super) earlier_errors: Vec<Failed<'a>>,
    /// When the page of the first action was loaded, if that was seen and the script is a part.
    loaded: Option<Timestamp>,
    pub(super) outlines: Vec<Outlined<'a>>,
    pub(super) sockets: Vec<Heard<'a>>,
    /// Bodies as JSON, each read when it is first asked for: several rooms ask, and reading costs
    /// more than all the rest.
    bodies: Vec<Bodies>,
    /// Addresses of sockets that broke: the browser says so in the console, where no script sees it.
    pub(super) broken_sockets: Vec<String>,
    /// Actions in tabs that have nothing to do with the one it is about.
    pub(super) left_out: usize,
    pub(super) started: Option<Timestamp>,
    pub(super) ended: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Acted<'a> {
    pub(super) seq: Seq,
    pub(super) time: Timestamp,
    /// 0 is the first tab; others were opened from it.
    pub(super) page: usize,
    pub(super) action: &'a EnhancedAction<'a>,
    pub(super) caused_by: Option<Seq>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Called<'a> {
    /// Its place among all requests of the timeline.
    place: usize,
    pub(super) time: Timestamp,
    pub(super) end: Timestamp,
    pub(super) page: usize,
    pub(super) request: &'a Request<'a>,
}

/// What was sent and what was answered, if that is JSON.
#[derive(Debug, Default)]
struct Bodies {
    sent: OnceCell<Option<Value>>,
    answered: OnceCell<Option<Value>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Failed<'a> {
    pub(super) time: Timestamp,
    pub(super) entry: &'a LogEntry<'a>,
}

/// An event and the tab it belongs to.
#[derive(Debug)]
pub(super) struct OnPage<'a, V> {
    pub(super) time: Timestamp,
    pub(super) page: usize,
    pub(super) view: &'a V,
}

pub(super) type Outlined<'a> = OnPage<'a, DomSnapshot<'a>>;
pub(super) type Heard<'a> = OnPage<'a, WebSocketEvent<'a>>;

impl Acted<'_> {
    /// Whether a document was loaded, not only the history changed.
    fn is_load(&self) -> bool {
        let how = self.action.navigation.as_deref();
        self.action.kind == ActionType::Navigate
            && !matches!(how, Some("push" | "replace" | "traverse"))
    }
}

impl<'a> Session<'a> {
    /// Up to a moment and with only the last actions, if that is asked for.
    pub(super) fn of(timeline: &'a Timeline<'a>, options: &Options) -> Self {
        let mut session = Self::whole(timeline, options);
        if let Some(until) = options.until {
            session.end_at(until);
        }
        if let Some(count) = options.last_n_actions {
            session.keep_last(count.max(1));
        }
        session
    }

    fn end_at(&mut self, until: Timestamp) {
        self.actions.retain(|acted| acted.time <= until);
        self.requests.retain(|called| called.time <= until);
        self.errors.retain(|failed| failed.time <= until);
        self.outlines.retain(|seen| seen.time <= until);
        self.ended = self.ended.map(|ended| ended.min(until));
    }

    /// All requests since the page of the first action was loaded, also those before that action.
    pub(super) fn since_load(&self) -> impl Iterator<Item = &Called<'a>> {
        let is_since =
            |called: &&Called<'_>| self.loaded.is_none_or(|loaded| called.time >= loaded);
        self.earlier.iter().filter(is_since).chain(&self.requests)
    }

    /// The body of a request, if it is JSON.
    pub(super) fn sent(&self, called: &Called<'_>) -> Option<&Value> {
        let read = || read(called.request.body.request_body.as_deref());
        self.bodies.get(called.place)?.sent.get_or_init(read).as_ref()
    }

    /// The body of an answer, if it is JSON.
    pub(super) fn answered(&self, called: &Called<'_>) -> Option<&Value> {
        let read = || read(called.request.body.response_body.as_deref());
        self.bodies.get(called.place)?.answered.get_or_init(read).as_ref()
    }

    fn keep_last(&mut self, count: usize) {
        let cut = self.actions.len().saturating_sub(count);
        let Some(first) = self.actions.get(cut).copied() else { return };
        let is_load = |acted: &&Acted<'_>| acted.page == first.page && acted.is_load();
        self.loaded = self.actions[..=cut].iter().rev().find(is_load).map(|acted| acted.time);
        self.actions.drain(..cut);
        let start = first.time;
        let (earlier, requests) =
            std::mem::take(&mut self.requests).into_iter().partition(|called| called.time < start);
        self.earlier = earlier;
        self.requests = requests;
        let (earlier, errors): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.errors).into_iter().partition(|failed| failed.time < start);
        self.earlier_errors = earlier;
        self.errors = errors;
        let loaded = self.loaded;
        self.earlier_errors.retain(|failed| loaded.is_none_or(|loaded| failed.time >= loaded));
        self.outlines.retain(|seen| seen.time >= start);
        self.sockets.retain(|heard| heard.time >= start);
        self.started = Some(start);
    }

    fn whole(timeline: &'a Timeline<'a>, options: &Options) -> Self {
        let pages = pages(timeline, options);
        let page_of = |tab: Tab| pages.get(&tab).copied();
        let mut session = Self {
            started: timeline.entries.first().map(|entry| entry.time),
            ended: timeline.entries.last().map(|entry| entry.time),
            ..Self::default()
        };
        let mut addresses: BTreeMap<&str, &str> = BTreeMap::new();
        for entry in &timeline.entries {
            let (seq, time, caused_by) = (entry.seq, entry.time, entry.caused_by);
            match &entry.what {
                What::Action(action) => match page_of(action.tab_id) {
                    Some(page) => {
                        session.actions.push(Acted { seq, time, page, action, caused_by });
                    }
                    None => session.left_out += usize::from(is_told(time, options)),
                },
                What::Request(request) => {
                    if let Some(page) = page_of(request.body.tab_id) {
                        let end = end(time, request.body.duration);
                        let place = session.bodies.len();
                        session.bodies.push(Bodies::default());
                        session.requests.push(Called { place, time, end, page, request });
                    }
                }
                What::Console(entry) if entry.level == Level::Error => {
                    session.errors.push(Failed { time, entry });
                }
                What::Outline(view) => {
                    if let Some(page) = page_of(view.tab_id) {
                        session.outlines.push(OnPage { time, page, view });
                    }
                }
                What::Socket(event) => {
                    if let Some(url) = event.url.as_deref() {
                        addresses.insert(&event.id, url);
                    }
                    if let Some(url) =
                        addresses.get(&*event.id).filter(|_| event.event == SocketEvent::Error)
                    {
                        session.broken_sockets.push((*url).to_owned());
                    }
                    if let Some(page) = page_of(event.tab_id) {
                        session.sockets.push(OnPage { time, page, view: event });
                    }
                }
                What::Console(_) | What::Screenshot(_) => {}
            }
        }
        session
    }
}

fn read(text: Option<&str>) -> Option<Value> {
    // Most bodies that are not JSON show it in their first letter.
    text.filter(|text| !text.starts_with('<')).and_then(|text| serde_json::from_str(text).ok())
}

fn end(start: Timestamp, duration: Option<f64>) -> Timestamp {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds of a request are few")]
    let duration = duration.unwrap_or(0.0).clamp(0.0, 3_600_000.0) as i64;
    Timestamp::saturating_from_ms(start.as_ms() + duration)
}

/// Whether a script tells of this moment.
fn is_told(time: Timestamp, options: &Options) -> bool {
    options.until.is_none_or(|until| time <= until)
}

/// The tab the script is about with all it belongs to, and their numbers in the order of opening.
fn pages(timeline: &Timeline<'_>, options: &Options) -> BTreeMap<Tab, usize> {
    let mut firsts: Vec<(Tab, Option<Tab>)> = Vec::new();
    let mut last_act: Option<(Tab, Timestamp)> = None;
    let mut newest: Tab = None;
    for entry in timeline.entries.iter().filter(|entry| is_told(entry.time, options)) {
        let What::Action(action) = &entry.what else { continue };
        let tab = action.tab_id;
        if !firsts.iter().any(|(known, _)| *known == tab) {
            let opener = last_act.filter(|(other, time)| {
                *other != tab
                    && action.kind == ActionType::Navigate
                    && entry.time.ms_since(*time) <= EFFECT_MAX_MS
            });
            firsts.push((tab, opener.map(|(other, _)| other)));
        }
        if matches!(
            action.kind,
            ActionType::Click | ActionType::Keypress | ActionType::Submit | ActionType::Dialog
        ) {
            last_act = Some((tab, entry.time));
        }
        if action.kind != ActionType::Scroll {
            newest = tab;
        }
    }
    let opener_of = |tab: Tab| firsts.iter().find(|(known, _)| *known == tab).and_then(|it| it.1);
    let is_known = |tab: Tab| firsts.iter().any(|(known, _)| *known == tab);
    let mut root = match options.tab {
        None => newest,
        // Where actions do not tell their tab, they may be of this one.
        Some(_) if !is_known(options.tab) && is_known(None) => None,
        asked => asked,
    };
    while let Some(opener) = opener_of(root) {
        root = opener;
    }
    let mut pages = BTreeMap::from([(root, 0)]);
    for (tab, opener) in &firsts {
        if opener.is_some_and(|opener| pages.contains_key(&opener)) && !pages.contains_key(tab) {
            pages.insert(*tab, pages.len());
        }
    }
    pages
}
