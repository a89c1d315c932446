//! The browsers that are connected: who they are, what they show, and the way to each.

pub(crate) mod drivers;
pub(crate) mod errands;
pub(crate) mod frames;
pub(crate) mod page_agents;
pub(crate) mod pairing;
pub(crate) mod settings;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use gasoline_protocol::Captured;
use gasoline_protocol::Timestamp;
use gasoline_protocol::escape;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::worker::{CloseCode, ErrandAnswer, Hello, Status, Tab, ToWorker};
use serde_json::value::RawValue;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::app::{App, lock};
use crate::browsers::drivers::Drivers;
use crate::browsers::errands::Audits;
use crate::browsers::page_agents::PageAgents;
use crate::browsers::pairing::Pairings;
use crate::browsers::settings::Settings;
use crate::limits;
use gasoline_analysis::redact;

/// Everyone at the other end of `/ext`.
pub(crate) struct Browsers {
    state: Mutex<State>,
    pub(crate) drivers: Drivers,
    /// The browsers of pages without the extension.
    pub(crate) page_agents: PageAgents,
    pub(crate) audits: Audits,
    /// Held while a large frame is read.
    pub(crate) frames: Arc<Semaphore>,
}

impl Default for Browsers {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            drivers: Drivers::default(),
            page_agents: PageAgents::default(),
            audits: Audits::default(),
            frames: Arc::new(Semaphore::new(1)),
        }
    }
}

#[derive(Default)]
struct State {
    /// Sockets that are open, whether or not they have said hello.
    sockets: usize,
    next: u64,
    pairings: Pairings,
    here: BTreeMap<u64, Browser>,
    /// Those that were here, the latest last.
    gone: VecDeque<Gone>,
    /// What was set from outside, by storage key.
    overrides: Settings,
    errands: BTreeMap<u64, Pending<u64>>,
}

/// One browser while it is connected.
#[derive(Debug, Clone)]
pub(crate) struct Browser {
    origin: String,
    /// The UUID it keeps.
    name: String,
    pub(crate) version: String,
    pub(crate) user_agent: Option<String>,
    /// `None` until it has told.
    pub(crate) status: Option<Status>,
    /// Tabs it has told of, closed ones too.
    shown: BTreeSet<i64>,
    /// When it last sent something that happened there.
    active: Timestamp,
    outbox: mpsc::Sender<Out>,
}

/// What is remembered of a browser that went away: errors it had may be reported later.
#[derive(Debug)]
struct Gone {
    user_agent: String,
    shown: BTreeSet<i64>,
}

/// What a socket is to send.
#[derive(Debug)]
pub(crate) enum Out {
    Frame(ToWorker),
    Close(CloseCode),
}

/// An errand that was sent and not answered yet.
pub(crate) struct Pending<Who> {
    /// Only they may answer it.
    pub(crate) who: Who,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

impl<Who> Pending<Who> {
    /// Hands an answer of so many bytes to whoever waits for it.
    pub(crate) fn settle(self, answer: ErrandAnswer, bytes: usize) {
        let outcome = match (answer.result, answer.refused) {
            _ if bytes > limits::ERRAND_ANSWER_MAX_BYTES => Outcome::TooLarge,
            (_, Some(refused)) => {
                Outcome::Refused { what: kept_text(&refused.what), hint: kept_text(&refused.hint) }
            }
            (Some(result), None) => Outcome::Answered(Captured::new(result)),
            (None, None) => Outcome::Unreadable,
        };
        let _ = self.answer.send(outcome);
    }
}

/// What came of an errand.
#[derive(Debug)]
pub(crate) enum Outcome {
    Answered(Captured<Box<RawValue>>),
    Refused {
        what: String,
        hint: String,
    },
    /// The answer was larger than is taken.
    TooLarge,
    /// The answer had neither a result nor a refusal.
    Unreadable,
}

/// Why an errand was not even sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotSent {
    NoBrowser,
    TooMany,
    /// The browser does not read what it is sent.
    Stuck,
}

impl State {
    /// Takes a browser out, and remembers it.
    fn remove(&mut self, id: u64) -> Option<Browser> {
        let browser = self.here.remove(&id)?;
        if let Some(user_agent) = browser.user_agent.clone() {
            let shown = browser.shown.clone();
            self.gone.retain(|known| known.user_agent != user_agent || known.shown != shown);
            self.gone.push_back(Gone { user_agent, shown });
            if self.gone.len() > limits::BROWSERS_MAX {
                self.gone.pop_front();
            }
        }
        Some(browser)
    }

    /// The browser that shows the tab, else the one that was active last.
    fn best(&self, tab_id: Option<i64>) -> Option<(u64, &Browser)> {
        let rank = |browser: &Browser| {
            let shows_it = browser.tabs().any(|tab| Some(tab.id) == tab_id);
            let is_used = browser.tabs().any(|tab| tab.active && tab.captured);
            (shows_it, is_used, browser.active)
        };
        let all = self.here.iter().map(|(id, browser)| (*id, browser));
        all.max_by_key(|(_, browser)| rank(browser))
    }
}

impl Browser {
    pub(crate) fn tabs(&self) -> impl Iterator<Item = &Tab> {
        self.status.iter().flat_map(|status| &status.tabs)
    }

    /// Sends unless too much waits already: whoever does not read is not waited for.
    fn send(&self, out: Out) -> bool {
        self.outbox.try_send(out).is_ok()
    }
}

impl Browsers {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A place for another socket, if there is one.
    pub(crate) fn place(app: &Arc<App>) -> Option<Place> {
        let mut state = app.browsers.lock();
        if state.sockets >= limits::BROWSERS_MAX {
            return None;
        }
        state.sockets += 1;
        drop(state);
        Some(Place { app: Arc::clone(app) })
    }

    pub(crate) fn sockets(&self) -> usize {
        self.lock().sockets
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().here.len()
    }

    pub(crate) fn has(&self, origin: &str) -> bool {
        self.lock().here.values().any(|browser| browser.origin == origin)
    }

    /// Copies of those that are here, the longest connected first.
    pub(crate) fn list(&self) -> Vec<Browser> {
        self.lock().here.values().cloned().collect()
    }

    /// How the browser of a tab calls itself, also after it went away. Where nobody knows the tab, or
    /// it is not known, those that are here, else the one that was here last.
    pub(crate) fn agents(&self, tab_id: Option<i64>) -> Vec<String> {
        let state = self.lock();
        let here = state.here.values().rev();
        let here = here.filter_map(|one| Some((one.user_agent.clone()?, &one.shown)));
        let gone = state.gone.iter().rev().map(|one| (one.user_agent.clone(), &one.shown));
        let is_its = |shown: &BTreeSet<i64>| tab_id.is_some_and(|id| shown.contains(&id));
        // Two browsers may number a tab alike.
        let own: BTreeSet<String> =
            here.clone().filter(|(_, shown)| is_its(shown)).map(|(name, _)| name).collect();
        if !own.is_empty() {
            return own.into_iter().collect();
        }
        if let Some((own, _)) = gone.clone().find(|(_, shown)| is_its(shown)) {
            return vec![own];
        }
        let all: BTreeSet<String> = here.map(|(name, _)| name).collect();
        let last = gone.map(|(name, _)| name).next();
        if all.is_empty() { last.into_iter().collect() } else { all.into_iter().collect() }
    }

    /// Whether the user lets source code be shown, in every browser that is connected.
    pub(crate) fn show_code(&self) -> bool {
        let state = self.lock();
        state.here.values().filter_map(|one| one.status.as_ref()).all(settings::shows_code)
    }

    pub(crate) fn overrides(&self) -> Settings {
        self.lock().overrides.clone()
    }

    /// Changes what is set from outside and tells every browser; returns how many were told.
    pub(crate) fn set(&self, change: impl FnOnce(&mut Settings)) -> usize {
        let mut state = self.lock();
        change(&mut state.overrides);
        let settings = state.overrides.clone();
        let told = state
            .here
            .values()
            .filter(|one| one.send(Out::Frame(ToWorker::Settings { settings: settings.clone() })));
        told.count()
    }

    /// Sends an errand made by `make` to the browser that shows the tab, else to the one that was
    /// active last.
    pub(crate) fn send(
        &self,
        tab_id: Option<i64>,
        make: impl FnOnce(u64) -> ToWorker,
    ) -> Result<(u64, oneshot::Receiver<Outcome>), NotSent> {
        let mut state = self.lock();
        let (browser, _) = state.best(tab_id).ok_or(NotSent::NoBrowser)?;
        if state.errands.len() >= limits::ERRANDS_MAX {
            return Err(NotSent::TooMany);
        }
        state.next += 1;
        let id = state.next;
        if !state.here[&browser].send(Out::Frame(make(id))) {
            return Err(NotSent::Stuck);
        }
        let (answer, answered) = oneshot::channel();
        state.errands.insert(id, Pending { who: browser, answer });
        Ok((id, answered))
    }

    /// The tab an errand would reach and the address it shows, as far as the browser has told.
    pub(crate) fn page(&self, tab_id: Option<i64>) -> Option<(i64, String)> {
        let state = self.lock();
        let (_, browser) = state.best(tab_id)?;
        let mut tabs = browser.tabs();
        let tab = match tab_id {
            Some(tab_id) => tabs.find(|tab| tab.id == tab_id),
            None => tabs.find(|tab| tab.active && tab.captured),
        };
        tab.map(|tab| (tab.id, tab.url.clone()))
    }

    /// Nobody waits for this errand any more.
    pub(crate) fn forget(&self, errand: u64) {
        self.lock().errands.remove(&errand);
    }
}

/// The place one socket takes, until it is dropped.
pub(crate) struct Place {
    app: Arc<App>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.browsers.lock().sockets -= 1;
    }
}

/// A browser's seat: it is among those that are here until this is dropped.
pub(crate) struct Seat {
    app: Arc<App>,
    id: u64,
}

/// What a browser is told at its welcome.
pub(crate) struct Welcome {
    pub(crate) seat: Seat,
    pub(crate) secret: String,
    pub(crate) settings: Settings,
    pub(crate) inbox: mpsc::Receiver<Out>,
}

impl Place {
    /// Seats a browser that said hello, in place of an older socket of the same one. `None` if its
    /// secret is not the one its extension was given.
    pub(crate) fn seat(&self, origin: &str, hello: &Hello) -> Option<Welcome> {
        let now = self.app.now();
        let (outbox, inbox) = mpsc::channel(limits::BROWSER_OUTBOX_FRAMES);
        let mut state = self.app.browsers.lock();
        let secret = state.pairings.admit(origin, hello.secret.as_deref())?;
        let browser = Browser {
            origin: origin.to_owned(),
            name: kept_text(&hello.browser),
            version: kept_text(&hello.version),
            user_agent: hello.user_agent.as_deref().map(kept_text),
            status: None,
            shown: BTreeSet::new(),
            active: now,
            outbox,
        };
        let is_same =
            |known: &Browser| known.origin == browser.origin && known.name == browser.name;
        let older: Vec<u64> =
            state.here.iter().filter(|(_, known)| is_same(known)).map(|(id, _)| *id).collect();
        for id in older {
            if let Some(known) = state.remove(id) {
                // One that does not even read this is closed by the end of its channel.
                known.send(Out::Close(CloseCode::Replaced));
            }
            state.errands.retain(|_, errand| errand.who != id);
        }
        state.next += 1;
        let id = state.next;
        state.here.insert(id, browser);
        let settings = state.overrides.clone();
        drop(state);
        let seat = Seat { app: Arc::clone(&self.app), id };
        Some(Welcome { seat, secret, settings, inbox })
    }
}

impl Seat {
    /// Notes what the browser told of itself, within bounds.
    pub(crate) fn note(&self, mut status: Status) {
        status.tabs.truncate(limits::TABS_MAX);
        for tab in &mut status.tabs {
            tab.url = kept_text(&tab.url);
            tab.title = kept_text(&tab.title);
        }
        status.settings = status
            .settings
            .into_iter()
            .filter(|(key, value)| key.len() + value.to_string().len() <= limits::SETTING_MAX_BYTES)
            .take(limits::SETTINGS_MAX)
            .collect();
        status.settings =
            redact::value(Captured::new(&status.settings)).value().unwrap_or_default();
        let now = self.app.now();
        if let Some(browser) = self.app.browsers.lock().here.get_mut(&self.id) {
            browser.shown.extend(status.tabs.iter().map(|tab| tab.id));
            while browser.shown.len() > limits::TABS_MAX {
                // Newer tabs have higher numbers.
                browser.shown.pop_first();
            }
            browser.status = Some(status);
            browser.active = now;
        }
    }

    /// The browser has read its welcome.
    pub(crate) fn confirm(&self) {
        let mut state = self.app.browsers.lock();
        if let Some(origin) = state.here.get(&self.id).map(|browser| browser.origin.clone()) {
            state.pairings.confirm(&origin);
        }
    }

    /// Something happened in the browser.
    pub(crate) fn note_activity(&self) {
        let now = self.app.now();
        if let Some(browser) = self.app.browsers.lock().here.get_mut(&self.id) {
            browser.active = now;
        }
    }

    /// Hands an answer to whoever waits for it; one for nobody is let go.
    pub(crate) fn answer(&self, answer: ErrandAnswer, bytes: usize) {
        let mut state = self.app.browsers.lock();
        let is_own = |errand: &Pending<u64>| errand.who == self.id;
        if !state.errands.get(&answer.id).is_some_and(is_own) {
            return;
        }
        let Some(pending) = state.errands.remove(&answer.id) else { return };
        drop(state);
        pending.settle(answer, bytes);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.app.browsers.lock();
        state.remove(self.id);
        // Whoever waits for one of these is told that the browser went away.
        state.errands.retain(|_, errand| errand.who != self.id);
    }
}

/// A text of a browser as it is stored: redacted, on one line.
pub(crate) fn kept_text(text: &str) -> String {
    escape::line(&truncate(&redact::text(text), limits::TAB_TEXT_MAX_CHARS)).into_owned()
}
