//! The command. Stdout carries only the answer; all else goes to stderr.

mod args;
mod bridge;
mod diff;
mod doctor;
mod extension;
mod install;
mod project;
mod saved;
mod serve;
mod server;
mod snapshot;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use gasoline_protocol::Hint;

use args::{Args, Command};

/// What was asked is answered, and nothing is wrong.
const CLEAN: u8 = 0;
/// Failures were found.
const FOUND: u8 = 1;
/// It could not even look.
const COULD_NOT_LOOK: u8 = 2;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let mut stderr = anstream::stderr();
            let _ = writeln!(stderr, "error: {error:#}");
            if let Some(hint) = hint(&error) {
                let _ = writeln!(stderr, "hint: {hint}");
            }
            ExitCode::from(COULD_NOT_LOOK)
        }
    }
}

fn run(args: Args) -> anyhow::Result<u8> {
    let port = args.port;
    // An editor starts us with pipes; a person at a terminal wants the server.
    let usual = || {
        if std::io::stdin().is_terminal() {
            Command::Serve(args::Serve::default())
        } else {
            Command::Mcp(args::Mcp::default())
        }
    };
    match args.command.unwrap_or_else(usual) {
        Command::Serve(options) => serve::run(port, &options),
        Command::Mcp(options) => bridge::run(port, &options),
        Command::Doctor => Ok(doctor::run(port, &mut anstream::stdout().lock())),
        Command::Snapshot(options) => snapshot::run(port, &options, &mut std::io::stdout().lock()),
        Command::Diff(options) => {
            diff::run(&options, &mut std::io::stdout().lock(), &mut anstream::stderr().lock())
        }
        Command::Extension(options) => {
            extension::run(&options.folder, &mut anstream::stdout().lock())?;
            Ok(CLEAN)
        }
        Command::Install(options) => {
            let (mut out, mut err) = (std::io::stdout().lock(), anstream::stderr().lock());
            let client = options.client;
            install::run(client, options.scope(), options.write, port, &mut out, &mut err)?;
            Ok(CLEAN)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "gasoline", &mut script);
            let _ = std::io::stdout().write_all(&script);
            Ok(CLEAN)
        }
    }
}

/// What to do about an error, where somebody knows.
fn hint(error: &anyhow::Error) -> Option<String> {
    fn of<E: Hint + 'static + Send + Sync>(error: &anyhow::Error) -> Option<String> {
        error.downcast_ref::<E>().map(Hint::hint)
    }
    of::<server::NoServer>(error)
        .or_else(|| of::<serve::CannotServe>(error))
        .or_else(|| of::<bridge::CannotJoin>(error))
        .or_else(|| of::<snapshot::CannotSave>(error))
        .or_else(|| of::<saved::Unreadable>(error))
        .or_else(|| of::<extension::CannotWrite>(error))
        .or_else(|| of::<install::CannotInstall>(error))
        .or_else(|| of::<gasoline_server::mcp::UnknownTool>(error))
}
