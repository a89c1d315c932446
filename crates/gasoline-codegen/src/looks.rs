//! What a page is expected to look like: a baseline, and what takes no part in it.

use crate::step::Pattern;

/// A picture that is compared with its baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looks {
    /// The name of the baseline, one of its own within the script.
    pub name: String,
    pub masks: Vec<Mask>,
}

/// Something that differs from run to run and is painted over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mask {
    Css(String),
    TestId(String),
    Heading { name: Pattern, level: Option<u8> },
}
