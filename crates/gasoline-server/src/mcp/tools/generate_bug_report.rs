//! `generate_bug_report`: an error with its steps, pictures and evidence, as a text people can send.
//!
//! ````text
//! + action {"type":"navigate","toUrl":"http://localhost/cart","url":"http://localhost/cart"}
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {}
//! ## Bug Report: TypeError: total is undefined
//!
//! **URL**: `http://localhost/cart`
//! **Observed**: 2026-01-02T10:00:03.000Z
//! **Severity**: Error (unhandled exception)
//!
//! ### Steps to Reproduce
//!
//! 1. Open /cart
//! 2. Click button "Pay"
//! 3. Error: `TypeError: total is undefined`
//!
//! ### Expected Behavior
//!
//! No error at the last step. What should have happened instead was not captured: please add it.
//!
//! ### Actual Behavior
//!
//! TypeError — total is undefined. It followed click button "Pay". POST http://localhost/api/orders was answered 500: the likely cause (its answer has no `total`, sent 1000 ms after the click, answered 959 ms before).
//!
//! ### Failed Requests
//!
//! - `POST http://localhost/api/orders → 500 (41 ms)`
//!   - answered: `{"error":"out of stock"}`
//!
//! ### Console
//!
//! ```
//! 10:00:03.000 error: Uncaught TypeError: total is undefined
//! ```
//!
//! ### Environment
//!
//! - URL: http://localhost/cart
//! - Browser: not known: none has told which one it is
//! - Gasoline capture session: 2026-01-02
//! - Gasoline: VERSION
//!
//! ### Reproduction Script
//!
//! ```javascript
//! // Recorded by Gasoline at 2026-01-02T10:00:00.000Z, 3.0 s, on http://localhost.
//! // 2 actions, 1 requests, 1 errors; from /cart.
//! import { test, expect } from '@playwright/test';
//!
//! test('reproduction: TypeError: total is undefined', async ({ page }) => {
//!   // 1. Open /cart
//!   await page.goto('http://localhost/cart');
//!
//!   // 2. Click button "Pay"
//!   await page.getByRole('button', { name: 'Pay', exact: true }).click();
//!   // Error occurred here: Uncaught TypeError: total is undefined
//!   // The page should handle this error gracefully.
//! });
//! ```
//! ````

use gasoline_codegen::bug_report::{html, markdown};
use gasoline_protocol::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::bug_report::{self, PictureFile, Wanted};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::show;
use crate::mcp::response::{Attachments, Link, Response};
use crate::mcp::scripts::masked;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};
use crate::save::Place;
use crate::source_maps;

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GenerateBugReport>();

struct GenerateBugReport;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum FormatArgument {
    #[default]
    Markdown,
    Html,
}

impl FormatArgument {
    fn ending(self) -> &'static str {
        match self {
            Self::Markdown => ".md",
            Self::Html => ".html",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Id (`c42`); default newest.
    error: Option<String>,
    title: Option<String>,
    format: Option<FormatArgument>,
    /// At most 20.
    #[schemars(range(max = 20))]
    screenshots: Option<usize>,
    /// New file in `--save-dir`.
    save_to: Option<String>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BugReportResponse {
    /// Left out where it is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    title: String,
    format: FormatArgument,
    /// Left out where no error was thrown, but a request failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_id: Option<Seq>,
    step_count: usize,
    /// Ids.
    screenshots: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_to: Option<String>,
    warnings: Vec<String>,
    /// The report and the screenshots beside it.
    #[serde(skip)]
    files: usize,
}

impl Tool for GenerateBugReport {
    const NAME: &'static str = "generate_bug_report";
    const TITLE: &'static str = "Bug report";
    const DESCRIPTION: &'static str =
        "Bug report of one error: steps, screenshots, expected and actual, evidence, script.";
    const EFFECT: Effect = Effect::Writes;

    type Arguments = Arguments;
    type Response = BugReportResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<BugReportResponse, Refusal> {
        let app = caller.app;
        let Arguments { error, title, format, screenshots, save_to, url, tab_id, test_id } =
            arguments;
        let format = format.unwrap_or_default();
        let place = save_to
            .map(|name| Place::new(app.config.save_dir.as_deref(), &name, format.ending()))
            .transpose()?;
        let wanted = Wanted {
            filter: Filter::new(url, tab_id, test_id, None)?,
            error: error.as_deref().map(error_id).transpose()?,
            title: title.as_deref().filter(|title| !title.trim().is_empty()).map(masked),
            pictures: screenshots.unwrap_or(limits::REPORT_PICTURES),
            // A single page holds its pictures itself.
            beside: place
                .as_ref()
                .filter(|_| format == FormatArgument::Markdown)
                .map(|place| place.stem().to_owned()),
            are_whole: place.is_some(),
        };
        let mut made = bug_report::make(app, &wanted)?;
        let thrown: Vec<_> = made.thrown.take().into_iter().collect();
        if source_maps::settle(app, &thrown).await {
            made = bug_report::make(app, &wanted)?;
        }
        let report = match format {
            FormatArgument::Markdown => markdown(&made.report),
            FormatArgument::Html => html(&made.report),
        };
        let mut response = BugReportResponse {
            report: None,
            title: made.report.title,
            format,
            error_id: made.error,
            step_count: made.report.steps.len(),
            screenshots: made.pictures.iter().map(|picture| picture.id).collect(),
            saved_to: None,
            warnings: made.warnings,
            files: 0,
        };
        if let Some(place) = place {
            let beside = if wanted.beside.is_some() { made.pictures } else { Vec::new() };
            response.files = beside.len() + 1;
            response.saved_to = Some(save(place, report, beside).await?);
        } else {
            response.report = Some(report);
        }
        Ok(response)
    }
}

fn error_id(id: &str) -> Result<Seq, Refusal> {
    id.parse().map_err(|()| {
        Refusal::new(
            format!("`{}` is not the id of an error", show::truncated(id, 40)),
            "pass an id that `get_browser_errors` shows, such as `c42`",
        )
    })
}

/// Writes the report and its screenshots. Returns the path of the report.
async fn save(place: Place, report: String, beside: Vec<PictureFile>) -> Result<String, Refusal> {
    let writing = tokio::task::spawn_blocking(move || {
        let beside: Vec<(&str, &[u8])> =
            beside.iter().map(|picture| (picture.name.as_str(), &*picture.bytes)).collect();
        place.write(&report, &beside)
    });
    let path =
        writing.await.map_err(|_| Refusal::new("the report was not written", "ask again"))??;
    Ok(path.display().to_string())
}

impl Response for BugReportResponse {
    fn render(&self, text: &mut String) {
        if let Some(path) = &self.saved_to {
            let files = show::count(self.files, "file");
            text.push_str(&format!("saved {files} as {path}: {}", self.title));
        } else if let Some(report) = &self.report {
            text.push_str(report);
        }
    }

    fn attachments(&self) -> Attachments {
        let link = |id: &u64| Link {
            uri: format!("gasoline://screenshot/{id}"),
            name: format!("screenshot {id}"),
            mime_type: "image/png",
        };
        let warnings = (!self.warnings.is_empty()).then(|| show::list("warnings:", &self.warnings));
        Attachments {
            links: self.screenshots.iter().map(link).collect(),
            texts: warnings.into_iter().collect(),
            ..Attachments::default()
        }
    }
}
