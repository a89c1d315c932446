//! How it is asked for: HTTP in, MCP out. The only async crate, and the only one that knows either.

mod access;
mod app;
mod body;
mod browsers;
mod errands;
mod exit;
mod frames;
pub mod http;
pub mod limits;
pub mod mcp;
mod pairing;
mod pictures;
mod serve;
mod settings;
mod shelves;
mod source_maps;

pub use access::AccessPolicy;
pub use app::{App, Config};
pub use serve::{idle, serve};

/// The version every answer names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
