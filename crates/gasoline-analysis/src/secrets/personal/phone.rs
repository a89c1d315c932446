//! Phone numbers: digits that are formatted like one, or that a word before them calls one.

use std::ops::Range;

use crate::limits::{
    PHONE_ANNOUNCED_MIN_DIGITS, PHONE_MAX_DIGITS, PHONE_MIN_DIGITS, PHONE_WRITTEN_MAX_BYTES,
};

/// How far before a number the word may stand that announces it.
const WORD_REACH_BYTES: usize = 24;

/// Calls `report` for every phone number in `text`.
pub(super) fn scan(text: &str, mut report: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let begins = byte.is_ascii_digit() || matches!(byte, b'+' | b'(');
        if !begins {
            at += 1;
            continue;
        }
        let written = written_from(bytes, at);
        if !joins_word(bytes, at) && is_number(bytes, &written) {
            report(written.clone());
        }
        at = written.end.max(at + 1);
    }
}

/// Whether a value whose name calls it a phone number can be one.
pub(super) fn is_plausible(value: &str) -> bool {
    let value = value.trim().trim_end_matches(".0");
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_written = value.bytes().all(|byte| byte.is_ascii_digit() || b"+-. ()/x".contains(&byte));
    is_written
        && (PHONE_MIN_DIGITS..=PHONE_MAX_DIGITS).contains(&digits)
        && !is_monotone(value.as_bytes())
}

/// Digits from `start` on, with single signs, or a bracket and a blank, between them.
fn written_from(bytes: &[u8], start: usize) -> Range<usize> {
    let mut end = start;
    let mut at = start;
    let mut signs = 0;
    while at < bytes.len() && at - start < PHONE_WRITTEN_MAX_BYTES {
        match bytes[at] {
            b'0'..=b'9' => {
                signs = 0;
                end = at + 1;
            }
            b'+' if at == start || at == start + 1 && bytes[start] == b'(' => {}
            b'(' | b')' | b' ' | b'-' | b'.' | b'/' if signs < 2 => signs += 1,
            _ => break,
        }
        at += 1;
    }
    start..end.max(start + 1)
}

/// Whether what stands before makes it a part of something else.
fn joins_word(bytes: &[u8], start: usize) -> bool {
    start.checked_sub(1).is_some_and(|before| {
        let before = bytes[before];
        before.is_ascii_alphanumeric()
            || matches!(before, b'_' | b'.' | b'-' | b'/' | b'#' | b'$' | b'%')
    })
}

fn is_number(bytes: &[u8], written: &Range<usize>) -> bool {
    let text = &bytes[written.clone()];
    let after = bytes.get(written.end).copied();
    let goes_on = after
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%'))
        || after == Some(b':') && bytes.get(written.end + 1).is_some_and(u8::is_ascii_digit);
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    if goes_on
        || !(PHONE_ANNOUNCED_MIN_DIGITS..=PHONE_MAX_DIGITS).contains(&digits)
        || is_monotone(text)
    {
        return false;
    }
    is_international(text, digits)
        || has_area_in_brackets(text, digits)
        || is_north_american(text)
        || is_national(text, digits)
        || (!is_date(text) && is_announced(bytes, written.start))
}

/// `+49 30 901820`, `+12687302468`.
fn is_international(text: &[u8], digits: usize) -> bool {
    let text = text.strip_prefix(b"(").unwrap_or(text);
    let Some(rest) = text.strip_prefix(b"+") else { return false };
    let signs: Vec<u8> = rest.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect();
    // `+1.2345678` is what a program calls a number.
    let is_decimal = signs == *b".";
    let code = rest.get(..2).unwrap_or_default();
    let is_assigned = !matches!(code, [b'0', _] | b"28" | b"83" | b"89");
    digits >= PHONE_MIN_DIGITS
        && rest.first().is_some_and(u8::is_ascii_digit)
        && is_assigned
        && !is_decimal
}

/// `(415) 555-0132`.
fn has_area_in_brackets(text: &[u8], digits: usize) -> bool {
    let Some(rest) = text.strip_prefix(b"(") else { return false };
    let area = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = rest.get(area + 1..).unwrap_or_default();
    let groups = behind.split(|byte| !byte.is_ascii_digit()).filter(|group| !group.is_empty());
    (2..=5).contains(&area)
        && rest.get(area) == Some(&b')')
        && digits >= PHONE_MIN_DIGITS
        && groups.clone().all(|group| group.len() >= 2)
        && groups.count() <= 4
}

/// `415-555-0132`, `415.555.0132`, `1-415-555-0132`: neither part begins with 0 or 1.
fn is_north_american(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"1-").or_else(|| text.strip_prefix(b"1.")).unwrap_or(text);
    let [a, _, _, one, b, _, _, two, _, _, _, _] = text else { return false };
    one == two
        && matches!(one, b'-' | b'.')
        && (b'2'..=b'9').contains(a)
        && (b'2'..=b'9').contains(b)
        && text.iter().filter(|byte| byte.is_ascii_digit()).count() == 10
}

/// `0688 872 49 99`, `09-7625400`: a zero to leave the town, and groups set apart alike.
fn is_national(text: &[u8], digits: usize) -> bool {
    let mut signs = text.iter().filter(|byte| !byte.is_ascii_digit());
    let first = signs.next();
    let is_even =
        first.is_some_and(|first| matches!(first, b' ' | b'-') && signs.all(|sign| sign == first));
    let mut groups = text.split(|byte| !byte.is_ascii_digit());
    text.starts_with(b"0")
        && !text.starts_with(b"00")
        && (9..=11).contains(&digits)
        && is_even
        && groups.clone().count() <= 5
        && !is_social_security(text)
        && groups.all(|group| group.len() >= 2)
}

/// `078-05-0000` is not phoned, whether it was given out or not.
fn is_social_security(text: &[u8]) -> bool {
    text.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len).eq([3, 2, 4])
}

/// `2024-01-15`, `15.01.2024 10`: groups of a date are no number.
fn is_date(text: &[u8]) -> bool {
    let groups: Vec<&[u8]> = text.split(|byte| !byte.is_ascii_digit()).take(3).collect();
    let is_year =
        |group: &[u8]| group.len() == 4 && (group.starts_with(b"19") || group.starts_with(b"20"));
    let is_short = |group: &[u8]| matches!(group.len(), 1 | 2);
    match groups[..] {
        [a, b, c] => is_short(b) && (is_year(a) && is_short(c) || is_short(a) && is_year(c)),
        _ => false,
    }
}

/// Whether a word shortly before says that a phone number follows.
fn is_announced(bytes: &[u8], start: usize) -> bool {
    const WORDS: &[&[u8]] =
        &[b"phone", b"mobile", b"cell", b"fax", b"whatsapp", b"tel", b"call me", b"call us"];
    let from = start.saturating_sub(WORD_REACH_BYTES);
    let before = &bytes[from..start];
    WORDS.iter().any(|word| {
        let found = before.windows(word.len()).rposition(|part| part.eq_ignore_ascii_case(word));
        found.is_some_and(|found| {
            let rest = &before[found + word.len()..];
            let begins = found == 0 && from == 0
                || found > 0 && !before[found - 1].is_ascii_lowercase()
                || word == b"phone";
            // Only the end of a name and its sign lie between, no other word.
            let end =
                rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
            let is_name_end =
                matches!(&rest[..end], b"" | b"s" | b"_" | b"Number" | b"number" | b"No" | b"no");
            let gap = &rest[end..];
            let words =
                gap.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty());
            begins
                && is_name_end
                && !gap.iter().any(|byte| matches!(byte, b',' | b';' | b'{' | b'}' | b'=' | b'&'))
                && words.clone().all(|word| {
                    matches!(word, b"number" | b"Number" | b"no" | b"is" | b"at" | b"on" | b"n")
                })
        })
    })
}

/// `0000000`, `1111111`: nobody's.
fn is_monotone(text: &[u8]) -> bool {
    let mut digits = text.iter().filter(|byte| byte.is_ascii_digit());
    let first = digits.next();
    digits.all(|digit| Some(digit) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        scan(text, |range| found.push(&text[range]));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_that_are_written_like_one() {
        check("call +49 30 901820 or +12687302468.", &["+49 30 901820", "+12687302468"]);
        check(
            "(415) 555-0132, 415-555-0132; 415.555.0132",
            &["(415) 555-0132", "415-555-0132", "415.555.0132"],
        );
        check("0688 872 49 99; 09-7625400", &["0688 872 49 99", "09-7625400"]);
        check("+82-010-1234-5678 +40740.123.456", &["+82-010-1234-5678", "+40740.123.456"]);
    }

    #[test]
    fn numbers_that_a_word_announces() {
        check("Phone:\n780 6326\n", &["780 6326"]);
        check("my phone number is 4155550132", &["4155550132"]);
        check("Tel. 0393 1144137", &["0393 1144137"]);
    }

    #[test]
    fn other_digits_are_no_number() {
        check("4155550132 1700000000000 2024-01-15 10:20:30 192.168.10.12", &[]);
        check("+1.2345678 +0200 x+1234567 order 123-456-7890", &[]);
        check("550e8400-e29b-41d4-a716-446655440000 v1.2.3 #4155550132", &[]);
        check("telemetry 4155550132 hotel 4155550132 phone, 4155550132", &[]);
        check("+1111111111 /orders/415-555-0132", &[]);
    }
}
