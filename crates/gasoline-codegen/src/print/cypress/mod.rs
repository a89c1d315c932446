//! A reproduction for Cypress: the same steps, found by CSS and by text.
//!
//! Tests are for Playwright: what only they assert, answers and sockets, is not printed here.

mod dialogs;
mod keys;
mod shown;

use super::json::{Variables, literal_with};
use super::quote::{comment, loose, quote, regex};
use super::url::url;
use super::{begin_step, describe_step, end_step, end_with_error};
use crate::script::Script;
use crate::step::{Act, Entry, Expect, Frame, Part, Pattern, Plan, Step, Target};

pub(super) fn print(plan: &Plan) -> String {
    let mut script = Script::default();
    for line in &plan.header {
        script.line(&format!("// {}", comment(line)));
    }
    // Components may keep their elements to themselves; Cypress looks there only when it is told to.
    let options = if has_components(plan) { "{ includeShadowDom: true }, " } else { "" };
    script.open(&format!("it({}, {options}() => {{", quote(&plan.title)));
    if plan.error.is_some() || plan.steps.iter().any(|step| !step.errors.is_empty()) {
        script
            .line("// Cypress ends a test at the first error of the page; the recording went on.");
        script.line("cy.on('uncaught:exception', () => false);");
    }
    dialogs::answer(&mut script, plan);
    for call in &plan.setup.calls {
        let body = match (&call.json, &call.text) {
            (Some(value), _) => {
                format!(", body: {}", literal_with(value, 0, Variables::Cypress))
            }
            (None, Some(text)) => format!(", body: {}", quote(text)),
            (None, None) => String::new(),
        };
        let form = if call.is_form { ", form: true" } else { "" };
        script.block(&format!(
            "cy.request({{ method: {}, url: {}{form}{body} }});",
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
    end_with_error(&mut script, plan);
    script.close("});");
    script.into_text()
}

/// Whether a target is a custom element, or inside of one: only their names have a hyphen.
fn has_components(plan: &Plan) -> bool {
    let is_component = |css: &str| {
        css.split([' ', '>', '+', '~', ',']).any(|part| {
            let end = part.find(|one: char| !(one.is_ascii_alphanumeric() || one == '-'));
            let tag = &part[..end.unwrap_or(part.len())];
            tag.contains('-') && tag.starts_with(|first: char| first.is_ascii_lowercase())
        })
    };
    let mut targets =
        plan.steps.iter().flat_map(|step| step.act.target().into_iter().chain(&step.hover));
    targets.any(|target| {
        let parts = target.parts.iter().filter_map(|part| match part {
            Part::Css(css) => Some(css.as_str()),
            _ => None,
        });
        parts.chain(target.css.as_deref()).any(is_component)
    })
}

fn print_step(script: &mut Script, step: &Step, number: usize, error: Option<&str>) {
    begin_step(script, step);
    if step.page > 0 {
        script.line(&format!(
            "// In another tab, which Cypress cannot reach: {}",
            comment(&step.says)
        ));
        return;
    }
    describe_step(script, step, number);
    if let Some(hover) = &step.hover {
        script.line(&format!("{}.trigger('mouseover');", element(hover)));
    }
    for line in act(&step.act, step.hover.is_some()) {
        script.line(&line);
    }
    for check in &step.checks {
        let Some(line) = expect(&check.expects) else { continue };
        script.line(&format!(
            "// confidence: {} — {}",
            check.confidence.name(),
            comment(&check.because)
        ));
        script.line(&line);
    }
    if let Some(picture) = &step.picture {
        // Cypress puts the ending there itself.
        let name = picture.strip_suffix(".png").unwrap_or(picture);
        script.line(&format!("cy.screenshot({});", quote(name)));
    }
    end_step(script, step, error);
}

fn act(act: &Act, is_hidden: bool) -> Vec<String> {
    // What only a real pointer shows is clicked all the same. Its equals are hidden as well, and
    // text would find the first of them.
    let force = if is_hidden { "{ force: true }" } else { "" };
    let element = |target| if is_hidden { by_css(target) } else { element(target) };
    vec![match act {
        Act::Visit { url } => format!("cy.visit({});", quote(url)),
        Act::Reload => "cy.reload();".to_owned(),
        Act::Back => "cy.go('back');".to_owned(),
        Act::Click { target, count: 1 } => format!("{}.click({force});", element(target)),
        Act::Click { target, .. } => format!("{}.dblclick({force});", element(target)),
        Act::Check { target } => format!("{}.check({force});", element(target)),
        Act::Uncheck { target } => format!("{}.uncheck({force});", element(target)),
        Act::Fill { target, value } => return fill(target, value),
        Act::Press { target, key } => return vec![keys::press(target.as_ref(), key)],
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
            let value = withheld(variables);
            vec![format!("{found}.clear();"), format!("{found}.type({value}, {options});")]
        }
    }
}

/// What never left the page is in Cypress's own variables.
fn withheld(variables: &[String]) -> String {
    let read = variables.iter().map(|variable| format!("Cypress.env('{variable}') ?? "));
    format!("{}{}", read.collect::<String>(), quote(crate::plan::USER_PROVIDED))
}

fn expect(expects: &Expect) -> Option<String> {
    Some(match expects {
        Expect::Answer { .. }
        | Expect::Body { .. }
        | Expect::Sent { .. }
        | Expect::Values { .. }
        | Expect::Asked { .. }
        | Expect::Looks(_) => return None,
        Expect::Url(pattern) => format!("cy.url().should('match', {});", url(pattern)),
        Expect::Heading { name, level } => {
            let tag = level.map_or("h1,h2,h3,h4,h5,h6".to_owned(), |level| format!("h{level}"));
            format!("cy.contains({}, {}).should('be.visible');", quote(&tag), whole(name))
        }
        Expect::Element { test_id, attribute, text } => {
            let attribute = attribute.as_deref().unwrap_or("data-testid");
            let css = crate::plan::attribute_css(attribute, test_id);
            let found = format!("cy.get({})", quote(&css));
            match text {
                Some(text) => format!("{found}.invoke('text').should('match', {});", read(text)),
                None => format!("{found}.should('be.visible');"),
            }
        }
        Expect::Focus(target) => format!("{}.should('have.focus');", element(target)),
        seen => return shown::shown(seen),
    })
}

/// The text of an element as it stands in the page.
fn read(text: &Pattern) -> String {
    loose("^\\s*", text, "\\s*$")
}

/// The text of an element, spaces around it aside.
fn whole(text: &Pattern) -> String {
    regex("^\\s*", text, "\\s*$")
}

/// By its text where that is its name, else by CSS.
fn element(target: &Target) -> String {
    if !target.frames.is_empty() {
        return by_css(target);
    }
    match target.parts.as_slice() {
        [Part::Role { role, name: Some(name) }] => match tags(role) {
            Some(tags) => {
                format!("cy.contains({}, {})", quote(tags), whole(&Pattern::text(name.as_str())))
            }
            None => by_css(target),
        },
        [Part::Text(text)] => format!("cy.contains({})", whole(&Pattern::text(text.as_str()))),
        _ => by_css(target),
    }
}

/// By the CSS that found it alone.
fn by_css(target: &Target) -> String {
    let mut start = "cy.get".to_owned();
    for Frame::Css(css) in &target.frames {
        start.push_str(&format!(
            "({}).its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find",
            quote(css)
        ));
    }
    if let Some(css) = &target.css {
        return format!("{start}({})", quote(css));
    }
    let css = target.parts.iter().rev().find_map(|part| match part {
        Part::Css(css) => Some(css.as_str()),
        _ => None,
    });
    let place = target.parts.iter().rev().find_map(|part| match part {
        Part::Nth(place) => Some(format!(".eq({place})")),
        _ => None,
    });
    let found = match (css, target.parts.as_slice()) {
        (Some(css), _) => format!("{start}({})", quote(css)),
        (None, [Part::TestId(id), ..]) => {
            format!("{start}({})", quote(&crate::plan::attribute_css("data-testid", id)))
        }
        (None, [Part::Label(label) | Part::Role { name: Some(label), .. }, ..]) => {
            format!("{start}({})", quote(&crate::plan::attribute_css("aria-label", label)))
        }
        (None, _) => return format!("{start}('body')"),
    };
    format!("{found}{}", place.unwrap_or_default())
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
