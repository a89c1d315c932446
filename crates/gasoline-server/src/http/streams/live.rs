//! `/live`: a pulse whenever something was captured, for the dashboard, which then asks `/snapshot`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::app::live::Watch;
use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::limits;
use crate::streaming::{OpenStream, Streaming};

pub(crate) async fn get(
    State(app): Shared,
    Extension(shutdown): Extension<CancellationToken>,
) -> Result<Response, Rejection> {
    let open = Streaming::open_stream(&app).ok_or(Rejection::Overloaded)?;
    let watch = app.live.watch();
    let pulses = Pulses { app, watch, shutdown, is_first: true, _open: open };
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
    watch: Watch,
    shutdown: CancellationToken,
    is_first: bool,
    _open: OpenStream,
}

impl Pulses {
    async fn next(&mut self) -> Option<Event> {
        let beat = async {
            // A flood becomes one pulse in a while, and a single event is told at once.
            if !std::mem::take(&mut self.is_first) {
                tokio::time::sleep(Duration::from_millis(limits::PULSE_PAUSE_MS)).await;
            }
            self.watch.next(&self.app).await
        };
        let pulse = tokio::select! {
            () = self.shutdown.cancelled() => return None,
            pulse = beat => pulse?,
        };
        let retry = Duration::from_millis(limits::PULSE_RETRY_MS);
        Some(Event::default().retry(retry).data(serde_json::to_string(&pulse).ok()?))
    }
}
