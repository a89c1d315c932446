//! What travels: the events of a page, the batches they come in, and the snapshot everything reads.
//!
//! Plain data. Nothing here keeps, judges or sends anything.

pub mod action;
pub mod batch;
pub mod boundary;
pub mod complaint;
pub mod connection;
pub mod console;
pub mod cut;
pub mod driver;
pub mod event;
pub mod form;
pub mod hint;
pub mod json;
pub mod limits;
pub mod loads;
pub mod network;
mod object;
pub mod page;
pub mod performance;
pub mod schema;
pub mod sensitive;
pub mod snapshot;
pub mod text;
pub mod time;
pub mod websocket;
pub mod worker;

pub use event::{Event, Facet, Kind, Seq};
pub use hint::Hint;
pub use snapshot::Snapshot;
pub use text::Text;
pub use time::Timestamp;
