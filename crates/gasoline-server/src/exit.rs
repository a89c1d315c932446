//! The door out: whatever leaves by tool, route, resource or notification is masked here.
//!
//! Secrets are kept as captured, in memory only, because the audit must see them. An event is
//! scanned once, when it first leaves, and the verdict is remembered: a clean one leaves as its
//! stored bytes, another is rebuilt from its masked values. Masking works on decoded strings and
//! keys, never on JSON text, so what leaves is always whole JSON.

use std::borrow::Cow;

use gasoline_analysis::masking::{Masking, Source, mask_own_json, redacted};
use gasoline_analysis::secrets;
use gasoline_analysis::shape::JsonShape;
use gasoline_protocol::Event;
use gasoline_protocol::json::{Place, Policy as _};
use gasoline_protocol::truncate::truncate;
use serde::Serialize;
use serde_json::Value;

/// The members of responses that hold shapes.
const SHAPES: [&str; 4] = ["responseShape", "expected_shape", "actual_shape", "established_shape"];

/// A text that is no JSON, masked.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    secrets::mask(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// A value of a request or a page as an error message quotes it: redacted, without control
/// characters, at most `max_chars` long.
pub(crate) fn echo(value: &str, max_chars: usize) -> String {
    let plain: String = text(value).chars().filter(|letter| !letter.is_control()).collect();
    // Again: a control character within a secret hides it from the rules.
    truncate(&text(&plain), max_chars)
}

/// Anything of our own that leaves as JSON, masked.
pub(crate) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    mask_own_json(&text).unwrap_or(text)
}

/// A tree of our own JSON, masked in place. Its numbers are ours: what a page chose freely is masked
/// when it is taken out of its event.
pub(crate) fn value(value: &mut Value) {
    mask_value(value, None, &mut Masking::new(Source::Own));
}

/// A tree of JSON as a page or a browser sent it, masked in place.
pub(crate) fn captured(value: &mut Value) {
    mask_value(value, None, &mut Masking::new(Source::Captured));
}

fn mask_value(value: &mut Value, key: Option<&str>, mask: &mut Masking) {
    let place = Place { depth: 0, key, path: None };
    match value {
        Value::String(text) => {
            if let Some(masked) = mask.string(place, text) {
                *text = masked;
            }
        }
        Value::Number(number) => {
            if let Some(masked) = mask.number(place, &number.to_string()) {
                *value = Value::String(masked);
            }
        }
        Value::Array(items) => {
            for item in items {
                mask_value(item, key, mask);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                // `{"token": "string"}` is the type of a secret, not one.
                if !SHAPES.contains(&name.as_str()) || !JsonShape::is_printed(member) {
                    mask_value(member, Some(name), mask);
                }
            }
            if members.keys().any(|name| mask.key(name).is_some()) {
                let renamed = std::mem::take(members).into_iter();
                *members = renamed
                    .map(|(name, member)| (mask.key(&name).unwrap_or(name), member))
                    .collect();
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// Writes an event as it is answered.
pub(crate) fn write(out: &mut String, event: &Event) {
    let test_id = event.test.as_deref().map(text);
    event.write_json(out, &redacted(event), test_id.as_deref());
}

#[cfg(test)]
mod tests {
    use super::*;

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
