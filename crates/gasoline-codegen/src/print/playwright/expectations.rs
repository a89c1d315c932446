//! What must be true after a step.

use super::locator::locator;
use super::{contract, looks, values};
use crate::limits::MESSAGE_MAX_MS;
use crate::print::quote::{comment, loose, loose_literal, quote, regex};
use crate::print::url::url;
use crate::script::Script;
use crate::step::{Check, Expect, Pattern};

pub(super) fn print(script: &mut Script, page: &str, check: &Check, asserts_navigation: bool) {
    let is_told = asserts_navigation || !matches!(check.expects, Expect::Url(_));
    if is_told {
        let word = check.confidence.name();
        script.line(&format!("// confidence: {word} — {}", comment(&check.because)));
    }
    match &check.expects {
        Expect::Answer { number, status, within_ms } => {
            script.line(&format!("const response{number} = await answer{number};"));
            if let Some(status) = status {
                script.line(&format!("expect(response{number}.status()).toBe({status});"));
            }
            if let Some(limit) = within_ms {
                script.line(&format!(
                    "expect(response{number}.request().timing().responseStart).toBeLessThan({limit});"
                ));
            }
        }
        Expect::Sent { number, members } => values::sent(script, *number, members),
        Expect::Values { number, facts } => values::facts(script, *number, facts),
        Expect::Body { number, contract } => {
            script.line(&format!("const body{number} = await read{number};"));
            contract::print(script, &format!("body{number}"), contract);
        }
        Expect::Url(pattern) if asserts_navigation => {
            script.line(&format!("await expect({page}).toHaveURL({});", url(pattern)));
        }
        Expect::Url(pattern) => script.line(&format!("await {page}.waitForURL({});", url(pattern))),
        Expect::Heading { name, level } => {
            let level = level.map(|level| format!(", level: {level}")).unwrap_or_default();
            let name = named(name);
            // Two headings may say the same.
            let found = format!("{page}.getByRole('heading', {{ {name}{level} }}).first()");
            script.line(&format!("await expect({found}).toBeVisible();"));
        }
        Expect::Element { test_id, attribute, text } => {
            let found = match attribute {
                Some(attribute) => {
                    let css = crate::plan::attribute_css(attribute, test_id);
                    format!("{page}.locator({})", quote(&css))
                }
                None => format!("{page}.getByTestId({})", quote(test_id)),
            };
            match text {
                Some(text) => {
                    script.line(&format!("await expect({found}).toHaveText({});", read(text)));
                }
                None => script.line(&format!("await expect({found}).toBeVisible();")),
            }
        }
        Expect::Focus(target) => {
            script.line(&format!("await expect({}).toBeFocused();", locator(page, target)));
        }
        Expect::Asked { number, kind, message } => {
            script.line(&format!("expect((await dialog{number}).type()).toBe({});", quote(kind)));
            if let Some(message) = message {
                let is = if message.as_text().is_some() { "toBe" } else { "toMatch" };
                script.line(&format!(
                    "expect((await dialog{number}).message()).{is}({});",
                    told(message)
                ));
            }
        }
        Expect::Looks(expected) => looks::print(script, page, expected),
        shown => script.line(&self::shown(page, shown)),
    }
}

/// Begins to look for a message before the act that it follows: it may be gone when the answers are there.
pub(super) fn listen(script: &mut Script, page: &str, check: &Check) {
    let Expect::Message { number, role, text } = &check.expects else { return };
    let part = match text.as_text() {
        Some(text) => quote(text),
        None => loose("", text, ""),
    };
    let found = format!("{page}.getByRole({}).filter({{ hasText: {part} }})", quote(role));
    script.line(&format!(
        "const message{number} = {found}.first().waitFor({{ timeout: {MESSAGE_MAX_MS} }});"
    ));
}

/// What somebody sees; the first of several, because others may say the same.
fn shown(page: &str, expects: &Expect) -> String {
    let visible = |found: String| format!("await expect({found}.first()).toBeVisible();");
    match expects {
        Expect::Dialog { role, name, is_open } => {
            let found = format!("{page}.getByRole({}, {{ {} }})", quote(role), named(name));
            if *is_open { visible(found) } else { format!("await expect({found}).toHaveCount(0);") }
        }
        Expect::Tab { name } => {
            visible(format!("{page}.getByRole('tab', {{ {}, selected: true }})", named(name)))
        }
        Expect::Message { number, .. } => format!("await message{number};"),
        Expect::Row { role, lines, is_there } => {
            let mut found = format!("{page}.getByRole({})", quote(role));
            for line in lines {
                found.push_str(&format!(".filter({{ hasText: {} }})", quote(line)));
            }
            if *is_there {
                visible(found)
            } else {
                format!("await expect({found}).toHaveCount(0);")
            }
        }
        Expect::Order { role, first, second } => format!(
            "await expect({page}.getByRole({}).filter({{ hasText: /{}|{}/ }}).first()).toContainText({});",
            quote(role),
            loose_literal(first),
            loose_literal(second),
            quote(first)
        ),
        Expect::Text(text) => match text.as_text() {
            Some(text) => visible(format!("{page}.getByText({}, {{ exact: true }})", quote(text))),
            None => visible(format!("{page}.getByText({})", read(text))),
        },
        _ => String::new(),
    }
}

/// The name of an element with a role.
pub(super) fn named(name: &Pattern) -> String {
    match name.as_text() {
        Some(text) => format!("name: {}, exact: true", quote(text)),
        None => format!("name: {}", regex("^", name, "$")),
    }
}

/// The text of an element. Playwright tidies its spaces only where it looks for a plain text.
fn read(text: &Pattern) -> String {
    match text.as_text() {
        Some(text) => quote(text),
        None => loose("^\\s*", text, "\\s*$"),
    }
}

/// What a dialog says, or an expression where some of it varies.
fn told(text: &Pattern) -> String {
    match text.as_text() {
        Some(text) => quote(text),
        None => regex("^", text, "$"),
    }
}
