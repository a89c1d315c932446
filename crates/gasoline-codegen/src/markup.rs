//! Captured text in HTML, XML and Markdown, so that it is shown and never read as any of them.

/// A text in HTML or XML, in an element or an attribute. Characters that XML 1.0 cannot hold, not
/// even escaped, are left out.
pub(crate) fn escaped(text: &str) -> String {
    escape(text.chars().filter(|character| is_xml(*character)))
}

/// A text in HTML, which has no way to write a zero.
pub(crate) fn escaped_html(text: &str) -> String {
    escape(text.chars().map(|character| if character == '\0' { '\u{fffd}' } else { character }))
}

fn escape(text: impl Iterator<Item = char>) -> String {
    let mut shown = String::new();
    for character in text {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            other => shown.push(other),
        }
    }
    shown
}

/// `Char` of XML 1.0, without the control characters it only discourages.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}'
        | '\u{10000}'..='\u{10ffff}')
        && !matches!(u32::from(character) & 0xffff, 0xfffe | 0xffff)
}

/// A text in Markdown as it is: on one line, with nothing that Markdown, HTML or a tracker reads.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match character {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '|' | '~' | '!' | '{' | '}' | '$' => {
                shown.push('\\');
                shown.push(character);
            }
            // A mention would tell people who have nothing to do with it; a number would link.
            '@' => shown.push_str("@\u{200b}"),
            '#' => shown.push_str("#\u{200b}"),
            // What looks like an address becomes a link otherwise.
            ':' => shown.push_str("&#58;"),
            other => shown.push(other),
        }
    }
    shown
}

/// A block of code. The fence is longer than any run of backticks in it.
pub(crate) fn fenced(lines: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(lines).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", lines.trim_end_matches('\n'))
}

/// The longest run of backticks.
pub(crate) fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use gasoline_random::{CASES, for_all};

    use super::*;

    #[test]
    fn no_text_leaves_its_element_or_attribute() {
        for_all(CASES, |random| {
            let shown = escaped(&random.text(0..60));
            assert!(!shown.contains(['<', '>', '"', '\'']), "{shown:?}");
            let is_shown = |it: char| !it.is_control() || matches!(it, '\n' | '\t');
            assert!(shown.chars().all(is_shown), "{shown:?}");
        });
    }

    #[test]
    fn no_text_ends_its_fence() {
        for_all(CASES, |random| {
            let shown = fenced(&random.text_of("`a\n", 0..40), "text");
            let fence = shown.split("text\n").next().expect("a fence");
            let inside = shown.lines().skip(1).filter(|line| line.trim_end() == fence).count();
            assert_eq!(inside, 1, "{shown:?}");
        });
    }
}
