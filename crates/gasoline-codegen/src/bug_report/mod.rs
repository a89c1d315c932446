//! A bug report: what was done, what happened, and the evidence, as a text that can be sent.
//!
//! It says only what was seen. What should have happened instead is known to the reader alone,
//! unless the session itself shows it.

mod html;
mod markdown;

pub use html::html;
pub use markdown::markdown;

/// A report before it is Markdown or HTML. Every text was masked before.
#[derive(Debug, Clone, Default)]
pub struct BugReport {
    pub title: String,
    /// The page it happened on.
    pub url: Option<String>,
    /// When, as RFC 3339.
    pub observed: String,
    /// `Error (unhandled exception)`.
    pub severity: String,
    pub steps: Vec<ReportStep>,
    /// What the session shows should have happened, a sentence each.
    pub expected: Vec<String>,
    pub actual: Vec<String>,
    /// The code around the error, under the name of its place.
    pub code: Option<(String, String)>,
    /// Warnings and errors around it, a line each.
    pub console: Vec<String>,
    pub failed_requests: Vec<FailedRequest>,
    /// Name and value.
    pub environment: Vec<(String, String)>,
    pub script: Option<String>,
    /// What a reader should know of the report itself.
    pub notes: Vec<String>,
}

/// One thing that was done, or the error itself.
#[derive(Debug, Clone, Default)]
pub struct ReportStep {
    pub says: String,
    /// The error is quoted as code, what the user did is not.
    pub error: Option<String>,
    pub picture: Option<ReportPicture>,
}

/// A picture of the page after a step.
#[derive(Debug, Clone, Default)]
pub struct ReportPicture {
    /// A data URL, or the name of a file beside the report.
    pub source: String,
    pub caption: String,
}

/// A request that failed, with what is worth reading of its bodies.
#[derive(Debug, Clone, Default)]
pub struct FailedRequest {
    /// `POST /api/orders → 500 (132 ms)`.
    pub line: String,
    pub request: Option<String>,
    pub response: Option<String>,
}

/// What stands where the session does not show what should have happened.
const EXPECTED_UNKNOWN: &str =
    "No error at the last step. What should have happened instead was not captured: please add it.";

/// Part of a sentence.
enum Said<'t> {
    Words(&'t str),
    Code(&'t str),
}

/// Takes a sentence apart at pairs of backticks; one without a partner is a word as any other.
fn parts(sentence: &str) -> Vec<Said<'_>> {
    let mut found = Vec::new();
    let mut rest = sentence;
    while let Some((words, after)) = rest.split_once('`') {
        let Some((code, after)) = after.split_once('`') else { break };
        if code.trim().is_empty() {
            break;
        }
        found.extend([Said::Words(words), Said::Code(code)]);
        rest = after;
    }
    found.push(Said::Words(rest));
    found
}

impl BugReport {
    /// The sentences about what should have happened, never none.
    fn expectations(&self) -> Vec<&str> {
        if self.expected.is_empty() {
            return vec![EXPECTED_UNKNOWN];
        }
        self.expected.iter().map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests;
