//! What is told of contracts: how they were broken, and what they are.

use std::collections::BTreeMap;

use gasoline_protocol::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::tracker::Tracker;
use super::violation::Violation;
use super::{Contracts, print};
use crate::endpoints::Endpoint;
use crate::redact;

/// Which endpoints are told of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    /// A part of the endpoint or of its URL.
    pub url: Option<&'a str>,
    /// Parts of endpoints or URLs that are left out.
    pub ignore: &'a [String],
}

impl Filter<'_> {
    fn takes(&self, tracker: &Tracker) -> bool {
        let endpoint = tracker.endpoint.to_string();
        let has = |part: &str| endpoint.contains(part) || tracker.url.contains(part);
        self.url.is_none_or(has) && !self.ignore.iter().any(|part| !part.is_empty() && has(part))
    }
}

/// How contracts were broken.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Analysis {
    /// Those that go on before those that recovered, then most severe first, then newest first. Listed by who shows them.
    #[serde(skip)]
    pub violations: Vec<Violation>,
    pub tracked_endpoints: usize,
    pub total_requests_analyzed: u64,
    /// Endpoints whose answers kept their contract, as far as they could be read.
    pub clean_endpoints: usize,
    /// Endpoints of which too few answers came to tell.
    pub learning_endpoints: usize,
    /// Answers that were too long to be learnt from or judged.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub answers_too_long: u64,
    /// Endpoints that made room for others.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub forgotten_endpoints: u64,
    /// Violations beyond what is kept of one endpoint.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub violations_not_kept: u64,
}

/// What is known of one endpoint.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EndpointReport {
    pub endpoint: String,
    pub method: String,
    pub call_count: u32,
    pub status_codes: BTreeMap<u16, u32>,
    /// None before the first answer that is JSON.
    pub established_shape: Option<Value>,
    /// Whether enough answers came to call it a contract.
    pub established: bool,
    /// `unknown` where no answer could be read.
    pub consistency: String,
    /// Answers that were too long to be learnt from or judged.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub answers_too_long: u32,
    pub last_called: Timestamp,
}

impl Contracts {
    /// How the contracts of the endpoints that pass the filter were broken.
    pub fn analyze(&self, filter: &Filter<'_>) -> Analysis {
        let trackers: Vec<&Tracker> = self.passing(filter).collect();
        let is_clean = |tracker: &&&Tracker| {
            !tracker.is_unread && tracker.violations.iter().all(|one| !is_alarm(one))
        };
        let mut violations: Vec<Violation> =
            trackers.iter().flat_map(|tracker| self.violations_of(tracker)).collect();
        violations.sort_by(|one, other| {
            let rank = |violation: &Violation| {
                let newest = violation.occurrences.last_violation;
                (violation.recovered, std::cmp::Reverse((violation.severity, newest)))
            };
            rank(one).cmp(&rank(other)).then_with(|| one.endpoint.cmp(&other.endpoint))
        });
        Analysis {
            violations,
            tracked_endpoints: trackers.len(),
            total_requests_analyzed: if filter.url.is_none() && filter.ignore.is_empty() {
                self.requests
            } else {
                trackers.iter().map(|tracker| u64::from(tracker.calls)).sum()
            },
            clean_endpoints: trackers.iter().filter(is_clean).count(),
            learning_endpoints: trackers.iter().filter(|one| !one.is_established()).count(),
            answers_too_long: trackers.iter().map(|tracker| u64::from(tracker.too_long)).sum(),
            forgotten_endpoints: self.forgotten,
            violations_not_kept: trackers.iter().map(|tracker| tracker.cut as u64).sum(),
        }
    }

    /// What is known of the endpoints that pass the filter, those called last first.
    pub fn report(&self, filter: &Filter<'_>) -> Vec<EndpointReport> {
        let known = self.passing(filter).map(|tracker| EndpointReport {
            endpoint: redact::text(&self.shown(tracker)).into_owned(),
            method: redact::text(&tracker.endpoint.method).into_owned(),
            call_count: tracker.calls,
            status_codes: tracker.statuses.clone(),
            established_shape: (tracker.answers > 0).then(|| print::shape(&tracker.learned)),
            established: tracker.is_established(),
            consistency: tracker
                .consistency_percent()
                .map_or("unknown".to_owned(), |percent| format!("{percent}%")),
            answers_too_long: tracker.too_long,
            last_called: tracker.last_called,
        });
        known.collect()
    }

    fn violations_of(&self, tracker: &Tracker) -> Vec<Violation> {
        let endpoint = self.shown(tracker);
        let violations = tracker.violations.iter();
        violations.map(|one| one.redacted(redact::text(&endpoint).into_owned())).collect()
    }

    /// Method and path of an endpoint, and its host where another has the same.
    fn shown(&self, tracker: &Tracker) -> String {
        let is_other =
            |one: &&Tracker| one.endpoint == tracker.endpoint && one.host != tracker.host;
        let Endpoint { method, path } = &tracker.endpoint;
        let is_shared = self.trackers.iter().any(|one| is_other(&one));
        if is_shared {
            format!("{method} {}{path}", tracker.host)
        } else {
            format!("{method} {path}")
        }
    }

    /// Those called last first.
    pub(super) fn passing<'a>(
        &'a self,
        filter: &'a Filter<'_>,
    ) -> impl Iterator<Item = &'a Tracker> {
        self.trackers.iter().rev().filter(|tracker| filter.takes(tracker))
    }
}

/// Whether an endpoint is not called clean because of it.
fn is_alarm(violation: &Violation) -> bool {
    violation.severity > crate::secrets::Severity::Info && !violation.recovered
}
