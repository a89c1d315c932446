//! A run of tests as text: one printer a format, from the same [`Run`].

mod ai_context;
mod github;
mod html;
mod json;
mod junit;
mod summary;
mod text;
mod tokens;
mod words;

use gasoline_analysis::report::Run;

pub use ai_context::{ai_context, failure_context};
pub use github::github;
pub use html::html;
pub use json::json;
pub use junit::junit;
pub use summary::{cause, summary};
pub use text::{Paint, text};
pub use tokens::estimate as estimate_tokens;

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text(Paint),
    Json,
    AiContext,
    Junit,
    Html,
    Github,
}

/// The whole report in a format.
pub fn print(run: &Run, format: Format) -> String {
    match format {
        Format::Text(paint) => text(run, paint),
        Format::Json => json(run),
        Format::AiContext => ai_context(run),
        Format::Junit => junit(run),
        Format::Html => html(run),
        Format::Github => github(run),
    }
}
