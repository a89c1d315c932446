//! The project's own commands. `cargo xtask` lists them.

mod bench;
mod check;
mod corpora;
mod fuzz;
mod generate;
mod markdown;
mod project;
mod tidy;

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Result, bail};

use generate::Mode;

const USAGE: &str = "\
The project's own commands.

cargo xtask check [--fast]       everything a change must pass; --fast leaves out the tests
cargo xtask generate [--check]   writes docs, README table and TypeScript from the code, or compares
cargo xtask tidy                 the house rules a compiler does not know
cargo xtask corpora [DIR] [--rows]   what the audit finds in public test data, and false alarms
cargo xtask fuzz --minutes N [--target NAME]   searches for inputs that break a fuzz target
cargo xtask bench                what the server costs, as ratios; for people to read
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr().lock(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["check"] => check::run(check::Extent::Whole),
        ["check", "--fast"] => check::run(check::Extent::Fast),
        ["generate"] => generate::run(Mode::Write),
        ["generate", "--check"] => generate::run(Mode::Check),
        ["tidy"] => tidy::run(),
        ["corpora", ..] => corpora::run(&arguments[1..]),
        ["fuzz", ..] => fuzz::run(&arguments[1..]),
        ["bench", ..] => bench::run(&arguments[1..]),
        [] | ["help" | "--help" | "-h"] => {
            project::say(USAGE.trim_end());
            Ok(())
        }
        other => bail!("unknown command `{}`\n\n{}", other.join(" "), USAGE.trim_end()),
    }
}
