//! `/source-maps`: a map from whoever can reach it, or why there is none.

use axum::extract::{Request, State};
use gasoline_analysis::sources::SourceMap;
use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::rejection::Rejection;
use super::reply::Json;
use super::{Shared, ingest};
use crate::limits;

#[derive(Debug, Deserialize)]
struct Posted<'a> {
    /// The script, as stacks name it.
    url: String,
    /// The map, as JSON or as its text.
    #[serde(borrow)]
    map: Option<&'a RawValue>,
    error: Option<String>,
    client: Option<String>,
}

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let origin = ingest::origin(&request);
    let body = app.source_maps.bodies.read(request, SOURCE_MAP_MAX_BYTES).await?;
    // A map takes tens of milliseconds: not on a thread that answers others.
    let read = tokio::task::spawn_blocking(move || read(&body.bytes));
    let (url, client, outcome) = read.await.unwrap_or(Err(Rejection::BrokenOff))?;
    app.note_sender(origin.as_deref(), client.as_deref());
    let outcome = outcome.map(std::sync::Arc::new).map_err(Into::into);
    app.source_maps.post(&app, &url, outcome);
    Ok(Json("{\"received\":true}".to_owned()))
}

type Read = (String, Option<String>, Result<SourceMap, String>);

fn read(body: &[u8]) -> Result<Read, Rejection> {
    let malformed = |what: String| {
        Rejection::Malformed {
        what,
        hint: "send `{\"url\": \"http://…/app.js\", \"map\": {\"version\": 3, …}}`, or `error` in place of `map`"
            .to_owned(),
    }
    };
    let posted: Posted<'_> = serde_json::from_slice(body)
        .map_err(|error| malformed(format!("the body cannot be read: {error}")))?;
    if posted.url.is_empty() || posted.url.chars().count() > limits::MAP_URL_MAX_CHARS {
        return Err(malformed(format!(
            "`url` must have 1 to {} characters",
            limits::MAP_URL_MAX_CHARS
        )));
    }
    let Posted { url, map, error, client } = posted;
    let outcome = match (map, error) {
        (Some(map), None) => {
            let text = if map.get().starts_with('"') {
                serde_json::from_str(map.get())
                    .map_err(|error| malformed(format!("`map` cannot be read: {error}")))?
            } else {
                map.get().to_owned()
            };
            let map = SourceMap::decode(text).map_err(|bad| malformed(bad.to_string()))?;
            Ok(map)
        }
        (None, Some(error)) => Err(error.chars().take(limits::MAP_ERROR_MAX_CHARS).collect()),
        _ => return Err(malformed("the body must have either `map` or `error`".to_owned())),
    };
    Ok((url, client, outcome))
}
