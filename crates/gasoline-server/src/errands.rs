//! Errands: what the server asks of a browser, for a tool or for itself, and waits for.
//!
//! The single way back to the page. It carries requests, never captured data.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::worker::{ErrandName, ToWorker};
use gasoline_protocol::{Hint, Timestamp};
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::app::App;
use crate::browsers::{NotSent, Outcome};
use crate::{exit, limits};

/// What a browser is asked to do.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) name: ErrandName,
    pub(crate) arguments: Map<String, Value>,
    /// `None`: the tab the user looks at.
    pub(crate) tab_id: Option<i64>,
}

/// Why an errand came to nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    #[error("no browser with the Gasoline extension is connected")]
    NoBrowser,
    #[error("{} calls wait for the browser already", limits::ERRANDS_MAX)]
    TooMany,
    #[error("the browser does not read what it is sent")]
    Stuck,
    #[error("the browser did not answer within {seconds} s")]
    TooSlow { seconds: u64 },
    #[error("the browser went away before it answered")]
    WentAway,
    #[error("the browser's answer is larger than {} bytes", limits::ERRAND_ANSWER_MAX_BYTES)]
    TooLarge,
    #[error("the browser's answer cannot be read")]
    Unreadable,
    /// In the browser's own words.
    #[error("{what}")]
    Refused { what: String, hint: String },
}

impl Hint for NotDone {
    fn hint(&self) -> String {
        match self {
            Self::NoBrowser => {
                "ask the user to open the browser with the extension; `gasoline extension` writes \
                 it, `gasoline doctor` checks the connection"
            }
            Self::TooMany => "wait for the other answers, then ask again",
            Self::Stuck | Self::WentAway | Self::Unreadable => {
                "ask again; if it stays so, ask the user to reload the extension"
            }
            Self::TooSlow { .. } => {
                "ask again for less, or check with `get_status` whether the tab is still there"
            }
            Self::TooLarge => "ask for less: a narrower selector, no styles, no children",
            Self::Refused { hint, .. } => return hint.clone(),
        }
        .to_owned()
    }
}

impl From<NotSent> for NotDone {
    fn from(not_sent: NotSent) -> Self {
        match not_sent {
            NotSent::NoBrowser => Self::NoBrowser,
            NotSent::TooMany => Self::TooMany,
            NotSent::Stuck => Self::Stuck,
        }
    }
}

/// Sends an errand and waits for what comes of it: a JSON object.
pub(crate) async fn run(app: &Arc<App>, errand: Errand) -> Result<Map<String, Value>, NotDone> {
    let usual_ms = match errand.name {
        ErrandName::RunAccessibilityAudit => limits::AUDIT_MS,
        ErrandName::QueryDom | ErrandName::GetPageInfo => limits::ERRAND_MS,
        ErrandName::FetchSource => limits::FETCH_SOURCE_MS,
    };
    let patience = app.patience(usual_ms);
    let (id, answered) = app.browsers.send(errand.tab_id, |id| ToWorker::Errand {
        id,
        errand: errand.name,
        arguments: errand.arguments,
        tab_id: errand.tab_id,
        timeout_ms: u64::try_from(patience.as_millis()).unwrap_or(usual_ms),
    })?;
    // A caller that goes away leaves nothing behind.
    let _waiting = Waiting { app, id };
    let grace = app.patience(limits::ERRAND_GRACE_MS);
    match timeout(patience + grace, answered).await {
        Err(_) => Err(NotDone::TooSlow { seconds: patience.as_secs() }),
        Ok(Err(_)) => Err(NotDone::WentAway),
        Ok(Ok(Outcome::TooLarge)) => Err(NotDone::TooLarge),
        Ok(Ok(Outcome::Unreadable)) => Err(NotDone::Unreadable),
        Ok(Ok(Outcome::Refused { what, hint })) => Err(NotDone::Refused { what, hint }),
        Ok(Ok(Outcome::Answered(result))) => read(result.get()).ok_or(NotDone::Unreadable),
    }
}

/// The answer, masked before anybody cuts a text of it: half a secret is recognised by no rule.
fn read(result: &str) -> Option<Map<String, Value>> {
    let mut result = serde_json::from_str(result).ok()?;
    exit::value(&mut result);
    match result {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

struct Waiting<'a> {
    app: &'a Arc<App>,
    id: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.app.browsers.forget(self.id);
    }
}

/// Audits of a moment ago: a model that reads one in pieces need not have the page walked again.
#[derive(Default)]
pub(crate) struct Audits(VecDeque<Audit>);

struct Audit {
    key: AuditKey,
    taken_at: Timestamp,
    result: Map<String, Value>,
}

/// What an audit was of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AuditKey {
    /// The tab and the address it showed, as far as the browser has told.
    pub(crate) page: Option<(i64, String)>,
    pub(crate) scope: Option<String>,
    /// Sorted.
    pub(crate) tags: Vec<String>,
    pub(crate) include_passes: bool,
}

impl Audits {
    pub(crate) fn find(&self, key: &AuditKey, now: Timestamp) -> Option<Map<String, Value>> {
        let is_fresh = |audit: &&Audit| {
            now.ms_since(audit.taken_at) < limits::AUDIT_FRESH_SECONDS * 1000 && audit.key == *key
        };
        self.0.iter().find(is_fresh).map(|audit| audit.result.clone())
    }

    pub(crate) fn keep(&mut self, key: AuditKey, now: Timestamp, result: Map<String, Value>) {
        self.0.retain(|audit| audit.key != key);
        self.0.push_back(Audit { key, taken_at: now, result });
        if self.0.len() > limits::AUDITS_MAX {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(scope: &str) -> AuditKey {
        AuditKey {
            page: Some((5, "http://localhost/".to_owned())),
            scope: Some(scope.to_owned()),
            tags: Vec::new(),
            include_passes: false,
        }
    }

    #[test]
    fn an_audit_is_answered_again_for_a_while() {
        let mut audits = Audits::default();
        let at = Timestamp::saturating_from_ms;
        audits.keep(key("main"), at(1_000), Map::new());
        assert!(audits.find(&key("main"), at(30_999)).is_some());
        assert!(audits.find(&key("main"), at(31_000)).is_none());
        assert!(audits.find(&key("nav"), at(1_000)).is_none());
    }

    #[test]
    fn only_the_newest_audits_are_kept() {
        let mut audits = Audits::default();
        let now = Timestamp::saturating_from_ms(0);
        for index in 0..=limits::AUDITS_MAX {
            audits.keep(key(&index.to_string()), now, Map::new());
        }
        assert!(audits.find(&key("0"), now).is_none());
        assert!(audits.find(&key("1"), now).is_some());
    }
}
