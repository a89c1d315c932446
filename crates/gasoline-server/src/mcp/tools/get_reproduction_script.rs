//! `get_reproduction_script`: what the user did, as a script that does it again.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_codegen::limits::SCRIPT_MAX_BYTES;
use gasoline_codegen::step::{Act, Plan};
use gasoline_codegen::{Checks, Fixtures, Format, Options};
use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::mcp::answer::{Answer, Link};
use crate::mcp::arguments::read;
use crate::mcp::filter::Filter;
use crate::mcp::pictures::{Placed, Steps, placed};
use crate::mcp::refusal::Refusal;
use crate::mcp::scripts::{self, ErrorContext, FixturesArgument, Wanted, masked};
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_reproduction_script",
    title: "Reproduction script",
    description: "Recorded user actions as a runnable Playwright or Cypress script.",
    answers: "`script`, `actions_used`, `error_context` {message, file?, line?} or null, \
              `selectors_used[]`, `warnings[]`, `fixture_file?` {name, content}, with \
              `include_screenshots` `screenshots[]` {step, name, id, uri, url, trigger, timestamp, \
              mimeType, data}: what the recording looked like after each step, `data` as a \
              thumbnail in base64, whole at `uri`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum FormatArgument {
    #[default]
    Playwright,
    Cypress,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    format: Option<FormatArgument>,
    include_assertions: Option<bool>,
    /// New origin.
    base_url: Option<String>,
    last_n_actions: Option<NonZeroUsize>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    /// Recreate the data in `beforeAll`.
    include_fixtures: Option<bool>,
    fixtures: Option<FixturesArgument>,
    include_screenshots: Option<bool>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { format, include_assertions, base_url, last_n_actions, .. } = arguments;
    let filter = Filter::new(arguments.url, arguments.tab_id, arguments.test_id, None)?;
    let context = ErrorContext::newest(caller.app, &filter);
    let format = match format.unwrap_or_default() {
        FormatArgument::Playwright => Format::Playwright,
        FormatArgument::Cypress => Format::Cypress,
    };
    let options = Options {
        base_url: base_url.as_deref().map(masked),
        last_n_actions: last_n_actions.map(NonZeroUsize::get),
        checks: Checks::of_a_reproduction(include_assertions.unwrap_or(true)),
        fixtures: FixturesArgument::chosen(
            arguments.fixtures,
            arguments.include_fixtures,
            Fixtures::Setup,
        ),
        error: context.as_ref().map(|context| context.message.clone()),
        is_reproduction: true,
        takes_pictures: arguments.include_screenshots == Some(true),
        ..Options::default()
    };
    let wanted = Wanted { filter, options, format, most_bytes: SCRIPT_MAX_BYTES };
    let written = scripts::write(caller.app, &wanted)?;
    let mut answer = scripts::answer(&written, "script");
    answer.set("actions_used", &written.plan.action_count);
    answer.set("error_context", &context.as_ref().map(ErrorContext::to_json));
    answer.set("selectors_used", &written.plan.selectors_used);
    if wanted.options.takes_pictures {
        show(caller.app, &wanted.filter, &written.plan, &mut answer);
    }
    Ok(answer)
}

/// Adds the pictures of the recording, each under the name that its step gives to its own.
fn show(app: &Arc<App>, filter: &Filter, plan: &Plan, answer: &mut Answer) {
    let steps: Vec<_> = plan.steps.iter().filter(|step| step.act != Act::Nothing).collect();
    let begun: Vec<_> = steps.iter().map(|step| step.at).collect();
    let mut list = Vec::new();
    let mut told = String::new();
    for Placed { step, id, time, url, trigger } in
        placed(app, filter, &Steps { begun: &begun, most_late_ms: None, last: None })
    {
        let Some((_, thumb)) = app.journal.picture(id) else { continue };
        let number = step + 1;
        let uri = format!("gasoline://screenshot/{id}");
        let name = format!("step-{number}.png");
        told.push_str(&format!("\n- step {number}, {}: {uri}", steps[step].says));
        list.push(json!({
            "step": number, "name": name, "id": id, "uri": uri, "url": url, "trigger": trigger,
            "timestamp": time.to_string(), "mimeType": "image/png", "data": STANDARD.encode(&thumb),
        }));
        let name = format!("screenshot {id}");
        answer.links.push(Link { uri, name, mime_type: "image/png" });
    }
    if list.is_empty() {
        told.push_str(
            " none is held; the script takes its own. For the next recording: \
             `configure_capture` with `auto_screenshot`",
        );
    }
    answer.more.push(format!("screenshots of the recording:{told}"));
    answer.set("screenshots", &list);
}
