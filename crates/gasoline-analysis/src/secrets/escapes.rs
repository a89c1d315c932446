//! Percent escapes: a token with a `:` or `+` in it looks otherwise in a URL or a form.

use std::ops::Range;

/// A text with its escapes undone, and where each of its bytes was.
pub(super) struct Unescaped {
    pub(super) text: String,
    /// By byte of `text`, and one more for its end.
    places: Vec<usize>,
}

impl Unescaped {
    /// `None` where nothing was escaped that a token is made of.
    pub(super) fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let first = (0..bytes.len()).find(|at| escaped_at(bytes, *at).is_some())?;
        let mut unescaped = bytes[..first].to_vec();
        let mut places: Vec<usize> = (0..first).collect();
        let mut at = first;
        while let Some(&byte) = bytes.get(at) {
            places.push(at);
            let plain = escaped_at(bytes, at);
            unescaped.push(plain.unwrap_or(byte));
            at += if plain.is_some() { 3 } else { 1 };
        }
        places.push(at);
        Some(Self { text: String::from_utf8(unescaped).ok()?, places })
    }

    /// Where a part of the text was before.
    pub(super) fn before(&self, range: &Range<usize>) -> Range<usize> {
        self.places[range.start]..self.places[range.end]
    }
}

/// The printable byte that `%XX` at `at` stands for.
fn escaped_at(bytes: &[u8], at: usize) -> Option<u8> {
    let [b'%', high, low] = *bytes.get(at..at + 3)? else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
    (b' '..=b'~').contains(&byte).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_and_found_again() {
        let text = "жa=12%3A34&b=%zz%C3";
        let unescaped = Unescaped::of(text).expect("an escape");
        assert_eq!(unescaped.text, "жa=12:34&b=%zz%C3");
        let start = unescaped.text.find("12:34").expect("there");
        assert_eq!(&text[unescaped.before(&(start..start + 5))], "12%3A34");
        assert_eq!(unescaped.before(&(0..unescaped.text.len())), 0..text.len());
        assert!(Unescaped::of("100% of %C3%A9").is_none());
    }
}
