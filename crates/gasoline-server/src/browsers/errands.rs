//! Errands: what the server asks of a browser, for a tool or for itself, and waits for.
//!
//! The single way back to the page. It carries requests, never captured data. It leads to a browser
//! with the extension; where none is connected, to a driver, if the errand is one that drivers do.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gasoline_protocol::driver::DriverErrandName;
use gasoline_protocol::worker::{ErrandName, ToWorker};
use gasoline_protocol::{Captured, Hint, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::app::latest::Latest;
use crate::app::{App, lock};
use crate::browsers::drivers::{Drivers, Offer};
use crate::browsers::{NotSent, Outcome};
use crate::limits;
use gasoline_analysis::redact;

/// What a browser is asked to do.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) name: ErrandName,
    pub(crate) arguments: Map<String, Value>,
    /// `None`: the tab the user looks at.
    pub(crate) tab_id: Option<i64>,
}

impl Errand {
    /// With the arguments of the tool that were passed.
    pub(crate) fn new(name: ErrandName, tab_id: Option<i64>, arguments: &impl Serialize) -> Self {
        let mut arguments = match serde_json::to_value(arguments) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        };
        arguments.retain(|_, value| !value.is_null());
        Self { name, arguments, tab_id }
    }
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
                "ask again; if it stays so, ask the user to reload the extension, or to start anew \
                 what drives the browser"
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
    let usual_ms = usual_ms(&errand);
    let patience = app.config.command_timeout.unwrap_or_else(|| app.patience(usual_ms));
    let sent = app.browsers.send(errand.tab_id, |id| ToWorker::Errand {
        id,
        errand: errand.name,
        arguments: errand.arguments.clone(),
        tab_id: errand.tab_id,
        timeout_ms: u64::try_from(patience.as_millis()).unwrap_or(usual_ms),
    });
    match sent {
        Ok((id, answered)) => {
            let _waiting = Waiting { forget: || app.browsers.forget(id) };
            hear(app, patience, answered).await
        }
        Err(NotSent::NoBrowser) => by_driver(app, errand, patience).await,
        Err(not_sent) => Err(not_sent.into()),
    }
}

/// Has a driver do it: the one that asked last, or one that is back in a moment.
async fn by_driver(
    app: &Arc<App>,
    errand: Errand,
    patience: Duration,
) -> Result<Map<String, Value>, NotDone> {
    // Drivers know no tabs by number.
    let name = DriverErrandName::of(errand.name).filter(|_| errand.tab_id.is_none());
    let name = name.ok_or(NotDone::NoBrowser)?;
    let Offer { id, taken, patience: ready } =
        Drivers::offer(app, name, errand.arguments, patience)?;
    let _waiting = Waiting { forget: || app.browsers.drivers.forget(id) };
    match timeout(ready, taken).await {
        Ok(Ok(answered)) => hear(app, patience, answered).await,
        // It lay behind another, or for a driver that did not come back.
        _ if ready >= patience => Err(NotDone::TooSlow { seconds: ready.as_secs() }),
        _ => Err(NotDone::NoBrowser),
    }
}

/// Waits for what comes of an errand that is under way.
async fn hear(
    app: &App,
    patience: Duration,
    answered: oneshot::Receiver<Outcome>,
) -> Result<Map<String, Value>, NotDone> {
    let grace = app.patience(limits::ERRAND_GRACE_MS);
    match timeout(patience + grace, answered).await {
        Err(_) => Err(NotDone::TooSlow { seconds: patience.as_secs() }),
        Ok(Err(_)) => Err(NotDone::WentAway),
        Ok(Ok(Outcome::TooLarge)) => Err(NotDone::TooLarge),
        Ok(Ok(Outcome::Unreadable)) => Err(NotDone::Unreadable),
        Ok(Ok(Outcome::Refused { what, hint })) => Err(NotDone::Refused { what, hint }),
        Ok(Ok(Outcome::Answered(result))) => read(&result).ok_or(NotDone::Unreadable),
    }
}

fn usual_ms(errand: &Errand) -> u64 {
    match errand.name {
        ErrandName::RunAccessibilityAudit => limits::AUDIT_MS,
        ErrandName::CaptureScreenshot
            if errand.arguments.get("full_page") == Some(&json!(true)) =>
        {
            limits::FULL_PAGE_MS
        }
        ErrandName::CaptureScreenshot => limits::SCREENSHOT_MS,
        ErrandName::QueryDom | ErrandName::GetPageInfo => limits::ERRAND_MS,
        ErrandName::FetchSource => limits::FETCH_SOURCE_MS,
    }
}

/// The result, redacted before a text of it is truncated: a truncated secret no longer matches a rule.
fn read(result: &Captured<Box<RawValue>>) -> Option<Map<String, Value>> {
    redact::json(result.as_ref().map(|json| json.get())).parse()
}

/// The result as its type.
pub(crate) fn parse<T: DeserializeOwned>(result: Map<String, Value>) -> Result<T, NotDone> {
    serde_json::from_value(Value::Object(result)).map_err(|_| NotDone::Unreadable)
}

/// Deserializes a member that a page can replace: where it has a form named `title`,
/// `document.title` is that form and not a string.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A caller that goes away leaves nothing behind.
struct Waiting<Forget: Fn()> {
    forget: Forget,
}

impl<Forget: Fn()> Drop for Waiting<Forget> {
    fn drop(&mut self) {
        (self.forget)();
    }
}

/// Audits of a moment ago: a model that reads one in pieces need not have the page walked again.
#[derive(Default)]
pub(crate) struct Audits(Mutex<Latest<AuditKey, Audit, { limits::AUDITS_MAX }>>);

/// When it was taken, and what it found.
type Audit = (Timestamp, Map<String, Value>);

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
        let audits = lock(&self.0);
        let (taken_at, result) = audits.find(|known| known == key)?;
        let is_fresh = now.ms_since(*taken_at) < limits::AUDIT_FRESH_SECONDS * 1000;
        is_fresh.then(|| result.clone())
    }

    pub(crate) fn keep(&self, key: AuditKey, now: Timestamp, result: Map<String, Value>) {
        lock(&self.0).put(key, (now, result));
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
        let audits = Audits::default();
        let at = Timestamp::saturating_from_ms;
        audits.keep(key("main"), at(1_000), Map::new());
        assert!(audits.find(&key("main"), at(30_999)).is_some());
        assert!(audits.find(&key("main"), at(31_000)).is_none());
        assert!(audits.find(&key("nav"), at(1_000)).is_none());
    }

    #[test]
    fn only_the_newest_audits_are_kept() {
        let audits = Audits::default();
        let now = Timestamp::saturating_from_ms(0);
        for index in 0..=limits::AUDITS_MAX {
            audits.keep(key(&index.to_string()), now, Map::new());
        }
        assert!(audits.find(&key("0"), now).is_none());
        assert!(audits.find(&key("1"), now).is_some());
    }
}
