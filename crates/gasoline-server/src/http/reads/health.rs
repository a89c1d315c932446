//! `/health`: is it there, who is connected, how full is it.

use axum::extract::State;
use gasoline_store::journal::Fill;
use schemars::JsonSchema;
use serde::Serialize;

use crate::VERSION;
use crate::app::presence::Clients;
use crate::browsers::Browser;
use crate::http::Shared;
use crate::http::reply::{ByKind, Json};
use crate::otlp::OtlpStatus;

/// The state of the server: who is connected, how full it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    #[schemars(extend("const" = "ok"))]
    status: &'static str,
    #[schemars(extend("const" = "gasoline"))]
    name: &'static str,
    version: &'static str,
    #[schemars(range(min = 0))]
    uptime_ms: i64,
    clients: Clients,
    /// The browsers whose extension is connected.
    browsers: Vec<ConnectedBrowser>,
    /// How full the rings are, by kind of event.
    buffers: ByKind<BufferFill>,
    /// What was sent to the collector that `--otlp` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    otlp: Option<OtlpStatus>,
    source_maps: SourceMapFill,
    /// Details of errors that have not arrived.
    enrichments: WaitingEnrichments,
    /// Resident memory of the process.
    memory_bytes: usize,
}

/// A browser in numbers; the tools list what its tabs show.
#[derive(Debug, Serialize, JsonSchema)]
struct ConnectedBrowser {
    /// Of the extension.
    version: String,
    paused: bool,
    tabs: usize,
    captured_tabs: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BufferFill {
    held: usize,
    capacity: usize,
    forgotten: u64,
    /// Events that clients dropped before they could send them.
    lost: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SourceMapFill {
    held: usize,
    bytes: usize,
    forgotten: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WaitingEnrichments {
    /// For their error.
    waiting: usize,
    /// Dropped, because their error never arrived.
    unclaimed: u64,
}

pub(crate) async fn get(State(app): Shared) -> Json {
    let buffers = app.journal.fill().map(|fill| {
        let Fill { held, capacity, forgotten, lost, .. } = fill;
        BufferFill { held, capacity, forgotten, lost }
    });
    let (held, bytes, forgotten) = app.source_maps.fill();
    let (waiting, unclaimed) = app.journal.waiting_enrichments();
    Json::new(&Health {
        status: "ok",
        name: "gasoline",
        version: VERSION,
        uptime_ms: app.uptime_ms(),
        clients: app.clients(),
        browsers: app.browsers.list().iter().map(ConnectedBrowser::new).collect(),
        buffers: ByKind(buffers),
        otlp: app.otlp.status(&app),
        source_maps: SourceMapFill { held, bytes, forgotten },
        enrichments: WaitingEnrichments { waiting, unclaimed },
        memory_bytes: resident_bytes().unwrap_or(app.journal.bytes()),
    })
}

impl ConnectedBrowser {
    fn new(browser: &Browser) -> Self {
        Self {
            version: browser.version.clone(),
            paused: browser.status.as_ref().is_some_and(|status| status.paused),
            tabs: browser.tabs().count(),
            captured_tabs: browser.tabs().filter(|tab| tab.captured).count(),
        }
    }
}

/// What the whole process occupies, where the system tells.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}
