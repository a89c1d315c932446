//! One error as it is shown: all that is known of it, or a line.

pub(super) mod failures;
pub(super) mod found;
mod places;
mod rows;

use gasoline_analysis::diagnosis::{self, Broken, Diagnosis, RequestLink};
use gasoline_analysis::issues::Issue;
use gasoline_protocol::Seq;
use gasoline_protocol::escape;

use crate::limits;
use crate::mcp::response::show;

pub(super) use places::Places;
pub(super) use rows::ErrorRow;

/// How much is shown of an error. The ladder goes down until what is known fits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fullness {
    /// Lines of code on each side of the one that broke.
    code_lines: u32,
    /// Places shown with their code.
    sources: usize,
    body_chars: usize,
    frames: usize,
    /// Whether the names of props and state are told with the components.
    has_keys: bool,
}

/// Everything, for a reader who asked for it.
const WHOLE: Fullness =
    Fullness { code_lines: 5, sources: 3, body_chars: 1_000, frames: 12, has_keys: true };

/// From what is shown of the usual error to the least of one whose messages and bodies are long.
const LADDER: [Fullness; 3] = [
    Fullness { code_lines: 3, sources: 1, body_chars: 300, frames: 5, has_keys: true },
    Fullness { code_lines: 3, sources: 1, body_chars: 240, frames: 4, has_keys: false },
    Fullness { code_lines: 2, sources: 1, body_chars: 160, frames: 3, has_keys: false },
];
const LEAST: Fullness =
    Fullness { code_lines: 1, sources: 1, body_chars: 80, frames: 2, has_keys: false };

/// An error and all that was found out about it.
pub(super) struct Told<'a> {
    pub(super) issue: &'a Issue,
    pub(super) broken: Broken<'a>,
    pub(super) diagnosis: Diagnosis<'a>,
    pub(super) places: Option<&'a Places>,
}

impl Told<'_> {
    /// The requests told as its cause.
    pub(super) fn causes(&self) -> impl Iterator<Item = Seq> {
        self.diagnosis.requests.iter().map(|link| link.request.seq)
    }

    /// As much as leaves room for others; to a reader who asked for more, everything.
    pub(super) fn fullness(&self, index: usize, is_asked: bool) -> Fullness {
        if is_asked {
            return WHOLE;
        }
        let fits = |fullness: &&Fullness| {
            self.to_text(index, **fullness).len() <= limits::DIAGNOSIS_MAX_BYTES
        };
        LADDER.iter().find(fits).copied().unwrap_or(LEAST)
    }

    /// The error, where it is, and what led to it.
    pub(super) fn to_text(&self, index: usize, fullness: Fullness) -> String {
        let mut text = format!("{}\n", head(index, self.issue, limits::MESSAGE_SHOWN_CHARS));
        let place = place(self.issue, self.places);
        let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
        let page = self.issue.url.as_ref().map(|url| format!(" on {}", show::truncated(url, 200)));
        text.push_str(&format!(
            "   {}{place}{}, {}\n",
            escape::line(&self.issue.source),
            page.unwrap_or_default(),
            times(self.issue)
        ));
        match self.places {
            Some(places) => {
                text.push_str(&places.to_text(
                    fullness.frames,
                    fullness.sources,
                    fullness.code_lines,
                ));
            }
            None => text.push_str(&show::stack(self.issue.stack.as_deref().unwrap_or_default())),
        }
        text.push_str(&self.context(fullness));
        for link in &self.diagnosis.requests {
            text.push_str(&self.cause(link, fullness));
        }
        if let Some(link) = &self.diagnosis.action {
            text.push_str(&format!(
                "   user: {} ({} ms before, {} trigger)\n",
                show::action(&link.action.view),
                link.ms_before,
                link.sure.name()
            ));
        }
        if let Some(id) = self.diagnosis.screenshot {
            text.push_str(&format!("   screenshot: gasoline://screenshot/{id}\n"));
        }
        text
    }

    /// Components and state.
    fn context(&self, fullness: Fullness) -> String {
        let mut text = String::new();
        if let Some(told) = &self.diagnosis.enriched.components {
            let leaf = told.components.last();
            let keys = |name: &str, keys: &[String]| {
                let shown = keys.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
                if keys.is_empty() {
                    String::new()
                } else {
                    format!("; {name}: {}", escape::line(&shown))
                }
            };
            let held = leaf.filter(|_| fullness.has_keys).map(|leaf| {
                format!("{}{}", keys("props", &leaf.prop_keys), keys("state", &leaf.state_keys))
            });
            text.push_str(&format!(
                "   component: {} ({}{})\n",
                show::truncated(&told.path(), limits::MESSAGE_SHOWN_CHARS / 2),
                escape::line(&told.framework),
                held.unwrap_or_default()
            ));
        }
        if let Some(state) = &self.diagnosis.enriched.state {
            let values = show::truncated(&state.values(), fullness.body_chars);
            let values =
                if values.is_empty() { "nothing about this error".to_owned() } else { values };
            text.push_str(&format!("   state ({}): {values}\n", escape::line(&state.source)));
        }
        text
    }

    /// A request the error depends on, with the part of its bodies that matters.
    fn cause(&self, link: &RequestLink<'_>, fullness: Fullness) -> String {
        let request = &link.request.view;
        let mut text = format!(
            "   cause, {}: {}\n     because {}\n",
            link.sure.name(),
            show::request(request),
            escape::line(&link.because.join("; "))
        );
        for (name, body) in
            [("request", &request.request_body), ("response", &request.response_body)]
        {
            let body = body.as_deref().filter(|body| !body.trim().is_empty());
            if let Some(body) = body {
                let part = diagnosis::excerpt(body, &self.diagnosis.names, fullness.body_chars);
                text.push_str(&format!("     {name}: {}\n", escape::line(&part)));
            }
        }
        text
    }

    /// The error and what led to it in a sentence or three.
    pub(super) fn summary(&self) -> String {
        let action = self.diagnosis.action.as_ref();
        let said = action.map(|link| show::action(&link.action.view));
        diagnosis::summary(&self.broken, &self.diagnosis, said.as_deref())
    }
}

/// An error in a line: what, how often, where, and by which name to ask for more.
pub(super) fn line(index: usize, issue: &Issue, places: Option<&Places>) -> String {
    let place = place(issue, places).map(|place| format!(" — {place}")).unwrap_or_default();
    format!("{}{place}, {}\n", head(index, issue, limits::MESSAGE_LINE_CHARS), times(issue))
}

fn head(index: usize, issue: &Issue, most_chars: usize) -> String {
    let times = if issue.count > 1 { format!("  ×{}", issue.count) } else { String::new() };
    let noise = issue.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let message = show::one_line(&issue.message, most_chars);
    format!("{}. {message}{times}{noise}  [{}]", index + 1, issue.last_seq)
}

/// Where it broke: in the source, or as the browser says.
fn place(issue: &Issue, places: Option<&Places>) -> Option<String> {
    places.and_then(Places::top).or_else(|| {
        let file = issue.filename.as_ref()?;
        let line = issue.lineno.map(|line| format!(":{line}")).unwrap_or_default();
        let column = issue.colno.map(|column| format!(":{column}")).unwrap_or_default();
        Some(format!("{}{line}{column}", escape::line(file)))
    })
}

fn times(issue: &Issue) -> String {
    let last = show::clock(issue.last_seen);
    if issue.count > 1 {
        format!("first {}, last {last}", show::clock(issue.first_seen))
    } else {
        format!("at {last}")
    }
}
