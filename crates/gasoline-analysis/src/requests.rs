//! Requests that were told twice: once as a request, once as a line in the log.

use gasoline_protocol::Timestamp;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;

use crate::limits;
use crate::view::Row;

/// The failed requests of a snapshot, to hold log lines against.
#[derive(Debug, Default)]
pub struct Failures(Vec<(Timestamp, String, String)>);

impl Failures {
    /// Those among requests.
    pub fn among<'r, 'a: 'r>(
        requests: impl IntoIterator<Item = &'r Row<'a, NetworkBody<'a>>>,
    ) -> Self {
        let mut failures = Self::default();
        for request in requests {
            failures.note(&request.view, request.time);
        }
        failures
    }

    pub fn note(&mut self, body: &NetworkBody<'_>, time: Timestamp) {
        if body.is_failure() {
            self.0.push((time, body.method.to_string(), body.url.to_string()));
        }
    }

    /// Forgets all but the newest.
    pub(crate) fn forget_but(&mut self, most: usize) {
        let beyond = self.0.len().saturating_sub(most);
        self.0.drain(..beyond);
    }

    /// Whether a line reports an issue of its own: of a level at least, not retracted, and not only
    /// a failed request again.
    pub fn leave(&self, log: &Row<'_, LogEntry<'_>>, least: Level) -> bool {
        log.view.level >= least && !log.view.is_retracted() && !self.repeats(&log.view, log.time)
    }

    /// Whether a line only repeats a failed request. Some clients log each one as an error too.
    pub fn repeats(&self, entry: &LogEntry<'_>, time: Timestamp) -> bool {
        entry.origin() == "network"
            && self.0.iter().any(|(at, method, url)| {
                let said = entry.said();
                time.ms_since(*at).abs() <= limits::SAME_REQUEST_WINDOW_MS
                    && ((said.contains(url.as_str()) && said.contains(method.as_str()))
                        || entry.url.as_deref() == Some(url))
            })
    }
}
