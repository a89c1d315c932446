//! Who may depend on what: the walls a `Cargo.toml` could tear down unnoticed.

use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::project::{root, say};

/// What only some of our crates may depend on.
const WALLS: [Wall; 3] = [
    Wall {
        dependencies: &["axum*", "http*", "hyper*", "reqwest", "rmcp*", "tower*", "ureq"],
        only: &["gasoline-server"],
        reason: "nothing but the server knows HTTP or MCP",
    },
    Wall {
        dependencies: &["async-*", "futures*", "smol", "tokio*", "tungstenite"],
        only: &["gasoline-server", "gasoline", "xtask"],
        reason: "no async below the server",
    },
    Wall {
        dependencies: &["anstream", "clap*", "tracing-subscriber"],
        only: &["gasoline", "xtask"],
        reason: "nothing but the command prints",
    },
];

/// Names, with `*` at the end for any that begin so, and who may use them.
struct Wall {
    dependencies: &'static [&'static str],
    only: &'static [&'static str],
    reason: &'static str,
}

impl Wall {
    fn is_about(&self, dependency: &str) -> bool {
        self.dependencies.iter().any(|name| match name.strip_suffix('*') {
            Some(begin) => dependency.starts_with(begin),
            None => dependency == *name,
        })
    }
}

/// The crates of ours that one below the server may depend on.
const ROOMS: [(&str, &[&str]); 4] = [
    ("gasoline-protocol", &[]),
    ("gasoline-store", &["gasoline-protocol"]),
    ("gasoline-analysis", &["gasoline-protocol"]),
    ("gasoline-codegen", &["gasoline-analysis", "gasoline-protocol"]),
];

/// What cargo knows of the workspace and all it is built from. On a new machine, crates that are
/// only built for other systems, or for tests, are not there yet: their licences count as well.
pub(super) fn metadata() -> Result<Value> {
    if let Ok(all) = ask(&["--offline"]).or_else(|_| ask(&[])) {
        return Ok(all);
    }
    let host = host()?;
    say(format_args!("licences: only those of `{host}` can be seen without the network"));
    ask(&["--offline", "--filter-platform", &host])
}

fn ask(more: &[&str]) -> Result<Value> {
    let answer = cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(more)
        .current_dir(root())
        .output()
        .context("cargo cannot be started")?;
    if !answer.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&answer.stderr).trim());
    }
    Ok(serde_json::from_slice(&answer.stdout)?)
}

fn host() -> Result<String> {
    let answer = cargo().arg("-vV").output().context("cargo cannot be started")?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`cargo -vV` names no host")?.to_owned())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Where all crates that are not ours come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(metadata: &Value) -> Vec<String> {
    let mut offences = foreign(metadata);
    for package in ours(metadata) {
        let name = word(package, "name");
        // What a test uses is not shipped; what a build script uses is.
        let needed = items(package, "dependencies")
            .iter()
            .filter(|dependency| dependency["kind"] != "dev")
            .map(|dependency| word(dependency, "name"));
        let room = ROOMS.iter().find(|(room, _)| *room == name);
        for found in needed {
            for wall in WALLS.iter().filter(|wall| !wall.only.contains(&name)) {
                if wall.is_about(found) {
                    offences.push(format!("{name} depends on `{found}`: {}", wall.reason));
                }
            }
            if room.is_some_and(|(_, ours)| found.starts_with("gasoline") && !ours.contains(&found))
            {
                offences.push(format!("{name} depends on `{found}`: it is not below it"));
            }
        }
    }
    offences
}

/// Crates from a git repository or another registry.
fn foreign(metadata: &Value) -> Vec<String> {
    let packages = items(metadata, "packages").iter();
    packages
        .filter(|package| !package["source"].is_null() && package["source"] != REGISTRY)
        .map(|package| {
            format!(
                "{} comes from `{}`, not crates.io",
                word(package, "name"),
                word(package, "source")
            )
        })
        .collect()
}

/// The packages of the workspace: those that come from nowhere else.
fn ours(metadata: &Value) -> impl Iterator<Item = &Value> {
    items(metadata, "packages").iter().filter(|package| package["source"].is_null())
}

pub(super) fn items<'a>(value: &'a Value, list: &str) -> &'a [Value] {
    value[list].as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn word<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(package: &str, dependency: &Value, expected: &[&str]) {
        let metadata =
            json!({"packages": [{"name": package, "source": null, "dependencies": [dependency]}]});
        assert_eq!(super::check(&metadata), expected);
    }

    #[test]
    fn only_the_server_knows_http() {
        let axum = json!({"name": "axum", "kind": null});
        check("gasoline-server", &axum, &[]);
        let said = "gasoline depends on `axum`: nothing but the server knows HTTP or MCP";
        check("gasoline", &axum, &[said]);
        check("gasoline", &json!({"name": "axum", "kind": "dev"}), &[]);
        for name in ["http-body-util", "hyper-util", "tower"] {
            let said = format!(
                "gasoline-store depends on `{name}`: nothing but the server knows HTTP or MCP"
            );
            check("gasoline-store", &json!({"name": name, "kind": null}), &[&said]);
        }
    }

    #[test]
    fn crates_depend_only_on_those_below_them() {
        let on = |name: &str| json!({"name": name, "kind": null});
        check("gasoline-codegen", &on("gasoline-analysis"), &[]);
        check("gasoline-server", &on("gasoline-store"), &[]);
        for (name, dependency) in [
            ("gasoline-protocol", "gasoline-store"),
            ("gasoline-analysis", "gasoline-store"),
            ("gasoline-codegen", "gasoline-store"),
            ("gasoline-store", "gasoline-analysis"),
        ] {
            let said = format!("{name} depends on `{dependency}`: it is not below it");
            check(name, &on(dependency), &[&said]);
        }
    }

    #[test]
    fn all_crates_come_from_one_registry() {
        let from = |source: &str| json!({"packages": [{"name": "rand", "source": source}]});
        assert_eq!(super::check(&from(REGISTRY)), [""; 0]);
        for source in ["git+https://github.com/a/rand#1", "registry+https://b.test/index"] {
            let said = format!("rand comes from `{source}`, not crates.io");
            assert_eq!(super::check(&from(source)), [said]);
        }
    }

    #[test]
    fn only_the_command_prints() {
        let said = "gasoline-codegen depends on `clap`: nothing but the command prints";
        check("gasoline-codegen", &json!({"name": "clap", "kind": null}), &[said]);
        check("gasoline", &json!({"name": "clap_complete", "kind": null}), &[]);
    }

    #[test]
    fn there_is_no_async_below_the_server() {
        let tokio = json!({"name": "tokio", "kind": null});
        let said = "gasoline-store depends on `tokio`: no async below the server";
        check("gasoline-store", &tokio, &[said]);
        check("gasoline-store", &json!({"name": "tokio", "kind": "build"}), &[said]);
        let said = "gasoline-analysis depends on `futures-util`: no async below the server";
        check("gasoline-analysis", &json!({"name": "futures-util", "kind": null}), &[said]);
    }
}
