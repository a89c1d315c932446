//! The `mappings` of a source map: read segment by segment, and found again without keeping them.
//!
//! A segment is held by its text alone, two to six bytes, not as a row of numbers, which takes 24.
//! Every so often a mark remembers where the reading stood; a search goes on from the nearest one.

use super::BadMap;
use crate::limits;

/// One segment: a place in the script, and where it comes from. Everything counts from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) origin: Option<Origin>,
}

/// A place in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) source: u32,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) name: Option<u32>,
}

/// Where a reading stands: every number of a segment is relative to the one before.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    at: u32,
    line: u32,
    column: u32,
    source: u32,
    source_line: u32,
    source_column: u32,
    name: u32,
}

/// A reading before a segment, with the place of that segment.
#[derive(Debug, Clone, Copy)]
struct Mark {
    before: Reading,
    line: u32,
    column: u32,
}

/// What is known of mappings after they were read through once.
#[derive(Debug, Default)]
pub(super) struct Index {
    marks: Vec<Mark>,
    /// Lines whose segments do not go from left to right.
    unsorted: Vec<u32>,
}

impl Index {
    /// Reads all mappings, and refuses what is no mapping of `sources` sources and `names` names.
    pub(super) fn read(mappings: &str, sources: usize, names: usize) -> Result<Self, BadMap> {
        let mut index = Self::default();
        let mut reader = Reader::from(mappings, Reading::default());
        let (mut count, mut last) = (0_usize, (0, 0));
        loop {
            let before = reader.reading;
            let Some(segment) = reader.next()? else { break };
            if let Some(origin) = segment.origin {
                let is_beyond = |index: u32, length: usize| index as usize >= length;
                if is_beyond(origin.source, sources) {
                    return Err(reader.bad("a source that is not listed"));
                }
                if origin.name.is_some_and(|name| is_beyond(name, names)) {
                    return Err(reader.bad("a name that is not listed"));
                }
            }
            if count.is_multiple_of(limits::MAPPINGS_PER_MARK) {
                index.marks.push(Mark { before, line: segment.line, column: segment.column });
            }
            let is_leftward = segment.line == last.0 && segment.column < last.1;
            if is_leftward && index.unsorted.last() != Some(&segment.line) {
                index.unsorted.push(segment.line);
            }
            last = (segment.line, segment.column);
            count += 1;
        }
        Ok(index)
    }

    /// The segment that covers a place: the nearest at or before it on the same line.
    pub(super) fn find(&self, mappings: &str, line: u32, column: u32) -> Option<Segment> {
        let is_unsorted = self.unsorted.binary_search(&line).is_ok();
        let after = self.marks.partition_point(|mark| {
            mark.line < line || (!is_unsorted && mark.line == line && mark.column <= column)
        });
        // On an unsorted line the first mark may be within it, and the search begins there at least.
        let start = self.marks.get(after.saturating_sub(1))?.before;
        let mut reader = Reader::from(mappings, start);
        let mut found: Option<Segment> = None;
        while let Ok(Some(segment)) = reader.next() {
            if segment.line > line
                || (segment.line == line && segment.column > column && !is_unsorted)
            {
                break;
            }
            let is_nearer = found.is_none_or(|known| known.column <= segment.column);
            if segment.line == line && segment.column <= column && is_nearer {
                found = Some(segment);
            }
        }
        found
    }

    pub(super) fn size_bytes(&self) -> usize {
        self.marks.capacity() * size_of::<Mark>() + self.unsorted.capacity() * size_of::<u32>()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    reading: Reading,
    is_after_comma: bool,
}

/// No number of a source map is larger.
const LARGEST: i64 = i32::MAX as i64;

impl<'a> Reader<'a> {
    fn from(mappings: &'a str, reading: Reading) -> Self {
        Self { bytes: mappings.as_bytes(), reading, is_after_comma: false }
    }

    fn next(&mut self) -> Result<Option<Segment>, BadMap> {
        while self.peek() == Some(b';') && !self.is_after_comma {
            self.reading.at += 1;
            self.reading.line += 1;
            self.reading.column = 0;
        }
        if self.peek().is_none() && !self.is_after_comma {
            return Ok(None);
        }
        self.reading.column = self.field(self.reading.column)?;
        let mut origin = None;
        if !self.is_at_end() {
            self.reading.source = self.field(self.reading.source)?;
            self.reading.source_line = self.field(self.reading.source_line)?;
            self.reading.source_column = self.field(self.reading.source_column)?;
            let mut name = None;
            if !self.is_at_end() {
                self.reading.name = self.field(self.reading.name)?;
                name = Some(self.reading.name);
            }
            let Reading { source, source_line: line, source_column: column, .. } = self.reading;
            origin = Some(Origin { source, line, column, name });
        }
        if !self.is_at_end() {
            return Err(self.bad("a segment of more than five numbers"));
        }
        self.is_after_comma = self.peek() == Some(b',');
        self.reading.at += u32::from(self.is_after_comma);
        Ok(Some(Segment { line: self.reading.line, column: self.reading.column, origin }))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.reading.at as usize).copied()
    }

    fn is_at_end(&self) -> bool {
        matches!(self.peek(), None | Some(b',' | b';'))
    }

    /// A number, given as the difference to the one before.
    fn field(&mut self, before: u32) -> Result<u32, BadMap> {
        let number = i64::from(before) + self.difference()?;
        match u32::try_from(number) {
            Ok(number) if i64::from(number) <= LARGEST => Ok(number),
            _ => Err(self.bad("a number below 0 or beyond 31 bits")),
        }
    }

    /// Base64 digits of five bits each, the lowest first; the lowest bit of all is the sign.
    fn difference(&mut self) -> Result<i64, BadMap> {
        let (mut number, mut shift) = (0_i64, 0_u32);
        loop {
            let digit = match self.peek() {
                None | Some(b',' | b';') => return Err(self.bad("a segment that breaks off")),
                Some(byte) => DIGITS[usize::from(byte)],
            };
            if digit == NO_DIGIT {
                return Err(self.bad("a letter that is no base64"));
            }
            self.reading.at += 1;
            let bits = i64::from(digit & 31);
            // Leading zeros may go on for ever.
            if shift <= 30 {
                number |= bits << shift;
                shift += 5;
            } else if bits > 0 {
                return Err(self.bad("a number beyond 32 bits"));
            }
            if digit & 32 == 0 {
                break;
            }
        }
        let (size, is_negative) = (number >> 1, number & 1 == 1);
        if size > LARGEST {
            return Err(self.bad("a number beyond 32 bits"));
        }
        Ok(if is_negative { -size } else { size })
    }

    fn bad(&self, what: &'static str) -> BadMap {
        BadMap::BadMappings { what, at: self.reading.at as usize }
    }
}

const NO_DIGIT: u8 = u8::MAX;

/// What each byte counts in base64.
const DIGITS: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut digits = [NO_DIGIT; 256];
    let mut digit = 0_u8;
    while digit < 64 {
        digits[alphabet[digit as usize] as usize] = digit;
        digit += 1;
    }
    digits
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Where `line:column` comes from, as `line:column`.
    #[track_caller]
    fn check(mappings: &str, place: (u32, u32), expected: Option<(u32, u32)>) {
        let index = Index::read(mappings, 1, 1).expect("the mappings are good");
        let found = index.find(mappings, place.0, place.1).and_then(|segment| segment.origin);
        assert_eq!(found.map(|origin| (origin.line, origin.column)), expected, "{mappings}");
    }

    #[test]
    fn a_place_is_covered_by_the_segment_before_it_on_its_line() {
        check("AAAA,EACC;;GACA", (0, 0), Some((0, 0)));
        check("AAAA,EACC;;GACA", (0, 1), Some((0, 0)));
        check("AAAA,EACC;;GACA", (0, 99), Some((1, 1)));
        check("AAAA,EACC;;GACA", (1, 5), None);
        check("AAAA,EACC;;GACA", (2, 2), None);
        check("AAAA,EACC;;GACA", (2, 3), Some((2, 1)));
        check("", (0, 0), None);
    }

    #[test]
    fn a_segment_without_a_source_covers_a_place_with_nothing() {
        check("AAAA,E", (0, 2), None);
    }

    #[test]
    fn segments_from_right_to_left_are_found_as_well() {
        check("gBAAE,RAAF", (0, 8), Some((0, 0)));
        check("gBAAE,RAAF", (0, 16), Some((0, 2)));
    }

    #[test]
    fn a_place_far_from_every_mark_is_found() {
        let line = vec!["CAAC"; 1000].join(",");
        let mappings = [line.as_str(); 3].join(";");
        check(&mappings, (0, 1), Some((0, 1)));
        check(&mappings, (0, 128), Some((0, 128)));
        check(&mappings, (1, 129), Some((0, 1129)));
        check(&mappings, (2, 5000), Some((0, 3000)));
    }

    #[test]
    fn what_is_no_mapping_is_refused_with_its_place() {
        for (mappings, expected) in [
            (",,", "a segment that breaks off at 0"),
            ("AAAA,", "a segment that breaks off at 5"),
            ("AA", "a segment that breaks off at 2"),
            ("AAAAAA", "a segment of more than five numbers at 5"),
            ("AAAAg", "a segment that breaks off at 5"),
            ("AAAA=", "a letter that is no base64 at 4"),
            ("ACAA", "a source that is not listed at 4"),
            ("AAAAC", "a name that is not listed at 5"),
            ("D", "a number below 0 or beyond 31 bits at 1"),
            ("ggggggE", "a number beyond 32 bits at 7"),
            ("gggggggE", "a number beyond 32 bits at 8"),
        ] {
            let said = Index::read(mappings, 1, 1).expect_err(mappings).to_string();
            assert_eq!(said, format!("`mappings` have {expected}"), "{mappings}");
        }
    }
}
