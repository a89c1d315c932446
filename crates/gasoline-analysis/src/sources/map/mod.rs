//! A source map: where each place of a script comes from.
//!
//! The map is kept as the text it came as, with spans into it: names and sources are decoded when a
//! place is asked for, so that a map held takes hardly more memory than its file.

mod bad_map;
mod decode;
#[cfg(test)]
pub(super) mod fixture;
mod mappings;

use std::borrow::Cow;

use mappings::Index;

pub use bad_map::BadMap;

/// A map that has been read and found good, or a script that is its own source.
#[derive(Debug)]
pub struct SourceMap {
    text: Box<str>,
    parts: Vec<Part>,
    /// The script's URL, if `text` is the script itself.
    script: Option<Box<str>>,
}

/// A regular map, or one section of an index map.
#[derive(Debug)]
struct Part {
    /// Where the part begins in the script, from 0.
    start: (u32, u32),
    sources: Vec<Source>,
    names: Vec<Span>,
    mappings: Mappings,
    index: Index,
}

#[derive(Debug)]
struct Source {
    /// With `sourceRoot` before it; `None` where the map has `null`.
    name: Option<Box<str>>,
    /// Its text, as a JSON string.
    content: Option<Span>,
    /// Whether `ignoreList` says that it is no code of the application.
    is_ignored: bool,
}

#[derive(Debug)]
enum Mappings {
    Within(Span),
    /// Written with escapes, as some serializers write `/`.
    Unescaped(Box<str>),
}

/// A piece of the map's text.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

/// Where a place of a script comes from.
#[derive(Debug, Clone)]
pub struct Original<'a> {
    /// The source as the map names it, `sourceRoot` applied.
    pub source: Option<&'a str>,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// What the identifier at this place is called in the source.
    pub name: Option<Cow<'a, str>>,
    /// Whether the map says that this is no code of the application.
    pub is_ignored: bool,
    /// Whether there is no map: the place is the script's own.
    pub is_script: bool,
    content: Content<'a>,
}

/// The text of a source.
#[derive(Debug, Clone, Copy)]
enum Content<'a> {
    Missing,
    Plain(&'a str),
    /// A JSON string.
    Quoted(&'a str),
}

impl SourceMap {
    /// Reads a map, index maps included, and refuses what ECMA-426 refuses.
    pub fn decode(text: String) -> Result<Self, BadMap> {
        decode::decode(text)
    }

    /// A script that nobody built from another: what it says is the source.
    pub fn of_script(url: &str, text: String) -> Self {
        Self { text: text.into(), parts: Vec::new(), script: Some(url.into()) }
    }

    /// Where `line:column` of the script comes from, both from 1 as in stacks.
    pub fn lookup(&self, line: u32, column: u32) -> Option<Original<'_>> {
        if let Some(script) = &self.script {
            return Some(Original {
                source: Some(script),
                line,
                column,
                name: None,
                is_ignored: false,
                is_script: true,
                content: Content::Plain(&self.text),
            });
        }
        let place = (line.checked_sub(1)?, column.checked_sub(1)?);
        let after = self.parts.partition_point(|part| part.start <= place);
        let part = self.parts.get(after.checked_sub(1)?)?;
        let line = place.0 - part.start.0;
        let column = if line == 0 { place.1 - part.start.1 } else { place.1 };
        let mappings = match &part.mappings {
            Mappings::Within(span) => span.of(&self.text),
            Mappings::Unescaped(text) => text,
        };
        let origin = part.index.find(mappings, line, column)?.origin?;
        let source = part.sources.get(origin.source as usize)?;
        let name = origin.name.and_then(|name| part.names.get(name as usize));
        Some(Original {
            source: source.name.as_deref(),
            line: origin.line.saturating_add(1),
            column: origin.column.saturating_add(1),
            name: name.and_then(|name| unquote(name.of(&self.text))),
            is_ignored: source.is_ignored,
            is_script: false,
            content: source
                .content
                .map_or(Content::Missing, |it| Content::Quoted(it.of(&self.text))),
        })
    }

    /// What the map takes in memory, about.
    pub fn size_bytes(&self) -> usize {
        let part = |part: &Part| {
            let names: usize =
                part.sources.iter().filter_map(|it| it.name.as_deref()).map(str::len).sum();
            let own = match &part.mappings {
                Mappings::Within(_) => 0,
                Mappings::Unescaped(text) => text.len(),
            };
            size_of::<Part>()
                + part.sources.capacity() * size_of::<Source>()
                + part.names.capacity() * size_of::<Span>()
                + names
                + own
                + part.index.size_bytes()
        };
        self.text.len() + self.parts.iter().map(part).sum::<usize>()
    }
}

impl<'a> Original<'a> {
    /// The text of the source, where the map holds it.
    pub fn content(&self) -> Option<Cow<'a, str>> {
        match self.content {
            Content::Missing => None,
            Content::Plain(text) => Some(Cow::Borrowed(text)),
            Content::Quoted(json) => unquote(json),
        }
    }
}

impl Span {
    /// The span of `part`, which is a piece of `whole`.
    fn within(whole: &str, part: &str) -> Self {
        let start = part.as_ptr().addr() - whole.as_ptr().addr();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { start: number(start), end: number(start + part.len()) }
    }

    fn of(self, whole: &str) -> &str {
        whole.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// A JSON string, decoded.
fn unquote(json: &str) -> Option<Cow<'_, str>> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(json).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

#[cfg(test)]
mod tests;
