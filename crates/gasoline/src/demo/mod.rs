//! `gasoline demo`: a shop that is broken, a customer, and what an agent is told about it.
//!
//! The shop, the server and the agent live in this process; what is shown is asked from that server
//! by the doors an agent uses. The customer is a browser of this machine, or a recorded one.

mod agent;
mod chromium;
mod customer;
mod journey;
mod keep;
mod progress;
mod recorded;
mod shop;
mod story;
mod tab;
mod tell;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use gasoline_protocol::Hint;
use gasoline_server::{AccessPolicy, App, Config};
use gasoline_store::SystemClock;
use tokio::net::TcpListener;
use tokio::signal::unix::SignalKind;
use tokio_util::sync::CancellationToken;

use crate::args::Demo;
use crate::ending::Ending;
use crate::{CLEAN, COULD_NOT_LOOK, server};
use keep::Place;
pub(crate) use tab::Stuck;
use tell::Teller;

/// Threads for the server and the shop; the story has one of its own.
const WORKERS: usize = 2;

/// The two halves of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Broken,
    Fixed,
}

impl Half {
    /// The file it is recorded in.
    fn file(self) -> &'static str {
        match self {
            Self::Broken => "broken.json",
            Self::Fixed => "fixed.json",
        }
    }
}

/// Why there is nothing to see.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotDemo {
    #[error("`{}` is no program", path.display())]
    NoSuchBrowser { path: PathBuf },
    #[error("cannot listen on 127.0.0.1:{port}: {error}")]
    NoPort { port: u16, error: std::io::Error },
    #[error("cannot write into `{}`: {error}", folder.display())]
    NoFolder { folder: PathBuf, error: std::io::Error },
    #[error("`{}` is there already, and no demo wrote it", file.display())]
    NotOurs { file: PathBuf },
    #[error("the customer got stuck: {0}")]
    Stuck(Stuck),
}

impl Hint for CannotDemo {
    fn hint(&self) -> String {
        match self {
            Self::NoSuchBrowser { .. } => {
                "leave `--browser` out to have one looked for, or pass `--no-browser` to see a \
                 recorded session"
            }
            Self::NoPort { .. } => "leave `--port` (or GASOLINE_PORT) out, and a free one is taken",
            Self::NoFolder { .. } => "name a folder for the test with `--output DIR`",
            Self::NotOurs { .. } => "move it away, or name another folder with `--output DIR`",
            Self::Stuck(_) => "try again, or pass `--no-browser` to see a recorded session",
        }
        .to_owned()
    }
}

pub(crate) fn run(
    port: Option<u16>,
    options: &Demo,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<u8> {
    let place = Place::prepare(&options.output)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
    let stays = options.stay || (std::io::stdout().is_terminal() && !options.once);
    let endings = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    runtime.block_on(async {
        // Before anything is started that would have to be ended.
        let mut ending = Ending::listen(&endings)?;
        let port = serve(port.unwrap_or(0)).await?;
        let mut teller = Teller::new(out);
        let told = tokio::select! {
            told = story::tell(port, options, &place, &mut teller, stays) => told,
            () = ending.wait() => {
                let _ = writeln!(err, "stopped; nothing is left behind");
                return Ok(COULD_NOT_LOOK);
            }
        };
        // It holds the shop open.
        let _shop = told?;
        if stays {
            ending.wait().await;
        }
        Ok(CLEAN)
    })
}

/// Starts a server of the demo's own in this process; its port.
async fn serve(asked: u16) -> Result<u16, CannotDemo> {
    let taken = |error| CannotDemo::NoPort { port: asked, error };
    let listener = TcpListener::bind(server::address(asked)).await.map_err(taken)?;
    let port = listener.local_addr().map_err(taken)?.port();
    let access = AccessPolicy { port, allowed_origins: Vec::new(), ci: false };
    let config = Config { access, ..Config::default() };
    let app = Arc::new(App::new(config, Arc::new(SystemClock)));
    tokio::spawn(gasoline_server::serve(listener, app, CancellationToken::new()));
    Ok(port)
}
