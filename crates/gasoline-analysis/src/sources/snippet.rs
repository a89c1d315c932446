//! The lines of a source around the place where it broke.

use std::ops::Range;

use gasoline_protocol::truncate::prefix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::secrets;

/// One line of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SnippetLine {
    /// From 1.
    pub line: u32,
    pub text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

/// The lines around `line:column`, both from 1, that fit into `room` bytes; the room shrinks by what
/// they take. Empty if the source has no such line, or if the line itself does not fit.
pub(super) fn snippet(source: &str, line: u32, column: u32, room: &mut usize) -> Vec<SnippetLine> {
    let first = line.saturating_sub(limits::SNIPPET_LINES_BEFORE).max(1);
    let last = line.saturating_add(limits::SNIPPET_LINES_AFTER);
    let mut lines: Vec<SnippetLine> = (1..)
        .zip(source.lines())
        .skip(first as usize - 1)
        .take_while(|(number, _)| *number <= last)
        .map(|(number, text)| {
            let is_error = number == line;
            // Code that was never written for people has everything on one line.
            let from = if is_error { (column as usize).saturating_sub(1) } else { 0 };
            SnippetLine { line: number, text: excerpt(source, text, from), is_error }
        })
        .collect();
    if !lines.iter().any(|line| line.is_error) {
        return Vec::new();
    }
    let size = |lines: &[SnippetLine]| lines.iter().map(|line| line.text.len() + 1).sum::<usize>();
    while size(&lines) > *room {
        let is_last = lines.last().is_some_and(|line| !line.is_error);
        if is_last {
            lines.pop();
        } else {
            lines.remove(0);
        }
    }
    *room -= size(&lines);
    if lines.iter().any(|line| line.is_error) { lines } else { Vec::new() }
}

/// As much of a line of the source as is shown, around the column `from`.
fn excerpt(source: &str, line: &str, from: usize) -> String {
    let most = limits::SNIPPET_LINE_MAX_CHARS;
    let line = line.trim_end();
    let after = |start: usize, chars: usize| start + prefix(&line[start..], chars).len();
    let is_long = after(0, most) < line.len();
    let start = if is_long && from >= most { after(0, from - most / 2) } else { 0 };
    let end = after(start, most);
    let (before, behind) =
        (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
    let at = line.as_ptr().addr() - source.as_ptr().addr();
    format!("{before}{}{behind}", covered(source, at + start..at + end))
}

/// A piece of the source without its secrets. They are looked for around it as well: a line may hold
/// half a token, a value without its name, a few letters of a key that has many lines.
fn covered(source: &str, piece: Range<usize>) -> String {
    let reach = limits::SNIPPET_SECRET_REACH_BYTES;
    let from = source.floor_char_boundary(piece.start.saturating_sub(reach));
    let to = source.ceil_char_boundary(source.len().min(piece.end + reach));
    let around = &source[from..to];
    let spans = secrets::spans_to_mask(around);
    secrets::mask_part(around, piece.start - from..piece.end - from, &spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as `number text`, the error marked with `>`.
    #[track_caller]
    fn check(source: &str, place: (u32, u32), room: usize, expected: &[&str]) {
        let mut room = room;
        let shown: Vec<String> = snippet(source, place.0, place.1, &mut room)
            .iter()
            .map(|line| {
                format!("{}{} {}", if line.is_error { ">" } else { "" }, line.line, line.text)
            })
            .collect();
        assert_eq!(shown, expected);
    }

    fn numbered(count: usize) -> String {
        (1..=count).map(|number| format!("l{number}\n")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn five_lines_before_and_after_as_far_as_there_are() {
        check(&numbered(3), (1, 1), 100, &[">1 l1", "2 l2", "3 l3"]);
        check(&numbered(3), (3, 1), 100, &["1 l1", "2 l2", ">3 l3"]);
        let found = snippet(&numbered(40), 20, 1, &mut 1000);
        assert_eq!((found[0].line, found[10].line, found.len()), (15, 25, 11));
    }

    #[test]
    fn a_line_the_source_does_not_have_has_no_snippet() {
        check(&numbered(3), (4, 1), 100, &[]);
        check(&numbered(3), (u32::MAX, u32::MAX), 100, &[]);
        check("", (1, 1), 100, &[]);
    }

    #[test]
    fn little_room_takes_the_lines_after_and_before_and_then_all() {
        check(&numbered(3), (2, 1), 6, &["1 l1", ">2 l2"]);
        check(&numbered(3), (2, 1), 3, &[">2 l2"]);
        check(&numbered(3), (2, 1), 2, &[]);
    }

    #[test]
    fn a_long_line_is_shown_around_its_error() {
        let line = format!("{}!{}", "a".repeat(500), "é".repeat(500));
        let shown = &snippet(&line, 1, 501, &mut 10_000)[0].text;
        assert_eq!(shown.chars().count(), limits::SNIPPET_LINE_MAX_CHARS + 2);
        assert!(shown.starts_with("…a") && shown.contains('!') && shown.ends_with("é…"));
        let other = &snippet(&format!("x\n{line}"), 1, 1, &mut 10_000)[1].text;
        assert!(other.starts_with("aaa") && other.ends_with("a…"));
    }

    /// No line shows more of `secret` than its ends, wherever the error is.
    #[track_caller]
    fn check_hidden(source: &str, secret: &str) {
        for (number, line) in (1..).zip(source.lines()) {
            for column in (1..=u32::try_from(line.len()).expect("short")).step_by(7) {
                for shown in snippet(source, number, column, &mut 100_000) {
                    let is_hidden =
                        (0..secret.len() - 8).all(|at| !shown.text.contains(&secret[at..at + 8]));
                    assert!(is_hidden, "{number}:{column}: {}", shown.text);
                }
            }
        }
    }

    #[test]
    fn a_secret_is_covered_before_its_line_is_cut() {
        let (before, after) = ("a(b);".repeat(60), "c(d);".repeat(60));
        let token = format!("ghp_{}", "16C7e42F292c6912E7710c838347Ae178B4a");
        check_hidden(&format!("{before}f('{token}');{after}"), &token);
        // The name that it is known by may be cut off.
        let password = "correct-horse-battery-staple";
        check_hidden(&format!("{before}password = '{password}';{after}"), password);
    }

    #[test]
    fn a_secret_of_several_lines_is_covered_in_each() {
        let key = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"];
        let source = format!(
            "f();\nconst key = `{0}BEGIN PRIVATE KEY{0}\n{1}\n{0}END PRIVATE KEY{0}`;\ng();\n",
            "-----",
            key.repeat(8).join("\n")
        );
        for line in key {
            check_hidden(&source, line);
        }
    }
}
