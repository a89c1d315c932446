//! The run as the summary of a GitHub job: Markdown that stays below what GitHub takes.

use gasoline_analysis::report::{Outcome, Run, TestOutcome, duration, line};

use super::ai_context::failure_context;
use super::words;
use crate::limits;
use crate::markup::{escaped, fenced, plain};

/// The whole report.
pub fn github(run: &Run) -> String {
    let telling: Vec<&TestOutcome> = words::telling(run).collect();
    let sign = if telling.iter().any(|test| test.status.is_failure()) {
        "❌"
    } else if telling.is_empty() && run.summary.tests > 0 {
        "✅"
    } else {
        "⚠️"
    };
    let mut text = format!("## {sign} {}\n\n", plain(&words::headline(&run.summary)));
    let tail = tail(run);
    let most = limits::GITHUB_SUMMARY_MAX_BYTES - tail.len();
    if !telling.is_empty() {
        // Every test in a row before any in full: which ones failed matters most.
        text.push_str("| | Test | Why | Time |\n|---|---|---|---|\n");
        let left = fill(&mut text, most / 2, &telling, row);
        if left > 0 {
            text.push_str(&format!("| | … {left} more | | |\n"));
        }
        text.push('\n');
        let left =
            fill(&mut text, most.saturating_sub(limits::GITHUB_NOTE_BYTES), &telling, details);
        if left > 0 {
            text.push_str(&format!(
                "\n{left} more are not shown in full: a summary has one megabyte. \
                 `gasoline report --format html` has them all.\n"
            ));
        }
    }
    text.push_str(&tail);
    text
}

/// Adds what fits into `most` bytes, and says how many do not.
fn fill(
    text: &mut String,
    most: usize,
    tests: &[&TestOutcome],
    show: fn(&TestOutcome) -> String,
) -> usize {
    for (index, test) in tests.iter().enumerate() {
        let shown = show(test);
        if text.len() + shown.len() > most {
            return tests.len() - index;
        }
        text.push_str(&shown);
    }
    0
}

fn sign(status: Outcome) -> &'static str {
    if status == Outcome::Flaky { "⚠️ flaky" } else { "❌" }
}

/// Characters of a cell.
const CELL_CHARS: usize = 160;

fn row(test: &TestOutcome) -> String {
    let place = words::place(test).map(|it| format!("<br><sub>{}</sub>", plain(&it)));
    let took = test.duration_ms.map(duration).unwrap_or_default();
    format!(
        "| {} | {}{} | {} | {took} |\n",
        sign(test.status),
        plain(&line(&test.title, CELL_CHARS)),
        place.unwrap_or_default(),
        plain(&words::gist(test, CELL_CHARS)),
    )
}

fn details(test: &TestOutcome) -> String {
    let title = escaped(&line(&test.title, CELL_CHARS)).replace('@', "@\u{200b}");
    format!(
        "<details><summary>{} {title}</summary>\n\n{}\n</details>\n\n",
        sign(test.status),
        fenced(&failure_context(test), "text"),
    )
}

fn tail(run: &Run) -> String {
    let mut text = String::new();
    if run.summary.shards.len() > 1 {
        text.push_str(&format!("\n<sub>Merged from {} files.</sub>\n", run.summary.shards.len()));
    }
    for note in run.notes.iter().take(limits::REPORT_TEXT_MAX_ROWS) {
        text.push_str(&format!("\n<sub>Note: {}</sub>\n", plain(&line(note, CELL_CHARS))));
    }
    text
}
