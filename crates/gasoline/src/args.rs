//! What can be typed. Every flag has an environment variable of its name.

use clap::{Args as ClapArgs, Parser, Subcommand};
use gasoline_server::limits::DEFAULT_PORT;

use crate::install::{Client, Scope};

/// Eyes in the browser for AI coding agents.
///
/// Gasoline records what happens in a page (console, exceptions, requests, WebSockets, what the user
/// did) and answers over MCP: what broke, where, and what caused it. Everything stays on this
/// machine.
///
/// Started by an editor it speaks MCP; in a terminal it serves.
#[derive(Debug, Parser)]
#[command(name = "gasoline", version, max_term_width = 100, after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Port of the server on 127.0.0.1
    #[arg(long, global = true, env = "GASOLINE_PORT", default_value_t = DEFAULT_PORT, value_name = "N")]
    pub(crate) port: u16,
}

const AFTER_HELP: &str = "\
First steps:
  gasoline install cursor --write    add Gasoline to your editor (or claude-code, vscode, …)
  gasoline extension                 write the browser extension, to be loaded in Chrome
  gasoline doctor                    see what is connected and what is missing
Then ask your agent: what broke in my browser?";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server in the foreground
    Serve(Serve),
    /// Speak MCP over stdio, joining or starting the server (what editors run)
    Mcp(Mcp),
    /// Check the server, the browser and the editors, and say what to do
    Doctor,
    /// Save everything captured, as JSON
    Snapshot(Snapshot),
    /// Compare two saved snapshots; exit code 1 if the second is worse
    Diff(Diff),
    /// Write the browser extension into a folder, and say how to load it
    Extension(Extension),
    /// Print the MCP configuration of an editor, or write it
    Install(Install),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

/// Which tools clients see.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Tools {
    /// Only these tools, or the preset `core`
    #[arg(long, env = "GASOLINE_TOOLS", value_delimiter = ',', value_name = "NAMES")]
    pub(crate) tools: Vec<String>,

    /// All tools but these
    #[arg(long, env = "GASOLINE_EXCLUDE_TOOLS", value_delimiter = ',', value_name = "NAMES")]
    pub(crate) exclude_tools: Vec<String>,
}

#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Serve {
    /// Take captured data from any page: the pages are those of a test run
    #[arg(long, env = "GASOLINE_CI")]
    pub(crate) ci: bool,

    /// Take captured data from this page origin too (may be repeated)
    #[arg(long, env = "GASOLINE_ALLOW_ORIGIN", value_delimiter = ',', value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    #[command(flatten)]
    pub(crate) tools: Tools,

    /// End after this long with no MCP client, open test or browser (default: never)
    #[arg(long, env = "GASOLINE_IDLE_EXIT_SECONDS", value_name = "N")]
    pub(crate) idle_exit_seconds: Option<u64>,

    /// Started by `gasoline mcp`: end by the idle rule, and quietly if another one serves already
    #[arg(long, hide = true)]
    pub(crate) background: bool,

    /// For tests: divides how long browsers are waited for
    #[arg(long, hide = true, default_value_t = 1, value_name = "N")]
    pub(crate) hurry: u32,
}

#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Mcp {
    #[command(flatten)]
    pub(crate) tools: Tools,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Snapshot {
    /// File to write instead of stdout
    #[arg(long, short, env = "GASOLINE_OUTPUT", value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,

    /// Only this test's
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only what came after this cursor (`c42`) or time
    #[arg(long, env = "GASOLINE_SINCE", value_name = "WHEN")]
    pub(crate) since: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Diff {
    /// The snapshot to compare with: a file that `gasoline snapshot` wrote
    #[arg(value_name = "A")]
    pub(crate) before: std::path::PathBuf,

    /// The snapshot that may be better or worse
    #[arg(value_name = "B")]
    pub(crate) after: std::path::PathBuf,

    /// How to tell it
    #[arg(long, env = "GASOLINE_FORMAT", value_enum, default_value_t)]
    pub(crate) format: DiffFormat,

    /// Only what has this in its page or request URL
    #[arg(long, env = "GASOLINE_URL_FILTER", value_name = "TEXT")]
    pub(crate) url_filter: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DiffFormat {
    #[default]
    Text,
    Json,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Extension {
    /// The folder; an earlier copy of the extension in it is replaced
    #[arg(value_name = "DIR", default_value = "gasoline-extension")]
    pub(crate) folder: std::path::PathBuf,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Install {
    /// The editor
    #[arg(value_enum)]
    pub(crate) client: Client,

    /// Write the configuration file (without it, the block is printed)
    #[arg(long, env = "GASOLINE_WRITE")]
    pub(crate) write: bool,

    /// The project's configuration in this folder
    #[arg(long, env = "GASOLINE_PROJECT", conflicts_with = "user")]
    project: bool,

    /// Your own configuration, for all projects (the default)
    #[arg(long, env = "GASOLINE_USER")]
    user: bool,
}

impl Install {
    pub(crate) fn scope(&self) -> Option<Scope> {
        match (self.project, self.user) {
            (true, _) => Some(Scope::Project),
            (_, true) => Some(Scope::User),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_hold_together() {
        Args::command().debug_assert();
    }

    /// Every flag has an environment twin of its name, whatever is added later.
    #[test]
    fn every_flag_has_an_environment_variable() {
        let command = Args::command();
        let all = std::iter::once(&command).chain(command.get_subcommands());
        for argument in all.flat_map(clap::Command::get_arguments) {
            let Some(long) = argument.get_long() else { continue };
            if argument.is_hide_set() || ["help", "version"].contains(&long) {
                continue;
            }
            let twin = format!("GASOLINE_{}", long.replace('-', "_").to_uppercase());
            assert_eq!(argument.get_env().and_then(|name| name.to_str()), Some(&*twin), "--{long}");
        }
    }
}
