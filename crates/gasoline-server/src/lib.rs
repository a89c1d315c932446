//! How it is asked for: HTTP in, MCP out. The only async crate, and the only one that knows either.

mod access;
mod app;
mod body;
mod browsers;
pub mod checks;
pub mod http;
pub mod limits;
pub mod mcp;
mod otlp;
mod pictures;
mod runners;
mod save;
mod serve;
mod source_maps;
mod streaming;

pub use access::AccessPolicy;
pub use app::{App, Config};
pub use otlp::{BadEndpoint, Endpoint};
pub use runners::Runners;
pub use serve::{idle, serve};

/// The version every answer names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
