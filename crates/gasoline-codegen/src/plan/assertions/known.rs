//! Errors of the recording, as a listener of the test runner will hear them again.

use std::collections::BTreeMap;

use gasoline_protocol::console::LogEntry;

use crate::limits::KNOWN_ERROR_MAX_CHARS;
use crate::plan::session::Session;
use crate::plan::volatile::Volatile;
use crate::step::{Pattern, Piece};

/// One pattern for each, none twice.
pub(in crate::plan) fn errors(session: &Session<'_>, volatile: &Volatile) -> Vec<Pattern> {
    // Errors that differ in their numbers only are one, with its numbers left open.
    let mut places: BTreeMap<Pattern, usize> = BTreeMap::new();
    let mut known: Vec<Pattern> = Vec::new();
    for pattern in session.errors.iter().filter_map(|it| pattern(it.entry, volatile)) {
        let general = generalized(&pattern);
        match places.get(&general) {
            Some(place) if known[*place] != pattern => known[*place] = general,
            Some(_) => {}
            None => {
                places.insert(general, known.len());
                known.push(pattern);
            }
        }
    }
    // What the browser itself says in the console is invisible to the page.
    let unanswered = session.requests.iter().any(|called| {
        let body = called.request.body;
        body.status == 0 && matches!(body.error.as_deref(), Some("network" | "blocked"))
    });
    if unanswered {
        known.push(Pattern::text("Access to fetch at "));
        known.push(Pattern::text("Access to XMLHttpRequest at "));
    }
    if session.has_broken_socket {
        known.push(Pattern::text("WebSocket connection to "));
    }
    known
}

fn pattern(entry: &LogEntry<'_>, volatile: &Volatile) -> Option<Pattern> {
    match entry.origin() {
        // The browser says `Failed to load resource`, which is never asserted.
        "network" | "resource" | "gasoline-ci" => return None,
        "csp" => return Some(Pattern::text("Content Security Policy")),
        _ => {}
    }
    let said = entry.said();
    // A test runner hears the format string before its values are put in.
    let format = first_argument(entry).filter(|first| first.contains('%'));
    let line =
        format.as_deref().unwrap_or(&said).lines().map(str::trim).find(|it| !it.is_empty())?;
    let line = bare(line);
    let cut: String = line.chars().take(KNOWN_ERROR_MAX_CHARS).collect();
    match volatile.text(&cut) {
        Some(pattern) => Some(pattern),
        // A message that tells the time differs in its numbers only.
        None => Some(without_numbers(&cut)),
    }
}

fn first_argument(entry: &LogEntry<'_>) -> Option<String> {
    let args: Vec<serde_json::Value> = serde_json::from_str(entry.args?.get()).ok()?;
    args.first().and_then(|first| first.as_str().map(str::to_owned))
}

/// Without the words that browsers and runners put in front, each its own.
fn bare(line: &str) -> &str {
    const BEFORE: [&str; 4] =
        ["Uncaught (in promise) ", "Uncaught ", "Unhandled Promise Rejection: ", "Error: "];
    let mut rest = line;
    for before in BEFORE {
        rest = rest.strip_prefix(before).unwrap_or(rest);
    }
    // `TypeError: x`: runners tell the name apart.
    match rest.split_once(": ") {
        Some((name, message))
            if name.ends_with("Error") && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            message
        }
        _ => rest,
    }
}

/// The pattern with all its numbers left open.
fn generalized(pattern: &Pattern) -> Pattern {
    let mut open = Pattern::default();
    for piece in &pattern.0 {
        match piece {
            Piece::Text(text) => {
                for piece in without_numbers(text).0 {
                    open.push(piece);
                }
            }
            other => open.push(other.clone()),
        }
    }
    open
}

fn without_numbers(text: &str) -> Pattern {
    let mut pattern = Pattern::default();
    let mut rest = text;
    while !rest.is_empty() {
        let is_digit = |one: char| one.is_ascii_digit();
        let starts = rest.starts_with(is_digit);
        let end = rest.find(|one| is_digit(one) != starts).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pattern.push(if starts { Piece::Digits } else { Piece::Text(piece.to_owned()) });
        rest = after;
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(entry: &serde_json::Value, expected: Option<&str>) {
        let text = entry.to_string();
        let entry: LogEntry<'_> = serde_json::from_str(&text).expect("an entry");
        let found = pattern(&entry, &Volatile::default()).map(|pattern| pattern.show());
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn an_error_is_known_by_the_words_every_runner_hears() {
        use serde_json::json;
        let of = |source: &str, message: &str| json!({"level": "error", "source": source, "message": message});
        check(
            &of("console", "Failed to load sidebar widget"),
            Some("Failed to load sidebar widget"),
        );
        check(&of("exception", "Uncaught TypeError: x is undefined"), Some("x is undefined"));
        check(
            &of("unhandledrejection", "Unhandled Promise Rejection: TypeError: no\n  at f"),
            Some("no"),
        );
        check(&of("console", "sync failed at 12:34:56"), Some("sync failed at …:…:…"));
        check(&of("resource", "Failed to load <img> http://a"), None);
        let formatted =
            json!({"level": "error", "message": "Warning: a b", "args": ["Warning: %s b", "a"]});
        check(&formatted, Some("Warning: %s b"));
    }
}
