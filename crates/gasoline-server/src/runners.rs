//! The processes a server runs for (`serve --while PID`): it ends when the last of them has ended.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::limits;

/// Empty where the server ends for other reasons: then any process may use it, and none keeps it.
#[derive(Debug, Default)]
pub struct Runners(Mutex<Option<BTreeSet<u32>>>);

/// Why a process cannot join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CannotJoin {
    /// The last process has ended, and the server is about to.
    Ending,
    TooMany,
}

impl Runners {
    pub(crate) fn new(pids: &[u32]) -> Self {
        Self(Mutex::new((!pids.is_empty()).then(|| pids.iter().copied().collect())))
    }

    /// Keeps the server for this process too.
    pub(crate) fn join(&self, pid: u32) -> Result<(), CannotJoin> {
        let mut pids = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pids) = pids.as_mut() else { return Ok(()) };
        if pids.is_empty() {
            return Err(CannotJoin::Ending);
        }
        if pids.len() >= limits::RUNNERS_MAX && !pids.contains(&pid) {
            return Err(CannotJoin::TooMany);
        }
        pids.insert(pid);
        Ok(())
    }

    /// Whether the server ran for processes and all of them have ended. From then on none can join.
    pub fn have_ended(&self, is_alive: impl Fn(u32) -> bool) -> bool {
        let mut pids = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pids) = pids.as_mut() else { return false };
        pids.retain(|pid| is_alive(*pid));
        pids.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_without_runners_is_kept_by_none_and_ends_for_none() {
        let runners = Runners::new(&[]);
        assert_eq!(runners.join(7), Ok(()));
        assert!(!runners.have_ended(|_| false));
    }

    #[test]
    fn the_last_runner_ends_the_server_and_none_joins_afterwards() {
        let runners = Runners::new(&[7]);
        assert_eq!(runners.join(8), Ok(()));
        assert!(!runners.have_ended(|pid| pid == 8));
        assert_eq!(runners.join(9), Ok(()));
        assert!(!runners.have_ended(|pid| pid == 9));
        assert!(runners.have_ended(|_| false));
        assert_eq!(runners.join(9), Err(CannotJoin::Ending));
        assert!(runners.have_ended(|_| true), "it does not come back");
    }

    #[test]
    fn a_runner_beyond_the_limit_cannot_join_and_a_known_one_can() {
        let pids: Vec<u32> = (1..).take(limits::RUNNERS_MAX).collect();
        let runners = Runners::new(&pids);
        assert_eq!(runners.join(1_000_000), Err(CannotJoin::TooMany));
        assert_eq!(runners.join(1), Ok(()));
    }
}
