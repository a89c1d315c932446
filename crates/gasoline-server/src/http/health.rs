//! `/health`: is it there, who is connected, how full is it.

use axum::extract::State;
use gasoline_protocol::Kind;
use serde_json::{Map, Value, json};

use super::Shared;
use super::reply::Json;
use crate::VERSION;
use crate::browsers::Browser;
use crate::exit;

pub(super) async fn get(State(app): Shared) -> Json {
    let clients = app.clients();
    let buffers: Map<String, Value> = Kind::ALL
        .into_iter()
        .zip(app.journal.fill())
        .map(|(kind, fill)| {
            let row = json!({
                "held": fill.held, "capacity": fill.capacity, "forgotten": fill.forgotten,
                "lost": fill.lost,
            });
            (kind.name().to_owned(), row)
        })
        .collect();
    let (held, bytes, forgotten) = app.source_maps.fill();
    let (waiting, unclaimed) = app.journal.waiting_enrichments();
    let mut answer = json!({
        "status": "ok",
        "name": "gasoline",
        "version": VERSION,
        "uptime_ms": app.uptime_ms(),
        "clients": {
            "mcp": clients.mcp, "extension": clients.extension, "pages": clients.pages,
            "drivers": app.drivers.count(),
        },
        "browsers": app.browsers.list().iter().map(browser).collect::<Vec<_>>(),
        "buffers": buffers,
        "source_maps": {"held": held, "bytes": bytes, "forgotten": forgotten},
        "enrichments": {"waiting": waiting, "unclaimed": unclaimed},
        "memory_bytes": resident_bytes().unwrap_or(app.journal.bytes()),
    });
    if let Some(status) = app.otlp.status() {
        answer["otlp"] = status;
    }
    Json(exit::json(&answer))
}

/// A browser in numbers: what its tabs show is for those who ask by tool.
fn browser(browser: &Browser) -> Value {
    json!({
        "version": browser.version,
        "paused": browser.status.as_ref().is_some_and(|status| status.paused),
        "tabs": browser.tabs().count(),
        "captured_tabs": browser.tabs().filter(|tab| tab.captured).count(),
    })
}

/// What the whole process occupies, where the system tells.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}
