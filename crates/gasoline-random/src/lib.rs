//! Property tests with the same inputs in every run: input number N is made from the number N alone.
//!
//! A failure names its input, and `Random::new(N)` makes it again. Without dependencies, so that tests
//! are built with the same features of every crate as the binary is.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many inputs a property is tried with where nothing asks for more.
pub const CASES: u64 = 256;

/// Calls a property with so many inputs; it fails by a panic.
#[track_caller]
pub fn for_all(cases: u64, mut property: impl FnMut(&mut Random)) {
    for case in 0..cases {
        let tried = catch_unwind(AssertUnwindSafe(|| property(&mut Random::new(case))));
        assert!(tried.is_ok(), "the property does not hold for `Random::new({case})`");
    }
}

/// Characters that programs get wrong: quotes, escapes, ends of lines, signs of direction, marks that
/// combine, what is not a character, and what takes two units in UTF-16.
const ODD_CHARACTERS: [char; 24] = [
    '"', '\'', '`', '\\', '/', '<', '>', '&', '$', '%', '{', '\0', '\n', '\r', '\t', '\u{1b}',
    '\u{85}', '\u{2028}', '\u{202e}', '\u{feff}', '\u{fffe}', '\u{301}', 'é', '🔑',
];

/// A sequence of values that look random and follow from one number (`SplitMix64`).
pub struct Random(u64);

impl Random {
    pub fn new(case: u64) -> Self {
        Self(case.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number of the range, which is not empty and fits the type.
    pub fn number<N: TryFrom<u64>>(&mut self, range: Range<u64>) -> N {
        let number = range.start + self.bits() % (range.end - range.start);
        N::try_from(number).ok().expect("the range fits the type")
    }

    pub fn flag(&mut self) -> bool {
        self.bits() & 1 == 1
    }

    /// One of the choices, which are not none.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.number::<usize>(0..choices.len() as u64)]
    }

    /// So many values as the range allows.
    pub fn list<T>(&mut self, length: Range<u64>, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = self.number(length);
        (0..length).map(|_: usize| item(self)).collect()
    }

    /// Text of these characters.
    pub fn text_of(&mut self, characters: &str, length: Range<u64>) -> String {
        let characters: Vec<char> = characters.chars().collect();
        self.list(length, |random| random.one_of(&characters)).into_iter().collect()
    }

    /// Text of any characters, most of them plain or odd ones.
    pub fn text(&mut self, length: Range<u64>) -> String {
        self.list(length, Self::character).into_iter().collect()
    }

    fn character(&mut self) -> char {
        match self.number::<u8>(0..4) {
            0 => self.one_of(&ODD_CHARACTERS),
            1 => loop {
                if let Some(character) = char::from_u32(self.number(0..0x11_0000)) {
                    return character;
                }
            },
            _ => char::from(self.number::<u8>(0x20..0x7f)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_follows_from_its_number() {
        let text = |case| Random::new(case).text(0..40);
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }

    #[test]
    fn every_number_of_a_range_comes_up() {
        let mut seen = [0; 6];
        for_all(CASES, |random| seen[random.number::<usize>(0..6)] += 1);
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }

    #[test]
    #[should_panic(expected = "the property does not hold for `Random::new(0)`")]
    fn a_property_that_does_not_hold_names_its_input() {
        for_all(CASES, |random| assert!(random.text(0..40).is_empty() && random.flag()));
    }
}
