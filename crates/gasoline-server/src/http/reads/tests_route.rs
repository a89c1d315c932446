//! `/tests`: one record a test of the run, kept after `/clear`.

use axum::extract::{RawQuery, State};
use gasoline_analysis::redact::{self, Redacted};
use gasoline_protocol::Purpose;
use gasoline_store::records::Record;
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TestRecords {
    tests: Redacted<Vec<Record>>,
    /// Number of records.
    count: usize,
}

pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    // Thousands of records take a while to redact, and other responses do not wait for it.
    let redacting = tokio::task::spawn_blocking(move || {
        let tests = app.journal.tests(asked.test_id.as_deref());
        let count = tests.as_ref().expose(Purpose::Classify).len();
        Json::new(&TestRecords { tests: redact::value(tests.as_ref()), count })
    });
    redacting.await.map_err(|_| Rejection::Overloaded)
}
