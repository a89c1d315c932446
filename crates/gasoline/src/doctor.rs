//! `gasoline doctor`: what is connected, what is missing, and what to do about it.

use std::io::Write;

use gasoline_protocol::connection::{ConnectionState, Words};
use gasoline_server::VERSION;
use serde_json::Value;

use crate::install::{self, Setup};
use crate::server::{self, NoServer};
use crate::{CLEAN, COULD_NOT_LOOK, FOUND};

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Fine,
    /// Worth knowing; nothing is broken.
    Note,
    Wrong,
}

/// One line of the report.
#[derive(Debug)]
struct Finding {
    mark: Mark,
    what: String,
    hint: Option<String>,
}

impl Finding {
    fn fine(what: impl Into<String>) -> Self {
        Self { mark: Mark::Fine, what: what.into(), hint: None }
    }

    fn note(what: impl Into<String>, hint: &str) -> Self {
        Self { mark: Mark::Note, what: what.into(), hint: Some(hint.to_owned()) }
    }

    fn wrong(what: impl Into<String>, hint: &str) -> Self {
        Self { mark: Mark::Wrong, what: what.into(), hint: Some(hint.to_owned()) }
    }
}

pub(crate) fn run(port: u16, out: &mut dyn Write) -> u8 {
    let (mut findings, could_look) = examine_server(port);
    findings.extend(examine_editors(port));
    for finding in &findings {
        let mark = match finding.mark {
            Mark::Fine => "ok   ",
            Mark::Note => "note ",
            Mark::Wrong => "wrong",
        };
        let _ = writeln!(out, "{mark} {}", finding.what);
        if let Some(hint) = &finding.hint {
            let _ = writeln!(out, "      hint: {hint}");
        }
    }
    let is_wrong = findings.iter().any(|finding| finding.mark == Mark::Wrong);
    match (could_look, is_wrong) {
        (false, _) => COULD_NOT_LOOK,
        (true, true) => FOUND,
        (true, false) => CLEAN,
    }
}

/// The findings about the server, and whether it could be asked.
fn examine_server(port: u16) -> (Vec<Finding>, bool) {
    match server::health(port) {
        Ok(health) => (examine_health(port, &health), true),
        Err(NoServer::NotRunning { .. }) => {
            let Words { sentence, hint } = ConnectionState::NoServer.words();
            (vec![Finding::note(format!("{sentence} on 127.0.0.1:{port}"), hint)], true)
        }
        Err(error) => {
            let hint =
                "stop what holds the port, or choose another with `--port N` (or GASOLINE_PORT)";
            (vec![Finding::wrong(error.to_string(), hint)], false)
        }
    }
}

fn examine_health(port: u16, health: &Value) -> Vec<Finding> {
    let version = health["version"].as_str().unwrap_or("?");
    let megabytes = health["memory_bytes"].as_u64().unwrap_or(0) / 1_000_000;
    let mut findings =
        vec![Finding::fine(format!("Gasoline {version} serves 127.0.0.1:{port} ({megabytes} MB)"))];
    if version != VERSION {
        findings.push(Finding::wrong(
            format!("the server is version {version}, this program is {VERSION}"),
            "end the old server; the next editor starts the new one",
        ));
    }
    let clients = |kind: &str| health["clients"][kind].as_u64().unwrap_or(0);
    findings.push(match clients("mcp") {
        0 => Finding::note(
            "no MCP client is connected",
            "start your editor, or `gasoline install CLIENT --write`",
        ),
        many => Finding::fine(format!("{many} MCP clients are connected")),
    });
    let browsers = health["browsers"].as_array().map_or(&[][..], Vec::as_slice);
    findings.extend(browsers.iter().map(examine_browser));
    if clients("extension") == 0 {
        findings.push(Finding::note(
            "no browser extension is connected",
            "`gasoline extension` writes it into a folder and says how to load it in Chrome",
        ));
    }
    findings.push(match clients("pages") {
        0 if browsers.is_empty() => Finding::note(
            "no page has sent anything in the last minute",
            "open or reload the page with the extension or capture script on",
        ),
        pages => {
            Finding::fine(format!("{pages} pages with the capture script sent something lately"))
        }
    });
    findings.extend(examine_buffers(&health["buffers"]));
    findings
}

/// How one extension stands, in the words of its own popup.
fn examine_browser(browser: &Value) -> Finding {
    let version = browser["version"].as_str().unwrap_or("?");
    let count = |name: &str| browser[name].as_u64().unwrap_or(0);
    let state = match (version == VERSION, browser["paused"] == true) {
        (false, _) => ConnectionState::WrongVersion,
        (true, true) => ConnectionState::Paused,
        (true, false) => ConnectionState::Connected,
    };
    let Words { sentence, hint } = state.words();
    let tabs = format!("{} of {} tabs captured", count("captured_tabs"), count("tabs"));
    match state {
        ConnectionState::Connected if count("captured_tabs") == 0 => Finding::note(
            format!("{sentence} (version {version}, {tabs})"),
            "open a page on localhost, or switch its site on in the extension's popup",
        ),
        ConnectionState::Connected => {
            Finding::fine(format!("{sentence} (version {version}, {tabs})"))
        }
        ConnectionState::WrongVersion => Finding::wrong(
            format!("{sentence} (extension {version}, server {VERSION}, {tabs})"),
            hint,
        ),
        _ => Finding::note(format!("{sentence} (extension {version}, {tabs})"), hint),
    }
}

fn examine_buffers(buffers: &Value) -> Option<Finding> {
    let buffers = buffers.as_object()?;
    let held: Vec<String> = buffers
        .iter()
        .filter_map(|(kind, fill)| Some((kind, fill["held"].as_u64()?)))
        .filter(|(_, held)| *held > 0)
        .map(|(kind, held)| format!("{held} {kind}"))
        .collect();
    let forgotten: u64 = buffers.values().filter_map(|fill| fill["forgotten"].as_u64()).sum();
    let lost = if forgotten > 0 {
        format!("; {forgotten} older events were forgotten")
    } else {
        String::new()
    };
    Some(if held.is_empty() {
        Finding::note("nothing is captured", "use the page, then look again")
    } else {
        Finding::fine(format!("captured: {}{lost}", held.join(", ")))
    })
}

fn examine_editors(port: u16) -> Vec<Finding> {
    let found = install::found(port);
    if found.is_empty() {
        return vec![Finding::note(
            "no editor has Gasoline in its configuration",
            "`gasoline install cursor --write` (or claude-code, claude-desktop, vscode, windsurf, zed)",
        )];
    }
    found
        .into_iter()
        .map(|(client, file, setup)| match setup {
            Setup::Installed => {
                Finding::fine(format!("{client} starts Gasoline ({})", file.display()))
            }
            Setup::Different => Finding::wrong(
                format!("{client} is told another program or port ({})", file.display()),
                "`gasoline install CLIENT --write` mends it, with `--port N` if you use one",
            ),
        })
        .collect()
}
