//! A server in this process, on a clock that only a session's own times turn.

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_server::{AccessPolicy, App, Config};
use gasoline_store::ManualClock;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::session::{Batch, Session};
use crate::support::editor::HttpEditor;
use crate::support::folder::Folder;
use crate::support::http::{Answer, Connection};
use crate::support::server::JSON;
use crate::support::wait_until;

pub(super) struct Server {
    pub(super) port: u16,
    /// Where `save_to` writes.
    pub(super) folder: Folder,
    clock: Arc<ManualClock>,
    now: i64,
    /// Makes the server look for signals after each batch.
    watcher: Option<HttpEditor>,
    runtime: Option<Runtime>,
    shutdown: CancellationToken,
}

impl Server {
    /// A server that has received nothing. It waits `1 / hurry` of the usual time for browsers.
    pub(super) fn start(session: &Session, hurry: u32) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let bound = runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", 0)));
        let listener = bound.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let folder = Folder::new();
        let access = AccessPolicy { port, ..AccessPolicy::default() };
        let save_dir = Some(folder.path().to_owned());
        let config = Config { access, hurry, save_dir, ..Config::default() };
        let clock = Arc::new(ManualClock::at_ms(session.began));
        let app = Arc::new(App::new(config, Arc::clone(&clock) as _));
        let shutdown = CancellationToken::new();
        runtime.spawn(gasoline_server::serve(listener, app, shutdown.clone()));
        let (now, runtime) = (session.began, Some(runtime));
        Self { port, folder, clock, now, watcher: None, runtime, shutdown }
    }

    /// Sends batches, each at its time, and waits until their stacks are resolved.
    pub(super) fn play(&mut self, batches: &[Batch]) {
        let mut connection = Connection::open(self.port);
        for batch in batches {
            self.advance(batch.at - self.now);
            let body = batch.body.to_string();
            let answer = connection.ask("POST", &batch.path, &[JSON], body.as_bytes());
            assert_eq!(answer.status, 200, "{}: {}", batch.path, answer.text());
            self.look();
        }
        let mapped = mapped_stacks(batches);
        let is_resolved = || {
            let snapshot = self.ask("GET", "/snapshot", &[], b"").json();
            let places = snapshot["places"].as_array().expect("places").iter();
            let known: BTreeSet<&str> =
                places.filter_map(|place| place["stack"].as_str()).collect();
            mapped.iter().all(|stack| known.contains(stack))
        };
        wait_until("the stacks are resolved", || mapped.is_empty() || is_resolved());
    }

    pub(super) fn advance(&mut self, ms: i64) {
        self.clock.advance_ms(ms.max(0));
        self.now += ms.max(0);
        self.look();
    }

    /// From here on every batch is looked at by itself: signals do not depend on when the server's
    /// own task wakes.
    pub(super) fn watch(&mut self) {
        self.watcher = Some(HttpEditor::join(self.port));
        self.look();
    }

    fn look(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            watcher.call("configure_streaming", &json!({"enabled": true}));
        }
    }

    pub(super) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        Connection::open(self.port).ask(method, path, headers, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown.cancel();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The stacks that a posted source map resolves.
fn mapped_stacks(batches: &[Batch]) -> BTreeSet<&str> {
    let of = |path: &'static str| batches.iter().filter(move |batch| batch.path == path);
    let scripts: Vec<&str> =
        of("/source-maps").filter_map(|batch| batch.body["url"].as_str()).collect();
    let entries = of("/logs").filter_map(|batch| batch.body["entries"].as_array()).flatten();
    let stacks = entries.filter_map(|entry: &Value| entry["stack"].as_str());
    stacks.filter(|stack| scripts.iter().any(|script| stack.contains(script))).collect()
}
