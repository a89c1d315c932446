//! A test for Cypress: the same steps, found by CSS and by text.

use super::quote::{comment, expression, literal, quote, regex};
use super::{GRACEFULLY, tells};
use crate::script::Script;
use crate::step::{Act, Entry, Expect, Frame, Part, Pattern, Plan, Step, Target, UrlPattern};

pub(super) fn print(plan: &Plan) -> String {
    let mut script = Script::default();
    for line in &plan.header {
        script.line(&format!("// {}", comment(line)));
    }
    script.open(&format!("it({}, () => {{", quote(&plan.title)));
    for call in &plan.setup.calls {
        let body = match (&call.json, &call.text) {
            (Some(value), _) => format!(", body: {}", super::json::literal(value, 0)),
            (None, Some(text)) => format!(", body: {}", quote(text)),
            (None, None) => String::new(),
        };
        // Cypress keeps its variables elsewhere.
        let body = body.replace("process.env.", "Cypress.env().");
        script.block(&format!(
            "cy.request({{ method: {}, url: {}{body} }});",
            quote(&call.method),
            quote(&call.url)
        ));
    }
    for note in &plan.setup.notes {
        script.line(&format!("// Setup: {}", comment(note)));
    }
    let mut number = 0;
    for step in &plan.steps {
        if step.act != Act::Nothing {
            number += 1;
        }
        print_step(&mut script, step, number, plan.error.as_deref());
    }
    if let Some(error) = &plan.error
        && !plan.steps.iter().any(|step| tells(step, Some(error)))
    {
        script.gap();
        script.line(&format!("// Error occurred here: {}", comment(error)));
        script.line(GRACEFULLY);
    }
    script.close("});");
    script.into_text()
}

fn print_step(script: &mut Script, step: &Step, number: usize, error: Option<&str>) {
    script.gap();
    if let Some(pause) = step.pause_ms {
        #[expect(clippy::cast_precision_loss, reason = "seconds with one decimal")]
        script.line(&format!("// [{:.1}s pause]", pause as f64 / 1000.0));
    }
    if step.page > 0 {
        script.line(&format!(
            "// In another tab, which Cypress cannot reach: {}",
            comment(&step.says)
        ));
        return;
    }
    if step.act == Act::Nothing {
        script.line(&format!("// {}", comment(&step.says)));
    } else {
        script.line(&format!("// {number}. {}", comment(&step.says)));
    }
    for awaited in &step.awaits {
        let path = regex("^", &awaited.call.path, "$");
        script.line(&format!(
            "cy.intercept({{ method: {}, pathname: {path} }}).as('answer{}');",
            quote(&awaited.call.method),
            awaited.number
        ));
    }
    if let Some(hover) = &step.hover {
        script.line(&format!("{}.trigger('mouseover');", element(hover)));
    }
    for line in act(&step.act, step.hover.is_some()) {
        script.line(&line);
    }
    for check in &step.checks {
        script.line(&format!(
            "// confidence: {} — {}",
            check.confidence.word(),
            comment(&check.because)
        ));
        if let Some(line) = expect(&check.expects) {
            script.line(&line);
        }
    }
    for error in &step.errors {
        script.line(&format!("// Error occurred here: {}", comment(error)));
    }
    if tells(step, error) {
        script.line(GRACEFULLY);
    }
}

fn act(act: &Act, is_hidden: bool) -> Vec<String> {
    // What only a real pointer shows is clicked all the same.
    let force = if is_hidden { "{ force: true }" } else { "" };
    vec![match act {
        Act::Visit { url } => format!("cy.visit({});", quote(url)),
        Act::Reload => "cy.reload();".to_owned(),
        Act::Back => "cy.go('back');".to_owned(),
        Act::Click { target, count: 1 } => format!("{}.click({force});", element(target)),
        Act::Click { target, .. } => format!("{}.dblclick({force});", element(target)),
        Act::Check { target } => format!("{}.check({force});", element(target)),
        Act::Uncheck { target } => format!("{}.uncheck({force});", element(target)),
        Act::Fill { target, value } => return fill(target, value),
        Act::Press { target, key } => return vec![press(target.as_ref(), key)],
        Act::Select { target, values } => {
            let values: Vec<String> = values.iter().map(|value| quote(value)).collect();
            let chosen = match values.as_slice() {
                [single] => single.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            format!("{}.select({chosen});", element(target))
        }
        Act::Upload { target, files } => {
            let files: Vec<String> = files
                .iter()
                .map(|name| {
                    let content = "Cypress.Buffer.from('content of the test')";
                    format!("{{ contents: {content}, fileName: {} }}", quote(name))
                })
                .collect();
            format!("{}.selectFile([{}]);", element(target), files.join(", "))
        }
        Act::Submit { target } => format!("{}.submit();", element(target)),
        Act::Nothing => return Vec::new(),
    }]
}

/// Braces are text here, not keys.
fn fill(target: &Target, value: &Entry) -> Vec<String> {
    let options = "{ parseSpecialCharSequences: false }";
    let found = element(target);
    match value {
        Entry::Text(text) if text.is_empty() => vec![format!("{found}.clear();")],
        Entry::Text(text) => {
            vec![format!("{found}.clear();"), format!("{found}.type({}, {options});", quote(text))]
        }
        Entry::Withheld { variables } => {
            let read = variables.iter().map(|variable| format!("Cypress.env('{variable}') ?? "));
            let value =
                format!("{}{}", read.collect::<String>(), quote(crate::plan::USER_PROVIDED));
            vec![format!("{found}.clear();"), format!("{found}.type({value}, {options});")]
        }
    }
}

fn press(target: Option<&Target>, key: &str) -> String {
    let found = target.map_or("cy.focused()".to_owned(), element);
    match key {
        "Enter" => format!("{found}.type('{{enter}}');"),
        "Escape" => format!("{found}.type('{{esc}}');"),
        "Tab" => "cy.press('Tab');".to_owned(),
        other => format!("// {} is a key that Cypress does not press.", comment(other)),
    }
}

fn expect(expects: &Expect) -> Option<String> {
    Some(match expects {
        Expect::Answer { number, status: Some(status) } => {
            format!("cy.wait('@answer{number}').its('response.statusCode').should('eq', {status});")
        }
        Expect::Answer { number, status: None } => format!("cy.wait('@answer{number}');"),
        Expect::Body { .. } => return None,
        Expect::Url(pattern) => format!("cy.url().should('match', {});", url(pattern)),
        Expect::Heading { name, level } => {
            let tag = level.map_or("h1,h2,h3,h4,h5,h6".to_owned(), |level| format!("h{level}"));
            format!("cy.contains({}, {}).should('be.visible');", quote(&tag), whole(name))
        }
        Expect::Element { test_id, text } => {
            let found =
                format!("cy.get({})", quote(&crate::plan::attribute_css("data-testid", test_id)));
            match text {
                Some(text) => format!("{found}.invoke('text').should('match', {});", whole(text)),
                None => format!("{found}.should('be.visible');"),
            }
        }
    })
}

/// The text of an element, spaces around it aside.
fn whole(text: &Pattern) -> String {
    regex("^\\s*", text, "\\s*$")
}

fn url(pattern: &UrlPattern) -> String {
    let origin = literal(&pattern.origin);
    let route = pattern.route.as_ref().map(|route| format!("(?:\\?[^#]*)?#{}", expression(route)));
    format!("/^{origin}{}{}(?:[?#]|$)/", expression(&pattern.path), route.unwrap_or_default())
}

/// By CSS where that found the element alone, else by its text.
fn element(target: &Target) -> String {
    let start = match &target.frame {
        Some(Frame::Css(css)) => format!(
            "cy.get({}).its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find",
            quote(css)
        ),
        None => "cy.get".to_owned(),
    };
    if let [Part::Role { role, name: Some(name) }] = target.parts.as_slice()
        && let Some(tags) = tags(role)
        && target.frame.is_none()
    {
        return format!("cy.contains({}, {})", quote(tags), whole(&Pattern::text(name.as_str())));
    }
    if let [Part::Text(text)] = target.parts.as_slice()
        && target.frame.is_none()
    {
        return format!("cy.contains({})", whole(&Pattern::text(text.as_str())));
    }
    let css = target.css.as_deref().or_else(|| {
        target.parts.iter().rev().find_map(|part| match part {
            Part::Css(css) => Some(css.as_str()),
            _ => None,
        })
    });
    match (css, target.parts.as_slice()) {
        (Some(css), _) => format!("{start}({})", quote(css)),
        (None, [Part::TestId(id), ..]) => {
            format!("{start}({})", quote(&crate::plan::attribute_css("data-testid", id)))
        }
        (None, [Part::Label(label) | Part::Role { name: Some(label), .. }, ..]) => {
            format!("{start}({})", quote(&crate::plan::attribute_css("aria-label", label)))
        }
        (None, _) => format!("{start}('body')"),
    }
}

/// Elements whose text is their name.
fn tags(role: &str) -> Option<&'static str> {
    match role {
        "button" => Some("button,[role=button],summary"),
        "link" => Some("a,[role=link]"),
        "tab" => Some("[role=tab]"),
        "menuitem" => Some("[role=menuitem]"),
        "option" => Some("[role=option]"),
        _ => None,
    }
}
