//! Requests of two digests, endpoint by endpoint.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::digest::{Digest, Traffic};
use crate::endpoints::{Endpoint, Slugs};
use crate::limits;

/// What became of the endpoints.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct NetworkDiff {
    /// Endpoints that fail and did not before, or refused before and now break.
    pub new_errors: Vec<RequestRow>,
    /// Endpoints of both whose status changed, or that take clearly longer or shorter.
    pub status_changes: Vec<NetworkChange>,
    /// Endpoints only the second session called, those that fail apart.
    pub new_endpoints: Vec<RequestRow>,
    /// Endpoints only the first session called: said, not counted as fixed.
    pub missing_endpoints: Vec<RequestRow>,
}

/// An endpoint with the status that tells most of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RequestRow {
    pub method: String,
    pub url: String,
    pub status: u16,
    /// Why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NetworkChange {
    pub method: String,
    pub url: String,
    pub before: u16,
    pub after: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_change: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

/// The traffic of both digests to one endpoint.
pub(crate) type Pair = (Option<Traffic>, Option<Traffic>);

/// The endpoints of both digests side by side. Slugs are learnt from both, so that a slug which only
/// one of them called finds its place.
pub(crate) fn aligned(before: &Digest, after: &Digest) -> BTreeMap<Endpoint, Pair> {
    let all = before.endpoints.keys().chain(after.endpoints.keys());
    let slugs = Slugs::learn(all.map(|endpoint| &*endpoint.path));
    let named = |endpoint: &Endpoint| Endpoint {
        method: endpoint.method.clone(),
        path: slugs.apply(&endpoint.path),
    };
    let mut pairs: BTreeMap<Endpoint, Pair> = BTreeMap::new();
    for (endpoint, traffic) in &before.endpoints {
        pairs.entry(named(endpoint)).or_default().0.get_or_insert_default().merge(traffic);
    }
    for (endpoint, traffic) in &after.endpoints {
        pairs.entry(named(endpoint)).or_default().1.get_or_insert_default().merge(traffic);
    }
    pairs
}

/// The differences, and how many endpoints fail no longer.
pub(super) fn diff(before: &Digest, after: &Digest) -> (NetworkDiff, usize) {
    let mut diff = NetworkDiff::default();
    let mut resolved = 0;
    for (endpoint, pair) in aligned(before, after) {
        match pair {
            (Some(before), Some(after)) => {
                let is_noise = before.noise.is_some();
                resolved += usize::from(before.is_failing() && has_recovered(&after) && !is_noise);
                if after.is_failing() && (!before.is_failing() || is_worse(&before, &after)) {
                    diff.new_errors.push(row(&endpoint, &after));
                }
                diff.status_changes.extend(change(&endpoint, &before, &after));
            }
            (None, Some(after)) if after.is_failing() => {
                diff.new_errors.push(row(&endpoint, &after));
            }
            (None, Some(after)) => diff.new_endpoints.push(row(&endpoint, &after)),
            (Some(before), None) => diff.missing_endpoints.push(row(&endpoint, &before)),
            (None, None) => {}
        }
    }
    // Noise last, then server errors, then the rest.
    diff.new_errors.sort_by_key(|row| (row.noise.is_some(), std::cmp::Reverse(row.status)));
    diff.status_changes.sort_by_key(|row| (row.noise.is_some(), row.before == row.after));
    (diff, resolved)
}

/// Whether it was answered, and well: a request that the page aborted proves nothing.
pub(crate) fn has_recovered(traffic: &Traffic) -> bool {
    traffic.answered > 0 && !traffic.is_failing()
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

fn change(endpoint: &Endpoint, before: &Traffic, after: &Traffic) -> Option<NetworkChange> {
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
