//! Scripts as text, one file a language.

mod cypress;
mod json;
mod mock;
mod playwright;
mod quote;
mod url;

pub use mock::print as mock;

use crate::options::Format;
use crate::script::Script;
use crate::step::{Act, Plan, Step};
use quote::comment;

/// What a reproduction is for.
const GRACEFULLY: &str = "// The page should handle this error gracefully.";

/// Whether a step tells of the error that is to be reproduced.
fn shows_error(step: &Step, error: Option<&str>) -> bool {
    error.is_some_and(|error| step.errors.iter().any(|told| told.contains(error)))
}

/// What stands above a step: how long the user waited before it.
fn begin_step(script: &mut Script, step: &Step) {
    script.gap();
    if let Some(pause) = step.pause_ms {
        #[expect(clippy::cast_precision_loss, reason = "seconds with one decimal")]
        script.line(&format!("// [{:.1}s pause]", pause as f64 / 1000.0));
    }
}

/// What a step does, in words; what is not done again has no number.
fn describe_step(script: &mut Script, step: &Step, number: usize) {
    let number = if step.act == Act::Nothing { String::new() } else { format!("{number}. ") };
    script.line(&format!("// {number}{}", comment(&step.says)));
}

/// The errors that came after a step.
fn end_step(script: &mut Script, step: &Step, error: Option<&str>) {
    for error in &step.errors {
        script.line(&format!("// Error occurred here: {}", comment(error)));
    }
    if shows_error(step, error) {
        script.line(GRACEFULLY);
    }
}

/// The error that is to be reproduced, where no step shows it.
fn end_with_error(script: &mut Script, plan: &Plan) {
    if let Some(error) = &plan.error
        && !plan.steps.iter().any(|step| shows_error(step, Some(error)))
    {
        script.gap();
        script.line(&format!("// Error occurred here: {}", comment(error)));
        script.line(GRACEFULLY);
    }
}

/// The whole script.
pub fn script(plan: &Plan, format: Format) -> String {
    match format {
        Format::Playwright => playwright::print(plan),
        Format::Cypress => cypress::print(plan),
    }
}
