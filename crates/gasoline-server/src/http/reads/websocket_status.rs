//! `/websocket-status`: the table of WebSocket connections.

use axum::extract::{RawQuery, State};
use gasoline_analysis::redact;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;

pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let sockets = app.journal.sockets(&asked.query(&[]).scope);
    Ok(Json::new(&redact::value(sockets.as_ref())))
}
