//! What a clear retains by default: noise rules, checkpoints and contracts.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use gasoline_analysis::contracts::Contracts;
use gasoline_analysis::noise::Noise;

use crate::app::checkpoints::Checkpoints;
use crate::app::lock;

/// What agents have set and what was learnt for them.
pub(crate) struct Retained {
    noise: RwLock<Noise>,
    contracts: Mutex<Contracts>,
    pub(crate) checkpoints: Checkpoints,
}

impl Default for Retained {
    fn default() -> Self {
        Self {
            noise: RwLock::new(Noise::new()),
            contracts: Mutex::default(),
            checkpoints: Checkpoints::default(),
        }
    }
}

impl Retained {
    pub(crate) fn noise(&self) -> RwLockReadGuard<'_, Noise> {
        self.noise.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn noise_mut(&self) -> RwLockWriteGuard<'_, Noise> {
        self.noise.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was learned of the endpoints. The lock is held while a response is read for it.
    pub(crate) fn contracts(&self) -> MutexGuard<'_, Contracts> {
        lock(&self.contracts)
    }

    /// Back to the built-in noise rules, no checkpoints and no contracts.
    pub(crate) fn clear(&self) {
        self.noise_mut().reset();
        self.checkpoints.clear();
        self.contracts().clear();
    }
}
