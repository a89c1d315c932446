//! The drivers: programs that drive a browser, and wait at `/errands` for what is asked of it.
//!
//! They are asked where no browser with the extension is connected. A driver is known only while it
//! waits, or is back soon: so an errand is handed to the one that asked last, and if none waits, it
//! lies ready for a moment.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use gasoline_protocol::Timestamp;
use gasoline_protocol::driver::{DriverErrand, DriverErrandName};
use gasoline_protocol::worker::ErrandAnswer;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::app::{App, lock};
use crate::browsers::{NotSent, Outcome, Pending};
use crate::limits;

/// Everyone at the other end of `/errands`.
#[derive(Default)]
pub(crate) struct Drivers {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: u64,
    /// Those that wait, the one that asked last at the end.
    waiting: BTreeMap<u64, Waiting>,
    /// When one last ceased to wait, or answered.
    left: Option<Timestamp>,
    /// Errands for the next that asks.
    ready: VecDeque<Ready>,
    errands: BTreeMap<u64, Pending<String>>,
}

struct Waiting {
    name: String,
    inbox: oneshot::Sender<DriverErrand>,
}

/// An errand that nobody has taken yet.
struct Ready {
    errand: DriverErrand,
    taken: oneshot::Sender<oneshot::Receiver<Outcome>>,
}

/// An errand on its way.
pub(crate) struct Offer {
    pub(crate) id: u64,
    /// Comes when a driver has taken it.
    pub(crate) taken: oneshot::Receiver<oneshot::Receiver<Outcome>>,
    /// How long it lies ready.
    pub(crate) patience: Duration,
}

/// Why an answer is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotYours {
    /// Nobody waits for it: it was never given out, is answered, or took too long.
    NotAsked,
    /// It was given to another driver.
    AnotherDrivers,
}

impl State {
    fn id(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Notes that the errand is with a driver, and tells whoever waits for it.
    fn hand(&mut self, id: u64, name: String, taken: oneshot::Sender<oneshot::Receiver<Outcome>>) {
        let (answer, answered) = oneshot::channel();
        if taken.send(answered).is_ok() {
            self.errands.insert(id, Pending { who: name, answer });
        }
    }
}

impl Drivers {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// How many wait for something to do.
    pub(crate) fn count(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Whether one waits, has something to do, or may be back.
    pub(crate) fn are_here(&self, app: &App) -> bool {
        let state = self.lock();
        !state.waiting.is_empty() || !state.errands.is_empty() || state.may_be_back(app)
    }

    /// Offers an errand to the driver that asked last, else to the next that asks, for as long as
    /// one may be back.
    pub(crate) fn offer(
        app: &App,
        name: DriverErrandName,
        arguments: Map<String, Value>,
        time: Duration,
    ) -> Result<Offer, NotSent> {
        let mut state = app.browsers.drivers.lock();
        if state.errands.len() + state.ready.len() >= limits::ERRANDS_MAX {
            return Err(NotSent::TooMany);
        }
        let id = state.id();
        let timeout_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut errand = DriverErrand { id, errand: name, arguments, timeout_ms };
        let (taking, taken) = oneshot::channel();
        while let Some((_, Waiting { name, inbox })) = state.waiting.pop_last() {
            match inbox.send(errand) {
                Ok(()) => {
                    state.hand(id, name, taking);
                    return Ok(Offer { id, taken, patience: time });
                }
                Err(back) => errand = back,
            }
        }
        // One that is busy may take as long as it has for that.
        let patience = match state.errands.is_empty() {
            false => time,
            true if state.may_be_back(app) => app.patience(limits::DRIVER_BACK_MS),
            true => return Err(NotSent::NoBrowser),
        };
        state.ready.push_back(Ready { errand, taken: taking });
        Ok(Offer { id, taken, patience })
    }

    /// Nobody waits for this errand any more.
    pub(crate) fn forget(&self, errand: u64) {
        let mut state = self.lock();
        state.errands.remove(&errand);
        state.ready.retain(|ready| ready.errand.id != errand);
    }

    /// A place to wait at, if there is one. Drivers without a name are not told apart.
    pub(crate) fn sit(app: &Arc<App>, name: &str) -> Option<Seat> {
        let mut state = app.browsers.drivers.lock();
        // Who asks for the next errand has given up the one before, and waits at one place only: the
        // end of a connection may be heard of later than the beginning of the next.
        if !name.is_empty() {
            state.errands.retain(|_, errand| errand.who != name);
            state.waiting.retain(|_, waiting| waiting.name != name);
        }
        let place = state.id();
        let (inbox, errand) = oneshot::channel();
        if let Some(Ready { errand, taken }) = state.ready.pop_front() {
            state.hand(errand.id, name.to_owned(), taken);
            let _ = inbox.send(errand);
        } else if state.waiting.len() < limits::DRIVERS_MAX {
            state.waiting.insert(place, Waiting { name: name.to_owned(), inbox });
        } else {
            return None;
        }
        drop(state);
        Some(Seat { app: Arc::clone(app), place, errand })
    }

    /// Hands an answer to whoever waits for it.
    pub(crate) fn answer(
        app: &App,
        name: &str,
        answer: ErrandAnswer,
        bytes: usize,
    ) -> Result<(), NotYours> {
        let now = app.now();
        let mut state = app.browsers.drivers.lock();
        let is_own = state.errands.get(&answer.id).map(|errand| errand.who == name);
        if !is_own.ok_or(NotYours::NotAsked)? {
            return Err(NotYours::AnotherDrivers);
        }
        state.left = Some(now);
        let pending = state.errands.remove(&answer.id).ok_or(NotYours::NotAsked)?;
        drop(state);
        pending.settle(answer, bytes);
        Ok(())
    }
}

impl State {
    fn may_be_back(&self, app: &App) -> bool {
        let soon = app.patience(limits::DRIVER_BACK_MS).as_millis();
        self.left.is_some_and(|left| {
            u128::try_from(app.now().ms_since(left)).is_ok_and(|since| since <= soon)
        })
    }
}

/// One driver's place, until it is dropped.
pub(crate) struct Seat {
    app: Arc<App>,
    place: u64,
    errand: oneshot::Receiver<DriverErrand>,
}

impl Seat {
    /// What is asked of the driver, if something is before `end`.
    pub(crate) async fn next(&mut self, end: impl Future<Output = ()>) -> Option<DriverErrand> {
        tokio::select! {
            errand = &mut self.errand => errand.ok(),
            () = end => self.errand.try_recv().ok(),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let now = self.app.now();
        let mut state = self.app.browsers.drivers.lock();
        state.waiting.remove(&self.place);
        state.left = Some(now);
        // It went away before it was told: whoever waits for this need not.
        if let Ok(errand) = self.errand.try_recv() {
            state.errands.remove(&errand.id);
        }
    }
}
