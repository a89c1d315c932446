//! The run as JSON: `{tests, summary, notes}`, for programs.

use gasoline_analysis::report::Run;

/// The whole report.
pub fn json(run: &Run) -> String {
    let mut text = serde_json::to_string_pretty(run).unwrap_or_else(|_| "{}".to_owned());
    text.push('\n');
    text
}
