//! `docs/troubleshooting.md`: what the doctor may find, and what to do about it.

use gasoline_protocol::connection::ConnectionState;
use gasoline_server::checks::{self, Check, Mark, Outcome};

use super::NOTICE;
use crate::markdown::table;

pub(super) fn page() -> String {
    let mut out = format!(
        "# Troubleshooting\n\n{NOTICE}\n\n\
         ```sh\ngasoline doctor\n```\n\n\
         looks at what follows, in this order, and says what to do about each.\n\
         `ok` is fine, `note` is worth knowing, `wrong` needs you.\n\
         It ends with 0 if nothing is wrong, 1 if something is, 2 if it could not look.\n\
         Words in capitals stand for what it saw.\n\n\
         Agents ask [`get_status`](tools.md#get_status), which tells the same of the server's side; \
         an answer that is empty says why it is.\n"
    );
    out.extend(checks::ALL.iter().map(section));
    out.push_str(&popup());
    out
}

fn section(check: &Check) -> String {
    let mut out = format!("\n## {}\n\nLooked at: {}.\n", check.name, check.looks_at);
    for outcome in check.outcomes.iter().filter(|outcome| outcome.mark == Mark::Fine) {
        out.push_str(&format!("Fine: *{}*.\n", line(outcome)));
    }
    out.extend(check.outcomes.iter().filter(|one| one.mark != Mark::Fine).map(trouble));
    out
}

fn trouble(outcome: &Outcome) -> String {
    let (title, line) = (title(outcome), line(outcome));
    let mark = outcome.mark.name();
    let whole = if title == line { String::new() } else { format!("> {mark} {line}\n\n") };
    format!(
        "\n### {mark}: {title}\n\n{whole}{}\n\n**What to do:** {}.\n",
        outcome.reason.replace(". ", ".\n"),
        outcome.hint.unwrap_or_default(),
    )
}

/// What can be searched for: the words without the values. Where two begin alike, the detail tells
/// them apart.
fn title(outcome: &Outcome) -> String {
    let is_shared = outcome.says == checks::EXTENSION_CONNECTED.says;
    if is_shared {
        format!("{}, but captures no tab", outcome.says)
    } else {
        capitals(outcome.says)
    }
}

fn line(outcome: &Outcome) -> String {
    capitals(&format!("{}{}", outcome.says, outcome.detail))
}

/// `{port}` → `PORT`.
fn capitals(text: &str) -> String {
    let mut out = String::new();
    let mut is_value = false;
    for letter in text.chars() {
        match letter {
            '{' | '}' => is_value = letter == '{',
            _ if is_value => out.extend(letter.to_uppercase()),
            _ => out.push(letter),
        }
    }
    out
}

fn popup() -> String {
    let rows: Vec<_> = ConnectionState::ALL
        .into_iter()
        .map(|state| [state.words().sentence.to_owned(), state.words().hint.to_owned()])
        .collect();
    format!(
        "\n## What the popup says\n\n\
         The popup of the extension tells how it stands to the server, in the same words.\n\n\
         <picture>\n  \
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"pictures/popup-dark.png\">\n  \
         <img src=\"pictures/popup-light.png\" alt=\"The popup\" width=\"300\">\n\
         </picture>\n\n{}",
        table(["It says", "What to do"], &rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_capitals() {
        assert_eq!(capitals("port {port} of {a_b}"), "port PORT of A_B");
    }

    #[test]
    fn every_trouble_has_a_heading_of_its_own() {
        let page = page();
        let mut headings: Vec<&str> = page.lines().filter(|line| line.starts_with('#')).collect();
        let count = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), count);
    }
}
