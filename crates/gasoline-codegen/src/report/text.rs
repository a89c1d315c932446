//! The run for a person at a terminal.

use gasoline_analysis::report::{Outcome, Run, TestOutcome, duration, line};
use gasoline_protocol::messages::without_prefix;

use super::words;
use crate::limits;

/// Whether the reader sees colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    Plain,
    Coloured,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn quiet(self, text: &str) -> String {
        self.with("2", text)
    }

    fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    fn status(self, status: Outcome, text: &str) -> String {
        let code = match status {
            Outcome::Failed | Outcome::Interrupted => "1;31",
            Outcome::Flaky => "1;33",
            Outcome::Passed => "32",
            Outcome::Skipped | Outcome::Unknown => "2",
        };
        self.with(code, text)
    }
}

/// The whole report.
pub fn text(run: &Run, paint: Paint) -> String {
    let mut out = format!("{}\n", paint.bold(&words::headline(&run.summary)));
    if run.summary.shards.len() > 1 {
        out.push_str(&format!(
            "{}\n",
            paint.quiet(&format!("merged from {} files", run.summary.shards.len()))
        ));
    }
    for test in words::telling(run) {
        out.push('\n');
        out.push_str(&block(test, paint));
    }
    let suspicious: Vec<&TestOutcome> = run
        .tests
        .iter()
        .filter(|test| !test.status.is_telling() && words::own_errors(test).next().is_some())
        .collect();
    if !suspicious.is_empty() {
        out.push_str("\nNot failed, and yet with errors in the browser:\n");
        for test in suspicious.iter().take(limits::REPORT_TEXT_MAX_ROWS) {
            let errors = words::own_errors(test).map(|it| it.count).sum::<usize>();
            let first = words::own_errors(test).next().map(|it| line(&it.message, LINE_CHARS));
            out.push_str(&format!(
                "  {} {}: {} ({errors})\n",
                paint.status(test.status, mark(test.status)),
                test.title,
                first.unwrap_or_default()
            ));
        }
        let more = suspicious.len().saturating_sub(limits::REPORT_TEXT_MAX_ROWS);
        if more > 0 {
            out.push_str(&format!("  … {more} more\n"));
        }
    }
    for note in &run.notes {
        out.push_str(&format!("\n{}\n", paint.quiet(&format!("note: {note}"))));
    }
    out
}

/// Characters of one line.
pub(super) const LINE_CHARS: usize = 160;

pub(super) fn mark(status: Outcome) -> &'static str {
    match status {
        Outcome::Failed => "✗ failed",
        Outcome::Interrupted => "✗ interrupted",
        Outcome::Flaky => "~ flaky",
        Outcome::Passed => "✓ passed",
        Outcome::Skipped => "- skipped",
        Outcome::Unknown => "? unknown",
    }
}

pub(super) fn block(test: &TestOutcome, paint: Paint) -> String {
    let took = test.duration_ms.map(|ms| format!(" ({})", duration(ms))).unwrap_or_default();
    let mut out = format!(
        "{}  {}{}\n",
        paint.status(test.status, mark(test.status)),
        paint.bold(&test.title),
        paint.quiet(&took)
    );
    let mut push = |text: &str| {
        out.push_str("    ");
        out.push_str(text);
        out.push('\n');
    };
    if let Some(place) = words::place(test) {
        push(&paint.quiet(&place));
    }
    if test.attempts.len() > 1 {
        let tried: Vec<&str> = test.attempts.iter().map(|it| it.status.as_str()).collect();
        push(&format!("attempts: {}", tried.join(", ")));
    }
    if let Some(reason) = words::reason(test, LINE_CHARS) {
        push(&reason);
    }
    for hint in &test.evidence.hints {
        push(&format!("{} {}", paint.bold("→"), line(&hint.says, LINE_CHARS)));
        push(&paint.quiet(&format!("  {}", line(&hint.because, LINE_CHARS * 2))));
    }
    if let Some(difference) = &test.difference {
        push("different when it passed:");
        for said in &difference.lines {
            push(&format!("  - {}", line(said, LINE_CHARS)));
        }
    }
    for error in words::own_errors(test) {
        let message = without_prefix(&error.message).lines().next().unwrap_or_default();
        let said = format!(
            "[{}] {}{}",
            error.source,
            line(message, LINE_CHARS),
            words::times(error.count)
        );
        push(&paint.bad(&said));
        for frame in &error.frames {
            push(&paint.quiet(&format!("    at {}", words::frame(frame))));
        }
    }
    for request in &test.evidence.network_failures {
        let noise = request.noise.as_ref().map(|it| format!(" [noise: {}]", it.reason));
        let said = format!("[network] {}{}", words::request(request), noise.unwrap_or_default());
        push(&if request.noise.is_some() { paint.quiet(&said) } else { paint.bad(&said) });
        for (name, body) in [("sent", &request.request_body), ("answered", &request.response_body)]
        {
            if let Some(body) = body.as_ref().filter(|_| request.noise.is_none()) {
                push(&paint.quiet(&format!("    {name}: {}", line(body, LINE_CHARS))));
            }
        }
    }
    for socket in &test.evidence.ws_errors {
        push(&paint.bad(&format!("[websocket] {}", words::socket(socket))));
    }
    for said in &test.evidence.console {
        push(&paint.quiet(&format!("[{}] {}", said.level.name(), line(&said.message, LINE_CHARS))));
    }
    if !test.evidence.screenshots.is_empty() {
        let ids: Vec<&str> = test.evidence.screenshots.iter().map(|it| it.id.as_str()).collect();
        push(&paint.quiet(&format!("screenshots: {}", line(&ids.join(", "), LINE_CHARS))));
    }
    if test.evidence.omitted > 0 {
        push(&paint.quiet(&format!("{} more events are not listed", test.evidence.omitted)));
    }
    out
}
