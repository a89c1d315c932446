//! Errors of the recording, as a listener of the test runner will hear them again.

use std::collections::BTreeMap;

use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::messages::without_prefix;
use gasoline_protocol::truncate::prefix;
use serde_json::Value;

use super::refused;
use crate::limits::KNOWN_ERROR_MAX_CHARS;
use crate::plan::places::Places;
use crate::plan::session::Session;
use crate::plan::volatile::Volatile;
use crate::step::{Ends, KnownError, Pattern, Piece};

/// Stands in a text for what a runner shows in its own way; nobody writes it.
const OPEN: char = '\u{10fffe}';

/// One for each, none twice.
pub(in crate::plan) fn errors(
    session: &Session<'_>,
    places: &Places,
    volatile: &Volatile,
) -> Vec<KnownError> {
    // Errors that differ in their numbers only are one, with its numbers left open.
    let mut kept: BTreeMap<KnownError, usize> = BTreeMap::new();
    let mut known: Vec<KnownError> = Vec::new();
    let all = session.earlier_errors.iter().chain(&session.errors);
    for error in all.filter_map(|it| error(it.entry, places, volatile)) {
        let general = KnownError { text: generalized(&error.text), ..error.clone() };
        // An expression without a word in it would know every number.
        let key = if has_letter(&general.text) { general } else { error.clone() };
        match kept.get(&key) {
            Some(place) if known[*place] != error => known[*place] = key,
            Some(_) => {}
            None => {
                kept.insert(key, known.len());
                known.push(error);
            }
        }
    }
    for error in refused::by_browser(session, places, volatile) {
        if !known.contains(&error) {
            known.push(error);
        }
    }
    known
}

fn error(entry: &LogEntry<'_>, places: &Places, volatile: &Volatile) -> Option<KnownError> {
    let is_thrown = match entry.origin() {
        // The browser says `Failed to load resource`, which is never asserted.
        "network" | "resource" | "gasoline-ci" => return None,
        "csp" => return refused::by_policy(entry, places, volatile),
        "exception" | "unhandledrejection" => true,
        _ => false,
    };
    let heard = heard(entry, is_thrown);
    let text = places.text(&heard.text);
    let Some(line) = text.lines().map(str::trim).find(|it| !it.is_empty()) else {
        let text = Pattern::default();
        return (!is_thrown).then_some(KnownError {
            name: None,
            text,
            is_from_start: true,
            ends: Ends::Text,
        });
    };
    let (name, said) = if heard.has_name { named(line) } else { (None, line) };
    let kept = prefix(said, KNOWN_ERROR_MAX_CHARS);
    let ends = if kept.len() < said.len() || heard.is_open {
        Ends::Open
    } else if text == line && !is_thrown {
        Ends::Text
    } else if text.len() == text.trim_end().len() || is_thrown {
        Ends::Line
    } else {
        Ends::Open
    };
    let open = pattern(kept, volatile);
    let is_exact = !has_letter(&open) && !kept.contains(OPEN);
    Some(KnownError {
        name: name.map(|name| pattern(name, volatile)),
        text: if is_exact { Pattern::text(kept.to_owned()) } else { open },
        is_from_start: text.starts_with(line) && !entry.is_of_driver(),
        ends,
    })
}

/// A message as a test runner hears it.
struct Heard {
    text: String,
    /// Whether the name of an error may stand in front, which is told apart where it was thrown.
    has_name: bool,
    /// Whether more follows in the same line.
    is_open: bool,
}

/// A page's console puts values into a message, a runner shows them one after the other.
fn heard(entry: &LogEntry<'_>, is_thrown: bool) -> Heard {
    let said = entry.said();
    let args: Option<Vec<Value>> =
        entry.args.and_then(|args| serde_json::from_str(args.get()).ok());
    let bare = without_prefix(&said);
    let is_logged = bare.len() == said.len();
    match args.as_deref() {
        Some([Value::String(first), _, ..]) if first.contains('%') && is_logged => {
            Heard { text: first.clone(), has_name: false, is_open: true }
        }
        Some([Value::Object(thrown)]) if is_thrown && !is_error(thrown) => {
            let class = thrown.get("[class]").and_then(Value::as_str).unwrap_or("Object");
            Heard { text: class.to_owned(), has_name: false, is_open: false }
        }
        // An error that was logged with words around it keeps its name.
        Some(args) if !is_thrown || args.len() > 1 => {
            let shown: Vec<String> = args.iter().map(shown).collect();
            Heard { text: shown.join(" "), has_name: false, is_open: false }
        }
        _ => Heard { text: bare.to_owned(), has_name: true, is_open: false },
    }
}

fn is_error(value: &serde_json::Map<String, Value>) -> bool {
    value.contains_key("stack") && value.contains_key("message")
}

/// One value of a message; each runner writes objects in its own way.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if !is_word(text) => text.replace("***", &OPEN.to_string()),
        Value::Object(error) if is_error(error) => {
            let part = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
            format!("{}: {}", part("name"), part("message"))
        }
        Value::Object(_) | Value::Array(_) | Value::String(_) => OPEN.to_string(),
        plain => plain.to_string(),
    }
}

/// Whether a text stands for a value that has none: `[Function]`, `<body>`.
fn is_word(text: &str) -> bool {
    (text.starts_with('[') && text.ends_with(']')) || (text.starts_with('<') && text.ends_with('>'))
}

/// `TypeError: x`: runners tell the name apart where an error was thrown, and only there.
fn named(line: &str) -> (Option<&str>, &str) {
    match line.find(": ") {
        Some(place) if place + 2 < line.len() => {
            let (name, said) = line.split_at(place + 2);
            (Some(name), said)
        }
        _ => (None, line),
    }
}

fn pattern(text: &str, volatile: &Volatile) -> Pattern {
    let mut whole = Pattern::default();
    for (place, part) in text.split(OPEN).enumerate() {
        if place > 0 {
            whole.push(Piece::Anything);
        }
        // A message that tells the time differs in its numbers only.
        let part = volatile.text(part).unwrap_or_else(|| without_numbers(part));
        for piece in part.0 {
            whole.push(piece);
        }
    }
    whole
}

fn has_letter(pattern: &Pattern) -> bool {
    let is_word =
        |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(char::is_alphabetic));
    pattern.0.iter().any(is_word)
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
    use serde_json::json;

    use super::*;

    fn known(entry: &Value) -> Option<KnownError> {
        let text = entry.to_string();
        let entry: LogEntry<'_> = serde_json::from_str(&text).expect("an entry");
        let places =
            Places::of("http://localhost:3000/", Some("http://shop.test")).expect("places");
        error(&entry, &places, &Volatile::default())
    }

    #[track_caller]
    fn check(entry: &Value, expected: Option<&str>) {
        let found = known(entry).map(|error| {
            let name = error.name.map(|name| format!("({})?", name.show())).unwrap_or_default();
            let start = if error.is_from_start { "^" } else { "" };
            let end = match error.ends {
                Ends::Open => "",
                Ends::Line => "¶",
                Ends::Text => "$",
            };
            format!("{start}{name}{}{end}", error.text.show())
        });
        assert_eq!(found.as_deref(), expected);
    }

    fn of(source: &str, message: &str) -> Value {
        json!({"level": "error", "source": source, "message": message})
    }

    fn logged(message: &str, args: &Value) -> Value {
        json!({"level": "error", "source": "console", "message": message, "args": args})
    }

    #[test]
    fn an_error_that_was_thrown_is_known_with_its_name_and_without() {
        check(
            &of("exception", "Uncaught TypeError: x is undefined"),
            Some("^(TypeError: )?x is undefined¶"),
        );
        check(
            &of("unhandledrejection", "Unhandled Promise Rejection: TypeError: no\n  at f"),
            Some("^(TypeError: )?no¶"),
        );
        check(&of("exception", "Uncaught Error"), Some("^Error¶"));
        let thrown = json!({"level": "error", "source": "exception", "message": "Uncaught {a: 1}", "args": [{"a": 1}]});
        check(&thrown, Some("^Object¶"));
        let error = json!({"name": "TypeError", "message": "no", "stack": "TypeError: no\n at f"});
        let with_words = json!({"level": "error", "source": "exception", "message": "saving: {a: 1} TypeError: no",
                                "args": ["saving:", {"a": 1}, error]});
        check(&with_words, Some("^saving: … TypeError: no¶"));
    }

    #[test]
    fn a_line_of_the_console_is_known_as_a_runner_shows_it() {
        check(&logged("Error", &json!(["Error"])), Some("^Error$"));
        check(&logged("Warning: a b", &json!(["Warning: %s b", "a"])), Some("^Warning: %s b"));
        check(
            &logged("got {a: 1} 3", &json!(["got", {"a": 1}, 3, "[Function]"])),
            Some("^got … 3 …$"),
        );
        check(&logged("one\ntwo", &json!(["one\ntwo"])), Some("^one¶"));
        check(&logged("", &json!([""])), Some("^$"));
        check(&logged("key sk_liv***abc", &json!(["key sk_liv***abc"])), Some("^key sk_liv…abc$"));
        let long = "x".repeat(KNOWN_ERROR_MAX_CHARS + 1);
        check(&logged(&long, &json!([long])), Some(&format!("^{}", &long[1..])));
        check(&of("resource", "Failed to load <img> http://a"), None);
    }

    #[test]
    fn what_varies_is_left_open_but_never_everything() {
        let said = |message: &str| logged(message, &json!([message]));
        check(&said("sync failed at 12:34:56"), Some("^sync failed at …:…:…$"));
        check(&said("12:34:56"), Some("^12:34:56$"));
        check(
            &said("GET http://localhost:3000/api failed"),
            Some("^GET http://shop.test/api failed$"),
        );
    }

    #[test]
    fn what_the_content_policy_blocked_is_known_by_its_address_or_its_directive() {
        let blocked = |what: &str| of("csp", &format!("Content Security Policy blocked {what}"));
        check(
            &blocked("https://cdn.example/a.js?v=1 (script-src-elem)"),
            Some("https://cdn.example/a.js?…Content Security Policy"),
        );
        check(
            &blocked("https://cdn.example (img-src)"),
            Some("https://cdn.example…Content Security Policy"),
        );
        check(&blocked("inline (style-src-attr)"), Some("Content Security Policy…style-src"));
    }
}
