//! The arguments most tools share, and what they let through.

use std::sync::Arc;

use gasoline_analysis::timeline;
use gasoline_protocol::worker::Status;
use gasoline_protocol::{Kind, Since, Snapshot};
use gasoline_store::{Query, Scope};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Moment;
use super::refusal::Refusal;
use crate::app::App;
use crate::browsers::settings;

/// Which events an answer is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Since,
    spot: Option<Spot>,
}

/// Where something happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    /// `None` for the interactive session.
    pub(super) test: Option<String>,
    /// `None` where it is not known: pages with the capture script do not know theirs.
    pub(super) tab: Option<i64>,
}

impl Filter {
    pub(super) fn new(
        url: Option<String>,
        tab_id: Option<i64>,
        test_id: Option<String>,
        since: Option<&Moment>,
    ) -> Result<Self, Refusal> {
        let since = since.map(Moment::since).transpose()?.unwrap_or_default();
        let not_empty = |text: &String| !text.is_empty();
        let (url, test_id) = (url.filter(not_empty), test_id.filter(not_empty));
        Ok(Self { url, tab_id, test_id, since, spot: None })
    }

    /// The same, confined to what happened at one place: in the same test, and in the same tab as
    /// far as both are known.
    pub(super) fn at(&self, spot: &Spot) -> Self {
        let test_id = spot.test.clone().or_else(|| self.test_id.clone());
        Self { test_id, spot: Some(spot.clone()), ..self.clone() }
    }

    /// Takes out what happened in other tests.
    pub(super) fn confine(&self, snapshot: &mut Snapshot) {
        let Some(spot) = &self.spot else { return };
        for kind in Kind::ALL {
            let events = snapshot.of_mut(kind);
            events.retain(|event| event.test.as_deref() == spot.test.as_deref());
        }
    }

    pub(super) fn snapshot(&self, app: &Arc<App>, kinds: &[Kind]) -> Snapshot {
        let query = Query::of(kinds).in_test(self.test_id.as_deref()).since(self.since);
        let mut snapshot = app.journal.snapshot(&query);
        self.confine(&mut snapshot);
        snapshot
    }

    /// Everything of the tests that are asked for: what led to something may be older than `since`.
    pub(super) fn session(&self, app: &Arc<App>, kinds: &[Kind]) -> Snapshot {
        let mut session = app.journal.snapshot(&Query::of(kinds).in_test(self.test_id.as_deref()));
        self.confine(&mut session);
        session
    }

    /// What of such a session is asked for.
    pub(super) fn part(&self) -> timeline::Scope {
        let (url, since) = (self.url.clone(), self.since);
        timeline::Scope { url, tab_id: self.tab_id, since, ..timeline::Scope::default() }
    }

    pub(super) fn scope(&self) -> Scope {
        self.test_id.clone().map_or(Scope::Everything, Scope::Test)
    }

    /// Whether something with this url and tab is asked for.
    pub(super) fn admits<'a>(
        &self,
        urls: impl IntoIterator<Item = Option<&'a str>>,
        tab_id: Option<i64>,
    ) -> bool {
        let mut urls = urls.into_iter().flatten();
        let own = self.spot.as_ref().and_then(|spot| spot.tab);
        if let (Some(own), Some(other)) = (own, tab_id)
            && own != other
        {
            return false;
        }
        self.url.as_ref().is_none_or(|wanted| urls.any(|url| url.contains(wanted)))
            && self.tab_id.is_none_or(|wanted| tab_id == Some(wanted))
    }

    fn is_narrow(&self) -> bool {
        self.url.is_some()
            || self.tab_id.is_some()
            || self.test_id.is_some()
            || self.since != Since::Beginning
    }

    /// Why there is nothing to show: never a silent empty list.
    pub(super) fn why_empty(&self, app: &Arc<App>, snapshot: &Snapshot, kind: Kind) -> Empty {
        let fill = app.journal.fill()[kind as usize];
        let things = kind.info().plural;
        let (reason, message, hint) = if fill.held > 0 && self.is_narrow() {
            let held = fill.held;
            let message = format!("none of the {held} {things} held match the filters");
            ("filtered", message, "leave out `url`, `tab_id`, `test_id` or `since`")
        } else if let Some(off) = switched_off(app, kind) {
            off
        } else if fill.accepted == 0
            && app.presence.last_heard().is_none()
            && app.clients().extension > 0
        {
            let message = format!("a browser is connected, but no {things} have happened");
            ("nothing_happened", message, "use the page, then ask again")
        } else if fill.accepted == 0 && app.presence.last_heard().is_none() {
            (
                "no_browser_connected",
                "no browser has sent anything to this server".to_owned(),
                "open the page with the Gasoline extension or capture script on; \
                 `gasoline doctor` checks the connection",
            )
        } else if fill.accepted == 0 {
            let message = format!("a browser is capturing, but no {things} have happened");
            ("nothing_happened", message, "use the page, then ask again")
        } else if let Some(at) = snapshot.cleared_at {
            let message = format!("the {things} were cleared at {at}, and none came since");
            ("cleared", message, "use the page, then ask again")
        } else if fill.held == 0 && fill.forgotten > 0 {
            let message = format!("all {} {things} were forgotten to make room", fill.forgotten);
            ("evicted", message, "ask sooner after they happen")
        } else {
            let message =
                format!("{} {things} are held, none of them is one to show here", fill.held);
            ("nothing_matches", message, "nothing to do: the page is quiet")
        };
        Empty { reason, message, hint: hint.to_owned() }
    }
}

/// Reason, message and hint if the connected browsers capture nothing of a kind. A page with the
/// capture script captures all the same.
fn switched_off(app: &Arc<App>, kind: Kind) -> Option<(&'static str, String, &'static str)> {
    let browsers = app.browsers.list();
    let told: Vec<&Status> = browsers.iter().filter_map(|one| one.status.as_ref()).collect();
    if told.is_empty() || told.len() < browsers.len() || app.clients().pages > 0 {
        return None;
    }
    let things = kind.info().plural;
    if told.iter().all(|status| status.paused) {
        let message = format!("capture is paused in the browser, so no {things} come");
        return Some(("capture_off", message, "call `configure_capture` with `paused: false`"));
    }
    if told.iter().all(|status| status.paused || settings::is_off(status, kind)) {
        let message = format!("capture of {things} is switched off in the browser");
        return Some(("capture_off", message, "switch it on with `configure_capture`"));
    }
    if !told.iter().any(|status| status.tabs.iter().any(|tab| tab.captured)) {
        let message = "a browser is connected, but captures none of its tabs".to_owned();
        let hint = "open the page on localhost, or ask the user to switch its site on in the \
                    extension's popup";
        return Some(("no_tab_captured", message, hint));
    }
    None
}

/// Why a response is empty.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Empty {
    pub(super) reason: &'static str,
    pub(super) message: String,
    pub(super) hint: String,
}

impl Empty {
    pub(super) fn to_text(&self) -> String {
        format!("{}\nhint: {}", self.message, self.hint)
    }

    /// The same as a refusal, for tools that can do nothing without.
    pub(super) fn refuse(self, what: &str) -> Refusal {
        Refusal::new(format!("{what}: {}", self.message), self.hint)
    }
}
