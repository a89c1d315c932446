//! Indented text.

/// Lines of code, each at its depth.
#[derive(Debug, Default)]
pub(crate) struct Script {
    text: String,
    depth: usize,
}

impl Script {
    /// One line. It may not contain line breaks: captured ones are quoted.
    pub(crate) fn line(&mut self, line: &str) {
        debug_assert!(!line.contains('\n'), "a line is one line: {line}");
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Several lines, each at the current depth.
    pub(crate) fn block(&mut self, lines: &str) {
        for line in lines.split('\n') {
            self.line(line);
        }
    }

    /// An empty line, unless one is there or nothing is.
    pub(crate) fn gap(&mut self) {
        let is_open = self.text.ends_with("{\n") || self.text.ends_with("\n\n");
        if !self.text.is_empty() && !is_open {
            self.text.push('\n');
        }
    }

    pub(crate) fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    pub(crate) fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
