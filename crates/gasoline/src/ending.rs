//! The signals by which a user ends a program.

use std::future::poll_fn;
use std::task::Poll;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for signals from the moment it is made.
pub(crate) struct Ending(Vec<Signal>);

impl Ending {
    pub(crate) fn listen(kinds: &[SignalKind]) -> std::io::Result<Self> {
        kinds.iter().map(|kind| signal(*kind)).collect::<Result<_, _>>().map(Self)
    }

    /// Waits for the first of them.
    pub(crate) async fn wait(&mut self) {
        poll_fn(|context| {
            let has_come = self.0.iter_mut().any(|one| one.poll_recv(context).is_ready());
            if has_come { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}
