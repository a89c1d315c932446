//! `/source-maps`: which maps are wanted, and a map from whoever can reach it, or why there is none.

use axum::extract::{RawQuery, Request, State};
use gasoline_analysis::sources::find::{evaluated_map, map_reference, read_data_url, resolve};
use gasoline_analysis::sources::{BadMap, SourceMap};
use gasoline_protocol::Kind;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::body::Held;
use crate::http::Shared;
use crate::http::capture::kinds;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;
use crate::limits;
use crate::source_maps::{self, keep, within};
use gasoline_analysis::redact;

/// A source map, or why there is none: one of `map`, `script` and `error`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PostedSourceMap<'a> {
    /// The script, as stacks name it.
    #[schemars(length(min = 1, max = limits::MAP_URL_MAX_CHARS))]
    url: String,
    /// The map, as JSON, as its text, or as a data URL that holds it.
    #[serde(borrow, default)]
    #[schemars(schema_with = "map_or_text")]
    map: Option<&'a RawValue>,
    /// The script itself, if it names no map, or the one that evaluates the module `url`.
    #[serde(borrow)]
    #[schemars(with = "Option<String>")]
    script: Option<&'a RawValue>,
    /// Why there is no map.
    error: Option<String>,
    /// Which build of the script it is, of a browser that was asked for it: such a map is asked for
    /// again. Any other holds until another is sent.
    #[schemars(length(min = 1, max = limits::MAP_VERSION_MAX_CHARS))]
    version: Option<String>,
    /// The sender's own name for itself.
    client: Option<String>,
}

fn map_or_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [
        {
            "description": "A source map of version 3, as ECMA-426 has it.",
            "type": "object",
            "properties": {"version": {"type": "integer", "const": 3}},
            "required": ["version"],
        },
        {"type": "string"},
    ]})
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReceivedSourceMap {
    #[schemars(extend("const" = true))]
    received: bool,
    /// Where the `script` that was sent has its map: the sender fetches it and sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    map_url: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WantedSourceMaps {
    count: usize,
    wanted: Vec<String>,
}

/// The scripts of errors whose maps only somebody else can fetch: drivers ask, and send them.
pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let wanted = source_maps::wanted(&app, &asked.query(&[Kind::Logs]));
    let wanted: Vec<_> = wanted.iter().map(|url| redact::text(url).into_owned()).collect();
    Ok(Json::new(&WantedSourceMaps { count: wanted.len(), wanted }))
}

pub(crate) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let origin = kinds::origin(&request);
    let mut body = app.source_maps.bodies.read(request, source_maps::largest(&app)).await?;
    // A map takes tens of milliseconds: not on a thread that answers others.
    let read = tokio::task::spawn_blocking(move || read(&mut body));
    let Read { url, client, version, found } = read.await.unwrap_or(Err(Rejection::BrokenOff))?;
    app.note_sender(origin.as_deref(), client.as_deref());
    let outcome = match found {
        Found::Map(map) => Ok(std::sync::Arc::new(map)),
        Found::Nothing(reason) => Err(reason.into()),
        Found::Named(map_url) => {
            let map_url = Some(redact::text(&map_url).into_owned());
            return Ok(Json::new(&ReceivedSourceMap { received: true, map_url }));
        }
    };
    app.source_maps.post(&app, &url, version, outcome);
    Ok(Json::new(&ReceivedSourceMap { received: true, map_url: None }))
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
    let PostedSourceMap { url, map, script, error, version, client } = serde_json::from_str(&text)
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
            let reason = redact::echo(&error, limits::MAP_ERROR_MAX_CHARS);
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
