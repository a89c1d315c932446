//! `/clear`: forgets what was captured, all of it or one test's. Records of tests stay.

use std::collections::BTreeMap;

use axum::extract::{Request, State};
use gasoline_protocol::Kind;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_store::Scope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::rejection::Rejection;
use super::reply::Json;
use crate::browsers::settings::Settings;

/// What to clear; an empty body clears everything captured.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct ClearRequest {
    /// `false` also deletes noise rules, checkpoints, contracts and the settings of browsers.
    #[schemars(extend("default" = true))]
    preserve_config: Option<bool>,
    /// Clear only what was captured of this test.
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ClearResponse {
    #[schemars(extend("const" = true))]
    cleared: bool,
    /// Number of removed events.
    entries_removed: usize,
    /// The same by kind of event.
    #[schemars(with = "BTreeMap<String, usize>")]
    removed: BTreeMap<Kind, usize>,
}

pub(super) async fn clear(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let wanted: ClearRequest = match body.bytes.trim_ascii() {
        [] => ClearRequest::default(),
        bytes => serde_json::from_slice(bytes).map_err(|error| Rejection::Malformed {
            what: format!("the body cannot be read: {error}"),
            hint: "send nothing, or `{\"preserve_config\": true, \"test_id\": \"...\"}`".to_owned(),
        })?,
    };
    let scope = wanted.test_id.filter(|id| !id.is_empty()).map_or(Scope::Everything, Scope::Test);
    let removed = app.clear(&scope, &[]);
    if wanted.preserve_config == Some(false) {
        app.retained.clear();
        app.browsers.set(Settings::clear);
    }
    Ok(Json::new(&ClearResponse {
        cleared: true,
        entries_removed: removed.total(),
        removed: removed.0,
    }))
}
