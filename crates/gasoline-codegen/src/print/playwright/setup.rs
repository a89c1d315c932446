//! What happens before the steps: data is created, the page signs in.

use crate::print::json::{literal, member};
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
    for (number, call) in (1..).zip(&setup.calls) {
        let what = if call.is_login { "Sign in" } else { "Create what the session needs" };
        script.line(&format!("// {what}: {} {}", comment(&call.method), comment(&call.url)));
        let done = request(call);
        if let Some(path) = &call.token {
            let members: String = path.iter().map(|name| member(name)).collect();
            script.block(&format!("const signedIn = await {done};"));
            script.line("expect(signedIn.ok()).toBe(true);");
            script.line(&format!("const token = (await signedIn.json()){members};"));
        } else if call.creates {
            script.block(&format!("const made{number} = await {done};"));
            script.line("// 409: an earlier run made it.");
            script.line(&format!(
                "expect(made{number}.ok() || made{number}.status() === 409).toBe(true);"
            ));
        } else {
            script.block(&format!("expect((await {done}).ok()).toBe(true);"));
        }
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
    let mut options = String::new();
    if call.shows_token {
        options.push_str("  headers: { authorization: `Bearer ${token}` },\n");
    }
    match (&call.json, &call.text) {
        (Some(value), _) => {
            let kind = if call.is_form { "form" } else { "data" };
            options.push_str(&format!("  {kind}: {},\n", literal(value, 1)));
        }
        (None, Some(text)) => options.push_str(&format!("  data: {},\n", quote(text))),
        (None, None) => {}
    }
    match options.as_str() {
        "" => format!("request.{method}({url})"),
        options => format!("request.{method}({url}, {{\n{options}}})"),
    }
}
