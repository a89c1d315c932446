//! What must be so after each step: answers, what they promised, what the page shows, no new errors.

pub(crate) mod calls;
mod contract;
pub(super) mod elements;
pub(super) mod known;
pub(super) mod waits;
