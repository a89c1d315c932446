//! What travels: the events of a page, the batches they come in, and the snapshot everything reads.
//!
//! Plain data. Nothing here keeps, judges or sends anything.

pub mod batch;
pub mod boundary;
pub mod captured;
pub mod complaint;
pub mod connection;
pub mod driver;
pub mod escape;
pub mod event;
pub mod events;
pub mod form;
pub mod hint;
pub mod json;
pub mod kind;
pub mod limits;
pub mod loads;
pub mod messages;
mod object;
pub mod schema;
pub mod sensitive;
mod since;
pub mod snapshot;
pub mod text;
pub mod time;
pub mod truncate;
pub mod url;
pub mod wire;
pub mod worker;

pub use captured::{Captured, Purpose};
pub use event::{Event, Facet, Seq};
pub use hint::Hint;
pub use kind::{KINDS, Kind};
pub use since::Since;
pub use snapshot::Snapshot;
pub use text::PageText;
pub use time::Timestamp;
