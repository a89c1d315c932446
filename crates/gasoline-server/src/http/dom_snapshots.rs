//! `/dom-snapshots`: outlines of the page for assertions.

use axum::extract::{Request, State};
use gasoline_protocol::Kind;

use super::rejection::Rejection;
use super::reply::Json;
use super::{Shared, ingest};

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    ingest::accept(&app, request, Kind::DomSnapshots, "snapshots").await
}
