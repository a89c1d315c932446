//! Answers to the browser's own dialogs, which Playwright dismisses where nobody listens.

use super::entry;
use crate::script::Script;
use crate::step::Dialog;

/// Listens before the act: a page stands still until its dialog is answered.
pub(super) fn listen(script: &mut Script, page: &str, dialogs: &[Dialog]) {
    let mut before: Option<usize> = None;
    for dialog in dialogs.iter().filter(|dialog| dialog.is_asserted) {
        let number = dialog.number;
        let comes = format!("{page}.waitForEvent('dialog')");
        script.line(&match before {
            None => format!("const dialog{number} = {comes};"),
            Some(before) => {
                format!("const dialog{number} = dialog{before}.then(() => {comes});")
            }
        });
        before = Some(number);
    }
    if let [dialog, rest @ ..] = dialogs {
        answer(script, page, dialog, rest);
    }
}

/// The next one may come as soon as this one is answered, so whoever answers it listens before.
fn answer(script: &mut Script, page: &str, dialog: &Dialog, rest: &[Dialog]) {
    let [next, further @ ..] = rest else {
        script.line(&format!("{page}.once('dialog', (dialog) => {});", answered(dialog)));
        return;
    };
    script.open(&format!("{page}.once('dialog', (dialog) => {{"));
    answer(script, page, next, further);
    script.line(&format!("return {};", answered(dialog)));
    script.close("});");
}

fn answered(dialog: &Dialog) -> String {
    match &dialog.value {
        _ if !dialog.is_accepted => "dialog.dismiss()".to_owned(),
        Some(value) => format!("dialog.accept({})", entry(value)),
        None => "dialog.accept()".to_owned(),
    }
}
