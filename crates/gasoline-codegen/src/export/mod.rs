//! What was captured, in the formats other tools read: HAR for traffic, OTLP for traces and logs.

mod facts;
pub mod har;
pub mod otlp;

use gasoline_analysis::digest::Material;
use gasoline_analysis::report::Record;

/// One attempt at a test, or the interactive session, with its masked events.
#[derive(Debug)]
pub struct Session<'a> {
    /// Of the interactive session it names no test.
    pub record: &'a Record,
    pub material: Material<'a>,
}

impl Session<'_> {
    /// The test; none in interactive use.
    pub fn test_id(&self) -> Option<&str> {
        Some(&*self.record.test_id).filter(|id| !id.is_empty())
    }
}
