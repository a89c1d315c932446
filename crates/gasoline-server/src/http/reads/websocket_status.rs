//! `/websocket-status`: the table of WebSocket connections.

use axum::extract::{RawQuery, State};

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;

pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    Ok(Json::new(&app.journal.sockets(&asked.query(&[]).scope)))
}
