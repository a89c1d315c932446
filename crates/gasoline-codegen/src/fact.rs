//! What an answer says beyond its types: values that must come again, and how values go together.

use serde_json::{Map, Value};

/// The way to a value from the root of a body, by the names of members.
pub type Path = Vec<String>;

/// Something that is true of a body whenever the recorded steps are taken, not only of the recorded
/// one.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// These members have these values; others may be there.
    Members(Value),
    /// A list has an element with these members; it may have others before and after.
    Contains { list: Path, element: Map<String, Value> },
    /// Every element of a list has this value.
    Every { list: Path, member: String, value: Value },
    /// Every element of a list has this text somewhere, in capitals or not.
    EveryTells { list: Path, member: String, text: String },
    /// The elements of a list go up, or down, by a number.
    Sorted { list: Path, member: String, is_descending: bool },
    /// The elements of a list are these, in this order.
    Names { list: Path, member: String, names: Vec<Value> },
    /// A number is the sum over a list: of one member, or of the product of two.
    Sum { object: Path, total: String, list: String, factors: Vec<String> },
}

/// Why facts can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// What was sent, typed or chosen comes back.
    Echo,
    /// The list obeys the request.
    Selection,
    /// A call made a difference to the same question.
    Change,
    /// Numbers of one answer go together in all answers.
    Sum,
    /// The same question was answered the same way each time.
    Repeated,
}

impl Reason {
    pub fn words(self) -> &'static str {
        match self {
            Self::Echo => "what was sent or typed comes back",
            Self::Selection => "the list is what was asked for",
            Self::Change => "what the steps changed stays changed",
            Self::Sum => "these numbers went together in every answer",
            Self::Repeated => "the same question was answered so each time",
        }
    }
}

/// A socket that must be opened once, tell something, and stay open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketWatch {
    pub path: crate::step::Pattern,
    /// A member of its messages and the word it had: `type`, `stock`.
    pub word: Option<(String, String)>,
    /// Whether its first message came soon enough to be waited for.
    pub tells: bool,
}
