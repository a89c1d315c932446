//! `compare`: two snapshots, or one and what is current.

use gasoline_analysis::comparison::{self, Comparison};
use gasoline_analysis::verification::Watch;
use gasoline_protocol::Timestamp;

use super::response::DiffResponse;
use super::{Arguments, CURRENT, captured, unknown};
use crate::app::shelves::Named;
use crate::limits;
use crate::mcp::digest;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::sections::Sections;
use crate::mcp::response::show;
use crate::mcp::tool::Caller;

pub(super) fn compare(
    caller: &Caller<'_>,
    arguments: &Arguments,
    url: Option<&str>,
    now: Timestamp,
) -> Result<DiffResponse, Refusal> {
    let known = || -> Vec<String> {
        let shelves = &caller.app.shelves;
        shelves.of(caller.shelf, |own| {
            own.snapshots.list(now).map(|(name, ..)| name.to_owned()).collect()
        })
    };
    let Some(a) = arguments.compare_a.as_deref().filter(|name| !name.is_empty()) else {
        return Err(Refusal::new(
            format!("`compare` needs `compare_a`; {}", captured(&known())),
            "pass the name of a snapshot; `compare_b` may be another, or `current`",
        ));
    };
    let b = arguments.compare_b.as_deref().filter(|name| !name.is_empty()).unwrap_or(CURRENT);
    let kept = |name: &str| -> Result<Option<Named>, Refusal> {
        if name == CURRENT {
            return Ok(None);
        }
        let shelves = &caller.app.shelves;
        let found =
            shelves.of(caller.shelf, |own| own.snapshots.get(name, now).map(|kept| kept.clone()));
        found.map(Some).map_err(|missing| unknown(name, &missing))
    };
    let (kept_a, kept_b) = (kept(a)?, kept(b)?);
    for (name, kept) in [(a, &kept_a), (b, &kept_b)] {
        if let (Some(kept), Some(url)) = (kept, url)
            && kept.url.as_deref() != Some(url)
        {
            return Err(too_late(name, kept, url));
        }
    }
    // What is current has the same filter as what it is compared with.
    let filter = url
        .map(str::to_owned)
        .or_else(|| kept_a.as_ref().or(kept_b.as_ref()).and_then(|kept| kept.url.clone()));
    let current = || {
        let (digest, head) = digest::take(caller.app, None, filter.as_deref());
        Named { digest, url: filter.clone(), head }
    };
    let (kept_b, window) = match (&kept_a, kept_b) {
        (Some(earlier), kept_b) => since(caller, earlier, kept_b),
        (None, kept_b) => (kept_b.unwrap_or_else(current), Window::Whole),
    };
    let kept_a = kept_a.unwrap_or_else(current);
    let compared = comparison::compare(&kept_a.digest, &kept_b.digest);
    Ok(response((a, &kept_a), (b, &kept_b), window, compared))
}

/// What of the second snapshot is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Window {
    /// All of it: it is not later than the first, or is the first.
    Whole,
    /// What came since the first: what that one has would else be found again.
    Since,
}

/// The second snapshot, or what is current, from where the first ends. A snapshot is not read from
/// the journal again: the journal may have evicted what the snapshot keeps.
fn since(caller: &Caller<'_>, earlier: &Named, later: Option<Named>) -> (Named, Window) {
    let watch = Watch { since: earlier.head, at: earlier.digest.captured_at };
    let Some(later) = later else {
        let url = earlier.url.clone();
        let (digest, head) = digest::take(caller.app, Some(watch), url.as_deref());
        return (Named { digest, url, head }, Window::Since);
    };
    if later.head <= earlier.head {
        return (later, Window::Whole);
    }
    let digest = later.digest.since(watch);
    (Named { digest, ..later }, Window::Since)
}

fn too_late(name: &str, kept: &Named, url: &str) -> Refusal {
    let url = show::truncated(url, limits::MESSAGE_LINE_CHARS);
    let how = match &kept.url {
        Some(url) => format!("with `url_filter: \"{url}\"`"),
        None => "without `url_filter`".to_owned(),
    };
    Refusal::new(
        format!("`url_filter: \"{url}\"` cannot be applied to `{name}`: it was captured {how}"),
        "pass `url_filter` to `capture`; `compare` then sees `current` through the same filter",
    )
}

/// Lists have the rows that the text has room for.
fn response(
    (a, kept_a): (&str, &Named),
    (b, kept_b): (&str, &Named),
    window: Window,
    mut compared: Comparison,
) -> DiffResponse {
    let mut sections = Sections::new(format!("`{a}` → `{b}`: {}", compared.headline()));
    for section in compared.sections() {
        let taken = sections.add(section.title, &section.lines);
        (section.truncate)(&mut compared.diff, taken);
    }
    let notes = notes((a, kept_a), (b, kept_b), window);
    sections.add("to be known", &notes);
    DiffResponse::Compared {
        action: "compared",
        a: a.to_owned(),
        b: b.to_owned(),
        diff: Box::new(compared.diff),
        summary: compared.summary,
        notes,
        truncated: sections.omitted(),
        text: sections.text,
    }
}

fn notes(a: (&str, &Named), b: (&str, &Named), window: Window) -> Vec<String> {
    let mut notes = Vec::new();
    let (is_empty, is_since) = (b.1.digest.events == 0, window == Window::Since);
    let (first, second) = (a.0, b.0);
    match window {
        Window::Whole => {}
        Window::Since if is_empty => notes.push(format!(
            "nothing was captured from `{first}` to `{second}`, so this proves nothing: let the \
             scenario be repeated, then compare again"
        )),
        Window::Since => notes.push(format!(
            "of `{second}` only what came after `{first}` was captured is compared; an error of \
             `{first}` that did not come again counts as resolved"
        )),
    }
    for (name, kept) in [a, b] {
        let gaps = &kept.digest.gaps;
        let of_since = is_since && name == second;
        if gaps.forgotten > 0 && of_since && name == CURRENT {
            notes.push(format!(
                "{} events since `{first}` were forgotten before this comparison: an error among them \
                 is not counted",
                gaps.forgotten
            ));
        } else if gaps.forgotten > 0 {
            notes.push(format!("{} events had been forgotten before `{name}`", gaps.forgotten));
        }
        if let Some(at) = gaps.cleared_at.filter(|_| of_since) {
            notes.push(format!(
                "the journal was cleared at {at}, after `{first}`: what came between is gone"
            ));
        }
        if kept.digest.cut > 0 {
            notes.push(format!(
                "{} older errors or endpoints of `{name}` had no room and were not compared",
                kept.digest.cut
            ));
        }
        if kept.digest.events == 0 && !of_since {
            notes.push(format!("nothing is in `{name}`"));
        }
    }
    if a.1.url != b.1.url {
        notes.push("the two were captured with different `url_filter`s".to_owned());
    }
    notes
}
