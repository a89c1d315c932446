//! A test for Playwright: JavaScript that TypeScript takes as it is.

mod contract;
mod expectations;
mod locator;
mod predicate;
mod setup;

use super::quote::{comment, quote, regex};
use crate::script::Script;
use crate::step::{Act, Entry, Expect, Plan, Step};
use locator::locator;

pub(super) fn print(plan: &Plan) -> String {
    let mut script = Script::default();
    script.line("import { test, expect } from '@playwright/test';");
    if let Some(mock) = &plan.mock {
        script.line(&format!("import {{ mock }} from {};", quote(&format!("./{}", mock.name))));
    }
    script.gap();
    for line in &plan.header {
        script.line(&format!("// {}", comment(line)));
    }
    setup::before_all(&mut script, plan);
    script.open(&format!("test({}, async ({{ page }}) => {{", quote(&plan.title)));
    watch(&mut script, plan);
    if plan.mock.is_some() {
        script.line("await mock(page);");
    }
    setup::sign_in(&mut script, plan);
    let mut number = 0;
    for step in &plan.steps {
        if step.act != Act::Nothing {
            number += 1;
        }
        print_step(&mut script, step, number, plan);
    }
    end(&mut script, plan);
    script.close("});");
    script.into_text()
}

/// Listeners come before the first page, or its errors are missed.
fn watch(script: &mut Script, plan: &Plan) {
    let has_popups = plan.steps.iter().any(|step| step.opens.is_some());
    let heard = if has_popups { "page.context()" } else { "page" };
    if plan.watch.errors.is_some() {
        script
            .line("// `Failed to load resource` only repeats a status; those are asserted below.");
        script.line("const consoleErrors = new Array();");
        script.open(&format!("{heard}.on('console', (message) => {{"));
        script.line("const isFailedLoad = message.text().startsWith('Failed to load resource');");
        script.line(
            "if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());",
        );
        script.close("});");
        let thrown = if has_popups {
            "page.context().on('weberror', (event) => consoleErrors.push(event.error().message));"
        } else {
            "page.on('pageerror', (error) => consoleErrors.push(error.message));"
        };
        script.line(thrown);
    }
    for (index, (call, _)) in plan.watch.calls.iter().enumerate() {
        let counter = counter(index);
        script.line(&format!("let {counter} = 0;"));
        script.open(&format!("{heard}.on('request', (request) => {{"));
        let conditions = predicate::conditions(call, "request", "request.url()");
        script.block(&predicate::condition("if (", &conditions, &format!(") {counter} += 1;")));
        script.close("});");
    }
}

fn counter(index: usize) -> String {
    format!("calls{}", index + 1)
}

fn print_step(script: &mut Script, step: &Step, number: usize, plan: &Plan) {
    script.gap();
    if let Some(pause) = step.pause_ms {
        #[expect(clippy::cast_precision_loss, reason = "seconds with one decimal")]
        script.line(&format!("// [{:.1}s pause]", pause as f64 / 1000.0));
    }
    let page = page(step.page);
    if step.act == Act::Nothing {
        script.line(&format!("// {}", comment(&step.says)));
    } else {
        script.line(&format!("// {number}. {}", comment(&step.says)));
    }
    for awaited in &step.awaits {
        let conditions =
            predicate::conditions(&awaited.call, "response.request()", "response.url()");
        let start = format!("const answer{} = {page}.waitForResponse(", awaited.number);
        script.block(&predicate::arrow(&start, "response", &conditions));
    }
    if let Some(opened) = step.opens {
        let name = self::page(opened);
        script.line(&format!("const {name}Opened = {page}.waitForEvent('popup');"));
    }
    if let Some(hover) = &step.hover {
        script.line(&format!("await {}.hover();", locator(&page, hover)));
    }
    if let Some(line) = act(&page, &step.act) {
        script.line(&line);
    }
    if let Some(opened) = step.opens {
        let name = self::page(opened);
        script.line(&format!("const {name} = await {name}Opened;"));
    }
    for check in &step.checks {
        expectations::print(script, &page, check, plan.asserts_navigation);
    }
    for error in &step.errors {
        script.line(&format!("// Error occurred here: {}", comment(error)));
    }
}

/// 0 is the page of the test.
fn page(number: usize) -> String {
    if number == 0 { "page".to_owned() } else { format!("popup{number}") }
}

fn act(page: &str, act: &Act) -> Option<String> {
    Some(match act {
        Act::Visit { url } => format!("await {page}.goto({});", quote(url)),
        Act::Reload => format!("await {page}.reload();"),
        Act::Back => format!("await {page}.goBack();"),
        Act::Click { target, count: 1 } => format!("await {}.click();", locator(page, target)),
        Act::Click { target, count: 2 } => format!("await {}.dblclick();", locator(page, target)),
        Act::Click { target, count } => {
            format!("await {}.click({{ clickCount: {count} }});", locator(page, target))
        }
        Act::Check { target } => format!("await {}.check();", locator(page, target)),
        Act::Uncheck { target } => format!("await {}.uncheck();", locator(page, target)),
        Act::Fill { target, value } => {
            format!("await {}.fill({});", locator(page, target), entry(value))
        }
        Act::Press { target: Some(target), key } => {
            format!("await {}.press({});", locator(page, target), quote(key))
        }
        Act::Press { target: None, key } => format!("await {page}.keyboard.press({});", quote(key)),
        Act::Select { target, values } => {
            let values: Vec<String> = values.iter().map(|value| quote(value)).collect();
            let chosen = match values.as_slice() {
                [single] => single.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            format!("await {}.selectOption({chosen});", locator(page, target))
        }
        Act::Upload { target, files } => {
            let files: Vec<String> = files.iter().map(|name| file(name)).collect();
            format!("await {}.setInputFiles([{}]);", locator(page, target), files.join(", "))
        }
        Act::Submit { target } => format!(
            "await {}.evaluate((form) => form instanceof HTMLFormElement && form.requestSubmit());",
            locator(page, target)
        ),
        Act::Nothing => return None,
    })
}

fn entry(value: &Entry) -> String {
    match value {
        Entry::Text(text) => quote(text),
        Entry::Withheld { variable } => {
            format!("process.env.{variable} ?? {}", quote(crate::plan::USER_PROVIDED))
        }
    }
}

/// A file of that name with some content: the recorded one never left the page.
fn file(name: &str) -> String {
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let kind = match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "pdf" => "application/pdf",
        "csv" => "text/csv",
        "json" => "application/json",
        "txt" => "text/plain",
        _ => "application/octet-stream",
    };
    format!(
        "{{ name: {}, mimeType: '{kind}', buffer: Buffer.from('content of the test') }}",
        quote(name)
    )
}

fn end(script: &mut Script, plan: &Plan) {
    if let Some(error) = &plan.error {
        script.gap();
        script.line(&format!("// Error occurred here: {}", comment(error)));
        script.line("// The page should handle this error gracefully.");
    }
    for (index, (call, count)) in plan.watch.calls.iter().enumerate() {
        script.gap();
        let said = expectations::said(call);
        let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
        script.line(&format!("// confidence: high — {} was sent {times}", comment(&said)));
        script.line(&format!("expect({}, {}).toBe({count});", counter(index), quote(&said)));
    }
    let Some(known) = &plan.watch.errors else { return };
    script.gap();
    if has_answers(plan) {
        script.line("// What a script does with the last answer, it does within a moment.");
        script.line("await page.waitForTimeout(250);");
    }
    if known.is_empty() {
        script.line("// confidence: high — the recording had no errors");
        script.line("expect(consoleErrors).toHaveLength(0);");
        return;
    }
    script.line("// confidence: high — no errors beyond these, which the recording had");
    script.open("const knownErrors = [");
    for pattern in known {
        script.line(&format!("{},", regex("", pattern, "")));
    }
    script.close("];");
    script.line("const isKnown = (text = '') => knownErrors.some((known) => known.test(text));");
    script.line("expect(consoleErrors.filter((text) => !isKnown(text))).toHaveLength(0);");
}

fn has_answers(plan: &Plan) -> bool {
    let checks = plan.steps.iter().flat_map(|step| &step.checks);
    checks.into_iter().any(|check| matches!(check.expects, Expect::Answer { .. }))
}
