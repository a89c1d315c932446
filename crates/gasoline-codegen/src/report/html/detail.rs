//! What is told of one test when it is opened.

use gasoline_analysis::report::{
    BrowserError, FailedRequest, Picture, TestOutcome, answered, line,
};

use super::super::words;
use super::{Room, waterfall};
use crate::limits;
use crate::markup::escaped;

pub(super) fn body(test: &TestOutcome, room: &mut Room) -> String {
    let evidence = &test.evidence;
    let mut page = String::new();
    if !evidence.hints.is_empty() {
        page.push_str("<h2>Why</h2>\n<ul class=\"hints\">\n");
        for hint in &evidence.hints {
            page.push_str(&format!(
                "<li>{}<span class=\"because\">{}</span></li>\n",
                escaped(&hint.says),
                escaped(&hint.because)
            ));
        }
        page.push_str("</ul>\n");
    }
    if let Some(difference) = &test.difference {
        let lines = difference.lines.iter().map(|said| format!("<li>{}</li>\n", escaped(said)));
        page.push_str(&section(
            "Different when it passed",
            &format!("<ul>\n{}</ul>\n", lines.collect::<String>()),
        ));
    }
    if let Some(error) = &evidence.error {
        page.push_str(&section("The runner said", &block(&error.message)));
    } else if let Some(because) = &test.because {
        page.push_str(&section("The runner said", &format!("<p>{}</p>\n", escaped(because))));
    }
    if !evidence.timeline.is_empty() {
        page.push_str(&section("What happened", &waterfall::picture(test)));
    }
    if !evidence.errors.is_empty() {
        let errors: String = evidence.errors.iter().map(error).collect();
        page.push_str(&section("Errors of the page", &format!("<ul>\n{errors}</ul>\n")));
    }
    if !evidence.network_failures.is_empty() {
        let failures: String = evidence.network_failures.iter().map(request).collect();
        page.push_str(&section("Failed requests", &format!("<ul>\n{failures}</ul>\n")));
    }
    if !evidence.ws_errors.is_empty() {
        let rows = evidence.ws_errors.iter().map(|it| {
            format!("<li class=\"bad\"><code>{}</code></li>\n", escaped(&words::socket(it)))
        });
        page.push_str(&section("Sockets", &format!("<ul>\n{}</ul>\n", rows.collect::<String>())));
    }
    if !evidence.screenshots.is_empty() {
        let pictures: String = evidence.screenshots.iter().map(|it| picture(it, room)).collect();
        page.push_str(&section("Screenshots", &pictures));
    }
    if !evidence.console.is_empty() {
        let lines: Vec<String> = evidence
            .console
            .iter()
            .map(|it| format!("{:>6} ms  {:<5} {}", it.at_ms, it.level.name(), it.message))
            .collect();
        page.push_str(&section("Console", &block(&lines.join("\n"))));
    }
    page.push_str(&attempts(test));
    if evidence.omitted > 0 {
        page.push_str(&format!(
            "<p class=\"quiet\">{} more events are not listed.</p>\n",
            evidence.omitted
        ));
    }
    page
}

fn section(name: &str, body: &str) -> String {
    format!("<h2>{name}</h2>\n{body}")
}

fn block(lines: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(lines.trim_end_matches('\n')))
}

fn error(error: &BrowserError) -> String {
    let class = if error.noise.is_some() { "noise" } else { "bad" };
    let mut item = format!(
        "<li><code class=\"{class}\">[{}] {}{}</code>",
        escaped(&error.source),
        escaped(&error.message),
        words::times(error.count)
    );
    if let Some(mark) = &error.noise {
        item.push_str(&format!(
            "<span class=\"because\">noise: {}</span></li>\n",
            escaped(&mark.reason)
        ));
        return item;
    }
    if let Some(cause) = &error.cause {
        let outcome = answered(cause.status, cause.error.as_deref());
        let said = format!(
            "{} cause: {} {} → {outcome} ({})",
            cause.sure.name(),
            cause.method,
            cause.url,
            cause.because.join("; ")
        );
        item.push_str(&format!("<span class=\"because\">{}</span>", escaped(&said)));
    }
    for (name, text) in [("after", &error.action), ("inside", &error.components)] {
        if let Some(text) = text {
            item.push_str(&format!("<span class=\"because\">{name} {}</span>", escaped(text)));
        }
    }
    if !error.frames.is_empty() {
        let frames: Vec<String> =
            error.frames.iter().map(|it| format!("at {}", words::frame(it))).collect();
        item.push_str(&block(&frames.join("\n")));
    }
    if let Some(code) = &error.code {
        let lines = code.snippet.iter().map(|it| {
            let mark = if it.is_error { '>' } else { ' ' };
            format!("{mark} {:>4} | {}", it.line, it.text)
        });
        item.push_str(&block(&lines.collect::<Vec<_>>().join("\n")));
    }
    item.push_str("</li>\n");
    item
}

fn request(request: &FailedRequest) -> String {
    let class = if request.noise.is_some() { "noise" } else { "bad" };
    let mut item =
        format!("<li><code class=\"{class}\">{}</code>", escaped(&words::request(request)));
    if let Some(mark) = &request.noise {
        item.push_str(&format!("<span class=\"because\">noise: {}</span>", escaped(&mark.reason)));
    }
    for (name, body) in [("sent", &request.request_body), ("answered", &request.response_body)] {
        if let Some(body) = body {
            item.push_str(&format!(
                "<span class=\"because\">{name} <code>{}</code></span>",
                escaped(body)
            ));
        }
    }
    item.push_str("</li>\n");
    item
}

/// The picture itself where its pixels are at hand and have room; else that they are not.
fn picture(picture: &Picture, room: &mut Room) -> String {
    let when = picture.at_ms.map(|ms| format!(" after {ms} ms")).unwrap_or_default();
    let trigger = picture.trigger.as_deref().unwrap_or("screenshot");
    let url = picture.url.as_deref().map(|url| format!(", {url}")).unwrap_or_default();
    let caption = escaped(&line(&format!("{trigger}{when}{url}"), limits::HTML_GIST_MAX_CHARS));
    match &picture.data_url {
        Some(data) if data.len() <= room.pictures_bytes => {
            room.pictures_bytes -= data.len();
            format!(
                "<figure><img src=\"{}\" alt=\"The page: {caption}\">\
                 <figcaption>{caption}</figcaption></figure>\n",
                escaped(data)
            )
        }
        Some(_) => format!("<p class=\"quiet\">{caption}: left out to keep the file small.</p>\n"),
        None => format!(
            "<p class=\"quiet\">{caption}: its picture ({}) was not at hand when this report was made.</p>\n",
            escaped(&picture.id)
        ),
    }
}

fn attempts(test: &TestOutcome) -> String {
    if test.attempts.len() < 2 {
        return String::new();
    }
    let rows = test.attempts.iter().map(|it| {
        let said = it.error.as_ref().and_then(|it| it.message.lines().next()).unwrap_or_default();
        let said = line(&format!("{} {said}", it.status), limits::HTML_GIST_MAX_CHARS);
        format!("<li>attempt {}: {}</li>\n", u64::from(it.retry) + 1, escaped(&said))
    });
    section("Attempts", &format!("<ul>\n{}</ul>\n", rows.collect::<String>()))
}
