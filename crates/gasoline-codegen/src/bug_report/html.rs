//! The report as one HTML file that opens anywhere: no script, nothing fetched.

use super::{BugReport, Said, parts};
use crate::markup::escaped_html as escaped;

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --bad: #b42318; --quiet: #57606a }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #161b22; --bad: #ff7b72; --quiet: #9198a1 } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
p { overflow-wrap: anywhere }
li { margin: .25rem 0; overflow-wrap: anywhere } li.error { color: var(--bad) }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto }
pre.log { white-space: pre-wrap; overflow-wrap: anywhere }
figure { margin: .5rem 0 1rem } img { max-width: min(100%, 40rem); border: 1px solid var(--line); border-radius: 6px }
figcaption { color: var(--quiet); font-size: .85rem }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } ol, ul { padding-left: 1.5rem } }
@media print { body { max-width: none; margin: 0 } pre { white-space: pre-wrap; overflow-wrap: anywhere } figure { break-inside: avoid } h2 { break-after: avoid } }
";

/// The whole report.
pub fn html(report: &BugReport) -> String {
    let title = escaped(&report.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; img-src data: 'self' file:\">\n\
         <title>Bug Report: {title}</title>\n<style>\n{STYLE}</style>\n<h1>Bug Report: {title}</h1>\n"
    );
    let mut facts = Vec::new();
    if let Some(url) = &report.url {
        facts.push(("URL".to_owned(), url.clone()));
    }
    facts.push(("Observed".to_owned(), report.observed.clone()));
    facts.push(("Severity".to_owned(), report.severity.clone()));
    page.push_str(&list_of_facts(&facts));

    page.push_str("<h2>Steps to Reproduce</h2>\n");
    page.push_str(&steps(report));
    page.push_str(&sentences("Expected Behavior", report.expectations()));
    page.push_str(&sentences("Actual Behavior", report.actual.iter().map(String::as_str)));
    if let Some((place, lines)) = &report.code {
        let place = escaped(place);
        page.push_str(&format!("<h2>Source</h2>\n<p><code>{place}</code></p>\n{}", block(lines)));
    }
    if !report.failed_requests.is_empty() {
        page.push_str("<h2>Failed Requests</h2>\n<ul>\n");
        for request in &report.failed_requests {
            page.push_str(&format!("<li><code>{}</code>", escaped(&request.line)));
            for (name, body) in [("sent", &request.request), ("answered", &request.response)] {
                if let Some(body) = body {
                    page.push_str(&format!("<br>{name}: <code>{}</code>", escaped(body)));
                }
            }
            page.push_str("</li>\n");
        }
        page.push_str("</ul>\n");
    }
    if !report.console.is_empty() {
        let lines = escaped(&report.console.join("\n"));
        page.push_str(&format!("<h2>Console</h2>\n<pre class=\"log\">{lines}</pre>\n"));
    }
    page.push_str("<h2>Environment</h2>\n");
    page.push_str(&list_of_facts(&report.environment));
    if let Some(script) = &report.script {
        page.push_str(&format!("<h2>Reproduction Script</h2>\n{}", block(script)));
    }
    if !report.notes.is_empty() {
        page.push_str(&sentences("Notes", report.notes.iter().map(String::as_str)));
    }
    page.push_str("</html>\n");
    page
}

fn steps(report: &BugReport) -> String {
    if report.steps.is_empty() {
        return "<p>No user action was captured before it.</p>\n".to_owned();
    }
    let mut list = "<ol>\n".to_owned();
    for step in &report.steps {
        let says = escaped(&step.says);
        match &step.error {
            Some(error) => {
                let error = escaped(error);
                list.push_str(&format!("<li class=\"error\">{says}: <code>{error}</code>"));
            }
            None => list.push_str(&format!("<li>{says}")),
        }
        if let Some(picture) = &step.picture {
            let (source, caption) = (escaped(&picture.source), escaped(&picture.caption));
            list.push_str(&format!(
                "\n<figure><img src=\"{source}\" alt=\"{caption}\">\
                 <figcaption>{caption}</figcaption></figure>"
            ));
        }
        list.push_str("</li>\n");
    }
    list.push_str("</ol>\n");
    list
}

fn sentences<'a>(name: &str, sentences: impl IntoIterator<Item = &'a str>) -> String {
    let items = sentences.into_iter().map(|sentence| format!("<p>{}</p>\n", prose(sentence)));
    format!("<h2>{name}</h2>\n{}", items.collect::<Vec<_>>().concat())
}

/// A sentence, code in it as code.
fn prose(sentence: &str) -> String {
    let parts = parts(sentence).into_iter().map(|part| match part {
        Said::Words(words) => escaped(words),
        Said::Code(code) => format!("<code>{}</code>", escaped(code)),
    });
    parts.collect()
}

fn list_of_facts(facts: &[(String, String)]) -> String {
    let rows = facts
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value)));
    format!("<dl>\n{}</dl>\n", rows.collect::<Vec<_>>().concat())
}

fn block(lines: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(lines.trim_end_matches('\n')))
}
