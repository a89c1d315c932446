//! Redaction: the only way from captured values to text that is shown.
//!
//! An event is redacted once, on decoded strings, names and numbers, never on JSON text, so that what
//! comes out is valid JSON.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Deref;

use gasoline_protocol::escape;
use gasoline_protocol::form::{Leaf, is_promised};
use gasoline_protocol::json::{Path, Place, Policy, Step, rewrite};
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::{Captured, Event, Kind, Purpose};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::limits;
use crate::secrets::{is_secret_name, mask, shorten};

/// Stands in place of a number that is a secret.
const MASKED_NUMBER: &str = "***";

/// JSON without secrets. Only this module makes it.
#[derive(Debug, Clone)]
pub struct RedactedJson<'a>(Cow<'a, str>);

impl RedactedJson<'_> {
    /// JSON put together from parts of redacted JSON.
    pub(crate) fn assembled(parts: &serde_json::Value) -> Self {
        Self(Cow::Owned(parts.to_string()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0.into_owned()
    }

    /// The value that the JSON holds, if it has that type.
    pub fn parse<'v, V: Deserialize<'v>>(&'v self) -> Option<V> {
        serde_json::from_str(&self.0).ok()
    }
}

/// A value of ours with captured texts in it, redacted. It serializes as the value does.
#[derive(Debug)]
pub struct Redacted<T>(Box<RawValue>, PhantomData<fn() -> T>);

impl<T: DeserializeOwned> Redacted<T> {
    /// The value itself, if redaction left its type as it was.
    pub fn value(&self) -> Option<T> {
        serde_json::from_str(self.0.get()).ok()
    }
}

impl<T> Redacted<T> {
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

impl<T> Serialize for Redacted<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Redacted<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A text of a request that responses quote: it is redacted, and brought to one line, when it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    pub fn new(quoted: &str) -> Self {
        Self(line(quoted))
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl Deref for Quoted {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Quoted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|quoted| Self::new(&quoted))
    }
}

impl JsonSchema for Quoted {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// The JSON of a stored event. The event is scanned once; one without secrets is borrowed.
pub fn event(event: &Event) -> RedactedJson<'_> {
    let mut redacted = None;
    let is_clean = event.is_clean(|json| {
        redacted = changed(Source::Event(event.kind), json.expose(Purpose::Redact));
        redacted.is_none()
    });
    if is_clean {
        return RedactedJson(Cow::Borrowed(event.captured().expose(Purpose::Redact)));
    }
    redacted.map_or_else(|| event_json(event.kind, event.captured()), |it| RedactedJson(it.into()))
}

/// The JSON of an event that is not in the journal. What its schema restricts to a form is kept.
pub fn event_json(kind: Kind, json: Captured<&str>) -> RedactedJson<'_> {
    redacted(Source::Event(kind), json)
}

/// JSON as a page, a browser or a file wrote it.
pub fn json(json: Captured<&str>) -> RedactedJson<'_> {
    redacted(Source::Captured, json)
}

/// A value of ours whose texts were captured. Its numbers were counted or measured by us.
pub fn value<T: Serialize>(value: Captured<&T>) -> Redacted<T> {
    let json = serde_json::to_string(value.expose(Purpose::Redact));
    let json = json.unwrap_or_else(|_| "null".to_owned());
    let json = changed(Source::Own, &json).unwrap_or(json);
    let raw = RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned());
    Redacted(raw, PhantomData)
}

/// A text that is not JSON.
pub fn text(text: &str) -> Cow<'_, str> {
    mask(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// A text that may quote an argument or a page: redacted, on one line.
pub fn line(quoting: &str) -> String {
    let shown = text(quoting);
    let is_unseen = |letter: char| letter.is_control() || escape::is_unseen(letter);
    if !shown.contains(is_unseen) {
        return shown.into_owned();
    }
    // A character that is not seen within a secret hides it from the rules.
    let plain = shown.replace(is_unseen, "");
    match mask(&plain) {
        Some(masked) => masked,
        None => escape::line(&shown).into_owned(),
    }
}

/// An argument or a value of a page as an error message quotes it: redacted, without control
/// characters, at most `max_chars` long.
pub fn echo(value: &str, max_chars: usize) -> String {
    let plain: String = text(value).chars().filter(|letter| !letter.is_control()).collect();
    // Again: a control character within a secret hides it from the rules.
    escape::line(&truncate(&text(&plain), max_chars)).into_owned()
}

/// Writes a stored event as it is returned.
pub fn write_event(out: &mut String, stored: &Event) {
    let test_id = stored.test.as_deref().map(text);
    stored.write_json(out, event(stored).as_str(), test_id.as_deref());
}

fn redacted(source: Source, json: Captured<&str>) -> RedactedJson<'_> {
    let json = json.expose(Purpose::Redact);
    RedactedJson(changed(source, json).map_or(Cow::Borrowed(json), Cow::Owned))
}

/// The JSON redacted, if that changes it.
fn changed(source: Source, json: &str) -> Option<String> {
    Masking { source, has_changed: false, label: None }.rewrite(json)
}

/// Where JSON comes from: it decides what may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A page: every string and every number.
    Captured,
    /// A page, in the shape of an event: all that its schema leaves open.
    Event(Kind),
    /// Ourselves: strings may quote a page, numbers were counted or measured.
    Own,
}

struct Masking {
    source: Source,
    has_changed: bool,
    /// The end of the element before in an array, if it names what follows: `["token:", "…"]`.
    label: Option<String>,
}

impl Masking {
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

    /// Whether the element before says that this one is a secret.
    fn is_labelled(&mut self, text: &str) -> bool {
        let label = self.label.take();
        label.is_some_and(|label| {
            mask(&label).is_none() && mask(&format!("{label} {text}")).is_some()
        })
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
        let is_labelled = self.is_labelled(text);
        if matches!(place.path, Some(Path { step: Step::Item, .. }))
            && text.trim_end().ends_with([':', '='])
        {
            let start =
                text.ceil_char_boundary(text.len().saturating_sub(limits::SECRET_NAME_REACH_BYTES));
            self.label = Some(text[start..].to_owned());
        }
        let is_named_secret = is_labelled || place.key.is_some_and(is_secret_name);
        let changed =
            if is_named_secret && !is_masked(text) { Some(shorten(text)) } else { mask_text(text) };
        let changed = changed.filter(|_| !self.keeps(place, Leaf::Text(text)));
        self.note(changed)
    }

    fn number(&mut self, place: Place<'_>, digits: &str) -> Option<String> {
        // A number that was calculated with has become a float.
        let whole = digits.strip_suffix(".0").unwrap_or(digits);
        let is_secret = self.is_labelled(digits)
            || place.key.is_some_and(is_secret_name)
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
    let inside = changed(Source::Captured, text).map(|json| mask(&json).unwrap_or(json));
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
        let masked = changed(source, &before.to_string());
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
    fn an_element_that_the_one_before_names_as_a_secret_is_redacted() {
        let log = |args: Value| json!({"level": "log", "args": args});
        for (args, expected) in [
            (json!(["password:", "hunter2hunter2"]), json!(["password:", "***"])),
            (
                json!(["the api_key =", "k3yk3yk3y", "next"]),
                json!(["the api_key =", "***", "next"]),
            ),
            (json!(["password:", 12_345_678]), json!(["password:", "***"])),
            (json!(["user:", "ann"]), json!(["user:", "ann"])),
            (json!(["no password", "ann"]), json!(["no password", "ann"])),
        ] {
            check(Source::Event(Kind::Logs), &log(args), &log(expected));
        }
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

    #[test]
    fn a_control_character_hides_no_secret_from_an_error_message() {
        let [start, end] = ["ghp_16C7e42F", "292c6912E7710c838347Ae178B4a"];
        for value in [format!("{start}\u{1}{end}"), format!("name\n{start}{end}")] {
            for max_chars in [24, 60] {
                let shown = echo(&value, max_chars);
                assert!(!shown.contains("16C7e42F"), "{shown}");
            }
        }
    }
}
