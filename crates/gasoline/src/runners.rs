//! `serve --while PID`: a server that is joined or started, and ends with the processes it runs for.

use std::fs;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use gasoline_server::App;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use crate::limits::{RUNNERS_JOIN_POLL, RUNNERS_JOIN_TIMEOUT, RUNNERS_POLL};
use crate::serve::{CannotServe, listen};
use crate::server::{self, NoServer};

/// The listener of a new server for these processes, or `None` if the server on the port was joined.
/// One that is ending is waited for.
pub(crate) fn listen_or_join(port: u16, pids: &[u32]) -> anyhow::Result<Option<TcpListener>> {
    let mut waited = Duration::ZERO;
    loop {
        let is_late = waited >= RUNNERS_JOIN_TIMEOUT;
        match listen(port, false) {
            Err(CannotServe::AlreadyServing { .. }) => match join(port, pids) {
                // An older version has no such route, and ends by its own rules.
                Ok(()) | Err(NoServer::Refused { status: 404, .. }) => return Ok(None),
                Err(error) if is_late => return Err(error.into()),
                Err(_) => {}
            },
            // A server that ends resets the connections it has not accepted.
            Err(CannotServe::PortTaken { .. }) if !is_late => {}
            listener => return Ok(listener?),
        }
        thread::sleep(RUNNERS_JOIN_POLL);
        waited += RUNNERS_JOIN_POLL;
    }
}

fn join(port: u16, pids: &[u32]) -> Result<(), NoServer> {
    pids.iter()
        .try_for_each(|pid| server::post(port, "/runners", &format!("{{\"pid\":{pid}}}")).map(drop))
}

/// Returns when all processes the server runs for have ended; never if it runs for none.
pub(crate) async fn ended(app: &App) {
    while !app.runners().have_ended(is_alive) {
        tokio::time::sleep(RUNNERS_POLL).await;
    }
}

/// Whether a process runs. One that has ended keeps its id until its parent has noticed.
pub(crate) fn is_alive(pid: u32) -> bool {
    let id = i32::try_from(pid).ok().and_then(Pid::from_raw);
    // Another user's process cannot be signalled, and runs.
    let has_id = id.is_some_and(|id| !matches!(test_kill_process(id), Err(Errno::SRCH)));
    // Where the system has such a file.
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    has_id && !matches!(state, Some('Z' | 'X'))
}
