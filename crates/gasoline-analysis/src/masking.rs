//! Masking of JSON text: decoded strings, keys and numbers, never the text itself, so that what
//! comes out is whole JSON.

use gasoline_protocol::json::{Place, Policy, rewrite};

use crate::secrets::{is_secret_name, mask, shorten};

/// Stands in place of a number that is a secret.
const MASKED_NUMBER: &str = "***";

/// The masked text, if anything in it had to be masked.
pub fn mask_json(json: &str) -> Option<String> {
    let mut masking = Masking::default();
    let masked = rewrite(json, &mut masking);
    masking.has_changed.then_some(masked)
}

/// What is masked in JSON, wherever it is walked.
#[derive(Debug, Default)]
pub struct Masking {
    has_changed: bool,
}

impl Masking {
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
            if is_named_secret && !is_masked(text) { Some(shorten(text)) } else { mask(text) };
        self.note(changed)
    }

    fn number(&mut self, place: Place<'_>, digits: &str) -> Option<String> {
        // A number that was calculated with has become a float.
        let whole = digits.strip_suffix(".0").unwrap_or(digits);
        let is_secret =
            place.key.is_some_and(is_secret_name) || (whole.len() >= 9 && mask(whole).is_some());
        self.note(is_secret.then(|| MASKED_NUMBER.to_owned()))
    }
}

/// Whether nothing is left to hide in the value of a secret-named member.
fn is_masked(text: &str) -> bool {
    text.is_empty() || text.contains("***") || text == gasoline_protocol::sensitive::REDACTED
}
