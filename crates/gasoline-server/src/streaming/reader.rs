//! A reader: a place in the list of signals, and a gate.

use gasoline_analysis::signals::{Batch, Gate};

use super::Settings;
use crate::app::App;

/// Reads signals for one who listens.
#[derive(Debug)]
pub(crate) struct Reader {
    place: u64,
    gate: Gate,
    missed: u64,
}

impl Reader {
    /// Reads what comes after a place.
    pub(crate) fn new(settings: &Settings, place: u64) -> Self {
        let gate = Gate::new(settings.choice.clone(), settings.throttle_seconds);
        Self { place, gate, missed: 0 }
    }

    /// Reads on with other settings.
    pub(crate) fn set(&mut self, settings: &Settings) {
        self.gate.set(settings.choice.clone(), settings.throttle_seconds);
    }

    /// Up to where was read.
    pub(crate) fn place(&self) -> u64 {
        self.place
    }

    /// Passes over what there is.
    pub(crate) fn skip_to(&mut self, place: u64) {
        self.place = self.place.max(place);
        let _ = self.gate.take_waiting();
    }

    /// Reads what is new into the gate.
    pub(crate) fn collect(&mut self, app: &App) {
        let news = app.streaming.after(self.place);
        let now = app.now();
        for (id, signal) in &news.signals {
            self.gate.offer(*id, signal, now);
        }
        self.missed += news.missed;
        self.place = news.newest;
    }

    /// How many signals were gone before they could be read, since this was last asked.
    pub(crate) fn take_missed(&mut self) -> u64 {
        std::mem::take(&mut self.missed)
    }

    /// What is to be sent now, if anything.
    pub(crate) fn take(&mut self, app: &App) -> Option<Batch> {
        self.gate.take(app.now())
    }

    /// What waits, whatever the limits say.
    pub(crate) fn take_waiting(&mut self) -> Option<Batch> {
        self.gate.take_waiting()
    }

    /// Everything there is to read, whatever the limits say, in batches that leave nothing out.
    pub(crate) fn replay(&mut self, app: &App) -> Vec<Batch> {
        let news = app.streaming.after(self.place);
        let now = app.now();
        let mut batches = Vec::new();
        for (id, signal) in &news.signals {
            self.gate.offer(*id, signal, now);
            if self.gate.is_full() {
                batches.extend(self.gate.take_waiting());
            }
        }
        batches.extend(self.gate.take_waiting());
        self.missed += news.missed;
        self.place = news.newest;
        batches
    }

    pub(crate) fn has_waiting(&self) -> bool {
        self.gate.due_at().is_some()
    }

    /// Forgets what waits and was told by another way.
    pub(crate) fn forget(&mut self, is_told: impl Fn(u64) -> bool) {
        self.gate.forget(is_told);
    }

    /// Waits until there is something to send or to read. It can be dropped at any time.
    pub(crate) async fn rest(&self, app: &App) {
        let mut newest = app.streaming.subscribe();
        let is_news = newest.wait_for(|newest| *newest > self.place);
        match self.gate.due_at() {
            Some(due) => {
                tokio::select! {
                    _ = is_news => {}
                    () = tokio::time::sleep(app.until(due)) => {}
                }
            }
            None => {
                let _ = is_news.await;
            }
        }
    }

    /// The next notification. It can be dropped at any time.
    pub(crate) async fn next(&mut self, app: &App) -> Batch {
        loop {
            self.collect(app);
            if let Some(batch) = self.take(app) {
                return batch;
            }
            self.rest(app).await;
        }
    }
}
