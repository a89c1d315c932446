//! `get_reproduction_script`: what the user did, as a script that does it again.
//!
//! ````text
//! + action {"type":"navigate","toUrl":"http://localhost/cart","url":"http://localhost/cart"}
//! + action {"type":"input","url":"http://localhost/cart","value":"2","selectors":{"role":{"role":"textbox","name":"Amount"}}}
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! > {}
//! // Recorded by Gasoline at 2026-01-02T10:00:00.000Z, 2.0 s, on http://localhost.
//! // 3 actions, 0 requests, 0 errors; from /cart.
//! import { test, expect } from '@playwright/test';
//!
//! test('reproduction: /cart: click button "Pay"', async ({ page }) => {
//!   // 1. Open /cart
//!   await page.goto('http://localhost/cart');
//!
//!   // 2. Fill textbox "Amount"
//!   await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('2');
//!
//!   // 3. Click button "Pay"
//!   await page.getByRole('button', { name: 'Pay', exact: true }).click();
//! });
//! ````

use std::num::NonZeroUsize;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_codegen::limits::SCRIPT_MAX_BYTES;
use gasoline_codegen::step::{Act, Plan};
use gasoline_codegen::{Checks, Fixtures, Format, Options};
use gasoline_protocol::Timestamp;
use gasoline_protocol::escape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::mcp::filter::Filter;
use crate::mcp::pictures::{Placed, Steps, placed};
use crate::mcp::refusal::Refusal;
use crate::mcp::response::{Attachments, Link, Response};
use crate::mcp::scripts::{
    self, ErrorContext, FixturesArgument, ScriptNotes, Wanted, Written, masked,
};
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetReproductionScript>();

struct GetReproductionScript;

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

#[derive(Debug, Serialize, JsonSchema)]
struct ScriptResponse {
    script: String,
    #[serde(flatten)]
    notes: ScriptNotes,
    actions_used: usize,
    /// The newest error of the application.
    error_context: Option<ErrorContext>,
    selectors_used: Vec<&'static str>,
    /// The recording after each step, with `include_screenshots`.
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshots: Option<Vec<ScreenshotRow>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ScreenshotRow {
    step: usize,
    /// The same as that of the screenshot that the script takes.
    name: String,
    id: u64,
    /// The full image.
    uri: String,
    url: Option<String>,
    trigger: Option<String>,
    timestamp: Timestamp,
    #[serde(rename = "mimeType")]
    mime_type: &'static str,
    /// A thumbnail in base64.
    data: String,
    #[serde(skip)]
    says: String,
}

impl Tool for GetReproductionScript {
    const NAME: &'static str = "get_reproduction_script";
    const TITLE: &'static str = "Reproduction script";
    const DESCRIPTION: &'static str =
        "Recorded user actions as a runnable Playwright or Cypress script.";

    type Arguments = Arguments;
    type Response = ScriptResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ScriptResponse, Refusal> {
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
        let Written { plan, script } = scripts::write(caller.app, &wanted)?;
        let Wanted { filter, options, .. } = wanted;
        Ok(ScriptResponse {
            script,
            notes: ScriptNotes::new(&plan),
            screenshots: options.takes_pictures.then(|| screenshots(caller.app, &filter, &plan)),
            actions_used: plan.action_count,
            error_context: context,
            selectors_used: plan.selectors_used,
        })
    }
}

/// The screenshots of the recording, each under the name that its step gives to its own.
fn screenshots(app: &Arc<App>, filter: &Filter, plan: &Plan) -> Vec<ScreenshotRow> {
    let steps: Vec<_> = plan.steps.iter().filter(|step| step.act != Act::Nothing).collect();
    let begun: Vec<_> = steps.iter().map(|step| step.at).collect();
    let placed = placed(app, filter, &Steps { begun: &begun, most_late_ms: None, last: None });
    let row = |Placed { step, id, time, url, trigger }| {
        let (_, thumb) = app.journal.picture(id)?;
        Some(ScreenshotRow {
            step: step + 1,
            name: format!("step-{}.png", step + 1),
            id,
            uri: format!("gasoline://screenshot/{id}"),
            url,
            trigger,
            timestamp: time,
            mime_type: "image/png",
            data: STANDARD.encode(&thumb),
            says: steps[step].says.clone(),
        })
    };
    placed.into_iter().filter_map(row).collect()
}

impl Response for ScriptResponse {
    fn render(&self, text: &mut String) {
        text.push_str(&self.script);
    }

    fn attachments(&self) -> Attachments {
        let mut texts = self.notes.texts();
        let mut links = Vec::new();
        if let Some(screenshots) = &self.screenshots {
            let mut text = "screenshots of the recording:".to_owned();
            for ScreenshotRow { step, id, uri, says, mime_type, .. } in screenshots {
                text.push_str(&format!("\n- step {step}, {}: {uri}", escape::line(says)));
                let (uri, name) = (uri.clone(), format!("screenshot {id}"));
                links.push(Link { uri, name, mime_type });
            }
            if screenshots.is_empty() {
                text.push_str(
                    " none is held; the script takes its own. For the next recording: \
                     `configure_capture` with `auto_screenshot`",
                );
            }
            texts.push(text);
        }
        Attachments { links, texts, ..Attachments::default() }
    }
}
