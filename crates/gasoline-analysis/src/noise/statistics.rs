//! How much of what was captured is noise, and by which rule.

use std::collections::BTreeMap;

use gasoline_protocol::{Kind, Snapshot, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::Noise;

/// The noise among the events of a snapshot. Counted anew each time, so that asking twice does not
/// count twice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    pub total_filtered: usize,
    /// Rules that mark something, by id.
    pub per_rule: BTreeMap<String, usize>,
    /// When something last happened that is not noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_signal_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_noise_at: Option<Timestamp>,
}

impl Noise {
    pub fn statistics(&self, snapshot: &Snapshot) -> Statistics {
        let mut statistics = Statistics::default();
        for kind in [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents] {
            for event in snapshot.of(kind) {
                statistics.see(event.time, self.event(event).map(|rule| rule.id.as_str()));
            }
        }
        statistics
    }
}

impl Statistics {
    fn see(&mut self, time: Timestamp, rule: Option<&str>) {
        let last = if let Some(id) = rule {
            self.total_filtered += 1;
            match self.per_rule.get_mut(id) {
                Some(count) => *count += 1,
                None => drop(self.per_rule.insert(id.to_owned(), 1)),
            }
            &mut self.last_noise_at
        } else {
            &mut self.last_signal_at
        };
        *last = (*last).max(Some(time));
    }
}
