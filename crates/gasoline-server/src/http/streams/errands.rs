//! `/errands`: a driver asks what it is to do, is held until there is something, and answers.

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::driver::{DriverAnswer, DriverErrand};
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_protocol::schema;
use gasoline_protocol::url::query_pairs;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::browsers::drivers::{Drivers, NotYours};
use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::limits;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Errands {
    /// Empty after a while: request them again.
    #[schemars(extend("maxItems" = 1))]
    errands: Vec<DriverErrand>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Received {
    #[schemars(extend("const" = true))]
    received: bool,
}

pub(crate) async fn get(
    State(app): Shared,
    Extension(shutdown): Extension<CancellationToken>,
    RawQuery(query): RawQuery,
) -> Result<Json, Rejection> {
    let query = query.unwrap_or_default();
    let client = query_pairs(&query).find(|(name, _)| name == "client").map(|(_, client)| client);
    let client = named(client.as_deref())?;
    let mut seat = Drivers::sit(&app, client).ok_or(Rejection::Overloaded)?;
    let held = app.patience(limits::DRIVER_HELD_MS);
    let end = async {
        let _ = timeout(held, shutdown.cancelled()).await;
    };
    // As the agent asked for it: a selector that is masked finds nothing.
    let errands = seat.next(end).await.into_iter().collect();
    Ok(Json(serde_json::to_string(&Errands { errands }).unwrap_or_default()))
}

pub(crate) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let answer: DriverAnswer = serde_json::from_slice(&body.bytes).map_err(|error| {
        let value = serde_json::from_slice::<Value>(&body.bytes).ok();
        let said =
            value.and_then(|value| complaint(&schema::inline::<DriverAnswer>(), &value, "member"));
        malformed(said.unwrap_or_else(|| format!("the body cannot be read: {error}")))
    })?;
    let (id, is_empty) = (answer.id, answer.is_empty());
    let client = answer.client.clone();
    let client = named(client.as_deref())?;
    Drivers::answer(&app, client, answer.into(), body.bytes.len())
        .map_err(|not_yours| rejection(id, client, &not_yours))?;
    if is_empty {
        return Err(malformed("the answer has neither `result` nor `refused`".to_owned()));
    }
    Ok(Json::new(&Received { received: true }))
}

fn named(client: Option<&str>) -> Result<&str, Rejection> {
    let most = limits::DRIVER_NAME_MAX_CHARS;
    let name = client.unwrap_or_default();
    if name.chars().count() > most {
        return Err(Rejection::Malformed {
            what: format!("`client` has more than {most} characters"),
            hint: "name the driver in a few words".to_owned(),
        });
    }
    Ok(name)
}

fn rejection(id: u64, client: &str, not_yours: &NotYours) -> Rejection {
    let what = match not_yours {
        NotYours::NotAsked => format!("nobody waits for an answer to errand {id}"),
        NotYours::AnotherDrivers => format!("errand {id} was not given to `{client}`"),
    };
    let hint = "answer within `timeoutMs`, once, under the `client` that `GET /errands` was asked \
                with";
    Rejection::NotFound { what, hint: hint.to_owned() }
}

fn malformed(what: String) -> Rejection {
    let hint = "send `{\"id\": 1, \"result\": {\"id\": \"7\"}}`, or `refused` with `what` and \
                `hint` in place of `result`";
    Rejection::Malformed { what, hint: hint.to_owned() }
}
