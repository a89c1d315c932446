//! `/openapi`: a sketch of the API that pages were seen to call, as OpenAPI 3.1.

use axum::extract::State;
use gasoline_analysis::contracts::Filter;

use crate::exit;
use crate::http::Shared;
use crate::http::reply::Json;

pub(crate) async fn get(State(app): Shared) -> Json {
    let mut sketch = app.contracts().openapi(&Filter::default());
    exit::value(&mut sketch);
    Json(sketch.to_string())
}
