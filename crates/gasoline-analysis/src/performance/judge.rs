//! Whether a figure got worse: by much, by more than the loads differ anyway, and not by chance.

use gasoline_protocol::loads::Figure;
use schemars::JsonSchema;
use serde::Serialize;

use super::rank;
use crate::limits;

/// What the loads say about a figure or a page, the most telling last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    NotEnoughLoads,
    Steady,
    Improved,
    /// The newest loads are above all before, but too few or too little to be sure.
    Suspect,
    Regressed,
}

/// A figure judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// The median of the loads that were judged …
    pub value: f64,
    /// … and how many they were.
    pub judged: usize,
    /// The median of the loads before them; none if there are too few.
    pub usual: Option<f64>,
    pub baseline: usize,
}

/// How much a figure must grow to matter: both hold.
struct Least {
    percent: u32,
    amount: f64,
}

/// What may show that a figure got worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Every load is far from every earlier one.
    Distance,
    /// That, or ranks that do not come by chance.
    DistanceOrRanks,
}

/// Judges the newest values of a series, oldest first: of all ways to part it into a baseline and at
/// most ten later loads, the one with the fewest later loads that says most. Ranks are asked of few
/// partings only, because each further one is another chance to be wrong.
pub(super) fn latest(figure: Figure, series: &[f64]) -> Judgement {
    let most =
        limits::JUDGED_MAX_LOADS.min(series.len().saturating_sub(limits::BASELINE_MIN_LOADS));
    let mut best = not_enough(series);
    for judged in 1..=most {
        let proof = if judged <= limits::RANKED_MAX_LOADS {
            Proof::DistanceOrRanks
        } else {
            Proof::Distance
        };
        let judgement = judge(figure, series, series.len() - judged, proof);
        if judgement.verdict > best.verdict || judged == 1 {
            best = judgement;
        }
    }
    let needed = limits::BASELINE_MIN_LOADS + limits::JUDGED_MIN_LOADS;
    if best.verdict == Verdict::Steady && !is_quiet(figure) && series.len() < needed {
        best.verdict = Verdict::NotEnoughLoads;
    }
    best
}

/// Judges the values from `start` on against those before.
pub(super) fn parted(figure: Figure, series: &[f64], start: usize) -> Judgement {
    let judgement = judge(figure, series, start, Proof::DistanceOrRanks);
    let is_few = judgement.judged < limits::JUDGED_MIN_LOADS && !is_quiet(figure);
    match judgement.verdict {
        Verdict::Steady if is_few => Judgement { verdict: Verdict::NotEnoughLoads, ..judgement },
        _ => judgement,
    }
}

fn judge(figure: Figure, series: &[f64], start: usize, proof: Proof) -> Judgement {
    let (earlier, later) = series.split_at(start);
    let earlier = &earlier[earlier.len().saturating_sub(limits::BASELINE_MAX_LOADS)..];
    if later.is_empty() || earlier.len() < limits::BASELINE_MIN_LOADS {
        return not_enough(series);
    }
    let (value, usual) = (median(later), median(earlier));
    let verdict = if !matters(figure, value.max(usual), value.min(usual)) {
        Verdict::Steady
    } else if value < usual {
        let is_better = is_worse(figure, &negated(later), &negated(earlier), proof);
        if is_better { Verdict::Improved } else { Verdict::Steady }
    } else if is_worse(figure, later, earlier, proof) {
        Verdict::Regressed
    } else if is_suspect(later, earlier) {
        Verdict::Suspect
    } else {
        Verdict::Steady
    };
    let (judged, baseline) = (later.len(), earlier.len());
    Judgement { verdict, value, judged, usual: Some(usual), baseline }
}

fn not_enough(series: &[f64]) -> Judgement {
    let value = series.last().copied().unwrap_or_default();
    let judged = usize::from(!series.is_empty());
    let baseline = series.len() - judged;
    Judgement { verdict: Verdict::NotEnoughLoads, value, judged, usual: None, baseline }
}

/// Whether the medians, of which it is known that they differ by as much as matters, do so for a
/// reason.
fn is_worse(figure: Figure, later: &[f64], earlier: &[f64], proof: Proof) -> bool {
    let is_enough = later.len() >= limits::JUDGED_MIN_LOADS;
    // Bytes, requests and shifts do not come from a busy machine: one load is as good as three.
    if is_quiet(figure) && matters(figure, lowest(later), highest(earlier)) {
        return true;
    }
    if is_enough && matters(figure, lowest(later), nearly_highest(earlier)) {
        return true;
    }
    proof == Proof::DistanceOrRanks
        && is_enough
        && median(later) - median(earlier) > limits::REGRESSION_MIN_SPREADS * spread(earlier)
        && rank::chance(later, earlier) * limits::REGRESSION_MAX_CHANCE_ONE_IN <= 1.0
}

/// Whether loads that prove nothing yet are worth a word: above all before, and two that agree or one
/// that is far out. A single load is above the others every now and then.
fn is_suspect(later: &[f64], earlier: &[f64]) -> bool {
    let spreads = if later.len() > 1 {
        limits::SUSPECTS_MIN_SPREADS
    } else {
        limits::SINGLE_SUSPECT_MIN_SPREADS
    };
    lowest(later) > highest(earlier) && median(later) - median(earlier) > spreads * spread(earlier)
}

fn lowest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn highest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The highest but for one in ten: a single slow load must not hide what comes after it.
fn nearly_highest(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let spared = sorted.len() / limits::OUTLIERS_ONE_IN;
    sorted.iter().rev().nth(spared).copied().unwrap_or(f64::NEG_INFINITY)
}

/// The part is that of the smaller one, so that a change and its undoing weigh the same.
fn matters(figure: Figure, value: f64, usual: f64) -> bool {
    let least = least(figure);
    let grown = value - usual;
    let smaller = usual.abs().min(value.abs());
    grown > least.amount && grown * 100.0 > smaller * f64::from(least.percent)
}

fn is_quiet(figure: Figure) -> bool {
    matches!(figure, Figure::Cls | Figure::Requests | Figure::TransferBytes)
}

fn least(figure: Figure) -> Least {
    let (percent, amount) = match figure {
        Figure::Ttfb
        | Figure::Fcp
        | Figure::Lcp
        | Figure::DomContentLoaded
        | Figure::Load
        | Figure::Inp => (limits::REGRESSION_MIN_PERCENT, f64::from(limits::REGRESSION_MIN_MS)),
        Figure::BlockingTime | Figure::LongestTask => {
            (limits::BLOCKING_MIN_PERCENT, f64::from(limits::BLOCKING_MIN_MS))
        }
        Figure::LongTasks => (limits::MORE_TASKS_MIN_PERCENT, f64::from(limits::MORE_TASKS_MIN)),
        Figure::Requests => {
            (limits::MORE_REQUESTS_MIN_PERCENT, f64::from(limits::MORE_REQUESTS_MIN))
        }
        Figure::TransferBytes => {
            (limits::LARGER_TRANSFER_MIN_PERCENT, f64::from(limits::LARGER_TRANSFER_MIN_BYTES))
        }
        Figure::Cls => (0, f64::from(limits::MORE_SHIFT_MIN_THOUSANDTHS) / 1000.0),
    };
    Least { percent, amount }
}

/// The middle of the values; of an even number of them the mean of the two in the middle.
pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[odd / 2],
        even => f64::midpoint(sorted[even / 2 - 1], sorted[even / 2]),
    }
}

/// The median distance from the median, on the scale of a standard deviation: outliers hardly move it.
fn spread(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&distances) * 1.4826
}

fn negated(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| -value).collect()
}
