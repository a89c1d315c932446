//! What must be so after each step: answers, what they promised and said, what was sent, what the
//! page shows and looks like, no new errors.

mod answers;
pub(crate) mod calls;
mod contract;
pub(super) mod elements;
pub(super) mod focus;
pub(super) mod known;
mod refused;
pub(super) mod sent;
mod shown;
pub(super) mod sockets;
mod values;
pub(super) mod visual;
pub(super) mod waits;
