//! `/clear`: forgets what was captured, all of it or one test's. Records of tests stay.

use axum::extract::{Request, State};
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_store::Scope;
use serde::Deserialize;
use serde_json::json;

use super::Shared;
use super::rejection::Rejection;
use super::reply::Json;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wish {
    /// `false` also forgets noise rules, checkpoints, contracts and what browsers were told to capture.
    preserve_config: Option<bool>,
    test_id: Option<String>,
}

pub(super) async fn clear(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let wish: Wish = match body.bytes.trim_ascii() {
        [] => Wish::default(),
        bytes => serde_json::from_slice(bytes).map_err(|error| Rejection::Malformed {
            what: format!("the body cannot be read: {error}"),
            hint: "send nothing, or `{\"preserve_config\": true, \"test_id\": \"...\"}`".to_owned(),
        })?,
    };
    let scope = wish.test_id.filter(|id| !id.is_empty()).map_or(Scope::Everything, Scope::Test);
    let removed = app.clear(&scope, &[]);
    if wish.preserve_config == Some(false) {
        app.forget_settings();
    }
    let by_kind: serde_json::Map<_, _> =
        removed.0.iter().map(|(kind, count)| (kind.name().to_owned(), json!(count))).collect();
    let answer = json!({
        "cleared": true, "entries_removed": removed.total(), "removed": by_kind,
    });
    Ok(Json(answer.to_string()))
}
