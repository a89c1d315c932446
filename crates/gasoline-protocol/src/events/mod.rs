//! The views of events, one file per kind of page activity.

pub mod action;
pub mod console;
pub mod network;
pub mod page;
pub mod performance;
pub mod websocket;
