//! How the story is told: headings, sentences, and what tools answered, within eighty columns.

use std::io::Write;
use std::path::Path;

/// Columns of a terminal that nobody made wider.
const WIDTH: usize = 80;

/// Before each line of an answer.
const GUTTER: &str = "   │ ";

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// Tells the story to whoever reads; one who has gone is not told.
pub(super) struct Teller<'a> {
    out: &'a mut dyn Write,
}

impl<'a> Teller<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out }
    }

    /// A question, and the tool that answers it.
    pub(super) fn ask(&mut self, question: &str, tool: &str) {
        let used = question.chars().count() + tool.chars().count();
        let gap = " ".repeat(WIDTH.saturating_sub(used).max(2));
        self.line(&format!("\n{BOLD}{question}{PLAIN}{gap}{CYAN}{tool}{PLAIN}\n"));
    }

    /// A heading that no tool answers.
    pub(super) fn head(&mut self, text: &str) {
        self.line(&format!("{BOLD}{text}{PLAIN}"));
    }

    pub(super) fn say(&mut self, text: &str) {
        for line in wrap(text, WIDTH - 3, 0) {
            self.line(&format!("   {line}"));
        }
    }

    /// A name and what belongs to it, among others of its kind.
    pub(super) fn item(&mut self, name: &str, what: &str) {
        self.line(&format!("   {DIM}{name:<14}{PLAIN}{what}"));
    }

    /// What a tool answered.
    pub(super) fn quote<'t>(&mut self, lines: impl IntoIterator<Item = &'t str>) {
        for line in lines {
            let colour = colour(line);
            let indent = line.len() - line.trim_start().len();
            for part in wrap(line, WIDTH - GUTTER.chars().count(), indent + 2) {
                let part = part.trim_end();
                self.line(&format!("{DIM}{GUTTER}{PLAIN}{colour}{part}{PLAIN}"));
            }
        }
    }

    /// A file, whole on its line, to be copied from there.
    pub(super) fn path(&mut self, path: &Path) {
        self.line(&format!("   {BOLD}{}{PLAIN}\n", path.display()));
    }

    pub(super) fn blank(&mut self) {
        self.line("");
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }
}

/// The lines that matter most.
fn colour(line: &str) -> &'static str {
    let line = line.trim_start();
    if line.starts_with("fixed:") || line.starts_with("- resolved") {
        GREEN
    } else if line.starts_with("> ") || line.starts_with("critical") {
        RED
    } else {
        ""
    }
}

/// Breaks a line at its spaces; what follows the first part is set in by `hang`.
fn wrap(line: &str, width: usize, hang: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line;
    let mut indent = 0;
    loop {
        let room = width.saturating_sub(indent).max(1);
        let Some((limit, _)) = rest.char_indices().nth(room) else {
            lines.push(" ".repeat(indent) + rest);
            return lines;
        };
        // A space right behind the last column breaks as well.
        let edge = limit + usize::from(rest[limit..].starts_with(' '));
        let begins = rest.len() - rest.trim_start().len();
        let at = rest[..edge].rfind(' ').filter(|at| *at > begins).unwrap_or(limit);
        lines.push(" ".repeat(indent) + rest[..at].trim_end());
        rest = rest[at..].trim_start();
        indent = hang.min(width / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_hang() {
        for (line, expected) in [
            ("short", &["short"][..]),
            ("", &[""]),
            ("one two three", &["one two", "  three"]),
            ("  set in here", &["  set in", "  here"]),
            ("exactly_10", &["exactly_10"]),
            ("exactly_10 more", &["exactly_10", "  more"]),
            ("a_word_that_is_too_long", &["a_word_tha", "  t_is_too", "  _long"]),
            ("größe über alles", &["größe über", "  alles"]),
        ] {
            assert_eq!(wrap(line, 10, 2), expected, "{line}");
        }
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let mut told = Vec::new();
        let mut teller = Teller::new(&mut told);
        teller.say(&"word ".repeat(50));
        teller.quote(["x".repeat(300).as_str(), &"   12 | code ".repeat(20)]);
        let told = String::from_utf8(told).expect("text");
        let plain = [DIM, PLAIN].iter().fold(told, |text, code| text.replace(code, ""));
        assert!(plain.lines().all(|line| line.chars().count() <= WIDTH), "{plain}");
    }
}
