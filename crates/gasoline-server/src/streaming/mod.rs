//! Streaming: signals for whoever listens, found once and read by each at its own pace.
//!
//! Nothing is looked at before somebody listens. From then on a task wakes when events arrive, asks
//! [`Watcher`] what is worth telling, and appends it, masked, to a short list. Readers hold a place
//! in that list: a slow one loses what fell off its end and is told how much, and nobody waits for
//! it. Whoever sends events does not wait for any of this.

mod listeners;
mod look;
mod reader;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use gasoline_analysis::signals::{Signal, Watcher};
use gasoline_protocol::{Seq, Timestamp};
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::app::{App, lock};
use crate::limits;

pub(crate) use listeners::{Listeners, Riding, Settings};
pub(crate) use reader::Reader;

/// What was found, and who listens.
pub(crate) struct Streaming {
    /// Nothing before somebody listens.
    watched: OnceLock<Mutex<Watched>>,
    list: Mutex<List>,
    /// Events that came faster than they were looked at.
    unseen: AtomicU64,
    /// The id of the newest signal.
    newest: watch::Sender<u64>,
    pub(crate) listeners: Listeners,
    /// Streams over HTTP that are open.
    streams: AtomicUsize,
    /// Whoever waits for an event holds one.
    pub(crate) waits: Semaphore,
}

/// What is known of the session, and up to where it was looked at.
struct Watched {
    watcher: Watcher,
    seen: Seq,
}

/// The latest signals. Ids count from one.
#[derive(Default)]
struct List {
    signals: VecDeque<Arc<Signal>>,
    newest: u64,
}

/// Signals after a place in the list.
pub(crate) struct News {
    pub(crate) signals: Vec<(u64, Arc<Signal>)>,
    /// How many were gone before they could be read.
    pub(crate) missed: u64,
    pub(crate) newest: u64,
}

impl Default for Streaming {
    fn default() -> Self {
        Self {
            watched: OnceLock::new(),
            list: Mutex::default(),
            unseen: AtomicU64::new(0),
            newest: watch::Sender::new(0),
            listeners: Listeners::default(),
            streams: AtomicUsize::new(0),
            waits: Semaphore::new(limits::WAITS_MAX),
        }
    }
}

impl Streaming {
    /// The id of the newest signal.
    pub(crate) fn newest(&self) -> u64 {
        *self.newest.borrow()
    }

    /// How many events nobody looked at since somebody listens: a flood is faster.
    pub(crate) fn unseen(&self) -> u64 {
        self.unseen.load(Ordering::Relaxed)
    }

    /// Tells when there are new ones.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// What came after a place in the list.
    pub(crate) fn after(&self, place: u64) -> News {
        let list = lock(&self.list);
        let held = list.signals.len() as u64;
        let first = list.newest + 1 - held;
        let from = (place + 1).clamp(first, list.newest + 1);
        let skipped = usize::try_from(from - first).unwrap_or(usize::MAX);
        News {
            signals: (from..).zip(list.signals.iter().skip(skipped).cloned()).collect(),
            missed: from.saturating_sub(place + 1),
            newest: list.newest,
        }
    }

    /// Counts a stream over HTTP until the guard is dropped; `None` when there are too many.
    pub(crate) fn open_stream(app: &Arc<App>) -> Option<OpenStream> {
        let streams = &app.streaming.streams;
        let is_room = |open: usize| (open < limits::STREAMS_MAX).then_some(open + 1);
        streams.fetch_update(Ordering::SeqCst, Ordering::SeqCst, is_room).ok()?;
        Some(OpenStream(Arc::clone(app)))
    }

    pub(crate) fn streams(&self) -> usize {
        self.streams.load(Ordering::SeqCst)
    }

    /// Appends what was found.
    fn publish(&self, found: Vec<Signal>) {
        if found.is_empty() {
            return;
        }
        let mut list = lock(&self.list);
        for signal in found {
            list.newest += 1;
            list.signals.push_back(Arc::new(signal));
            if list.signals.len() > limits::SIGNALS_KEPT {
                list.signals.pop_front();
            }
        }
        let newest = list.newest;
        drop(list);
        self.newest.send_replace(newest);
    }
}

/// A stream over HTTP while it is open.
pub(crate) struct OpenStream(Arc<App>);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.streaming.streams.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Begins to watch, if nobody listened before: what is there by now has been seen. For one who comes
/// later it has been told.
pub(crate) fn wake(app: &App) {
    let mut is_first = false;
    app.streaming.watched.get_or_init(|| {
        is_first = true;
        Mutex::new(look::begin(app))
    });
    if !is_first {
        look(app);
    }
}

/// Looks at what has arrived, and says when to look again even if nothing does.
pub(crate) fn look(app: &App) -> Option<Timestamp> {
    let mut watched = lock(app.streaming.watched.get()?);
    let found = look::look(app, &mut watched);
    app.streaming.unseen.fetch_add(found.unseen, Ordering::Relaxed);
    app.streaming.publish(found.signals);
    watched.watcher.frustration.due_at()
}

/// From here on errors are news again. What came before is looked at first, so that it is not.
pub(crate) fn begin_anew(app: &App) {
    look(app);
    if let Some(watched) = app.streaming.watched.get() {
        lock(watched).watcher.begin_anew();
    }
}

/// Looks at events as they arrive, until told to stop. It costs nothing while nobody listens.
pub(crate) async fn watch(app: Arc<App>, shutdown: CancellationToken) {
    let mut changes = app.follow();
    let mut due: Option<Timestamp> = None;
    loop {
        let rest = due.map_or(Duration::MAX, |due| app.until(due));
        tokio::select! {
            () = shutdown.cancelled() => return,
            _ = changes.changed() => {}
            () = tokio::time::sleep(rest), if due.is_some() => {}
        }
        if app.streaming.watched.get().is_none() {
            continue;
        }
        let own = Arc::clone(&app);
        due = tokio::task::spawn_blocking(move || look(&own)).await.unwrap_or_default();
        // A page that throws in a loop is looked at a few times a second.
        tokio::time::sleep(Duration::from_millis(limits::LOOK_PAUSE_MS)).await;
    }
}
