//! Goldens: every tool, route, resource, format and command over four recorded sessions.
//!
//! The server runs in this process on a manual clock, and each expected file has a server of its
//! own, so that nothing depends on time or on the order of the tests. Text is compared byte by byte,
//! JSON by value. `UPDATE_EXPECT=1 cargo test -p gasoline --test it goldens::` rewrites the expected
//! files; the diff is the review.

mod browser;
mod commands;
mod golden;
mod mcp;
mod routes;
mod server;
mod session;
mod tools;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use golden::Golden;
use server::Server;
use session::{SESSIONS, Session};

/// The folder of the sessions and expected files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/goldens")
}

/// Makes the goldens of one group, and fails with all that differ.
#[track_caller]
fn check<Name: AsRef<str>>(
    session: &Session,
    group: &str,
    names: impl IntoIterator<Item = Name>,
    make: impl Fn(&Session, Golden, &str) -> Option<String>,
) {
    let make = |name: Name| {
        let name = name.as_ref();
        make(session, Golden::new(session, group, name), name)
    };
    let different: Vec<String> = names.into_iter().filter_map(make).collect();
    assert!(
        different.is_empty(),
        "{} goldens differ; UPDATE_EXPECT=1 rewrites them\n\n{}",
        different.len(),
        different.join("\n")
    );
}

macro_rules! goldens_of {
    ($($session:ident)*) => {$(
        mod $session {
            use super::*;

            fn session() -> Session {
                Session::read(stringify!($session))
            }

            #[test]
            fn tools() {
                check(&session(), "tools", tools::STEPS.map(|(name, _)| name), tools::make);
            }

            #[test]
            fn mcp() {
                check(&session(), "mcp", mcp::NAMES, mcp::make);
            }

            #[test]
            fn routes() {
                check(&session(), "routes", routes::names(), routes::make);
            }

            #[test]
            fn commands() {
                let session = session();
                let saved = commands::Saved::new(&session);
                check(&session, "commands", commands::names(session.name), |session, golden, name| {
                    commands::make(session, &saved, golden, name)
                });
            }
        }
    )*};
}

goldens_of!(empty shop ci chatty);

/// A tool, route, resource, command or format without a golden fails this, and so does an expected
/// file that no golden makes.
#[test]
fn complete() {
    if golden::is_update() {
        return;
    }
    let listed = gasoline_server::mcp::tool_list(&gasoline_server::mcp::ToolChoice::default());
    let offered_tools = listed["tools"].as_array().expect("tools").iter();
    let offered_tools: Vec<&str> = offered_tools.filter_map(|tool| tool["name"].as_str()).collect();
    let offered_resources = mcp::templates(&Server::start(&Session::read(SESSIONS[0]), 1));
    let offered_commands = commands::offered();
    for session in SESSIONS {
        let check = |group: &str, made: Vec<String>, offered: Vec<String>| {
            let has_file = |name: &String| golden::path(session, group, name).is_file();
            let missing: Vec<&String> =
                offered.iter().filter(|name| !made.contains(name) || !has_file(name)).collect();
            assert!(missing.is_empty(), "no golden in {session}/{group} for {missing:?}");
            let folder = golden::path(session, group, "any").with_file_name("");
            let files = std::fs::read_dir(folder).expect("expected files").flatten();
            let files: BTreeSet<String> = files
                .filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned()))
                .collect();
            let extra: Vec<&String> = files.iter().filter(|file| !made.contains(file)).collect();
            assert!(extra.is_empty(), "nothing makes these files of {session}/{group}: {extra:?}");
        };
        let owned =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        check("tools", owned(&tools::STEPS.map(|(name, _)| name)), owned(&offered_tools));
        check("mcp", owned(&mcp::NAMES), offered_resources.clone());
        check("routes", routes::names(), routes::names());
        let of_session = |name: &&String| session == SESSIONS[0] || !name.starts_with("help-");
        let offered = offered_commands.iter().filter(of_session).cloned().collect();
        check("commands", owned(&commands::names(session)), offered);
    }
}
