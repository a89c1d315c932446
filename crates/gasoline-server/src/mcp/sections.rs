//! Text under headings, with the lines cut for which there is no room.

use super::show;
use crate::limits;

/// Sections of an answer, the most telling first.
pub(super) struct Sections {
    pub(super) text: String,
    /// Lines there was no room for.
    pub(super) left: usize,
}

impl Sections {
    pub(super) fn new(headline: String) -> Self {
        Self { text: headline, left: 0 }
    }

    /// Adds a section and says how many of its lines were taken. None may take more than half of
    /// the room that is left, so that the next ones are heard as well.
    pub(super) fn add(&mut self, title: &str, lines: &[String]) -> usize {
        if lines.is_empty() {
            return 0;
        }
        let most = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
        let room = most.saturating_sub(self.text.len()) / 2;
        let mut section = format!("\n{title}:");
        let mut taken = 0;
        for line in lines {
            let line = show::one_line(line, limits::SECTION_LINE_CHARS);
            if section.len() + line.len() > room {
                break;
            }
            section.push_str("\n- ");
            section.push_str(&line);
            taken += 1;
        }
        let left = lines.len() - taken;
        if left > 0 {
            section.push_str(&format!("\n  … {left} more"));
        }
        self.text.push_str(&section);
        self.left += left;
        taken
    }

    /// Adds one line on its own.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push('\n');
        self.text.push_str(line);
    }
}
