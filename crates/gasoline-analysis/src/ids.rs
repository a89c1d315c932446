//! Ids that a program generated, as opposed to names that a person wrote.
//!
//! One threshold does not suit all texts: a message consists of names, a path segment is often an id,
//! and a script must not assert a value that is another one in the next run.

use crate::limits::{
    ISSUE_HEX_LETTERS_MIN_BYTES, ISSUE_HEX_MIN_BYTES, ISSUE_RANDOM_MIN_BYTES,
    ISSUE_VENDOR_ID_MIN_BYTES, SCRIPT_HEX_MIN_BYTES, SCRIPT_NUMBER_MIN_DIGITS,
    SCRIPT_TOKEN_MIN_BYTES, SEGMENT_HEX_MIN_BYTES, SEGMENT_RANDOM_MIN_BYTES,
    SEGMENT_TOKEN_MIN_BYTES,
};

const UUID_BYTES: usize = 36;
const UUID_SEPARATORS: [usize; 4] = [8, 13, 18, 23];

/// What a text is part of, which decides what passes for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// A run of letters and digits in a message.
    Message,
    /// A segment of a path.
    Path,
    /// What follows the last `-` or `.` of a bundle's name, up to its extension.
    Bundle,
    /// A word or a path segment that a generated script would assert.
    Script,
}

/// Whether a text is a generated id. Numbers are ids only in scripts, and UUIDs too: elsewhere they
/// are recognized on their own.
pub fn is_generated(text: &[u8], strictness: Strictness) -> bool {
    match strictness {
        Strictness::Message => in_message(text),
        Strictness::Path => in_path(text),
        Strictness::Bundle => in_bundle(text),
        Strictness::Script => in_script(text) || contains_uuid(text),
    }
}

/// The end of the UUID that starts at `at`; its groups are separated by `-` or by `_`.
pub(crate) fn uuid(bytes: &[u8], at: usize) -> Option<usize> {
    let candidate = bytes.get(at..at + UUID_BYTES)?;
    let separator = candidate[UUID_SEPARATORS[0]];
    let fits = matches!(separator, b'-' | b'_')
        && candidate.iter().enumerate().all(|(index, byte)| {
            if UUID_SEPARATORS.contains(&index) {
                *byte == separator
            } else {
                byte.is_ascii_hexdigit()
            }
        });
    let end = at + UUID_BYTES;
    (fits && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)).then_some(end)
}

/// Whether the last group of the text is that of a UUID, and no hash.
pub(crate) fn ends_in_uuid(text: &[u8]) -> bool {
    text.len().checked_sub(UUID_BYTES).is_some_and(|start| uuid(text, start).is_some())
}

fn contains_uuid(text: &[u8]) -> bool {
    let starts = |at: usize| at == 0 || !text[at - 1].is_ascii_alphanumeric();
    (0..text.len()).any(|at| starts(at) && uuid(text, at).is_some())
}

/// The part after the `_` of `cus_NffrFeUfNV2Hib`.
pub(crate) fn is_vendor_id(run: &[u8], digits: usize) -> bool {
    run.len() >= ISSUE_VENDOR_ID_MIN_BYTES
        && digits > 0
        && run.iter().any(u8::is_ascii_uppercase)
        && run.iter().any(u8::is_ascii_lowercase)
}

/// Hexadecimal, or letters and digits mixed as no name has them.
fn in_message(run: &[u8]) -> bool {
    let digits = digits_in(run);
    if run.iter().all(u8::is_ascii_hexdigit) {
        let letters = run.len() - digits;
        let is_mixed = digits > 0 && letters > 0 && run.len() >= ISSUE_HEX_MIN_BYTES;
        return is_mixed || run.len() >= ISSUE_HEX_LETTERS_MIN_BYTES;
    }
    run.len() >= ISSUE_RANDOM_MIN_BYTES && digits >= 2 && changes(run) >= 5
}

fn in_path(bytes: &[u8]) -> bool {
    let digits = digits_in(bytes);
    if bytes.iter().all(u8::is_ascii_hexdigit) {
        let has_letter = digits < bytes.len();
        return digits > 0 && has_letter && bytes.len() >= SEGMENT_HEX_MIN_BYTES
            || in_message(bytes);
    }
    if is_ulid(bytes) || in_message(bytes) {
        return true;
    }
    let is_token = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte));
    if !is_token || digits == 0 {
        return false;
    }
    let changes = kind_changes(bytes);
    // Names in the program start each word with one capital; what is random does not.
    (bytes.len() >= SEGMENT_RANDOM_MIN_BYTES && changes >= bytes.len() / 2)
        || (bytes.len() >= SEGMENT_TOKEN_MIN_BYTES && changes >= bytes.len() / 4)
}

/// Bundlers write eight characters of base 64 (`BkX3f9a2`), eight of base 32 (`2SWR4KQF`) or
/// hexadecimal, Nuxt 2 seven of it; one in four of the first kind has no digit, and gives itself away
/// by its capitals.
fn in_bundle(part: &[u8]) -> bool {
    let is_hex = part.iter().all(u8::is_ascii_hexdigit);
    if part.len() < ISSUE_HEX_MIN_BYTES {
        return is_hex
            && part.len() + 1 == ISSUE_HEX_MIN_BYTES
            && part.iter().any(u8::is_ascii_digit);
    }
    let is_word = part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let has_digit = part.iter().any(u8::is_ascii_digit);
    is_hex
        || in_message(part)
        || (part.len() == 8 && is_word && (has_digit || has_odd_capital(part)))
}

/// ULIDs, hashes, object ids, times in milliseconds; hexadecimal may have hyphens.
fn in_script(text: &[u8]) -> bool {
    let has_hyphen = text.contains(&b'-');
    let mut plain = text.iter().filter(|byte| **byte != b'-');
    let length = plain.clone().count();
    let has_digit = plain.clone().any(u8::is_ascii_digit);
    let has_letter = plain.clone().any(u8::is_ascii_alphabetic);
    let is_hex = plain.clone().all(u8::is_ascii_hexdigit);
    // `order_634f32ed563f8139`: the kind, and the id.
    let last = text.iter().rposition(|byte| *byte == b'_').map(|at| &text[at + 1..]);
    is_hex && has_digit && length >= SCRIPT_HEX_MIN_BYTES
        || !has_letter && has_digit && length >= SCRIPT_NUMBER_MIN_DIGITS && !has_hyphen
        || last.is_some_and(in_script)
        || plain.all(u8::is_ascii_alphanumeric)
            && has_digit
            && has_letter
            && length >= SCRIPT_TOKEN_MIN_BYTES
            && !has_hyphen
}

fn digits_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| byte.is_ascii_digit()).count()
}

/// Twenty-six characters of Crockford's base 32: no I, L, O and U.
fn is_ulid(bytes: &[u8]) -> bool {
    bytes.len() == 26
        && matches!(bytes[0], b'0'..=b'7')
        && bytes.iter().all(|byte| {
            let upper = byte.to_ascii_uppercase();
            upper.is_ascii_digit() || (upper.is_ascii_uppercase() && !b"ILOU".contains(&upper))
        })
}

/// A capital that starts no word: followed by another one, or by nothing.
fn has_odd_capital(part: &[u8]) -> bool {
    let after_first = part.iter().zip(part.iter().skip(1).map(Some).chain([None])).skip(1);
    after_first
        .filter(|(byte, _)| byte.is_ascii_uppercase())
        .any(|(_, next)| !next.is_some_and(u8::is_ascii_lowercase))
}

/// How often letters turn to digits or back, and capitals come where no word starts.
fn changes(run: &[u8]) -> usize {
    let of_class = run.windows(2).filter(|pair| {
        pair.iter().all(u8::is_ascii_alphanumeric)
            && pair[0].is_ascii_digit() != pair[1].is_ascii_digit()
    });
    let of_case = run.windows(3).filter(|three| {
        three[0].is_ascii_lowercase()
            && three[1].is_ascii_uppercase()
            && !three[2].is_ascii_lowercase()
    });
    of_class.count() + of_case.count()
}

/// How often the kind of character changes: small, capital, digit.
fn kind_changes(bytes: &[u8]) -> usize {
    let kind = |byte: &u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    bytes.windows(2).filter(|pair| kind(&pair[0]) != kind(&pair[1])).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(strictness: Strictness, ids: &[&str], names: &[&str]) {
        for id in ids {
            assert!(is_generated(id.as_bytes(), strictness), "{id}");
        }
        for name in names {
            assert!(!is_generated(name.as_bytes(), strictness), "{name}");
        }
    }

    #[test]
    fn generated_ids_are_told_from_names() {
        check(
            Strictness::Message,
            &["3f2a9c1b", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "cjld2cjxh0000qzrmn831i7rn"],
            &["decade", "XMLHttpRequest2", "convertToBase64", "es2015", "getUserById"],
        );
        check(
            Strictness::Path,
            &["a1b2c3d4e5", "ck9x2lq3p0000qzrmn831i7rn", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
            &["utf8Decoder", "oauth2", "checkout"],
        );
        check(
            Strictness::Script,
            &[
                "550e8400-e29b-41d4-a716-446655440000",
                "order-550e8400-e29b-41d4-a716-446655440000",
                "550e8400_e29b_41d4_a716_446655440000.png",
                "order_634f32ed563f8139",
                "1767323045678",
            ],
            &["checkout", "2026-01-02", "a1b2c3d4e5", "step-1"],
        );
    }

    #[test]
    fn bundle_hashes_are_told_from_names() {
        check(
            Strictness::Bundle,
            &["3f2a9c1b", "BkX3f9a2", "CnvBSKXv", "2SWR4KQF", "12345678", "3a1b2c4"],
            &["settings", "HomePage", "Dropdown", "polyfills", "DatePicker", "min", "defaced"],
        );
    }

    #[test]
    fn the_groups_of_a_uuid_have_one_separator() {
        let hyphens = "550e8400-e29b-41d4-a716-446655440000";
        for text in [hyphens.to_owned(), hyphens.replace('-', "_")] {
            assert_eq!(uuid(text.as_bytes(), 0), Some(text.len()));
        }
        for text in
            [hyphens.replacen('-', "_", 1), hyphens.replace('-', "."), format!("{hyphens}0")]
        {
            assert_eq!(uuid(text.as_bytes(), 0), None, "{text}");
        }
    }
}
