//! The task that sends: one request at a time, again after a pause where the collector is busy.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use gasoline_codegen::export::otlp::{Begun, Origin};
use gasoline_protocol::Seq;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::send::{NotTaken, Parcel, send};
use super::{Endpoint, gather};
use crate::app::{App, Changes};
use crate::{VERSION, limits};

pub(super) struct Worker {
    app: Arc<App>,
    changes: watch::Receiver<Changes>,
    endpoint: Endpoint,
    origin: Origin,
    begun: Begun,
    /// Up to where interactive use was sent.
    seen: Seq,
    /// Requests that were made and not taken yet.
    outbox: VecDeque<Parcel>,
}

impl Worker {
    pub(super) fn new(app: Arc<App>, endpoint: Endpoint) -> Self {
        let origin = Origin::new(VERSION, |name| std::env::var(name).ok());
        let (begun, outbox) = (Begun::default(), VecDeque::new());
        let changes = app.follow();
        Self { app, changes, endpoint, origin, begun, seen: Seq::default(), outbox }
    }

    /// Sends what there is, for ever. It may be dropped at any moment and goes on from there.
    pub(super) async fn work(&mut self) {
        loop {
            self.deliver().await;
            if self.pack_ended().await {
                continue;
            }
            if self.has_arrived(self.seen).await && self.has_settled().await {
                self.pack_visits(false).await;
            }
        }
    }

    /// Sends what is left, each once, within a moment: whoever ends the server does not wait longer.
    pub(super) async fn flush(&mut self) {
        let patience = Duration::from_millis(limits::OTLP_FLUSH_MS);
        let sending = async {
            let mut running = self.app.journal.test_counts().1.into_iter();
            self.pack_visits(true).await;
            loop {
                while let Some(parcel) = self.outbox.front() {
                    if let Err(NotTaken::Busy(why) | NotTaken::Refused(why)) =
                        send(&self.endpoint, parcel).await
                    {
                        tracing::warn!(%why, "the collector did not take the last of it");
                        return;
                    }
                    self.outbox.pop_front();
                }
                if !self.pack_ended().await {
                    let Some(test_id) = running.next() else { return };
                    self.pack_test(test_id).await;
                }
            }
        };
        if timeout(patience, sending).await.is_err() {
            tracing::warn!("the collector was too slow to take the last of it");
        }
    }

    /// Makes requests of the test that ended first; false if none did.
    async fn pack_ended(&mut self) -> bool {
        let mut waiting = self.app.journal.ended_tests(self.app.otlp.packed()).into_iter();
        let Some((number, test_id)) = waiting.next() else { return false };
        self.pack_test(test_id).await;
        self.app.otlp.note_packed(number);
        true
    }

    async fn pack_test(&mut self, test_id: Arc<str>) {
        let (app, origin) = (Arc::clone(&self.app), self.origin.clone());
        let packing = tokio::task::spawn_blocking(move || gather::test(&app, &test_id, &origin));
        self.outbox.extend(packing.await.unwrap_or_default());
    }

    async fn pack_visits(&mut self, is_last: bool) {
        self.begun.forget_beyond(limits::OTLP_VISITS_MAX);
        let (app, origin, seen) = (Arc::clone(&self.app), self.origin.clone(), self.seen);
        let mut begun = std::mem::take(&mut self.begun);
        let packing = tokio::task::spawn_blocking(move || {
            let (parcels, head) = gather::visits(&app, seen, is_last, &origin, &mut begun);
            (parcels, head, begun)
        });
        if let Ok((parcels, head, begun)) = packing.await {
            self.outbox.extend(parcels);
            (self.seen, self.begun) = (head, begun);
        }
    }

    /// Waits until an event comes after `seen`; false if a test ended before, which goes first.
    async fn has_arrived(&mut self, seen: Seq) -> bool {
        let packed = self.app.otlp.packed();
        let arrived = |it: &Changes| it.journal.head > seen || it.journal.ended > packed;
        let changes = self.changes.wait_for(arrived).await;
        changes.is_ok_and(|changes| changes.journal.ended == packed)
    }

    /// Waits until nothing arrives for a moment, so that an act and its answers go together; false if
    /// a test ended meanwhile, which goes first.
    async fn has_settled(&mut self) -> bool {
        let settle = Duration::from_millis(limits::OTLP_SETTLE_MS);
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(limits::OTLP_VISIT_MAX_MS) {
            let head = self.changes.borrow().journal.head;
            match timeout(settle, self.has_arrived(head)).await {
                Ok(true) => {}
                Ok(false) => return false,
                Err(_) => return true,
            }
        }
        true
    }

    /// Sends the outbox. What the collector is too busy for is sent again, later each time, and
    /// given up after a while.
    async fn deliver(&mut self) {
        let mut pause = Duration::from_millis(limits::OTLP_RETRY_MS);
        let mut tries = 0;
        while let Some(parcel) = self.outbox.front() {
            tries += 1;
            let otlp = &self.app.otlp;
            match send(&self.endpoint, parcel).await {
                Ok(()) => {
                    let sent = if parcel.signal == "traces" {
                        &otlp.sent_spans
                    } else {
                        &otlp.sent_records
                    };
                    sent.fetch_add(parcel.rows as u64, Ordering::Relaxed);
                }
                Err(NotTaken::Busy(_)) if tries < limits::OTLP_TRIES_MAX => {
                    sleep(pause).await;
                    pause *= 2;
                    continue;
                }
                Err(NotTaken::Busy(why) | NotTaken::Refused(why)) => {
                    tracing::warn!(%why, "the collector did not take `{}`", parcel.signal);
                    otlp.give_up(why);
                }
            }
            self.outbox.pop_front();
            (tries, pause) = (0, Duration::from_millis(limits::OTLP_RETRY_MS));
        }
    }
}
