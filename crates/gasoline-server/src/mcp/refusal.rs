//! What a tool says when it cannot do what it was asked.

use std::fmt;

use gasoline_analysis::redact;
use gasoline_protocol::Hint;

/// A refusal as a model reads it: what is the case, then what to do next. Both may quote arguments
/// or a page.
///
/// It travels as a result with `isError`, not as a JSON-RPC error: the call was fine, the answer is
/// just no.
#[derive(Debug)]
pub(crate) struct Refusal {
    what: String,
    hint: String,
}

impl Refusal {
    pub(crate) fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}

impl<E: Hint> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { what: error.to_string(), hint: error.hint() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\nhint: {}", redact::line(&self.what), redact::line(&self.hint))
    }
}
