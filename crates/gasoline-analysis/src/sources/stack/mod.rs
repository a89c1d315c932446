//! A stack, in the spelling of any browser, as frames.

use crate::limits;

/// One call of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// As the browser names it; `None` where it has no name.
    pub function: Option<&'a str>,
    /// The script; for code made by `eval`, the script that called `eval`.
    pub url: &'a str,
    /// From 1.
    pub line: Option<u32>,
    /// From 1.
    pub column: Option<u32>,
    /// Whether the call was awaited: what stands below ran earlier.
    pub is_async: bool,
    /// Line and column within the evaluated text, for code made by `eval`.
    pub evaluated: Option<(u32, u32)>,
}

impl Frame<'_> {
    /// Whether the frame is the browser's own code.
    pub fn is_native(&self) -> bool {
        self.line.is_none()
    }
}

/// The frames of a stack, topmost first.
///
/// | line of a stack | function | place |
/// |---|---|---|
/// | `at load (http://localhost/a.js:10:5)` | `load` | `http://localhost/a.js`, 10, 5 |
/// | `at async http://localhost/a.js:10:5` | none, async | `http://localhost/a.js`, 10, 5 |
/// | `at eval (eval at f (http://localhost/a.js:1:2), <anonymous>:3:4)` | `eval`, evaluated 3, 4 | `http://localhost/a.js`, 1, 2 |
/// | `load@http://localhost/a.js:10:5` | `load` | `http://localhost/a.js`, 10, 5 |
/// | `load@http://localhost/a.js line 1 > eval:3:4` | `load`, evaluated 3, 4 | `http://localhost/a.js`, 1 |
/// | `map@[native code]`, `at Array.map (<anonymous>)` | `map`, `Array.map` | native |
/// | `TypeError: http://localhost:3000 is down` | | none: that is the message |
pub fn frames(stack: &str) -> Vec<Frame<'_>> {
    stack.lines().filter_map(frame).take(limits::STACK_MAX_FRAMES).collect()
}

fn frame(line: &str) -> Option<Frame<'_>> {
    let line = line.trim();
    if let Some(call) = line.strip_prefix("at ") {
        return chromium(call.trim_start());
    }
    // Webpack puts the chunk that did not load under the message.
    if let Some(chunk) = line.strip_prefix("(error: ").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Frame { line: None, ..Frame::at(Place::whole(chunk)) });
    }
    gecko(line).or_else(|| bare(line))
}

impl<'a> Frame<'a> {
    fn at(place: Place<'a>) -> Self {
        Self {
            function: None,
            url: place.url,
            line: place.line,
            column: place.column,
            is_async: false,
            evaluated: None,
        }
    }
}

/// `load (url:1:2)`, `async load (url:1:2)`, `url:1:2`; also Internet Explorer, Node and Hermes.
fn chromium(call: &str) -> Option<Frame<'_>> {
    let (call, is_async) = without_async(call);
    let Some((function, place)) = bracketed(call) else {
        let place = Place::read(call).filter(|place| place.line.is_some())?;
        return Some(Frame { is_async, ..Frame::at(place) });
    };
    let (place, is_url_async) = without_async(place);
    let place = place.strip_prefix("address at ").unwrap_or(place);
    let is_async = is_async || is_url_async;
    let frame = match place.strip_prefix("eval at ") {
        Some(origin) => evaluated(origin)?,
        None => Frame::at(Place::read(place).or_else(|| Place::native(place))?),
    };
    Some(Frame { function: named(function), is_async, ..frame })
}

/// The last brackets and what stands before them. Brackets within, as in `app/(group)/a.js`, pair.
fn bracketed(call: &str) -> Option<(&str, &str)> {
    let inner = call.strip_suffix(')')?;
    let mut depth = 1_usize;
    let open = inner.bytes().rposition(|byte| {
        depth = match byte {
            b')' => depth + 1,
            b'(' => depth - 1,
            _ => depth,
        };
        depth == 0
    })?;
    Some((inner[..open].trim_end(), &inner[open + 1..]))
}

/// `f (eval at g (url:1:2)), <anonymous>:3:4`: the innermost brackets hold the script.
fn evaluated(origin: &str) -> Option<Frame<'_>> {
    let (callers, inside) = origin.rsplit_once(", ").unwrap_or((origin, ""));
    let (_, script) = callers.rsplit_once(" (")?;
    let place = Place::read(script.trim_end_matches(')'))?;
    let inside = Place::read(inside);
    let evaluated = inside.and_then(|inside| Some((inside.line?, inside.column?)));
    Some(Frame { evaluated, ..Frame::at(place) })
}

/// `load@url:1:2`: Firefox and Safari.
fn gecko(line: &str) -> Option<Frame<'_>> {
    let starts_place = |rest: &str| {
        let scheme = rest.split_once(':').map_or("", |(scheme, _)| scheme);
        let is_scheme = !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-+.".contains(&byte));
        rest.starts_with(['/', '[']) || (is_scheme && rest.contains(":/"))
    };
    // A name may hold an `@`, and so may a path: `obj["@fn"]@a.js:1:2`, `f@http://…/@vite/client`.
    let at = line
        .match_indices('@')
        .map(|(at, _)| at)
        .find(|at| starts_place(&line[at + 1..]))
        .or_else(|| line.rfind('@'))?;
    let (caller, place) = (&line[..at], &line[at + 1..]);
    if caller.starts_with("Error created at") {
        return None;
    }
    let (caller, is_async) = match caller.rsplit_once('*') {
        Some((_, caller)) => (caller, true),
        None => (caller, false),
    };
    let frame = match place.split_once(" line ") {
        Some((url, rest)) => {
            let line = rest.split(' ').next()?.parse().ok()?;
            let inside = Place::read(rest);
            let evaluated = inside.and_then(|inside| Some((inside.line?, inside.column?)));
            let place = Place { url, line: Some(line), column: None };
            Frame { evaluated, ..Frame::at(place) }
        }
        None => Frame::at(Place::read(place).or_else(|| Place::native(place))?),
    };
    let is_message = caller.contains(' ') && !place.contains('/');
    (!is_message).then(|| Frame { function: named(without_arguments(caller)), is_async, ..frame })
}

/// The name before the arguments that the first Firefoxes show: `bar` of `bar(1)`.
fn without_arguments(caller: &str) -> &str {
    let call = caller.strip_suffix(')');
    call.and_then(|call| call.find('(').map(|open| &call[..open])).unwrap_or(caller)
}

/// `url:1:2` alone: Safari's anonymous functions.
fn bare(line: &str) -> Option<Frame<'_>> {
    let place = Place::read(line).filter(|place| place.line.is_some())?;
    let is_place = place.column.is_some() || place.url.contains("://");
    let is_script = place.url.contains(['/', '.']) && !line.contains(' ');
    (is_place && is_script).then(|| Frame::at(place))
}

fn without_async(text: &str) -> (&str, bool) {
    text.strip_prefix("async ").map_or((text, false), |rest| (rest.trim_start(), true))
}

fn named(function: &str) -> Option<&str> {
    (!matches!(function, "" | "?" | "<anonymous>" | "<unknown>")).then_some(function)
}

/// Where a frame is, as written in a stack.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    url: &'a str,
    line: Option<u32>,
    column: Option<u32>,
}

impl<'a> Place<'a> {
    fn whole(url: &'a str) -> Self {
        Self { url, line: None, column: None }
    }

    /// `url:1:2` or `url:1`.
    fn read(text: &'a str) -> Option<Self> {
        let (url, last) = numbered(text)?;
        match numbered(url) {
            Some((url, line)) => Some(Self { url, line: Some(line), column: Some(last) }),
            None => Some(Self { url, line: Some(last), column: None }),
        }
    }

    /// What stands in place of a URL where the browser has none to show.
    fn native(text: &'a str) -> Option<Self> {
        let is_native = matches!(text, "native" | "native code" | "[native code]" | "<anonymous>")
            || text.starts_with("index ");
        is_native.then(|| Self::whole(text))
    }
}

/// `text:7` in two. A number no file reaches is still a number: it is cut off at the largest.
fn numbered(text: &str) -> Option<(&str, u32)> {
    let (before, digits) = text.rsplit_once(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !before.is_empty()).then(|| (before, digits.parse().unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests;
