//! The way from a secret's name to its value: what joins them in URLs, JSON, markup and messages.

use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::quotes::{Quote, quote_at};
use crate::limits;

/// Where a named secret stands, which decides how sure one can be of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A parameter of a URL or a form.
    Parameter,
    /// A member of JSON or of markup: the name is set apart from the text around it.
    Member,
    /// Free text: the value has to look like a secret as well.
    Text,
}

/// What lies between a name and its value.
pub(super) struct Gap {
    pub(super) place: Place,
    /// Where the value begins.
    pub(super) end: usize,
    /// How the two are joined.
    pub(super) joint: Joint,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// `name=value`, with no blank between.
    Tight,
    /// `name%3Dvalue`, within a URL that is itself a parameter.
    Encoded,
    /// `name: value`, `name = "value"`, `"name": "value"`.
    Loose,
    /// `"name", "value"`: perhaps a pair, perhaps only neighbours in a list.
    Comma,
    /// `token 9fe19fed2cf63748`: neighbours in a sentence.
    Blank,
    /// `<name>value</name>`.
    Element,
    /// A blank line: the field of a multipart form.
    Line,
}

/// The name that a part of it is in.
pub(super) enum Name {
    Whole(Range<usize>),
    /// It goes on for longer than names do.
    Longer,
}

/// The whole name that the bytes of `stem` are a part of.
pub(super) fn name_around(bytes: &[u8], stem: Range<usize>) -> Name {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let reach = limits::SECRET_NAME_REACH_BYTES;
    // The stem `auth=` ends in its operator.
    let mut end = if bytes[stem.end - 1] == b'=' { stem.end - 1 } else { stem.end };
    loop {
        match bytes.get(end) {
            Some(byte) if is_part(*byte) => end += 1,
            Some(b'.') if bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => end += 1,
            _ => break,
        }
        if end > stem.end + reach {
            return Name::Longer;
        }
    }
    let before = bytes[..stem.start].iter().rev().take(reach);
    let mut start =
        stem.start - before.take_while(|byte| is_part(**byte) || **byte == b'.').count();
    if is_encoded(bytes, start) && start + 2 < end {
        start += 2;
    }
    Name::Whole(start..end)
}

/// Whether the two bytes at `at` belong to a `%` before them.
fn is_encoded(bytes: &[u8], at: usize) -> bool {
    at > 0
        && bytes[at - 1] == b'%'
        && bytes.get(at..at + 2).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
}

/// What joins the name to a value behind it, if anything does.
pub(super) fn gap_behind(bytes: &[u8], name: &Range<usize>) -> Option<Gap> {
    let at = name.end + closing_bracket(bytes, name.end);
    if let Some(quote) = quote_at(bytes, at) {
        return gap_behind_quoted(bytes, name, &quote);
    }
    if bytes.get(at) == Some(&b'>') && starts_element(bytes, name.start) {
        return Some(Gap { place: Place::Member, end: at + 1, joint: Joint::Element });
    }
    let blanks_before = count(bytes, at, is_blank);
    if let Some(end) = after_type(bytes, at) {
        return Some(Gap { place: Place::Text, end, joint: Joint::Loose });
    }
    let Some(operator) = operator_at(bytes, at + blanks_before) else {
        let neighbour = Gap { place: Place::Text, end: at + blanks_before, joint: Joint::Blank };
        return (blanks_before == 1).then_some(neighbour);
    };
    let end = operator + count(bytes, operator, is_blank);
    let joint = match bytes[operator - 1] {
        b'=' if blanks_before == 0 && end == operator => Joint::Tight,
        b'D' | b'd' => Joint::Encoded,
        _ => Joint::Loose,
    };
    // In a program, `a.token == "b"` asks.
    if bytes[..operator].ends_with(b"==") {
        return None;
    }
    let parameter = joint != Joint::Loose && (at > name.end || is_parameter(bytes, name));
    Some(Gap { place: if parameter { Place::Parameter } else { Place::Text }, end, joint })
}

fn gap_behind_quoted(bytes: &[u8], name: &Range<usize>, quote: &Quote) -> Option<Gap> {
    let member = |end, joint| Some(Gap { place: Place::Member, end, joint });
    let introduced = |by: &[u8]| {
        let before = &bytes[..name.start.saturating_sub(quote.len())];
        before.len() >= by.len() && before[before.len() - by.len()..].eq_ignore_ascii_case(by)
    };
    if introduced(b"name=") || introduced(b"id=") || introduced(b"property=") {
        let value = field_value(bytes, quote.end).map(|end| (end, Joint::Line));
        let (end, joint) =
            value.or_else(|| attribute_value(bytes, quote.end).map(|end| (end, Joint::Loose)))?;
        return member(end, joint);
    }
    let at = quote.end + closing_bracket(bytes, quote.end);
    let at = after_space(bytes, at);
    if let Some(operator) = operator_at(bytes, at) {
        return member(after_space(bytes, operator), Joint::Loose);
    }
    if bytes.get(at) != Some(&b',') {
        return None;
    }
    let next = after_space(bytes, at + 1);
    match value_member(bytes, next) {
        Some(end) => member(end, Joint::Loose),
        None => member(next, Joint::Comma),
    }
}

/// Where the value begins in `{"name": "password", "value": "…"}`, seen from `"value"`.
fn value_member(bytes: &[u8], at: usize) -> Option<usize> {
    let opening = quote_at(bytes, at)?;
    let word = bytes.get(opening.end..opening.end + 5)?;
    let closing = quote_at(bytes, opening.end + 5)?;
    let operator = operator_at(bytes, closing.end + count(bytes, closing.end, is_blank))?;
    word.eq_ignore_ascii_case(b"value").then(|| operator + count(bytes, operator, is_blank))
}

/// Where the value begins in `<input name="token" type="hidden" value="…">`.
fn attribute_value(bytes: &[u8], at: usize) -> Option<usize> {
    let end = bytes.len().min(at + limits::SECRET_VALUE_REACH_BYTES);
    let tag = &bytes[at..end];
    let tag = &tag[..memchr(b'>', tag).unwrap_or(tag.len())];
    let after = |name: &[u8]| {
        let is_name = |equals: &usize| {
            let before = &tag[..*equals];
            let cut = before.len().checked_sub(name.len());
            cut.is_some_and(|cut| before[cut..].eq_ignore_ascii_case(name))
        };
        memchr_iter(b'=', tag).find(is_name).map(|equals| at + equals + 1)
    };
    after(b" value").or_else(|| after(b" content")).filter(|at| quote_at(bytes, *at).is_some())
}

/// Where the value begins in a multipart form, seen from behind `name="password"`.
fn field_value(bytes: &[u8], at: usize) -> Option<usize> {
    let end = bytes.len().min(at + limits::SECRET_VALUE_REACH_BYTES);
    let headers = &bytes[at..end];
    matches!(headers.first(), Some(b'\r' | b'\n')).then_some(())?;
    memchr_iter(b'\n', headers).find_map(|line| match &headers[line + 1..] {
        [b'\n', ..] => Some(at + line + 2),
        [b'\r', b'\n', ..] => Some(at + line + 3),
        _ => None,
    })
}

/// Whether the name at `name` begins a parameter: after `?`, `&` or `#`, or at the start of a form.
fn is_parameter(bytes: &[u8], name: &Range<usize>) -> bool {
    match &bytes[..name.start] {
        [] => {
            let rest = &bytes[name.end..];
            let end = rest.iter().position(|byte| *byte == b'&' || byte.is_ascii_whitespace());
            end.is_none_or(|end| rest[end] == b'&')
        }
        // In a program, `a && token = b`.
        [.., b'&', b'&'] => false,
        [.., b'?' | b'&' | b'#'] | [.., b'%', b'3', b'f' | b'F'] | [.., b'%', b'2', b'6'] => true,
        before => before.ends_with(b"&amp;"),
    }
}

/// Where the operator at `at` ends: `=`, `:`, `=>`, `:=`, `==`, `?=`, `%3D`, `%3A`.
fn operator_at(bytes: &[u8], at: usize) -> Option<usize> {
    if let [b'%', b'3', b'D' | b'd' | b'A' | b'a', ..] = bytes.get(at..)? {
        return Some(at + 3);
    }
    let modified = matches!(bytes[at..], [b'?' | b'.' | b'+' | b'|', b'=', ..]);
    let start = at + usize::from(modified);
    let signs =
        bytes[start..].iter().take(4).take_while(|byte| matches!(byte, b'=' | b':')).count();
    let arrow = usize::from(signs > 0 && bytes.get(start + signs) == Some(&b'>'));
    (signs > 0).then_some(start + signs + arrow)
}

/// Where the quoted value begins in `token string = "…"` and `token: string = "…"`.
fn after_type(bytes: &[u8], at: usize) -> Option<usize> {
    let colon = usize::from(bytes.get(at) == Some(&b':'));
    let blanks = count(bytes, at + colon, is_blank);
    let start = at + colon + blanks;
    let is_letter = |byte: u8| byte.is_ascii_alphabetic();
    let word = bytes.get(start..)?.iter().take(limits::SECRET_TYPE_MAX_BYTES);
    let end = start + word.take_while(|byte| is_letter(**byte)).count();
    let gap = count(bytes, end, is_blank);
    let is_typed = blanks == 1 && end > start && gap > 0 && bytes.get(end + gap) == Some(&b'=');
    let value = end + gap + 1 + count(bytes, end + gap + 1, is_blank);
    (is_typed && quote_at(bytes, value).is_some()).then_some(value)
}

/// The length of the `]` in `user[password]=`, plain or encoded.
fn closing_bracket(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b']', ..] => 1,
        [b'%', b'5', b'D' | b'd', ..] => 3,
        _ => 0,
    }
}

fn starts_element(bytes: &[u8], name_start: usize) -> bool {
    let prefix = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b':';
    let before = bytes[..name_start].iter().rev().take(16);
    let length = before.take_while(prefix).count();
    bytes[..name_start - length].ends_with(b"<")
}

/// The first byte from `at` on that is no space or line break.
pub(super) fn after_space(bytes: &[u8], at: usize) -> usize {
    at + count(bytes, at, |byte| byte.is_ascii_whitespace())
}

/// How many bytes from `at` on are `of` a kind, as far as a value may be from its name.
fn count(bytes: &[u8], at: usize, of: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take(limits::SECRET_VALUE_REACH_BYTES).take_while(|byte| of(**byte)).count()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
