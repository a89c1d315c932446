//! Values behind secret names: `?token=…`, `"api_key":"…"`, `password: …`.

use std::ops::Range;

use super::gaps::{Gap, Joint, Place, after_space, gap_behind, name_around};
use super::names::{is_numeric_name, is_secret_name, noun};
use super::quotes::quote_at;
use super::values::{has_digit, is_code, is_placeholder, is_sentence, is_word};
use crate::limits;

/// A value behind a secret's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Assigned {
    pub(super) place: Place,
    pub(super) range: Range<usize>,
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

/// The value behind the name around `stem`, if it is a secret's name and the value may be one.
pub(super) fn behind(text: &str, stem: Range<usize>) -> Option<Assigned> {
    let bytes = text.as_bytes();
    let name = name_around(bytes, stem);
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
    let fits = !is_placeholder(secret)
        && !secret.as_bytes().eq_ignore_ascii_case(noun(called))
        && if says_little {
            is_vague_key(secret.as_bytes())
        } else {
            is_plausible(&gap, &value, secret, called)
        };
    fits.then_some(Assigned { place: gap.place, range: value.range })
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
    if secret.len() < shortest || is_path || is_secret_name(secret) {
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
            let value = bare(bytes, start, |rest| is_line_end(rest[0]) || is_quote(rest[0]));
            bytes[value.range.clone()].contains(&b'=').then_some(())?;
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
    let window = &rest[..rest.len().min(limits::SECRET_SENTENCE_MAX_BYTES)];
    let length = window.iter().position(|byte| ends_bare_value(*byte)).unwrap_or(window.len());
    let start = &window[..length];
    match gap.place {
        // In a program, `a ? b.token = c.token : 0`.
        Place::Parameter if name.contains('.') => !is_code(start),
        Place::Parameter => is_secret_name(name) || is_vague_key(start),
        Place::Member | Place::Text => !is_code(start),
    }
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
mod tests {
    use super::*;

    /// All values found in `text`, as the search of the whole table would find them.
    #[track_caller]
    fn check(place: Option<Place>, text: &str, expected: &[&str]) {
        let mut found: Vec<&str> = Vec::new();
        let mut resume = 0;
        for start in 0..text.len() {
            let stem = STEMS.iter().find(|stem| {
                let part = text.as_bytes().get(start..start + stem.len());
                part.is_some_and(|part| part.eq_ignore_ascii_case(stem.as_bytes()))
            });
            let Some(stem) = stem.filter(|_| start >= resume) else { continue };
            if let Some(assigned) = behind(text, start..start + stem.len()) {
                resume = assigned.range.end;
                assert_eq!(Some(assigned.place), place, "{text}");
                found.push(&text[assigned.range]);
            }
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn parameters_of_urls_and_forms() {
        let check = |text, expected| check(Some(Place::Parameter), text, expected);
        check("https://a.test/?token=abc&x=1", &["abc"]);
        check("/login?user=ann&password=swordfish#top", &["swordfish"]);
        check("password=hunter2&user=ann", &["hunter2"]);
        check("user=ann&client_secret=s3cret", &["s3cret"]);
        check("https://a.test/#access_token=abc&state=1", &["abc"]);
        check("user[password]=abc&user%5Bpassword_confirmation%5D=abc", &["abc", "abc"]);
        check("/go?to=%2Fcb%3Ftoken%3Dabc%26x%3D1", &["abc"]);
        check("see (https://a.test/?token=abc).", &["abc"]);
        check("<a href='/?a=1&amp;token=abc'>", &["abc"]);
        check("password=a%26b&user=ann", &["a%26b"]);
    }

    #[test]
    fn vague_parameters_need_a_random_value() {
        check(Some(Place::Parameter), "/?key=0123456789abcdef0123", &["0123456789abcdef0123"]);
        check(None, "/?key=home&auth=none&key=AIzaSyDMAScliyLx7F0NPDEJi1QmyCgHIAODrlU", &[]);
    }

    #[test]
    fn members_of_json() {
        let check = |text, expected| check(Some(Place::Member), text, expected);
        check(r#"{"api_key":"abc","x":1}"#, &["abc"]);
        check(
            r#"{ "password" : "correct horse", "token": "a\"b" }"#,
            &["correct horse", r#"a\"b"#],
        );
        check(r#"{"body":"{\"password\":\"hunter2\"}"}"#, &["hunter2"]);
        check(r#"\\\"password\\\":\\\"hunter2\\\""#, &["hunter2"]);
        check("{'token': 'abc'}", &["abc"]);
        check(
            r#"{"cvv": 123, "ssn": 123456789, "token": 123456}"#,
            &["123", "123456789", "123456"],
        );
        check(r#"{"cookies": ["a=b", "c=d"]}"#, &[r#"a=b", "c=d"#]);
        check(r#"{"password":"cut off in the mid"#, &["cut off in the mid"]);
        check("{&quot;token&quot;:&quot;abc&quot;}", &["abc"]);
        check("data=%7B%22token%22%3A%22abc%22%7D", &["abc"]);
    }

    #[test]
    fn members_spelt_as_pairs() {
        let check = |text, expected| check(Some(Place::Member), text, expected);
        check(r#"{"name":"password","value":"hunter2"}"#, &["hunter2"]);
        check(r#"["authorization","Bearer abc123def"]"#, &["abc123def"]);
        check(r#"<input name="csrf_token" type="hidden" value="abc">"#, &["abc"]);
        check(r#"<meta name="csrf-token" content="abc" />"#, &["abc"]);
        check("<wsse:Password>hunter2</wsse:Password><token>abc</token>", &["hunter2", "abc"]);
        check("form-data; name=\"password\"\r\n\r\nhunter2\r\n--x", &["hunter2"]);
    }

    #[test]
    fn values_in_free_text() {
        let check = |text, expected| check(Some(Place::Text), text, expected);
        check("login failed, password: hunter2", &["hunter2"]);
        check("password: swordfish\nuser: ann", &["swordfish"]);
        check("secret = 'swordfish'", &["swordfish"]);
        check("Authorization: Bearer abc123", &["abc123"]);
        check("Cookie: a=b; c=d\r\nHost: x", &["a=b; c=d"]);
        check("a log line with token=abc123.", &["abc123"]);
        check("Server=db;Password=hunter2;Database=x", &["hunter2"]);
        check("your otp: 4711", &["4711"]);
        check("got token 9fe19fed2cf63748fa8c from the server", &["9fe19fed2cf63748fa8c"]);
    }

    #[test]
    fn messages_about_secrets_stay() {
        let check = |text| check(None, text, &[]);
        check("Unexpected token < in JSON at position 0");
        check("Unexpected token: punc (;)");
        check("token: undefined");
        check("password is required");
        check("Invalid password: must be 8 characters");
        check(r#"{"errors":{"password":"is too short, must be 8 characters"}}"#);
        check(r#"{"password":"Password","token":null,"secret":false,"token":{}}"#);
        check(r#"["password","email","username"]"#);
        check(r#"fetch(url, { credentials: "include" })"#);
        check("const token = getToken(); if (password === other.password) {}");
        check("a && token=b; token=t.token; pwd: /home/ann");
        check("typeof a.token==\"function\"?b.token=a.token[0]:b.token=null,0");
        check("Array cookie: ac");
        check("?token=&password=undefined&secret=${SECRET}&token=***");
        check("token: expired, password=********");
        check("Unexpected token https://a.test/1234/5678901234, token 12345 of 99999");
        check("<password></password><label>password</label>");
    }
}
