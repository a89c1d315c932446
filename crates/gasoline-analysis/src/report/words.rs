//! Texts as a report says them: without what only a terminal reads, on one line, of bounded length.

use gasoline_protocol::escape;
use gasoline_protocol::truncate::{one_line, prefix, truncate};
use gasoline_protocol::url::Url;

use crate::limits::REPORT_URL_MAX_CHARS;

/// A text without control characters, terminal colours and marks that turn the direction of writing:
/// nobody means them, and every format would have to keep them out.
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' => skip_escape(&mut characters),
            '\n' | '\t' => shown.push(character),
            '\r' => {
                if characters.peek() != Some(&'\n') {
                    shown.push('\n');
                }
            }
            _ if is_unshown(character) => {}
            _ => shown.push(character),
        }
    }
    shown
}

/// `[31m` and its like; of other sequences the letter behind the escape.
fn skip_escape(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    if characters.next_if_eq(&'[').is_some() {
        while characters.next_if(|character| matches!(character, '0'..='?' | ' '..='/')).is_some() {
        }
        characters.next_if(|character| matches!(character, '@'..='~'));
    }
}

fn is_unshown(character: char) -> bool {
    character.is_control()
        || escape::is_unseen(character)
        // Noncharacters: XML has no way to write two of them.
        || matches!(u32::from(character) & 0xffff, 0xfffe | 0xffff)
        || matches!(character, '\u{fdd0}'..='\u{fdef}')
}

/// A clean text on one line, at most `most` characters.
pub fn line(text: &str, most: usize) -> String {
    // Of a long text only the beginning is looked at: most of what is left out there is blanks.
    let head = most.saturating_mul(4).saturating_add(64);
    let words = one_line(&clean(prefix(text, head)));
    truncate(&words, most)
}

/// An address as short as it can be told apart: of this machine only the path, of others host and
/// path; a query that says something stays.
///
/// | url | shown |
/// |---|---|
/// | `http://localhost:3000/api/orders?page=2` | `/api/orders?page=2` |
/// | `https://stats.example.com/collect` | `stats.example.com/collect` |
pub fn short_url(url: &str) -> String {
    let Some(parsed) = Url::absolute(url) else { return line(url, REPORT_URL_MAX_CHARS) };
    let name = parsed.host();
    let is_here =
        parsed.is_loopback() || [".test", ".local"].iter().any(|ending| name.ends_with(ending));
    let question = if parsed.query.is_empty() { "" } else { "?" };
    let host = if is_here { "" } else { name };
    let shown = format!("{host}{}{question}{}", parsed.path, parsed.query);
    line(&shown, REPORT_URL_MAX_CHARS)
}

/// `500`, `no answer (network)`.
pub fn answered(status: u16, error: Option<&str>) -> String {
    match (status, error) {
        (0, Some(error)) => format!("no answer ({error})"),
        (0, None) => "no answer".to_owned(),
        (status, _) => status.to_string(),
    }
}

/// `3 errors`, `1 error`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `0.3 s`, `45 ms`.
pub fn duration(ms: f64) -> String {
    if ms < 1_000.0 { format!("{ms:.0} ms") } else { format!("{:.1} s", ms / 1_000.0) }
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, for_all};

    use super::*;

    #[test]
    fn colours_and_controls_go_and_lines_stay() {
        assert_eq!(
            clean("\u{1b}[31mexpect\u{1b}[39m(\u{1b}[1;2mx\u{1b}[0m)\r\nto\u{0} be\u{7}"),
            "expect(x)\nto be"
        );
        assert_eq!(clean("a\u{202e}b\u{fffe}c\u{85}d"), "abcd");
        assert_eq!(clean("\u{1b}"), "");
    }

    #[test]
    fn an_address_of_this_machine_is_its_path() {
        assert_eq!(short_url("http://localhost:3000/api/orders?page=2#top"), "/api/orders?page=2");
        assert_eq!(short_url("https://stats.example.com"), "stats.example.com/");
        assert_eq!(short_url("http://shop.test?x=1"), "/?x=1");
        assert_eq!(short_url("/api"), "/api");
    }

    #[test]
    fn no_text_keeps_a_control_character() {
        for_all(CASES, |random| {
            let text = clean(&random.text(0..60));
            assert!(
                text.chars().all(|it| !it.is_control() || matches!(it, '\n' | '\t')),
                "{text:?}"
            );
        });
    }
}
