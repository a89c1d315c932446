//! Scripts as text, one file a language.

mod cypress;
mod json;
mod mock;
mod playwright;
mod quote;
mod url;

pub use mock::print as mock;

use crate::options::Format;
use crate::step::{Plan, Step};

/// What a reproduction is for.
const GRACEFULLY: &str = "// The page should handle this error gracefully.";

/// Whether a step tells of the error that is to be reproduced.
fn tells(step: &Step, error: Option<&str>) -> bool {
    error.is_some_and(|error| step.errors.iter().any(|told| told.contains(error)))
}

/// The whole script.
pub fn script(plan: &Plan, format: Format) -> String {
    match format {
        Format::Playwright => playwright::print(plan),
        Format::Cypress => cypress::print(plan),
    }
}
