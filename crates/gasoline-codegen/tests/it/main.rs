//! What is written from sessions, in one program. `cargo test -p gasoline-codegen --test it cases::`
//! runs one file.

mod cases;
mod exports;
mod fixtures;
mod known_errors;
mod reports;
mod reproduction_scripts;
mod setups;
mod support;
mod test_generation;
mod values;
