//! How long an answer takes on full buffers.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};

use super::pictures::posted;
use super::process::{Editor, Server};
use super::spread;
use super::workload::full_buffers;

const ROUNDS: usize = 300;

/// Screenshots that are held.
const PICTURES: usize = 20;

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(binary: &Path, out: &mut dyn Write) -> Result<()> {
    let server = Server::start(binary)?;
    let mut connection = server.connect()?;
    for (path, body) in full_buffers() {
        connection.post(path, &body)?;
    }
    for number in 0..PICTURES {
        connection.post("/screenshots", &posted(1280, 720, number)?)?;
    }
    let mut samples = Vec::new();
    let mut bytes = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        bytes = connection.get("/logs")?;
        samples.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let first = samples[0];
    let parse = reference(&bytes)?;
    let (median, p99) = spread(samples);
    writeln!(
        out,
        "GET /logs, 1000 entries: p50 {median:.2} ms, p99 {p99:.2} ms, first {first:.2} ms; {:.2} × parsing its {} bytes once",
        median / parse,
        bytes.len()
    )?;
    let mut samples = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        bytes = connection.get("/snapshot")?;
        samples.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let parse = reference(&bytes)?;
    let (median, p99) = spread(samples);
    writeln!(
        out,
        "GET /snapshot, full buffers: p50 {median:.2} ms, p99 {p99:.2} ms; {:.2} × parsing its {} bytes once",
        median / parse,
        bytes.len()
    )?;

    let mut editor = Editor::open(binary, server.port, &[])?;
    let list = editor.ask("tools/list", &json!({}))?;
    writeln!(out, "tools/list: {} bytes", list.len())?;
    let listed: Value = serde_json::from_str(&list)?;
    let names = listed["result"]["tools"].as_array().into_iter().flatten();
    for name in names.filter_map(|tool| tool["name"].as_str()) {
        let arguments = match name {
            // One would take the data away, the other waits for something to happen.
            "clear_browser_logs" | "wait_for_event" => continue,
            "configure_noise" => json!({"action": "list"}),
            "validate_api" => json!({"action": "report"}),
            "get_changes_since" => json!({"checkpoint": "c0"}),
            _ => json!({}),
        };
        let mut samples = Vec::new();
        let mut size = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            size = editor.ask("tools/call", &json!({"name": name, "arguments": arguments}))?.len();
            samples.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let (median, p99) = spread(samples);
        let promised = match name {
            "generate_bug_report" => ", promised 50",
            _ => "",
        };
        writeln!(out, "{name}: p50 {median:.2} ms, p99 {p99:.2} ms{promised}, {size} bytes")?;
    }
    Ok(())
}

/// Milliseconds to parse the answer into a tree, the least of several.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn reference(bytes: &[u8]) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        let value: Value = serde_json::from_slice(bytes)?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        drop(value);
    }
    Ok(best)
}
