//! `/source-maps`: which maps are wanted, and a map from whoever can reach it, or why there is none.

use axum::extract::{RawQuery, Request, State};
use gasoline_analysis::sources::find::{evaluated_map, map_reference, read_data_url, resolve};
use gasoline_analysis::sources::{BadMap, SourceMap};
use gasoline_protocol::Kind;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::rejection::Rejection;
use super::reply::Json;
use super::since::Asked;
use super::{Shared, ingest};
use crate::body::Held;
use crate::source_maps::{self, keep, within};
use crate::{exit, limits};

#[derive(Debug, Deserialize)]
struct Posted<'a> {
    /// The script, as stacks name it.
    url: String,
    /// The map, as JSON, as its text, or as a data URL that holds it.
    #[serde(borrow)]
    map: Option<&'a RawValue>,
    /// In place of a map: a script, which may name its map, or evaluate the module at `url`.
    #[serde(borrow)]
    script: Option<&'a RawValue>,
    error: Option<String>,
    /// Which build of the script it is, of a browser that was asked for it.
    version: Option<String>,
    client: Option<String>,
}

/// The scripts of errors whose maps only somebody else can fetch: drivers ask, and send them.
pub(super) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let wanted = source_maps::wanted(&app, &asked.query(&[Kind::Logs]));
    Ok(Json(exit::json(&json!({"count": wanted.len(), "wanted": wanted}))))
}

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let origin = ingest::origin(&request);
    let mut body = app.source_maps.bodies.read(request, source_maps::largest(&app)).await?;
    // A map takes tens of milliseconds: not on a thread that answers others.
    let read = tokio::task::spawn_blocking(move || read(&mut body));
    let Read { url, client, version, found } = read.await.unwrap_or(Err(Rejection::BrokenOff))?;
    app.note_sender(origin.as_deref(), client.as_deref());
    let outcome = match found {
        Found::Map(map) => Ok(std::sync::Arc::new(map)),
        Found::Nothing(reason) => Err(reason.into()),
        Found::Named(map_url) => {
            return Ok(Json(exit::json(&json!({"received": true, "map_url": map_url}))));
        }
    };
    app.source_maps.post(&app, &url, version, outcome);
    Ok(Json("{\"received\":true}".to_owned()))
}

struct Read {
    url: String,
    client: Option<String>,
    version: Option<String>,
    found: Found,
}

enum Found {
    Map(SourceMap),
    /// The script names its map, which the sender is to fetch.
    Named(String),
    /// Why there is none.
    Nothing(String),
}

fn read(body: &mut Held) -> Result<Read, Rejection> {
    let mut text =
        body.take_text().map_err(|error| malformed(format!("the body is no text: {error}")))?;
    let Posted { url, map, script, error, version, client } = serde_json::from_str(&text)
        .map_err(|error| malformed(format!("the body cannot be read: {error}")))?;
    for (name, value, most) in [
        ("url", Some(&url), limits::MAP_URL_MAX_CHARS),
        ("version", version.as_ref(), limits::MAP_VERSION_MAX_CHARS),
    ] {
        if value.is_some_and(|value| value.is_empty() || value.chars().count() > most) {
            return Err(malformed(format!("`{name}` must have 1 to {most} characters")));
        }
    }
    let outcome = match (map.map(RawValue::get), script.map(RawValue::get), error) {
        (Some(quoted), None, None) if quoted.starts_with('"') => {
            let map = unquote("map", quoted)?;
            drop(text);
            let map = if map.starts_with("data:") { read_data_url(&map) } else { Ok(map) };
            map.and_then(SourceMap::decode)
        }
        (Some(map), None, None) => {
            let range = within(&text, map);
            text = keep(text, range);
            SourceMap::decode(text)
        }
        (None, Some(quoted), None) => {
            let script = unquote("script", quoted)?;
            drop(text);
            match of_script(&url, script)? {
                Named::At(map_url) => {
                    return Ok(Read { url, client, version, found: Found::Named(map_url) });
                }
                Named::Here(map) => map,
            }
        }
        (None, None, Some(error)) => {
            let reason = exit::beginning(&error, limits::MAP_ERROR_MAX_CHARS);
            return Ok(Read { url, client, version, found: Found::Nothing(reason) });
        }
        _ => {
            let what = "the body must have either `map`, `script` or `error`".to_owned();
            return Err(malformed(what));
        }
    };
    let found = Found::Map(outcome.map_err(|bad| malformed(bad.to_string()))?);
    Ok(Read { url, client, version, found })
}

/// Where the map of a script is.
enum Named {
    At(String),
    Here(Result<SourceMap, BadMap>),
}

/// A script that names its map, that is its own source, or that evaluates the module `url`.
fn of_script(url: &str, script: String) -> Result<Named, Rejection> {
    if url.starts_with("http:") || url.starts_with("https:") {
        return Ok(match map_reference(&script) {
            Some(data) if data.starts_with("data:") => {
                let data = within(&script, data);
                Named::Here(read_data_url(&keep(script, data)).and_then(SourceMap::decode))
            }
            Some(reference) => {
                let no_address = || malformed("`script` names a map without an address".to_owned());
                Named::At(resolve(url, reference).ok_or_else(no_address)?)
            }
            None => Named::Here(Ok(SourceMap::of_script(url, script))),
        });
    }
    let map = evaluated_map(&script, url).map(|map| within(&script, map));
    let map = map.ok_or_else(|| malformed("`script` does not evaluate `url`".to_owned()))?;
    Ok(Named::Here(read_data_url(&keep(script, map)).and_then(SourceMap::decode)))
}

fn unquote(name: &str, quoted: &str) -> Result<String, Rejection> {
    serde_json::from_str(quoted)
        .map_err(|error| malformed(format!("`{name}` cannot be read: {error}")))
}

fn malformed(what: String) -> Rejection {
    Rejection::Malformed {
        what,
        hint:
            "send `{\"url\": \"http://…/app.js\", \"map\": {\"version\": 3, …}}`, or `script` or \
               `error` in place of `map`"
                .to_owned(),
    }
}
