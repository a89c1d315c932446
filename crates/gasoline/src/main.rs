//! The command. Stdout carries only the answer; all else goes to stderr.

mod args;
mod attach;
mod bridge;
mod build;
mod demo;
mod diff;
mod doctor;
mod ending;
mod export;
mod extension;
mod install;
mod invocation;
mod limits;
mod man;
mod pictures;
mod project;
#[cfg(test)]
mod quoted;
mod report;
mod runners;
mod saved;
mod serve;
mod server;
mod snapshot;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
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
    let args = match parse(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
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

/// The words of a command line. Flags of the usual command may be given without its name, as editors
/// do: `npx -y gasoline-mcp --tools core`.
fn parse(words: Vec<OsString>) -> Result<Args, clap::Error> {
    let named = Args::try_parse_from(&words);
    let is_whole = named.as_ref().is_ok_and(|args| args.command.is_some());
    let is_unknown = named.as_ref().is_err_and(|error| error.kind() == ErrorKind::UnknownArgument);
    let is_flag = words.get(1).is_none_or(|word| word.to_string_lossy().starts_with('-'));
    if is_whole || !(named.is_ok() || (is_unknown && is_flag)) {
        return named;
    }
    let mut words = words;
    words.insert(1, usual().into());
    let usual = Args::try_parse_from(words);
    // Of a flag that nobody knows the plain complaint is told.
    if named.is_ok() { usual } else { usual.or(named) }
}

/// Says what is wrong with a command line, or what was asked about it.
fn refuse(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::from(CLEAN);
    }
    let _ = writeln!(
        anstream::stderr(),
        "hint: `gasoline --help` tells all commands, `gasoline COMMAND --help` what one takes"
    );
    ExitCode::from(COULD_NOT_LOOK)
}

fn run(args: Args) -> anyhow::Result<u8> {
    let port = args.port.unwrap_or(DEFAULT_PORT);
    // Whoever names none has been given the usual one.
    let Some(command) = args.command else { return Ok(CLEAN) };
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
            export::run(port, &options.format, &mut out, &mut err)
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
