//! Where an error is in the source, as it is shown.

use std::sync::Arc;

use gasoline_analysis::sources::{PlacedFrame, SourcePlace};
use gasoline_protocol::escape;

use super::rows::Location;
use crate::limits;
use crate::mcp::response::show::truncated;
use crate::source_maps::Told;

/// Lines on each side of the one that broke, for a reader who has room.
const WHOLE_SNIPPET_LINES: u32 = 5;

/// What is known of an error's place.
#[derive(Debug, Clone)]
pub(in crate::mcp) struct Places {
    pub(in crate::mcp) told: Arc<Told>,
    /// Whether the user lets the code be shown.
    pub(in crate::mcp) shows_code: bool,
}

impl Places {
    /// `src/cart.ts:42:15 in total`: where the application broke.
    pub(in crate::mcp) fn top(&self) -> Option<String> {
        let frames = &self.told.explained.frames;
        let of_application = frames.iter().find(|frame| frame.mapped && !frame.library);
        of_application.or(frames.iter().find(|frame| frame.mapped)).map(place)
    }

    /// The frames below the first, the code, or why there is none.
    pub(super) fn to_text(&self, frames: usize, sources: usize, code_lines: u32) -> String {
        let own = self.own_frames();
        let mut lines: Vec<String> =
            own.iter().map(|frame| format!("   at {}\n", place(frame))).collect();
        // A map of whole lines places a callback where its caller is.
        lines.dedup();
        lines.truncate(frames);
        // The first is told with the error.
        let is_told =
            self.top().is_some_and(|top| lines.first() == Some(&format!("   at {top}\n")));
        let mut text = lines.split_off(usize::from(is_told)).concat();
        for source in self.snippets(sources) {
            text.push_str(&snippet(source, code_lines));
        }
        if let Some(reason) = self.reason() {
            text.push_str(&format!("   no source map: {reason}\n"));
        }
        text
    }

    /// Where the application broke.
    pub(super) fn location(&self) -> Option<Location> {
        let source = self.told.explained.sources.first()?;
        let (file, function) = (source.file.clone(), source.function.clone());
        Some(Location { file, line: source.line, column: source.column, function })
    }

    /// The code around the place, under its name, for a report.
    pub(in crate::mcp) fn code(&self) -> Option<(String, String)> {
        let source = *self.snippets(1).first()?;
        let lines = snippet(source, WHOLE_SNIPPET_LINES);
        let lines: Vec<&str> = lines.lines().map(|line| line.trim_start_matches("   ")).collect();
        Some((format!("{}:{}", source.file, source.line), lines.join("\n")))
    }

    /// The code, if it is shown at all.
    pub(super) fn snippets(&self, most: usize) -> Vec<&SourcePlace> {
        let sources = self.told.explained.sources.iter().take(most);
        sources.filter(|source| self.shows_code && !source.snippet.is_empty()).collect()
    }

    /// The frames, where the source map of one is known.
    pub(super) fn frames(&self, most: usize) -> Option<Vec<PlacedFrame>> {
        let own = || self.own_frames().into_iter().take(most).cloned().collect();
        self.told.explained.is_mapped().then(own)
    }

    /// The frames of the application; of a stack that has none, those of libraries.
    fn own_frames(&self) -> Vec<&PlacedFrame> {
        let frames = &self.told.explained.frames;
        let has_own = frames.iter().any(|frame| !frame.library);
        frames.iter().filter(|frame| !(has_own && frame.library)).collect()
    }

    /// Why nothing is known of the source.
    pub(super) fn reason(&self) -> Option<&str> {
        self.told.reason.as_deref().filter(|_| !self.told.explained.is_mapped())
    }
}

fn place(frame: &PlacedFrame) -> String {
    let column = frame.column.map(|column| format!(":{column}")).unwrap_or_default();
    let function = frame.function.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    let whole = format!("{}:{}{column}{function}", frame.file, frame.line);
    truncated(&whole, limits::MESSAGE_SHOWN_CHARS)
}

/// The code with its line numbers, the line that broke marked.
fn snippet(source: &SourcePlace, code_lines: u32) -> String {
    let width = source.snippet.last().map_or(0, |line| line.line.to_string().len());
    source
        .snippet
        .iter()
        .filter(|line| line.line.abs_diff(source.line) <= code_lines)
        .map(|line| {
            let mark = if line.is_error { '>' } else { ' ' };
            format!("   {mark} {:width$} | {}\n", line.line, escape::lines(&line.text))
        })
        .collect::<Vec<_>>()
        .concat()
}
