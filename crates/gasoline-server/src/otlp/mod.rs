//! Sends ended tests and page visits to an OpenTelemetry collector on this machine, if one was named.
//!
//! Nothing happens without `--otlp`. With it, ended tests wait as ids and not as copies: what is sent
//! is read from the journal, masked, when its turn comes, so that a slow collector costs no memory
//! and whoever sends events never waits. What could not be sent is counted (`/health`).

mod endpoint;
mod gather;
mod send;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::app::{App, lock};

pub use endpoint::{BadEndpoint, Endpoint};

/// What waits to be sent, and what became of the rest.
#[derive(Debug, Default)]
pub(crate) struct Export {
    endpoint: Option<Endpoint>,
    /// The number of the ended test that was packed last.
    packed: AtomicU64,
    sent_spans: AtomicU64,
    sent_records: AtomicU64,
    /// Requests to the collector that were given up, and ended tests that were no longer listed when
    /// their turn came.
    dropped: AtomicU64,
    problem: Mutex<Option<String>>,
}

impl Export {
    pub(crate) fn new(endpoint: Option<Endpoint>) -> Self {
        Self { endpoint, ..Self::default() }
    }

    fn packed(&self) -> u64 {
        self.packed.load(Ordering::Relaxed)
    }

    /// Notes that an ended test was packed, and that those between it and the last were lost.
    fn note_packed(&self, number: u64) {
        let last = self.packed.swap(number, Ordering::Relaxed);
        self.dropped.fetch_add(number - last - 1, Ordering::Relaxed);
    }

    /// Notes why a request was given up.
    fn give_up(&self, problem: String) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        *lock(&self.problem) = Some(problem);
    }

    /// How it goes; `None` when nothing is sent.
    pub(crate) fn status(&self, app: &App) -> Option<OtlpStatus> {
        let endpoint = self.endpoint.as_ref()?;
        let packed = self.packed();
        let waiting = app.journal.ended_tests(packed);
        let lost = waiting.first().map_or(0, |(first, _)| first - packed - 1);
        Some(OtlpStatus {
            endpoint: endpoint.to_string(),
            sent_spans: self.sent_spans.load(Ordering::Relaxed),
            sent_logs: self.sent_records.load(Ordering::Relaxed),
            waiting: waiting.len(),
            dropped: self.dropped.load(Ordering::Relaxed) + lost,
            problem: lock(&self.problem).clone(),
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

#[cfg(test)]
mod tests {
    use gasoline_protocol::boundary::Boundary;
    use gasoline_store::ManualClock;
    use gasoline_store::limits::ENDED_TESTS_MAX;
    use serde_json::json;

    use super::*;
    use crate::Config;

    #[test]
    fn ended_tests_wait_and_those_that_are_no_longer_listed_are_dropped() {
        let endpoint = Endpoint::parse("http://127.0.0.1:4318").expect("an endpoint");
        let config = Config { otlp: Some(endpoint), ..Config::default() };
        let app = App::new(config, Arc::new(ManualClock::at_ms(1_790_000_000_000)));
        let end = |test_id: String| {
            let boundary = json!({"test_id": test_id, "action": "end", "status": "passed"});
            app.journal.mark(serde_json::from_value::<Boundary>(boundary).expect("a boundary"));
        };
        let check = |waiting: usize, dropped: u64| {
            let status = app.otlp.status(&app).expect("it sends");
            assert_eq!((status.waiting, status.dropped), (waiting, dropped));
        };
        check(0, 0);
        (1..=ENDED_TESTS_MAX).for_each(|number| end(number.to_string()));
        check(ENDED_TESTS_MAX, 0);
        end("one more".to_owned());
        end("and another".to_owned());
        check(ENDED_TESTS_MAX, 2);
        app.otlp.note_packed(3);
        check(ENDED_TESTS_MAX - 1, 2);
        end("the last".to_owned());
        check(ENDED_TESTS_MAX, 2);
    }
}
