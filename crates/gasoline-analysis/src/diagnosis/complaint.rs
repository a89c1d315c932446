//! What an answer says went wrong, in its own words.

use serde::Serialize;
use serde_json::Value;

use crate::limits;
use crate::report::line;

/// The words of an answer about what went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// The member that says so; none where the answer is a plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    pub text: String,
}

/// Members that say what went wrong, the most exact first.
const TELLING: [&str; 6] = ["detail", "reason", "message", "error", "exception", "title"];

/// Words that only repeat the status.
const GENERIC: [&str; 12] = [
    "internal server error",
    "bad request",
    "not found",
    "unauthorized",
    "forbidden",
    "service unavailable",
    "bad gateway",
    "gateway timeout",
    "error",
    "failed",
    "unprocessable entity",
    "conflict",
];

/// The most exact words of an answer; nothing where it only repeats its status.
pub fn complaint(answer: &str) -> Option<Complaint> {
    let Ok(value) = serde_json::from_str::<Value>(answer) else {
        let text = line(answer, limits::REPORT_LINE_MAX_CHARS);
        let is_sentence = !text.is_empty()
            && text.chars().count() <= limits::CAUSE_TEXT_MAX_CHARS
            && !text.starts_with('<');
        return (is_sentence && !is_generic(&text)).then_some(Complaint { member: None, text });
    };
    let mut found = Vec::new();
    collect(&value, None, 0, &mut found);
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().next().map(|(_, complaint)| complaint)
}

fn collect(value: &Value, name: Option<&str>, depth: usize, found: &mut Vec<(usize, Complaint)>) {
    if depth > limits::CAUSE_BODY_DEPTH || found.len() > limits::CAUSES_TEXTS_MAX {
        return;
    }
    match value {
        Value::String(text) => {
            let Some(name) = name else { return };
            let lower = name.to_ascii_lowercase();
            let rank = TELLING.iter().position(|word| lower.contains(word));
            let text = line(text, limits::REPORT_LINE_MAX_CHARS);
            if let Some(rank) = rank
                && text.len() >= limits::CAUSE_TEXT_MIN_CHARS
                && !is_generic(&text)
            {
                let member = Some(line(name, limits::REPORT_NAME_MAX_CHARS));
                found.push((rank, Complaint { member, text }));
            }
        }
        Value::Array(items) => {
            for item in items {
                collect(item, name, depth + 1, found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                collect(member, Some(name), depth + 1, found);
            }
        }
        _ => {}
    }
}

fn is_generic(text: &str) -> bool {
    GENERIC.iter().any(|words| text.trim_end_matches(['.', '!']).eq_ignore_ascii_case(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expected: Option<(&str, &str)>) {
        let found = complaint(answer);
        let found = found.as_ref().map(|it| (it.member.as_deref().unwrap_or(""), &*it.text));
        assert_eq!(found, expected, "{answer}");
    }

    #[test]
    fn the_most_exact_words_are_taken() {
        check(
            r#"{"error":"Internal Server Error","details":"null pointer: user.address"}"#,
            Some(("details", "null pointer: user.address")),
        );
        check(
            r#"{"errors":[{"message":"no such cart","code":"E404"}]}"#,
            Some(("message", "no such cart")),
        );
        check("out of stock", Some(("", "out of stock")));
    }

    #[test]
    fn what_only_repeats_the_status_says_nothing() {
        for answer in
            ["Internal Server Error", r#"{"message":"Not Found"}"#, "", "<h1>Oops</h1>", "{}", "7"]
        {
            check(answer, None);
        }
    }
}
