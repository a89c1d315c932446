//! Requests of two digests, endpoint by endpoint.

use schemars::JsonSchema;
use serde::Serialize;

use crate::difference::{Change, Pair};
use crate::digest::Traffic;
use crate::endpoints::Endpoint;
use crate::limits;

/// What became of the endpoints.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct NetworkDiff {
    /// Endpoints that only now fail, or that changed from a 4xx status to a worse failure.
    pub new_errors: Vec<RequestRow>,
    /// Endpoints of both whose status or duration changed.
    pub status_changes: Vec<NetworkChange>,
    /// Endpoints that only the second session called, without those that fail.
    pub new_endpoints: Vec<RequestRow>,
    /// Endpoints that only the first session called: they do not count as fixed.
    pub missing_endpoints: Vec<RequestRow>,
}

/// An endpoint with the status of its newest failure, else of its newest response.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RequestRow {
    pub method: String,
    pub url: String,
    pub status: u16,
    /// Why there was no response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NetworkChange {
    pub method: String,
    pub url: String,
    pub before: u16,
    pub after: u16,
    /// Of the mean: `+340ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_change: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

impl NetworkDiff {
    pub(super) fn add(&mut self, endpoint: &Endpoint, pair: &Pair<Traffic>, change: Change) {
        match (pair, change) {
            ([_, Some(after)], Change::New) => self.new_errors.push(row(endpoint, after)),
            ([Some(before), Some(after)], Change::Changed) if is_worse(before, after) => {
                self.new_errors.push(row(endpoint, after));
            }
            ([Some(before), None], _) => self.missing_endpoints.push(row(endpoint, before)),
            ([None, Some(after)], _) => self.new_endpoints.push(row(endpoint, after)),
            _ => {}
        }
        if let [Some(before), Some(after)] = pair {
            self.status_changes.extend(network_change(endpoint, before, after));
        }
    }

    /// Noise last, then server errors, then the rest.
    pub(super) fn sort(&mut self) {
        self.new_errors.sort_by_key(|row| (row.noise.is_some(), std::cmp::Reverse(row.status)));
        self.status_changes.sort_by_key(|row| (row.noise.is_some(), row.before == row.after));
    }
}

/// Whether an endpoint that refused what it was asked now breaks, or does not answer at all.
fn is_worse(before: &Traffic, after: &Traffic) -> bool {
    let is_refusal = |status: u16| (400..500).contains(&status);
    is_refusal(before.telling_status()) && !is_refusal(after.telling_status())
}

fn row(endpoint: &Endpoint, traffic: &Traffic) -> RequestRow {
    RequestRow {
        method: endpoint.method.clone(),
        url: endpoint.path.clone(),
        status: traffic.telling_status(),
        error: traffic.failed_with.as_ref().and_then(|(_, reason)| reason.clone()),
        noise: traffic.noise.clone(),
    }
}

fn network_change(endpoint: &Endpoint, before: &Traffic, after: &Traffic) -> Option<NetworkChange> {
    let duration_change = duration_change(before, after);
    let statuses = (before.telling_status(), after.telling_status());
    let has_status_change = statuses.0 != statuses.1 && after.answered > 0;
    (has_status_change || duration_change.is_some()).then(|| NetworkChange {
        method: endpoint.method.clone(),
        url: endpoint.path.clone(),
        before: statuses.0,
        after: statuses.1,
        duration_change,
        noise: after.noise.clone().or_else(|| before.noise.clone()),
    })
}

/// `+340ms`, if the mean changed by so much that it is no accident.
fn duration_change(before: &Traffic, after: &Traffic) -> Option<String> {
    let (before, after) = (before.mean_ms()?, after.mean_ms()?);
    let difference = after - before;
    let is_large = difference.abs() >= f64::from(limits::DURATION_CHANGE_MIN_MS)
        && difference.abs() * 100.0 >= before * f64::from(limits::DURATION_CHANGE_MIN_PERCENT);
    is_large.then(|| format!("{difference:+.0}ms"))
}
