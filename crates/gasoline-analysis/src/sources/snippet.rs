//! The lines of a source around the place where it broke.

use serde::{Deserialize, Serialize};

use crate::limits;

/// One line of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
            SnippetLine { line: number, text: clip(text, from), is_error }
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

/// As much of a line as is shown, around the column `from`.
fn clip(text: &str, from: usize) -> String {
    let most = limits::SNIPPET_LINE_MAX_CHARS;
    let text = text.trim_end();
    if text.chars().take(most + 1).count() <= most {
        return text.to_owned();
    }
    let skipped = if from < most { 0 } else { from - most / 2 };
    let mut rest = text.chars().skip(skipped);
    let shown: String = rest.by_ref().take(most).collect();
    let (before, after) =
        (if skipped > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
    format!("{before}{shown}{after}")
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
}
