//! Finds words in a text, in any case, in one pass.
//!
//! An Aho-Corasick automaton waits for one table entry before it can ask for the next: 2 ns a byte
//! for our two hundred words. Here each place in the text is judged alone, by a hash of three
//! bytes, and the words are few enough that nearly every place is turned away: 1 ns a byte.

/// Distinct hashes. With 16 KB the table stays in the processor's first cache.
const TABLE_SIZE: usize = 1 << 14;

/// Bytes of a word that are looked for.
const GRAM_BYTES: usize = 3;

/// Sets the bit that tells small ASCII letters from large ones, in four bytes at once.
const SMALL_LETTERS: u32 = 0x2020_2020;

pub(super) struct Words {
    /// By hash: zero, or one more than the number of a bucket.
    table: Box<[u8; TABLE_SIZE]>,
    buckets: Vec<Vec<Entry>>,
}

struct Entry {
    word: &'static [u8],
    index: usize,
    /// Where in the word its rarest three bytes are.
    offset: usize,
}

impl Words {
    /// The words to find, each of at least three bytes.
    pub(super) fn new(words: &[&'static str]) -> Self {
        let mut found = Self { table: Box::new([0; TABLE_SIZE]), buckets: Vec::new() };
        for (index, word) in words.iter().enumerate() {
            let word = word.as_bytes();
            let offset = rarest_gram(word);
            let gram = [word[offset], word[offset + 1], word[offset + 2], 0];
            let place = hash(u32::from_le_bytes(gram) | SMALL_LETTERS);
            if found.table[place] == 0 {
                // A byte numbers 255 buckets; hashes beyond those share them.
                if found.buckets.len() < usize::from(u8::MAX) {
                    found.buckets.push(Vec::new());
                }
                let number = if found.buckets.len() < usize::from(u8::MAX) {
                    found.buckets.len()
                } else {
                    place % usize::from(u8::MAX) + 1
                };
                found.table[place] = u8::try_from(number).unwrap_or(u8::MAX);
            }
            let bucket = usize::from(found.table[place]) - 1;
            found.buckets[bucket].push(Entry { word, index, offset });
        }
        found
    }

    /// Calls `report` with the index of a word and where it begins, for each time it occurs.
    pub(super) fn scan(&self, text: &[u8], mut report: impl FnMut(usize, usize)) {
        let Some(last) = text.len().checked_sub(GRAM_BYTES) else { return };
        // Four bytes are one load; the fourth is not used.
        for (at, four) in text.windows(GRAM_BYTES + 1).enumerate() {
            let gram = u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            let bucket = self.table[hash(gram | SMALL_LETTERS)];
            if bucket != 0 {
                self.check(bucket, text, at, &mut report);
            }
        }
        let gram = u32::from_le_bytes([text[last], text[last + 1], text[last + 2], 0]);
        let bucket = self.table[hash(gram | SMALL_LETTERS)];
        if bucket != 0 {
            self.check(bucket, text, last, &mut report);
        }
    }

    fn check(&self, bucket: u8, text: &[u8], at: usize, report: &mut impl FnMut(usize, usize)) {
        for entry in &self.buckets[usize::from(bucket) - 1] {
            let Some(start) = at.checked_sub(entry.offset) else { continue };
            let part = text.get(start..start + entry.word.len());
            if part.is_some_and(|part| part.eq_ignore_ascii_case(entry.word)) {
                report(entry.index, start);
            }
        }
    }
}

/// A number for the first three of four bytes. Shifting the factor by eight bits pushes the fourth
/// out, which is cheaper than masking it.
fn hash(four: u32) -> usize {
    (four.wrapping_mul(0x5bd1_e995 << 8) >> (u32::BITS - TABLE_SIZE.trailing_zeros())) as usize
}

/// Where the three bytes of `word` are that occur least in other words.
fn rarest_gram(word: &[u8]) -> usize {
    let grams =
        word.windows(GRAM_BYTES).map(|gram| gram.iter().map(|byte| commonness(*byte)).sum());
    let rarest = grams.enumerate().min_by_key(|(_, common): &(usize, u32)| *common);
    rarest.expect("a word has three bytes").0
}

/// How common a byte is in texts, roughly.
fn commonness(byte: u8) -> u32 {
    match byte.to_ascii_lowercase() {
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 10,
        b'h' | b'l' | b'd' | b'c' | b'u' | b'm' => 7,
        b'f' | b'p' | b'g' | b'w' | b'y' | b'b' | b'v' => 4,
        b'0'..=b'9' => 3,
        b'_' => 6,
        b'k' | b'x' | b'j' | b'q' | b'z' => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, usize)]) {
        let words = Words::new(&["token", "key", "apikey", "ghp_"]);
        let mut found = Vec::new();
        words.scan(text.as_bytes(), |index, start| found.push((index, start)));
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_are_found_in_any_case_and_place() {
        check("token", &[(0, 0)]);
        check("a Token, a KEY", &[(0, 2), (1, 11)]);
        check("GHP_ghp_", &[(3, 0), (3, 4)]);
    }

    #[test]
    fn words_within_words_are_found_too() {
        check("apikey", &[(1, 3), (2, 0)]);
    }

    #[test]
    fn other_words_are_not() {
        check("", &[]);
        check("ke", &[]);
        check("toke ghp- k\u{e9}y tok\u{212a}en", &[]);
    }
}
