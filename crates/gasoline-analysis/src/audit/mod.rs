//! The audit: what the captured traffic, logs and actions give away.
//!
//! A snapshot is read once into scenes, each with what was seen in it; the checks, one file each,
//! judge those. Nothing here shows a secret: evidence goes through `secrets::shorten`.

mod auth_patterns;
mod credentials;
mod finding;
mod leaves;
mod pii_exposure;
mod returned;
mod scene;
mod transport;
mod url;
mod wording;

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::{Kind, Snapshot};

pub use finding::{Category, Finding, Report, Scanned, Summary};

use crate::limits;
use crate::secrets::Severity;
use scene::{Scene, scenes};
use url::AuditUrl as _;

/// What an audit is about.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// The checks to run.
    pub checks: &'a [Category],
    pub severity_min: Severity,
    /// Only events whose URL, or whose page's, contains this.
    pub url: Option<&'a str>,
    pub tab_id: Option<i64>,
    /// Findings each category lists.
    pub most_per_category: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            checks: &Category::ALL,
            severity_min: Severity::Warning,
            url: None,
            tab_id: None,
            most_per_category: limits::AUDIT_FINDINGS_PER_CATEGORY,
        }
    }
}

impl Options<'_> {
    fn admits(&self, urls: &[Option<&str>], tab_id: Option<i64>) -> bool {
        let mut urls = urls.iter().flatten();
        self.url.is_none_or(|wanted| urls.any(|url| url.contains(wanted)))
            && self.tab_id.is_none_or(|wanted| tab_id == Some(wanted))
    }

    fn runs(&self, check: Category) -> bool {
        self.checks.contains(&check)
    }
}

/// Looks for what the events of a snapshot give away.
pub fn audit(snapshot: &Snapshot, options: &Options<'_>) -> Report {
    let mut scenes = scenes(snapshot, options);
    returned::lower(&mut scenes, snapshot);
    let mut found = Findings::default();
    if options.runs(Category::Credentials) || options.runs(Category::PiiExposure) {
        for scene in &scenes {
            for trace in &scene.traces {
                credentials::judge(scene, trace, options, &mut found);
                pii_exposure::judge(scene, trace, options, &mut found);
            }
        }
    }
    if options.runs(Category::AuthPatterns) {
        auth_patterns::check(&scenes, &mut found);
    }
    if options.runs(Category::Transport) {
        transport::check(&scenes, &mut found);
    }
    found.report(scanned(&scenes), options)
}

fn scanned(scenes: &[Scene]) -> Scanned {
    let count = |kind: Kind| scenes.iter().filter(|scene| scene.kind == kind).count();
    let requests = scenes.iter().filter(|scene| scene.kind == Kind::NetworkBodies);
    let endpoints: BTreeSet<_> =
        requests.map(|scene| (scene.verb.clone(), scene.address().endpoint())).collect();
    let (network_requests, console_entries) = (count(Kind::NetworkBodies), count(Kind::Logs));
    let (websocket_events, actions) = (count(Kind::WebsocketEvents), count(Kind::EnhancedActions));
    Scanned {
        network_requests,
        console_entries,
        unique_endpoints: endpoints.len(),
        websocket_events,
        actions,
        pages: scenes.len() - network_requests - console_entries - websocket_events - actions,
    }
}

/// Findings by what makes two of them one: the same rule at the same place.
#[derive(Default)]
struct Findings {
    by_key: BTreeMap<(Category, &'static str, String), Finding>,
}

impl Findings {
    /// Adds a finding, or counts it to the one that has the same rule and place.
    fn add(&mut self, place: String, finding: Finding) {
        let key = (finding.category, finding.rule, place);
        match self.by_key.get_mut(&key) {
            None => {
                self.by_key.insert(key, finding);
            }
            Some(known) => {
                let occurrences = known.occurrences + 1;
                // The worst speaks for all; of equals the first does.
                if finding.severity > known.severity {
                    *known = finding;
                }
                known.occurrences = occurrences;
            }
        }
    }

    fn report(self, scanned: Scanned, options: &Options<'_>) -> Report {
        let mut findings: Vec<Finding> = self.by_key.into_values().collect();
        findings.sort_by_key(|finding| {
            (std::cmp::Reverse(finding.severity), finding.category, finding.seq)
        });
        let mut summary = Summary { scanned, ..Summary::default() };
        let mut listed: BTreeMap<Category, usize> = BTreeMap::new();
        findings.retain(|finding| {
            if finding.severity < options.severity_min {
                summary.below_severity_min += 1;
                return false;
            }
            summary.count(finding.severity);
            let listed = listed.entry(finding.category).or_default();
            *listed += 1;
            let has_room = *listed <= options.most_per_category;
            summary.truncated += usize::from(!has_room);
            has_room
        });
        for finding in &mut findings {
            finding.redact();
        }
        Report { findings, summary }
    }
}

#[cfg(test)]
mod tests;
