//! Sends ended tests and page visits to an OpenTelemetry collector on this machine, if one was named.
//!
//! Nothing happens without `--otlp`. With it, ended tests wait as ids and not as copies: what is sent
//! is read from the journal, masked, when its turn comes, so that a slow collector costs no memory
//! and whoever sends events never waits. What could not be sent is counted (`/health`).

mod endpoint;
mod gather;
mod send;
mod worker;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::limits;

pub use endpoint::{BadEndpoint, Endpoint};

/// What waits to be sent, and what became of the rest.
#[derive(Debug, Default)]
pub(crate) struct Export {
    endpoint: Option<Endpoint>,
    /// Tests that ended, oldest first.
    ended: Mutex<VecDeque<String>>,
    wake: Notify,
    has_arrived: AtomicBool,
    sent_spans: AtomicU64,
    sent_records: AtomicU64,
    /// Requests to the collector that were given up, and ended tests that had no room to wait.
    dropped: AtomicU64,
    problem: Mutex<Option<String>>,
}

impl Export {
    pub(crate) fn new(endpoint: Option<Endpoint>) -> Self {
        Self { endpoint, ..Self::default() }
    }

    /// Notes that a test ended. It costs nothing while nothing is sent.
    pub(crate) fn note_ended(&self, test_id: &str) {
        if self.endpoint.is_none() {
            return;
        }
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.len() >= limits::OTLP_WAITING_MAX {
            ended.pop_front();
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        ended.push_back(test_id.to_owned());
        drop(ended);
        self.wake.notify_one();
    }

    /// Notes that events arrived.
    pub(crate) fn note_arrival(&self) {
        if self.endpoint.is_some() && !self.has_arrived.swap(true, Ordering::Relaxed) {
            self.wake.notify_one();
        }
    }

    /// The test that ended first. It waits on until [`Export::forget_ended`].
    fn next_ended(&self) -> Option<String> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).front().cloned()
    }

    fn forget_ended(&self, test_id: &str) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.front().is_some_and(|first| first == test_id) {
            ended.pop_front();
        }
    }

    /// Notes why a request was given up.
    fn give_up(&self, problem: String) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
    }

    /// How it goes; `None` when nothing is sent.
    pub(crate) fn status(&self) -> Option<OtlpStatus> {
        let endpoint = self.endpoint.as_ref()?;
        Some(OtlpStatus {
            endpoint: endpoint.to_string(),
            sent_spans: self.sent_spans.load(Ordering::Relaxed),
            sent_logs: self.sent_records.load(Ordering::Relaxed),
            waiting: self.ended.lock().unwrap_or_else(PoisonError::into_inner).len(),
            dropped: self.dropped.load(Ordering::Relaxed),
            problem: self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        })
    }
}

/// What was sent to the collector.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OtlpStatus {
    /// Of the collector.
    endpoint: String,
    sent_spans: u64,
    sent_logs: u64,
    /// Ended tests that are yet to be sent.
    waiting: usize,
    /// Spans and records that were not sent.
    dropped: u64,
    /// Why something was dropped, the latest time.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Sends until `shutdown`, then what is left for as long as a moment.
pub(crate) async fn watch(app: Arc<App>, shutdown: CancellationToken) {
    let Some(endpoint) = app.otlp.endpoint.clone() else { return };
    let mut worker = worker::Worker::new(Arc::clone(&app), endpoint);
    tokio::select! {
        () = worker.work() => {}
        () = shutdown.cancelled() => {}
    }
    worker.flush().await;
}
