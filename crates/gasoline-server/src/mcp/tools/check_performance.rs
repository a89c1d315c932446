//! `check_performance`: how pages load, against what is usual for them and what they may cost.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gasoline_analysis::performance::{self, PageReport};
use gasoline_protocol::loads::{Figure, History, Load, Page};
use gasoline_protocol::performance::{PerformanceSnapshot, PerformanceSnapshots};
use gasoline_protocol::{Kind, schema};
use gasoline_store::{Query, Since};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::exit::Leaving;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::performance::Told;
use crate::mcp::refusal::Refusal;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "check_performance",
    title: "Page performance",
    description: "Page load: vitals, network weight, long tasks, regressions against earlier \
                  loads, budgets.",
    answers: "`verdict` (`regressed suspect improved steady not_enough_loads`), `page` {url, origin?, \
              way (`load route restored`), loads, unfinished?, forgotten?}, `figures` by name (`ttfb fcp \
              lcp dom_content_loaded load inp cls requests transfer_bytes long_tasks blocking_time \
              longest_task`) {last, rating? (`good needs-improvement poor`), verdict, usual?, judged? \
              {loads, value, change}, budget?, over_budget?, trend[]}, `network?` {decoded_bytes?, \
              by_type?, slowest_requests[]}, `regressions[]`, `over_budget[]`, `baseline` {loads}, \
              `other_pages[]` {url, origin?, way, loads, verdict, load, regressions[], over_budget[]}, \
              `truncated?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

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

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { url, since, test_id, budgets } = arguments;
    let filter = Filter::new(url.clone(), None, test_id.clone(), since.as_ref())?;
    let since = since.as_ref().map(Moment::since).transpose()?;
    let test_id = test_id.filter(|test_id| !test_id.is_empty());
    let asked = asked_budget(budgets.as_ref())?;
    let is_judged = |load: &Load| {
        since.is_none_or(|since| is_after(load, since))
            && test_id.as_ref().is_none_or(|wanted| load.test.as_deref() == Some(wanted))
    };
    let is_parted = since.is_some() || test_id.is_some();
    let mut histories = caller.app.journal.histories();
    if let Some(url) = &url {
        // A path names its page, and `/` is part of every other.
        let is_named = |page: &Page| page.url == *url || address(page) == *url;
        let is_any_named = histories.iter().any(|history| is_named(&history.page));
        histories.retain(
            |History { page, .. }| {
                if is_any_named { is_named(page) } else { address(page).contains(url) }
            },
        );
    }
    let report = |history: &History| {
        let mut budget = performance::budgets_of(&caller.project.budgets, &history.page.url);
        budget.extend(&asked);
        performance::report(history, is_parted.then_some(&is_judged as _), &budget)
    };
    // The page loaded last is told first.
    let reports: Vec<PageReport> = histories.iter().rev().filter_map(report).collect();
    let snapshot = caller.app.journal.snapshot(&Query::of(&[Kind::Performance]));
    let Some((page, others)) = reports.split_first() else {
        let unfinished = histories.iter().flat_map(|history| &history.loads);
        let unfinished = unfinished.filter(|load| !load.has_ended() && is_judged(load)).count();
        if unfinished > 0 {
            return Ok(Told::unfinished(unfinished));
        }
        let empty = filter.why_empty(caller.app, &snapshot, Kind::Performance);
        return Ok(Answer::empty("figures", &empty, &snapshot));
    };
    let leaving = Leaving::of(&snapshot, Kind::Performance);
    let rows = leaving.rows::<PerformanceSnapshots>();
    let newest = rows.iter().rev().map(|row| &row.view).find(|view| is_of(view, page));
    let mut answer = Told { page, newest, others, complaints: &caller.project.complaints }.answer();
    answer.set("cursor", &snapshot.head);
    Ok(answer)
}

/// Whether a snapshot is the newest load's, whose figures are told.
fn is_of(view: &PerformanceSnapshot<'_>, report: &PageReport) -> bool {
    // Masking may have changed the address, but not the id.
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

fn is_after(load: &Load, since: Since) -> bool {
    match since {
        Since::Beginning => true,
        Since::Seq(seq) => load.seq > seq,
        Since::Time(time) => load.time > time,
    }
}

fn address(page: &Page) -> String {
    format!("{}{}", page.origin.as_deref().unwrap_or_default(), page.url)
}
