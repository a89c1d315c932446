//! Commands other than the server: reports, exports, the demo, runners of tests.

mod cli;
mod demo;
mod export;
mod report;
mod runners;
