//! What `gasoline install` says beside the config: where it goes, what happened, what comes next.

use std::path::Path;

use super::clients::{Client, Scope};
use super::merge::{Merged, NAME};
use super::system::System;
use super::{CannotInstall, Plan, Request};

/// What to ask first: it needs no knowledge of the tools.
const FIRST_PROMPT: &str = "What broke in my browser?";

/// Where the printed config goes. `called` is how the user starts this program.
pub(super) fn instructions(
    request: Request,
    system: &System,
    called: &str,
) -> Result<String, CannotInstall> {
    let client = request.client;
    let file = client.config_file(request.scope, system)?;
    let reach = match request.scope {
        Scope::User => "for all your projects",
        Scope::Project => "for this project",
    };
    let mut lines = vec![format!("{client} reads this from `{}`, {reach}", file.display())];
    if client == Client::ClaudeCode {
        lines.push(format!("or run `{}`", claude_command(request, system)));
    }
    if request.scope == Scope::User && client.project_file().is_some() {
        lines.push("for one project, run this in its folder with `--project`".to_owned());
    }
    lines.push(format!("hint: {}", write_command(request, called)));
    Ok(lines.join("\n") + "\n")
}

/// Claude Code's own way to the same entry.
fn claude_command(request: Request, system: &System) -> String {
    let entry = request.client.entry(request.scope, request.unusual_port(), system);
    let scope = if request.scope == Scope::Project { "project" } else { "user" };
    let port = entry.port.map(|port| format!("--port {port}"));
    let quoted = |word: &String| {
        if word.contains(' ') { format!("\"{word}\"") } else { word.clone() }
    };
    let words: Vec<String> =
        [&entry.command].into_iter().chain(&entry.launch).map(quoted).chain(port).collect();
    format!("claude mcp add --scope {scope} {NAME} -- {}", words.join(" "))
}

/// What was done, and what comes next.
pub(super) fn told(request: Request, plan: &Plan, backup: Option<&Path>, called: &str) -> String {
    let file = plan.file.display();
    let mut lines = match &plan.merged {
        Merged::Added(_) if plan.before.is_none() => vec![format!("wrote `{file}`")],
        Merged::Added(_) => vec![format!("added `{NAME}` to `{file}`")],
        Merged::Updated(_) => vec![format!("updated `{NAME}` in `{file}`")],
        Merged::Unchanged => vec![format!("already installed in `{file}`; nothing changed")],
    };
    if let Some(backup) = backup {
        lines.push(format!("kept the previous content in `{}`", backup.display()));
    }
    lines.push(format!("next: {}", request.client.wake()));
    lines.push(format!("then: load the extension (`{called} extension`) and open your page"));
    lines.push(format!("then: ask \"{FIRST_PROMPT}\""));
    lines.join("\n") + "\n"
}

/// The command line that would write what this one prints.
fn write_command(request: Request, called: &str) -> String {
    let scope = if request.scope == Scope::Project { " --project" } else { "" };
    let port = request.unusual_port().map(|port| format!(" --port {port}")).unwrap_or_default();
    format!("{called} install {}{scope}{port} --write", request.client.name())
}
