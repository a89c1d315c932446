//! A test for Playwright: JavaScript that TypeScript takes as it is.

mod contract;
mod dialogs;
mod expectations;
mod locator;
mod looks;
mod predicate;
mod setup;
mod sockets;
mod values;

use super::quote::{comment, expression, literal, names_operation, quote, regex};
use super::{begin_step, describe_step, end_step, end_with_error};
use crate::script::Script;
use crate::step::{Act, Call, Ends, Entry, Expect, KnownError, Plan, Step};
use locator::locator;

/// What the time an answer may take is for.
const LIMITS: [&str; 2] = [
    "// An answer may take five times as long as it was recorded to take, and five seconds in any",
    "// case: a busy machine passes, an application that keeps its users waiting does not.",
];

/// Whether the time of any answer is asserted.
fn has_limits(plan: &Plan) -> bool {
    let checks = plan.steps.iter().flat_map(|step| &step.checks);
    checks
        .into_iter()
        .any(|check| matches!(check.expects, Expect::Answer { within_ms: Some(_), .. }))
}

pub(super) fn print(plan: &Plan) -> String {
    let mut script = Script::default();
    for line in &plan.header {
        script.line(&format!("// {}", comment(line)));
    }
    script.line("import { test, expect } from '@playwright/test';");
    if let Some(mock) = &plan.mock {
        script.line(&format!("import {{ mock }} from {};", quote(&format!("./{}", mock.name))));
    }
    script.gap();
    setup::before_all(&mut script, plan);
    script.open(&format!("test({}, async ({{ page }}) => {{", quote(&plan.title)));
    watch(&mut script, plan);
    if plan.mock.is_some() {
        script.line("await mock(page);");
    }
    setup::sign_in(&mut script, plan);
    if has_limits(plan) {
        script.gap();
        for line in LIMITS {
            script.line(line);
        }
    }
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
    if !plan.watch.calls.is_empty() {
        let has_operations = plan.watch.calls.iter().any(|(call, _)| call.operation.is_some());
        let said = if has_operations {
            "`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`"
        } else {
            "`${request.method()} ${new URL(request.url()).pathname}`"
        };
        script.line("const sent = new Array();");
        script.open(&format!("{heard}.on('request', (request) => {{"));
        script.line(&format!("sent.push({said});"));
        script.close("});");
    }
    if !plan.watch.sockets.is_empty() {
        sockets::watch(script);
    }
}

/// A condition on what was noted of a request.
fn is_sent(call: &Call, has_operations: bool) -> String {
    let end = match &call.operation {
        Some(operation) => format!(" [^]*{}", names_operation(&operation.name)),
        None if has_operations => " ".to_owned(),
        None => "$".to_owned(),
    };
    match (call.path.as_text(), has_operations) {
        (Some(path), false) => format!("call === {}", quote(&format!("{} {path}", call.method))),
        _ => format!(
            "{}.test(call)",
            regex(&format!("^{} ", literal(&call.method)), &call.path, &end)
        ),
    }
}

fn print_step(script: &mut Script, step: &Step, number: usize, plan: &Plan) {
    begin_step(script, step);
    let page = page(step.page);
    describe_step(script, step, number);
    for awaited in &step.awaits {
        let conditions =
            predicate::conditions(&awaited.call, "response.request()", "response.url()");
        let start = format!("const answer{} = {page}.waitForResponse(", awaited.number);
        // The failure points here, where the request is named, and not at the end of the test's time.
        let options = format!("{{ timeout: {} }}", awaited.within_ms);
        script.block(&predicate::arrow(&start, "response", &conditions, &options));
        if awaited.is_read {
            let number = awaited.number;
            script.line(&format!(
                "const read{number} = answer{number}.then((response) => response.json());"
            ));
        }
    }
    for check in &step.checks {
        expectations::listen(script, &page, check);
    }
    if let Some(opened) = step.opens {
        let name = self::page(opened);
        script.line(&format!("const {name}Opened = {page}.waitForEvent('popup');"));
    }
    dialogs::listen(script, &page, &step.dialogs);
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
    if let Some(picture) = &step.picture {
        script.line(&format!("await {page}.screenshot({{ path: {} }});", quote(picture)));
    }
    end_step(script, step, plan.error.as_deref());
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
        Entry::Withheld { variables } => {
            let read = variables.iter().map(|variable| format!("process.env.{variable} ?? "));
            format!("{}{}", read.collect::<String>(), quote(crate::plan::USER_PROVIDED))
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
    end_with_error(script, plan);
    let has_operations = plan.watch.calls.iter().any(|(call, _)| call.operation.is_some());
    let is_watching = plan.watch.errors.is_some() || !plan.watch.calls.is_empty();
    if is_watching {
        script.gap();
        script.line("// What a page does after the last act or answer, it does within a moment.");
        script.line("await page.waitForTimeout(250);");
    }
    if !plan.watch.calls.is_empty() {
        script.gap();
        script.line("// confidence: high — what changes something was sent this often, no more");
    }
    for (call, count) in &plan.watch.calls {
        let is_sent = is_sent(call, has_operations);
        script.line(&format!("expect(sent.filter((call) => {is_sent})).toHaveLength({count});"));
    }
    sockets::end(script, &plan.watch.sockets);
    let Some(known) = &plan.watch.errors else { return };
    script.gap();
    if known.is_empty() {
        script.line("// confidence: high — the recording had no errors");
        script.line("expect(consoleErrors).toHaveLength(0);");
        return;
    }
    script.line("// confidence: high — no errors beyond these, which the recording had");
    script.open("const knownErrors = [");
    for error in known {
        script.line(&format!("{},", known_error(error)));
    }
    script.close("];");
    script.line("const isKnown = (text = '') => knownErrors.some((known) => known.test(text));");
    script.line("expect(consoleErrors.filter((text) => !isKnown(text))).toHaveLength(0);");
}

fn known_error(error: &KnownError) -> String {
    let start = if error.is_from_start { "^" } else { "" };
    let name = error.name.as_ref().map(|name| format!("(?:{})?", expression(name)));
    let end = match error.ends {
        Ends::Open => "",
        Ends::Line => "(?:\\r?\\n|$)",
        Ends::Text => "$",
    };
    regex(&format!("{start}{}", name.unwrap_or_default()), &error.text, end)
}
