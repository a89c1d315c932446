//! A source map's JSON, read strictly: what ECMA-426 calls an error is one.

use std::borrow::Cow;

use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::mappings::Index;
use super::{BadMap, Mappings, Part, Source, SourceMap, Span, unquote};
use crate::limits;

/// A map as it is written. What need not be decoded now stays text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    version: u64,
    #[serde(borrow)]
    file: Option<&'a RawValue>,
    source_root: Option<String>,
    sources: Option<Vec<Option<String>>>,
    #[serde(borrow)]
    sources_content: Option<Vec<Option<&'a RawValue>>>,
    #[serde(borrow)]
    names: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    mappings: Option<&'a RawValue>,
    ignore_list: Option<Vec<u32>>,
    /// What `ignoreList` was called before it was a standard.
    #[serde(rename = "x_google_ignoreList")]
    google_ignore_list: Option<Vec<u32>>,
    #[serde(borrow)]
    sections: Option<Vec<Section<'a>>>,
}

#[derive(Deserialize)]
struct Section<'a> {
    offset: Offset,
    #[serde(borrow)]
    map: &'a RawValue,
}

#[derive(Deserialize)]
struct Offset {
    line: u32,
    column: u32,
}

pub(super) fn decode(mut text: String) -> Result<SourceMap, BadMap> {
    if text.len() > SOURCE_MAP_MAX_BYTES {
        return Err(BadMap::TooLarge { bytes: text.len() });
    }
    let guard = text.len() - without_guard(&text).len();
    text.drain(..guard);
    let mut parts = Vec::new();
    read(&text, &text, (0, 0), 0, &mut parts)?;
    // A section within a section may reach beyond the next one.
    if parts.is_sorted_by(|one: &Part, next| one.start < next.start) {
        Ok(SourceMap { text: text.into(), parts, script: None })
    } else {
        Err(BadMap::Unordered)
    }
}

/// The JSON without the line that keeps pages from running it as a script, and without a mark of
/// byte order.
fn without_guard(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.starts_with(")]}'") { text.find('\n').map_or("", |end| &text[end + 1..]) } else { text }
}

/// Reads a map that begins at `start` of the script, and its sections.
fn read(
    whole: &str,
    json: &str,
    start: (u32, u32),
    depth: usize,
    parts: &mut Vec<Part>,
) -> Result<(), BadMap> {
    let wire: Wire<'_> =
        serde_json::from_str(json).map_err(|error| BadMap::Unreadable(error.to_string()))?;
    if wire.version != 3 {
        return Err(BadMap::OtherVersion(wire.version));
    }
    if wire.file.is_some_and(|file| !is_string(file)) {
        return Err(BadMap::WrongType("file"));
    }
    let Some(sections) = wire.sections else {
        parts.push(part(whole, wire, start)?);
        return Ok(());
    };
    if wire.mappings.is_some() {
        return Err(BadMap::TwoInOne("mappings"));
    }
    if depth >= limits::SOURCE_MAP_MAX_DEPTH {
        return Err(BadMap::TooDeep);
    }
    let mut last = None;
    for Section { offset, map } in sections {
        let here = (offset.line, offset.column);
        if last.is_some_and(|last| here <= last) {
            return Err(BadMap::Unordered);
        }
        last = Some(here);
        let column = if here.0 == 0 { start.1.saturating_add(here.1) } else { here.1 };
        let begin = (start.0.saturating_add(here.0), column);
        read(whole, map.get(), begin, depth + 1, parts)?;
    }
    Ok(())
}

fn part(whole: &str, wire: Wire<'_>, start: (u32, u32)) -> Result<Part, BadMap> {
    let root = wire.source_root.as_deref().unwrap_or_default();
    let contents = wire.sources_content.unwrap_or_default();
    if !contents.iter().flatten().all(|content| is_string(content)) {
        return Err(BadMap::WrongType("sourcesContent"));
    }
    let mut sources: Vec<Source> = (wire.sources.ok_or(BadMap::Missing("sources"))?.into_iter())
        .enumerate()
        .map(|(index, name)| {
            let content = contents.get(index).copied().flatten();
            Source {
                name: name.map(|name| rooted(root, name).into()),
                content: content.map(|content| Span::within(whole, content.get())),
                is_ignored: false,
            }
        })
        .collect();
    for ignored in wire.ignore_list.or(wire.google_ignore_list).unwrap_or_default() {
        let source = sources.get_mut(ignored as usize).ok_or(BadMap::IgnoresUnknown)?;
        source.is_ignored = true;
    }
    let names = wire.names.unwrap_or_default();
    if !names.iter().all(|name| is_string(name)) {
        return Err(BadMap::WrongType("names"));
    }
    let names: Vec<Span> = names.iter().map(|name| Span::within(whole, name.get())).collect();
    let json = wire.mappings.ok_or(BadMap::Missing("mappings"))?.get();
    let text = unquote(json).ok_or(BadMap::WrongType("mappings"))?;
    let index = Index::read(&text, sources.len(), names.len())?;
    let mappings = match text {
        Cow::Borrowed(text) => Mappings::Within(Span::within(whole, text)),
        Cow::Owned(text) => Mappings::Unescaped(text.into()),
    };
    Ok(Part { start, sources, names, mappings, index })
}

fn is_string(json: &RawValue) -> bool {
    json.get().starts_with('"')
}

/// A source with `sourceRoot` before it, unless it is complete.
fn rooted(root: &str, source: String) -> String {
    let is_complete = source.starts_with('/') || source.contains("://");
    if root.is_empty() || is_complete {
        return source;
    }
    format!("{}/{source}", root.trim_end_matches('/'))
}
