//! An error that knows what to try next.

/// An error with the next thing to do: one sentence, imperative, without a full stop.
pub trait Hint: std::error::Error {
    fn hint(&self) -> String;

    /// What is the case, then what to do about it: the grammar of every refusal.
    fn with_hint(&self) -> String {
        format!("{self}\nhint: {}", self.hint())
    }
}
