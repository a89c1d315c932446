//! The errors of a digest: grouped by what they say, and for uncaught ones by the script that threw.

use gasoline_protocol::Timestamp;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;

use super::{Sighted, deed, kept_text};
use crate::endpoints::page;
use crate::issues::{self, Issue};
use crate::limits;
use crate::noise::Noise;
use crate::requests::Failures;
use crate::view::Row;

/// What makes two errors of two digests the same one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    pub source: String,
    pub fingerprint: String,
    pub script: Option<String>,
}

impl Identity {
    /// Whether it is the same error in a script whose name differs only in what may be a hash.
    pub fn is_like(&self, other: &Self) -> bool {
        let scripts = self.script.as_ref().zip(other.script.as_ref());
        self.source == other.source
            && self.fingerprint == other.fingerprint
            && scripts.is_some_and(|(one, other)| issues::is_like(one, other))
    }
}

/// One error, however often it came.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorDigest {
    pub identity: Identity,
    /// The words of its newest sighting, cut.
    pub message: String,
    pub count: usize,
    /// The pages it was seen on.
    pub pages: Vec<String>,
    /// What the user did just before it was last seen.
    pub deed: Option<String>,
    pub noise: Option<String>,
    pub(super) last: Sighted,
}

type Lines<'l, 'a> = [&'l Row<'a, LogEntry<'a>>];

/// The errors, newest first and noise last, and how many warnings there are.
pub(super) fn digest<'a>(
    logs: &Lines<'_, 'a>,
    requests: &[&Row<'a, NetworkBody<'a>>],
    actions: &[&Row<'a, EnhancedAction<'a>>],
    noise: &Noise,
) -> (Vec<ErrorDigest>, usize) {
    let failures = Failures::among(requests.iter().copied());
    let issues = issues::issues(logs.iter().copied(), &failures, noise, Level::Warn);
    let (errors, warnings): (Vec<Issue>, Vec<Issue>) =
        issues.into_iter().partition(|issue| issue.level == Level::Error);
    let warnings = warnings.iter().map(|issue| issue.count).sum();
    let errors = errors.into_iter().map(|issue| ErrorDigest {
        deed: before(actions, issue.last_seen),
        message: kept_text(&issue.message),
        count: issue.count,
        pages: issue.pages.iter().map(|url| kept_text(&page(url))).collect(),
        noise: issue.noise,
        last: Sighted { seq: issue.last_seq, time: issue.last_seen, took_ms: None },
        identity: Identity {
            source: issue.source,
            fingerprint: issue
                .fingerprint
                .chars()
                .take(limits::DIGEST_FINGERPRINT_MAX_CHARS)
                .collect(),
            script: issue.script.as_deref().map(kept_text),
        },
    });
    (errors.collect(), warnings)
}

/// The action that was captured last before an error. Actions may be sent later than the error they
/// lead to, so their own time counts.
fn before(actions: &[&Row<'_, EnhancedAction<'_>>], time: Timestamp) -> Option<String> {
    let is_near = |at: Timestamp| (0..=limits::ACTION_REACH_MS).contains(&time.ms_since(at));
    let near = actions.iter().filter(|seen| is_near(seen.time));
    let latest =
        near.filter_map(|seen| Some((seen.time, deed(&seen.view)?))).max_by_key(|(at, _)| *at);
    latest.map(|(_, deed)| deed)
}
