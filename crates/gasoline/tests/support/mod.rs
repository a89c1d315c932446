//! What the tests at the doors share: the real binary, a raw HTTP client, an MCP client, a worker.

#![allow(dead_code, reason = "each test program uses its own part of this")]

pub(crate) mod captured;
pub(crate) mod collector;
pub(crate) mod driver;
pub(crate) mod editor;
pub(crate) mod folder;
pub(crate) mod http;
pub(crate) mod picture;
pub(crate) mod process;
pub(crate) mod server;
pub(crate) mod shop;
pub(crate) mod site;
pub(crate) mod stream;
pub(crate) mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before a test gives up; a loaded machine takes its time.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

/// Says that it is over when it is dropped, also where a test fails: a scope waits for its threads.
pub(crate) struct Over<'a>(pub(crate) &'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Waits until `is_so`, and fails with `what` if it never is.
#[track_caller]
#[expect(clippy::disallowed_methods, reason = "patience is measured on the real clock")]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
