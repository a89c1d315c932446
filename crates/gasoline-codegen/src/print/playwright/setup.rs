//! What happens before the steps: data is created, the page signs in.

use crate::print::json::literal;
use crate::print::quote::{comment, quote};
use crate::script::Script;
use crate::step::{Plan, SetupCall};

pub(super) fn before_all(script: &mut Script, plan: &Plan) {
    let setup = &plan.setup;
    if setup.calls.is_empty() {
        for note in &setup.notes {
            script.line(&format!("// Setup: {}", comment(note)));
        }
        return;
    }
    script.open("test.beforeAll(async ({ request }) => {");
    for call in &setup.calls {
        let what = if call.is_login { "Sign in" } else { "Create what the session needs" };
        script.line(&format!("// {what}: {} {}", comment(&call.method), comment(&call.url)));
        script.block(&format!("expect((await {}).ok()).toBe(true);", request(call)));
    }
    for note in &setup.notes {
        script.line(&format!("// {}", comment(note)));
    }
    script.close("});");
    script.gap();
}

/// The page of the test shares no cookies with the setup.
pub(super) fn sign_in(script: &mut Script, plan: &Plan) {
    for call in plan.setup.calls.iter().filter(|call| call.is_login) {
        script.line("// The page shares no cookies with the setup: it signs in by itself.");
        script.block(&format!("await page.{};", request(call)));
    }
}

/// `request.post('…', { data: … })`.
fn request(call: &SetupCall) -> String {
    let url = quote(&call.url);
    let method = match call.method.as_str() {
        "PUT" => "put",
        "PATCH" => "patch",
        _ => "post",
    };
    match (&call.json, &call.text) {
        (Some(value), _) => {
            format!("request.{method}({url}, {{\n  data: {},\n}})", literal(value, 1))
        }
        (None, Some(text)) => format!("request.{method}({url}, {{ data: {} }})", quote(text)),
        (None, None) => format!("request.{method}({url})"),
    }
}
