//! Sources: from a place in what the browser ran to the line somebody wrote.

pub mod stack;
