//! Numbers in a message: ids, counters, times and places are taken out, codes stay.

use super::fingerprint::{ID, NUMBER, Scanner};
use super::varying::capital_name;
use super::words::{
    ANSWER_WORDS, CODE_FAMILIES, CODE_PREFACES, CODED_WORDS, CONNECTION_WORDS, COUNTED_WORDS,
    COUNTING_WORDS, MEASURED_WORDS, PLACE_WORDS, VALUES, is_code_word, is_error_word, is_id_word,
    is_one_of,
};
use crate::limits::{ISSUE_CODE_MAX_DIGITS, ISSUE_ERROR_CODE_MAX_DIGITS, ISSUE_ID_MIN_DIGITS};

/// How far back words are looked for that tell of a connection.
const CONNECTION_REACH_BYTES: usize = 60;

impl Scanner<'_> {
    pub(super) fn number(&mut self, end: usize) {
        let start = self.at;
        let is_fraction = |at: usize| {
            self.bytes.get(at) == Some(&b'.')
                && self.bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        };
        if is_fraction(end) {
            let length = self.bytes.len();
            let fraction_end = self.end_of(end + 1, length, u8::is_ascii_digit);
            let rest = &self.bytes[fraction_end..];
            let is_long =
                fraction_end - end > ISSUE_ID_MIN_DIGITS || end - start >= ISSUE_ID_MIN_DIGITS;
            if is_fraction(fraction_end) {
                // A version or an address.
                self.at = self.end_of(start, length, |byte| byte.is_ascii_digit() || *byte == b'.');
            } else if is_long
                || start < self.varies_until
                || rest.starts_with(b"ms")
                || rest.starts_with(b" ms")
                || is_seconds(rest) && is_one_of(&MEASURED_WORDS, self.word_before(start).0)
            {
                self.replace(fraction_end, NUMBER);
            } else {
                self.at = fraction_end;
            }
            return;
        }
        if self.bytes[end..].starts_with(b" ms") {
            return self.duration(end);
        }
        let (word, _) = self.word_before(start);
        let is_quoted = matches!(self.byte_before(start), Some(b'\'' | b'"' | b'`'))
            && self.bytes.get(end).copied() == self.byte_before(start);
        if is_one_of(&PLACE_WORDS, word) || start < self.varies_until || self.is_value(start) {
            self.replace(end, NUMBER);
        } else if self.is_code(start, end) {
            self.at = end;
        } else if is_quoted
            || end - start >= ISSUE_ID_MIN_DIGITS
            || is_id_word(word)
            || is_one_of(&COUNTED_WORDS, word)
            || is_one_of(&COUNTING_WORDS, word) && end - start != 3
            || self.is_of_many(end)
        {
            self.replace(end, ID);
        } else {
            self.at = end;
        }
    }

    /// `3 of 10`.
    fn is_of_many(&self, end: usize) -> bool {
        let many = self.bytes[end..].strip_prefix(b" of ");
        many.is_some_and(|many| many.first().is_some_and(u8::is_ascii_digit))
    }

    /// Whether a value is told that stands here, without quotes.
    fn is_value(&self, start: usize) -> bool {
        VALUES.iter().any(|words| self.text[..start].ends_with(words))
    }

    /// Whether the number from `start` to `end` is a code: it says what happened, not to whom.
    fn is_code(&self, start: usize, end: usize) -> bool {
        let length = end - start;
        let (word, between) = self.word_before(start);
        let before_word = self.word_before(start - between.len() - word.len()).0;
        let is_long_code = word.eq_ignore_ascii_case("hresult")
            || word.eq_ignore_ascii_case("code") && is_one_of(&CODED_WORDS, before_word);
        if is_long_code {
            return length <= ISSUE_ERROR_CODE_MAX_DIGITS;
        }
        if length > ISSUE_CODE_MAX_DIGITS {
            return false;
        }
        let is_status = length == 3 && (b'1'..=b'5').contains(&self.bytes[start]);
        // `Error: 81723 is no order` is about an order, `WebSocket error: 1006` ends in what it says.
        let is_sentence = || between.contains(':') && is_error_word(word) && !self.ends_at(end);
        is_code_word(word) && !is_sentence()
            || is_status && is_one_of(&ANSWER_WORDS, word)
            || self.is_named_code(start, end)
            || self.is_closing_code(start, end)
    }

    /// Whether nothing follows that goes on with the sentence.
    fn ends_at(&self, end: usize) -> bool {
        let rest = self.bytes[end..].iter().find(|byte| !b".!)]}\"'".contains(byte));
        rest.is_none_or(|byte| matches!(byte, b'\n' | b',' | b';'))
    }

    /// `ORA-00942: …`, `failed with ORA-00942`, `PAYMENT_4012`; `SHOP-4711` and `ORDER_81723` are
    /// things.
    fn is_named_code(&self, start: usize, end: usize) -> bool {
        let Some((name_start, name, sign)) = capital_name(self.bytes, start) else { return false };
        let name = std::str::from_utf8(name).unwrap_or_default();
        if is_one_of(&COUNTED_WORDS, name) {
            return false;
        }
        sign == b'_'
            || self.bytes.get(end) == Some(&b':')
            || CODE_FAMILIES.contains(&name)
            || is_one_of(&CODE_PREFACES, self.word_before(name_start).0)
    }

    /// `Disconnected from server (1006)`.
    fn is_closing_code(&self, start: usize, end: usize) -> bool {
        let is_in_brackets =
            self.byte_before(start) == Some(b'(') && self.bytes.get(end) == Some(&b')');
        let before = &self.bytes[start.saturating_sub(CONNECTION_REACH_BYTES)..start];
        let has = |word: &&str| {
            before.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        };
        is_in_brackets && end - start == 4 && CONNECTION_WORDS.iter().any(has)
    }

    /// Seconds or milliseconds, written up to `end`. Round ones are a setting, and so are seconds; a
    /// setting is a meaning.
    pub(super) fn duration(&mut self, end: usize) {
        let (word, _) = self.word_before(self.at);
        let is_set = self.bytes[self.at..end].ends_with(b"00") || self.bytes[end] == b's';
        if is_set && !is_one_of(&MEASURED_WORDS, word) {
            self.at = end;
        } else {
            self.replace(end, NUMBER);
        }
    }
}

/// `s` and no further letter.
fn is_seconds(rest: &[u8]) -> bool {
    rest.strip_prefix(b"s").is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}
