//! Scripts as text, one file a language.

mod cypress;
mod json;
mod mock;
mod playwright;
mod quote;

pub use mock::print as mock;

use crate::options::Format;
use crate::step::Plan;

/// The whole script.
pub fn script(plan: &Plan, format: Format) -> String {
    match format {
        Format::Playwright => playwright::print(plan),
        Format::Cypress => cypress::print(plan),
    }
}
