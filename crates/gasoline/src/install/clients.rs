//! The clients: where each keeps its MCP servers, and what it calls them.

use std::fmt;
use std::path::PathBuf;

use super::CannotInstall;
use super::merge::Entry;
use super::system::{Os, System};

gasoline_protocol::wire_enum! {
    /// A program that starts MCP servers.
    // The names are those `clap` gives the argument of `gasoline install`.
    #[derive(clap::ValueEnum)]
    pub(crate) enum Client {
        ClaudeCode = "claude-code",
        ClaudeDesktop = "claude-desktop",
        Cursor = "cursor",
        Vscode = "vscode",
        Windsurf = "windsurf",
        Zed = "zed",
    }
}

/// For whom a server is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Scope {
    /// The project in the current folder, and everyone who works on it.
    Project,
    /// All projects of this user. The default: a browser belongs to a person, not to a project.
    User,
}

impl Client {
    /// The key under which the config has its servers.
    pub(super) fn servers_key(self) -> &'static str {
        match self {
            Self::ClaudeCode | Self::ClaudeDesktop | Self::Cursor | Self::Windsurf => "mcpServers",
            Self::Vscode => "servers",
            Self::Zed => "context_servers",
        }
    }

    /// What makes a running client see the new server.
    pub(super) fn wake(self) -> &'static str {
        match self {
            Self::ClaudeCode => "start a new Claude Code session (`/mcp` lists its servers)",
            Self::ClaudeDesktop => "quit Claude Desktop, not only its window, and start it again",
            Self::Cursor => "restart Cursor",
            Self::Vscode => "start `gasoline` with `MCP: List Servers` in VS Code",
            Self::Windsurf => "restart Windsurf",
            Self::Zed => "restart Zed",
        }
    }

    /// The file this client reads, in a scope.
    pub(super) fn config_file(
        self,
        scope: Scope,
        system: &System,
    ) -> Result<PathBuf, CannotInstall> {
        match scope {
            Scope::User => Ok(self.user_file(system)),
            Scope::Project => self
                .project_file()
                .map(|file| system.project.join(file))
                .ok_or(CannotInstall::NoProjectFile { client: self }),
        }
    }

    /// Below the project's folder, for clients that look there.
    pub(super) fn project_file(self) -> Option<PathBuf> {
        match self {
            Self::ClaudeCode => Some(PathBuf::from(".mcp.json")),
            Self::Cursor => Some(PathBuf::from_iter([".cursor", "mcp.json"])),
            Self::Vscode => Some(PathBuf::from_iter([".vscode", "mcp.json"])),
            Self::Zed => Some(PathBuf::from_iter([".zed", "settings.json"])),
            Self::ClaudeDesktop | Self::Windsurf => None,
        }
    }

    fn user_file(self, system: &System) -> PathBuf {
        let home = &system.home;
        let config = || system.config_home.clone().unwrap_or_else(|| home.join(".config"));
        let roaming =
            || system.app_data.clone().unwrap_or_else(|| home.join("AppData").join("Roaming"));
        // Where desktop programs keep their data.
        let data = || match system.os {
            Os::Linux => config(),
            Os::Mac => home.join("Library").join("Application Support"),
            Os::Windows => roaming(),
        };
        match self {
            Self::ClaudeCode => system.claude_config.as_ref().unwrap_or(home).join(".claude.json"),
            Self::ClaudeDesktop => {
                let package = system.claude_package.clone();
                package.unwrap_or_else(|| data().join("Claude")).join("claude_desktop_config.json")
            }
            Self::Cursor => home.join(".cursor").join("mcp.json"),
            Self::Vscode => data().join("Code").join("User").join("mcp.json"),
            Self::Windsurf => home.join(".codeium").join("windsurf").join("mcp_config.json"),
            Self::Zed => match system.os {
                Os::Linux => config().join("zed"),
                Os::Mac => home.join(".config").join("zed"),
                Os::Windows => roaming().join("Zed"),
            }
            .join("settings.json"),
        }
    }

    /// How this client starts the server.
    pub(super) fn entry(self, scope: Scope, port: Option<u16>, system: &System) -> Entry {
        let (command, launch) = command(scope, system);
        let kind = matches!(self, Self::Vscode).then_some("stdio");
        Entry { kind, command, launch: launch.into_iter().map(str::to_owned).collect(), port }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::ClaudeCode => "Claude Code",
            Self::ClaudeDesktop => "Claude Desktop",
            Self::Cursor => "Cursor",
            Self::Vscode => "VS Code",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
        })
    }
}

/// The command and the arguments that make it an MCP server.
///
/// | This program | For the user | For the project |
/// |---|---|---|
/// | was started by `npx` | `npx -y gasoline-mcp` | the same |
/// | is the `gasoline` of the shell | where the shell finds it | `gasoline` |
/// | is anywhere else | where it is | where it is |
///
/// A user's config has a path even when the shell would need none, because programs started from a
/// dock or menu do not have the shell's `PATH`. It is the shell's path rather than the program's
/// own: package managers keep the first when they update the second. A project's config is shared,
/// and the others have the program elsewhere.
fn command(scope: Scope, system: &System) -> (String, Vec<&'static str>) {
    let is_npx_cache = system.executable.components().any(|part| part.as_os_str() == "_npx");
    if is_npx_cache {
        let npx = vec!["-y", "gasoline-mcp", "mcp"];
        return match system.os {
            // `npx` is a script there, and only a shell starts scripts.
            Os::Windows => ("cmd".to_owned(), [vec!["/c", "npx"], npx].concat()),
            Os::Linux | Os::Mac => ("npx".to_owned(), npx),
        };
    }
    let command = match (&system.on_path, scope) {
        (Some(_), Scope::Project) => "gasoline".to_owned(),
        (Some(found), Scope::User) => found.to_string_lossy().into_owned(),
        (None, _) => system.executable.to_string_lossy().into_owned(),
    };
    (command, vec!["mcp"])
}
