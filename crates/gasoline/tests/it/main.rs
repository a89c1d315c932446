//! Everything the command does, tried on the real binary, in one program: it links the server once.
//!
//! Tests run at the same time in one process, so none changes what the process shares: its
//! environment, its working folder. `cargo test -p gasoline --test it ::http::` runs one file.

mod browsers;
mod commands;
mod goldens;
mod server;
mod tools;

#[path = "../support/mod.rs"]
mod support;
