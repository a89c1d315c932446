//! How the browsers of pages call themselves that have no extension: their requests say it.

use std::sync::Mutex;

use crate::app::latest::Latest;
use crate::app::lock;
use crate::{browsers, limits};

/// The last browser heard of each test, and of the interactive session.
#[derive(Debug, Default)]
pub(crate) struct PageAgents(Mutex<Latest<Option<Box<str>>, String, { limits::PAGE_AGENTS_MAX }>>);

impl PageAgents {
    /// Notes who sent something of a test. What is no browser, such as a program that passes events
    /// on, is not noted.
    pub(crate) fn note(&self, test: Option<&str>, agent: &str) {
        if is_browser(agent) && self.of(test).as_deref() != Some(agent) {
            lock(&self.0).put(test.map(Into::into), browsers::kept_text(agent));
        }
    }

    pub(crate) fn of(&self, test: Option<&str>) -> Option<String> {
        lock(&self.0).find(|known| known.as_deref() == test).cloned()
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
        let agents = PageAgents::default();
        agents.note(None, "Mozilla/5.0 Chrome/120.0");
        agents.note(Some("a"), "Mozilla/5.0 Firefox/121.0");
        agents.note(Some("a"), "curl/8");
        agents.note(None, "Chrome/131.0");
        assert_eq!(agents.of(None).as_deref(), Some("Chrome/131.0"));
        assert_eq!(agents.of(Some("a")).as_deref(), Some("Mozilla/5.0 Firefox/121.0"));
        for test in 0..limits::PAGE_AGENTS_MAX {
            agents.note(Some(&test.to_string()), "Chrome/131.0");
        }
        assert_eq!(agents.of(Some("a")), None, "the oldest makes room");
    }
}
