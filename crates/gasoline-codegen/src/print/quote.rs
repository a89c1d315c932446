//! The only way of captured text into code.

use std::fmt::Write as _;

use crate::limits::COMMENT_MAX_CHARS;
use crate::step::{Pattern, Piece};

/// A string of JavaScript, in single quotes.
///
/// | text | code |
/// |---|---|
/// | `Bob's` | `'Bob\'s'` |
/// | a line break | `'\n'` |
/// | U+2028, NUL, marks that turn the direction of text | `'\u2028'`, `'\u0000'`, `'\u202e'` |
/// | `</script>` | `'<\/script>'` |
pub(crate) fn quote(text: &str) -> String {
    let mut code = String::with_capacity(text.len() + 2);
    code.push('\'');
    let mut before = '\0';
    for character in text.chars() {
        match character {
            '\'' => code.push_str("\\'"),
            '\\' => code.push_str("\\\\"),
            '\n' => code.push_str("\\n"),
            '\r' => code.push_str("\\r"),
            '\t' => code.push_str("\\t"),
            '/' if before == '<' => code.push_str("\\/"),
            hidden if is_hidden(hidden) => escape(&mut code, hidden),
            plain => code.push(plain),
        }
        before = character;
    }
    code.push('\'');
    code
}

/// A regular expression of JavaScript that matches the pattern, with `before` and `after` around it.
pub(crate) fn regex(before: &str, pattern: &Pattern, after: &str) -> String {
    format!("/{before}{}{after}/", expression(pattern))
}

/// A regular expression that matches the pattern in the text of an element as it stands in the page.
/// Recorded texts have one blank wherever the markup has blanks and line breaks, and runners tidy
/// neither the one nor the other where they look for an expression.
pub(crate) fn loose(before: &str, pattern: &Pattern, after: &str) -> String {
    let inside: String = pattern
        .0
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => loose_literal(text),
            Piece::Anything => "[^]*".to_owned(),
            other => expression_of(other),
        })
        .collect();
    format!("/{before}{inside}{after}/")
}

/// The inside of a regular expression that matches this text, whatever spaces stand for its blanks.
pub(crate) fn loose_literal(text: &str) -> String {
    literal(text).replace(' ', "\\s+")
}

/// The inside of a regular expression that matches the pattern.
pub(crate) fn expression(pattern: &Pattern) -> String {
    pattern.0.iter().map(expression_of).collect()
}

fn expression_of(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => literal(text),
        Piece::Segment => "[^/?#]+".to_owned(),
        Piece::Digits => "\\d+".to_owned(),
        Piece::Anything => ".*".to_owned(),
    }
}

/// The inside of a regular expression that matches exactly this text. U+FFFD stands for half a
/// character, which no text of ours can hold: any is taken for it.
pub(crate) fn literal(text: &str) -> String {
    let mut code = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\u{fffd}' => code.push('.'),
            '\n' => code.push_str("\\n"),
            '\r' => code.push_str("\\r"),
            '\t' => code.push_str("\\t"),
            hidden if is_hidden(hidden) => escape(&mut code, hidden),
            sign if "\\^$.*+?()[]{}|/".contains(sign) => {
                code.push('\\');
                code.push(sign);
            }
            plain => code.push(plain),
        }
    }
    code
}

/// The inside of a regular expression that finds the name of a GraphQL operation in a request.
pub(crate) fn names_operation(name: &str) -> String {
    let first = name.split(", ").next().unwrap_or(name);
    format!("(?:\"operationName\":\\s*\"|(?:query|mutation|subscription)\\s+){}\\b", literal(first))
}

/// One line of a comment: nothing in it can end the line or the comment.
pub(crate) fn comment(text: &str) -> String {
    let mut said = String::new();
    let mut was_space = false;
    for (count, character) in text.chars().enumerate() {
        if count == COMMENT_MAX_CHARS * 2 {
            said.push('…');
            break;
        }
        let is_space = character.is_whitespace() || character.is_control();
        if is_space || is_hidden(character) {
            if !was_space {
                said.push(' ');
            }
        } else {
            said.push(character);
        }
        was_space = is_space;
    }
    said.trim().replace("*/", "* /")
}

/// Characters that a reader of the code would not see, or that end a line where none ends.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// In units of UTF-16, as both strings and expressions without flags count.
fn escape(code: &mut String, character: char) {
    let mut units = [0; 2];
    for unit in character.encode_utf16(&mut units) {
        let _ = write!(code, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, for_all};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(quote(text), expected);
    }

    #[test]
    fn hostile_strings_stay_strings() {
        check("plain", "'plain'");
        check("Bob's \"x\" `y` ${z}", "'Bob\\'s \"x\" `y` ${z}'");
        check("a\nb\r\tc", "'a\\nb\\r\\tc'");
        check("\\', alert(1), '", "'\\\\\\', alert(1), \\''");
        check("\u{2028}\u{2029}\0", "'\\u2028\\u2029\\u0000'");
        check("</script><!--", "'<\\/script><!--'");
        check("\u{202e}gnp.exe", "'\\u202egnp.exe'");
        check("👋 שלום", "'👋 שלום'");
        check("\u{e0041}", "'\\udb40\\udc41'");
    }

    #[test]
    fn expressions_match_what_is_written() {
        assert_eq!(literal("a.b/c?(d)"), "a\\.b\\/c\\?\\(d\\)");
        let pattern =
            Pattern(vec![Piece::Text("/a/".to_owned()), Piece::Segment, Piece::Text("/b".into())]);
        assert_eq!(regex("^", &pattern, "$"), "/^\\/a\\/[^/?#]+\\/b$/");
    }

    #[test]
    fn loose_expressions_match_any_spaces_and_lines() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let pattern = Pattern(vec![text("Order #"), Piece::Digits, text(" of "), Piece::Anything]);
        assert_eq!(loose("^\\s*", &pattern, "\\s*$"), "/^\\s*Order\\s+#\\d+\\s+of\\s+[^]*\\s*$/");
        assert_eq!(loose_literal("a b.c"), "a\\s+b\\.c");
    }

    #[test]
    fn nothing_ends_a_comment() {
        assert_eq!(comment("a\nb\u{2028}c */ d"), "a b c * / d");
        assert_eq!(comment(&"x".repeat(9000)).chars().count(), COMMENT_MAX_CHARS * 2 + 1);
    }

    #[test]
    fn a_quoted_text_is_one_line_and_reads_back() {
        for_all(CASES, |random| {
            let text = random.text(0..60);
            let code = quote(&text);
            assert!(!code.chars().any(ends_a_line), "{code:?}");
            assert_eq!(unquote(&code), text);
        });
    }

    #[test]
    fn a_comment_is_one_line() {
        for_all(CASES, |random| {
            let line = comment(&random.text(0..60));
            assert!(!line.chars().any(ends_a_line), "{line:?}");
            assert!(!line.contains("*/"), "{line:?}");
        });
    }

    fn ends_a_line(character: char) -> bool {
        character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
    }

    /// Reads a string as JavaScript does.
    fn unquote(code: &str) -> String {
        let inside =
            code.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).expect("quotes");
        let mut units: Vec<u16> = Vec::new();
        let mut rest = inside.chars();
        while let Some(character) = rest.next() {
            assert_ne!(character, '\'', "a quote that ends the string");
            if character != '\\' {
                units.extend(character.encode_utf16(&mut [0; 2]).iter());
                continue;
            }
            match rest.next().expect("something after a backslash") {
                'n' => units.push(10),
                'r' => units.push(13),
                't' => units.push(9),
                'u' => {
                    let hex: String = rest.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&hex, 16).expect("four digits"));
                }
                other => units.extend(other.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        String::from_utf16(&units).expect("whole characters")
    }
}
