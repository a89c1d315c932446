//! A value as captured: it may hold secrets, and nothing prints it before it is redacted.

use std::fmt;

/// A value of a page, a browser or a file, as captured. It may hold secrets.
///
/// It has no `Display`, `Serialize` or `Deref`: `gasoline_analysis::redact` makes text of it that can
/// be shown. What else must read it says what for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Captured<T>(T);

/// Why a captured value is read without redaction. `cargo xtask tidy` limits the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To store it, and to keep the tables of tests, connections and loads.
    Store,
    /// To redact it.
    Redact,
    /// To compare it with rules or to count it: only the verdict is shown.
    Classify,
    /// To find secrets in it: only previews are shown.
    FindSecrets,
    /// To learn the shape of its JSON: no value is kept.
    LearnShape,
    /// To find the place in the source that a stack means.
    ResolveSource,
}

impl<T> Captured<T> {
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Captured<U> {
        Captured(change(self.0))
    }

    pub const fn as_ref(&self) -> Captured<&T> {
        Captured(&self.0)
    }

    /// The value without redaction.
    pub fn expose(self, _: Purpose) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Captured<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Captured(…)")
    }
}
