//! What is written from it: timeline in, tests and scripts out.
//!
//! Pure: no I/O, no clock, no async. Secrets were masked before; captured text enters generated code
//! only through `print::quote`.

mod address;
mod cannot;
pub mod limits;
mod options;
pub mod plan;
pub mod print;
mod script;
pub mod step;

pub use cannot::CannotGenerate;
pub use options::{Checks, Fixtures, Format, Options};
