//! The events that a timeline is made from, and its entries as text and JSON.

pub(super) mod rows;
pub(super) mod text;
mod words;

use gasoline_protocol::event::Level;
use gasoline_protocol::{Event, Facet};

/// Whether a timeline reads an event: of the console only warnings and errors.
pub(crate) fn is_in_timeline(event: &Event) -> bool {
    !matches!(event.facet, Facet::Log { level: Level::Debug | Level::Log | Level::Info, .. })
}
