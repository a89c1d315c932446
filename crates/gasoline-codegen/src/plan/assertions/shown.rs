//! What one element of an outline is worth as an assertion.

use std::collections::BTreeSet;

use gasoline_protocol::events::page::OutlineElement;

use crate::limits::{OUTLINE_TEXT_CHARS, ROW_MAX_LINES};
use crate::plan::locators::is_lost;
use crate::plan::volatile::Volatile;
use crate::step::{Check, Confidence, Expect, Pattern, Piece};

/// What is known about a step when its outline is read.
pub(super) struct Known<'k> {
    pub(super) volatile: &'k Volatile,
    /// Test ids and paths of what changes by itself.
    pub(super) unsteady: &'k BTreeSet<String>,
    /// What the user typed, chose and clicked until then: where it stands, it was understood.
    pub(super) entered: Vec<String>,
    /// Whether the step sent something that changes data. What it shows then is the user's own;
    /// otherwise it also tells how much others left there.
    pub(super) is_change: bool,
    /// Whether the page is the one that was there before the step: then all else in it is news.
    pub(super) is_same_page: bool,
}

impl Known<'_> {
    pub(super) fn check(&self, element: &OutlineElement<'_>) -> Option<Check> {
        let text = element.text.as_deref()?;
        let is_there = element.visible != Some(false);
        let role = element.role.as_deref();
        match role {
            Some("heading") if element.level.is_some() && is_there => self.heading(element, text),
            Some("dialog" | "alertdialog") => self.dialog(element, text, is_there),
            Some("tab") if is_there => self.tab(element, text),
            _ if element.test_id.is_some() && is_there => self.marked(element, text),
            Some("status" | "alert" | "log") if is_there => self.message(element, text),
            Some("listitem" | "row" | "article") => self.row(element, text, is_there),
            None if is_there => self.text(element, text),
            _ => None,
        }
    }

    fn heading(&self, element: &OutlineElement<'_>, text: &str) -> Option<Check> {
        let name = self.pattern(element, text)?;
        let varies = name.as_text().is_none();
        let confidence = if varies { Confidence::Low } else { Confidence::Medium };
        let because = format!("the heading \"{}\" was shown", name.show());
        let level = element.level.and_then(level);
        Some(Check { expects: Expect::Heading { name, level }, confidence, because })
    }

    fn dialog(&self, element: &OutlineElement<'_>, text: &str, is_open: bool) -> Option<Check> {
        let name = self.pattern(element, text)?;
        let became = if is_open { "opened" } else { "closed" };
        let because = format!("the dialog \"{}\" {became}", name.show());
        let role = element.role.as_deref()?.to_owned();
        let expects = Expect::Dialog { role, name, is_open };
        Some(Check { expects, confidence: Confidence::Medium, because })
    }

    fn tab(&self, element: &OutlineElement<'_>, text: &str) -> Option<Check> {
        let name = self.pattern(element, text)?;
        let because = format!("the tab \"{}\" was chosen", name.show());
        Some(Check { expects: Expect::Tab { name }, confidence: Confidence::Medium, because })
    }

    fn marked(&self, element: &OutlineElement<'_>, text: &str) -> Option<Check> {
        let test_id = element.test_id.as_deref()?;
        if !self.volatile.is_stable(test_id) || is_lost(test_id) {
            return None;
        }
        let text = self.pattern(element, text).filter(|_| !self.unsteady.contains(test_id));
        let because = match &text {
            Some(text) => format!("`{test_id}` read \"{}\"", text.show()),
            None => format!("`{test_id}` was shown; its text varies"),
        };
        let attribute = element.test_id_attribute.as_deref().filter(|it| *it != "data-testid");
        let attribute = attribute.map(str::to_owned);
        let expects = Expect::Element { test_id: test_id.to_owned(), attribute, text };
        Some(Check { expects, confidence: Confidence::Low, because })
    }

    /// What the page told the user: a toast, an alert.
    fn message(&self, element: &OutlineElement<'_>, text: &str) -> Option<Check> {
        let role = element.role.as_deref()?.to_owned();
        let text = self.said(element, text)?;
        let because = format!("the page said \"{}\"", text.show());
        // Numbered when all of them are known.
        let expects = Expect::Message { number: 0, role, text };
        Some(Check { expects, confidence: Confidence::Medium, because })
    }

    /// A text that came with the step, or that repeats on another page what the user entered.
    fn text(&self, element: &OutlineElement<'_>, text: &str) -> Option<Check> {
        if !self.is_same_page && !self.is_entered(text) {
            return None;
        }
        let text = self.said(element, text)?;
        let because = format!("\"{}\" was shown", text.show());
        Some(Check { expects: Expect::Text(text), confidence: Confidence::Low, because })
    }

    fn said(&self, element: &OutlineElement<'_>, text: &str) -> Option<Pattern> {
        let path = element.css_path.as_deref().unwrap_or_default();
        if self.unsteady.contains(path) {
            return None;
        }
        let pattern = self.pattern(element, text)?;
        // Signing in or saving leads to pages that count what others left there.
        let is_own = self.is_change && self.is_same_page;
        Some(if is_own { pattern } else { uncounted(pattern) })
    }

    /// An entry of a list: that it is there and not how many there are, because others add to lists.
    fn row(&self, element: &OutlineElement<'_>, text: &str, is_there: bool) -> Option<Check> {
        let role = element.role.as_deref()?.to_owned();
        let first = text.lines().next().filter(|line| self.is_lasting(line));
        if let Some(second) = element.before.as_deref() {
            let (first, second) = (first?.to_owned(), second.to_owned());
            if !self.is_lasting(&second) {
                return None;
            }
            let because = format!("\"{first}\" came before \"{second}\"");
            let expects = Expect::Order { role, first, second };
            return Some(Check { expects, confidence: Confidence::Medium, because });
        }
        if !is_there {
            let because = format!("\"{}\" was in the list no more", first?);
            let expects = Expect::Row { role, lines: vec![first?.to_owned()], is_there };
            return Some(Check { expects, confidence: Confidence::Low, because });
        }
        let lines = self.lines(element, text)?;
        let because = format!("\"{}\" was in the list", lines.join(", "));
        let confidence = if self.is_change { Confidence::Medium } else { Confidence::Low };
        Some(Check { expects: Expect::Row { role, lines, is_there }, confidence, because })
    }

    /// The lines by which an entry is known again; none if it says nothing about the step.
    fn lines(&self, element: &OutlineElement<'_>, text: &str) -> Option<Vec<String>> {
        let is_own = self.is_entered(text) || self.is_named(text);
        let lasting = text.lines().filter(|line| self.is_lasting(line)).map(str::to_owned);
        let lines: Vec<String> = if self.is_change && self.is_same_page {
            // What came in beside the user's own rows is what others left there.
            let is_changed = is_own || element.changed == Some(true);
            lasting.filter(|_| is_changed).take(ROW_MAX_LINES).collect()
        } else {
            let first = text.lines().next().filter(|line| self.is_lasting(line))?;
            let is_told = is_own || self.is_same_page;
            let most = if self.is_change { ROW_MAX_LINES } else { 2 };
            lasting
                .filter(|line| {
                    is_told && (line == first || self.is_change || self.is_entered(line))
                })
                .take(most)
                .collect()
        };
        let is_named = lines.iter().any(|line| line.chars().any(char::is_alphabetic));
        is_named.then_some(lines)
    }

    /// Whether the user acted upon something that is named after an entry: `Select Clay pot`.
    fn is_named(&self, text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default();
        first.chars().count() > 3 && self.entered.iter().any(|entered| entered.contains(first))
    }

    /// Whether a line will be the same in the next run, and long enough to be looked for.
    fn is_lasting(&self, line: &str) -> bool {
        let is_known = self.entered.iter().any(|text| text == line);
        line.chars().count() > 2 && (is_known || self.volatile.is_stable(line))
    }

    fn is_entered(&self, text: &str) -> bool {
        self.entered.iter().any(|entered| text.contains(entered))
    }

    /// What the text of an element reads again; open where only its beginning is known.
    fn pattern(&self, element: &OutlineElement<'_>, text: &str) -> Option<Pattern> {
        let mut pattern = self.volatile.text(text)?;
        // Some clients cut without a word.
        if element.truncated == Some(true) || text.chars().count() >= OUTLINE_TEXT_CHARS {
            pattern.push(Piece::Anything);
        }
        Some(pattern)
    }
}

/// `24 products` → `… products`.
fn uncounted(pattern: Pattern) -> Pattern {
    let mut open = Pattern::default();
    for piece in pattern.0 {
        let Piece::Text(text) = piece else {
            open.push(piece);
            continue;
        };
        let mut rest = text.as_str();
        while let Some(start) = rest.find(|one: char| one.is_ascii_digit()) {
            let digits = &rest[start..];
            let end = digits.find(|one: char| !one.is_ascii_digit()).unwrap_or(digits.len());
            open.push(Piece::Text(rest[..start].to_owned()));
            open.push(Piece::Digits);
            rest = &digits[end..];
        }
        open.push(Piece::Text(rest.to_owned()));
    }
    open
}

pub(super) fn level(level: f64) -> Option<u8> {
    (1..=6).find(|known| (f64::from(*known) - level).abs() < f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_left_open() {
        assert_eq!(uncounted(Pattern::text("24 products")).show(), "… products");
        assert_eq!(uncounted(Pattern::text("Page 2 of 4")).show(), "Page … of …");
        assert_eq!(uncounted(Pattern::text("Sent")), Pattern::text("Sent"));
    }
}
