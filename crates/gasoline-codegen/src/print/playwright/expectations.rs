//! What must be true after a step.

use super::contract;
use crate::print::quote::{comment, expression, literal, quote, regex};
use crate::script::Script;
use crate::step::{Check, Expect, Pattern, UrlPattern};

pub(super) fn print(script: &mut Script, page: &str, check: &Check, asserts_navigation: bool) {
    let is_told = asserts_navigation || !matches!(check.expects, Expect::Url(_));
    if is_told {
        let word = check.confidence.word();
        script.line(&format!("// confidence: {word} — {}", comment(&check.because)));
    }
    match &check.expects {
        Expect::Answer { number, status } => {
            script.line(&format!("const response{number} = await answer{number};"));
            if let Some(status) = status {
                script.line(&format!("expect(response{number}.status()).toBe({status});"));
            }
        }
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
            let name = match name.as_text() {
                Some(text) => format!("name: {}, exact: true", quote(text)),
                None => format!("name: {}", regex("^", name, "$")),
            };
            // Two headings may say the same.
            let found = format!("{page}.getByRole('heading', {{ {name}{level} }}).first()");
            script.line(&format!("await expect({found}).toBeVisible();"));
        }
        Expect::Element { test_id, text } => {
            let found = format!("{page}.getByTestId({})", quote(test_id));
            match text {
                Some(text) => {
                    script.line(&format!("await expect({found}).toHaveText({});", told(text)));
                }
                None => script.line(&format!("await expect({found}).toBeVisible();")),
            }
        }
    }
}

/// A text, or an expression where some of it varies.
fn told(text: &Pattern) -> String {
    match text.as_text() {
        Some(text) => quote(text),
        None => regex("^", text, "$"),
    }
}

/// The whole address up to its parameters; those only where they are what changed.
fn url(pattern: &UrlPattern) -> String {
    let mut code = format!("/^{}{}", literal(&pattern.origin), expression(&pattern.path));
    match &pattern.route {
        Some(route) => code.push_str(&format!("(?:\\?[^#]*)?#{}(?:\\?|$)", expression(route))),
        None if pattern.query.is_empty() => code.push_str("(?:[?#]|$)"),
        None => code.push_str("\\?"),
    }
    for (name, value) in &pattern.query {
        let value = match value.0.as_slice() {
            [] => "(?:=[^&#]*)?".to_owned(),
            _ => format!("={}", expression(value)),
        };
        code.push_str(&format!("(?=(?:[^#]*&)?{}{value}(?:[&#]|$))", literal(name)));
    }
    code.push('/');
    code
}
