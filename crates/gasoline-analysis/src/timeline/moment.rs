//! When and where something began, and which of two things began first.

use gasoline_protocol::{Seq, Timestamp};

use crate::view::Row;

/// Letters and digits by which our clients name the document an event comes from.
const DOCUMENT_CHARS: usize = 16;

/// The beginning of an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) seq: Seq,
    pub(super) time: Timestamp,
    pub(super) test: Option<&'a str>,
    pub(super) tab: Option<i64>,
    pub(super) place: Option<Place<'a>>,
}

/// A place in a document. Our clients number what they see of one (`k3v9…-17`), frames included, in
/// the order in which it begins: finer than milliseconds, and true for typing, whose time is that
/// of its last letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) document: &'a str,
    number: u64,
}

impl<'a> Place<'a> {
    /// None for the ids of other clients, which say nothing about documents.
    pub(super) fn of(id: Option<&'a str>) -> Option<Self> {
        let (document, number) = id?.rsplit_once('-')?;
        let is_ours = document.len() == DOCUMENT_CHARS
            && document.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        is_ours.then(|| number.parse().ok().map(|number| Self { document, number })).flatten()
    }
}

/// The document that an event of our clients comes from, by its id.
pub fn document(id: Option<&str>) -> Option<&str> {
    Place::of(id).map(|place| place.document)
}

impl<'a> Moment<'a> {
    pub(super) fn of<T>(seen: &Row<'a, T>, tab: Option<i64>, id: Option<&'a str>) -> Self {
        let Row { seq, time, test, .. } = *seen;
        Self { seq, time, test, tab, place: Place::of(id) }
    }

    /// Whether `other` can have to do with it: the same test and, as far as they are known, tab.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let is_same_tab = match (self.tab, other.tab) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.test == other.test && is_same_tab
    }

    /// Whether both are known to be of different documents.
    pub(super) fn is_elsewhere(&self, other: &Self) -> bool {
        self.place.zip(other.place).is_some_and(|(one, other)| one.document != other.document)
    }

    /// Whether it began before `other` did.
    pub(super) fn began_before(&self, other: &Self) -> bool {
        match (self.place, other.place) {
            (Some(own), Some(others)) if own.document == others.document => {
                own.number < others.number
            }
            _ => self.time <= other.time && self.seq != other.seq,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_of_our_clients_name_a_document() {
        let place = Place::of(Some("0k3v9zq81mfn2abc-17")).expect("a place");
        assert_eq!((place.document, place.number), ("0k3v9zq81mfn2abc", 17));
        for id in [
            None,
            Some("e17"),
            Some("request-17"),
            Some("550e8400-e29b-41d4-a716-446655440000"),
            Some("0k3v9zq81mfn2abc-x"),
            Some("0K3V9ZQ81MFN2ABC-17"),
        ] {
            assert_eq!(Place::of(id), None, "{id:?}");
        }
    }
}
