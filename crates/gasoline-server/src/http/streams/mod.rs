//! Connections that stay open: events, changes, and the ways to a browser.

pub(crate) mod errands;
pub(crate) mod events_stream;
pub(crate) mod ext;
pub(crate) mod live;
