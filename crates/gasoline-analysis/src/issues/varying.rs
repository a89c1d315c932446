//! What varies from one sighting of an error to the next, and how it is recognised.
//!
//! Every function looks at bytes from a place and says where the thing ends, or that it is not
//! there. None looks back, none allocates.

use super::fingerprint::ID;
use crate::ids::{Strictness, is_generated};
use crate::limits::{
    ISSUE_ADDRESS_MIN_DIGITS, ISSUE_FOLDER_MAX_BYTES, ISSUE_HEX_LETTERS_MIN_BYTES,
    ISSUE_NUMBERED_MIN_DIGITS, ISSUE_ZONE_MAX_BYTES,
};

const WEEKDAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];

/// The end of the date, the time of day, or both, that start at `at`.
///
/// `2026-01-02`, `2026-01-02T03:04:05.678Z`, `2026-01-02 03:04:05 +02:00`, `1/2/2026, 3:04:05 PM`,
/// `03:04:05`, `Fri Jan 02 2026 03:04:05 GMT+0200 (Central European Standard Time)`.
pub(crate) fn timestamp(bytes: &[u8], at: usize) -> Option<usize> {
    let mut look = Look { bytes, at };
    if look.weekday() || look.date() {
        let after_date = look.at;
        look.optional(b",");
        if !(look.optional(b"T") || look.optional(b" ")) || !look.time_of_day() {
            look.at = after_date;
        }
    } else if !look.time_of_day() {
        return None;
    }
    (!bytes.get(look.at).is_some_and(u8::is_ascii_alphanumeric)).then_some(look.at)
}

/// A bundle's name that is nothing but a hash.
pub(super) fn is_whole_hash(stem: &[u8]) -> bool {
    is_generated(stem, Strictness::Bundle)
        && (stem.len() == 8 || stem.iter().all(u8::is_ascii_hexdigit))
}

/// Eight characters of base 64 for URLs, as bundlers write them: small letters and capitals mixed. A
/// word that begins with a capital (`Settings`) is none; two words (`HomePage`) look like one, so
/// this is only asked where bundlers put their files.
pub(super) fn is_mixed_hash(part: &[u8]) -> bool {
    part.len() == 8
        && part.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        && part.iter().any(u8::is_ascii_lowercase)
        && part[1..].iter().any(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && part.iter().any(u8::is_ascii_uppercase)
}

/// The folders that bundlers put their files into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Folder {
    /// Whose files have names made by a bundler, some of a hash alone.
    Built,
    /// Whose files may also have plain names.
    Assets,
    Other,
}

/// The folder that a file is in whose name begins at the end of `before`.
pub(super) fn folder(before: &[u8]) -> Folder {
    let near = &before[before.len().saturating_sub(ISSUE_FOLDER_MAX_BYTES)..];
    let start = near.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
    let path = &near[start..];
    let has = |name: &[u8]| path.windows(name.len()).any(|part| part == name);
    if has(b"/_nuxt/") || has(b"/_app/immutable/") || has(b"/_astro/") || has(b"/chunks/") {
        Folder::Built
    } else if has(b"/assets/") {
        Folder::Assets
    } else {
        Folder::Other
    }
}

/// Whether two scripts, as they are told apart, have the same name but for a hash that looks like a
/// word in one of them: one in a thousand does.
pub fn is_like(one: &str, other: &str) -> bool {
    let (folder, name) = one.rsplit_once('/').unwrap_or(("", one));
    let (other_folder, other_name) = other.rsplit_once('/').unwrap_or(("", other));
    let parts: Vec<&str> = name.split(['-', '.']).collect();
    let others: Vec<&str> = other_name.split(['-', '.']).collect();
    // Neither the name before a hash nor the extension behind it is one.
    let last = parts.len().saturating_sub(1);
    let is_hash = |place: usize, one: &str, other: &str| {
        let may_be = |part: &str| part == ID || part.len() == 8;
        (1..last).contains(&place) && (one == ID || other == ID) && may_be(one) && may_be(other)
    };
    let mut pairs = parts.iter().zip(&others).enumerate();
    folder == other_folder
        && parts.len() == others.len()
        && pairs.all(|(place, (one, other))| one == other || is_hash(place, one, other))
}

/// The end of the e-mail address whose part before the `@` is the token from `start` to `at`.
/// `vue@3.2.1` is a package, `load@http:` a frame.
pub(super) fn email(bytes: &[u8], start: usize, at: usize) -> Option<usize> {
    let domain = bytes.get(at..)?.strip_prefix(b"@")?;
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let is_domain = |byte: &&u8| byte.is_ascii_alphanumeric() || b".-".contains(byte);
    let length = domain.iter().take_while(is_domain).count();
    let stops = domain[..length].iter().rev().take_while(|byte| **byte == b'.').count();
    let domain = &domain[..length - stops];
    let last = domain.iter().rposition(|byte| *byte == b'.')? + 1;
    let is_name = domain.len() - last >= 2 && domain[last..].iter().all(u8::is_ascii_alphabetic);
    (start < at && bytes[start..at].iter().all(is_local) && is_name)
        .then_some(at + 1 + domain.len())
}

/// Where the hash of `sha256-47DEQpj8HBSa+/TImW=` begins and ends, which a policy asks for.
pub(super) fn integrity(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let names: [&[u8]; 3] = [b"sha256-", b"sha384-", b"sha512-"];
    let name = names.into_iter().find(|name| rest.starts_with(name))?;
    let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte);
    let length = rest[name.len()..].iter().take_while(is_base64).count();
    let hash = at + name.len();
    (length >= ISSUE_HEX_LETTERS_MIN_BYTES).then_some((hash, hash + length))
}

/// Three parts of base 64, the first of which begins like every JSON object.
pub(super) fn is_jwt(token: &[u8]) -> bool {
    token.starts_with(b"eyJ") && count(token, |byte| *byte == b'.') == 2
}

/// The name in capitals that a number ends: `ORA` of `ORA-00942`, `PAYMENT` of `PAYMENT_4012`, with
/// the sign between them and where it begins.
pub(super) fn capital_name(bytes: &[u8], start: usize) -> Option<(usize, &[u8], u8)> {
    let (sign, name) = bytes[..start].split_last()?;
    let length = name.iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
    let name_start = name.len() - length;
    let is_word_start = name_start == 0
        || !(name[name_start - 1].is_ascii_alphanumeric()
            || *sign == b'-' && name[name_start - 1] == b'-');
    (matches!(sign, b'-' | b'_') && length >= 2 && is_word_start)
        .then(|| (name_start, &name[name_start..], *sign))
}

/// Digits and nothing else.
pub(super) fn is_number(run: &[u8]) -> bool {
    !run.is_empty() && run.iter().all(u8::is_ascii_digit)
}

/// What Chromium calls a script that has no address: `VM1234`.
pub(super) fn is_unnamed_script(body: &[u8]) -> bool {
    body.strip_prefix(b"VM").is_some_and(is_number)
}

/// `0x7ffd5e1a`; small constants are not, nor Windows' error codes, eight digits from 8 on.
pub(super) fn is_address(run: &[u8]) -> bool {
    run.strip_prefix(b"0x").is_some_and(|digits| {
        let is_error_code = digits.len() == 8 && digits[0] == b'8';
        digits.len() >= ISSUE_ADDRESS_MIN_DIGITS
            && digits.iter().all(u8::is_ascii_hexdigit)
            && !is_error_code
    })
}

/// Where the number begins that makes `user48213` or `VM1234` one of many. `NG02801` and `es2015`
/// are names.
pub(super) fn numbered_tail(run: &[u8]) -> Option<usize> {
    let tail = run.iter().rposition(|byte| !byte.is_ascii_digit())? + 1;
    let digits = run.len() - tail;
    let is_many = digits >= ISSUE_NUMBERED_MIN_DIGITS
        || (digits + 1 == ISSUE_NUMBERED_MIN_DIGITS && run[0].is_ascii_lowercase())
        || is_unnamed_script(run);
    is_many.then_some(tail)
}

/// Where the hash begins in `index-BkX3f9a2`.
pub(super) fn hash_suffix(part: &[u8], is_built: bool) -> Option<usize> {
    let after_hyphen = part.iter().rposition(|byte| *byte == b'-')? + 1;
    let last = &part[after_hyphen..];
    if is_generated(last, Strictness::Bundle) || is_built && is_mixed_hash(last) {
        return Some(after_hyphen);
    }
    // Base 64 for URLs has hyphens of its own.
    let last_eight = part.len().checked_sub(8).filter(|at| *at > 0 && part[at - 1] == b'-')?;
    let suffix = &part[last_eight..];
    if is_built && is_mixed_hash(suffix) {
        return Some(last_eight);
    }
    let has = |is_kind: fn(&u8) -> bool| suffix.iter().any(is_kind);
    (has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit))
        .then_some(last_eight)
}

pub(super) fn count(bytes: &[u8], is_counted: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().filter(|byte| is_counted(byte)).count()
}

/// A place in a text that moves on when it finds what it looks for.
struct Look<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Look<'_> {
    fn optional(&mut self, literal: &[u8]) -> bool {
        let is_there = self.bytes[self.at..].starts_with(literal);
        self.at += if is_there { literal.len() } else { 0 };
        is_there
    }

    /// From `least` to `most` digits and then no more of them.
    fn digits(&mut self, least: usize, most: usize) -> bool {
        let length =
            self.bytes[self.at..].iter().take(most + 1).take_while(|b| b.is_ascii_digit()).count();
        let fits = (least..=most).contains(&length);
        self.at += if fits { length } else { 0 };
        fits
    }

    fn all(&mut self, parts: impl FnOnce(&mut Self) -> bool) -> bool {
        let start = self.at;
        let found = parts(self);
        if !found {
            self.at = start;
        }
        found
    }

    fn date(&mut self) -> bool {
        self.all(|l| {
            l.digits(4, 4)
                && l.optional(b"-")
                && l.digits(2, 2)
                && l.optional(b"-")
                && l.digits(2, 2)
        }) || self.all(|l| {
            l.digits(1, 4)
                && l.optional(b"/")
                && l.digits(1, 2)
                && l.optional(b"/")
                && l.digits(2, 4)
        })
    }

    /// `Fri Jan 02 2026` or `Fri, 02 Jan 2026`.
    fn weekday(&mut self) -> bool {
        let starts =
            self.bytes.get(self.at..self.at + 3).is_some_and(|day| WEEKDAYS.contains(&day));
        starts
            && self.all(|l| {
                l.at += 3;
                if l.optional(b", ") {
                    l.digits(1, 2)
                        && l.optional(b" ")
                        && l.letters(3)
                        && l.optional(b" ")
                        && l.digits(4, 4)
                } else {
                    l.optional(b" ")
                        && l.letters(3)
                        && l.optional(b" ")
                        && l.digits(1, 2)
                        && l.optional(b" ")
                        && l.digits(4, 4)
                }
            })
    }

    fn letters(&mut self, length: usize) -> bool {
        let fits = self
            .bytes
            .get(self.at..self.at + length)
            .is_some_and(|word| word.iter().all(u8::is_ascii_alphabetic));
        self.at += if fits { length } else { 0 };
        fits
    }

    fn time_of_day(&mut self) -> bool {
        let found = self.all(|l| {
            l.digits(1, 2)
                && l.optional(b":")
                && l.digits(2, 2)
                && l.optional(b":")
                && l.digits(2, 2)
        });
        if found {
            self.all(|l| (l.optional(b".") || l.optional(b",")) && l.digits(1, 9));
            let _ = self.optional(b" AM") || self.optional(b" PM");
            self.zone();
        }
        found
    }

    fn zone(&mut self) {
        if self.optional(b"Z") {
            return;
        }
        self.all(|l| {
            l.optional(b" ");
            let is_named = l.optional(b"GMT") || l.optional(b"UTC");
            let has_offset = (l.optional(b"+") || l.optional(b"-"))
                && (l.digits(4, 4) || (l.digits(2, 2) && l.optional(b":") && l.digits(2, 2)));
            is_named || has_offset
        });
        if self.bytes[self.at..].starts_with(b" (")
            && let Some(length) = self.bytes[self.at..]
                .iter()
                .take(ISSUE_ZONE_MAX_BYTES)
                .position(|byte| *byte == b')')
            && self.bytes[self.at..self.at + length].ends_with(b"Time")
        {
            self.at += length + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_timestamp(text: &str, expected: &str) {
        let end = timestamp(text.as_bytes(), 0).unwrap_or(0);
        assert_eq!(&text[..end], expected);
    }

    #[test]
    fn dates_and_times_end_where_they_end() {
        check_timestamp("2026-01-02 was a day", "2026-01-02");
        check_timestamp("2026-01-02T03:04:05.678Z.", "2026-01-02T03:04:05.678Z");
        check_timestamp("2026-01-02 03:04:05 +02:00 x", "2026-01-02 03:04:05 +02:00");
        check_timestamp("1/2/2026, 3:04:05 PM: late", "1/2/2026, 3:04:05 PM");
        check_timestamp("03:04:05 x", "03:04:05");
        check_timestamp("Fri, 02 Jan 2026 03:04:05 GMT|", "Fri, 02 Jan 2026 03:04:05 GMT");
        let date = "Fri Jan 02 2026 03:04:05 GMT+0200 (Central European Standard Time)";
        check_timestamp(date, date);
    }

    #[test]
    fn versions_ratios_and_addresses_are_no_times() {
        for text in ["18.2.0", "16:9", "127.0.0.1", "Sun is up", "1/2", "2026-1", "12:34"] {
            check_timestamp(text, "");
        }
    }

    #[test]
    fn where_bundlers_put_their_files_letters_alone_may_be_a_hash() {
        for hash in ["DiwrgTda", "DfQCtxU0", "B_kXf-a2", "aBcdefgh"] {
            assert!(is_mixed_hash(hash.as_bytes()), "{hash}");
        }
        for name in ["Settings", "settings", "SETTINGS", "my-cards", "Short", "LongerName"] {
            assert!(!is_mixed_hash(name.as_bytes()), "{name}");
        }
        assert_eq!(folder(b"at http://localhost/_nuxt/pages/"), Folder::Built);
        assert_eq!(folder(b"at http://localhost/assets/"), Folder::Assets);
        assert_eq!(folder(b"/_nuxt/ is there, but http://localhost/js/"), Folder::Other);
    }
}
