//! App: what every door shares.

pub(crate) mod live;
pub(crate) mod shelves;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use gasoline_analysis::contracts::Contracts;
use gasoline_analysis::noise::Noise;
use gasoline_protocol::{Kind, Seq, Timestamp};
use gasoline_store::journal::Removed;
use gasoline_store::{Clock, Journal, Scope};
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::{AccessPolicy, is_extension};
use crate::app::live::Live;
use crate::app::shelves::Shelves;
use crate::body::BodyRoom;
use crate::browsers::Browsers;
use crate::browsers::drivers::Drivers;
use crate::browsers::errands::Audits;
use crate::browsers::page_agents::PageAgents;
use crate::browsers::pairing;
use crate::browsers::settings::{self, Settings};
use crate::limits;
use crate::mcp::ToolChoice;
use crate::otlp::{Endpoint, Export};
use crate::pictures::posts::PostedPictures;
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
}

/// The state behind HTTP and MCP alike.
pub struct App {
    pub(crate) config: Config,
    pub(crate) journal: Journal,
    noise: RwLock<Noise>,
    pub(crate) bodies: BodyRoom,
    pub(crate) browsers: Browsers,
    pub(crate) drivers: Drivers,
    /// Whoever is in the middle of a large frame holds this.
    pub(crate) frames: Arc<tokio::sync::Semaphore>,
    pub(crate) audits: Mutex<Audits>,
    pub(crate) source_maps: SourceMaps,
    /// Whoever decodes a picture holds this.
    pub(crate) pictures: tokio::sync::Mutex<PostedPictures>,
    checkpoints: Mutex<Checkpoints>,
    contracts: Mutex<Contracts>,
    pub(crate) shelves: Shelves,
    pub(crate) streaming: Streaming,
    pub(crate) otlp: Export,
    pub(crate) live: Live,
    senders: Mutex<Senders>,
    agents: Mutex<PageAgents>,
    mcp_clients: AtomicUsize,
    tunnels: AtomicUsize,
    last_http_call: AtomicI64,
    next_client: AtomicU64,
    started: Timestamp,
    /// What no other process is called.
    name: String,
    clock: Arc<dyn Clock>,
}

impl App {
    pub fn new(config: Config, clock: Arc<dyn Clock>) -> Self {
        Self {
            otlp: Export::new(config.otlp.clone()),
            config,
            journal: Journal::new(Arc::clone(&clock)),
            noise: RwLock::new(Noise::new()),
            bodies: BodyRoom::default(),
            browsers: Browsers::default(),
            drivers: Drivers::default(),
            frames: Arc::new(tokio::sync::Semaphore::new(1)),
            audits: Mutex::default(),
            source_maps: SourceMaps::default(),
            pictures: tokio::sync::Mutex::default(),
            checkpoints: Mutex::default(),
            contracts: Mutex::default(),
            shelves: Shelves::default(),
            streaming: Streaming::default(),
            live: Live::default(),
            senders: Mutex::default(),
            agents: Mutex::default(),
            mcp_clients: AtomicUsize::new(0),
            tunnels: AtomicUsize::new(0),
            last_http_call: AtomicI64::new(i64::MIN / 2),
            next_client: AtomicU64::new(1),
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
    ///
    /// An editor that joined is there until its tunnel ends. A client over HTTP may go without a
    /// word, so only its calls count.
    pub fn is_needed(&self) -> bool {
        let clients = self.clients();
        let since_call = self.now().as_ms() - self.last_http_call.load(Ordering::SeqCst);
        self.tunnels.load(Ordering::SeqCst) > 0
            || since_call < limits::PAGE_STALE_SECONDS * 1000
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

    /// Back to the built-in noise rules, no checkpoints, no contracts, and what each browser's user has set.
    pub(crate) fn forget_settings(&self) {
        self.noise_mut().reset();
        self.browsers.set(Settings::clear);
        *self.checkpoints() = Checkpoints::default();
        self.contracts().clear();
    }

    pub(crate) fn noise(&self) -> RwLockReadGuard<'_, Noise> {
        self.noise.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn noise_mut(&self) -> RwLockWriteGuard<'_, Noise> {
        self.noise.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the user lets source code be shown, in every browser that is connected.
    pub(crate) fn shows_code(&self) -> bool {
        let browsers = self.browsers.list();
        browsers.iter().filter_map(|one| one.status.as_ref()).all(settings::shows_code)
    }

    /// Notes who sent a batch.
    pub(crate) fn note_sender(&self, origin: Option<&str>, client: Option<&str>) {
        let now = self.now();
        let mut senders = lock(&self.senders);
        let is_extension = origin.is_some_and(is_extension);
        // One with an open socket is counted by that.
        if is_extension && origin.is_some_and(|origin| self.browsers.has(origin)) {
            senders.last_heard = Some(now);
            return;
        }
        let name = client.or(origin).unwrap_or("program");
        senders.note(name, is_extension, now);
    }

    /// The browsers of pages without the extension.
    pub(crate) fn page_agents(&self) -> MutexGuard<'_, PageAgents> {
        lock(&self.agents)
    }

    pub(crate) fn clients(&self) -> Clients {
        let drivers = self.drivers.count();
        let now = self.now();
        let mut senders = lock(&self.senders);
        senders.forget_stale(now);
        Clients {
            mcp: self.mcp_clients.load(Ordering::SeqCst),
            extension: self.browsers.count()
                + senders.seen.values().filter(|(is_extension, _)| *is_extension).count(),
            pages: senders.seen.values().filter(|(is_extension, _)| !*is_extension).count(),
            drivers,
        }
    }

    /// When captured data last came in.
    pub(crate) fn last_heard(&self) -> Option<Timestamp> {
        lock(&self.senders).last_heard
    }

    /// An MCP client has come; it is counted until the guard is dropped.
    pub(crate) fn welcome(self: &Arc<Self>, way: Way) -> Client {
        self.mcp_clients.fetch_add(1, Ordering::SeqCst);
        if way == Way::Tunnel {
            self.tunnels.fetch_add(1, Ordering::SeqCst);
        }
        let id = self.next_client.fetch_add(1, Ordering::SeqCst);
        Client { id, way, app: Arc::clone(self) }
    }

    /// What was learnt of the endpoints. Whoever reads an answer for it holds this, one at a time.
    pub(crate) fn contracts(&self) -> MutexGuard<'_, Contracts> {
        lock(&self.contracts)
    }

    /// Forgets what was captured of a scope, and what contracts hold of it besides shapes.
    pub(crate) fn clear(&self, scope: &Scope, kinds: &[Kind]) -> Removed {
        if *scope == Scope::Everything && (kinds.is_empty() || kinds.contains(&Kind::NetworkBodies))
        {
            self.contracts().forget_values();
        }
        if *scope == Scope::Everything && (kinds.is_empty() || kinds.contains(&Kind::Logs)) {
            streaming::begin_anew(self);
        }
        let removed = self.journal.clear(scope, kinds);
        self.live.note_clear();
        removed
    }

    pub(crate) fn checkpoints(&self) -> MutexGuard<'_, Checkpoints> {
        lock(&self.checkpoints)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Who is connected.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Clients {
    pub(crate) mcp: usize,
    pub(crate) extension: usize,
    pub(crate) pages: usize,
    /// Those that wait for a command.
    pub(crate) drivers: usize,
}

/// How an MCP client reaches us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Tunnel,
    Http,
}

/// An MCP client while it is connected.
pub(crate) struct Client {
    pub(crate) id: u64,
    way: Way,
    app: Arc<App>,
}

impl Client {
    /// Notes that the client is there.
    pub(crate) fn note_call(&self) {
        if self.way == Way::Http {
            self.app.last_http_call.store(self.app.now().as_ms(), Ordering::SeqCst);
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.app.mcp_clients.fetch_sub(1, Ordering::SeqCst);
        self.app.shelves.forget(self.id);
        self.app.streaming.listeners.forget(self.id);
        if self.way == Way::Tunnel {
            self.app.tunnels.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// Pages and extensions that sent something lately.
#[derive(Debug, Default)]
struct Senders {
    seen: HashMap<String, (bool, Timestamp)>,
    last_heard: Option<Timestamp>,
}

impl Senders {
    fn note(&mut self, name: &str, is_extension: bool, now: Timestamp) {
        self.last_heard = Some(now);
        if let Some(seen) = self.seen.get_mut(name) {
            seen.1 = now;
            return;
        }
        if self.seen.len() >= limits::PAGES_MAX {
            self.forget_stale(now);
        }
        if self.seen.len() < limits::PAGES_MAX {
            self.seen.insert(name.to_owned(), (is_extension, now));
        }
    }

    fn forget_stale(&mut self, now: Timestamp) {
        self.seen.retain(|_, (_, at)| now.ms_since(*at) < limits::PAGE_STALE_SECONDS * 1000);
    }
}

/// Places in the journal that readers come back to.
#[derive(Debug, Default)]
pub(crate) struct Checkpoints {
    named: Vec<(String, Seq, Timestamp)>,
    by_client: Vec<(u64, Seq, Timestamp)>,
}

impl Checkpoints {
    pub(crate) fn named(&self, name: &str) -> Option<(Seq, Timestamp)> {
        self.named.iter().find(|(known, ..)| known == name).map(|(_, seq, at)| (*seq, *at))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.named.iter().map(|(name, ..)| name.clone()).collect()
    }

    /// Saves under a name; the oldest makes room.
    pub(crate) fn save(&mut self, name: &str, seq: Seq, now: Timestamp) {
        self.named.retain(|(known, ..)| known != name);
        self.named.push((name.to_owned(), seq, now));
        if self.named.len() > limits::CHECKPOINTS_MAX {
            self.named.remove(0);
        }
    }

    /// Where the client last looked, if it did.
    pub(crate) fn of_client(&self, client: u64) -> Option<(Seq, Timestamp)> {
        self.by_client.iter().find(|(known, ..)| *known == client).map(|(_, seq, at)| (*seq, *at))
    }

    pub(crate) fn advance(&mut self, client: u64, seq: Seq, now: Timestamp) {
        self.by_client.retain(|(known, ..)| *known != client);
        self.by_client.push((client, seq, now));
        if self.by_client.len() > limits::CLIENTS_MAX {
            self.by_client.remove(0);
        }
    }
}
