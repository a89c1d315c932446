//! `cargo xtask bench`: what the server costs, as ratios against a stated reference of the same run.
//!
//! Machines are noisy and differ, so nothing here passes or fails: it prints, people read. The server
//! is the build that is shipped; the reference is a bare loop that parses the same bytes with the same JSON
//! parser and types, on this machine, in this run.

mod answers;
mod audit;
mod ingest;
mod memory;
mod pictures;
mod process;
mod report;
mod scripts;
mod source_maps;
mod start;
mod timeline;
mod workload;

use std::io::Write;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Builds what is measured, then measures it. The measuring program is built optimised too, or the
/// reference would be that of a debug build.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if args.first().map(String::as_str) == Some("--measure") {
        return measure();
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let build = Command::new(&cargo)
        .args(["build", "--profile", "dist", "--package", "gasoline"])
        .status()?;
    ensure!(build.success(), "the build that is shipped failed");
    let measured = Command::new(&cargo)
        .args([
            "run",
            "--quiet",
            "--profile",
            "perf",
            "--package",
            "xtask",
            "--",
            "bench",
            "--measure",
        ])
        .status()?;
    ensure!(measured.success(), "measuring failed");
    Ok(())
}

fn measure() -> Result<()> {
    let binary = process::shipped_binary().context("build it with `cargo build --profile dist`")?;
    let mut out = std::io::stdout().lock();
    let reference = ingest::reference();
    writeln!(
        out,
        "reference: parsing one entry of {} bytes takes {:.2} µs of CPU",
        workload::entry_bytes(),
        reference
    )?;
    ingest::report(&binary, reference, &mut out)?;
    answers::report(&binary, &mut out)?;
    pictures::report(&binary, &mut out)?;
    audit::report(&mut out)?;
    source_maps::report(&mut out)?;
    timeline::report(&mut out)?;
    scripts::report(&mut out)?;
    report::report(&mut out)?;
    memory::report(&binary, &mut out)?;
    start::report(&binary, &mut out)?;
    Ok(())
}

/// The value below which `share` of the sorted samples lie.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let index = ((sorted.len() as f64 * share).ceil() as usize).clamp(1, sorted.len()) - 1;
    sorted[index]
}

/// Sorts samples and gives their median and 99th percentile.
fn spread(mut samples: Vec<f64>) -> (f64, f64) {
    samples.sort_by(f64::total_cmp);
    (quantile(&samples, 0.5), quantile(&samples, 0.99))
}
