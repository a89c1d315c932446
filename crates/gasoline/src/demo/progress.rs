//! What is being done right now, in one line on stderr, for people who wait at a terminal.

use std::io::{IsTerminal, Write};

/// Takes the line away that is there.
const CLEAR: &str = "\r\x1b[2K";

pub(super) struct Progress {
    is_shown: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { is_shown: std::io::stderr().is_terminal() }
    }

    /// Says what is done in place of what was said before.
    pub(super) fn step(&self, what: &str) {
        self.write(&format!("{CLEAR}  … {what}"));
    }

    /// Makes room for the story.
    pub(super) fn done(&self) {
        self.write(CLEAR);
    }

    fn write(&self, text: &str) {
        if self.is_shown {
            let mut stderr = std::io::stderr().lock();
            let _ = stderr.write_all(text.as_bytes());
            let _ = stderr.flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done();
    }
}
