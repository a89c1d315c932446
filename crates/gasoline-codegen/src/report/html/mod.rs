//! The run as one HTML file that opens anywhere: nothing is fetched, and no script runs but ours.

mod detail;
mod waterfall;

use gasoline_analysis::report::{Outcome, Run, TestOutcome, counted, duration};

use super::words;
use crate::limits;
use crate::markup::escaped;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("filter.js");

/// What the page may do: its own style, this one script (by its SHA-256), pictures inside the file.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      script-src 'sha256-cH6wn/kXM7/2CE4BVXbNoMv2iL+XWV1x837KHYXJVak='; base-uri 'none'; form-action 'none'";

/// The whole report.
pub fn html(run: &Run) -> String {
    let title = escaped(&words::headline(&run.summary));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n"
    );
    page.push_str(&about(run));
    page.push_str(&filters(run));
    page.push_str("</header>\n<main>\n");
    let mut room = Room {
        pictures_bytes: limits::HTML_PICTURES_MAX_BYTES,
        details: limits::HTML_MAX_DETAILS,
        open: limits::HTML_MAX_OPEN,
    };
    for test in &run.tests {
        page.push_str(&row(test, &mut room));
    }
    page.push_str("</main>\n");
    if !run.notes.is_empty() {
        let notes = run
            .notes
            .iter()
            .map(|note| format!("<p class=\"quiet\">Note: {}</p>\n", escaped(note)));
        page.push_str(&format!("<footer>\n{}</footer>\n", notes.collect::<String>()));
    }
    page.push_str(&format!("<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    page
}

/// What is left of what a file may hold.
#[derive(Debug)]
struct Room {
    pictures_bytes: usize,
    details: usize,
    /// Tests that are shown open: of many failures the first are read, the others found by title.
    open: usize,
}

fn about(run: &Run) -> String {
    let summary = &run.summary;
    let mut parts = Vec::new();
    if let Some(started) = summary.started {
        parts.push(format!("started {started}"));
    }
    if summary.attempts > summary.tests {
        parts.push(counted(summary.attempts, "attempt"));
    }
    parts.push(counted(summary.browser_errors, "browser error"));
    parts.push(counted(summary.network_failures, "failed request"));
    if summary.shards.len() > 1 {
        parts.push(format!("merged from {} files", summary.shards.len()));
    }
    format!("<p class=\"about\">{}</p>\n", escaped(&parts.join(" · ")))
}

/// Shown by the script, which alone can make them work.
fn filters(run: &Run) -> String {
    let summary = &run.summary;
    let counts = [
        ("failed", summary.failed),
        ("interrupted", summary.interrupted),
        ("flaky", summary.flaky),
        ("passed", summary.passed),
        ("skipped", summary.skipped),
        ("unknown", summary.unknown),
    ];
    let buttons: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| {
            format!("<button type=\"button\" value=\"{name}\" aria-pressed=\"true\"><b>{count}</b> {name}</button>\n")
        })
        .collect();
    format!(
        "<form hidden aria-label=\"Filter the tests\">\n{}<input type=\"search\" \
         placeholder=\"title, file or error\" aria-label=\"Search\">\n\
         <output aria-live=\"polite\"></output>\n</form>\n",
        buttons.concat()
    )
}

fn row(test: &TestOutcome, room: &mut Room) -> String {
    let status = test.status.name();
    let place = words::place(test).unwrap_or_default();
    let is_telling = test.status.is_telling();
    let has_errors = words::own_errors(test).next().is_some();
    let gist =
        if is_telling { words::gist(test, limits::HTML_GIST_MAX_CHARS) } else { String::new() };
    let errors: Vec<&str> = words::own_errors(test).map(|it| it.message.as_str()).collect();
    let searched = format!("{} {place} {gist} {}", test.title, errors.join(" ")).to_lowercase();
    let took = test.duration_ms.map(duration).unwrap_or_default();
    let mut head = format!(
        "<span class=\"badge\">{}</span><span class=\"title\">{}</span><span class=\"took\">{took}</span>",
        label(test.status),
        escaped(&test.title)
    );
    if !place.is_empty() {
        head.push_str(&format!("<span class=\"place\">{}</span>", escaped(&place)));
    }
    if !gist.is_empty() {
        head.push_str(&format!("<span class=\"gist\">{}</span>", escaped(&gist)));
    }
    let data = format!("data-status=\"{status}\" data-text=\"{}\"", escaped(&searched));
    if !(is_telling || has_errors) {
        return format!(
            "<div class=\"test {status}\" {data}><div class=\"head\">{head}</div></div>\n"
        );
    }
    let body = if room.details > 0 {
        room.details -= 1;
        detail::body(test, room)
    } else {
        format!(
            "<p class=\"quiet\">Left out to keep the file small: \
             <code>gasoline report --test-id {}</code></p>\n",
            escaped(&format!("{:?}", test.test_id))
        )
    };
    let is_open = is_telling && room.open > 0;
    room.open -= usize::from(is_open);
    let open = if is_open { " open" } else { "" };
    format!(
        "<details class=\"test {status}\" {data}{open}><summary class=\"head\">{head}</summary>\n\
         <div class=\"body\">\n{body}</div></details>\n"
    )
}

fn label(status: Outcome) -> &'static str {
    match status {
        Outcome::Skipped => "– skipped",
        other => super::text::mark(other),
    }
}
