//! Fuzzes masking: no text breaks it, what is masked stays as it is, and JSON stays JSON.

use gasoline_analysis::secrets;
use gasoline_protocol::json::{Place, Policy, rewrite};
use serde::de::IgnoredAny;
use serde_json::Value;

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for hit in secrets::find(text) {
        assert!(!hit.secret().is_empty(), "an empty secret in {text:?}");
    }
    if let Some(masked) = secrets::mask(text) {
        assert_eq!(secrets::mask(&masked), None, "{text:?} was masked as {masked:?}");
        let left = secrets::find(&masked).find(|hit| hit.rule.masks).map(|hit| hit.rule.id);
        assert_eq!(left, None, "{text:?} was masked as {masked:?}");
    }
    if serde_json::from_str::<IgnoredAny>(text).is_ok() {
        same_value(text);
        still_json(&rewrite(text, &mut Mask), text);
    }
}

/// A rewrite that changes nothing loses nothing.
fn same_value(text: &str) {
    let copied = rewrite(text, &mut Nothing);
    still_json(&copied, text);
    if let Ok(before) = serde_json::from_str::<Value>(text) {
        let after: Value = serde_json::from_str(&copied).expect("it is JSON");
        assert_eq!(after, before, "{text:?} became {copied:?}");
    }
}

#[track_caller]
fn still_json(rewritten: &str, text: &str) {
    let is_json = serde_json::from_str::<IgnoredAny>(rewritten).is_ok();
    assert!(is_json, "{text:?} became {rewritten:?}");
}

struct Nothing;

impl Policy for Nothing {}

/// What the door out does.
struct Mask;

impl Policy for Mask {
    fn key(&mut self, key: &str) -> Option<String> {
        secrets::mask(key)
    }

    fn string(&mut self, place: Place<'_>, text: &str) -> Option<String> {
        match place.key {
            Some(key) if secrets::is_secret_name(key) => Some(secrets::shorten(text)),
            _ => secrets::mask(text),
        }
    }

    fn number(&mut self, place: Place<'_>, digits: &str) -> Option<String> {
        place
            .key
            .is_some_and(secrets::is_secret_name)
            .then(|| "***".to_owned())
            .or_else(|| (digits.len() >= 9).then(|| secrets::mask(digits)).flatten())
    }
}
