//! Quotes as they occur in texts: plain, escaped once or more, as entities, percent-encoded.

use crate::limits;

/// An opening or closing quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    mark: &'static [u8],
    /// How many backslashes stand before it: one in JSON within JSON, three a level deeper.
    slashes: usize,
    /// Where it ends, which for an opening quote is where the value begins.
    pub(super) end: usize,
}

const MARKS: &[&[u8]] = &[b"\"", b"'", b"`", b"&quot;", b"&#34;", b"&#39;", b"%22", b"%27"];

/// The quote at `at`, with the backslashes before it.
pub(super) fn quote_at(bytes: &[u8], at: usize) -> Option<Quote> {
    let rest = bytes.get(at..)?;
    let within_reach = rest.iter().take(limits::SECRET_QUOTE_MAX_SLASHES);
    let slashes = within_reach.take_while(|byte| **byte == b'\\').count();
    let mark = MARKS.iter().find(|mark| rest[slashes..].starts_with(mark))?;
    Some(Quote { mark, slashes, end: at + slashes + mark.len() })
}

impl Quote {
    /// How many bytes the quote takes, backslashes included.
    pub(super) fn len(&self) -> usize {
        self.slashes + self.mark.len()
    }

    /// Where the value opened by this quote ends: at its closing quote, at the end of the line or
    /// of a text that was cut off.
    pub(super) fn closing(&self, bytes: &[u8]) -> usize {
        let mut at = self.end;
        let mut slashes = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => slashes += 1,
                b'\n' => return at,
                _ if bytes[at..].starts_with(self.mark) && self.is_closed_by(slashes) => {
                    return at - slashes.min(self.slashes);
                }
                _ => slashes = 0,
            }
            at += 1;
        }
        at
    }

    /// Whether a mark behind so many backslashes ends the value. Each level of nesting doubles the
    /// backslashes of what is within: `\"` opens at level one, `\\\"` is a quote inside the value,
    /// and in `\\\\\"` two of them are an escaped backslash before the end.
    fn is_closed_by(&self, slashes: usize) -> bool {
        slashes <= self.slashes || slashes % (2 * (self.slashes + 1)) == self.slashes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let quote = quote_at(text.as_bytes(), 0).expect("the text begins with a quote");
        assert_eq!(&text[quote.end..quote.closing(text.as_bytes())], expected);
    }

    #[test]
    fn a_value_ends_at_its_own_quote() {
        check(r#""abc" "def""#, "abc");
        check(r#""a'b" 'c'"#, "a'b");
        check(r"'it' is", "it");
        check("&quot;abc&quot;,", "abc");
        check("%22abc%22", "abc");
    }

    #[test]
    fn an_escaped_quote_belongs_to_the_value() {
        check(r#""a\"b","#, r#"a\"b"#);
        check(r#""a\\","b""#, r"a\\");
        check(r#"\"abc\",\"x\""#, "abc");
        check(r#"\"a\\\"b\","#, r#"a\\\"b"#);
        check(r#"\"a\\\\\","#, r"a\\\\");
    }

    #[test]
    fn a_value_that_was_cut_off_ends_with_the_text_or_the_line() {
        check(r#""abc"#, "abc");
        check("\"abc\ndef\"", "abc");
        check(r#"\"abc" rest"#, "abc");
    }
}
