//! How it is asked for: HTTP in, MCP out. The only async crate, and the only one that knows either.

mod access;
mod app;
mod body;
mod browsers;
pub mod checks;
mod drivers;
mod errands;
mod exit;
mod frames;
pub mod http;
pub mod limits;
mod live;
pub mod mcp;
mod otlp;
mod page_agents;
mod pairing;
mod picture_posts;
mod pictures;
mod save;
mod serve;
mod settings;
mod shelves;
mod source_maps;
mod streaming;

pub use access::AccessPolicy;
pub use app::{App, Config};
pub use otlp::{BadEndpoint, Endpoint};
pub use serve::{idle, serve};

/// The version every answer names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
