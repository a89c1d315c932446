//! The four ways to truncate a text, and [`one_line`].
//!
//! | Text | Function |
//! |---|---|
//! | redacted, shown to a reader | [`truncate`]: ends with `…` |
//! | redacted, compared or stored as a key | [`prefix`]: no mark |
//! | not redacted | [`before_token`]: never leaves a part of a value that may be a secret |
//! | not redacted, short | [`past_token`]: keeps the value at the limit if it ends soon |
//!
//! A truncated secret no longer matches a rule, so text is redacted before it is truncated. Where it
//! cannot be, on the way in, the last two apply; in the page `capture/src/values/cut.ts` does.

use std::borrow::Cow;

use crate::limits::CUT_WORD_MAX_BYTES;

/// The longest a text may be.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    Chars(usize),
    Bytes(usize),
}

impl Limit {
    pub fn fits(self, text: &str) -> bool {
        self.end(text).is_none()
    }

    /// Where the text exceeds the limit, between two characters; `None` if it fits.
    fn end(self, text: &str) -> Option<usize> {
        match self {
            Self::Chars(max) | Self::Bytes(max) if text.len() <= max => None,
            Self::Chars(max) => text.char_indices().nth(max).map(|(end, _)| end),
            Self::Bytes(max) => Some(text.floor_char_boundary(max)),
        }
    }
}

/// A text on one line, its words one blank apart.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `max_chars` characters, followed by `…` if there are more.
pub fn truncate(text: &str, max_chars: usize) -> String {
    marked(text, Limit::Chars(max_chars).end(text), "…").into_owned()
}

/// The first `max_chars` characters.
pub fn prefix(text: &str, max_chars: usize) -> &str {
    Limit::Chars(max_chars).end(text).map_or(text, |end| &text[..end])
}

/// As much as fits without a part of a value at the end, followed by `mark`. A text that fits is
/// borrowed and has no mark.
///
/// | limit at `│` | kept |
/// |---|---|
/// | `sent ghp_16C7│e42F292c` | `sent ` |
/// | `to redis://ann:hunter2│@db` | `to ` |
/// | `paid by 4012 8888 │8888 1881` | `paid by ` |
/// | `https://a.test/v1/ghp_16│C7` | `https://a.test/v1/`, because there is nothing else |
pub fn before_token<'a>(text: &'a str, limit: Limit, mark: &str) -> Cow<'a, str> {
    marked(text, limit.end(text).map(|end| start_of_token(text, end)), mark)
}

/// Like [`before_token`] for short texts, where one value may be all there is: a value at the limit
/// is kept if little of it is missing.
pub fn past_token<'a>(text: &'a str, max_chars: usize, mark: &str) -> Cow<'a, str> {
    marked(text, Limit::Chars(max_chars).end(text).map(|end| end_of_token(text, end)), mark)
}

fn marked<'a>(text: &'a str, end: Option<usize>, mark: &str) -> Cow<'a, str> {
    end.map_or(Cow::Borrowed(text), |end| Cow::Owned(format!("{}{mark}", &text[..end])))
}

fn start_of_token(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    if !is_of_value(bytes, end) {
        return end;
    }
    let value = start_of_run(end, |at| is_of_value(bytes, at)).filter(|start| *start > 0);
    let part = || start_of_run(end, |at| is_of_part(bytes[at]));
    value.or_else(part).unwrap_or(end)
}

fn end_of_token(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    let most = bytes.len().min(end + CUT_WORD_MAX_BYTES / 2);
    match (end..most).find(|at| !is_of_value(bytes, *at)) {
        Some(after) => after,
        None if most == bytes.len() => most,
        None => start_of_token(text, end),
    }
}

/// Where the run starts that ends before `end`; `None` if it is longer than secrets are.
fn start_of_run(end: usize, is_inside: impl Fn(usize) -> bool) -> Option<usize> {
    let least = end.saturating_sub(CUT_WORD_MAX_BYTES);
    match (least..end).rev().find(|at| !is_inside(*at)) {
        Some(before) => Some(before + 1),
        None => (least == 0).then_some(0),
    }
}

/// Whether the byte at `at` can stand in a secret, or in what it is known by: the `@` behind a
/// password, the blanks in a card number.
fn is_of_value(bytes: &[u8], at: usize) -> bool {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    match bytes[at] {
        b' ' => at > 0 && is_digit(at - 1) && is_digit(at + 1),
        byte => byte.is_ascii_graphic() && !b"\"'`>,;()[]{}\\".contains(&byte),
    }
}

/// Whether a byte can stand in one part of a value: of a URL, which may be all there is.
fn is_of_part(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`<>,;()[]{}\\/:@?&#|".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    enum Side {
        Before,
        Past,
    }
    use Side::{Before, Past};

    /// A text with a `│` at the limit.
    #[track_caller]
    fn check(side: Side, text: &str, kept: &str) {
        let end = text.find('│').expect("a limit");
        let text = text.replace('│', "");
        let found = match side {
            Before => before_token(&text, Limit::Bytes(end), "…"),
            Past => past_token(&text, text[..end].chars().count(), "…"),
        };
        assert_eq!(found, format!("{kept}…"));
    }

    #[test]
    fn a_text_that_fits_stays_as_it_is() {
        for text in ["", "sent", "ghp_16C7"] {
            let length = text.chars().count();
            assert_eq!(truncate(text, length), text);
            assert_eq!(prefix(text, length), text);
            assert_eq!(before_token(text, Limit::Bytes(text.len()), "…"), text);
            assert_eq!(before_token(text, Limit::Chars(length), "…"), text);
            assert_eq!(past_token(text, length, "…"), text);
        }
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        assert_eq!(truncate("界é界é", 3), "界é界…");
        assert_eq!(truncate("界é界é", 4), "界é界é");
        assert_eq!(prefix("界é界é", 3), "界é界");
        assert_eq!(before_token("界é界é", Limit::Chars(3), ""), "界é界");
        assert_eq!(before_token("界é界é", Limit::Bytes(4), ""), "界");
    }

    #[test]
    fn a_cut_leaves_no_half_of_a_value() {
        check(Before, "sent ghp_16C7│e42F292c", "sent ");
        check(Before, "sent ghp_16C7e42F292c│ and more", "sent ghp_16C7e42F292c");
        check(Before, r#"{"a":"b","note":"ghp_16C7│e42F292c"}"#, r#"{"a":"b","note":""#);
        check(Before, "[1,2,3,4│5,6]", "[1,2,3,");
    }

    #[test]
    fn what_a_secret_is_known_by_goes_with_it() {
        check(Before, "to redis://ann:hunter2│@db", "to ");
        check(Before, "to redis://ann:hun!│ter2@db", "to ");
        check(Before, "paid by 4012 8888│ 8888 1881", "paid by ");
        check(Before, "<password>hunter2<│/password>", "<password>");
        check(Past, "to redis://ann:hun│ter2@db and", "to redis://ann:hunter2@db");
        check(Past, "4012 88│88 8888 1881 and", "4012 8888 8888 1881");
    }

    #[test]
    fn of_a_text_that_is_one_value_the_last_part_goes() {
        check(Before, "https://a.test/v1/ghp_16│C7?x=1", "https://a.test/v1/");
        check(Before, "redis://ann:hunter2│@db", "redis://ann:");
        check(Before, "ghp_16C7│e42F292c", "");
    }

    #[test]
    fn a_value_longer_than_secrets_is_truncated_at_the_limit() {
        let data = "x".repeat(2_000);
        assert_eq!(before_token(&data, Limit::Bytes(1_000), "").len(), 1_000);
        assert_eq!(past_token(&data, 1_000, "").len(), 1_000);
        let url = format!("https://a.test/{data}/ghp_16C7e42F");
        assert_eq!(before_token(&url, Limit::Bytes(2_020), "").len(), 2_016);
    }

    #[test]
    fn no_character_is_split() {
        let text = "界é".repeat(10);
        for max in 0..text.len() + 3 {
            let kept = before_token(&text, Limit::Bytes(max), "");
            assert!(text.starts_with(&*kept) && kept.len() <= max, "{max}");
        }
    }
}
