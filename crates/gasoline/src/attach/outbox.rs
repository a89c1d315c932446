//! What goes to the server: in order, again while it is away, and bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread::JoinHandle;

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::limits::{
    OUTBOX_MAX_BYTES, OUTBOX_MAX_PARCELS, OUTBOX_MAX_POLLS, OUTBOX_POLL, OUTBOX_RETRY,
};
use crate::{server, snapshot};

/// A batch and where it goes.
#[derive(Clone)]
pub(crate) struct Parcel {
    pub(crate) path: &'static str,
    pub(crate) body: String,
    /// The session of a page that had an error: then it is asked whether its maps are wanted.
    failed_in: Option<String>,
}

/// Scripts that failed in the page of a session, and whose maps the server cannot get itself.
pub(super) type Wanted = (String, Vec<String>);

/// The way to the server, of one thread's.
pub(crate) struct Outbox {
    parcels: SyncSender<Parcel>,
    /// Whoever keeps a copy of what is sent.
    copies: Option<Sender<Parcel>>,
    counts: Arc<Counts>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Counts {
    waiting_bytes: AtomicUsize,
    lost: AtomicU64,
    is_leaving: AtomicBool,
}

impl Outbox {
    /// Opens the way; what the server wants of the pages comes back by the other end.
    pub(crate) fn open(port: u16, test_id: Option<&str>) -> (Self, UnboundedReceiver<Wanted>) {
        let (parcels, receiver) = sync_channel(OUTBOX_MAX_PARCELS);
        let (wants, wanted) = unbounded_channel();
        let counts = Arc::new(Counts::default());
        let carrier = Carrier {
            port,
            question: snapshot::path("/source-maps", test_id, None),
            counts: Arc::clone(&counts),
            wants,
        };
        let thread = std::thread::spawn(move || carrier.carry(&receiver));
        (Self { parcels, copies: None, counts, thread }, wanted)
    }

    /// Gives a copy of everything that is sent.
    pub(crate) fn with_copies(self, copies: Sender<Parcel>) -> Self {
        Self { copies: Some(copies), ..self }
    }

    pub(super) fn put(&self, path: &'static str, body: String) {
        self.send(Parcel { path, body, failed_in: None });
    }

    /// Puts a batch with an error of the page of this session.
    pub(super) fn put_error(&self, path: &'static str, body: String, session: &str) {
        self.send(Parcel { path, body, failed_in: Some(session.to_owned()) });
    }

    fn send(&self, parcel: Parcel) {
        let bytes = parcel.body.len();
        if let Some(copies) = &self.copies {
            let _ = copies.send(parcel.clone());
        }
        let waiting = self.counts.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
        let has_room = waiting + bytes <= OUTBOX_MAX_BYTES;
        if !has_room || self.parcels.try_send(parcel).is_err() {
            self.counts.waiting_bytes.fetch_sub(bytes, Ordering::Relaxed);
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Delivers what is left, if the server takes it; how many batches were lost in all.
    pub(super) fn close(self) -> u64 {
        let Self { parcels, counts, thread, .. } = self;
        counts.is_leaving.store(true, Ordering::Relaxed);
        drop(parcels);
        for _ in 0..OUTBOX_MAX_POLLS {
            if thread.is_finished() {
                break;
            }
            std::thread::sleep(OUTBOX_POLL);
        }
        counts.lost.load(Ordering::Relaxed)
    }
}

struct Carrier {
    port: u16,
    question: String,
    counts: Arc<Counts>,
    wants: UnboundedSender<Wanted>,
}

impl Carrier {
    fn carry(&self, parcels: &Receiver<Parcel>) {
        for Parcel { path, body, failed_in } in parcels {
            let is_taken = self.deliver(path, &body);
            self.counts.waiting_bytes.fetch_sub(body.len(), Ordering::Relaxed);
            if !is_taken {
                self.counts.lost.fetch_add(1, Ordering::Relaxed);
            } else if let Some(session) = failed_in {
                self.ask(session);
            }
        }
    }

    fn deliver(&self, path: &str, body: &str) -> bool {
        // The batch has an id: what arrived and was not acknowledged is not kept twice.
        loop {
            match server::post(self.port, path, body) {
                Ok(_) => return true,
                Err(server::NoServer::Refused { status, .. }) if status < 500 => return false,
                Err(_) if self.counts.is_leaving.load(Ordering::Relaxed) => return false,
                Err(_) => std::thread::sleep(OUTBOX_RETRY),
            }
        }
    }

    /// Asks whether there are maps that only the browser can get.
    fn ask(&self, session: String) {
        let Ok(answer) = server::get(self.port, &self.question) else { return };
        let Ok(answer) = serde_json::from_slice::<Value>(&answer) else { return };
        let scripts = answer["wanted"].as_array().map(Vec::as_slice).unwrap_or_default();
        let scripts: Vec<String> =
            scripts.iter().filter_map(|url| url.as_str().map(str::to_owned)).collect();
        if !scripts.is_empty() {
            let _ = self.wants.send((session, scripts));
        }
    }
}
