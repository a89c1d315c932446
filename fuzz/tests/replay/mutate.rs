//! A deterministic mutator: seed, corpus and number of a case determine its input.

/// Longest input: larger ones take longer and reach little more.
const INPUT_MAX_BYTES: usize = 4096;

/// Words that parsers treat in a special way.
const SPECIAL_WORDS: [&str; 24] = [
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "-1",
    "0",
    "1e999",
    "-0.0",
    "9007199254740993",
    "9223372036854775808",
    "\0",
    "\u{feff}",
    "é",
    "🙂",
    "%00",
    "://",
    "\n",
];

pub(crate) struct Mutator {
    seed: u64,
    corpus: Vec<Vec<u8>>,
    /// Words of the corpus, and special ones.
    words: Vec<Vec<u8>>,
}

impl Mutator {
    pub(crate) fn new(seed: u64, corpus: Vec<Vec<u8>>) -> Self {
        let mut words: Vec<Vec<u8>> = corpus.iter().flat_map(|input| words(input)).collect();
        words.extend(SPECIAL_WORDS.map(|word| word.as_bytes().to_vec()));
        words.sort();
        words.dedup();
        Self { seed, corpus, words }
    }

    /// The input of a case. It depends on no other case, so that one can be run alone.
    pub(crate) fn input(&self, index: u64) -> Vec<u8> {
        let mut random = Random(self.seed ^ index.wrapping_mul(0xd134_2543_de82_ef95));
        let mut input = random.pick(&self.corpus).clone();
        for _ in 0..=random.below(6) {
            self.change(&mut input, &mut random);
            input.truncate(INPUT_MAX_BYTES);
        }
        // Most targets take only UTF-8: few cases are spent on their first line.
        if random.below(8) == 0 {
            return input;
        }
        let mut text = String::from_utf8_lossy(&input).into_owned();
        text.truncate(text.floor_char_boundary(INPUT_MAX_BYTES));
        text.into_bytes()
    }

    fn change(&self, input: &mut Vec<u8>, random: &mut Random) {
        let (start, end) = random.range(input.len());
        match random.below(16) {
            0 | 1 if start < input.len() => input[start] ^= 1 << random.below(8),
            2 if start < input.len() => input[start] = random.byte(),
            3 => input.truncate(end),
            4 => drop(input.drain(start..end)),
            5 => {
                let times = [1, 2, 3, 16, 200][random.below(5)];
                let repeated = input[start..end].repeat(times);
                input.splice(end..end, repeated);
            }
            6 => {
                let other = random.pick(&self.corpus);
                let (from, to) = random.range(other.len());
                input.splice(start..end, other[from..to].iter().copied());
            }
            7 => {
                let word = random.pick(&self.words);
                input.splice(start..start, word.iter().copied());
            }
            8 => {
                let word = random.pick(&self.words);
                input.splice(start..end, word.iter().copied());
            }
            // As often as all others together: what is between the words stays, so that JSON mostly
            // stays JSON.
            _ => {
                let (from, to) = word_at(input, start);
                let word = random.pick(&self.words);
                input.splice(from..to, word.iter().copied());
            }
        }
    }
}

/// Names, numbers and other runs of letters and digits.
fn words(input: &[u8]) -> Vec<Vec<u8>> {
    let words = input.split(|byte| !is_of_word(*byte));
    words.filter(|word| word.len() > 1).map(<[u8]>::to_vec).collect()
}

/// Where the next word begins and ends.
fn word_at(input: &[u8], start: usize) -> (usize, usize) {
    let begins = input[start..].iter().position(|byte| is_of_word(*byte));
    let from = begins.map_or(input.len(), |count| start + count);
    let ends = input[from..].iter().position(|byte| !is_of_word(*byte));
    (from, ends.map_or(input.len(), |count| from + count))
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.".contains(&byte)
}

/// `SplitMix64`: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[7]
    }

    fn below(&mut self, count: usize) -> usize {
        let below = self.next() % count as u64;
        usize::try_from(below).expect("it is less than a usize")
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// A part of a sequence, mostly a short one.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let start = self.below(length + 1);
        let most = if self.below(4) == 0 { length } else { 16 };
        (start, start + self.below(most.min(length - start) + 1))
    }
}

#[test]
fn a_case_is_the_same_in_every_run() {
    let mutator = || Mutator::new(1, vec![b"{\"level\": \"error\"}".to_vec(), b"\xff".to_vec()]);
    let inputs: Vec<Vec<u8>> = (0..200).map(|index| mutator().input(index)).collect();
    let again = mutator();
    for index in (0..200).rev() {
        let input = again.input(index);
        assert!(input.len() <= INPUT_MAX_BYTES);
        assert_eq!(Some(&input), inputs.get(usize::try_from(index).expect("small")));
    }
    let mut different = inputs;
    different.sort();
    different.dedup();
    assert!(different.len() > 150, "{} of 200 inputs are different", different.len());
}
