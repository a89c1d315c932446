//! `check_performance`: how pages load, against what is usual for them and what they may cost.
//!
//! ````text
//! + performance {"url":"/cart","origin":"http://localhost","timing":{"load":900,"firstContentfulPaint":300,"largestContentfulPaint":700},"network":{"requestCount":9,"transferSize":120000}}
//! > {"budgets":{"lcp":500}}
//! http://localhost/cart: not enough loads yet: 1 of the 8 that are needed; over budget: LCP
//! load timing:
//! - FCP 300 ms, good
//! - LCP 700 ms, good; OVER BUDGET of 500 ms
//! - load 900 ms
//! network:
//! - requests 9
//! - transfer 120 KB
//! hint: load the page some more times, then ask again
//! baseline: none, this is the first load of the page
//! ````

use std::collections::BTreeMap;

use gasoline_analysis::performance::{self, PageReport, Verdict};
use gasoline_analysis::redact;
use gasoline_analysis::view::Session;
use gasoline_protocol::Kind;
use gasoline_protocol::events::performance::{PerformanceSnapshot, PerformanceSnapshots};
use gasoline_protocol::loads::{Figure, History, Load, Page};
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::performance::{MeasuredPage, PerformanceResponse};
use crate::mcp::refusal::Refusal;
use crate::mcp::response::listing;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<CheckPerformance>();

struct CheckPerformance;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Default: last page.
    url: Option<String>,
    since: Option<Moment>,
    test_id: Option<String>,
    /// Limits, such as `{"lcp": 2500}`.
    budgets: Option<Map<String, Value>>,
}

impl Tool for CheckPerformance {
    const NAME: &'static str = "check_performance";
    const TITLE: &'static str = "Page performance";
    const DESCRIPTION: &'static str = "Page load: vitals, network weight, long tasks, regressions \
                                       against earlier loads, budgets.";

    type Arguments = Arguments;
    type Response = PerformanceResponse;

    async fn run(
        caller: &Caller<'_>,
        arguments: Arguments,
    ) -> Result<PerformanceResponse, Refusal> {
        let Arguments { url, since, test_id, budgets } = arguments;
        let filter = Filter::new(url.clone(), None, test_id.clone(), since.as_ref())?;
        let since = since.as_ref().map(Moment::since).transpose()?;
        let test_id = test_id.filter(|test_id| !test_id.is_empty());
        let test_id = test_id.map(|test_id| redact::text(&test_id).into_owned());
        let asked = asked_budget(budgets.as_ref())?;
        let is_judged = |load: &Load| {
            since.is_none_or(|since| since.admits(load.seq, load.time))
                && test_id.as_ref().is_none_or(|wanted| load.test.as_deref() == Some(wanted))
        };
        let is_parted = since.is_some() || test_id.is_some();
        let mut histories = performance::histories(caller.app.journal.histories());
        if let Some(url) = &url {
            // A path names its page, and `/` is part of every other.
            let is_named = |page: &Page| page.url == *url || address(page) == *url;
            let is_any_named = histories.iter().any(|history| is_named(&history.page));
            histories.retain(|History { page, .. }| {
                if is_any_named { is_named(page) } else { address(page).contains(url) }
            });
        }
        let report = |history: &History| {
            let mut budget = performance::budgets_of(&caller.project.budgets, &history.page.url);
            budget.extend(&asked);
            performance::report(history, is_parted.then_some(&is_judged as _), &budget)
        };
        // The page loaded last comes first.
        let reports: Vec<PageReport> = histories.iter().rev().filter_map(report).collect();
        let snapshot = caller.app.journal.snapshot(&Query::of(&[Kind::Performance]));
        let Some((page, others)) = reports.split_first() else {
            let unfinished = histories.iter().flat_map(|history| &history.loads);
            let unfinished = unfinished.filter(|load| !load.has_ended() && is_judged(load)).count();
            if unfinished > 0 {
                let verdict = Verdict::NotEnoughLoads;
                return Ok(PerformanceResponse::Unfinished { verdict, unfinished });
            }
            let empty = filter.why_empty(caller.app, &snapshot, Kind::Performance);
            let page = listing::Page::empty(&snapshot, empty);
            return Ok(PerformanceResponse::Empty { figures: [], page });
        };
        let session = Session::of_kind(&snapshot, Kind::Performance);
        let rows = session.rows::<PerformanceSnapshots>();
        let newest = rows.iter().rev().map(|row| &row.view).find(|view| is_of(view, page));
        let complaints = &caller.project.complaints;
        let measured = MeasuredPage::new(page, newest, others, complaints, snapshot.head);
        Ok(PerformanceResponse::Measured(Box::new(measured)))
    }
}

/// Whether a snapshot is the newest load's, whose figures are shown.
fn is_of(view: &PerformanceSnapshot<'_>, report: &PageReport) -> bool {
    match report.newest.id.as_deref() {
        Some(id) => view.id.as_deref() == Some(id),
        None => Page::of(view) == report.page,
    }
}

fn asked_budget(budgets: Option<&Map<String, Value>>) -> Result<BTreeMap<Figure, f64>, Refusal> {
    let Some(budgets) = budgets else { return Ok(BTreeMap::new()) };
    performance::budget_limits(budgets).map_err(|what| {
        Refusal::new(what, "pass `budgets` such as `{\"lcp\": 2500, \"transfer_bytes\": 500000}`")
    })
}

fn address(page: &Page) -> String {
    format!("{}{}", page.origin.as_deref().unwrap_or_default(), page.url)
}
