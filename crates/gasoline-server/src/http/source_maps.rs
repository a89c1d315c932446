//! `/source-maps`: a map from whoever can reach it, or why there is none.

use axum::extract::{Request, State};
use gasoline_analysis::sources::SourceMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::rejection::Rejection;
use super::reply::Json;
use super::{Shared, ingest};
use crate::body::Held;
use crate::limits;
use crate::source_maps::{self, keep, within};

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
    let mut body = app.source_maps.bodies.read(request, source_maps::largest(&app)).await?;
    // A map takes tens of milliseconds: not on a thread that answers others.
    let read = tokio::task::spawn_blocking(move || read(&mut body));
    let (url, client, outcome) = read.await.unwrap_or(Err(Rejection::BrokenOff))?;
    app.note_sender(origin.as_deref(), client.as_deref());
    let outcome = outcome.map(std::sync::Arc::new).map_err(Into::into);
    app.source_maps.post(&app, &url, outcome);
    Ok(Json("{\"received\":true}".to_owned()))
}

type Read = (String, Option<String>, Result<SourceMap, String>);

fn read(body: &mut Held) -> Result<Read, Rejection> {
    let mut text =
        body.take_text().map_err(|error| malformed(format!("the body is no text: {error}")))?;
    let Posted { url, map, error, client } = serde_json::from_str(&text)
        .map_err(|error| malformed(format!("the body cannot be read: {error}")))?;
    if url.is_empty() || url.chars().count() > limits::MAP_URL_MAX_CHARS {
        let most = limits::MAP_URL_MAX_CHARS;
        return Err(malformed(format!("`url` must have 1 to {most} characters")));
    }
    let outcome = match (map.map(RawValue::get), error) {
        (Some(quoted), None) if quoted.starts_with('"') => {
            let map: String = serde_json::from_str(quoted)
                .map_err(|error| malformed(format!("`map` cannot be read: {error}")))?;
            text.clear();
            text.shrink_to_fit();
            Ok(map)
        }
        (Some(map), None) => {
            let range = within(&text, map);
            Ok(keep(text, range))
        }
        (None, Some(error)) => Err(error.chars().take(limits::MAP_ERROR_MAX_CHARS).collect()),
        _ => return Err(malformed("the body must have either `map` or `error`".to_owned())),
    };
    let outcome = match outcome {
        Ok(text) => Ok(SourceMap::decode(text).map_err(|bad| malformed(bad.to_string()))?),
        Err(reason) => Err(reason),
    };
    Ok((url, client, outcome))
}

fn malformed(what: String) -> Rejection {
    Rejection::Malformed {
        what,
        hint: "send `{\"url\": \"http://…/app.js\", \"map\": {\"version\": 3, …}}`, or `error` in \
               place of `map`"
            .to_owned(),
    }
}
