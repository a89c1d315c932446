//! `/logs`: console lines, exceptions, rejections.

use axum::extract::{RawQuery, Request, State};
use gasoline_protocol::Kind;

use super::rejection::Rejection;
use super::reply::{Json, Listing, list};
use super::since::Asked;
use super::{Shared, ingest};

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    ingest::accept(&app, request, Kind::Logs, "entries").await
}

/// Oldest first, as a log is read.
pub(super) async fn get(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Listing, Rejection> {
    let snapshot = app.journal.snapshot(&Asked::read(query.as_deref())?.query(&[Kind::Logs]));
    Ok(list("entries", snapshot.of(Kind::Logs).iter()))
}

pub(super) async fn delete(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Json, Rejection> {
    let scope = Asked::read(query.as_deref())?.query(&[]).scope;
    app.clear(&scope, &[Kind::Logs]);
    Ok(Json("{\"cleared\":true}".to_owned()))
}
