//! Listeners: what each MCP client wants to be told, and what it has been told with its answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use gasoline_analysis::limits::THROTTLE_SECONDS;
use gasoline_analysis::signals::{Batch, Choice, Signal};
use tokio::sync::watch;

use super::Reader;
use crate::app::latest::Latest;
use crate::app::{App, lock};
use crate::limits;

/// What a client wants to be told, and how often.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    pub(crate) is_on: bool,
    pub(crate) choice: Choice,
    pub(crate) throttle_seconds: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { is_on: false, choice: Choice::default(), throttle_seconds: THROTTLE_SECONDS }
    }
}

/// The clients that asked, those that asked longest ago first.
#[derive(Default)]
pub(crate) struct Listeners(Mutex<Latest<u64, Listener, { limits::CLIENTS_MAX }>>);

struct Listener {
    /// Whoever pushes to the client follows these.
    settings: watch::Sender<Settings>,
    has_pusher: bool,
    /// What goes with the next answer.
    riding: Reader,
    /// What did not fit the last one.
    queue: VecDeque<Arc<Signal>>,
    /// What there was no room for since the last one.
    lost: u64,
    /// Up to where it has waited; `None` before it first did.
    waited: Option<u64>,
}

/// What goes with an answer.
#[derive(Debug, Default)]
pub(crate) struct Riding {
    pub(crate) signals: Vec<Arc<Signal>>,
    /// How much is left for the next answer.
    pub(crate) left: usize,
    /// How much there was no room for: it goes with none.
    pub(crate) lost: u64,
}

impl Listener {
    fn new(app: &App) -> Self {
        let settings = Settings::default();
        Self {
            riding: Reader::new(&settings, app.streaming.newest()),
            settings: watch::Sender::new(settings),
            has_pusher: false,
            queue: VecDeque::new(),
            lost: 0,
            waited: None,
        }
    }
}

impl Listeners {
    fn of<T>(&self, app: &App, client: u64, work: impl FnOnce(&mut Listener) -> T) -> T {
        lock(&self.0).with(client, || Listener::new(app), work)
    }

    /// What a client has set.
    pub(crate) fn settings(&self, app: &App, client: u64) -> Settings {
        self.of(app, client, |listener| listener.settings.borrow().clone())
    }

    /// Follows what a client sets.
    pub(crate) fn follow(&self, app: &App, client: u64) -> watch::Receiver<Settings> {
        self.of(app, client, |listener| listener.settings.subscribe())
    }

    /// Sets what a client wants.
    pub(crate) fn set(&self, app: &App, client: u64, settings: Settings) {
        self.of(app, client, |listener| {
            let was_on = listener.settings.borrow().is_on;
            if settings.is_on && !was_on {
                listener.riding.skip_to(app.streaming.newest());
                listener.queue.clear();
                listener.lost = 0;
                let _ = listener.riding.take_missed();
            }
            listener.riding.set(&settings);
            listener.settings.send_replace(settings);
        });
    }

    /// Whether nobody pushes to a client yet; whoever asks begins to.
    pub(crate) fn begin_push(&self, app: &App, client: u64) -> bool {
        self.of(app, client, |listener| !std::mem::replace(&mut listener.has_pusher, true))
    }

    /// Nobody pushes to a client any more: it does not read.
    pub(crate) fn end_push(&self, client: u64) {
        if let Some(listener) = lock(&self.0).find_mut(|known| *known == client) {
            listener.has_pusher = false;
        }
    }

    /// What goes with an answer to a client.
    pub(crate) fn ride(&self, app: &App, client: u64) -> Riding {
        if lock(&self.0).find(|known| *known == client).is_none() {
            return Riding::default();
        }
        self.of(app, client, |listener| {
            if !listener.settings.borrow().is_on {
                return Riding::default();
            }
            listener.riding.collect(app);
            listener.lost += listener.riding.take_missed();
            if let Some(batch) = listener.riding.take_waiting() {
                listener.lost += batch.left() as u64;
                listener.queue.extend(batch.signals().cloned());
            }
            let beyond = listener.queue.len().saturating_sub(limits::RIDING_KEPT);
            listener.lost += listener.queue.drain(..beyond).count() as u64;
            let most = limits::RIDING_MAX.min(listener.queue.len());
            let signals: Vec<_> = listener.queue.drain(..most).collect();
            let lost = if signals.is_empty() { 0 } else { std::mem::take(&mut listener.lost) };
            Riding { signals, left: listener.queue.len(), lost }
        })
    }

    /// From where a client waits: what came since it last did, or from here on.
    pub(crate) fn waits_from(&self, app: &App, client: u64) -> u64 {
        self.of(app, client, |listener| listener.waited.unwrap_or(app.streaming.newest()))
    }

    /// Notes what a client that waited was told: it does not ride as well.
    pub(crate) fn note_waited(&self, app: &App, client: u64, place: u64, told: Option<&Batch>) {
        self.of(app, client, |listener| {
            listener.waited = Some(place);
            let Some(told) = told else { return };
            listener.riding.collect(app);
            listener.riding.forget(|id| told.has(id));
            listener.queue.retain(|queued| !told.signals().any(|one| Arc::ptr_eq(one, queued)));
        });
    }

    /// Forgets a client: it has gone. Whoever pushes to it ends.
    pub(crate) fn forget(&self, client: u64) {
        lock(&self.0).remove(&client);
    }
}
