//! `/tests`: one record a test of the run, kept after `/clear`.

use axum::extract::{RawQuery, State};
use serde_json::json;

use super::Shared;
use super::rejection::Rejection;
use super::reply::Json;
use super::since::Asked;
use crate::exit;

pub(super) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let tests = app.journal.tests(asked.test_id.as_deref());
    Ok(Json(exit::json(&json!({"tests": tests, "count": tests.len()}))))
}
