//! `/network-bodies`: requests with their bodies.

use axum::extract::{RawQuery, Request, State};
use gasoline_protocol::Kind;

use super::rejection::Rejection;
use super::reply::{Json, Listing, list};
use super::since::Asked;
use super::{Shared, ingest};

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    ingest::accept_calls(&app, request).await
}

/// Newest first.
pub(super) async fn get(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Listing, Rejection> {
    let snapshot =
        app.journal.snapshot(&Asked::read(query.as_deref())?.query(&[Kind::NetworkBodies]));
    Ok(list("bodies", snapshot.of(Kind::NetworkBodies).iter().rev()))
}
