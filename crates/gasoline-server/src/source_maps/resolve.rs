//! From a script to its map: where each is looked for, in which order.
//!
//! 1. The script, of the page's server; only if it is another than the one known.
//! 2. The header `SourceMap` or `X-SourceMap`, else the comment at the script's end.
//! 3. The map: the data URL itself, or the URL, on the same origin.
//! 4. A script that names no map is its own source.
//!
//! A stack names a module that webpack evaluates by a URL that nobody serves. Its map is in one of
//! the scripts of the page: those of the same stack first, then those the page's HTML loads.
//!
//! What is not ours to fetch is said to be so: a browser may be asked for it (`browser.rs`).

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use gasoline_analysis::redact;
use gasoline_analysis::sources::SourceMap;
use gasoline_analysis::sources::find::{
    evaluated_map, map_reference, origin, read_data_url, resolve,
};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use tokio::task::spawn_blocking;

use super::fetch::{Fetched, NotFetched, get, is_ours_to_fetch, quote, version};
use super::shelf::{Known, Outcome, Version};
use crate::limits;

/// Who asks for a map, and how much memory it may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) page: &'a str,
    pub(super) own_port: u16,
    pub(super) most_bytes: usize,
}

/// A script as it is served now, with its map.
pub(super) enum Resolved {
    New(Version, Outcome),
    /// The script is the one known.
    Same,
    /// The script or its map is not ours to fetch.
    NotOurs(NotFetched),
}

/// Finds the map of a script, unless the script is the one `known`.
pub(super) async fn script_map(script: &str, known: Option<&Known>, asked: Asked<'_>) -> Resolved {
    let failed = |reason: String| Resolved::New(Version::default(), Err(reason.into()));
    if let Err(not_ours) = is_ours_to_fetch(script, asked.page, asked.own_port) {
        return Resolved::NotOurs(not_ours);
    }
    let known = known.filter(|known| known.outcome.is_ok()).map(|known| &known.version);
    let (text, headers) = match get(script, known, asked.most_bytes).await {
        Ok(Fetched::Text { text, headers }) => (text, headers),
        Ok(Fetched::Same) => return Resolved::Same,
        Err(not_fetched) => return failed(not_fetched.to_string()),
    };
    let version = version(&headers, hash(&text));
    if known.is_some_and(|known| known.hash == version.hash) {
        return Resolved::Same;
    }
    match map_of(script, text, &headers, asked).await {
        Ok(outcome) => Resolved::New(version, outcome),
        Err(not_ours) => Resolved::NotOurs(not_ours),
    }
}

/// The map a script names; an error if that is not ours to fetch.
async fn map_of(
    script: &str,
    text: String,
    headers: &HeaderMap,
    asked: Asked<'_>,
) -> Result<Outcome, NotFetched> {
    let named =
        ["sourcemap", "x-sourcemap"].iter().find_map(|name| headers.get(*name)?.to_str().ok());
    let reference = named.or_else(|| map_reference(&text));
    let Some(reference) = reference else {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        return Ok(if kind.is_some_and(|kind| kind.contains("javascript")) {
            Ok(Arc::new(SourceMap::of_script(script, text)))
        } else {
            Err(format!("`{}` names no source map", quote(script)).into())
        });
    };
    if reference.starts_with("data:") {
        let range = if named.is_some() { None } else { Some(within(&text, reference)) };
        let reference = match range {
            Some(range) => keep(text, range),
            None => reference.to_owned(),
        };
        return Ok(decode(move || read_data_url(&reference)).await);
    }
    let url = resolve(script, reference).unwrap_or_default();
    drop(text);
    is_ours_to_fetch(&url, asked.page, asked.own_port)?;
    Ok(match get(&url, None, asked.most_bytes).await {
        Ok(Fetched::Text { text, .. }) => decode(move || Ok(text)).await,
        Ok(Fetched::Same) => Err("the map did not come".into()),
        Err(not_fetched) => Err(not_fetched.to_string().into()),
    })
}

/// Finds the map of a module that one of `scripts` evaluates, or one the page loads.
pub(super) async fn module_map(module: &str, scripts: &[String], asked: Asked<'_>) -> Resolved {
    let mut reason_why = format!("no script of the page has a source map for `{}`", quote(module));
    let mut tried: Vec<String> = Vec::new();
    let mut not_ours = is_ours_to_fetch(asked.page, asked.page, asked.own_port).err();
    let loaded = if scripts.is_empty() { page_scripts(asked).await } else { Vec::new() };
    for script in scripts.iter().chain(&loaded).take(limits::SCRIPTS_PER_MODULE) {
        if tried.contains(script) {
            continue;
        }
        if let Err(error) = is_ours_to_fetch(script, asked.page, asked.own_port) {
            not_ours = Some(error);
            continue;
        }
        tried.push(script.clone());
        match get(script, None, asked.most_bytes).await {
            Ok(Fetched::Text { text, .. }) => {
                if let Some(range) = evaluated_map(&text, module).map(|url| within(&text, url)) {
                    let url = keep(text, range);
                    let version = Version { hash: hash(&url), ..Version::default() };
                    return Resolved::New(version, decode(move || read_data_url(&url)).await);
                }
            }
            Ok(Fetched::Same) => {}
            Err(not_fetched) => reason_why = not_fetched.to_string(),
        }
    }
    match not_ours {
        Some(not_ours) => Resolved::NotOurs(not_ours),
        None => Resolved::New(Version::default(), Err(reason_why.into())),
    }
}

/// The scripts that the HTML of the page loads from its own origin.
async fn page_scripts(asked: Asked<'_>) -> Vec<String> {
    if is_ours_to_fetch(asked.page, asked.page, asked.own_port).is_err() {
        return Vec::new();
    }
    let Ok(Fetched::Text { text, .. }) = get(asked.page, None, asked.most_bytes).await else {
        return Vec::new();
    };
    let tags = text.split("<script").skip(1).filter_map(|tag| tag.split('>').next());
    tags.filter_map(|tag| {
        let value = tag.split("src=").nth(1)?;
        let value = value.trim_start_matches(['"', '\'']);
        let url = resolve(asked.page, value.split(['"', '\'', ' ', '>']).next()?)?;
        (origin(&url) == origin(asked.page)).then_some(url)
    })
    .collect()
}

/// Reads a map where it keeps nobody waiting: a large one takes tens of milliseconds.
pub(super) async fn decode(
    text: impl FnOnce() -> Result<String, gasoline_analysis::sources::BadMap> + Send + 'static,
) -> Outcome {
    let decoded = spawn_blocking(move || SourceMap::decode(text()?)).await;
    match decoded {
        Ok(Ok(map)) => Ok(Arc::new(map)),
        // The error quotes what the page's server sent.
        Ok(Err(bad)) => Err(redact::echo(&bad.to_string(), limits::MAP_ERROR_MAX_CHARS).into()),
        Err(_) => Err("the map could not be read".into()),
    }
}

/// Where `part` is in `whole`, which it is a piece of.
pub(crate) fn within(whole: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - whole.as_ptr().addr();
    start..start + part.len()
}

/// A piece of a large text, without a copy beside it.
pub(crate) fn keep(mut text: String, range: Range<usize>) -> String {
    text.truncate(range.end);
    text.drain(..range.start);
    text
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
