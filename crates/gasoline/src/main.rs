//! The command. Stdout carries only the answer; all else goes to stderr.

mod args;
mod attach;
mod bridge;
mod build;
mod demo;
mod diff;
mod doctor;
mod export;
mod extension;
mod install;
mod invocation;
mod man;
mod pictures;
mod project;
#[cfg(test)]
mod quoted;
mod report;
mod saved;
mod serve;
mod server;
mod snapshot;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use gasoline_protocol::Hint;
use gasoline_server::limits::DEFAULT_PORT;

use args::{Args, Command};

/// What was asked is answered, and nothing is wrong.
const CLEAN: u8 = 0;
/// Failures were found.
const FOUND: u8 = 1;
/// It could not even look.
const COULD_NOT_LOOK: u8 = 2;

fn main() -> ExitCode {
    match run(Args::parse()) {
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
    let port = args.port.unwrap_or(DEFAULT_PORT);
    let Some(command) = args.command else {
        return run(Args::parse_from(std::env::args_os().chain([usual().into()])));
    };
    match command {
        Command::Serve(options) => serve::run(port, &options),
        Command::Mcp(options) => bridge::run(port, &options),
        Command::Doctor => Ok(doctor::run(port, &mut anstream::stdout().lock())),
        Command::Snapshot(options) => snapshot::run(port, &options, &mut std::io::stdout().lock()),
        Command::Diff(options) => {
            diff::run(&options, &mut std::io::stdout().lock(), &mut anstream::stderr().lock())
        }
        Command::Report(options) => report::run(
            port,
            &options,
            &mut std::io::stdout().lock(),
            &mut anstream::stderr().lock(),
        ),
        Command::Export(options) => {
            let (mut out, mut err) = (std::io::stdout().lock(), anstream::stderr().lock());
            export::run(port, &options.format, &mut out, &mut err)?;
            Ok(CLEAN)
        }
        Command::Demo(options) => {
            demo::run(args.port, &options, &mut anstream::stdout(), &mut anstream::stderr())
        }
        Command::Attach(options) => attach::run(port, &options, &mut std::io::stdout().lock()),
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
        Command::Man { folder } => {
            man::run(folder.as_deref(), &mut std::io::stdout().lock())?;
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

/// What is meant without a command: an editor starts us with pipes, a person at a terminal wants the
/// server.
fn usual() -> &'static str {
    if std::io::stdin().is_terminal() { "serve" } else { "mcp" }
}

/// What to do about an error, where somebody knows.
fn hint(error: &anyhow::Error) -> Option<String> {
    fn of<E: Hint + 'static + Send + Sync>(error: &anyhow::Error) -> Option<String> {
        error.downcast_ref::<E>().map(Hint::hint)
    }
    of::<server::NoServer>(error)
        .or_else(|| of::<serve::CannotServe>(error))
        .or_else(|| of::<bridge::CannotJoin>(error))
        .or_else(|| of::<demo::CannotDemo>(error))
        .or_else(|| of::<attach::NoBrowser>(error))
        .or_else(|| of::<snapshot::CannotSave>(error))
        .or_else(|| of::<saved::Unreadable>(error))
        .or_else(|| of::<diff::NothingToSee>(error))
        .or_else(|| of::<report::CannotReport>(error))
        .or_else(|| of::<export::NotReadable>(error))
        .or_else(|| of::<extension::CannotWrite>(error))
        .or_else(|| of::<install::CannotInstall>(error))
        .or_else(|| of::<gasoline_server::mcp::UnknownTool>(error))
        .or_else(|| of::<gasoline_server::BadEndpoint>(error))
        .or_else(|| of::<man::CannotWrite>(error))
}
