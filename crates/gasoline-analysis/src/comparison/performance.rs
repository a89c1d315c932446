//! Page loads of two digests: how much slower or heavier, and whether that is a regression.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::digest::{Load, Metric};
use crate::limits;

/// The page that both loaded last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct PerformanceDiff {
    #[serde(flatten)]
    pub page: Option<PageDiff>,
    /// Other pages with regressions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_pages: Vec<PageDiff>,
}

impl PerformanceDiff {
    /// Takes the pages that both loaded, the newest first.
    pub(super) fn new(pages: Vec<Option<PageDiff>>) -> Self {
        let mut pages = pages.into_iter();
        let page = pages.next().flatten();
        let others = pages.flatten();
        Self { page, other_pages: others.filter(|page| page.regressions() > 0).collect() }
    }

    pub fn regressions(&self) -> usize {
        self.page.iter().chain(&self.other_pages).map(PageDiff::regressions).sum()
    }
}

/// One page, loaded in both.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PageDiff {
    pub page: String,
    #[serde(flatten)]
    pub metrics: BTreeMap<&'static str, MetricChange>,
}

impl PageDiff {
    /// How two loads of a page differ, if anything was measured of both.
    pub(crate) fn new(before: &Load, after: &Load) -> Option<Self> {
        let metrics = Metric::ALL.into_iter().filter_map(|metric| {
            Some((metric.name(), change(metric, before.value(metric)?, after.value(metric)?)))
        });
        let metrics: BTreeMap<_, _> = metrics.collect();
        (!metrics.is_empty()).then(|| Self { page: after.page.clone(), metrics })
    }

    pub fn regressions(&self) -> usize {
        self.metrics.values().filter(|change| change.regression).count()
    }
}

/// One metric, before and after.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MetricChange {
    #[serde(serialize_with = "plain")]
    pub before: f64,
    #[serde(serialize_with = "plain")]
    pub after: f64,
    /// In percent; of a layout shift, which has no unit, the difference.
    pub change: String,
    pub regression: bool,
}

fn change(metric: Metric, before: f64, after: f64) -> MetricChange {
    let (before, after) = (rounded(metric, before), rounded(metric, after));
    let difference = after - before;
    let change = if metric == Metric::CumulativeLayoutShift {
        format!("{difference:+.2}")
    } else if before > 0.0 {
        let percent = difference / before * 100.0;
        // A zero has no sign.
        if percent.round() == 0.0 { "0%".to_owned() } else { format!("{percent:+.0}%") }
    } else {
        format!("{difference:+.0}")
    };
    MetricChange { before, after, change, regression: is_regression(metric, before, difference) }
}

/// Both must hold, the part and the amount: twice nothing is nothing, and a little of much is not.
fn is_regression(metric: Metric, before: f64, difference: f64) -> bool {
    let exceeds = |percent: u32, amount: u32| {
        difference > f64::from(amount) && difference * 100.0 > before * f64::from(percent)
    };
    match metric {
        Metric::LoadTime | Metric::FirstContentfulPaint | Metric::LargestContentfulPaint => {
            exceeds(limits::SLOWER_MIN_PERCENT, limits::SLOWER_MIN_MS)
        }
        Metric::RequestCount => {
            exceeds(limits::MORE_REQUESTS_MIN_PERCENT, limits::MORE_REQUESTS_MIN)
        }
        Metric::TransferSize => {
            exceeds(limits::LARGER_TRANSFER_MIN_PERCENT, limits::LARGER_TRANSFER_MIN_BYTES)
        }
        Metric::CumulativeLayoutShift => {
            difference * 1000.0 > f64::from(limits::MORE_SHIFT_MIN_THOUSANDTHS)
        }
    }
}

fn rounded(metric: Metric, value: f64) -> f64 {
    if metric == Metric::CumulativeLayoutShift {
        (value * 1000.0).round() / 1000.0
    } else {
        value.round()
    }
}

/// Whole numbers without a fraction, as clients send them.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn plain<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let whole = *value as i64;
        serializer.serialize_i64(whole)
    } else {
        serializer.serialize_f64(*value)
    }
}
