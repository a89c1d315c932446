//! The answer that holds what an expectation got: where nothing failed, it may have been wrong.

use gasoline_protocol::truncate::{one_line, prefix, truncate};

use super::super::outcome::ShownAnswer;
use super::super::words::{clean, line};
use super::{Look, method};
use crate::limits;

impl Look<'_> {
    /// The last answer that has what the test received.
    pub(super) fn shown(&self) -> Option<ShownAnswer> {
        let received = received(&self.tried.record.error.as_ref()?.message)?;
        let answers = self.view.requests.iter().rev();
        answers.filter(|it| self.noise.request(&it.view).is_none()).find_map(|it| {
            let body = it.view.response_body.as_deref()?;
            let at = place(body, received)?;
            Some(ShownAnswer {
                method: method(&it.view),
                url: line(&it.view.url, limits::REPORT_LINE_MAX_CHARS),
                status: it.view.status,
                at_ms: self.at(it.time),
                received: line(received, limits::REPORT_RECEIVED_MAX_CHARS),
                says: around(body, at, received.len()),
            })
        })
    }
}

/// What runners write before the value they got.
const LABELS: [&str; 3] = ["Received:", "Received string:", "Received value:"];

/// Values that stand in so many answers that finding them there says nothing.
const COMMON: [&str; 6] = ["true", "false", "null", "undefined", "NaN", "[object Object]"];

/// What a runner says it received: `25` of `Received string: "25"`.
fn received(message: &str) -> Option<&str> {
    let value = message
        .lines()
        .map(str::trim)
        .find_map(|line| LABELS.iter().find_map(|label| line.strip_prefix(label)).map(str::trim))?;
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let value = quoted.unwrap_or(value);
    (value.len() > 1 && !COMMON.contains(&value)).then_some(value)
}

/// Where a value stands in a text as a word of its own.
fn place(text: &str, value: &str) -> Option<usize> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(value).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + value.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// A value with the text before and behind it.
fn around(text: &str, at: usize, length: usize) -> String {
    let most = limits::REPORT_RECEIVED_MAX_CHARS / 2;
    let first = text[..at].char_indices().rev().take(most).last().map_or(at, |(start, _)| start);
    let end = at + length;
    let last = end + prefix(&text[end..], most).len();
    let said = one_line(&clean(&text[first..last]));
    let said = truncate(&said, limits::REPORT_RECEIVED_MAX_CHARS * 2);
    format!(
        "{}{said}{}",
        if first > 0 { "…" } else { "" },
        if last < text.len() { "…" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_received_is_read_from_the_words_of_runners() {
        let message = "expect(locator).toHaveText(expected)\n\n  Expected string: \"20\"\n  Received string: \"25\"\n";
        assert_eq!(received(message), Some("25"));
        assert_eq!(received("Expected: 20\nReceived: 25"), Some("25"));
        for common in ["Received: true", "Received: 1", "Received: \"\"", "boom", ""] {
            assert_eq!(received(common), None, "{common}");
        }
    }

    #[test]
    fn a_value_is_found_only_as_a_word_of_its_own() {
        assert_eq!(place(r#"{"total":250,"sum":25}"#, "25"), Some(19));
        assert_eq!(place("x25", "25"), None);
        assert_eq!(place("é25é 25", "25"), Some(7));
    }

    #[test]
    fn of_a_long_answer_what_is_around_the_value_is_told() {
        let body = format!("{}25{}", "é ".repeat(200), " é".repeat(200));
        let told = around(&body, 600, 2);
        assert!(told.starts_with('…') && told.ends_with('…') && told.contains("25"), "{told}");
        assert!(told.chars().count() < 200, "{told}");
        assert_eq!(around(r#"{"total":25}"#, 9, 2), r#"{"total":25}"#);
    }
}
