//! `/events/stream`: signals as server-sent events, on by connecting.
//!
//! An event's id names this run of the server and a place in its list of signals. A reader that comes
//! back with `Last-Event-ID` is sent what came since, and told of what was gone by then.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use gasoline_analysis::limits::{THROTTLE_MAX_SECONDS, THROTTLE_MIN_SECONDS};
use gasoline_analysis::signals::{Batch, Category};
use gasoline_protocol::url::query_pairs;
use http::{HeaderMap, HeaderName};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::limits;
use crate::streaming::{self, OpenStream, Reader, Settings, Streaming};
use gasoline_analysis::redact;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

pub(crate) async fn get(
    State(app): Shared,
    Extension(shutdown): Extension<CancellationToken>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Rejection> {
    let settings = read(query.as_deref())?;
    let open = Streaming::open_stream(&app).ok_or(Rejection::Overloaded)?;
    streaming::wake(&app);
    let last = headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok());
    let stream = Stream::begin(&app, open, &settings, last, shutdown);
    let alive = KeepAlive::new().interval(Duration::from_secs(limits::STREAM_ALIVE_SECONDS));
    let events = stream::unfold(stream, |mut stream| async move {
        let event = stream.next().await?;
        Some((Ok::<Event, std::convert::Infallible>(event), stream))
    });
    Ok(Sse::new(events).keep_alive(alive).into_response())
}

/// One reader's stream.
struct Stream {
    app: Arc<App>,
    reader: Reader,
    /// What goes before anything that comes.
    ready: VecDeque<Event>,
    shutdown: CancellationToken,
    _open: OpenStream,
}

impl Stream {
    fn begin(
        app: &Arc<App>,
        open: OpenStream,
        settings: &Settings,
        last: Option<&str>,
        shutdown: CancellationToken,
    ) -> Self {
        let newest = app.streaming.newest();
        let (place, is_of_another_run) = match last.map(|last| place(app, last)) {
            None => (newest, false),
            Some(Some(place)) if place <= newest => (place, false),
            Some(_) => (0, true),
        };
        let mut reader = Reader::new(settings, place);
        // An id alone is no event, and yet remembered: a reader that comes back before its first
        // event is sent what it missed.
        let retry = Duration::from_millis(limits::STREAM_RETRY_MS);
        let mut ready = VecDeque::from([Event::default().id(id(app, place)).retry(retry)]);
        let replayed = reader.replay(app);
        if is_of_another_run {
            let why = "the server was started anew, or the id is none of its own";
            ready.push_back(missed(None, why));
            let _ = reader.take_missed();
        } else {
            ready.extend(lost(&mut reader));
        }
        ready.extend(replayed.iter().map(|batch| told(app, batch, batch.newest())));
        Self { app: Arc::clone(app), reader, ready, shutdown, _open: open }
    }

    async fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.ready.pop_front() {
            return Some(event);
        }
        let batch = tokio::select! {
            () = self.shutdown.cancelled() => return None,
            batch = self.reader.next(&self.app) => batch,
        };
        let event = told(&self.app, &batch, self.reader.place());
        match lost(&mut self.reader) {
            Some(lost) => {
                self.ready.push_back(event);
                Some(lost)
            }
            None => Some(event),
        }
    }
}

fn told(app: &App, batch: &Batch, place: u64) -> Event {
    Event::default().id(id(app, place)).data(batch.to_json().to_string())
}

/// Tells of signals that were gone before they could be sent.
fn lost(reader: &mut Reader) -> Option<Event> {
    let count = reader.take_missed();
    (count > 0).then(|| missed(Some(count), "they were gone before they could be sent"))
}

fn missed(count: Option<u64>, why: &str) -> Event {
    Event::default().event("missed").data(json!({"count": count, "reason": why}).to_string())
}

fn id(app: &App, place: u64) -> String {
    format!("{}-{place}", app.started().as_ms())
}

/// The place an id of this run names.
fn place(app: &App, id: &str) -> Option<u64> {
    let (run, place) = id.split_once('-')?;
    (run == app.started().as_ms().to_string()).then(|| place.parse().ok()).flatten()
}

/// Reads the query string; what is not known there is ignored, as proxies add things.
fn read(query: Option<&str>) -> Result<Settings, Rejection> {
    let mut settings = Settings { is_on: true, ..Settings::default() };
    for (name, value) in query_pairs(query.unwrap_or_default()) {
        if value.is_empty() {
            continue;
        }
        match &*name {
            "events" => settings.choice.categories = categories(&value)?,
            "url_filter" | "url" => settings.choice.url = Some(value.into_owned()),
            "throttle_seconds" => settings.throttle_seconds = throttle(&value)?,
            _ => {}
        }
    }
    Ok(settings)
}

fn categories(names: &str) -> Result<Vec<Category>, Rejection> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(category).collect()
}

fn category(name: &str) -> Result<Category, Rejection> {
    name.parse().map_err(|one_of: String| Rejection::Malformed {
        what: format!("unknown event `{}`; {one_of}", redact::echo(name, 60)),
        hint: "send `events=errors,network_errors`, or none for all".to_owned(),
    })
}

fn throttle(text: &str) -> Result<u32, Rejection> {
    let seconds: Option<f64> = text.parse().ok();
    let range = f64::from(THROTTLE_MIN_SECONDS)..=f64::from(THROTTLE_MAX_SECONDS);
    // Within the range the cast is exact.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole =
        seconds.filter(|seconds| range.contains(seconds)).map(|seconds| seconds.ceil() as u32);
    whole.ok_or_else(|| Rejection::Malformed {
        what: format!("`throttle_seconds={}` is not a number of seconds", redact::echo(text, 60)),
        hint: format!("send a number from {THROTTLE_MIN_SECONDS} to {THROTTLE_MAX_SECONDS}"),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use gasoline_protocol::Kind;
    use gasoline_store::ManualClock;

    use super::*;
    use crate::Config;

    const STEP_MS: u64 = 100;
    const MINUTES: u64 = 5;

    fn throw(app: &App, number: u64) {
        let letters: String =
            number.to_string().bytes().map(|digit| char::from(digit + 49)).collect();
        let entry = json!({"level": "error", "message": format!("broken {letters}")});
        let body = json!({ "entries": [entry] }).to_string();
        let batch = gasoline_store::Batch::read(Kind::Logs, body.as_bytes());
        app.journal.accept(batch.expect("a batch"));
        streaming::look(app);
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_that_lasts_for_minutes_is_told_twelve_times_in_each() {
        let clock = Arc::new(ManualClock::at_ms(1_790_000_000_000));
        let app = Arc::new(App::new(Config::default(), Arc::clone(&clock) as _));
        let open = Streaming::open_stream(&app).expect("room");
        streaming::wake(&app);
        let Ok(settings) = read(Some("throttle_seconds=1")) else { panic!("it is in range") };
        let mut stream = Stream::begin(&app, open, &settings, None, CancellationToken::new());
        let _ = stream.next().await.expect("an id");
        let sent: Arc<Mutex<Vec<i64>>> = Arc::default();
        let (log, own) = (Arc::clone(&sent), Arc::clone(&app));
        let reader = tokio::spawn(async move {
            while stream.next().await.is_some() {
                log.lock().expect("nobody panicked").push(own.now().as_ms());
            }
        });
        for step in 0..MINUTES * 60_000 / STEP_MS {
            throw(&app, step);
            clock.advance_ms(i64::try_from(STEP_MS).expect("small"));
            tokio::time::advance(Duration::from_millis(STEP_MS)).await;
            for _ in 0..4 {
                tokio::task::yield_now().await;
            }
        }
        reader.abort();
        let sent = sent.lock().expect("nobody panicked").clone();
        for minute in sent.windows(13) {
            assert!(minute[12] - minute[0] >= 60_000, "thirteen within a minute: {minute:?}");
        }
        assert!(sent.len() > 48, "it goes on being told: {sent:?}");
    }
}
