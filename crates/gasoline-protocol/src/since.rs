//! Since when: a place in the journal, or a time.

use crate::event::Seq;
use crate::time::Timestamp;

/// After what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Since {
    #[default]
    Beginning,
    /// After this place in the journal.
    Seq(Seq),
    /// Later than this, by the events' own time.
    Time(Timestamp),
}

impl Since {
    /// Reads a cursor (`c42`) or a time (RFC 3339, or milliseconds since the epoch).
    pub fn parse(text: &str) -> Option<Self> {
        match text.parse::<Seq>() {
            Ok(seq) => Some(Self::Seq(seq)),
            Err(()) => Timestamp::parse_bound(text).map(Self::Time),
        }
    }

    /// Whether an event came after it.
    pub fn admits(self, seq: Seq, time: Timestamp) -> bool {
        match self {
            Self::Beginning => true,
            Self::Seq(from) => seq > from,
            Self::Time(from) => time > from,
        }
    }
}
