//! `get_status`: what is connected, what is captured, since when, what was forgotten.

use std::collections::BTreeMap;

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::worker::{ScreenshotLeave, Tab};
use gasoline_protocol::{Kind, Seq, Timestamp};
use gasoline_store::connections::spell;
use gasoline_store::journal::Fill;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::presence::Clients;
use crate::browsers::Browser;
use crate::browsers::settings::{self, Settings};
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::{VERSION, limits};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetStatus>();

struct GetStatus;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {}

#[derive(Debug, Serialize, JsonSchema)]
struct StatusResponse {
    version: &'static str,
    uptime_ms: i64,
    started: Timestamp,
    clients: Clients,
    browsers: Vec<BrowserRow>,
    /// What `configure_capture` set.
    settings: Settings,
    /// When a browser last sent something.
    last_heard: Option<Timestamp>,
    /// By kind.
    captured: BTreeMap<&'static str, Fill>,
    /// Given up in the page, by kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    lost: BTreeMap<&'static str, u64>,
    /// Sent about errors that never arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    unclaimed_enrichments: Option<u64>,
    tests: Tests,
    noise_rules: usize,
    cursor: Seq,
    #[serde(skip)]
    now: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Tests {
    records: usize,
    running: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BrowserRow {
    version: String,
    paused: bool,
    tabs: Vec<TabRow>,
    /// Those that are not the default.
    settings: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshots: Option<ScreenshotLeave>,
    #[serde(rename = "userAgent", skip_serializing_if = "Option::is_none")]
    user_agent: Option<String>,
    /// Captured tabs, and all tabs, once the browser has reported them.
    #[serde(skip)]
    tab_counts: Option<(usize, usize)>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TabRow {
    id: i64,
    url: String,
    title: String,
    active: bool,
}

impl Tool for GetStatus {
    const NAME: &'static str = "get_status";
    const TITLE: &'static str = "Status";
    const DESCRIPTION: &'static str =
        "Connections, what was captured or evicted. Call it when a response is empty.";
    const IS_CORE: bool = true;

    type Arguments = Arguments;
    type Response = StatusResponse;

    async fn run(caller: &Caller<'_>, Arguments {}: Arguments) -> Result<StatusResponse, Refusal> {
        let app = caller.app;
        let (records, running) = app.journal.test_counts();
        let browsers = app.browsers.list();
        // However many browsers there are, the response stays within its bytes.
        let most_tabs = limits::TABS_SHOWN / browsers.len().max(1);
        let dropped = app.journal.lost();
        let lost = Dropped::names().map(|(name, kind)| (name, dropped.count(kind)));
        let (_, unclaimed) = app.journal.waiting_enrichments();
        Ok(StatusResponse {
            version: VERSION,
            uptime_ms: app.uptime_ms(),
            started: app.started(),
            clients: app.clients(),
            browsers: browsers.iter().map(|one| BrowserRow::new(one, most_tabs)).collect(),
            settings: app.browsers.overrides(),
            last_heard: app.presence.last_heard(),
            captured: Kind::ALL.iter().map(|kind| kind.name()).zip(app.journal.fill()).collect(),
            lost: lost.filter(|(_, count)| *count > 0).collect(),
            unclaimed_enrichments: Some(unclaimed).filter(|count| *count > 0),
            tests: Tests { records, running: running.len() },
            noise_rules: app.retained.noise().rules().len(),
            cursor: app.journal.head(),
            now: app.now(),
        })
    }
}

impl Response for StatusResponse {
    fn render(&self, text: &mut String) {
        let Clients { mcp, extension, pages, drivers } = self.clients;
        text.push_str(&format!(
            "Gasoline {VERSION}, up {}; {extension} extension, {pages} pages, {mcp} MCP clients connected",
            spell(self.uptime_ms),
        ));
        match self.last_heard {
            Some(at) => {
                let ago = spell(self.now.ms_since(at));
                text.push_str(&format!("; last heard from a browser {ago} ago"));
            }
            None if extension > 0 => text.push_str("; nothing captured yet"),
            None => text.push_str(
                "\nno browser has sent anything yet\nhint: open the page with the Gasoline extension \
                 or capture script on; `gasoline doctor` checks the connection",
            ),
        }
        if drivers > 0 {
            text.push_str(&format!("\n- {} can take screenshots", show::count(drivers, "driver")));
        }
        for browser in &self.browsers {
            browser.render(text);
        }
        if !self.settings.is_empty() {
            text.push_str(&format!("\n- set by `configure_capture`: {}", json!(self.settings)));
        }
        for kind in Kind::ALL {
            if let Some(fill) = self.captured.get(kind.name()).filter(|fill| fill.accepted > 0) {
                let Fill { held, forgotten, .. } = fill;
                text.push_str(&format!("\n- {}: {held} held, {forgotten} forgotten", kind.name()));
            }
        }
        if !self.lost.is_empty() {
            let lost: Map<String, Value> = Dropped::names()
                .filter_map(|(name, _)| Some((name.to_owned(), json!(self.lost.get(name)?))))
                .collect();
            text.push_str(&format!(
                "\n- given up in the page before it could be sent: {}",
                json!(lost)
            ));
        }
        if let Some(unclaimed) = self.unclaimed_enrichments {
            text.push_str(&format!(
                "\n- sent about errors that never arrived, and lost: {}",
                show::count(usize::try_from(unclaimed).unwrap_or(usize::MAX), "enrichment")
            ));
        }
        let Tests { records, running } = self.tests;
        if records > 0 {
            text.push_str(&format!("\n- tests: {records} records, {running} running"));
        }
        text.push_str(&format!("\ncursor: {}", self.cursor));
    }
}

impl BrowserRow {
    fn new(browser: &Browser, most_tabs: usize) -> Self {
        let captured = || browser.tabs().filter(|tab| tab.captured);
        let row = |tab: &Tab| TabRow {
            id: tab.id,
            url: tab.url.clone(),
            title: tab.title.clone(),
            active: tab.active,
        };
        let status = browser.status.as_ref();
        Self {
            version: browser.version.clone(),
            paused: status.is_some_and(|status| status.paused),
            tabs: captured().take(most_tabs).map(row).collect(),
            settings: status.map(settings::unusual).unwrap_or_default(),
            screenshots: status.and_then(|status| status.screenshots),
            user_agent: browser.user_agent.clone(),
            tab_counts: status.map(|status| (captured().count(), status.tabs.len())),
        }
    }

    /// A line on the browser, and one for each tab it captures.
    fn render(&self, text: &mut String) {
        text.push_str(&format!("\n- browser with extension {}", self.version));
        let Some((captured, all)) = self.tab_counts else { return };
        if self.paused {
            text.push_str(", capture paused");
        }
        text.push_str(&format!(", {captured} of {all} tabs captured"));
        if !self.settings.is_empty() {
            text.push_str(&format!(", not by default: {}", json!(self.settings)));
        }
        if let Some(leave) = self.screenshots.filter(|leave| !leave.allowed) {
            text.push_str(&format!(", screenshots not allowed ({} skipped)", leave.skipped));
        }
        for tab in &self.tabs {
            let active = if tab.active { " (active)" } else { "" };
            let (title, url) = (show::one_line(&tab.title, 60), show::truncated(&tab.url, 120));
            text.push_str(&format!("\n  tab {}{active}: \"{title}\" {url}", tab.id));
        }
        if captured > self.tabs.len() {
            text.push_str(&format!("\n  … {} more tabs", captured - self.tabs.len()));
        }
    }
}
