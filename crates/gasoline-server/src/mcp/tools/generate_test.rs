//! `generate_test`: a Playwright test from a session, which passes on the application it was recorded
//! from and fails when that breaks.
//!
//! ````text
//! + action {"type":"navigate","toUrl":"http://localhost/cart","url":"http://localhost/cart"}
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! > {"test_name":"pay"}
//! // Recorded by Gasoline at 2026-01-02T10:00:00.000Z, 2.0 s, on http://localhost.
//! // 2 actions, 1 requests, 0 errors; from /cart.
//! import { test, expect } from '@playwright/test';
//!
//! test('pay', async ({ page }) => {
//!   // `Failed to load resource` only repeats a status; those are asserted below.
//!   const consoleErrors = new Array();
//!   page.on('console', (message) => {
//!     const isFailedLoad = message.text().startsWith('Failed to load resource');
//!     if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
//!   });
//!   page.on('pageerror', (error) => consoleErrors.push(error.message));
//!
//!   // An answer may take five times as long as it was recorded to take, and five seconds in any
//!   // case: a busy machine passes, an application that keeps its users waiting does not.
//!
//!   // 1. Open /cart
//!   await page.goto('http://localhost/cart');
//!
//!   // 2. Click button "Pay"
//!   const answer1 = page.waitForResponse(
//!     (response) =>
//!       response.request().method() === 'GET' &&
//!       new URL(response.url()).pathname === '/api/cart',
//!     { timeout: 15000 },
//!   );
//!   await page.getByRole('button', { name: 'Pay', exact: true }).click();
//!   // confidence: high — GET /api/cart answered 200
//!   const response1 = await answer1;
//!   expect(response1.status()).toBe(200);
//!   expect(response1.request().timing().responseStart).toBeLessThan(5000);
//!
//!   // What a page does after the last act or answer, it does within a moment.
//!   await page.waitForTimeout(250);
//!
//!   // confidence: high — the recording had no errors
//!   expect(consoleErrors).toHaveLength(0);
//! });
//! ````

use std::num::NonZeroUsize;

use gasoline_codegen::limits::TEST_MAX_BYTES;
use gasoline_codegen::{Checks, Fixtures, Format, Options};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::{Attachments, Response};
use crate::mcp::scripts::{self, FixturesArgument, ScriptNotes, Wanted, Written, masked};
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GenerateTest>();

struct GenerateTest;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct Assertions {
    network: Option<bool>,
    response_shape: Option<bool>,
    no_errors: Option<bool>,
    dom_state: Option<bool>,
    visual: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    test_name: Option<String>,
    last_n_actions: Option<NonZeroUsize>,
    base_url: Option<String>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    assert_network: Option<bool>,
    assert_no_errors: Option<bool>,
    /// Default false, like `visual`; others true.
    assert_response_shape: Option<bool>,
    assert_visual: Option<bool>,
    mask_dynamic: Option<bool>,
    /// Overrides the flags.
    assertions: Option<Assertions>,
    /// Mock recorded responses.
    include_fixtures: Option<bool>,
    fixtures: Option<FixturesArgument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TestResponse {
    test_script: String,
    #[serde(flatten)]
    notes: ScriptNotes,
    test_name: String,
    action_count: usize,
    assertion_count: usize,
}

impl Tool for GenerateTest {
    const NAME: &'static str = "generate_test";
    const TITLE: &'static str = "Generate test";
    const DESCRIPTION: &'static str = "Playwright test from recorded user actions; asserts \
                                       responses, navigation, visible state, no new errors.";

    type Arguments = Arguments;
    type Response = TestResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<TestResponse, Refusal> {
        let checks = checks(&arguments);
        let Arguments { test_name, last_n_actions, base_url, .. } = arguments;
        let filter = Filter::new(arguments.url, arguments.tab_id, arguments.test_id, None)?;
        let options = Options {
            title: test_name.as_deref().filter(|name| !name.trim().is_empty()).map(masked),
            base_url: base_url.as_deref().map(masked),
            last_n_actions: last_n_actions.map(NonZeroUsize::get),
            checks,
            masks_dynamic: arguments.mask_dynamic.unwrap_or(true),
            fixtures: FixturesArgument::chosen(
                arguments.fixtures,
                arguments.include_fixtures,
                Fixtures::Mock,
            ),
            ..Options::default()
        };
        let format = Format::Playwright;
        let wanted = Wanted { filter, options, format, most_bytes: TEST_MAX_BYTES };
        let Written { plan, script } = scripts::write(caller.app, &wanted)?;
        Ok(TestResponse {
            test_script: script,
            notes: ScriptNotes::new(&plan),
            action_count: plan.action_count,
            assertion_count: plan.assertion_count(),
            test_name: plan.title,
        })
    }
}

impl Response for TestResponse {
    fn render(&self, text: &mut String) {
        text.push_str(&self.test_script);
    }

    fn attachments(&self) -> Attachments {
        Attachments { texts: self.notes.texts(), ..Attachments::default() }
    }
}

/// The object wins over the flags, and both over what is usual.
fn checks(arguments: &Arguments) -> Checks {
    let usual = Checks::OF_A_TEST;
    let object = arguments.assertions.as_ref();
    let choose = |of_object: fn(&Assertions) -> Option<bool>, flag: Option<bool>, usual: bool| {
        object.and_then(of_object).or(flag).unwrap_or(usual)
    };
    Checks {
        network: choose(|it| it.network, arguments.assert_network, usual.network),
        response_shape: choose(
            |it| it.response_shape,
            arguments.assert_response_shape,
            usual.response_shape,
        ),
        no_errors: choose(|it| it.no_errors, arguments.assert_no_errors, usual.no_errors),
        dom_state: choose(|it| it.dom_state, None, usual.dom_state),
        navigation: usual.navigation,
        visual: choose(|it| it.visual, arguments.assert_visual, usual.visual),
    }
}
