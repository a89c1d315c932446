//! `/websocket-events` and `/websocket-status`: what sockets said, and how they are.

use axum::extract::{RawQuery, Request, State};
use gasoline_protocol::Kind;

use super::rejection::Rejection;
use super::reply::{Json, Listing, list};
use super::since::Asked;
use super::{Shared, ingest};
use crate::exit;

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    ingest::accept(&app, request, Kind::WebsocketEvents, "events").await
}

/// Newest first.
pub(super) async fn get(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Listing, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[Kind::WebsocketEvents]));
    Ok(list("events", snapshot.of(Kind::WebsocketEvents).iter().rev()))
}

/// The table of connections.
pub(super) async fn status(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    Ok(Json(exit::json(&app.journal.sockets(&asked.query(&[]).scope))))
}
