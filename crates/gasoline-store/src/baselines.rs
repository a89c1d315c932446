//! What is usual for a page: a rolling mean of its performance snapshots.

use std::collections::VecDeque;

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::performance::{LongTasks, PerformanceSnapshot, Timing};
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits;

const NEWEST_WEIGHT: f64 = 0.2;

/// The baselines of the pages seen most recently.
#[derive(Debug, Default)]
pub struct Baselines {
    pages: VecDeque<Baseline>,
}

/// What is usual for a page: a rolling mean of its performance snapshots.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Baseline {
    /// The page.
    pub url: String,
    pub sample_count: u32,
    pub last_updated: Timestamp,
    pub timing: Timing,
    pub network: BaselineNetwork,
    pub long_tasks: LongTasks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cumulative_layout_shift: Option<f64>,
    /// The page load that was taken in last, and how it was before.
    #[serde(skip)]
    latest: Option<(String, Box<Baseline>)>,
}

#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaselineNetwork {
    pub request_count: Option<f64>,
    pub transfer_size: Option<f64>,
}

impl Baselines {
    /// Takes a sample into the baseline of its page.
    pub fn see(&mut self, sample: &PerformanceSnapshot<'_>, now: Timestamp) {
        let known = self.pages.iter().position(|page| page.url == *sample.url);
        let mut page = known
            .and_then(|index| self.pages.remove(index))
            .unwrap_or_else(|| Baseline::new(&sample.url, now));
        let mut before = match page.latest.take() {
            // The same load again, with more known of it: one sample, not two.
            Some((id, before)) if sample.id.as_deref() == Some(&*id) => *before,
            _ => page,
        };
        let latest = sample.id.as_ref().map(|id| (id.to_string(), Box::new(before.clone())));
        before.see(sample, now);
        before.latest = latest;
        self.pages.push_back(before);
        if self.pages.len() > limits::BASELINES_MAX {
            self.pages.pop_front();
        }
    }

    pub fn of(&self, url: &str) -> Option<&Baseline> {
        self.pages.iter().find(|page| page.url == url)
    }

    pub fn clear(&mut self) {
        self.pages.clear();
    }
}

impl Baseline {
    fn new(url: &str, now: Timestamp) -> Self {
        Self {
            url: url.to_owned(),
            sample_count: 0,
            last_updated: now,
            timing: Timing::default(),
            network: BaselineNetwork::default(),
            long_tasks: LongTasks::default(),
            cumulative_layout_shift: None,
            latest: None,
        }
    }

    fn see(&mut self, sample: &PerformanceSnapshot<'_>, now: Timestamp) {
        self.sample_count += 1;
        self.last_updated = now;
        let weight = if self.sample_count <= limits::BASELINE_PLAIN_SAMPLES {
            1.0 / f64::from(self.sample_count)
        } else {
            NEWEST_WEIGHT
        };
        let blend = |usual: &mut Option<f64>, seen: Option<f64>| {
            if let Some(seen) = seen {
                *usual = Some(usual.map_or(seen, |usual| usual + (seen - usual) * weight));
            }
        };
        if let Some(seen) = sample.timing {
            let usual = &mut self.timing;
            blend(&mut usual.dom_content_loaded, seen.dom_content_loaded);
            blend(&mut usual.load, seen.load);
            blend(&mut usual.first_contentful_paint, seen.first_contentful_paint);
            blend(&mut usual.largest_contentful_paint, seen.largest_contentful_paint);
            blend(&mut usual.interaction_to_next_paint, seen.interaction_to_next_paint);
            blend(&mut usual.time_to_first_byte, seen.time_to_first_byte);
            blend(&mut usual.dom_interactive, seen.dom_interactive);
        }
        if let Some(seen) = &sample.network {
            blend(&mut self.network.request_count, seen.request_count);
            blend(&mut self.network.transfer_size, seen.transfer_size);
        }
        if let Some(seen) = sample.long_tasks {
            let usual = &mut self.long_tasks;
            usual.count += (seen.count - usual.count) * weight;
            usual.total_blocking_time +=
                (seen.total_blocking_time - usual.total_blocking_time) * weight;
            usual.longest += (seen.longest - usual.longest) * weight;
        }
        blend(&mut self.cumulative_layout_shift, sample.cumulative_layout_shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(milliseconds: &[f64]) -> Option<f64> {
        let mut baselines = Baselines::default();
        for load in milliseconds {
            let json = format!(r#"{{"url":"/a","timing":{{"load":{load}}}}}"#);
            baselines.see(&serde_json::from_str(&json).expect("a sample"), Timestamp::default());
        }
        baselines.of("/a")?.timing.load
    }

    #[test]
    fn the_first_five_samples_are_averaged_plainly_then_the_newest_weighs_a_fifth() {
        assert_eq!(loads(&[100.0, 200.0]), Some(150.0));
        assert_eq!(loads(&[100.0; 5]), Some(100.0));
        assert_eq!(loads(&[100.0, 100.0, 100.0, 100.0, 100.0, 200.0]), Some(120.0));
    }

    #[test]
    fn what_comes_later_of_the_same_load_takes_its_place() {
        let mut baselines = Baselines::default();
        for (id, load) in [("a", 100.0), ("b", 1.0), ("b", 200.0), ("b", 300.0)] {
            let json = format!(r#"{{"url":"/a","id":"{id}","timing":{{"load":{load}}}}}"#);
            baselines.see(&serde_json::from_str(&json).expect("a sample"), Timestamp::default());
        }
        let page = baselines.of("/a").expect("a page");
        assert_eq!((page.sample_count, page.timing.load), (2, Some(200.0)));
    }

    #[test]
    fn the_page_seen_longest_ago_makes_room() {
        let mut baselines = Baselines::default();
        for page in 0..=limits::BASELINES_MAX {
            let json = format!(r#"{{"url":"/{page}"}}"#);
            baselines.see(&serde_json::from_str(&json).expect("a sample"), Timestamp::default());
        }
        assert!(baselines.of("/0").is_none());
        assert!(baselines.of("/1").is_some());
    }
}
