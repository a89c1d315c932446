//! Text of a page where a reader could take it for text of ours: line breaks and characters that are
//! not seen, written as escapes.

use std::borrow::Cow;

/// The text on one line: what would begin another line, and what is not seen, is escaped.
///
/// | text | shown |
/// |---|---|
/// | `a⏎hint: b` | `a\nhint: b` |
/// | `a` ESC `[2J` | `a\u{1b}[2J` |
/// | `a` U+202E `b` | `a\u{202e}b` |
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, |letter| letter.is_control() || is_unseen(letter))
}

/// The text with its lines and tabs as they are, without characters that are not seen: terminal
/// sequences, marks that change the direction of what follows, and tags that only a model reads.
pub fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |letter| {
        is_unseen(letter) || letter.is_control() && !matches!(letter, '\n' | '\t')
    })
}

/// The text as a JSON value, where only the characters matter that JSON itself does not escape.
pub fn unseen(text: &str) -> Cow<'_, str> {
    escape(text, |letter| is_unseen(letter) || letter.is_control() && !letter.is_ascii())
}

/// Whether a character changes how text is read and has no shape. Joiners have none either, but
/// scripts and emoji need them.
pub fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Most texts, and images in them, are printable ASCII, which need no decoding.
    let is_printable = |byte: u8| matches!(byte, b' '..=b'~') || byte == b'\n' && !is_escaped('\n');
    let printable = text.bytes().position(|byte| !is_printable(byte)).unwrap_or(text.len());
    let Some(first) = text[printable..].find(&is_escaped) else { return Cow::Borrowed(text) };
    let first = printable + first;
    let mut shown = text[..first].to_owned();
    for letter in text[first..].chars() {
        match letter {
            letter if !is_escaped(letter) => shown.push(letter),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            letter => shown.extend(letter.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_one_line_that_is_seen_stays_as_it_is() {
        for text in ["", "plain é 界", "👩‍👩‍👧 family", "क्‍ष joined"] {
            assert!(matches!(line(text), Cow::Borrowed(_)) && line(text) == text);
            assert!(matches!(lines(text), Cow::Borrowed(_)) && lines(text) == text);
        }
    }

    #[test]
    fn nothing_begins_another_line() {
        let breaks = ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"];
        for text in breaks {
            let shown = line(text);
            assert!(shown.starts_with('\\') && shown.chars().all(|it| it.is_ascii_graphic()));
        }
        assert_eq!(line("a\nhint: b\t\r\n"), "a\\nhint: b\\t\\r\\n");
    }

    #[test]
    fn what_is_not_seen_is_shown() {
        let text = "a\u{1b}[2J\u{9b}1m\u{202e}\u{2066}\u{200b}\u{e0041}\u{feff}\0";
        let shown = r"a\u{1b}[2J\u{9b}1m\u{202e}\u{2066}\u{200b}\u{e0041}\u{feff}\u{0}";
        assert_eq!(line(text), shown);
        assert_eq!(lines(text), shown);
        assert_eq!(lines("a\n\tb\r"), "a\n\tb\\r");
        assert_eq!(unseen("a\n\r\u{1b}\u{9b}\u{202e}"), "a\n\r\u{1b}\\u{9b}\\u{202e}");
    }
}
