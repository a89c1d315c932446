//! The loads of a page as they are remembered: figures, without what was loaded.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::Seq;
use crate::events::performance::PerformanceSnapshot;
use crate::time::Timestamp;

crate::wire_enum! {
    /// What is measured of a load. Times are milliseconds.
    #[derive(PartialOrd, Ord, Deserialize, JsonSchema)]
    pub enum Figure {
        Ttfb = "ttfb",
        Fcp = "fcp",
        Lcp = "lcp",
        DomContentLoaded = "dom_content_loaded",
        Load = "load",
        Inp = "inp",
        Cls = "cls",
        Requests = "requests",
        TransferBytes = "transfer_bytes",
        LongTasks = "long_tasks",
        BlockingTime = "blocking_time",
        LongestTask = "longest_task",
    }
}

impl Figure {
    /// Whether it may still grow long after loading because the user goes on using the page. All
    /// others are those of the load itself, and what the page does later is no part of it.
    fn is_of_the_whole_visit(self) -> bool {
        matches!(self, Self::Lcp | Self::Inp | Self::Cls)
    }
}

/// How a page came to be shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    #[default]
    Load,
    /// The page changed its own address: a route of a single-page application.
    Route,
    /// The browser showed a page it had kept.
    Restored,
}

impl Way {
    /// By the `navigationType` of a snapshot, which is that of `web-vitals`.
    pub fn of(navigation_type: Option<&str>) -> Self {
        match navigation_type {
            Some("soft-navigation") => Self::Route,
            Some("back-forward-cache") => Self::Restored,
            _ => Self::Load,
        }
    }
}

/// The figures of one load; not every load has every one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Figures([Option<f64>; Figure::ALL.len()]);

impl Figures {
    pub fn of(snapshot: &PerformanceSnapshot<'_>) -> Self {
        let timing = snapshot.timing.unwrap_or_default();
        let network = snapshot.network.as_ref();
        let tasks = snapshot.long_tasks;
        Self(Figure::ALL.map(|figure| match figure {
            Figure::Ttfb => timing.time_to_first_byte,
            Figure::Fcp => timing.first_contentful_paint,
            Figure::Lcp => timing.largest_contentful_paint,
            Figure::DomContentLoaded => timing.dom_content_loaded,
            Figure::Load => timing.load,
            Figure::Inp => timing.interaction_to_next_paint,
            Figure::Cls => snapshot.cumulative_layout_shift,
            Figure::Requests => network.and_then(|totals| totals.request_count),
            Figure::TransferBytes => network.and_then(|totals| totals.transfer_size),
            Figure::LongTasks => tasks.map(|tasks| tasks.count),
            Figure::BlockingTime => tasks.map(|tasks| tasks.total_blocking_time),
            Figure::LongestTask => tasks.map(|tasks| tasks.longest),
        }))
    }

    pub fn get(&self, figure: Figure) -> Option<f64> {
        self.0[figure as usize]
    }

    pub fn set(&mut self, figure: Figure, value: f64) {
        self.0[figure as usize] = Some(value);
    }

    /// Takes over what became known later of the same load.
    pub fn follow(&mut self, later: &Self) {
        for figure in Figure::ALL {
            let known = &mut self.0[figure as usize];
            if let Some(value) = later.get(figure)
                && (known.is_none() || figure.is_of_the_whole_visit())
            {
                *known = Some(value);
            }
        }
    }
}

/// One load, remembered by its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Which load it is: more may become known of one.
    pub id: Option<Arc<str>>,
    pub seq: Seq,
    pub time: Timestamp,
    pub test: Option<Arc<str>>,
    pub figures: Figures,
}

impl Load {
    /// A load that was left before it ended says little: what it lacks was not saved.
    pub fn has_ended(&self) -> bool {
        self.figures.get(Figure::Load).is_some()
    }
}

/// Which page, and how it came to be shown: only like is compared with like.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Page {
    pub origin: Option<String>,
    /// The path.
    pub url: String,
    pub way: Way,
}

impl Page {
    pub fn of(snapshot: &PerformanceSnapshot<'_>) -> Self {
        Self {
            origin: snapshot.origin.as_deref().map(str::to_owned),
            url: snapshot.url.to_string(),
            way: Way::of(snapshot.navigation_type.as_deref()),
        }
    }
}

/// The latest loads of one page, oldest first.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    pub page: Page,
    pub loads: Vec<Load>,
    /// Older loads, for which there was no room.
    pub forgotten: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(json: &str) -> Figures {
        let snapshot: PerformanceSnapshot<'_> = serde_json::from_str(json).expect("a snapshot");
        Figures::of(&snapshot)
    }

    #[test]
    fn what_a_page_does_after_loading_is_no_part_of_the_load_but_its_vitals_are() {
        let mut load = figures(
            r#"{"url": "/", "timing": {"load": 90, "largestContentfulPaint": 80},
                "network": {"requestCount": 5}, "longTasks": {"count": 1},
                "cumulativeLayoutShift": 0.01}"#,
        );
        load.follow(&figures(
            r#"{"url": "/", "timing": {"load": 90, "interactionToNextPaint": 40},
                "network": {"requestCount": 500}, "longTasks": {"count": 9},
                "cumulativeLayoutShift": 0.2}"#,
        ));
        assert_eq!(load.get(Figure::Requests), Some(5.0));
        assert_eq!(load.get(Figure::LongTasks), Some(1.0));
        assert_eq!(load.get(Figure::Lcp), Some(80.0));
        assert_eq!(load.get(Figure::Inp), Some(40.0));
        assert_eq!(load.get(Figure::Cls), Some(0.2));
    }
}
