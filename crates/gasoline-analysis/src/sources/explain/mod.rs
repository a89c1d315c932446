//! A stack in the words of the source: which file, which line, which function, and the code there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::function::enclosing;
use super::map::{Original, SourceMap};
use super::path::{is_library, project_path, shown_url};
use super::snippet::{SnippetLine, snippet};
use super::stack::{Frame, frames};
use crate::{limits, redact};

/// One call of a stack, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlacedFrame {
    /// The path of the source; where there is no map, the script.
    pub file: String,
    pub line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Whether a source map was there to say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mapped: bool,
    /// Whether it is code of a library or of the bundler.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub library: bool,
}

/// A place in a source, with the code around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourcePlace {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Empty where the map does not hold the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub snippet: Vec<SnippetLine>,
}

/// What a stack says about the source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Topmost first, without the browser's own.
    pub frames: Vec<PlacedFrame>,
    /// The top frames of the application whose source is known; of a stack with none, of its libraries.
    pub sources: Vec<SourcePlace>,
}

impl PlacedFrame {
    /// The stack is read as captured, and a map is written by anybody.
    fn redacted(self) -> Self {
        let text = |text: String| redact::text(&text).into_owned();
        Self { file: text(self.file), function: self.function.map(text), ..self }
    }
}

impl Explained {
    /// Whether a map told more than the stack did.
    pub fn is_mapped(&self) -> bool {
        self.frames.iter().any(|frame| frame.mapped)
    }
}

/// Explains a stack, with the map of each script where `map_of` has it.
pub fn explain<'m>(
    stack: &str,
    page: Option<&str>,
    map_of: impl Fn(&Frame<'_>) -> Option<&'m SourceMap>,
) -> Explained {
    let frames = frames(stack);
    let shown: Vec<(usize, &Frame<'_>)> = frames
        .iter()
        .enumerate()
        .filter(|(_, frame)| !frame.is_native())
        .take(limits::EXPLAINED_MAX_FRAMES)
        .collect();
    let originals: Vec<Option<Original<'m>>> =
        shown.iter().map(|(_, frame)| look_up(map_of(frame)?, frame)).collect();
    let has_own =
        shown.iter().zip(&originals).any(|((_, frame), it)| !is_of_library(frame, it.as_ref()));
    let placed: Vec<(PlacedFrame, Option<Original<'m>>)> = shown
        .iter()
        .zip(originals)
        .map(|((index, frame), original)| {
            let is_library = is_of_library(frame, original.as_ref());
            let called = frames.get(index + 1).and_then(|caller| {
                let caller_original = look_up(map_of(caller)?, caller);
                // What a library calls a callback it was given is nobody's name for it.
                if !is_library && is_of_library(caller, caller_original.as_ref()) {
                    return None;
                }
                caller_original?.name.map(std::borrow::Cow::into_owned)
            });
            let placed = match &original {
                Some(it) if it.source.is_some() => {
                    // The sources of libraries are large, and their frames hardly ever shown.
                    let content = if is_library && has_own { None } else { it.content() };
                    mapped(frame, it, name(frame, it, called, content.as_deref()), is_library)
                }
                _ => unmapped(frame, page),
            };
            (placed.redacted(), original)
        })
        .collect();
    let sources = sources(&placed);
    Explained { frames: placed.into_iter().map(|(frame, _)| frame).collect(), sources }
}

/// Maps know the text that was evaluated, or the script as it was served, never both.
fn look_up<'m>(map: &'m SourceMap, frame: &Frame<'_>) -> Option<Original<'m>> {
    map.lookup(frame.line?, frame.column.unwrap_or(1))
}

fn is_of_library(frame: &Frame<'_>, original: Option<&Original<'_>>) -> bool {
    match original.and_then(|it| Some((it, it.source?))) {
        Some((original, source)) => {
            let file = project_path(source, frame.url);
            original.is_ignored || is_library(&file) || is_library(source)
        }
        None => is_library(frame.url),
    }
}

fn mapped(
    frame: &Frame<'_>,
    original: &Original<'_>,
    function: Option<String>,
    library: bool,
) -> PlacedFrame {
    PlacedFrame {
        file: project_path(original.source.unwrap_or_default(), frame.url),
        line: original.line,
        column: Some(original.column),
        function,
        mapped: !original.is_script,
        library,
    }
}

/// A script without a map, as it is shown: webpack's modules have a path even so.
fn unmapped(frame: &Frame<'_>, page: Option<&str>) -> PlacedFrame {
    let url = frame.url;
    let is_module = url.starts_with("webpack");
    PlacedFrame {
        file: if is_module { project_path(url, url) } else { shown_url(url, page).to_owned() },
        line: frame.line.unwrap_or_default(),
        column: frame.column,
        function: frame.function.map(str::to_owned),
        mapped: false,
        library: is_library(url),
    }
}

/// What the function of a frame is called in the source.
///
/// In a script that is its own source, as the browser says. Else, in this order: the browser's name if
/// it was not shortened, which it was not if the source has the word; the function around the place;
/// the name by which the caller called it; the browser's name if it is long enough to be somebody's.
fn name(
    frame: &Frame<'_>,
    original: &Original<'_>,
    called: Option<String>,
    content: Option<&str>,
) -> Option<String> {
    if original.is_script {
        return frame.function.map(str::to_owned);
    }
    let is_long = |name: &str| name.chars().count() >= limits::FUNCTION_NAME_MIN_CHARS;
    let last = |name: &'_ str| {
        let name = name.split(" [as ").next().unwrap_or_default();
        name.rsplit(['.', ' ']).next().unwrap_or_default().to_owned()
    };
    let is_name = |name: &str| !matches!(name, "eval" | "anonymous" | "<anonymous>");
    let given = frame.function.filter(|name| is_long(&last(name)) && is_name(&last(name)));
    let Some(content) = content else {
        return called.or_else(|| given.map(str::to_owned));
    };
    let around = enclosing(content, original.line, original.column);
    match given {
        // The name before the dot may be shortened even so.
        Some(given) if has_word(content, &last(given)) => {
            around.filter(|around| last(around) == last(given)).or(Some(given.to_owned()))
        }
        _ => around.or(called).or_else(|| given.map(str::to_owned)),
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    text.match_indices(word).take(limits::FUNCTION_NAME_MAX_HITS).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

/// The code at the top frames of the application; if there are none, at those of libraries.
fn sources(placed: &[(PlacedFrame, Option<Original<'_>>)]) -> Vec<SourcePlace> {
    let mut room = limits::SNIPPETS_MAX_BYTES;
    let has_application =
        placed.iter().any(|(frame, original)| original.is_some() && !frame.library);
    let mut sources: Vec<SourcePlace> = Vec::new();
    for (frame, original) in placed {
        let is_asked = !has_application || !frame.library;
        let Some(original) = original.as_ref().filter(|_| is_asked) else { continue };
        if sources.len() >= limits::SNIPPETS_MAX {
            break;
        }
        let is_known = |known: &SourcePlace| known.file == frame.file && known.line == frame.line;
        if sources.iter().any(is_known) {
            continue;
        }
        let content = original.content();
        let snippet = content
            .map(|content| snippet(&content, original.line, original.column, &mut room))
            .unwrap_or_default();
        sources.push(SourcePlace {
            file: frame.file.clone(),
            line: original.line,
            column: original.column,
            function: frame.function.clone(),
            snippet,
        });
    }
    sources
}

#[cfg(test)]
mod tests;
