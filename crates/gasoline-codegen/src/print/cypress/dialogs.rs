//! Answers to the browser's own dialogs. Cypress accepts them all, and knows no prompts.

use super::withheld;
use crate::print::quote::quote;
use crate::script::Script;
use crate::step::{Dialog, Entry, Plan};

/// Listeners stand before the first command, because commands only run after all are written: one
/// listener for all, with the answers in their order.
pub(super) fn answer(script: &mut Script, plan: &Plan) {
    let steps = plan.steps.iter().filter(|step| step.page == 0);
    let dialogs: Vec<&Dialog> = steps.flat_map(|step| &step.dialogs).collect();
    let of = |kind: &'static str| dialogs.iter().filter(move |dialog| dialog.kind == kind);
    let confirms: Vec<String> =
        of("confirm").map(|dialog| dialog.is_accepted.to_string()).collect();
    if !confirms.is_empty() {
        script.line("// What the user answered when the browser asked.");
        script.line(&format!("const confirms = [{}];", confirms.join(", ")));
        script.open("cy.on('window:confirm', () => {");
        script.line("if (confirms.shift() === false) return false;");
        script.close("});");
    }
    let prompts: Vec<String> = of("prompt").map(|dialog| typed(dialog)).collect();
    if !prompts.is_empty() {
        script.line("// What the user typed when the browser asked.");
        script.line(&format!("const prompts = [{}];", prompts.join(", ")));
        script.open("cy.on('window:before:load', (page) => {");
        script.line("page.prompt = () => prompts.shift() ?? null;");
        script.close("});");
    }
}

fn typed(dialog: &Dialog) -> String {
    match &dialog.value {
        Some(Entry::Text(text)) => quote(text),
        Some(Entry::Withheld { variables }) => withheld(variables),
        None => "null".to_owned(),
    }
}
