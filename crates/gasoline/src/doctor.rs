//! `gasoline doctor`: what is connected, what is missing, and what to do about it.
//!
//! What it may say is a table of its own, `gasoline_server::checks`.

use std::fmt::Display;
use std::io::Write;

use gasoline_server::VERSION;
use gasoline_server::checks::{self, Mark, Outcome};
use serde_json::Value;

use crate::install::{self, Setup};
use crate::server::{self, NoServer};
use crate::{CLEAN, COULD_NOT_LOOK, FOUND};

/// One line of the report.
#[derive(Debug)]
struct Finding {
    mark: Mark,
    line: String,
    hint: Option<&'static str>,
}

impl Finding {
    fn new(outcome: &Outcome, seen: &[(&str, &dyn Display)]) -> Self {
        Self { mark: outcome.mark, line: outcome.line(seen), hint: outcome.hint }
    }
}

pub(crate) fn run(port: u16, out: &mut dyn Write) -> u8 {
    let (mut findings, could_look) = examine_server(port);
    findings.extend(examine_editors(port));
    for finding in &findings {
        let _ = writeln!(out, "{:5} {}", finding.mark.name(), finding.line);
        if let Some(hint) = finding.hint {
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
        Err(error) => {
            let could_look = matches!(error, NoServer::NotRunning { .. });
            (vec![examine_silence(&error)], could_look)
        }
    }
}

/// Why nobody could be asked.
fn examine_silence(error: &NoServer) -> Finding {
    match error {
        NoServer::NotRunning { port } => Finding::new(&checks::NO_SERVER, &[("port", port)]),
        // Nobody who serves takes that long to say so.
        NoServer::NotGasoline { port } | NoServer::TooSlow { port, .. } => {
            Finding::new(&checks::PORT_TAKEN, &[("port", port)])
        }
        NoServer::Refused { port, status, said } => {
            Finding::new(&checks::REFUSED, &[("port", port), ("status", status), ("said", said)])
        }
    }
}

fn examine_health(port: u16, health: &Value) -> Vec<Finding> {
    let version = health["version"].as_str().unwrap_or("?");
    let megabytes = health["memory_bytes"].as_u64().unwrap_or(0) / 1_000_000;
    let mut findings = vec![Finding::new(
        &checks::SERVES,
        &[("version", &version), ("port", &port), ("megabytes", &megabytes)],
    )];
    if version != VERSION {
        let seen: [(&str, &dyn Display); 2] = [("version", &version), ("own", &VERSION)];
        findings.push(Finding::new(&checks::SERVER_VERSION_DIFFERS, &seen));
    }
    let clients = |kind: &str| health["clients"][kind].as_u64().unwrap_or(0);
    findings.push(match clients("mcp") {
        0 => Finding::new(&checks::NO_EDITOR_CONNECTED, &[]),
        count => Finding::new(&checks::EDITORS_CONNECTED, &[("count", &count)]),
    });
    let browsers = health["browsers"].as_array().map_or(&[][..], Vec::as_slice);
    findings.extend(browsers.iter().map(examine_browser));
    if clients("extension") == 0 {
        findings.push(Finding::new(&checks::NO_EXTENSION, &[]));
    }
    findings.push(match clients("pages") {
        0 if browsers.is_empty() => Finding::new(&checks::NO_PAGE, &[]),
        count => Finding::new(&checks::PAGES_SENT, &[("count", &count)]),
    });
    findings.extend(examine_buffers(&health["buffers"]));
    findings
}

/// How one extension stands.
fn examine_browser(browser: &Value) -> Finding {
    let version = browser["version"].as_str().unwrap_or("?");
    let count = |name: &str| browser[name].as_u64().unwrap_or(0);
    let (captured, tabs) = (count("captured_tabs"), count("tabs"));
    let outcome = match (version == VERSION, browser["paused"] == true, captured) {
        (false, ..) => &checks::EXTENSION_VERSION_DIFFERS,
        (true, true, _) => &checks::CAPTURE_PAUSED,
        (true, false, 0) => &checks::NO_TAB_CAPTURED,
        (true, false, _) => &checks::EXTENSION_CONNECTED,
    };
    let seen: [(&str, &dyn Display); 4] =
        [("version", &version), ("own", &VERSION), ("captured", &captured), ("tabs", &tabs)];
    Finding::new(outcome, &seen)
}

fn examine_buffers(buffers: &Value) -> Option<Finding> {
    let buffers = buffers.as_object()?;
    let held: Vec<String> = buffers
        .iter()
        .filter_map(|(kind, fill)| Some((kind, fill["held"].as_u64()?)))
        .filter(|(_, held)| *held > 0)
        .map(|(kind, held)| format!("{held} {kind}"))
        .collect();
    if held.is_empty() {
        return Some(Finding::new(&checks::NOTHING_CAPTURED, &[]));
    }
    let mut kinds = held.join(", ");
    let forgotten: u64 = buffers.values().filter_map(|fill| fill["forgotten"].as_u64()).sum();
    if forgotten > 0 {
        kinds.push_str(&format!("; {forgotten} older events were forgotten"));
    }
    Some(Finding::new(&checks::CAPTURED, &[("kinds", &kinds)]))
}

fn examine_editors(port: u16) -> Vec<Finding> {
    let found = install::found(port);
    if found.is_empty() {
        return vec![Finding::new(&checks::NOT_CONFIGURED, &[])];
    }
    found
        .into_iter()
        .map(|(client, file, setup)| {
            let outcome = match setup {
                Setup::Installed => &checks::CONFIGURED,
                Setup::Different => &checks::CONFIGURED_DIFFERENTLY,
            };
            Finding::new(outcome, &[("client", &client), ("file", &file.display())])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use serde_json::json;

    use super::*;
    use crate::install::Client;

    /// A value of the table that nobody fills in would be printed as `{name}`.
    #[test]
    fn every_line_has_all_its_values() {
        let old = json!({"version": "0.0.1", "captured_tabs": 0, "tabs": 2});
        let paused = json!({"version": VERSION, "paused": true, "captured_tabs": 1, "tabs": 2});
        let empty = json!({"version": VERSION, "captured_tabs": 0, "tabs": 2});
        let health = |browsers: Value, held: u64, clients: u64| {
            json!({
                "version": "0.0.1", "memory_bytes": 1, "browsers": browsers,
                "clients": {"mcp": clients, "pages": clients, "extension": clients},
                "buffers": {"logs": {"held": held, "forgotten": held}},
            })
        };
        let mut findings = examine_health(7890, &health(json!([old, paused, empty]), 1, 1));
        findings.extend(examine_health(7890, &health(json!([]), 0, 0)));
        findings.push(examine_silence(&NoServer::NotRunning { port: 1 }));
        findings.push(examine_silence(&NoServer::NotGasoline { port: 1 }));
        let refused = NoServer::Refused { port: 1, status: 500, said: "no".to_owned() };
        findings.push(examine_silence(&refused));
        for finding in &findings {
            assert!(!finding.line.contains(['{', '}']), "{}", finding.line);
        }
        let said = |outcome: &Outcome| {
            let start = outcome.says.split('{').next().unwrap_or_default();
            findings.iter().any(|finding| finding.line.contains(start))
        };
        // What needs no server is seen by the tests of the command.
        for check in &checks::ALL[..6] {
            for outcome in check.outcomes {
                assert!(said(outcome), "nobody says `{}`", outcome.says);
            }
        }
    }

    #[test]
    fn other_commands_say_the_same_of_a_port_that_is_taken() {
        for error in [
            NoServer::NotGasoline { port: 7890 },
            NoServer::Refused { port: 7890, status: 404, said: "no".to_owned() },
        ] {
            assert_eq!(examine_silence(&error).line, error.to_string());
        }
    }

    #[test]
    fn the_hint_names_every_client() {
        let hint = checks::NOT_CONFIGURED.hint.unwrap_or_default();
        for client in Client::value_variants() {
            let value = client.to_possible_value().expect("a value");
            assert!(hint.contains(value.get_name()), "no `{}` in {hint}", value.get_name());
        }
    }
}
