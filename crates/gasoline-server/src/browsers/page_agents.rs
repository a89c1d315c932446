//! How the browsers of pages call themselves that have no extension: their requests say it.

use std::collections::VecDeque;

use crate::{browsers, limits};

/// The last browser heard of each test, and of the interactive session.
#[derive(Debug, Default)]
pub(crate) struct PageAgents {
    /// The latest last.
    known: VecDeque<(Option<Box<str>>, String)>,
}

impl PageAgents {
    /// Notes who sent something of a test. What is no browser, such as a program that passes events
    /// on, is not noted.
    pub(crate) fn note(&mut self, test: Option<&str>, agent: &str) {
        if !is_browser(agent) || self.of(test) == Some(agent) {
            return;
        }
        self.known.retain(|(known, _)| known.as_deref() != test);
        self.known.push_back((test.map(Into::into), browsers::kept_text(agent)));
        if self.known.len() > limits::PAGE_AGENTS_MAX {
            self.known.pop_front();
        }
    }

    pub(crate) fn of(&self, test: Option<&str>) -> Option<&str> {
        let found = self.known.iter().find(|(known, _)| known.as_deref() == test);
        found.map(|(_, agent)| agent.as_str())
    }
}

fn is_browser(agent: &str) -> bool {
    ["Chrome/", "Firefox/", "Safari/"].iter().any(|mark| agent.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_browser_of_each_test_is_known_and_programs_are_not() {
        let mut agents = PageAgents::default();
        agents.note(None, "Mozilla/5.0 Chrome/120.0");
        agents.note(Some("a"), "Mozilla/5.0 Firefox/121.0");
        agents.note(Some("a"), "curl/8");
        agents.note(None, "Chrome/131.0");
        assert_eq!(agents.of(None), Some("Chrome/131.0"));
        assert_eq!(agents.of(Some("a")), Some("Mozilla/5.0 Firefox/121.0"));
        for test in 0..limits::PAGE_AGENTS_MAX {
            agents.note(Some(&test.to_string()), "Chrome/131.0");
        }
        assert_eq!(agents.of(Some("a")), None, "the oldest makes room");
    }
}
