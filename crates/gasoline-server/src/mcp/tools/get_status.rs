//! `get_status`: what is connected, what is captured, since when, what was forgotten.

use std::sync::LazyLock;

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::worker::Tab;
use gasoline_protocol::{Kind, schema};
use gasoline_store::connections::spell;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::browsers::Browser;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::{VERSION, limits, settings};

pub(super) static TOOL: Tool = Tool {
    name: "get_status",
    title: "Status",
    description: "Connections, what was captured or evicted. Call it when a response is empty.",
    answers: "`version`, `uptime_ms`, `started`, `clients` {mcp, extension, pages, drivers}, `browsers[]` \
              {version, userAgent?, paused, tabs[] {id, url, title, active}, settings, screenshots? {allowed, \
              skipped}}, `settings`: \
              what `configure_capture` set, `last_heard?`, `captured` {kind: {held, capacity, \
              forgotten, accepted, lost}}, `lost?` {kind: n}: given up in the page, `unclaimed_enrichments?`, `tests` \
              {records, running}, `noise_rules`, `cursor`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| Ok(run(caller, read(arguments)?))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {}

fn run(caller: &Caller<'_>, Arguments {}: Arguments) -> Answer {
    let app = caller.app;
    let clients = app.clients();
    let tests = app.journal.tests(None);
    let running = tests.iter().filter(|record| record.is_running()).count();
    let last_heard = app.last_heard();
    let fill = app.journal.fill();
    let mut text = format!(
        "Gasoline {VERSION}, up {}; {} extension, {} pages, {} MCP clients connected",
        spell(app.uptime_ms()),
        clients.extension,
        clients.pages,
        clients.mcp,
    );
    match last_heard {
        Some(at) => text.push_str(&format!("; last heard from a browser {} ago", spell(app.now().ms_since(at)))),
        None if clients.extension > 0 => text.push_str("; nothing captured yet"),
        None => text.push_str(
            "\nno browser has sent anything yet\nhint: open the page with the Gasoline extension or \
             capture script on; `gasoline doctor` checks the connection",
        ),
    }
    let drivers = app.drivers.count();
    if drivers > 0 {
        text.push_str(&format!("\n- {} can take screenshots", show::count(drivers, "driver")));
    }
    let browsers = app.browsers.list();
    // However many browsers there are, the answer stays within its bytes.
    let most_tabs = limits::TABS_SHOWN / browsers.len().max(1);
    text.extend(browsers.iter().map(|browser| show_browser(browser, most_tabs)));
    let overrides = app.browsers.overrides();
    if !overrides.is_empty() {
        text.push_str(&format!("\n- set by `configure_capture`: {}", json!(overrides)));
    }
    let mut captured = Map::<String, Value>::new();
    for (kind, fill) in Kind::ALL.into_iter().zip(fill) {
        let row = json!({
            "held": fill.held, "capacity": fill.capacity, "forgotten": fill.forgotten,
            "accepted": fill.accepted, "lost": fill.lost,
        });
        captured.insert(kind.name().to_owned(), row);
        if fill.accepted > 0 {
            text.push_str(&format!(
                "\n- {}: {} held, {} forgotten",
                kind.name(),
                fill.held,
                fill.forgotten
            ));
        }
    }
    let lost = lost(app.journal.lost());
    if !lost.is_empty() {
        text.push_str(&format!(
            "\n- given up in the page before it could be sent: {}",
            json!(lost)
        ));
    }
    let (_, unclaimed) = app.journal.waiting_enrichments();
    if unclaimed > 0 {
        text.push_str(&format!(
            "\n- sent about errors that never arrived, and lost: {}",
            show::count(usize::try_from(unclaimed).unwrap_or(usize::MAX), "enrichment")
        ));
    }
    if !tests.is_empty() {
        text.push_str(&format!("\n- tests: {} records, {running} running", tests.len()));
    }
    let head = app.journal.head();
    text.push_str(&format!("\ncursor: {head}"));
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("version", &VERSION);
    answer.set("uptime_ms", &app.uptime_ms());
    answer.set("started", &app.started());
    let clients = json!({
        "mcp": clients.mcp, "extension": clients.extension, "pages": clients.pages, "drivers": drivers,
    });
    answer.set("clients", &clients);
    answer.set(
        "browsers",
        &browsers.iter().map(|one| browser_json(one, most_tabs)).collect::<Vec<_>>(),
    );
    answer.set("settings", &overrides);
    answer.set("last_heard", &last_heard);
    answer.set("captured", &captured);
    if !lost.is_empty() {
        answer.set("lost", &lost);
    }
    if unclaimed > 0 {
        answer.set("unclaimed_enrichments", &unclaimed);
    }
    answer.set("tests", &json!({"records": tests.len(), "running": running}));
    answer.set("noise_rules", &app.noise().rules().len());
    answer.set("cursor", &head);
    answer
}

/// What clients gave up, by the names they use.
fn lost(dropped: Dropped) -> Map<String, Value> {
    let counts = Dropped::NAMES.map(|(name, kind)| (name.to_owned(), json!(dropped.count(kind))));
    counts.into_iter().filter(|(_, count)| *count != 0).collect()
}

/// A line on the browser, and one for each tab it captures.
fn show_browser(browser: &Browser, most_tabs: usize) -> String {
    let mut text = format!("\n- browser with extension {}", browser.version);
    let Some(status) = &browser.status else { return text };
    let captured: Vec<&Tab> = browser.tabs().filter(|tab| tab.captured).collect();
    if status.paused {
        text.push_str(", capture paused");
    }
    text.push_str(&format!(", {} of {} tabs captured", captured.len(), status.tabs.len()));
    let unusual = settings::unusual(status);
    if !unusual.is_empty() {
        text.push_str(&format!(", not by default: {}", json!(unusual)));
    }
    if let Some(leave) = status.screenshots.filter(|leave| !leave.allowed) {
        text.push_str(&format!(", screenshots not allowed ({} skipped)", leave.skipped));
    }
    for tab in captured.iter().take(most_tabs) {
        let active = if tab.active { " (active)" } else { "" };
        let (title, url) = (show::one_line(&tab.title, 60), show::clip(&tab.url, 120));
        text.push_str(&format!("\n  tab {}{active}: \"{title}\" {url}", tab.id));
    }
    if captured.len() > most_tabs {
        text.push_str(&format!("\n  … {} more tabs", captured.len() - most_tabs));
    }
    text
}

fn browser_json(browser: &Browser, most_tabs: usize) -> Value {
    let tabs = browser.tabs().filter(|tab| tab.captured).take(most_tabs);
    let tabs: Vec<Value> = tabs
        .map(|tab| json!({"id": tab.id, "url": tab.url, "title": tab.title, "active": tab.active}))
        .collect();
    let mut row = json!({
        "version": browser.version,
        "paused": browser.status.as_ref().is_some_and(|status| status.paused),
        "tabs": tabs,
        "settings": browser.status.as_ref().map(settings::unusual).unwrap_or_default(),
    });
    if let Some(leave) = browser.status.as_ref().and_then(|status| status.screenshots) {
        row["screenshots"] = json!({"allowed": leave.allowed, "skipped": leave.skipped});
    }
    if let Some(user_agent) = &browser.user_agent {
        row["userAgent"] = json!(user_agent);
    }
    row
}
