//! `/live`: a pulse whenever something was captured, for the dashboard, which then asks `/snapshot`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use gasoline_protocol::Seq;
use gasoline_store::journal::Progress;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Changes};
use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::limits;
use crate::streaming::{OpenStream, Streaming};

/// How far the journal has got.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Pulse {
    /// When the server was started, in milliseconds since the epoch.
    run: i64,
    /// The newest event.
    cursor: Seq,
    /// How often something was taken away.
    cleared: u64,
    /// How often the records of tests have changed.
    tests: u64,
}

pub(crate) async fn get(
    State(app): Shared,
    Extension(shutdown): Extension<CancellationToken>,
) -> Result<Response, Rejection> {
    let open = Streaming::open_stream(&app).ok_or(Rejection::Overloaded)?;
    let changes = app.follow();
    let pulses = Pulses { app, changes, shutdown, is_first: true, _open: open };
    let alive = KeepAlive::new().interval(Duration::from_secs(limits::STREAM_ALIVE_SECONDS));
    let events = stream::unfold(pulses, |mut pulses| async move {
        let event = pulses.next().await?;
        Some((Ok::<Event, Infallible>(event), pulses))
    });
    Ok(Sse::new(events).keep_alive(alive).into_response())
}

/// The pulses of one dashboard. While it is open it is a reason for the server to stay.
struct Pulses {
    app: Arc<App>,
    changes: watch::Receiver<Changes>,
    shutdown: CancellationToken,
    is_first: bool,
    _open: OpenStream,
}

impl Pulses {
    async fn next(&mut self) -> Option<Event> {
        let change = async {
            // A flood becomes one pulse in a while, and a single event is told at once.
            if !std::mem::take(&mut self.is_first) {
                tokio::time::sleep(Duration::from_millis(limits::PULSE_PAUSE_MS)).await;
            }
            self.changes.changed().await.ok()
        };
        tokio::select! {
            () = self.shutdown.cancelled() => return None,
            changed = change => changed?,
        }
        let Progress { head: cursor, cleared, tests, .. } =
            self.changes.borrow_and_update().journal;
        let pulse = Pulse { run: self.app.started().as_ms(), cursor, cleared, tests };
        let retry = Duration::from_millis(limits::PULSE_RETRY_MS);
        Some(Event::default().retry(retry).data(serde_json::to_string(&pulse).ok()?))
    }
}
