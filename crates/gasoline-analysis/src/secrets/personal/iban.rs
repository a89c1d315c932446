//! Bank accounts: a country, its length, and a remainder of one.

use std::ops::Range;

use crate::limits::IBAN_MAX_LETTERS;

/// Countries and how long their numbers are.
const COUNTRIES: &[u8] =
    b"AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28\
EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32\
LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SC31SE24\
SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20";

/// Calls `report` for every account number in `text`.
pub(super) fn scan(text: &str, mut report: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at + 4 <= bytes.len() {
        let [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let begins = a.is_ascii_uppercase()
            && b.is_ascii_uppercase()
            && c.is_ascii_digit()
            && d.is_ascii_digit()
            && !at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric());
        if begins && let Some(end) = account_from(bytes, at) {
            report(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
}

/// Where the account number ends that begins at `start`.
fn account_from(bytes: &[u8], start: usize) -> Option<usize> {
    let length = length_in(&bytes[start..start + 2])?;
    let mut letters = [0; IBAN_MAX_LETTERS];
    let (mut count, mut at) = (0, start);
    while count < length {
        match bytes.get(at)? {
            b' ' if count > 0 && count % 4 == 0 && bytes[at - 1] != b' ' => {}
            byte if byte.is_ascii_uppercase() || byte.is_ascii_digit() => {
                letters[count] = *byte;
                count += 1;
            }
            _ => return None,
        }
        at += 1;
    }
    let goes_on = bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    (!goes_on && leaves_one(&letters[..length])).then_some(at)
}

fn length_in(country: &[u8]) -> Option<usize> {
    let row = COUNTRIES.chunks_exact(4).find(|row| row[..2] == *country)?;
    Some(usize::from(row[2] - b'0') * 10 + usize::from(row[3] - b'0'))
}

/// The check of ISO 7064: the first four behind the rest, letters as 10 to 35, modulo 97.
fn leaves_one(letters: &[u8]) -> bool {
    let turned = letters[4..].iter().chain(&letters[..4]);
    let remainder = turned.fold(0_u32, |remainder, letter| match letter {
        b'0'..=b'9' => (remainder * 10 + u32::from(letter - b'0')) % 97,
        _ => (remainder * 100 + u32::from(letter - b'A') + 10) % 97,
    });
    remainder == 1
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
    fn accounts_have_a_country_a_length_and_a_check() {
        check("to DE89370400440532013000.", &["DE89370400440532013000"]);
        check("GB29 NWBK 6016 1331 9268 19", &["GB29 NWBK 6016 1331 9268 19"]);
        check("DE89370400440532013001 XX89370400440532013000 DE8937040044", &[]);
        check("aDE89370400440532013000 DE893704004405320130001", &[]);
    }
}
