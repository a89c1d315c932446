//! `gasoline install`: the MCP config of a client, printed or merged into the file it belongs in.

mod advice;
mod clients;
mod edit;
mod jsonc;
mod merge;
mod recognise;
mod system;
mod write;

#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gasoline_protocol::hint::Hint;
use gasoline_server::limits::DEFAULT_PORT;

pub(crate) use self::clients::{Client, Scope};
use self::jsonc::NotJson;
use self::merge::{CannotMerge, Merged, block, merge};
use self::system::System;
use crate::invocation::called;

/// What was asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub(crate) client: Client,
    pub(crate) scope: Scope,
    pub(crate) port: u16,
}

/// What would be done to a file.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    file: PathBuf,
    /// What the plan was made for. `None`: there is no file.
    before: Option<Vec<u8>>,
    merged: Merged,
}

/// Why a client's config cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotInstall {
    #[error("no home directory to look for configs in")]
    NoHome,
    #[error("{client} has no config of its own for a project")]
    NoProjectFile { client: Client },
    #[error("`{}` is not UTF-8 text", file.display())]
    NotText { file: PathBuf, client: Client },
    #[error("`{}` is not JSON: {message}", file.display())]
    NotJson { file: PathBuf, client: Client, line: usize, message: String },
    #[error("{} is {found}, not an object", place(*key, file))]
    NotAnObject { file: PathBuf, client: Client, key: Option<&'static str>, found: &'static str },
    #[error("`{}` changed while it was being updated", file.display())]
    Changed { file: PathBuf },
    #[error("cannot read `{}`: {reason}", file.display())]
    CannotRead { file: PathBuf, reason: io::Error },
    #[error("cannot write `{}`: {reason}", file.display())]
    CannotWrite { file: PathBuf, client: Client, reason: io::Error },
}

fn place(key: Option<&str>, file: &Path) -> String {
    match key {
        Some(key) => format!("`{key}` in `{}`", file.display()),
        None => format!("`{}`", file.display()),
    }
}

impl Hint for CannotInstall {
    fn hint(&self) -> String {
        let by_hand = |client: &Client| {
            format!("paste what `gasoline install {}` prints into it", client.name())
        };
        match self {
            Self::NoHome => "set `HOME`, or use `--project`".to_owned(),
            Self::NoProjectFile { client } => {
                format!("leave out `--project`: `gasoline install {} --write`", client.name())
            }
            Self::NotText { client, .. } => format!("save it as UTF-8, or {}", by_hand(client)),
            Self::NotJson { client, line, .. } => {
                format!("fix line {line} and try again, or {}", by_hand(client))
            }
            Self::NotAnObject { client, .. } | Self::CannotWrite { client, .. } => by_hand(client),
            Self::Changed { .. } => "try again".to_owned(),
            Self::CannotRead { .. } => "make it readable and try again".to_owned(),
        }
    }
}

/// Prints the config of a client or, with `write`, merges it into its file.
///
/// `out` gets the JSON and nothing else; what to do with it goes to `err`.
pub(crate) fn run(
    client: Client,
    scope: Option<Scope>,
    write: bool,
    port: u16,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let system = System::here().ok_or(CannotInstall::NoHome)?;
    let request = Request { client, scope: scope.unwrap_or(Scope::User), port };
    if write {
        let plan = plan(request, &system, |file| std::fs::read(file))?;
        let backup = apply(request, &plan)?;
        say(err, &advice::told(request, &plan, backup.as_deref(), &called()))?;
    } else {
        let instructions = advice::instructions(request, &system, &called())?;
        say(out, &printed(request, &system))?;
        say(err, &instructions)?;
    }
    Ok(())
}

/// How an editor is set up, as far as its files tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setup {
    /// Gasoline is in its configuration.
    Installed,
    /// Gasoline is there, but it is told another program or port.
    Different,
}

/// The editors that have Gasoline in their configuration, their own or the project's.
pub(crate) fn found(port: u16) -> Vec<(&'static str, PathBuf, Setup)> {
    let Some(system) = System::here() else { return Vec::new() };
    let scopes = [Scope::User, Scope::Project];
    let requests = Client::value_variants()
        .iter()
        .flat_map(|client| scopes.map(|scope| Request { client: *client, scope, port }));
    requests
        .filter_map(|request| {
            let plan = plan(request, &system, |file| std::fs::read(file)).ok()?;
            let setup = match plan.merged {
                Merged::Unchanged => Setup::Installed,
                Merged::Updated(_) if plan.is_gasoline(request) => Setup::Installed,
                Merged::Updated(_) => Setup::Different,
                Merged::Added(_) => return None,
            };
            Some((request.client.name(), plan.file, setup))
        })
        .collect()
}

/// A reader that left early is no failure.
fn say(to: &mut dyn Write, text: &str) -> io::Result<()> {
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// What would be done to the client's file, given what `read` finds in it.
pub(crate) fn plan(
    request: Request,
    system: &System,
    read: impl FnOnce(&Path) -> io::Result<Vec<u8>>,
) -> Result<Plan, CannotInstall> {
    let client = request.client;
    let file = client.config_file(request.scope, system)?;
    let before = match read(&file) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(reason) => return Err(CannotInstall::CannotRead { file, reason }),
    };
    let Ok(text) = std::str::from_utf8(before.as_deref().unwrap_or_default()) else {
        return Err(CannotInstall::NotText { file, client });
    };
    let entry = client.entry(request.scope, request.unusual_port(), system);
    match merge(text, client.servers_key(), &entry) {
        Ok(merged) => Ok(Plan { file, before, merged }),
        Err(CannotMerge::NotAnObject { key, found }) => {
            Err(CannotInstall::NotAnObject { file, client, key, found })
        }
        Err(CannotMerge::NotJson(NotJson { line, message })) => {
            Err(CannotInstall::NotJson { file, client, line, message })
        }
    }
}

/// Writes what was planned, and returns where the previous content went.
pub(crate) fn apply(request: Request, plan: &Plan) -> Result<Option<PathBuf>, CannotInstall> {
    let (Merged::Added(after) | Merged::Updated(after)) = &plan.merged else {
        return Ok(None);
    };
    write::replace(&plan.file, plan.before.as_deref(), after).map_err(|reason| {
        let (file, client) = (plan.file.clone(), request.client);
        match reason.kind() {
            ErrorKind::ResourceBusy => CannotInstall::Changed { file },
            _ => CannotInstall::CannotWrite { file, client, reason },
        }
    })
}

impl Plan {
    /// Whether what is there starts Gasoline, if not in our own words.
    fn is_gasoline(&self, Request { client, port, .. }: Request) -> bool {
        let text = self.before.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok());
        text.is_some_and(|text| {
            recognise::is_gasoline(text, client.servers_key(), port, DEFAULT_PORT)
        })
    }
}

impl Request {
    fn unusual_port(self) -> Option<u16> {
        (self.port != DEFAULT_PORT).then_some(self.port)
    }
}

fn printed(request: Request, system: &System) -> String {
    let entry = request.client.entry(request.scope, request.unusual_port(), system);
    block(request.client.servers_key(), &entry)
}
