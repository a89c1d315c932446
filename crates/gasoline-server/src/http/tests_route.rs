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
    // Thousands of records take a while to mask, and other answers do not wait for it.
    let masking = tokio::task::spawn_blocking(move || {
        let tests = app.journal.tests(asked.test_id.as_deref());
        exit::json(&json!({"tests": tests, "count": tests.len()}))
    });
    masking.await.map(Json).map_err(|_| Rejection::Overloaded)
}
