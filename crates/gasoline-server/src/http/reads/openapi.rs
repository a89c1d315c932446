//! `/openapi`: a sketch of the API that pages were seen to call, as OpenAPI 3.1.

use axum::extract::State;
use gasoline_analysis::contracts::Filter;

use crate::http::Shared;
use crate::http::reply::Json;
use gasoline_analysis::redact;
use gasoline_protocol::Captured;

pub(crate) async fn get(State(app): Shared) -> Json {
    let sketch = app.retained.contracts().openapi(&Filter::default());
    Json::new(&redact::value(Captured::new(&sketch)))
}
