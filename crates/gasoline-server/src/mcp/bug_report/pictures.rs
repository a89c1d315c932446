//! The pictures of a report: which ones, at which step, and in what form.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_codegen::bug_report::ReportPicture;

use super::{Case, Made};
use crate::limits;
use crate::mcp::pictures::{Placed, Steps, placed};
use crate::mcp::response::show;

/// A picture that the report shows.
pub(in crate::mcp) struct PictureFile {
    /// The id of the screenshot.
    pub(in crate::mcp) id: u64,
    /// Its name beside the report.
    pub(in crate::mcp) name: String,
    /// A thumbnail in an answer, the whole picture in a file.
    pub(in crate::mcp) bytes: Arc<[u8]>,
}

/// Puts pictures at their steps: first the one of the error, then the latest before it.
///
/// `shown` is the picture that names the error. A caption says the step and the time, never what
/// was typed.
pub(super) fn add(case: &Case<'_>, made: &mut Made, shown: Option<&str>) {
    let Case { app, wanted, filter, .. } = *case;
    // What was photographed long after shows something else.
    let most_late_ms = Some(limits::AROUND_AFTER_MS);
    let steps = Steps { begun: &made.steps_at, most_late_ms, last: shown };
    let mut placed = placed(app, filter, &steps);
    placed.drain(..placed.len().saturating_sub(wanted.pictures));
    for Placed { step, id, time, .. } in placed {
        let Some((full, thumb)) = app.journal.picture(id) else { continue };
        let number = step + 1;
        let name = match &wanted.beside {
            Some(stem) => format!("{stem}-step-{number}.png"),
            None => format!("step-{number}.png"),
        };
        let bytes = if wanted.are_whole { full } else { thumb };
        let source = match &wanted.beside {
            Some(_) => name.clone(),
            None => format!("data:image/png;base64,{}", STANDARD.encode(&bytes)),
        };
        let caption = format!("Step {number}, {}", show::clock(time));
        made.report.steps[step].picture = Some(ReportPicture { source, caption });
        made.pictures.push(PictureFile { id, name, bytes });
    }
}
