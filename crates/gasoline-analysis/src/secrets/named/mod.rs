//! Values behind secret names: `?token=…`, `"api_key":"…"`, `password: …`.

mod gaps;
mod names;
mod quotes;

use std::ops::Range;

pub use gaps::Place;
use memchr::memchr;

use gaps::{Gap, Joint, Name, after_space, gap_behind, name_around};
pub(super) use names::is_numeric_name;
pub use names::is_secret_name;
use names::noun;
use quotes::quote_at;

use super::values::{has_digit, is_code, is_package, is_placeholder, is_sentence, is_word};
use crate::limits;

/// A value behind a secret's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Assigned {
    pub(super) place: Place,
    pub(super) range: Range<usize>,
    pub(super) name: Range<usize>,
}

/// Whether `value`, the member or parameter called `name`, is a secret: what `behind` decides on
/// text, for names and values that were taken apart already.
pub fn is_secret_member(name: &str, value: &str, place: Place) -> bool {
    if matches!(name, "key" | "auth") {
        return place == Place::Parameter && is_vague_key(value.as_bytes());
    }
    let shortest_number = if is_numeric_name(name) { 3 } else { 6 };
    is_secret_name(name)
        && !stands_for_nothing(name, value)
        && !is_sentence(value)
        && (value.len() >= shortest_number || value.bytes().any(|byte| !byte.is_ascii_digit()))
}

/// Whether a name says that a person made the value up: it may well be a word.
pub fn is_human_name(name: &str) -> bool {
    let noun = noun(name).to_ascii_lowercase();
    ["password", "passwd", "pwd", "pass", "passphrase", "phrase", "mnemonic", "confirmation"]
        .iter()
        .any(|word| noun.ends_with(word.as_bytes()))
        || is_numeric_name(name)
}

fn stands_for_nothing(name: &str, value: &str) -> bool {
    let said = value.trim_end_matches([' ', '=', ':']);
    is_placeholder(value)
        || value.as_bytes().eq_ignore_ascii_case(noun(name))
        // The name again, and its operator: `token = "api_token = "abc""`.
        || said.len() < value.len()
            && value.len() < limits::SECRET_SENTENCE_MAX_BYTES
            && is_secret_name(said)
}

/// Parts that secret names are made of: only texts with one of them are looked at.
pub(super) const STEMS: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "authorization",
    "auth=",
    "credential",
    "cookie",
    "jwt",
    "bearer",
    "sessid",
    "sessionid",
    "session_id",
    "session-id",
    "ssn",
    "social",
    "cvv",
    "cvc",
    "cvn",
    "csc",
    "otp",
    "mnemonic",
    "csrf",
    "xsrf",
    "cardnumber",
    "card_number",
    "card-number",
    "creditcard",
    "credit_card",
    "credit-card",
    "ccnumber",
    "cc_number",
    "_code",
    "-code",
    "securitycode",
    "verificationcode",
    "recoverycode",
    "backupcode",
    "mfacode",
    "authcode",
    "phrase",
    "verifier",
    "assertion",
    "samlresponse",
    "_pin",
];

/// What a part of a name led to.
pub(super) enum Lead {
    Value(Assigned),
    /// Nothing, and to nothing as well from whatever begins before this place: the name is the same.
    Nothing {
        until: usize,
    },
}

/// Follows the name around `stem` to the value behind it, if it is a secret's name and the value may
/// be one.
pub(super) fn behind(text: &str, stem: Range<usize>) -> Lead {
    let name = match name_around(text.as_bytes(), stem.clone()) {
        Name::Whole(name) => name,
        // Nothing can be joined to the middle of a name.
        Name::Longer => return Lead::Nothing { until: 0 },
    };
    let until = name.end.max(stem.end);
    assigned(text, name).map_or(Lead::Nothing { until }, Lead::Value)
}

fn assigned(text: &str, name: Range<usize>) -> Option<Assigned> {
    let bytes = text.as_bytes();
    let called = text.get(name.clone())?;
    let says_little = matches!(called, "key" | "auth");
    if !says_little && !is_secret_name(called) {
        return None;
    }
    let gap = gap_behind(bytes, &name)?;
    if says_little && gap.place != Place::Parameter {
        return None;
    }
    let value = value_behind(bytes, &gap, called)?;
    let secret = text.get(value.range.clone())?;
    let fits = !stands_for_nothing(called, secret)
        && if says_little {
            is_vague_key(secret.as_bytes())
        } else {
            is_plausible(&gap, &value, secret, called)
        };
    fits.then_some(Assigned { place: gap.place, range: value.range, name })
}

struct Value {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Quoted,
    Number,
    /// Without quotes; `ends_line` when nothing follows on its line.
    Bare {
        ends_line: bool,
    },
}

/// `[?&]key=` and `[?&]auth=` say little: only a long random value makes them a secret. Keys that
/// are meant for the page have rules of their own.
fn is_vague_key(secret: &[u8]) -> bool {
    let for_pages: [&[u8]; 3] = [b"AIza", b"pk_", b"pk."];
    secret.len() >= 16
        && secret.iter().any(u8::is_ascii_digit)
        && !for_pages.iter().any(|prefix| secret.starts_with(prefix))
}

fn is_plausible(gap: &Gap, value: &Value, secret: &str, name: &str) -> bool {
    match (value.kind, gap.joint) {
        (Kind::Number, _) => secret.len() >= if is_numeric_name(name) { 3 } else { 6 },
        (_, Joint::Comma) => secret.len() >= 8 && has_digit(secret) && !is_sentence(secret),
        (Kind::Quoted | Kind::Bare { .. }, Joint::Blank) => is_random(secret),
        (Kind::Quoted, _) => !is_sentence(secret),
        (Kind::Bare { ends_line }, joint) => match gap.place {
            _ if secret.len() >= limits::SECRET_SENTENCE_MAX_BYTES => true,
            Place::Parameter => true,
            Place::Member => !is_sentence(secret),
            Place::Text => {
                let shortest = if joint == Joint::Tight { 4 } else { 6 };
                is_plausible_text(secret, shortest, ends_line)
                    || is_numeric_name(name)
                        && secret.len() >= 3
                        && secret.bytes().all(|byte| byte.is_ascii_digit())
            }
        },
    }
}

/// Whether a value is so unlike a word that no `=` is needed to take it for a secret.
fn is_random(secret: &str) -> bool {
    secret.len() >= 20
        && secret.bytes().filter(u8::is_ascii_digit).count() >= 4
        && secret.bytes().any(|byte| byte.is_ascii_alphabetic())
        && secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.~+=".contains(&byte))
}

/// A bare word in a message may be a status, a type or a variable; a secret has more to it, or
/// stands alone at the end of its line.
fn is_plausible_text(secret: &str, shortest: usize, ends_line: bool) -> bool {
    let is_path = secret.starts_with('/') && !has_digit(secret);
    if secret.len() < shortest || is_path || is_secret_name(secret) || is_package(secret) {
        return false;
    }
    if is_word(secret) {
        let one_word = secret.bytes().all(|byte| byte.is_ascii_alphabetic());
        return ends_line && one_word && secret.len() >= 6;
    }
    has_digit(secret) || secret.len() >= 6
}

fn value_behind(bytes: &[u8], gap: &Gap, name: &str) -> Option<Value> {
    let start = gap.end;
    if let Some(quote) = quote_at(bytes, start) {
        let range = without_scheme(bytes, quote.end..quote.closing(bytes));
        return Some(Value { range, kind: Kind::Quoted });
    }
    match (gap.place, gap.joint) {
        (_, Joint::Comma) => None,
        (_, Joint::Element) => {
            let value = bare(bytes, start, |rest| rest[0] == b'<');
            let rest = &bytes[value.range.end..];
            let was_cut_off = rest.is_empty() && !bytes[start..].starts_with(b" ");
            (rest.starts_with(b"</") || was_cut_off).then_some(())?;
            Some(Value { range: without_scheme(bytes, trim(bytes, value.range)), ..value })
        }
        (_, Joint::Line) => Some(bare(bytes, start, |rest| is_line_end(rest[0]))),
        (Place::Member, _) if bytes.get(start) == Some(&b'[') => list_behind(bytes, start + 1),
        (Place::Member, _) => {
            let value = bare(bytes, start, |rest| !rest[0].is_ascii_digit());
            Some(Value { kind: Kind::Number, ..value })
        }
        _ if !begins_like_a_value(bytes, gap, name) => None,
        (Place::Text, Joint::Loose) if noun(name).eq_ignore_ascii_case(b"cookie") => {
            let ends = |byte: u8| is_line_end(byte) || is_quote(byte);
            // The name of the first cookie is short; only then the line is followed to its end.
            let rest = &bytes[start..];
            let first = &rest[..rest.len().min(limits::SECRET_SENTENCE_MAX_BYTES)];
            let name = &first[..memchr(b'=', first)?];
            (!name.iter().any(|byte| ends(*byte))).then_some(())?;
            let value = bare(bytes, start, |rest| ends(rest[0]));
            Some(Value { range: trim(bytes, value.range), ..value })
        }
        (place, joint) => {
            let start = without_scheme(bytes, start..bytes.len()).start;
            let value = bare(bytes, start, |rest| match rest[0] {
                b'&' => joint != Joint::Loose,
                b'#' => place == Place::Parameter,
                b'%' => joint == Joint::Encoded && rest.starts_with(b"%26"),
                byte => ends_bare_value(byte),
            });
            let length = trim_punctuation(&bytes[value.range.clone()]);
            Some(Value { range: start..start + length, ..value })
        }
    }
}

/// The value without quotes from `start` to where the rest of the text `stops` it.
fn bare(bytes: &[u8], start: usize, stops: impl Fn(&[u8]) -> bool) -> Value {
    let end = (start..bytes.len()).find(|at| stops(&bytes[*at..])).unwrap_or(bytes.len());
    let ends_line = matches!(bytes.get(end), None | Some(b'\r' | b'\n'));
    Value { range: start.min(end)..end, kind: Kind::Bare { ends_line } }
}

/// Turns away code and short words by their first bytes alone. A long value is only followed to
/// its end once it is sure to be taken, so that no text is read over and over.
fn begins_like_a_value(bytes: &[u8], gap: &Gap, name: &str) -> bool {
    let rest = bytes.get(gap.end..).unwrap_or_default();
    let start = &rest[..rest.len().min(limits::SECRET_CODE_MAX_BYTES)];
    match gap.place {
        // In a program, `a ? b.token = c.token : 0`.
        Place::Parameter if name.contains('.') => !is_code(start, ends_bare_value),
        Place::Parameter => is_secret_name(name) || is_vague_key(bare_part(start)),
        Place::Member | Place::Text => !is_code(start, ends_bare_value),
    }
}

/// A text up to where a value without quotes would end.
fn bare_part(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| ends_bare_value(*byte)).unwrap_or(text.len());
    &text[..end]
}

fn ends_bare_value(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b';' | b'\\') || byte.is_ascii_whitespace() || is_quote(byte)
}

/// The items of a JSON list, from the first to the last, as one value.
fn list_behind(bytes: &[u8], at: usize) -> Option<Value> {
    let first = quote_at(bytes, after_space(bytes, at))?;
    let mut end = first.closing(bytes);
    loop {
        let after = (end + first.len()).min(bytes.len());
        let comma = after_space(bytes, after);
        if bytes.get(comma) != Some(&b',') {
            break;
        }
        let next = after_space(bytes, comma + 1);
        let Some(quote) = quote_at(bytes, next) else { break };
        end = quote.closing(bytes);
    }
    Some(Value { range: first.end..end, kind: Kind::Quoted })
}

/// `Bearer abc` is a scheme, which may be shown, and a secret.
fn without_scheme(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let value = &bytes[range.clone()];
    let word = value.iter().take(10).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let blanks = value[word..].iter().take(4).take_while(|byte| **byte == b' ').count();
    let schemes: [&[u8]; 7] =
        [b"bearer", b"basic", b"token", b"digest", b"apikey", b"bot", b"negotiate"];
    let known = schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(&value[..word]));
    if known && blanks > 0 { range.start + word + blanks..range.end } else { range }
}

/// The length of `value` without the punctuation of the sentence around it.
fn trim_punctuation(value: &[u8]) -> usize {
    let is_end = |byte: &u8| b".,:;)]}!?".contains(byte);
    value.len() - value.iter().rev().take_while(|byte| is_end(byte)).count()
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let value = &bytes[range.clone()];
    let start = range.start + (value.len() - value.trim_ascii_start().len());
    start..start + value.trim_ascii().len()
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

#[cfg(test)]
mod tests;
