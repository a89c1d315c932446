//! The routes. One file per path, and `capture::kinds` for those of events; [`catalogue`] describes them
//! for the docs.

mod capture;
pub mod catalogue;
mod clear;
mod guard;
mod mcp_door;
mod reads;
pub(crate) mod rejection;
mod reply;
mod root;
mod runners;
mod since;
mod streams;

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
    capture::kinds::router()
        .route("/", get(root::get))
        .route("/dashboard.js", get(root::script))
        .route("/health", get(reads::health::get))
        .route("/websocket-status", get(reads::websocket_status::get))
        .route("/page-loads", get(reads::page_loads::get))
        .route("/screenshots/{file}", get(capture::screenshots::full))
        .route("/screenshots/{id}/thumb.png", get(capture::screenshots::thumb))
        .route("/enrichments", post(capture::enrichments::post))
        .route("/source-maps", get(capture::source_maps::get).post(capture::source_maps::post))
        .route("/snapshot", get(reads::snapshot::get))
        .route("/report", get(reads::report::get))
        .route("/security-audit", get(reads::security_audit::get))
        .route("/openapi", get(reads::openapi::get))
        .route("/clear", post(clear::clear).delete(clear::clear))
        .route("/test-boundary", post(capture::test_boundary::post))
        .route("/tests", get(reads::tests_route::get))
        .route("/runners", post(runners::post))
        .route("/gasoline-ci.js", get(capture::gasoline_ci::get))
        .route("/gasoline-ci.min.js", get(capture::gasoline_ci::get))
        .route(
            "/events/stream",
            get(streams::events_stream::get).layer(Extension(shutdown.clone())),
        )
        .route("/live", get(streams::live::get).layer(Extension(shutdown.clone())))
        .route(
            "/errands",
            get(streams::errands::get)
                .layer(Extension(shutdown.clone()))
                .post(streams::errands::post),
        )
        .route("/ext", get(streams::ext::get).layer(Extension(shutdown.clone())))
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
