//! `/test-boundary`: a runner says that a test starts or ends.

use axum::extract::{Request, State};
use gasoline_analysis::redact;
use gasoline_protocol::boundary::{Boundary, BoundaryAction};
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::limits::ENVELOPE_MEMBER_MAX_CHARS;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_protocol::{Timestamp, schema};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::source_maps;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Marked {
    test_id: String,
    action: BoundaryAction,
    timestamp: Timestamp,
}

pub(crate) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let boundary: Boundary = serde_json::from_slice(&body.bytes).map_err(|error| {
        let value = serde_json::from_slice::<Value>(&body.bytes).ok();
        let schema = schema::inline::<Boundary>();
        let said = value.and_then(|value| complaint(&schema, &value, "field"));
        malformed(said.unwrap_or_else(|| format!("the body cannot be read: {error}")))
    })?;
    let length = boundary.test_id.chars().count();
    if length == 0 || length > ENVELOPE_MEMBER_MAX_CHARS {
        return Err(malformed(format!(
            "`test_id` must have 1 to {ENVELOPE_MEMBER_MAX_CHARS} characters, found {length}"
        )));
    }
    let (test_id, action) = (boundary.test_id.clone(), boundary.action);
    let has_failed = action == BoundaryAction::End && boundary.status.as_deref() != Some("passed");
    let timestamp = app.journal.mark(boundary);
    if has_failed {
        source_maps::keep_places(&app, &test_id).await;
    }
    let test_id = redact::text(&test_id).into_owned();
    Ok(Json::new(&Marked { test_id, action, timestamp }))
}

fn malformed(what: String) -> Rejection {
    let hint = "send `{\"test_id\": \"...\", \"action\": \"start\"}`, or `\"end\"` with a `status`";
    Rejection::Malformed { what, hint: hint.to_owned() }
}
