//! Secrets made of digits alone: US social security numbers and payment cards.

use std::ops::Range;

/// What a run of digits turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    SocialSecurity,
    Card,
}

/// Calls `report` for every number in `text`, in order.
///
/// Both kinds contain four digits in a row, so it is enough to look at every fourth byte.
pub(super) fn scan(text: &str, mut report: impl FnMut(Number, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 3;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_digit() {
            at += 4;
            continue;
        }
        let run = digits_around(bytes, at);
        if let Some((number, range)) = look(bytes, &run) {
            at = range.end + 3;
            report(number, range);
        } else {
            at = run.end + 3;
        }
    }
}

fn look(bytes: &[u8], run: &Range<usize>) -> Option<(Number, Range<usize>)> {
    match run.len() {
        4 => social_security(bytes, run)
            .or_else(|| odd_social_security(bytes, run, 5))
            .map(|range| (Number::SocialSecurity, range))
            .or_else(|| grouped_card(bytes, run).map(|range| (Number::Card, range))),
        6 => odd_social_security(bytes, run, 3).map(|range| (Number::SocialSecurity, range)),
        9 => odd_social_security(bytes, run, 0).map(|range| (Number::SocialSecurity, range)),
        12..=19 => plain_card(bytes, run).map(|range| (Number::Card, range)),
        _ => None,
    }
}

/// `123-45-6789`, also with spaces or dots. Found from its last four digits.
fn social_security(bytes: &[u8], serial: &Range<usize>) -> Option<Range<usize>> {
    let start = serial.start.checked_sub(7)?;
    let [area @ .., first, group_tens, group_ones, second] = &bytes[start..serial.start] else {
        return None;
    };
    let group = [*group_tens, *group_ones];
    let fits = first == second
        && matches!(first, b'-' | b' ' | b'.')
        && area.iter().chain(&group).all(u8::is_ascii_digit)
        && stands_alone(bytes, &(start..serial.end));
    (fits && was_given_out(area, &group, &bytes[serial.clone()])).then_some(start..serial.end)
}

/// `123456789`, `123-456789` or `12345-6789`, where the text says what it is: nine digits are also
/// order numbers and postal codes. Found from its last run of digits; `before` are in the one before.
fn odd_social_security(bytes: &[u8], run: &Range<usize>, before: usize) -> Option<Range<usize>> {
    let start = match before {
        0 => run.start,
        some => run.start.checked_sub(some + 1)?,
    };
    let is_joint = before == 0 || matches!(bytes[run.start - 1], b'-' | b' ' | b'.');
    let mut digits = [0; 9];
    let both = bytes[start..start + before].iter().chain(&bytes[run.clone()]);
    digits.iter_mut().zip(both).for_each(|(digit, byte)| *digit = *byte);
    let fits = is_joint
        && digits.iter().all(u8::is_ascii_digit)
        && stands_alone(bytes, &(start..run.end))
        && speaks_of_social_security(&bytes[start.saturating_sub(32)..start]);
    (fits && was_given_out(&digits[..3], &digits[3..5], &digits[5..])).then_some(start..run.end)
}

/// Numbers that were never given out: see the Social Security Administration's rules.
fn was_given_out(area: &[u8], group: &[u8], serial: &[u8]) -> bool {
    !matches!(area, b"000" | b"666" | [b'9', ..]) && group != b"00" && serial != b"0000"
}

/// `4012888888881881`. Twelve and thirteen digits are also bar codes and times: those are a card only
/// if the text says so, and if it does, the network does not matter.
fn plain_card(bytes: &[u8], run: &Range<usize>) -> Option<Range<usize>> {
    let digits = &bytes[run.clone()];
    let is_card = passes_luhn(digits)
        && (digits.len() > 13 && is_issued(digits)
            || speaks_of_a_card(&bytes[run.start.saturating_sub(32)..run.start]));
    (is_card && stands_alone(bytes, run)).then(|| run.clone())
}

/// `4012 8888 8888 1881` or `3714-496353-98431`. Found from its first four digits.
fn grouped_card(bytes: &[u8], first: &Range<usize>) -> Option<Range<usize>> {
    let separator = *bytes.get(first.end)?;
    if !matches!(separator, b' ' | b'-') {
        return None;
    }
    let mut digits = [0; 19];
    digits[..4].copy_from_slice(&bytes[first.clone()]);
    let (mut count, mut end) = (4, first.end);
    let mut card = None;
    while bytes.get(end) == Some(&separator) {
        let group = digits_from(bytes, end + 1);
        if !(3..=6).contains(&group.len()) || count + group.len() > digits.len() {
            break;
        }
        digits[count..count + group.len()].copy_from_slice(&bytes[group.clone()]);
        count += group.len();
        end = group.end;
        let whole = first.start..end;
        let so_far = &digits[..count];
        if count >= 14 && is_issued(so_far) && passes_luhn(so_far) && stands_alone(bytes, &whole) {
            card = Some(whole);
        }
    }
    card
}

/// Whether a number is not a part of something longer: a word, a decimal, a dashed identifier.
fn stands_alone(bytes: &[u8], range: &Range<usize>) -> bool {
    let joins = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let before = range.start.checked_sub(1).map(|at| bytes[at]);
    let after = bytes.get(range.end).copied();
    let goes_on = matches!(after, Some(b'.' | b'-'))
        && bytes.get(range.end + 1).is_some_and(u8::is_ascii_alphanumeric);
    !before.is_some_and(|byte| joins(byte) || matches!(byte, b'.' | b'-' | b'+'))
        && !after.is_some_and(joins)
        && !goes_on
}

/// Whether a card network numbers its cards like this: first digits and length.
fn is_issued(digits: &[u8]) -> bool {
    let first = |count: usize| {
        digits[..count].iter().fold(0_u32, |head, digit| head * 10 + u32::from(digit - b'0'))
    };
    let head = first(4);
    if is_of_one_country(first(6), digits.len()) {
        return true;
    }
    match digits.len() {
        12 => is_maestro(head),
        // Visa of old.
        13 => matches!(head, 4000..=4999) || is_maestro(head),
        // Diners Club.
        14 => {
            matches!(head, 3000..=3059 | 3090..=3099 | 3600..=3699 | 3800..=3999)
                || is_maestro(head)
        }
        // American Express, JCB of old.
        15 => matches!(head, 3400..=3499 | 3700..=3799 | 1800 | 2131) || is_maestro(head),
        // Visa, Mastercard, and those that may be longer.
        16 => matches!(head, 4000..=4999 | 5100..=5599 | 2221..=2720) || may_be_long(head),
        19 => matches!(head, 4000..=4999) || may_be_long(head),
        _ => may_be_long(head),
    }
}

/// Networks with numbers of up to nineteen digits: JCB, Discover, Union Pay, Maestro.
fn may_be_long(head: u32) -> bool {
    matches!(head, 3528..=3589 | 6011 | 6440..=6599 | 6200..=6299 | 6700..=6799) || is_maestro(head)
}

/// Networks of one country, by their first six digits: Mir, Troy, `RuPay`, Verve, Union Pay's newer ones.
fn is_of_one_country(head: u32, length: usize) -> bool {
    match length {
        16 => matches!(
            head,
            220_000..=220_499
                | 979_200..=979_289
                | 508_500..=508_999
                | 606_985..=607_984
                | 608_001..=608_500
                | 506_099..=506_198
                | 507_865..=507_964
                | 810_000..=817_199
        ),
        18 => matches!(head, 506_099..=506_198 | 507_865..=507_964 | 810_000..=817_199),
        17 => matches!(head, 810_000..=817_199),
        19 => matches!(
            head,
            220_000..=220_499 | 506_099..=506_198 | 507_865..=507_964 | 810_000..=817_199
        ),
        _ => false,
    }
}

fn is_maestro(head: u32) -> bool {
    matches!(head, 5018..=5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763)
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let digit = u32::from(digit - b'0');
            match (place % 2, digit * 2) {
                (0, _) => digit,
                (_, doubled @ 10..) => doubled - 9,
                (_, doubled) => doubled,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn speaks_of_a_card(before: &[u8]) -> bool {
    before.windows(4).any(|word| word.eq_ignore_ascii_case(b"card"))
        || before.windows(4).any(|word| word.eq_ignore_ascii_case(b"visa"))
        || before.windows(4).any(|word| word.eq_ignore_ascii_case(b" cc "))
}

fn speaks_of_social_security(before: &[u8]) -> bool {
    let begins = |at: usize| at == 0 || !before[at - 1].is_ascii_alphabetic();
    let says = |word: &[u8]| {
        let mut parts = before.windows(word.len()).enumerate();
        parts.any(|(at, part)| part.eq_ignore_ascii_case(word) && begins(at))
    };
    says(b"ssn") || says(b"social security") || says(b"social_security") || says(b"socialsecurity")
}

fn digits_around(bytes: &[u8], at: usize) -> Range<usize> {
    let before = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    at - before..digits_from(bytes, at).end
}

fn digits_from(bytes: &[u8], start: usize) -> Range<usize> {
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        scan(text, |_, range| found.push(&text[range]));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn social_security_numbers_need_a_shape_and_a_valid_range() {
        check("SSN: 123-45-6789.", &["123-45-6789"]);
        check("abc 078 05 1123 abc", &["078 05 1123"]);
        check("000-12-3456 666-12-3456 912-12-3456 123-00-4567 123-45-0000", &[]);
        check("123-45.6789 1123-45-6789 123-45-67890 7-123-45-6789", &[]);
        check("2024-01-15 555-1234 192.168.10.1234", &[]);
    }

    #[test]
    fn social_security_numbers_of_other_shapes_need_their_name() {
        check("SSN: 123456789.", &["123456789"]);
        check(
            "ssn 123-456789, her Social Security number 12345-6789",
            &["123-456789", "12345-6789"],
        );
        check("order 123456789, zip 12345-6789, part 123-456789, lessn 123456789", &[]);
        check("ssn 000456789 666456789 912456789 123006789 123450000 1234567890", &[]);
    }

    #[test]
    fn cards_of_one_country_are_cards() {
        check("2200700000000009 9792000000000003", &["2200700000000009", "9792000000000003"]);
        check("6070000000000002 5060990000000008", &["6070000000000002", "5060990000000008"]);
        check("8100000000000002 8171990000000000003", &["8100000000000002", "8171990000000000003"]);
        check("2205000000000009 9793000000000002 8172000000000005", &[]);
    }

    #[test]
    fn cards_need_a_network_a_length_and_a_check_digit() {
        check("4012888888881881", &["4012888888881881"]);
        check("4012888888881882 1234567812345670", &[]);
        check("371449635398431, 30569309025904", &["371449635398431", "30569309025904"]);
        check("5555555555554444 6011000400000000", &["5555555555554444", "6011000400000000"]);
    }

    #[test]
    fn cards_may_be_grouped() {
        check(
            "4012-8888-8888-1881 4012 8888 8888 1881",
            &["4012-8888-8888-1881", "4012 8888 8888 1881"],
        );
        check("3714 496353 98431", &["3714 496353 98431"]);
        check("4012-8888 8888-1881", &[]);
    }

    #[test]
    fn digits_within_something_longer_are_no_card() {
        check("a4012888888881881 4012888888881881b 0.4012888888881881", &[]);
        check("40128888888818814012888888881881", &[]);
    }

    #[test]
    fn bar_codes_are_cards_only_where_the_text_says_so() {
        check("ean 4222222222222", &[]);
        check("my card 4222222222222", &["4222222222222"]);
    }
}
