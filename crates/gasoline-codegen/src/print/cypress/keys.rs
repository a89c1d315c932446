//! Keys in Cypress's words.

use super::element;
use crate::print::quote::{comment, quote};
use crate::step::Target;

pub(super) fn press(target: Option<&Target>, key: &str) -> String {
    let found = target.map_or("cy.get('body')".to_owned(), element);
    let mut words: Vec<&str> = key.split('+').collect();
    let last = words.pop().unwrap_or_default();
    let typed = match last {
        "Tab" if words.is_empty() => return "cy.press('Tab');".to_owned(),
        "Enter" => "{enter}".to_owned(),
        "Escape" => "{esc}".to_owned(),
        "ArrowUp" => "{upArrow}".to_owned(),
        "ArrowDown" => "{downArrow}".to_owned(),
        "ArrowLeft" => "{leftArrow}".to_owned(),
        "ArrowRight" => "{rightArrow}".to_owned(),
        "Home" | "End" | "PageUp" | "PageDown" => {
            format!("{{{}{}}}", last[..1].to_lowercase(), &last[1..])
        }
        "Backspace" => "{backspace}".to_owned(),
        "Delete" => "{del}".to_owned(),
        "Space" => " ".to_owned(),
        "{" => "{{}".to_owned(),
        one if one.chars().count() == 1 => one.to_owned(),
        _ => return format!("// {} is a key that Cypress does not press.", comment(key)),
    };
    let held: Option<String> = words
        .iter()
        .map(|word| match *word {
            "Control" => Some("{ctrl}"),
            "Alt" => Some("{alt}"),
            "Meta" => Some("{meta}"),
            "Shift" => Some("{shift}"),
            _ => None,
        })
        .collect();
    match held {
        Some(held) => format!("{found}.type({});", quote(&format!("{held}{typed}"))),
        None => format!("// {} is a key that Cypress does not press.", comment(key)),
    }
}
