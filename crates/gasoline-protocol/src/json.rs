//! JSON text, read and rewritten in place of a tree.
//!
//! Events are stored as the text they came in: a quarter of the memory of a parsed tree, and an
//! answer needs no serializing. What must change in one (a string too long, a header that may not
//! be kept, a secret) is changed by [`rewrite`], which copies the text and asks a [`Policy`] about
//! each member, key and string, *decoded*. Numbers are copied digit by digit, so nothing is lost.
//!
//! All functions here take text that is known to be valid JSON (it comes out of a `RawValue` or out
//! of the store); on other text they stop early rather than panic.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::limits::{ARRAY_MAX_ITEMS, EVENT_MAX_DEPTH, OBJECT_MAX_KEYS};
use crate::sensitive::{REDACTED, is_sensitive_header_name};

/// What becomes of an object's member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Keep,
    Drop,
    /// The key stays, the value becomes [`REDACTED`].
    Redact,
}

/// Where a string or number stands.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// 0 for the outermost value, 1 for the members of the outermost object, and so on.
    pub depth: usize,
    /// The key of the nearest member around it, arrays looked through.
    pub key: Option<&'a str>,
    /// `None` for the outermost value.
    pub path: Option<&'a Path<'a>>,
}

/// The steps from the outermost value to one inside it, the last one first.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    pub step: Step<'a>,
    pub before: Option<&'a Path<'a>>,
}

/// One level deeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    Member(&'a str),
    Item,
}

/// The sizes a rewritten value may have.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub depth: usize,
    pub items: usize,
    pub keys: usize,
}

impl Bounds {
    /// What an event may have.
    pub const EVENT: Self =
        Self { depth: EVENT_MAX_DEPTH, items: ARRAY_MAX_ITEMS, keys: OBJECT_MAX_KEYS };

    /// Everything but endless nesting: the rewriter recurses.
    pub const LOOSE: Self = Self { depth: 256, items: usize::MAX, keys: usize::MAX };
}

/// What a rewrite changes. Every method's default changes nothing.
pub trait Policy {
    fn bounds(&self) -> Bounds {
        Bounds::LOOSE
    }

    fn member(&mut self, _depth: usize, _key: &str) -> Fate {
        Fate::Keep
    }

    /// A new name for a key, or `None` to keep it.
    fn key(&mut self, _key: &str) -> Option<String> {
        None
    }

    /// A new text for a string, or `None` to keep it.
    fn string(&mut self, _place: Place<'_>, _text: &str) -> Option<String> {
        None
    }

    /// A text to stand in place of a number, or `None` to keep it.
    fn number(&mut self, _place: Place<'_>, _digits: &str) -> Option<String> {
        None
    }

    /// Told once for each array or object that was cut short or nested too deeply.
    fn cut(&mut self) {}
}

/// The text of `json`, changed as `policy` says.
pub fn rewrite<P: Policy>(json: &str, policy: &mut P) -> String {
    let bounds = policy.bounds();
    let mut rewriter =
        Rewriter { json, at: 0, out: String::with_capacity(json.len() + 16), policy, bounds };
    rewriter.value(Place { depth: 0, key: None, path: None });
    rewriter.out
}

/// What one pass over an event finds, without decoding anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survey {
    /// It cannot be stored as it was sent.
    pub needs_rewrite: bool,
    /// An outer member is `null`, which means the same as leaving it out.
    pub has_outer_null: bool,
}

/// Looks an event over.
///
/// It must be rewritten when it is larger than [`Bounds::EVENT`] somewhere, holds a string of more than
/// `string_alarm` bytes, a member named like a sensitive header, one of the `reserved` names as an
/// outer member, or an escaped surrogate (JavaScript writes lone ones, which no Rust string holds).
pub fn survey(json: &str, string_alarm: usize, reserved: &[&str]) -> Survey {
    let must_rewrite = Survey { needs_rewrite: true, has_outer_null: true };
    let mut found = Survey::default();
    let bytes = json.as_bytes();
    // Commas seen in each open container.
    let mut commas = [0_usize; EVENT_MAX_DEPTH + 1];
    let mut is_object = [false; EVENT_MAX_DEPTH + 1];
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let (end, has_surrogate) = string_end(bytes, at);
                if has_surrogate || end - at > string_alarm {
                    return must_rewrite;
                }
                if is_object[depth] && next_is_colon(bytes, end) {
                    let key = bytes.get(at + 1..end - 1).unwrap_or_default();
                    if is_sensitive_header_name(key)
                        || (depth == 1 && reserved.iter().any(|name| name.as_bytes() == key))
                    {
                        return must_rewrite;
                    }
                }
                at = end;
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                if depth > EVENT_MAX_DEPTH {
                    return must_rewrite;
                }
                commas[depth] = 0;
                is_object[depth] = byte == b'{';
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => {
                commas[depth] += 1;
                let most = if is_object[depth] { OBJECT_MAX_KEYS } else { ARRAY_MAX_ITEMS };
                if commas[depth] >= most {
                    return must_rewrite;
                }
            }
            b'n' => found.has_outer_null |= depth == 1,
            _ => {}
        }
        at += 1;
    }
    found
}

/// The text of a JSON string literal, quotes included. A lone surrogate becomes U+FFFD.
pub fn decode(literal: &str) -> Cow<'_, str> {
    let inner = literal.strip_prefix('"').unwrap_or(literal);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(backslash) = memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..backslash]);
        rest = decode_escape(&rest[backslash + 1..], &mut text);
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Writes `text` as a JSON string literal.
pub fn encode_into(out: &mut String, text: &str) {
    out.push('"');
    let mut clean_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..=0x1f => "",
            _ => continue,
        };
        out.push_str(&text[clean_from..at]);
        if escape.is_empty() {
            let hex = b"0123456789abcdef";
            out.push_str("\\u00");
            out.push(char::from(hex[usize::from(byte >> 4)]));
            out.push(char::from(hex[usize::from(byte & 15)]));
        } else {
            out.push_str(escape);
        }
        clean_from = at + 1;
    }
    out.push_str(&text[clean_from..]);
    out.push('"');
}

/// Reads what follows a backslash, and returns what follows that.
fn decode_escape<'a>(rest: &'a str, text: &mut String) -> &'a str {
    let Some(escaped) = rest.chars().next() else { return rest };
    let after = &rest[escaped.len_utf8()..];
    match escaped {
        'n' => text.push('\n'),
        't' => text.push('\t'),
        'r' => text.push('\r'),
        'b' => text.push('\u{8}'),
        'f' => text.push('\u{c}'),
        'u' => return decode_unicode(after, text),
        other => text.push(other),
    }
    after
}

/// Reads the four digits of a `\u` escape, and its partner if it is half of a pair.
fn decode_unicode<'a>(rest: &'a str, text: &mut String) -> &'a str {
    let Some(unit) = hex_unit(rest) else { return rest };
    let after = &rest[4..];
    if (0xd800..0xdc00).contains(&unit)
        && let Some(low) = after.strip_prefix("\\u").and_then(hex_unit)
        && (0xdc00..0xe000).contains(&low)
    {
        let scalar = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        text.push(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
        return &after[6..];
    }
    text.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    after
}

fn hex_unit(text: &str) -> Option<u32> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

/// The index after the closing quote of the string that starts at `start`, and whether an escaped
/// surrogate stands in it.
fn string_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let mut at = start + 1;
    let mut has_surrogate = false;
    while let Some(offset) = memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += offset;
        if bytes[at] == b'"' {
            return (at + 1, has_surrogate);
        }
        has_surrogate |= matches!(
            bytes.get(at + 1..at + 4),
            Some([b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F'])
        );
        at += 2;
    }
    (bytes.len(), has_surrogate)
}

fn next_is_colon(bytes: &[u8], from: usize) -> bool {
    bytes[from..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

struct Rewriter<'j, 'p, P> {
    json: &'j str,
    at: usize,
    out: String,
    policy: &'p mut P,
    bounds: Bounds,
}

impl<'j, P: Policy> Rewriter<'j, '_, P> {
    fn value(&mut self, place: Place<'_>) {
        match self.peek() {
            Some(b'{' | b'[') if place.depth >= self.bounds.depth => {
                self.skip();
                self.policy.cut();
                self.out.push_str("\"[max depth reached]\"");
            }
            Some(b'{') => self.object(place),
            Some(b'[') => self.array(place),
            Some(b'"') => {
                let literal = self.string_literal();
                let text = decode(literal);
                match self.policy.string(place, &text) {
                    Some(changed) => encode_into(&mut self.out, &changed),
                    // Encoded anew when it held escapes: a lone surrogate is gone then.
                    None if matches!(text, Cow::Owned(_)) => encode_into(&mut self.out, &text),
                    None => self.out.push_str(literal),
                }
            }
            Some(_) => self.scalar(place),
            None => {}
        }
    }

    fn object(&mut self, place: Place<'_>) {
        let depth = place.depth + 1;
        self.at += 1;
        self.out.push('{');
        let (mut kept, mut cut) = (0, 0_usize);
        while self.peek() == Some(b'"') {
            let literal = self.string_literal();
            let key = decode(literal);
            if self.peek() == Some(b':') {
                self.at += 1;
            }
            let fate = self.policy.member(depth, &key);
            if fate == Fate::Drop || kept >= self.bounds.keys {
                cut += usize::from(fate != Fate::Drop);
                self.skip();
            } else {
                if kept > 0 {
                    self.out.push(',');
                }
                kept += 1;
                match self.policy.key(&key) {
                    Some(changed) => encode_into(&mut self.out, &changed),
                    None => encode_into(&mut self.out, &key),
                }
                self.out.push(':');
                let path = Path { step: Step::Member(&key), before: place.path };
                self.member_value(fate, Place { depth, key: Some(&key), path: Some(&path) });
            }
            if self.peek() == Some(b',') {
                self.at += 1;
            }
        }
        if cut > 0 {
            self.policy.cut();
            self.out.push_str(&format!(",\"…\":\"[{cut} more keys]\""));
        }
        self.close(b'}');
    }

    fn member_value(&mut self, fate: Fate, place: Place<'_>) {
        // A flag or an absent value gives nothing away.
        if fate == Fate::Redact && !matches!(self.peek(), Some(b'n' | b't' | b'f')) {
            self.skip();
            encode_into(&mut self.out, REDACTED);
        } else {
            self.value(place);
        }
    }

    fn array(&mut self, place: Place<'_>) {
        self.at += 1;
        self.out.push('[');
        let path = Path { step: Step::Item, before: place.path };
        let item = Place { depth: place.depth + 1, path: Some(&path), ..place };
        let (mut kept, mut cut) = (0, 0_usize);
        while self.peek().is_some_and(|byte| byte != b']') {
            if kept >= self.bounds.items {
                self.skip();
                cut += 1;
            } else {
                if kept > 0 {
                    self.out.push(',');
                }
                kept += 1;
                self.value(item);
            }
            if self.peek() == Some(b',') {
                self.at += 1;
            }
        }
        if cut > 0 {
            self.policy.cut();
            self.out.push_str(&format!(",\"[{cut} more items]\""));
        }
        self.close(b']');
    }

    fn close(&mut self, bracket: u8) {
        if self.peek() == Some(bracket) {
            self.at += 1;
        }
        self.out.push(char::from(bracket));
    }

    fn scalar(&mut self, place: Place<'_>) {
        let rest = &self.json[self.at..];
        let end = rest
            .bytes()
            .position(|b| matches!(b, b',' | b'}' | b']') || b.is_ascii_whitespace())
            .unwrap_or(rest.len())
            .max(usize::from(!rest.is_empty()));
        let Some(scalar) = rest.get(..end) else {
            self.at = self.json.len();
            return;
        };
        self.at += end;
        let is_number = scalar.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        match is_number.then(|| self.policy.number(place, scalar)).flatten() {
            Some(changed) => encode_into(&mut self.out, &changed),
            None => self.out.push_str(scalar),
        }
    }

    /// Passes over a value of any depth.
    fn skip(&mut self) {
        let bytes = self.json.as_bytes();
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.at = string_end(bytes, self.at).0,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                // No value starts like this; pass it, or the caller would wait here for ever.
                b'}' | b']' | b',' | b':' if depth == 0 => {
                    self.at += 1;
                    return;
                }
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            let next = self.peek();
            if depth == 0 && matches!(next, None | Some(b',' | b'}' | b']')) {
                return;
            }
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.json.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn string_literal(&mut self) -> &'j str {
        let (end, _) = string_end(self.json.as_bytes(), self.at);
        let literal = self.json.get(self.at..end).unwrap_or("\"\"");
        self.at = end;
        literal
    }
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, Random, for_all};
    use serde_json::{Value, json};

    use super::*;

    fn needs_rewrite(json: &str, string_alarm: usize, reserved: &[&str]) -> bool {
        survey(json, string_alarm, reserved).needs_rewrite
    }

    struct Nothing;
    impl Policy for Nothing {}

    struct EventSize(usize);
    impl Policy for EventSize {
        fn bounds(&self) -> Bounds {
            Bounds::EVENT
        }

        fn cut(&mut self) {
            self.0 += 1;
        }
    }

    struct Shout;
    impl Policy for Shout {
        fn member(&mut self, depth: usize, key: &str) -> Fate {
            match key {
                "seq" if depth == 1 => Fate::Drop,
                "cookie" => Fate::Redact,
                _ => Fate::Keep,
            }
        }

        fn string(&mut self, place: Place<'_>, text: &str) -> Option<String> {
            (place.key == Some("say")).then(|| text.to_uppercase())
        }
    }

    #[track_caller]
    fn check<P: Policy>(mut policy: P, json: &str, expected: &str) {
        assert_eq!(rewrite(json, &mut policy), expected);
    }

    #[test]
    fn members_are_dropped_redacted_and_changed_by_name() {
        check(
            Shout,
            r#"{"seq":1, "a":{"seq":2,"cookie":{"x":[1]}}, "say":["hi",{"b":"low"}] }"#,
            r#"{"a":{"seq":2,"cookie":"[redacted]"},"say":["HI",{"b":"low"}]}"#,
        );
        check(Shout, r#"{"seq":1}"#, "{}");
        check(Shout, r#"{"cookie":true}"#, r#"{"cookie":true}"#);
    }

    #[test]
    fn numbers_keep_every_digit() {
        let json = "[1.10,12345678901234567890123,-0,1e400,true,false,null]";
        check(Nothing, json, json);
    }

    #[test]
    fn a_lone_surrogate_becomes_the_replacement_character() {
        assert!(needs_rewrite(r#"{"a":"\ud800"}"#, 100, &[]));
        check(Nothing, r#"{"a":"x\ud800y\uD83D\uDE00\n"}"#, "{\"a\":\"x\u{fffd}y😀\\n\"}");
    }

    #[test]
    fn what_is_too_large_is_cut_and_says_so() {
        let wide = Value::Array(vec![json!(1); 102]).to_string();
        let mut policy = EventSize(0);
        assert!(needs_rewrite(&wide, 100, &[]));
        assert!(rewrite(&wide, &mut policy).ends_with(r#",1,"[2 more items]"]"#));
        assert_eq!(policy.0, 1);

        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(needs_rewrite(&deep, 100, &[]));
        assert_eq!(rewrite(&deep, &mut EventSize(0)).matches('[').count(), EVENT_MAX_DEPTH + 1);
    }

    #[test]
    fn what_fits_is_left_alone() {
        let json = r#"{"level":"error","args":[{"a":[1,2]}],"text":"[[[[[[[[[[[[[[{{{{,,,,"}"#;
        assert!(!needs_rewrite(json, 100, &["seq"]));
        assert!(needs_rewrite(json, 10, &["seq"]));
        assert!(needs_rewrite(json, 100, &["level"]));
        assert!(!needs_rewrite(json, 100, &["a"]), "reserved names count only outside");
        assert!(needs_rewrite(r#"{"h":{"Set-Cookie" :"a=b"}}"#, 100, &[]));
    }

    #[test]
    fn an_outer_null_is_noticed() {
        assert!(survey(r#"{"a": null}"#, 100, &[]).has_outer_null);
        assert!(!survey(r#"{"a":[null],"b":"null","c":{"d":null}}"#, 100, &[]).has_outer_null);
    }

    fn any_json(random: &mut Random, depth: u32) -> Value {
        match random.number::<u8>(0..if depth == 0 { 4 } else { 8 }) {
            0 => Value::Null,
            1 => Value::from(random.flag()),
            2 => Value::from(random.bits().cast_signed()),
            3 => Value::from(random.text(0..32)),
            4 | 5 => Value::from(random.list(0..6, |random| any_json(random, depth - 1))),
            _ => {
                let member = |random: &mut Random| (random.text(0..7), any_json(random, depth - 1));
                Value::Object(random.list(0..6, member).into_iter().collect())
            }
        }
    }

    #[test]
    fn changing_nothing_changes_nothing() {
        for_all(CASES, |random| {
            let value = any_json(random, 4);
            let compact = value.to_string();
            let pretty = serde_json::to_string_pretty(&value).expect("serializes");
            assert_eq!(rewrite(&pretty, &mut Nothing), rewrite(&compact, &mut Nothing));
            let back: Value =
                serde_json::from_str(&rewrite(&compact, &mut Nothing)).expect("valid");
            assert_eq!(back, value);
        });
    }

    #[test]
    fn text_that_is_no_json_does_not_panic() {
        for_all(CASES, |random| {
            let text = random.text_of("[]{}\",:\\u0123456789abcd é", 0..60);
            let _ = rewrite(&text, &mut EventSize(0));
            let _ = needs_rewrite(&text, 10, &["a"]);
            let _ = decode(&text);
        });
    }

    #[test]
    fn a_string_survives_encoding_and_decoding() {
        for_all(CASES, |random| {
            let text = random.text(0..60);
            let mut literal = String::new();
            encode_into(&mut literal, &text);
            assert_eq!(decode(&literal), text);
            assert_eq!(serde_json::from_str::<String>(&literal).expect("valid"), text);
        });
    }
}
