//! Where a text may be cut that is not masked yet: half a secret is known by no rule.
//!
//! Whatever is cut before it is masked must be cut here; in the page, by `capture/src/values/cut.ts`,
//! which follows the same rules.

use crate::limits::CUT_WORD_MAX_BYTES;

/// The largest cut at or below `end` that splits no character and, if it can, nothing that may be a
/// secret. At the end of a text nobody knows what followed.
///
/// | cut at `│` | kept |
/// |---|---|
/// | `sent ghp_16C7│e42F292c` | `sent ` |
/// | `to redis://ann:hunter2│@db` | `to ` |
/// | `paid by 4012 8888 │8888 1881` | `paid by ` |
/// | `https://a.test/v1/ghp_16│C7` | `https://a.test/v1/`, for there is nothing else |
pub fn before_word(text: &str, end: usize) -> usize {
    let end = text.floor_char_boundary(end);
    let bytes = text.as_bytes();
    if end < bytes.len() && !is_of_value(bytes, end) {
        return end;
    }
    let value = beginning(end, |at| is_of_value(bytes, at)).filter(|start| *start > 0);
    let part = || beginning(end, |at| is_of_part(bytes[at]));
    value.or_else(part).unwrap_or(end)
}

/// The same for short texts, of which a word may be all there is: the word at `end` is kept whole
/// if little is missing of it.
pub fn past_word(text: &str, end: usize) -> usize {
    let end = text.floor_char_boundary(end);
    let bytes = text.as_bytes();
    let most = bytes.len().min(end + CUT_WORD_MAX_BYTES / 2);
    match (end..most).find(|at| !is_of_value(bytes, *at)) {
        Some(after) => after,
        None if most == bytes.len() => most,
        None => before_word(text, end),
    }
}

/// Where the run begins that ends before `end`; none if it is longer than secrets are.
fn beginning(end: usize, is_inside: impl Fn(usize) -> bool) -> Option<usize> {
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

    /// A text with a `│` where it is cut.
    #[track_caller]
    fn check(cut: fn(&str, usize) -> usize, text: &str, kept: &str) {
        let end = text.find('│').expect("a place to cut");
        let text = text.replace('│', "");
        assert_eq!(&text[..cut(&text, end)], kept);
    }

    #[test]
    fn a_cut_leaves_no_half_of_a_value() {
        check(before_word, "sent ghp_16C7│e42F292c", "sent ");
        check(before_word, "sent ghp_16C7e42F292c│ and more", "sent ghp_16C7e42F292c");
        check(before_word, r#"{"a":"b","note":"ghp_16C7│e42F292c"}"#, r#"{"a":"b","note":""#);
        check(before_word, "[1,2,3,4│5,6]", "[1,2,3,");
        check(before_word, "sent ghp_16C7│", "sent ");
    }

    #[test]
    fn what_a_secret_is_known_by_goes_with_it() {
        check(before_word, "to redis://ann:hunter2│@db", "to ");
        check(before_word, "to redis://ann:hun!│ter2@db", "to ");
        check(before_word, "paid by 4012 8888│ 8888 1881", "paid by ");
        check(before_word, "<password>hunter2<│/password>", "<password>");
        check(past_word, "to redis://ann:hun│ter2@db and", "to redis://ann:hunter2@db");
        check(past_word, "4012 88│88 8888 1881 and", "4012 8888 8888 1881");
    }

    #[test]
    fn of_a_text_that_is_one_value_the_last_part_goes() {
        check(before_word, "https://a.test/v1/ghp_16│C7?x=1", "https://a.test/v1/");
        check(before_word, "redis://ann:hunter2│@db", "redis://ann:");
        check(before_word, "ghp_16C7│e42F292c", "");
    }

    #[test]
    fn what_is_longer_than_secrets_is_cut_where_it_has_to_be() {
        let data = "x".repeat(2_000);
        assert_eq!(before_word(&data, 1_000), 1_000);
        assert_eq!(past_word(&data, 1_000), 1_000);
        assert_eq!(before_word(&format!("https://a.test/{data}/ghp_16C7e42F"), 2_020), 2_016);
    }

    #[test]
    fn no_character_is_split() {
        let text = "界é".repeat(10);
        for end in 0..text.len() + 3 {
            assert!(text.is_char_boundary(before_word(&text, end)), "{end}");
            assert!(text.is_char_boundary(past_word(&text, end)), "{end}");
        }
    }
}
