//! Who shops: somebody in a real browser, or the one whose session was recorded.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use gasoline_store::{Clock, SystemClock};
use serde_json::Value;

use super::chromium::{self, Chromium};
use super::journey::Journey;
use super::progress::Progress;
use super::recorded::Recording;
use super::tab::Tab;
use super::{CannotDemo, Half};
use crate::args::Demo;
use crate::attach::{self, Address, Browser, Outbox, Parcel};
use crate::limits::{DEMO_SETTLED_MAX_POLLS, DEMO_SETTLED_POLL};
use crate::server;

pub(super) enum Customer {
    Present(Box<Present>),
    /// Why there is no browser, in words for the story.
    Recorded {
        why: String,
    },
}

/// A customer in a browser.
pub(super) struct Present {
    /// What the browser calls itself.
    name: String,
    tab: Tab,
    copies: Receiver<Parcel>,
    /// Ends the browser.
    _chromium: Chromium,
}

impl Customer {
    /// Looks for a browser and starts it, unless that is not wanted.
    pub(super) async fn find(
        port: u16,
        options: &Demo,
        progress: &Progress,
    ) -> Result<Self, CannotDemo> {
        let recorded = |why: &str| Ok(Self::Recorded { why: why.to_owned() });
        if options.no_browser {
            return recorded("No browser was wanted");
        }
        let program = match &options.browser {
            Some(given) if !chromium::is_program(given) => {
                return Err(CannotDemo::NoSuchBrowser { path: given.clone() });
            }
            Some(given) => Some(given.clone()),
            None => chromium::find(),
        };
        let Some(program) = program else { return recorded("No Chromium or Chrome was found") };
        progress.step("a browser starts");
        match Present::come(port, &program, options.headed).await {
            Ok(present) => Ok(Self::Present(Box::new(present))),
            Err(why) => recorded(&format!("`{}` did not start ({why})", program.display())),
        }
    }

    /// Goes through the shop, from the front page to the order.
    pub(super) async fn shops(
        &mut self,
        half: Half,
        visit: &Visit<'_>,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let began = SystemClock.now();
        match self {
            Self::Recorded { .. } => {
                Recording::shipped(half)?.play(half, visit.port, visit.shop, began)?;
            }
            Self::Present(present) => {
                let journey = Journey::new(&mut present.tab, progress, half).go(visit.shop).await;
                journey.map_err(CannotDemo::Stuck)?;
                visit.settle(half).await?;
                if let Some(folder) = &visit.record {
                    let parcels: Vec<Parcel> = present.copies.try_iter().collect();
                    let recording =
                        Recording::of(&present.name, &parcels, began, SystemClock.now());
                    recording.save(folder, half, visit.shop)?;
                }
            }
        }
        progress.done();
        Ok(())
    }

    /// Who it is, in a sentence.
    pub(super) fn introduce(&self) -> String {
        match self {
            Self::Present(present) => {
                let name = present.name.replace('/', " ");
                format!("A customer in {name} buys two things there, with a voucher.")
            }
            Self::Recorded { why } => {
                format!("{why}, so a customer's recorded session is played.")
            }
        }
    }
}

/// Where a customer goes, and who watches.
pub(super) struct Visit<'a> {
    pub(super) port: u16,
    pub(super) shop: &'a str,
    /// Where what was sent is kept, to ship it.
    pub(super) record: Option<PathBuf>,
}

impl Visit<'_> {
    /// Waits until the order has arrived at the server, nothing more does, and the last error has its
    /// picture.
    async fn settle(&self, half: Half) -> Result<(), server::NoServer> {
        let mut before = server::health(self.port)?["buffers"].take();
        for _ in 0..DEMO_SETTLED_MAX_POLLS {
            tokio::time::sleep(DEMO_SETTLED_POLL).await;
            let now = server::health(self.port)?["buffers"].take();
            if now == before && self.is_complete(half)? {
                break;
            }
            before = now;
        }
        Ok(())
    }

    fn is_complete(&self, half: Half) -> Result<bool, server::NoServer> {
        let snapshot = server::get(self.port, "/snapshot")?;
        let snapshot: Value = serde_json::from_slice(&snapshot).unwrap_or_default();
        let rows = |kind: &str| snapshot[kind].as_array().map_or(&[][..], Vec::as_slice);
        let order = rows("network_bodies").iter().rfind(|request| {
            let is_order =
                request["url"].as_str().is_some_and(|url| url.ends_with("/api/checkout"));
            let status = request["status"].as_u64();
            is_order && status.is_some_and(|status| (status < 400) == (half == Half::Fixed))
        });
        let Some(order) = order else { return Ok(false) };
        let last = rows("logs").iter().rfind(|entry| entry["level"] == "error");
        let is_after = |entry: &Value| entry["ts"].as_str() >= order["ts"].as_str();
        // The order that fails breaks the page too.
        let is_error_known = half == Half::Fixed || last.is_some_and(is_after);
        let is_pictured = last.is_none_or(|last| {
            rows("screenshots").iter().any(|picture| picture["errorId"] == last["id"])
        });
        Ok(is_error_known && is_pictured)
    }
}

impl Present {
    async fn come(port: u16, program: &Path, is_headed: bool) -> Result<Self, String> {
        let mut chromium = Chromium::start(program, is_headed)?;
        let address = chromium.address().await?;
        let (name, copies) = watch(port, &address).await.map_err(|error| error.to_string())?;
        let tab = Tab::first(&address).await.map_err(|error| error.to_string())?;
        Ok(Self { name, tab, copies, _chromium: chromium })
    }
}

/// Watches the browser as `gasoline attach` does, until it ends; its name, and a copy of what it sends.
async fn watch(port: u16, address: &Address) -> anyhow::Result<(String, Receiver<Parcel>)> {
    let script = attach::script(port, None, "all")?;
    let (path, name) = address.look_up()?;
    let (copied, copies) = channel();
    let (outbox, wanted) = Outbox::open(port, None);
    let way = (outbox.with_copies(copied), wanted);
    let mut browser = Browser::connect(address, &path, script, None, way).await?;
    browser.attach().await;
    tokio::spawn(async move {
        browser.carry().await;
        browser.leave().await;
    });
    Ok((name, copies))
}
