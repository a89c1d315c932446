//! The browser's own dialogs: what a step makes it ask, and how it is answered.

use gasoline_protocol::events::action::EnhancedAction;

use super::locators::is_lost;
use super::merge::Intent;
use super::volatile::Volatile;
use super::withheld::Withheld;
use crate::limits::DIALOGS_MAX;
use crate::options::Options;
use crate::step::{Check, Confidence, Dialog, Expect, Pattern, Step};

/// Gives each step the dialogs it leads to, numbered through the script.
pub(super) fn add(
    steps: &mut [Step],
    intents: &[Intent<'_>],
    options: &Options,
    volatile: &Volatile,
    withheld: &mut Withheld,
) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut number = 0;
    for (step, intent) in steps.iter_mut().zip(intents) {
        let left = intent.dialogs.len().saturating_sub(DIALOGS_MAX);
        if left > 0 {
            warnings.push(format!(
                "`{}` led to {left} more dialogs than a step answers; the first {DIALOGS_MAX} are in",
                step.says
            ));
        }
        for action in intent.dialogs.iter().take(DIALOGS_MAX) {
            let is_asserted = options.checks.dom_state;
            let Some(kind) = kind(action) else { continue };
            number += 1;
            let is_accepted = action.accepted != Some(false);
            let is_typed = kind == "prompt" && is_accepted;
            step.dialogs.push(Dialog {
                number,
                kind: kind.to_owned(),
                is_accepted,
                value: is_typed.then(|| withheld.prompted(action)),
                is_asserted,
            });
            if is_asserted {
                step.checks.push(check(number, kind, action, volatile));
            }
        }
    }
    warnings
}

/// The kinds there are; other words could be code.
fn kind(action: &EnhancedAction<'_>) -> Option<&'static str> {
    let told = action.dialog.as_deref()?;
    ["alert", "confirm", "prompt"].into_iter().find(|kind| *kind == told)
}

fn check(number: usize, kind: &str, action: &EnhancedAction<'_>, volatile: &Volatile) -> Check {
    // Browsers end all lines alike.
    let said = action.message.as_deref().map(|said| said.replace("\r\n", "\n").replace('\r', "\n"));
    let message: Option<Pattern> =
        said.filter(|said| !is_lost(said)).and_then(|said| volatile.text(&said));
    let because = match &message {
        Some(message) => format!("the browser said \"{}\" ({kind})", message.show()),
        None => format!("the browser showed a dialog ({kind}); its text varies"),
    };
    let varies = message.as_ref().is_none_or(|message| message.as_text().is_none());
    let confidence = if varies { Confidence::Medium } else { Confidence::High };
    Check { expects: Expect::Asked { number, kind: kind.to_owned(), message }, confidence, because }
}
