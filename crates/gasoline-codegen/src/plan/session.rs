//! What was recorded, sorted for a script: whose tab, which requests, which errors, which outlines.

use std::collections::BTreeMap;

use gasoline_analysis::timeline::{Request, Timeline, What};
use gasoline_protocol::action::{ActionType, EnhancedAction};
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Level;
use gasoline_protocol::page::DomSnapshot;
use gasoline_protocol::{Seq, Timestamp};

use crate::limits::EFFECT_MAX_MS;

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
    pub(super) outlines: Vec<Outlined<'a>>,
    /// A socket broke: the browser says so in the console, where no script sees it.
    pub(super) has_broken_socket: bool,
    /// Actions in tabs that have nothing to do with the last one used.
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
    pub(super) time: Timestamp,
    pub(super) end: Timestamp,
    pub(super) page: usize,
    pub(super) request: &'a Request<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Failed<'a> {
    pub(super) time: Timestamp,
    pub(super) entry: &'a LogEntry<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Outlined<'a> {
    pub(super) time: Timestamp,
    pub(super) page: usize,
    pub(super) outline: &'a DomSnapshot<'a>,
}

impl<'a> Session<'a> {
    /// With only the last actions, if that many are asked for.
    pub(super) fn of(timeline: &'a Timeline<'a>, last_n_actions: Option<usize>) -> Self {
        let mut session = Self::whole(timeline);
        if let Some(count) = last_n_actions {
            session.keep_last(count.max(1));
        }
        session
    }

    fn keep_last(&mut self, count: usize) {
        self.actions.drain(..self.actions.len().saturating_sub(count));
        let Some(start) = self.actions.first().map(|acted| acted.time) else { return };
        let (earlier, requests) =
            std::mem::take(&mut self.requests).into_iter().partition(|called| called.time < start);
        self.earlier = earlier;
        self.requests = requests;
        self.errors.retain(|failed| failed.time >= start);
        self.outlines.retain(|seen| seen.time >= start);
        self.started = Some(start);
    }

    fn whole(timeline: &'a Timeline<'a>) -> Self {
        let pages = pages(timeline);
        let page_of = |tab: Tab| pages.get(&tab).copied();
        let mut session = Self {
            started: timeline.entries.first().map(|entry| entry.time),
            ended: timeline.entries.last().map(|entry| entry.time),
            ..Self::default()
        };
        for entry in &timeline.entries {
            let (seq, time, caused_by) = (entry.seq, entry.time, entry.caused_by);
            match &entry.what {
                What::Action(action) => match page_of(action.tab_id) {
                    Some(page) => {
                        session.actions.push(Acted { seq, time, page, action, caused_by });
                    }
                    None => session.left_out += 1,
                },
                What::Request(request) => {
                    if let Some(page) = page_of(request.body.tab_id) {
                        let end = end(time, request.body.duration);
                        session.requests.push(Called { time, end, page, request });
                    }
                }
                What::Console(entry) if entry.level == Level::Error => {
                    session.errors.push(Failed { time, entry });
                }
                What::Outline(outline) => {
                    if let Some(page) = page_of(outline.tab_id) {
                        session.outlines.push(Outlined { time, page, outline });
                    }
                }
                What::Socket(event) => session.has_broken_socket |= is_broken(event),
                What::Console(_) | What::Screenshot(_) => {}
            }
        }
        session
    }
}

fn is_broken(event: &gasoline_protocol::websocket::WebSocketEvent<'_>) -> bool {
    event.event == gasoline_protocol::websocket::SocketEvent::Error
}

fn end(start: Timestamp, duration: Option<f64>) -> Timestamp {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds of a request are few")]
    let duration = duration.unwrap_or(0.0).clamp(0.0, 3_600_000.0) as i64;
    Timestamp::saturating_from_ms(start.as_ms() + duration)
}

/// The tab that was used last with all it belongs to, and their numbers in the order of opening.
fn pages(timeline: &Timeline<'_>) -> BTreeMap<Tab, usize> {
    let mut firsts: Vec<(Tab, Option<Tab>)> = Vec::new();
    let mut last_act: Option<(Tab, Timestamp)> = None;
    let mut newest: Tab = None;
    for entry in &timeline.entries {
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
        if matches!(action.kind, ActionType::Click | ActionType::Keypress | ActionType::Submit) {
            last_act = Some((tab, entry.time));
        }
        if action.kind != ActionType::Scroll {
            newest = tab;
        }
    }
    let opener_of = |tab: Tab| firsts.iter().find(|(known, _)| *known == tab).and_then(|it| it.1);
    let mut root = newest;
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
