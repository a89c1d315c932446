//! What can be typed. Every flag has an environment variable of its name.

use clap::builder::FalseyValueParser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand};
use gasoline_analysis::secrets::Severity;

use crate::install::{Client, Scope};

/// Eyes in the browser for AI coding agents.
///
/// Gasoline records what happens in a page (console, exceptions, requests, WebSockets, what the user
/// did) and answers over MCP: what broke, where, and what caused it. Everything stays on this
/// machine.
///
/// Started by an editor it speaks MCP; in a terminal it serves.
#[derive(Debug, Parser)]
#[command(name = "gasoline", version, long_version = crate::build::LONG_VERSION, max_term_width = 100, after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Port of the server on 127.0.0.1; `demo` takes a free one [default: 7890]
    #[arg(long, global = true, env = "GASOLINE_PORT", value_name = "N")]
    pub(crate) port: Option<u16>,
}

const AFTER_HELP: &str = "\
First steps:
  gasoline demo                      see it work on a broken shop, in twenty seconds
  gasoline install cursor --write    add Gasoline to your editor (or claude-code, vscode, …)
  gasoline extension                 write the browser extension, to be loaded in Chrome
  gasoline doctor                    see what is connected and what is missing
Then ask your agent: what broke in my browser?";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// See it work on a small web shop with six bugs
    ///
    /// A customer goes shopping in a Chromium or Chrome of this machine, in a profile of its own; where
    /// there is none, a recorded session is played. Then you read what an agent is told: what broke and
    /// why, the key that leaks, the API that breaks its word, the slow picture, the dead button, the
    /// verdict after the fix, and the test that was written of it.
    ///
    /// It needs no network and no server, and disturbs none. Exit code 2 if it could not run.
    Demo(Demo),
    /// Run the server in the foreground
    Serve(Serve),
    /// Speak MCP over stdio, joining or starting the server (what editors run)
    Mcp(Mcp),
    /// Check the server, the browser and the editors, and say what to do
    Doctor,
    /// Save everything captured, as JSON
    Snapshot(Snapshot),
    /// Say which tests failed and why; exit code 1 if any did
    Report(Report),
    /// Compare two saved snapshots; exit code 1 if the second is worse
    Diff(Diff),
    /// Write what was captured or found in a format that others read
    Export(Export),
    /// Watch a running Chromium through its debugging port (of Selenium, or your own)
    Attach(Attach),
    /// Write the browser extension into a folder, and say how to load it
    Extension(Extension),
    /// Print the MCP configuration of an editor, or write it
    Install(Install),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, or write one for every command into a folder
    Man {
        #[arg(value_name = "DIR")]
        folder: Option<std::path::PathBuf>,
    },
}

/// Which tools clients see.
#[derive(Debug, ClapArgs)]
pub(crate) struct Tools {
    /// Only these tools, or the preset `core`
    #[arg(long, env = "GASOLINE_TOOLS", value_delimiter = ',', value_name = "NAMES")]
    pub(crate) tools: Vec<String>,

    /// All tools but these
    #[arg(long, env = "GASOLINE_EXCLUDE_TOOLS", value_delimiter = ',', value_name = "NAMES")]
    pub(crate) exclude_tools: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Serve {
    /// Take captured data from any page: the pages are those of a test run
    #[arg(long, env = "GASOLINE_CI", value_parser = FalseyValueParser::new())]
    pub(crate) ci: bool,

    /// Take captured data from this page origin too (may be repeated)
    #[arg(long, env = "GASOLINE_ALLOW_ORIGIN", value_delimiter = ',', value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    /// Folder in which reports may be saved, by a plain file name (default: none are)
    #[arg(long, env = "GASOLINE_SAVE_DIR", value_name = "DIR")]
    pub(crate) save_dir: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) tools: Tools,

    /// Send ended tests and page visits to this OpenTelemetry collector on this machine, as
    /// `http://127.0.0.1:4318` (default: nothing is sent)
    #[arg(long, env = "GASOLINE_OTLP", value_name = "ENDPOINT")]
    pub(crate) otlp: Option<String>,

    /// End after this long with no MCP client, open test or browser (default: never)
    #[arg(long, env = "GASOLINE_IDLE_EXIT_SECONDS", value_name = "N")]
    pub(crate) idle_exit_seconds: Option<u64>,

    /// End when this process has ended (may be repeated), as the runner of the tests; a server that
    /// runs already is joined, and ends with the last process of all who joined
    #[arg(long = "while", env = "GASOLINE_WHILE", value_delimiter = ',', value_name = "PID", requires = "ci", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) while_pids: Vec<u32>,

    /// Started by `gasoline mcp`: end by the idle rule, and quietly if another one serves already
    #[arg(long, hide = true)]
    pub(crate) background: bool,

    /// For tests: divides how long browsers are waited for
    #[arg(long, hide = true, default_value_t = 1, value_name = "N")]
    pub(crate) hurry: u32,

    /// For tests: how long a browser has for each command, however slow the machine is
    #[arg(long, hide = true, value_name = "N")]
    pub(crate) command_seconds: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Mcp {
    /// Folder in which reports may be saved, if this starts the server
    #[arg(long, env = "GASOLINE_SAVE_DIR", value_name = "DIR")]
    pub(crate) save_dir: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) tools: Tools,

    /// OpenTelemetry collector on this machine to send to, if this starts the server
    #[arg(long, env = "GASOLINE_OTLP", value_name = "ENDPOINT")]
    pub(crate) otlp: Option<String>,
}

#[derive(Debug, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Demo {
    /// Folder for the generated test
    #[arg(
        long,
        short,
        env = "GASOLINE_OUTPUT",
        value_name = "DIR",
        default_value = "gasoline-demo"
    )]
    pub(crate) output: std::path::PathBuf,

    /// The Chromium or Chrome that shops (default: the first one found)
    #[arg(long, env = "GASOLINE_BROWSER", value_name = "PATH", conflicts_with = "no_browser")]
    pub(crate) browser: Option<std::path::PathBuf>,

    /// Play a recorded session instead of starting a browser
    #[arg(long, env = "GASOLINE_NO_BROWSER", value_parser = FalseyValueParser::new())]
    pub(crate) no_browser: bool,

    /// Watch the browser at work
    #[arg(long, env = "GASOLINE_HEADED", value_parser = FalseyValueParser::new(), conflicts_with = "no_browser")]
    pub(crate) headed: bool,

    /// End after the story (the default where stdout is no terminal)
    #[arg(long, env = "GASOLINE_ONCE", value_parser = FalseyValueParser::new())]
    pub(crate) once: bool,

    /// Leave dashboard and shop open until Ctrl-C (the default at a terminal)
    #[arg(long, env = "GASOLINE_STAY", value_parser = FalseyValueParser::new(), conflicts_with = "once")]
    pub(crate) stay: bool,

    /// For the makers: keeps what the browser sent, to ship it
    #[arg(long, hide = true, value_name = "DIR")]
    pub(crate) record: Option<std::path::PathBuf>,
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

    /// Leave the pixels of screenshots out: a smaller file, whose report has none to show
    #[arg(long, env = "GASOLINE_NO_PICTURES", value_parser = FalseyValueParser::new())]
    pub(crate) no_pictures: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Report {
    /// Who reads it
    #[arg(long, env = "GASOLINE_FORMAT", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,

    /// File to write instead of stdout (`-`)
    #[arg(long, short, env = "GASOLINE_OUTPUT", value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,

    /// Only the test of this id or title, or those whose id has it inside
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only what came after this cursor (`c42`) or time
    #[arg(long, env = "GASOLINE_SINCE", value_name = "WHEN")]
    pub(crate) since: Option<String>,

    /// Least level of the console's lines that are listed
    #[arg(long, env = "GASOLINE_SEVERITY", value_enum, default_value_t)]
    pub(crate) severity: ReportSeverity,

    /// Saved snapshots, or folders of them, instead of a running server: shards are merged
    #[arg(long, env = "GASOLINE_FROM", num_args = 1.., value_name = "FILE")]
    pub(crate) from: Vec<std::path::PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    /// A person at a terminal
    #[default]
    Text,
    /// Programs: `{tests, summary}`
    Json,
    /// A model: at most 500 tokens a failure
    AiContext,
    /// CI dashboards
    Junit,
    /// A browser: one file, nothing fetched
    Html,
    /// The summary of a GitHub job
    Github,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportSeverity {
    #[default]
    Error,
    Warn,
    Info,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    #[command(subcommand)]
    pub(crate) format: Format,
}

/// The formats others read.
#[derive(Debug, Subcommand)]
pub(crate) enum Format {
    /// Findings of the security audit, as SARIF 2.1.0 for code scanning
    Sarif(Sarif),
    /// The API that pages were seen to call, as a sketch in OpenAPI 3.1
    Openapi(Openapi),
    /// The captured traffic, as HAR 1.2 for developer tools and HTTP clients
    Har(Captured),
    /// Tests and page visits as traces, errors as log records: OTLP/JSON lines for collectors
    Otlp(Captured),
}

/// What was captured, and where to write it.
#[derive(Debug, ClapArgs)]
pub(crate) struct Captured {
    /// File to write instead of stdout
    #[arg(long, short, env = "GASOLINE_OUTPUT", value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,

    /// Only the test of this id or title, or those whose id has it inside
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only what came after this cursor (`c42`) or time
    #[arg(long, env = "GASOLINE_SINCE", value_name = "WHEN")]
    pub(crate) since: Option<String>,

    /// Saved snapshots, or folders of them, instead of a running server
    #[arg(long, env = "GASOLINE_FROM", num_args = 1.., value_name = "FILE")]
    pub(crate) from: Vec<std::path::PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Openapi {
    /// File to write instead of stdout
    #[arg(long, short, env = "GASOLINE_OUTPUT", value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Sarif {
    /// File to write instead of stdout
    #[arg(long, short, env = "GASOLINE_OUTPUT", value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,

    /// Only this test's
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only what came after this cursor (`c42`) or time
    #[arg(long, env = "GASOLINE_SINCE", value_name = "WHEN")]
    pub(crate) since: Option<String>,

    /// Leave out what is less severe
    #[arg(long, env = "GASOLINE_SEVERITY_MIN", value_parser = PossibleValuesParser::new(Severity::ALL.map(Severity::name)).try_map(|name| name.parse::<Severity>()), default_value = "info", value_name = "SEVERITY")]
    pub(crate) severity_min: Severity,
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
pub(crate) struct Attach {
    /// Where the debugger listens on this machine: `9222`, `http://127.0.0.1:9222`
    #[arg(long, env = "GASOLINE_CDP", value_name = "URL")]
    pub(crate) cdp: String,

    /// The test that everything is filed under
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Bodies and headers of failed requests only
    #[arg(long, env = "GASOLINE_ERRORS_ONLY", value_parser = FalseyValueParser::new())]
    pub(crate) errors_only: bool,
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
    #[arg(long, env = "GASOLINE_WRITE", value_parser = FalseyValueParser::new())]
    pub(crate) write: bool,

    /// The project's configuration in this folder
    #[arg(long, env = "GASOLINE_PROJECT", value_parser = FalseyValueParser::new(), conflicts_with = "user")]
    project: bool,

    /// Your own configuration, for all projects (the default)
    #[arg(long, env = "GASOLINE_USER", value_parser = FalseyValueParser::new())]
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
        let nested = command.get_subcommands().flat_map(clap::Command::get_subcommands);
        let all = std::iter::once(&command).chain(command.get_subcommands()).chain(nested);
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
