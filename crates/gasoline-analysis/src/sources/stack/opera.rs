//! Stacks of browsers long gone, which test labs and embedded devices still send.

use super::{Frame, Place};

/// A line of Opera 9 to 12.
///
/// | line of a stack | function | place |
/// |---|---|---|
/// | `Line 43 of linked script http://path/a.js` | none | `http://path/a.js`, 43 |
/// | `Line 4 of inline#1 script in http://path/a.js: In function bar` | `bar` | `http://path/a.js`, 4 |
/// | `called from line 7, column 4 in bar(n) in http://path/a.js:` | `bar` | `http://path/a.js`, 7, 4 |
/// | `Error thrown at line 42, column 12 in <anonymous function: run>() in http://path/a.js:` | `run` | `http://path/a.js`, 42, 12 |
pub(super) fn frame(line: &str) -> Option<Frame<'_>> {
    let line = line.trim_start_matches(['.', ' ']);
    if let Some(rest) = line.strip_prefix("Line ") {
        return linked(rest);
    }
    let rest = line
        .strip_prefix("Error thrown at line ")
        .or_else(|| line.strip_prefix("called from line "))?;
    let (number, rest) = rest.split_once(", column ")?;
    let (column, rest) = rest.split_once(" in ")?;
    let (function, url) = rest.rsplit_once(" in ").unwrap_or(("", rest));
    let place = Place {
        url: url.trim_end_matches(':'),
        line: Some(number.parse().ok()?),
        column: Some(column.parse().ok()?),
    };
    let function = without_arguments(function);
    Some(Frame { function: (!function.is_empty()).then_some(function), ..Frame::at(place) })
}

fn linked(rest: &str) -> Option<Frame<'_>> {
    let (number, rest) = rest.split_once(" of ")?;
    let (_, rest) = rest.split_once(" script ")?;
    let (url, function) = match rest.split_once(": In function ") {
        Some((url, function)) => (url, Some(function)),
        None => (rest, None),
    };
    let url = url.strip_prefix("in ").unwrap_or(url);
    let place = Place { url, line: Some(number.parse().ok()?), column: None };
    Some(Frame { function, ..Frame::at(place) })
}

/// The name before the arguments that Opera and the first Firefoxes show.
///
/// | caller | name |
/// |---|---|
/// | `bar(1)` | `bar` |
/// | `()`, `(null)` | |
/// | `<anonymous function: run>([arguments not available])` | `run` |
/// | `<anonymous function>(x)` | |
pub(super) fn without_arguments(caller: &str) -> &str {
    let name = caller.strip_suffix(')').and_then(|call| call.find('(').map(|open| &call[..open]));
    let name = name.unwrap_or(caller);
    match name.strip_prefix("<anonymous function") {
        Some(rest) => rest.trim_start_matches(": ").trim_end_matches('>'),
        None => name,
    }
}
