//! `gasoline man`: manual pages, from the same declaration as the arguments.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use gasoline_protocol::Hint;

use crate::args::Args;

/// Why a page was not written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {error}", path.display())]
pub(crate) struct CannotWrite {
    path: PathBuf,
    error: std::io::Error,
}

impl Hint for CannotWrite {
    fn hint(&self) -> String {
        "name a folder that can be written to, like `~/.local/share/man/man1`".to_owned()
    }
}

/// Prints the page of the program, or writes the pages of all commands into a folder.
pub(crate) fn run(folder: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = folder else {
        // A closed pipe is the reader's choice.
        let _ = out.write_all(&page(command)?);
        return Ok(());
    };
    let cannot = |path: &Path, error| CannotWrite { path: path.to_owned(), error };
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    write(&command, "gasoline", folder)
}

fn write(command: &Command, name: &str, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(format!("{name}.1"));
    std::fs::write(&path, page(command.clone())?).map_err(|error| CannotWrite { path, error })?;
    for inner in command.get_subcommands().filter(|it| it.get_name() != "help") {
        write(inner, &format!("{name}-{}", inner.get_name()), folder)?;
    }
    Ok(())
}

fn page(command: Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    // The long version has lines of its own, and a page has one title.
    let command = command.long_version(None).version(env!("CARGO_PKG_VERSION"));
    Man::new(command).render(&mut page)?;
    Ok(page)
}
