//! What a failed test costs a model to read, counted by a real tokenizer, and what a report takes.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use gasoline_analysis::noise::Noise;
use gasoline_analysis::report::{Options, Run, Shard, run};
use gasoline_codegen::report::{Format, estimate_tokens, failure_context, print};
use gasoline_protocol::event::Level;
use serde_json::{Value, json};

use crate::project::root;

/// Tests in a run that is as large as the server keeps records.
const LARGE_RUN: usize = 5_000;

/// Prints the tokens of every failure of the cases, and the time a large run takes.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
    for case in ["shop", "hostile"] {
        let texts = failures(case)?;
        let counted = tokens(&texts)?;
        let most = counted.iter().max().copied().unwrap_or_default();
        let estimated = texts.iter().map(|text| estimate_tokens(text)).max().unwrap_or_default();
        writeln!(
            out,
            "ai-context of the case `{case}`: {} failures, {} tokens each, at most {most}, \
             estimated {estimated} (promised 500)",
            counted.len(),
            counted.iter().sum::<usize>() / counted.len().max(1),
        )?;
    }
    let text = large().to_string();
    let start = Instant::now();
    let run = of(std::slice::from_ref(&text))?;
    let read = start.elapsed().as_secs_f64() * 1e3;
    for (name, format) in
        [("html", Format::Html), ("github", Format::Github), ("junit", Format::Junit)]
    {
        let start = Instant::now();
        let bytes = print(&run, format).len();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        writeln!(
            out,
            "{LARGE_RUN} failed tests ({} MB) as {name}: read {read:.0} ms, printed {ms:.0} ms, {bytes} bytes",
            text.len() / 1_000_000
        )?;
    }
    Ok(())
}

/// The failures of a case as a model is given them.
fn failures(case: &str) -> Result<Vec<String>> {
    let folder = root().join("crates/gasoline-codegen/report-cases").join(case);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("shard"))
        })
        .collect();
    paths.sort();
    let texts: Vec<String> =
        paths.iter().map(std::fs::read_to_string).collect::<Result<_, _>>().context("the case")?;
    let run = of(&texts)?;
    let telling = run.tests.iter().filter(|test| test.status.is_telling());
    Ok(telling.map(failure_context).collect())
}

/// The tokens of each text, by the larger count of two tokenizers. They are built apart, because
/// their `regex` would bring ours features that slow it down.
fn tokens(texts: &[String]) -> Result<Vec<usize>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut counter = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(root().join("xtask/tokens/Cargo.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the tokenizer cannot be started")?;
    counter.stdin.take().context("a pipe")?.write_all(texts.join("\0").as_bytes())?;
    let counted = counter.wait_with_output()?;
    ensure!(counted.status.success(), "the tokenizer failed");
    let lines = String::from_utf8(counted.stdout)?;
    Ok(lines.lines().map(str::parse).collect::<Result<_, _>>()?)
}

fn of(texts: &[String]) -> Result<Run> {
    let mut shards: Vec<Shard<'_>> =
        texts.iter().map(|text| Shard::read("", text)).collect::<Result<_, _>>()?;
    let noise = Noise::new();
    Ok(run(&mut shards, &Options { test_id: None, severity: Level::Error, noise: &noise }))
}

/// A run in which everything failed.
fn large() -> Value {
    let test = |number: usize| {
        json!({"test_id": format!("t{number}"), "status": "failed", "title": format!("test {number}"),
            "file": format!("suite-{}.spec.ts", number % 100), "duration_ms": 1_000,
            "started": 1_767_323_045_000_u64 + number as u64,
            "error": {"message": "Timed out 5000ms waiting for expect(locator).toBeVisible()"},
            "errors": [{"message": format!("TypeError: Cannot read properties of null (reading 'k{}')", number % 40),
                "source": "exception", "stack": "TypeError: no\n    at f (http://localhost:3000/a.js:1:2)",
                "timestamp": 1_767_323_045_500_u64, "count": 1}],
            "network_failures": [{"method": "GET", "url": format!("http://localhost:3000/api/items/{number}"),
                "status": 500, "duration": 20, "responseBody": "{\"error\":\"no such item\"}",
                "timestamp": 1_767_323_045_450_u64}]})
    };
    json!({"timestamp": 1_767_323_099_000_u64, "logs": [], "network_bodies": [], "websocket_events": [],
        "enhanced_actions": [], "tests": (0..LARGE_RUN).map(test).collect::<Vec<_>>()})
}
