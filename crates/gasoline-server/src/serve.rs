//! `serve(listener, app, shutdown)`: connections in, answers out, until told to stop.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::App;
use crate::{http, limits, otlp, source_maps, streaming};

/// Serves connections until `shutdown` is cancelled, then lets the open ones finish for a moment.
pub async fn serve(listener: TcpListener, app: Arc<App>, shutdown: CancellationToken) {
    let router = http::router(Arc::clone(&app), shutdown.clone());
    let room = Arc::new(Semaphore::new(limits::CONNECTIONS_MAX));
    let tracker = TaskTracker::new();
    tracker.spawn(source_maps::watch(Arc::clone(&app), shutdown.clone()));
    tracker.spawn(streaming::watch(Arc::clone(&app), shutdown.clone()));
    tracker.spawn(otlp::watch(Arc::clone(&app), shutdown.clone()));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
        let accepted = tokio::select! {
            () = shutdown.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of file descriptors, most likely: waiting is all that helps.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        let shutdown = shutdown.clone();
        tracker.spawn(async move {
            converse(stream, service, shutdown).await;
            drop(place);
        });
    }
    drop(listener);
    tracker.close();
    let patience = Duration::from_secs(limits::SHUTDOWN_SECONDS);
    let finished = async {
        tracker.wait().await;
        // Their sockets have left the connections they began as.
        while app.browsers.sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = tokio::time::timeout(patience, finished).await;
}

async fn converse(
    stream: TcpStream,
    service: TowerToHyperService<axum::Router>,
    shutdown: CancellationToken,
) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(limits::HEAD_TIMEOUT_SECONDS))
        .max_buf_size(limits::HEAD_MAX_BYTES)
        .max_headers(limits::HEADERS_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Returns once nobody has needed the server for `patience`.
pub async fn idle(app: Arc<App>, patience: Duration) {
    let every = Duration::from_secs(limits::IDLE_CHECK_SECONDS).min(patience);
    let mut idle_for = Duration::ZERO;
    while idle_for < patience {
        tokio::time::sleep(every).await;
        if app.is_needed() {
            tracing::trace!("this server is needed");
            idle_for = Duration::ZERO;
        } else {
            tracing::trace!("this server is not needed");
            idle_for += every;
        }
    }
}

#[cfg(test)]
mod tests {
    use gasoline_store::ManualClock;

    use super::*;
    use crate::Config;
    use crate::streaming::Streaming;

    #[tokio::test(start_paused = true)]
    async fn the_idle_rule_counts_only_time_in_which_the_server_is_not_needed() {
        let clock = Arc::new(ManualClock::at_ms(1_790_000_000_000));
        let app = Arc::new(App::new(Config::default(), clock as _));
        let stream = Streaming::open_stream(&app).expect("room");
        let rule = tokio::spawn(idle(Arc::clone(&app), Duration::from_mins(10)));
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert!(!rule.is_finished(), "an open stream needs it");
        drop(stream);
        tokio::time::sleep(Duration::from_mins(9)).await;
        assert!(!rule.is_finished(), "not before");
        tokio::time::sleep(Duration::from_mins(2)).await;
        assert!(rule.is_finished());
    }
}
