//! The fuzz targets: each takes any bytes and panics if they break a promise.
//!
//! `tests/replay.rs` runs them on the committed corpus and on a fixed number of mutated inputs.
//! `cargo xtask fuzz` searches for new inputs with libFuzzer (`libfuzzer/`).

mod ingest;
mod mask;
mod mcp_arguments;
mod sources;
mod timestamp;

/// A target, named like its folder in `corpus/`.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 5] = [
    Target { name: "ingest", run: ingest::run },
    Target { name: "mask", run: mask::run },
    Target { name: "mcp_arguments", run: mcp_arguments::run },
    Target { name: "sources", run: sources::run },
    Target { name: "timestamp", run: timestamp::run },
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}
