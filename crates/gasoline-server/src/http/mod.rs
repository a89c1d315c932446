//! The routes. One file a path; [`catalogue`] says the same for the docs.

pub mod catalogue;
mod clear;
mod dom_snapshots;
mod enhanced_actions;
mod enrichments;
mod errands;
mod events_stream;
mod ext;
mod gasoline_ci;
mod guard;
mod health;
mod ingest;
mod live;
mod logs;
mod mcp_door;
mod network_bodies;
mod openapi;
mod page_loads;
mod performance_snapshot;
pub(crate) mod rejection;
mod reply;
mod root;
mod screenshots;
mod security_audit;
mod since;
mod snapshot;
mod source_maps;
mod test_boundary;
mod tests_route;
mod websocket_events;

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::middleware;
use axum::routing::{any, get, post};
use axum::{Extension, Router};
use http::Method;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::mcp;
use rejection::Rejection;

/// Every path, behind the one guard.
pub(crate) fn router(app: Arc<App>, shutdown: CancellationToken) -> Router {
    Router::new()
        .route("/", get(root::get))
        .route("/dashboard.js", get(root::script))
        .route("/health", get(health::get))
        .route("/logs", get(logs::get).post(logs::post).delete(logs::delete))
        .route("/websocket-events", get(websocket_events::get).post(websocket_events::post))
        .route("/websocket-status", get(websocket_events::status))
        .route("/network-bodies", get(network_bodies::get).post(network_bodies::post))
        .route("/enhanced-actions", get(enhanced_actions::get).post(enhanced_actions::post))
        .route(
            "/performance-snapshot",
            get(performance_snapshot::get).post(performance_snapshot::post),
        )
        .route("/page-loads", get(page_loads::get))
        .route("/dom-snapshots", post(dom_snapshots::post))
        .route("/screenshots", get(screenshots::list).post(screenshots::post))
        .route("/screenshots/{file}", get(screenshots::full))
        .route("/screenshots/{id}/thumb.png", get(screenshots::thumb))
        .route("/enrichments", post(enrichments::post))
        .route("/source-maps", get(source_maps::get).post(source_maps::post))
        .route("/snapshot", get(snapshot::get))
        .route("/security-audit", get(security_audit::get))
        .route("/openapi", get(openapi::get))
        .route("/clear", post(clear::clear).delete(clear::clear))
        .route("/test-boundary", post(test_boundary::post))
        .route("/tests", get(tests_route::get))
        .route("/gasoline-ci.js", get(gasoline_ci::get))
        .route("/gasoline-ci.min.js", get(gasoline_ci::get))
        .route("/events/stream", get(events_stream::get).layer(Extension(shutdown.clone())))
        .route("/live", get(live::get).layer(Extension(shutdown.clone())))
        .route("/errands", get(errands::get).layer(Extension(shutdown.clone())).post(errands::post))
        .route("/ext", get(ext::get).layer(Extension(shutdown.clone())))
        .route("/mcp/stdio", get(mcp::tunnel::upgrade))
        .route("/mcp", any(mcp_door::serve).layer(Extension(mcp::http_service(&app, shutdown))))
        .fallback(no_such_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

async fn no_such_path(OriginalUri(uri): OriginalUri) -> Rejection {
    Rejection::NoSuchPath { path: uri.path().to_owned() }
}

async fn wrong_method(method: Method, OriginalUri(uri): OriginalUri) -> Rejection {
    Rejection::WrongMethod { method: method.to_string(), path: uri.path().to_owned() }
}

type Shared = State<Arc<App>>;
