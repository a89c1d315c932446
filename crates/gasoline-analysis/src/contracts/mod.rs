//! Contracts: what the answers of each endpoint have in common, learnt from traffic, and how later
//! answers break it.
//!
//! [`Contracts`] is fed with every request as it arrives, so that it goes on learning whatever the
//! journal forgets. It keeps shapes, never bodies: of values only a sample of what broke a contract.

mod difference;
mod learned;
mod openapi;
mod print;
mod report;
mod seen;
#[cfg(test)]
mod tests;
mod tracker;
mod violation;

use std::collections::BTreeSet;

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::network::NetworkBody;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::endpoints::{self, Endpoint, Slugs};
use crate::limits;
use crate::shape::is_json;
use seen::Seen;
use tracker::{Call, Tracker};

pub use report::{Analysis, EndpointReport, Filter};
pub use violation::{Occurrences, Violation, ViolationType};

/// The contracts of all endpoints.
#[derive(Debug, Clone, Default)]
pub struct Contracts {
    /// Those called longest ago first.
    trackers: Vec<Tracker>,
    /// Paths that were seen, before slugs are taken out.
    paths: BTreeSet<String>,
    slugs: Slugs,
    requests: u64,
    forgotten: u64,
}

impl Contracts {
    /// Takes notice of requests, each as the JSON it came in.
    pub fn see_all(&mut self, calls: &[&str], at: Timestamp) {
        for body in calls.iter().filter_map(|json| serde_json::from_str(json).ok()) {
            self.see(&body, at);
        }
    }

    /// Takes notice of a request. What no program reads as data is passed over.
    pub fn see(&mut self, body: &NetworkBody<'_>, at: Timestamp) {
        if !is_call(body) {
            return;
        }
        let text = body.response_body.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let is_whole = body.response_truncated != Some(true);
        let is_readable = |text: &str| is_whole && text.len() <= limits::CONTRACT_BODY_MAX_BYTES;
        let json = text.filter(|text| is_json(body.content_type.as_deref(), text));
        let answer = json.filter(|text| is_readable(text));
        let endpoint = self.name(Endpoint::of(body));
        let is_page = is_page(body);
        let host = endpoints::host_name(&body.url);
        if is_page && !self.trackers.iter().any(|known| known.is(&endpoint, &host)) {
            return;
        }
        self.requests += 1;
        let is_refused =
            || answer.is_some_and(|text| is_graphql(&endpoint) && has_only_errors(text));
        let is_failure = body.is_failure() || is_refused();
        let call = Call {
            status: body.status,
            is_failure,
            answer: answer.filter(|_| !is_failure && is_success(body.status)).and_then(Seen::of),
            is_page: is_page && !is_failure,
            is_too_long: json.is_some() && answer.is_none() && is_success(body.status),
            error_body: text.filter(|_| is_failure),
            url: &body.url,
            at,
        };
        self.tracker(endpoint, host).see(&call);
    }

    /// Forgets everything that was learnt, and says of how many endpoints.
    pub fn clear(&mut self) -> usize {
        std::mem::take(self).trackers.len()
    }

    /// Forgets what captured values it holds. Shapes stay.
    pub fn forget_values(&mut self) {
        self.trackers.iter_mut().for_each(Tracker::forget_values);
    }

    /// The endpoint with its slugs taken out. A path that shows them for the first time renames what
    /// is known already.
    fn name(&mut self, endpoint: Endpoint) -> Endpoint {
        if self.paths.len() < limits::CONTRACT_MAX_PATHS_SEEN
            && !self.paths.contains(&endpoint.path)
        {
            self.paths.insert(endpoint.path.clone());
            let slugs = Slugs::learn(self.paths.iter().map(String::as_str));
            if slugs != self.slugs {
                self.slugs = slugs;
                self.rename();
            }
        }
        Endpoint { path: self.slugs.apply(&endpoint.path), ..endpoint }
    }

    fn rename(&mut self) {
        let mut trackers: Vec<Tracker> = Vec::with_capacity(self.trackers.len());
        for mut tracker in std::mem::take(&mut self.trackers) {
            tracker.endpoint.path = self.slugs.apply(&tracker.endpoint.path);
            let is_same = |known: &Tracker| known.is(&tracker.endpoint, &tracker.host);
            match trackers.iter().position(is_same) {
                Some(place) => {
                    // The one that learnt most goes on.
                    if tracker.answers > trackers[place].answers {
                        std::mem::swap(&mut trackers[place], &mut tracker);
                    }
                    trackers[place].absorb(tracker);
                }
                None => trackers.push(tracker),
            }
        }
        self.trackers = trackers;
    }

    fn tracker(&mut self, endpoint: Endpoint, host: String) -> &mut Tracker {
        let place = self.trackers.iter().position(|known| known.is(&endpoint, &host));
        let tracker = if let Some(place) = place {
            let mut known = self.trackers.remove(place);
            if known.host.is_empty() {
                known.host = host;
            }
            known
        } else {
            if self.trackers.len() >= limits::CONTRACT_MAX_ENDPOINTS {
                self.trackers.remove(0);
                self.forgotten += 1;
            }
            Tracker::new(endpoint, host)
        };
        self.trackers.push(tracker);
        let newest = self.trackers.len() - 1;
        &mut self.trackers[newest]
    }
}

/// Whether an answer is a document for people. Of an API that is news: a server that knows no better
/// answers every path with its start page.
fn is_page(body: &NetworkBody<'_>) -> bool {
    let kind = body.content_type.as_deref().unwrap_or_default();
    kind.to_ascii_lowercase().starts_with("text/html") && is_success(body.status)
}

/// Whether a request may be a call of an API: not a script, not a picture, and not one that the page
/// took back.
fn is_call(body: &NetworkBody<'_>) -> bool {
    const STATIC: [&str; 5] = ["image/", "font/", "audio/", "video/", "text/css"];
    let kind = body.content_type.as_deref().unwrap_or_default().to_ascii_lowercase();
    let is_static = STATIC.iter().any(|prefix| kind.starts_with(prefix))
        || kind.contains("javascript")
        || kind.contains("wasm");
    let is_own = matches!(body.initiator.as_deref(), None | Some("fetch" | "xhr"));
    let is_answered = body.status > 0 || body.is_failure();
    is_own && is_answered && (!is_static || body.status >= 400)
}

fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

fn is_graphql(endpoint: &Endpoint) -> bool {
    endpoint.path.contains('#') || endpoint.path.ends_with("/graphql")
}

/// Whether a GraphQL answer has errors and no data: its status is 200 all the same.
fn has_only_errors(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Answer {
        data: Option<IgnoredAny>,
        #[serde(default)]
        errors: Vec<IgnoredAny>,
    }
    serde_json::from_str::<Answer>(text)
        .is_ok_and(|answer| answer.data.is_none() && !answer.errors.is_empty())
}
