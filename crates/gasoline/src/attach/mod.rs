//! `gasoline attach`: watches a running Chromium through its debugging port.
//!
//! For drivers that cannot put a script into pages themselves (Selenium is one), and for a
//! browser that is open already.

mod address;
mod browser;
mod cookies;
mod dialogs;
mod errands;
mod error_pictures;
mod outbox;
mod shots;
mod socket;
mod sources;
mod told;

use std::io::Write;

use tokio::signal::unix::SignalKind;

use crate::args::Attach;
use crate::ending::Ending;
use crate::server::NoServer;
use crate::{CLEAN, server, snapshot};
pub(crate) use address::{Address, NoBrowser};
use browser::BINDING;
pub(crate) use browser::Browser;
pub(crate) use outbox::{Outbox, Parcel};
pub(crate) use socket::converse;

const INJECTED: &str = include_str!("inject.js");

pub(crate) fn run(port: u16, options: &Attach, out: &mut dyn Write) -> anyhow::Result<u8> {
    let address = Address::parse(&options.cdp)?;
    server::health(port)?;
    let mode = if options.errors_only { "errors-only" } else { "all" };
    let script = script(port, options.test_id.as_deref(), mode)?;
    let (path, name) = address.look_up()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let test_id = options.test_id.clone();
        let (outbox, wanted) = Outbox::open(port, test_id.as_deref());
        let mut browser = Browser::connect(&address, &path, script, test_id, (outbox, wanted))
            .await?
            .with_requests(errands::listen(port));
        let mut ending = Ending::listen(&[SignalKind::interrupt(), SignalKind::terminate()])?;
        let watched = async {
            let pages = browser.attach().await;
            if let Some(pages) = pages {
                // Who started us waits for this line.
                let _ = writeln!(out, "attached to {name}: {pages} {}", plural(pages));
                let _ = out.flush();
                say("watching until the browser closes; Ctrl-C detaches");
                browser.carry().await;
            }
        };
        let is_asked_to_leave = tokio::select! {
            () = watched => false,
            () = ending.wait() => true,
        };
        let lost = browser.leave().await;
        say(if is_asked_to_leave { "detached" } else { "the browser has closed" });
        if lost > 0 {
            say(&format!("{lost} batches did not reach the server"));
        }
        Ok(CLEAN)
    })
}

/// What is put into every document: the server's capture script, and its way out.
pub(crate) fn script(port: u16, test_id: Option<&str>, mode: &str) -> Result<String, NoServer> {
    let path = snapshot::path("/gasoline-ci.min.js", test_id, None);
    let script = server::get(port, &format!("{path}mode={mode}"))?;
    let script = String::from_utf8_lossy(&script);
    Ok(INJECTED.replace("__NAME__", BINDING).replace("__SCRIPT__", &script))
}

fn plural(pages: usize) -> &'static str {
    if pages == 1 { "page" } else { "pages" }
}

fn say(what: &str) {
    let _ = writeln!(anstream::stderr(), "{what}");
}
