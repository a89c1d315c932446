//! How a page performs: its figures, what is usual for it, and whether it got worse.

mod budgets;
mod judge;
mod rank;
mod rating;
mod words;

use std::collections::BTreeMap;

use crate::redact;
use gasoline_protocol::loads::{Figure, History, Load, Page};
use gasoline_protocol::{Captured, Purpose};

pub use budgets::{Budget, limits as budget_limits, of_page as budgets_of};
pub use judge::{Judgement, Verdict};
pub use rating::Rating;
pub use words::{amount, bytes, change, label, sparkline};

use crate::limits;

/// One figure of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub figure: Figure,
    /// Of the newest load.
    pub last: f64,
    pub rating: Option<Rating>,
    pub judgement: Judgement,
    pub budget: Option<f64>,
    /// The budget, if the median of the latest loads, of those that are judged, is above it.
    pub over_budget: Option<f64>,
    /// The latest loads, oldest first.
    pub trend: Vec<f64>,
}

/// What the loads of a page say.
#[derive(Debug, Clone, PartialEq)]
pub struct PageReport {
    pub page: Page,
    pub verdict: Verdict,
    /// Loads that ended, as far as they are remembered; what is measured is of these.
    pub loads: usize,
    /// Loads that were left before they ended.
    pub unfinished: usize,
    pub forgotten: u64,
    /// Whether the caller said which loads to judge.
    pub is_parted: bool,
    /// Loads that were judged, as far as it is the same for all figures, and those before them.
    pub judged: usize,
    pub baseline: usize,
    /// The newest load.
    pub newest: Load,
    pub figures: Vec<Measured>,
}

impl PageReport {
    pub fn of(&self, verdict: Verdict) -> impl Iterator<Item = &Measured> {
        self.figures.iter().filter(move |one| one.judgement.verdict == verdict)
    }

    pub fn over_budget(&self) -> impl Iterator<Item = &Measured> {
        self.figures.iter().filter(|one| one.over_budget.is_some())
    }

    pub fn figure(&self, figure: Figure) -> Option<&Measured> {
        self.figures.iter().find(|one| one.figure == figure)
    }
}

/// The histories of the store, redacted.
pub fn histories(histories: Captured<Vec<History>>) -> Vec<History> {
    let text = |text: &mut String| *text = redact::text(text).into_owned();
    let mut histories = histories.expose(Purpose::Redact);
    for History { page, loads, .. } in &mut histories {
        text(&mut page.url);
        page.origin.as_mut().map(text);
        for name in loads.iter_mut().flat_map(|load| [&mut load.id, &mut load.test]).flatten() {
            *name = redact::text(name).into();
        }
    }
    histories
}

/// Judges the newest loads of a page, or those that `is_judged` names, against the ones before. None
/// if no load of that kind has ended.
pub fn report(
    history: &History,
    is_judged: Option<&dyn Fn(&Load) -> bool>,
    budget: &BTreeMap<Figure, f64>,
) -> Option<PageReport> {
    let mut ended: Vec<&Load> = history.loads.iter().filter(|load| load.has_ended()).collect();
    let unfinished = history.loads.len() - ended.len();
    let loads = ended.len();
    let mut start = None;
    if let Some(is_judged) = is_judged {
        let first = ended.iter().position(|load| is_judged(load))?;
        // Others may have loaded the page meanwhile: they are neither judged nor before.
        let later: Vec<&Load> = ended.drain(first..).filter(|load| is_judged(load)).collect();
        ended.extend(later);
        start = Some(first);
    }
    let newest = *ended.last()?;
    let figures: Vec<Measured> = Figure::ALL
        .into_iter()
        .filter_map(|figure| measure(figure, &ended, start, budget.get(&figure).copied()))
        .collect();
    let judged = start.map_or(1, |start| ended.len() - start);
    Some(PageReport {
        page: history.page.clone(),
        verdict: overall(&figures),
        loads,
        unfinished,
        forgotten: history.forgotten,
        is_parted: start.is_some(),
        judged,
        baseline: (ended.len() - judged).min(limits::BASELINE_MAX_LOADS),
        newest: newest.clone(),
        figures,
    })
}

/// What is usual for a figure: the median of the latest loads that ended, and how many those are. None
/// if there is no such load.
pub fn usual(figure: Figure, loads: &[Load]) -> Option<(f64, usize)> {
    let ended = loads.iter().filter(|load| load.has_ended());
    let values: Vec<f64> = ended.filter_map(|load| load.figures.get(figure)).collect();
    let latest = &values[values.len().saturating_sub(limits::BASELINE_MAX_LOADS)..];
    (!latest.is_empty()).then(|| (judge::median(latest), latest.len()))
}

/// The most telling verdict of all. Nothing is as usual while too little is known of the times.
fn overall(figures: &[Measured]) -> Verdict {
    let load = figures.iter().find(|one| one.figure == Figure::Load);
    let load = load.map_or(Verdict::NotEnoughLoads, |one| one.judgement.verdict);
    let most = figures.iter().map(|one| one.judgement.verdict).max().unwrap_or(load);
    if most == Verdict::Steady { most.min(load) } else { most }
}

fn measure(
    figure: Figure,
    loads: &[&Load],
    start: Option<usize>,
    budget: Option<f64>,
) -> Option<Measured> {
    let last = loads.last()?.figures.get(figure)?;
    let of = |loads: &[&Load]| -> Vec<f64> {
        loads.iter().filter_map(|load| load.figures.get(figure)).collect()
    };
    let series = of(loads);
    let before = start.map(|start| of(&loads[..start]).len());
    let judgement = match before {
        Some(before) => judge::parted(figure, &series, before),
        None => judge::latest(figure, &series),
    };
    // A budget is kept by what is judged, and never by loads from before a change.
    let judged = &series[before.unwrap_or(0)..];
    let latest = &judged[judged.len().saturating_sub(limits::JUDGED_MIN_LOADS)..];
    let spent = judge::median(latest);
    Some(Measured {
        figure,
        last,
        rating: Rating::of(figure, last),
        judgement,
        budget,
        over_budget: budget.filter(|limit| spent > *limit),
        trend: series[series.len().saturating_sub(limits::TREND_MAX_LOADS)..].to_vec(),
    })
}

#[cfg(test)]
mod tests;
