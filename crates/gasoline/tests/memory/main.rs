//! How much memory the real binary takes under load. A program of its own, so that nothing else keeps
//! the machine busy while these tests do.

mod flood;
mod load;

#[path = "../support/mod.rs"]
mod support;
