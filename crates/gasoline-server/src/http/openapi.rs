//! `/openapi`: a sketch of the API that pages were seen to call, as OpenAPI 3.1.

use axum::extract::State;
use gasoline_analysis::contracts::Filter;

use super::Shared;
use super::reply::Json;
use crate::exit;

pub(super) async fn get(State(app): Shared) -> Json {
    let mut sketch = app.contracts().openapi(&Filter::default());
    exit::value(&mut sketch);
    Json(sketch.to_string())
}
