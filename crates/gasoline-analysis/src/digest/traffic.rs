//! The requests of a digest, by endpoint.

use std::collections::BTreeMap;

use gasoline_protocol::events::network::NetworkBody;

use super::{Sighted, kept_text};
use crate::endpoints::Endpoint;
use crate::noise::Noise;
use crate::view::Row;

/// How the requests to one endpoint went.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traffic {
    pub calls: usize,
    /// Calls that got an answer, whichever; one that the page aborted proves nothing.
    pub answered: usize,
    pub failures: usize,
    /// The status of the newest answer; 0 if there was none.
    pub status: u16,
    /// Status and reason of the newest failure: 0 and `network`, say, when no answer came.
    pub failed_with: Option<(u16, Option<String>)>,
    /// The noise rule, if every failure is noise.
    pub noise: Option<String>,
    total_ms: f64,
    samples: u32,
    pub(super) last: Sighted,
}

impl Traffic {
    pub fn is_failing(&self) -> bool {
        self.failures > 0
    }

    /// The status that tells most: that of the newest failure, else that of the newest answer.
    pub fn telling_status(&self) -> u16 {
        self.failed_with.as_ref().map_or(self.status, |(status, _)| *status)
    }

    pub fn mean_ms(&self) -> Option<f64> {
        (self.samples > 0).then(|| self.total_ms / f64::from(self.samples))
    }

    /// `500`, or why there was no answer.
    pub fn outcome(&self) -> String {
        match &self.failed_with {
            Some((0, reason)) => {
                format!("failed ({})", reason.as_deref().unwrap_or("no response"))
            }
            Some((status, _)) => status.to_string(),
            None if self.status > 0 => self.status.to_string(),
            None if self.answered > 0 => "answered".to_owned(),
            None => "aborted".to_owned(),
        }
    }

    /// Adds the calls of an endpoint that turned out to be the same one.
    pub fn merge(&mut self, other: &Self) {
        let is_newer = other.last.seq > self.last.seq;
        if (is_newer && other.answered > 0) || self.answered == 0 {
            self.status = other.status;
        }
        if (is_newer && other.is_failing()) || !self.is_failing() {
            self.failed_with.clone_from(&other.failed_with);
        }
        self.noise = match (self.is_failing(), other.is_failing()) {
            (true, true) => self.noise.take().and(other.noise.clone()),
            (false, true) => other.noise.clone(),
            _ => self.noise.take(),
        };
        self.calls += other.calls;
        self.answered += other.answered;
        self.failures += other.failures;
        self.total_ms += other.total_ms;
        self.samples += other.samples;
        self.last = self.last.later(other.last);
    }
}

/// Each call by endpoint, oldest first.
pub(super) fn each(
    requests: &[&Row<'_, NetworkBody<'_>>],
    noise: &Noise,
) -> BTreeMap<Endpoint, Vec<Traffic>> {
    let mut endpoints: BTreeMap<Endpoint, Vec<Traffic>> = BTreeMap::new();
    for seen in requests {
        let Endpoint { method, path } = Endpoint::of(&seen.view);
        let endpoint = Endpoint { method, path: kept_text(&path) };
        endpoints.entry(endpoint).or_default().push(one(seen, noise));
    }
    endpoints
}

fn one(seen: &Row<'_, NetworkBody<'_>>, noise: &Noise) -> Traffic {
    let body = &seen.view;
    let is_failure = body.is_failure();
    // A page that may not see the status of its answer got one all the same.
    let is_answered = body.status > 0 || body.error.is_none() && !is_failure;
    Traffic {
        calls: 1,
        answered: usize::from(is_answered || is_failure),
        failures: usize::from(is_failure),
        status: body.status,
        failed_with: is_failure.then(|| (body.status, body.error.as_deref().map(str::to_owned))),
        noise: noise.request(body).filter(|_| is_failure).map(|rule| rule.id.clone()),
        total_ms: body.duration.unwrap_or_default(),
        samples: u32::from(body.duration.is_some()),
        last: Sighted { took_ms: body.duration, ..Sighted::of(seen) },
    }
}
