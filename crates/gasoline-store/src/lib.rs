//! What is kept, for how long, in what order.
//!
//! One way in ([`ingest`]), one thing held ([`journal::Journal`]), one way out ([`query`], which
//! gives a `Snapshot`).

pub mod baselines;
pub mod clock;
pub mod connections;
mod histories;
pub mod ingest;
pub mod journal;
pub mod limits;
pub mod query;
pub mod receipts;
pub mod records;
pub mod ring;
mod scrub;
mod session;
pub mod shelf;
mod stored;

pub use clock::{Clock, ManualClock, SystemClock};
pub use ingest::{Batch, Receipt, Rejection};
pub use journal::Journal;
pub use query::{Query, Scope};
pub use shelf::Shelf;
