//! What was captured, in the formats other tools read: HAR for traffic, OTLP for traces and logs.

mod facts;
pub mod har;
pub mod otlp;

use gasoline_analysis::report::Record;
use gasoline_analysis::view::View;

/// One attempt at a test, or the interactive session, with its masked events.
#[derive(Debug)]
pub struct Recorded<'a> {
    /// Of the interactive session it names no test.
    pub record: &'a Record,
    pub view: View<'a>,
}

impl Recorded<'_> {
    /// The test; none in interactive use.
    pub fn test_id(&self) -> Option<&str> {
        Some(&*self.record.test_id).filter(|id| !id.is_empty())
    }
}
