//! What it means: snapshot in, plain report out.
//!
//! Pure: no I/O, no clock, no async. Time arrives as an argument.

pub mod audit;
pub mod changes;
pub mod comparison;
pub mod contracts;
pub mod diagnosis;
pub mod digest;
pub mod endpoints;
pub mod issues;
pub mod limits;
pub mod masking;
pub mod noise;
pub mod performance;
pub mod report;
pub mod requests;
pub mod secrets;
pub mod signals;
pub mod sources;
pub mod tally;
pub mod timeline;
pub mod verification;
