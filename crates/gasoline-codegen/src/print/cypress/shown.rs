//! What somebody sees after a step, in Cypress's words.

use super::whole;
use crate::print::quote::{quote, regex};
use crate::step::Expect;

/// What somebody sees. Order is left out: Cypress finds one element by its text, not the first of two.
pub(super) fn shown(expects: &Expect) -> Option<String> {
    let there = |css: &str, text: &str| {
        format!("cy.contains({}, {text}).should('be.visible');", quote(css))
    };
    Some(match expects {
        Expect::Dialog { role, name, is_open } => {
            let tags = if role == "dialog" { "dialog,[role=dialog]" } else { "[role=alertdialog]" };
            let part = regex("", name, "");
            if *is_open {
                there(tags, &part)
            } else {
                format!("cy.contains({}, {part}).should('not.exist');", quote(tags))
            }
        }
        Expect::Tab { name } => there("[role=tab][aria-selected=true]", &whole(name)),
        Expect::Message { role, text, .. } => {
            let css = if role == "status" {
                "[role=status],output".to_owned()
            } else {
                format!("[role={role}]")
            };
            there(&css, &regex("", text, ""))
        }
        Expect::Row { role, lines, is_there } => {
            let css = match role.as_str() {
                "row" => "tr,[role=row]",
                "article" => "article,[role=article]",
                _ => "li,[role=listitem]",
            };
            let first = lines.first().map(|line| quote(line))?;
            if !is_there {
                return Some(format!("cy.contains({}, {first}).should('not.exist');", quote(css)));
            }
            let more = lines
                .iter()
                .skip(1)
                .map(|line| format!(".should('contain.text', {})", quote(line)));
            format!(
                "cy.contains({}, {first}).should('be.visible'){};",
                quote(css),
                more.collect::<String>()
            )
        }
        Expect::Text(text) => format!("cy.contains({}).should('be.visible');", whole(text)),
        _ => return None,
    })
}
