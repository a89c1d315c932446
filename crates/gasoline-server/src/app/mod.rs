//! App: what every door shares. Each part has a lock of its own, if it needs one.

pub(crate) mod checkpoints;
pub(crate) mod latest;
pub(crate) mod presence;
pub(crate) mod retained;
pub(crate) mod shelves;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gasoline_protocol::{Kind, Timestamp};
use gasoline_store::journal::{Progress, Removed};
use gasoline_store::{Clock, Journal, Scope};
use tokio::sync::watch;

use crate::access::AccessPolicy;
use crate::app::presence::{Clients, Presence};
use crate::app::retained::Retained;
use crate::app::shelves::Shelves;
use crate::body::BodyRoom;
use crate::browsers::{Browsers, pairing};
use crate::mcp::ToolChoice;
use crate::otlp::{Endpoint, Export};
use crate::pictures::PostedPictures;
use crate::runners::Runners;
use crate::source_maps::SourceMaps;
use crate::streaming::{self, Streaming};

/// What the command line decides.
#[derive(Debug, Clone, Default)]
pub struct Config {
    pub access: AccessPolicy,
    pub tools: ToolChoice,
    /// Divides how long browsers are waited for, so that tests need not wait; 0 and 1 do nothing.
    pub hurry: u32,
    /// How long a browser has for each command, instead of the limit of its kind.
    pub command_timeout: Option<Duration>,
    /// The folder that `save_to` writes into; without it nothing is written.
    pub save_dir: Option<PathBuf>,
    /// The collector that ended tests and page visits are sent to; without it nothing is.
    pub otlp: Option<Endpoint>,
    /// The processes the server runs for; without any it ends for other reasons.
    pub runners: Vec<u32>,
}

/// How far what is kept has come.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Changes {
    pub(crate) journal: Progress,
    /// How often a source map was sent: what was captured before may be explained by it.
    pub(crate) source_maps: u64,
}

/// The state behind HTTP and MCP alike.
pub struct App {
    pub(crate) config: Config,
    pub(crate) journal: Journal,
    /// What changes is published here. Values coalesce: each subscriber works from the place it has
    /// read up to.
    pub(crate) changes: watch::Sender<Changes>,
    pub(crate) retained: Retained,
    pub(crate) shelves: Shelves,
    pub(crate) presence: Presence,
    pub(crate) browsers: Browsers,
    pub(crate) bodies: BodyRoom,
    pub(crate) source_maps: SourceMaps,
    /// Whoever decodes a picture holds this.
    pub(crate) pictures: tokio::sync::Mutex<PostedPictures>,
    pub(crate) streaming: Streaming,
    pub(crate) otlp: Export,
    pub(crate) runners: Runners,
    started: Timestamp,
    /// What no other process is called.
    name: String,
    clock: Arc<dyn Clock>,
}

impl App {
    pub fn new(config: Config, clock: Arc<dyn Clock>) -> Self {
        let changes = watch::Sender::<Changes>::default();
        let publisher = changes.clone();
        let journal = Journal::new(Arc::clone(&clock)).followed_by(move |progress| {
            publisher.send_modify(|changes| changes.journal = progress);
        });
        Self {
            otlp: Export::new(config.otlp.clone()),
            runners: Runners::new(&config.runners),
            config,
            journal,
            changes,
            retained: Retained::default(),
            shelves: Shelves::default(),
            presence: Presence::default(),
            browsers: Browsers::default(),
            bodies: BodyRoom::default(),
            source_maps: SourceMaps::default(),
            pictures: tokio::sync::Mutex::default(),
            streaming: Streaming::default(),
            started: clock.now(),
            name: pairing::random().unwrap_or_else(|| clock.now().as_ms().to_string()),
            clock,
        }
    }

    /// What is kept, for the fuzzer: everyone else goes through a route or a tool.
    #[doc(hidden)]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Follows what changes. The first value is where things stand.
    pub(crate) fn follow(&self) -> watch::Receiver<Changes> {
        let mut changes = self.changes.subscribe();
        changes.mark_changed();
        changes
    }

    /// The processes the server runs for.
    pub fn runners(&self) -> &Runners {
        &self.runners
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// How long it is until then.
    pub(crate) fn until(&self, moment: Timestamp) -> Duration {
        let ms = moment.ms_since(self.now());
        Duration::from_millis(u64::try_from(ms).unwrap_or_default())
    }

    pub(crate) fn uptime_ms(&self) -> i64 {
        self.now().ms_since(self.started)
    }

    pub(crate) fn started(&self) -> Timestamp {
        self.started
    }

    /// What no other process is called: its Seqs are its own.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether somebody needs this server: an MCP client, an open test, a browser, an open stream.
    pub fn is_needed(&self) -> bool {
        let clients = self.clients();
        self.presence.has_mcp_client(self.now())
            || clients.extension > 0
            || clients.pages > 0
            || self.streaming.streams() > 0
            || self.journal.has_open_test()
    }

    /// How long to wait for a browser where `usual_ms` are usual.
    pub(crate) fn patience(&self, usual_ms: u64) -> Duration {
        let hurried = Duration::from_millis(usual_ms) / self.config.hurry.max(1);
        hurried.max(Duration::from_millis(1))
    }

    /// Notes who sent a batch.
    pub(crate) fn note_sender(&self, origin: Option<&str>, client: Option<&str>) {
        self.presence.note_sender(origin, client, &self.browsers, self.now());
    }

    pub(crate) fn clients(&self) -> Clients {
        self.presence.count(&self.browsers, self.now())
    }

    /// Forgets what was captured of a scope, and what contracts hold of it besides shapes.
    pub(crate) fn clear(&self, scope: &Scope, kinds: &[Kind]) -> Removed {
        let clears_all_of =
            |kind| *scope == Scope::Everything && (kinds.is_empty() || kinds.contains(&kind));
        if clears_all_of(Kind::NetworkBodies) {
            self.retained.contracts().forget_values();
        }
        if clears_all_of(Kind::Logs) {
            streaming::begin_anew(self);
        }
        self.journal.clear(scope, kinds)
    }
}

/// The value behind a lock, also after a panic while it was held: no change leaves it half made.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
