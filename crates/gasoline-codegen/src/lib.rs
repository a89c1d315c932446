//! What is written from it: timeline in, tests and scripts out.
//!
//! Pure: no I/O, no clock, no async. Secrets were masked before; captured text enters generated code
//! only through `print::quote`.

pub mod bug_report;
mod cannot;
pub mod export;
pub mod fact;
pub mod limits;
pub mod looks;
mod markup;
mod options;
pub mod plan;
pub mod print;
pub mod report;
mod script;
pub mod step;

pub use cannot::CannotGenerate;
pub use options::{Checks, Fixtures, Format, Options};
