//! Text under headings, with the lines cut for which there is no room.

use schemars::JsonSchema;
use serde::Serialize;

use super::show;
use crate::limits;

/// Sections of an answer, the most telling first.
pub(crate) struct Sections {
    pub(crate) text: String,
    /// Lines there was no room for.
    pub(crate) left: usize,
}

impl Sections {
    pub(crate) fn new(headline: String) -> Self {
        Self { text: headline, left: 0 }
    }

    /// Adds a section and says how many of its lines were taken. None may take more than half of
    /// the room that is left, so that the next ones are heard as well.
    pub(crate) fn add(&mut self, title: &str, lines: &[String]) -> usize {
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

    /// Adds a section of rows, and removes the rows it has no room for.
    pub(crate) fn rows<T>(
        &mut self,
        title: &str,
        rows: &mut Vec<T>,
        line: impl FnMut(&T) -> String,
    ) {
        let lines: Vec<String> = rows.iter().map(line).collect();
        rows.truncate(self.add(title, &lines));
    }

    /// Adds one line on its own.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push('\n');
        self.text.push_str(line);
    }

    pub(crate) fn omitted(&self) -> Option<TruncatedText> {
        TruncatedText::new(self.left, None)
    }
}

/// Lines of text there was no room for.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TruncatedText {
    pub(crate) lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<&'static str>,
}

impl TruncatedText {
    pub(crate) fn new(lines: usize, hint: Option<&'static str>) -> Option<Self> {
        (lines > 0).then_some(Self { lines, hint })
    }
}
