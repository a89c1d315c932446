//! Masking of JSON text: decoded strings, keys and numbers, never the text itself, so that what
//! comes out is whole JSON.

use std::borrow::Cow;

use gasoline_protocol::form::{Leaf, is_promised};
use gasoline_protocol::json::{Place, Policy, rewrite};
use gasoline_protocol::{Event, Kind};
use serde::de::IgnoredAny;

use crate::secrets::{is_secret_name, mask, shorten};

/// Stands in place of a number that is a secret.
const MASKED_NUMBER: &str = "***";

/// Captured JSON, masked, if anything in it had to be.
pub fn mask_json(json: &str) -> Option<String> {
    Masking::new(Source::Captured).rewrite(json)
}

/// An event, masked, if anything in it had to be. What its schema restricts to a form keeps it.
pub fn mask_event(kind: Kind, json: &str) -> Option<String> {
    Masking::new(Source::Event(kind)).rewrite(json)
}

/// The JSON of a stored event, redacted. The event is scanned once; a clean one is borrowed.
pub fn redacted(event: &Event) -> Cow<'_, str> {
    let mut masked = None;
    let is_clean = event.is_clean(|text| {
        masked = mask_event(event.kind, text);
        masked.is_none()
    });
    if masked.is_none() && !is_clean {
        masked = mask_event(event.kind, event.text());
    }
    masked.map_or(Cow::Borrowed(event.text()), Cow::Owned)
}

/// JSON of our own, masked, if anything in it had to be.
pub fn mask_own_json(json: &str) -> Option<String> {
    Masking::new(Source::Own).rewrite(json)
}

/// Where JSON comes from: it decides what may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A page: every string and every number.
    Captured,
    /// A page, in the shape of an event: all that its schema leaves open.
    Event(Kind),
    /// Ourselves: strings may quote a page, numbers were counted or measured.
    Own,
}

/// What is masked in JSON, wherever it is walked.
#[derive(Debug)]
pub struct Masking {
    source: Source,
    has_changed: bool,
}

impl Masking {
    pub fn new(source: Source) -> Self {
        Self { source, has_changed: false }
    }

    fn rewrite(mut self, json: &str) -> Option<String> {
        let masked = rewrite(json, &mut self);
        self.has_changed.then_some(masked)
    }

    /// Whether a leaf stays as it is, whatever it looks like.
    fn keeps(&self, place: Place<'_>, leaf: Leaf<'_>) -> bool {
        match self.source {
            Source::Captured => false,
            Source::Event(kind) => is_promised(kind, place.path, leaf),
            Source::Own => matches!(leaf, Leaf::Number(_)),
        }
    }

    fn note(&mut self, changed: Option<String>) -> Option<String> {
        self.has_changed |= changed.is_some();
        changed
    }
}

impl Policy for Masking {
    fn key(&mut self, key: &str) -> Option<String> {
        let changed = mask(key);
        self.note(changed)
    }

    fn string(&mut self, place: Place<'_>, text: &str) -> Option<String> {
        let is_named_secret = place.key.is_some_and(is_secret_name);
        let changed =
            if is_named_secret && !is_masked(text) { Some(shorten(text)) } else { mask_text(text) };
        let changed = changed.filter(|_| !self.keeps(place, Leaf::Text(text)));
        self.note(changed)
    }

    fn number(&mut self, place: Place<'_>, digits: &str) -> Option<String> {
        // A number that was calculated with has become a float.
        let whole = digits.strip_suffix(".0").unwrap_or(digits);
        let is_secret = place.key.is_some_and(is_secret_name)
            || whole.len() >= SHORTEST_NUMBER && is_secret_number(place.key, whole);
        let is_masked = is_secret && !self.keeps(place, Leaf::Number(digits));
        self.note(is_masked.then(|| MASKED_NUMBER.to_owned()))
    }
}

/// Digits of the shortest number that is a secret by itself.
const SHORTEST_NUMBER: usize = 9;

/// Some numbers are secrets only behind a name that says so.
fn is_secret_number(key: Option<&str>, digits: &str) -> bool {
    mask(digits).is_some() || key.is_some_and(|key| mask(&format!("{key} {digits}")).is_some())
}

/// A text with its secrets masked, if it has any. Text that is JSON, such as a body, stays JSON: a
/// number in it becomes a string.
fn mask_text(text: &str) -> Option<String> {
    let masked = mask(text)?;
    if !is_json(text) || is_json(&masked) {
        return Some(masked);
    }
    // What is known only by what is around it is found in the text alone.
    let inside = mask_json(text).map(|json| mask(&json).unwrap_or(json));
    Some(inside.filter(|json| is_json(json)).unwrap_or(masked))
}

/// Whether a text is a JSON object or array.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Whether nothing is left to hide in the value of a secret-named member.
fn is_masked(text: &str) -> bool {
    text.is_empty() || text.contains("***") || text == gasoline_protocol::sensitive::REDACTED
}

#[cfg(test)]
mod tests {
    use gasoline_protocol::schema;
    use serde_json::{Value, json};

    use super::*;

    const CARD: i64 = 4_012_888_888_881_881;

    #[track_caller]
    fn check(source: Source, before: &Value, expected: &Value) {
        let masked = Masking::new(source).rewrite(&before.to_string());
        let masked = masked.unwrap_or_else(|| before.to_string());
        assert_eq!(&serde_json::from_str::<Value>(&masked).expect("valid JSON"), expected);
    }

    #[test]
    fn numbers_of_the_schema_stay_numbers() {
        let action = json!({"type": "click", "tabId": CARD, "scrollX": CARD, "timestamp": 30_569_309_025_904_i64});
        check(Source::Event(Kind::EnhancedActions), &action, &action);
        let body = json!({"method": "GET", "url": "/", "status": 200, "credentials": "include"});
        check(Source::Event(Kind::NetworkBodies), &body, &body);
    }

    #[test]
    fn equal_keys_inside_captured_json_are_masked() {
        check(
            Source::Event(Kind::Logs),
            &json!({"level": "log", "tabId": CARD, "args": [{"tabId": CARD}, CARD], "mine": {"tabId": CARD}}),
            &json!({"level": "log", "tabId": CARD, "args": [{"tabId": "***"}, "***"], "mine": {"tabId": "***"}}),
        );
    }

    #[test]
    fn free_strings_are_masked_also_in_the_place_of_a_form() {
        let card = CARD.to_string();
        check(
            Source::Event(Kind::Logs),
            &json!({"level": "log", "id": card, "tabId": card, "ts": card, "timestamp": CARD}),
            &json!({"level": "log", "id": "***", "tabId": "***", "ts": "***", "timestamp": "***"}),
        );
        check(
            Source::Event(Kind::NetworkBodies),
            &json!({"credentials": "hunter2hunter2", "status": CARD}),
            &json!({"credentials": "***", "status": "***"}),
        );
    }

    #[test]
    fn our_own_numbers_stay_and_our_strings_do_not() {
        check(
            Source::Own,
            &json!({"bytes": CARD, "tokens": 12, "password": 1, "text": CARD.to_string()}),
            &json!({"bytes": CARD, "tokens": 12, "password": 1, "text": "***"}),
        );
    }

    #[test]
    fn a_body_that_is_json_stays_json() {
        for (before, after) in [
            (r#"{"card":4012888888881881}"#, r#"{"card":"***"}"#),
            (r#"{"card": 4222222222222, "n": 1}"#, r#"{"card":"***","n":1}"#),
            (r"[4012888888881881,-1]", r#"["***",-1]"#),
            (r#"{"password":12345678,"ssn":123456789}"#, r#"{"password":"***","ssn":"***"}"#),
            (
                r#"{"password":12345678,"note":"my card 4222222222222"}"#,
                r#"{"password":"***","note":"my card ***"}"#,
            ),
            // It keeps its form where that is enough, and what is no JSON is no JSON afterwards.
            (r#"{"password": "hunter2hunter2"}"#, r#"{"password": "***"}"#),
            (r#"{"card":4012888888881881,"cut":"#, r#"{"card":***,"cut":"#),
            ("4012888888881881", "***"),
        ] {
            assert_eq!(mask_text(before).as_deref(), Some(after), "{before}");
            assert_eq!(mask_text(after), None, "{after}");
        }
    }

    #[test]
    fn no_documented_field_is_masked_by_its_name_alone() {
        for kind in Kind::ALL {
            for (name, member) in schema::of(kind)["properties"].as_object().expect("fields") {
                let has_words = member.to_string().contains("\"enum\"");
                assert!(has_words || !is_secret_name(name), "{kind:?} {name}");
            }
        }
    }
}
