//! One sentence or three about an error, put together from what is known of it.

use gasoline_protocol::truncate::truncate;

use super::{Broken, Diagnosis};
use crate::limits;
use gasoline_protocol::messages::split_type;

/// `TypeError in src/cart.ts:6 — Cannot read … at `sum += line.price`. After click button "Buy", …`.
///
/// `action` is how the action before it is called.
pub fn summary(broken: &Broken<'_>, diagnosis: &Diagnosis<'_>, action: Option<&str>) -> String {
    let said = broken.error.view.said();
    let (kind, rest) = split_type(&said);
    let mut text = kind.unwrap_or("Error").to_owned();
    let sources = broken.explained.map(|explained| &explained.sources[..]).unwrap_or_default();
    let frame = broken.explained.and_then(|explained| {
        explained.frames.iter().find(|frame| !frame.library).or(explained.frames.first())
    });
    if let Some(frame) = frame {
        text.push_str(&format!(" in {}:{}", frame.file, frame.line));
    }
    text.push_str(&format!(" — {}", part(rest.lines().next().unwrap_or_default())));
    let code = sources.first().and_then(|source| source.snippet.iter().find(|line| line.is_error));
    if let Some(line) = code {
        text.push_str(&format!(", at `{}`", part(line.text.trim())));
    }
    text.push('.');
    if let Some(action) = action {
        text.push_str(&format!(" It followed {}.", part(action)));
    }
    if let Some(link) = diagnosis.requests.first() {
        let request = &link.request.view;
        let outcome = match (request.status, request.error.as_deref()) {
            (0, Some(error)) => format!("failed ({error})"),
            (0, None) => "was not answered".to_owned(),
            (status, _) => format!("was answered {status}"),
        };
        text.push_str(&format!(
            " {} {} {outcome}: {} cause ({}).",
            request.method.line(),
            part(&request.url),
            match link.sure.name() {
                "certain" => "the",
                "likely" => "the likely",
                _ => "a possible",
            },
            link.because.join(", "),
        ));
    }
    if let Some(state) =
        diagnosis.enriched.state.as_ref().filter(|it| !it.relevant_slice.is_empty())
    {
        text.push_str(&format!(" State: {}.", part(&state.values())));
    }
    if let Some(components) = &diagnosis.enriched.components {
        text.push_str(&format!(
            " Inside the {} components {}.",
            name(&components.framework),
            components.path()
        ));
    }
    text
}

fn name(framework: &str) -> &str {
    match framework {
        "react" => "React",
        "vue" => "Vue",
        "svelte" => "Svelte",
        other => other,
    }
}

fn part(text: &str) -> String {
    truncate(text, limits::SUMMARY_PART_MAX_CHARS)
}
