//! `/runners`: a process joins a server that runs while others do (`serve --while PID`).

use std::num::NonZeroU32;

use axum::extract::{Request, State};
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::runners::CannotJoin;

/// A process that uses the server.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Runner {
    /// A server that was started with `--while` does not end before this process.
    #[schemars(range(min = 1, max = u32::MAX))]
    pid: NonZeroU32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Joined {
    #[schemars(extend("const" = true))]
    joined: bool,
}

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let runner: Runner = serde_json::from_slice(&body.bytes).map_err(|error| {
        let value = serde_json::from_slice::<Value>(&body.bytes).ok();
        let said = value.and_then(|value| complaint(&schema::inline::<Runner>(), &value, "field"));
        malformed(said.unwrap_or_else(|| format!("the body cannot be read: {error}")))
    })?;
    app.runners.join(runner.pid.get()).map_err(|why| match why {
        CannotJoin::Ending => Rejection::Ending,
        CannotJoin::TooMany => Rejection::Overloaded,
    })?;
    Ok(Json::new(&Joined { joined: true }))
}

fn malformed(what: String) -> Rejection {
    Rejection::Malformed { what, hint: "send `{\"pid\": 4711}`".to_owned() }
}
