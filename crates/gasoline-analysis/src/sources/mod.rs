//! Sources: from a place in what the browser ran to the line somebody wrote.

mod explain;
pub mod find;
mod function;
mod map;
pub mod path;
mod snippet;
pub mod stack;

pub use explain::{Explained, PlacedFrame, SourcePlace, explain};
pub use map::{BadMap, Original, SourceMap};
pub use snippet::SnippetLine;
