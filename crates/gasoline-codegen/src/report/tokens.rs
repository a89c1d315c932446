//! About how many tokens a model reads in a text; rather too many than too few.
//!
//! Tokenizers take common words whole, digits by threes, and what they have never seen in pieces of
//! one or two bytes. `cargo xtask bench` counts the same texts with a real one.

/// The estimate, from the runs of letters, digits and marks in a text.
pub fn estimate(text: &str) -> usize {
    let mut tenths = 0;
    let mut is_after_mark = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_same: fn(&char) -> bool = match character {
            'a'..='z' | 'A'..='Z' => char::is_ascii_alphabetic,
            '0'..='9' => char::is_ascii_digit,
            ' ' => |next| *next == ' ',
            _ if character.is_ascii() => {
                tenths += if is_after_mark { MARK_AFTER_MARK } else { MARK };
                is_after_mark = true;
                continue;
            }
            '\u{300}'..='\u{36f}' => {
                tenths += ACCENT;
                continue;
            }
            _ => {
                tenths += OTHER * character.len_utf8();
                continue;
            }
        };
        is_after_mark = false;
        let mut run = String::from(character);
        while let Some(next) = characters.next_if(is_same) {
            run.push(next);
        }
        tenths += match character {
            // One space belongs to the word behind it, but not to a number.
            ' ' if run.len() == 1 && !characters.peek().is_some_and(char::is_ascii_digit) => 0,
            ' ' => WHOLE,
            '0'..='9' => WHOLE * run.len().div_ceil(3),
            _ => letters(&run),
        };
    }
    tenths.div_ceil(WHOLE)
}

/// A token, in tenths.
const WHOLE: usize = 10;
/// A mark behind a word: half of them belong to one.
const MARK: usize = 6;
/// A mark behind another: pairs that code is full of are one token, others are not.
const MARK_AFTER_MARK: usize = 7;
/// A byte of a letter that is none of ours.
const OTHER: usize = 7;

/// An accent that stands by itself: nobody has seen most of what it makes of a letter.
const ACCENT: usize = 20;

/// A word is one token or two; what changes case or goes on for long was made by a machine.
fn letters(run: &str) -> usize {
    let changes = run
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        .count();
    let vowels = run.bytes().filter(|byte| b"aeiouyAEIOUY".contains(byte)).count();
    if run.len() > LONGEST_WORD || (run.len() > 2 && vowels * 5 < run.len()) {
        return run.len() * UNSEEN;
    }
    WHOLE * run.len().div_ceil(8) + CHANGE * changes
}

/// A word within a word: `toBeVisible` has two.
const CHANGE: usize = 7;

/// A letter of what is no word.
const UNSEEN: usize = 7;

/// Letters of a word that somebody may have written.
const LONGEST_WORD: usize = 24;

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn words_are_cheap_and_ids_are_dear() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("the order"), 2);
        assert_eq!(estimate("12345"), 2);
        assert!(estimate("9f8c2b1a7d6e5f4c3b2a1908f7e6d5c4") > 14);
        assert!(estimate("地址不存在") >= 8);
    }
}
