//! Where an error is in the source, as it is shown.

use std::sync::Arc;

use gasoline_analysis::sources::{PlacedFrame, SourcePlace};
use serde_json::{Map, Value, json};

use super::show::clip;
use crate::limits;
use crate::source_maps::Told;

/// What is known of an error's place.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub(super) told: Arc<Told>,
    /// Whether the code is shown with it, or why there is none.
    pub(super) is_in_full: bool,
}

impl Places {
    /// `src/cart.ts:42:15 in total`: where the application broke.
    pub(super) fn top(&self) -> Option<String> {
        let frames = &self.told.explained.frames;
        let of_application = frames.iter().find(|frame| frame.mapped && !frame.library);
        of_application.or(frames.iter().find(|frame| frame.mapped)).map(place)
    }

    /// The frames, the code, or why there is none.
    pub(super) fn to_text(&self) -> String {
        let own = self.own_frames();
        let mut lines: Vec<String> =
            own.iter().map(|frame| format!("   at {}\n", place(frame))).collect();
        // A map of whole lines places a callback where its caller is.
        lines.dedup();
        lines.truncate(limits::STACK_SHOWN_LINES);
        let mut text = lines.concat();
        if let Some(source) = self.source().filter(|_| self.is_in_full) {
            text.push_str(&snippet(source));
        }
        if let Some(reason) = self.reason() {
            text.push_str(&format!("   no source map: {reason}\n"));
        }
        text
    }

    /// Adds `location` and `frames` to the row of an error.
    pub(super) fn fill(&self, row: &mut Map<String, Value>) {
        let explained = &self.told.explained;
        if let Some(source) = self.source() {
            let mut source = json!(source);
            if let Some(members) = source.as_object_mut().filter(|_| !self.is_in_full) {
                members.remove("snippet");
            }
            row.insert("location".to_owned(), source);
        }
        let mut frames = self.own_frames();
        frames.truncate(limits::STACK_SHOWN_LINES);
        if explained.is_mapped() {
            row.insert("frames".to_owned(), json!(frames));
        }
        if let Some(reason) = self.reason() {
            row.insert("no_source_map".to_owned(), json!(reason));
        }
    }

    /// The frames of the application; of a stack that has none, those of libraries.
    fn own_frames(&self) -> Vec<&PlacedFrame> {
        let frames = &self.told.explained.frames;
        let has_own = frames.iter().any(|frame| !frame.library);
        frames.iter().filter(|frame| !(has_own && frame.library)).collect()
    }

    /// Why nothing is known of the source. Of one page's errors it is the same.
    fn reason(&self) -> Option<&str> {
        let is_told = self.is_in_full && !self.told.explained.is_mapped();
        self.told.reason.as_deref().filter(|_| is_told)
    }

    fn source(&self) -> Option<&SourcePlace> {
        self.told.explained.sources.first()
    }
}

fn place(frame: &PlacedFrame) -> String {
    let column = frame.column.map(|column| format!(":{column}")).unwrap_or_default();
    let function = frame.function.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    let whole = format!("{}:{}{column}{function}", frame.file, frame.line);
    clip(&whole, limits::MESSAGE_SHOWN_CHARS)
}

/// The code with its line numbers, the line that broke marked.
fn snippet(source: &SourcePlace) -> String {
    let width = source.snippet.last().map_or(0, |line| line.line.to_string().len());
    source
        .snippet
        .iter()
        .map(|line| {
            let mark = if line.is_error { '>' } else { ' ' };
            format!("   {mark} {:width$} | {}\n", line.line, line.text)
        })
        .collect::<Vec<_>>()
        .concat()
}
