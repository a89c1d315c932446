//! `check`: everything a change must pass, in the order of what fails soonest.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::generate::{self, Mode};
use crate::project::{root, say};
use crate::tidy;

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    /// Without the tests.
    Fast,
}

/// A cargo command, and the warnings it must not give.
struct Step {
    arguments: &'static [&'static str],
    environment: Option<(&'static str, &'static str)>,
}

const FORMAT: Step = Step { arguments: &["fmt", "--all", "--check"], environment: None };

/// The fuzz targets under libFuzzer have a separate lock file, which a new dependency leaves behind.
const FUZZ_LOCK: Step = Step {
    arguments: &[
        "tree",
        "--locked",
        "--depth",
        "0",
        "--manifest-path",
        "fuzz/libfuzzer/Cargo.toml",
    ],
    environment: None,
};

const CLIPPY: Step = Step {
    arguments: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    environment: None,
};

const TESTS: Step = Step { arguments: &["test", "--workspace", "--quiet"], environment: None };

const RUSTDOC: Step = Step {
    arguments: &["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"],
    environment: Some(("RUSTDOCFLAGS", "-D warnings")),
};

pub(crate) fn run(extent: Extent) -> Result<()> {
    timed("cargo xtask tidy", tidy::run)?;
    timed("cargo xtask generate --check", || generate::run(Mode::Check))?;
    cargo(&FORMAT)?;
    cargo(&FUZZ_LOCK)?;
    cargo(&CLIPPY)?;
    cargo(&RUSTDOC)?;
    if extent == Extent::Whole {
        cargo(&TESTS)?;
    }
    Ok(())
}

fn cargo(step: &Step) -> Result<()> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(step.arguments).current_dir(root()).envs(step.environment);
    let setting = step.environment.map(|(name, value)| format!("{name}='{value}' "));
    let shown = format!("{}cargo {}", setting.unwrap_or_default(), step.arguments.join(" "));
    timed(&shown, || {
        let status = command.status().context("cargo cannot be started")?;
        if !status.success() {
            bail!("`{shown}` failed");
        }
        Ok(())
    })
}

/// Runs a step and says what it was and how long it took.
fn timed(name: &str, run: impl FnOnce() -> Result<()>) -> Result<()> {
    say(format_args!("• {name}"));
    #[expect(clippy::disallowed_methods, reason = "how long a step takes is for people to read")]
    let start = Instant::now();
    let outcome = run();
    let word = if outcome.is_ok() { "✓" } else { "✗" };
    say(format_args!("{word} {name} ({:.1} s)", start.elapsed().as_secs_f64()));
    outcome
}
