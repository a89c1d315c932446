//! The report as Markdown, which trackers and chats render and people read as it is.

use super::{BugReport, FailedRequest, Said, parts};
use crate::markup::{fenced, longest_run};

/// The whole report.
pub fn markdown(report: &BugReport) -> String {
    let mut text = format!("## Bug Report: {}\n\n", plain(&report.title));
    if let Some(url) = &report.url {
        text.push_str(&format!("**URL**: {}  \n", code(url)));
    }
    text.push_str(&format!("**Observed**: {}  \n", plain(&report.observed)));
    text.push_str(&format!("**Severity**: {}\n", plain(&report.severity)));

    text.push_str("\n### Steps to Reproduce\n\n");
    if report.steps.is_empty() {
        text.push_str("No user action was captured before it.\n");
    }
    for (index, step) in report.steps.iter().enumerate() {
        let error = step.error.as_ref().map(|error| format!(": {}", code(error)));
        let says = plain(&step.says);
        text.push_str(&format!("{}. {says}{}\n", index + 1, error.unwrap_or_default()));
        if let Some(picture) = &step.picture {
            // The indent keeps the picture inside its step.
            let caption = plain(&picture.caption);
            text.push_str(&format!("\n   ![{caption}]({})\n\n", picture.source));
        }
    }

    section(&mut text, "Expected Behavior", report.expectations());
    section(&mut text, "Actual Behavior", report.actual.iter().map(String::as_str));
    if let Some((place, lines)) = &report.code {
        text.push_str(&format!("\n### Source\n\n{}\n\n{}", code(place), fenced(lines, "")));
    }
    if !report.failed_requests.is_empty() {
        text.push_str("\n### Failed Requests\n\n");
        text.extend(report.failed_requests.iter().map(failed_request));
    }
    if !report.console.is_empty() {
        let lines = report.console.join("\n");
        text.push_str(&format!("\n### Console\n\n{}", fenced(&lines, "")));
    }
    text.push_str("\n### Environment\n\n");
    for (name, value) in &report.environment {
        text.push_str(&format!("- {}: {}\n", plain(name), plain(value)));
    }
    if let Some(script) = &report.script {
        text.push_str(&format!("\n### Reproduction Script\n\n{}", fenced(script, "javascript")));
    }
    if !report.notes.is_empty() {
        section(&mut text, "Notes", report.notes.iter().map(String::as_str));
    }
    text
}

fn section<'a>(text: &mut String, name: &str, sentences: impl IntoIterator<Item = &'a str>) {
    text.push_str(&format!("\n### {name}\n\n"));
    let sentences: Vec<String> = sentences.into_iter().map(prose).collect();
    match sentences.as_slice() {
        [only] => text.push_str(&format!("{only}\n")),
        several => text.extend(several.iter().map(|sentence| format!("- {sentence}\n"))),
    }
}

/// A sentence, code in it as code.
fn prose(sentence: &str) -> String {
    let parts = parts(sentence).into_iter().map(|part| match part {
        // What stands beside code keeps its space.
        Said::Words(words) => {
            let (start, end) = (words.starts_with(' '), words.ends_with(' '));
            let space = |is_there| if is_there { " " } else { "" };
            format!("{}{}{}", space(start), plain(words), space(end))
        }
        Said::Code(text) => code(text),
    });
    parts.collect::<String>().trim().to_owned()
}

fn failed_request(request: &FailedRequest) -> String {
    let mut text = format!("- {}\n", code(&request.line));
    for (name, body) in [("sent", &request.request), ("answered", &request.response)] {
        if let Some(body) = body {
            text.push_str(&format!("  - {name}: {}\n", code(body)));
        }
    }
    text
}

/// A text that is shown as it is: on one line, and without a character that Markdown or HTML reads.
fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match character {
            '<' => shown.push_str("&lt;"),
            '&' => shown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => {
                shown.push('\\');
                shown.push(character);
            }
            // A mention would tell people who have nothing to do with it.
            '@' => shown.push_str("@\u{200b}"),
            '#' => shown.push_str("#\u{200b}"),
            other => shown.push(other),
        }
    }
    shown
}

/// A text as code on one line. The fence is longer than any run of backticks in it.
fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fence = "`".repeat(longest_run(&line) + 1);
    let pad =
        if line.starts_with('`') || line.ends_with('`') || line.is_empty() { " " } else { "" };
    format!("{fence}{pad}{line}{pad}{fence}")
}
