//! Everything the command does, tried on the real binary, in one program: it links the server once.
//!
//! Tests run at the same time in one process, so none changes what the process shares: its
//! environment, its working folder. `cargo test -p gasoline --test it http::` runs one file.

mod attach;
mod attacker;
mod browser_errors;
mod browser_side;
mod bug_report;
mod changes;
mod check_performance;
mod cli;
mod dashboard;
mod demo;
mod diff_sessions;
mod drivers;
mod errands;
mod export;
mod ext;
mod fixtures;
mod foreign_sources;
mod goldens;
mod hostile;
mod http;
mod lists;
mod mcp;
mod processes;
mod report;
mod runners;
mod screenshots;
mod scripts;
mod secrets;
mod security_audit;
mod signals;
mod source_maps;
mod streaming;
mod timeline;
mod validate_api;
mod verify_fix;

#[path = "../support/mod.rs"]
mod support;
