//! `get_reproduction_script`: what the user did, as a script that does it again.

use std::sync::LazyLock;

use gasoline_codegen::limits::SCRIPT_MAX_BYTES;
use gasoline_codegen::{Checks, Fixtures, Format, Options};
use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::scripts::{self, ErrorContext, FixturesArgument, Wanted, masked};
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_reproduction_script",
    title: "Reproduction script",
    description: "The user's recorded actions as a runnable Playwright or Cypress script, to see a \
                  bug again.",
    answers: "`script`, `actions_used`, `error_context` {message, file?, line?} or null, \
              `selectors_used[]`, `warnings[]`, `fixture_file?` {name, content}",
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
    /// Assert navigation and visible text (default true).
    include_assertions: Option<bool>,
    /// Replaces the recorded origin.
    base_url: Option<String>,
    last_n_actions: Option<usize>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    /// `beforeAll` that creates the data again.
    include_fixtures: Option<bool>,
    fixtures: Option<FixturesArgument>,
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
        title: None,
        base_url: base_url.as_deref().map(masked),
        last_n_actions,
        checks: Checks::of_a_reproduction(include_assertions.unwrap_or(true)),
        fixtures: FixturesArgument::chosen(
            arguments.fixtures,
            arguments.include_fixtures,
            Fixtures::Setup,
        ),
        error: context.as_ref().map(|context| context.message.clone()),
        is_reproduction: true,
    };
    let wanted = Wanted { filter, options, format, most_bytes: SCRIPT_MAX_BYTES };
    let written = scripts::write(caller.app, &wanted)?;
    let mut answer = scripts::answer(&written, "script");
    answer.set("actions_used", &written.plan.action_count);
    answer.set("error_context", &context.as_ref().map(ErrorContext::to_json));
    answer.set("selectors_used", &written.plan.selectors_used);
    Ok(answer)
}
