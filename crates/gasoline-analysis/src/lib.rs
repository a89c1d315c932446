//! What it means: snapshot in, plain report out.
//!
//! Pure: no I/O, no clock, no async. Time arrives as an argument.

pub mod audit;
pub mod changes;
pub mod comparison;
pub mod contracts;
pub mod diagnosis;
pub mod difference;
pub mod digest;
pub mod endpoints;
pub mod ids;
pub mod issues;
pub mod limits;
pub mod noise;
pub mod performance;
pub mod redact;
pub mod report;
pub mod requests;
pub mod secrets;
pub mod session_file;
pub mod shape;
pub mod signals;
pub mod sources;
pub mod tally;
pub mod timeline;
pub mod verification;
pub mod view;
