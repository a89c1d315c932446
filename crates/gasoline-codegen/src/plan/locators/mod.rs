//! The best way to find an element again: one that found it alone, and will in the next run.

mod written;

use gasoline_protocol::events::action::{Frame as CapturedFrame, Selectors};
use gasoline_protocol::sensitive::REDACTED;
use gasoline_protocol::url::Url;

use super::volatile::Volatile;
use crate::limits::{LOOKED_FOR_MAX_BYTES, PLACES_MAX};
use crate::step::{Frame, Part, Target};

/// A target, and the strategy behind it in the words of the capture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) target: Target,
    pub(super) strategy: &'static str,
}

struct Candidate {
    strategy: &'static str,
    part: Part,
    /// How many elements it matched, if somebody counted.
    matches: Option<u64>,
    index: Option<u64>,
    /// Whether it holds nothing that differs in the next run.
    is_stable: bool,
}

/// The best locator for what was captured, or `None` if nothing was.
///
/// What matched one element comes first, in the order of the strategies: test id, role and name,
/// label, text, id, path. Then the whole locator that the page proved, then a place among equals.
pub(super) fn choose(
    selectors: &Selectors<'_>,
    frame: Option<&CapturedFrame<'_>>,
    volatile: &Volatile,
) -> Option<Found> {
    let candidates = candidates(selectors, volatile);
    let css = css_of(selectors);
    let found = |strategy, parts| Found {
        target: Target { frames: frames_of(frame), parts, css },
        strategy,
    };
    // Our capture counts; of other clients the order of the strategies is all there is.
    let is_counted = selectors.matches.is_some() || selectors.locator.is_some();
    let is_alone = |candidate: &Candidate| match candidate.matches {
        Some(count) => count == 1,
        None => !is_counted || matches!(candidate.strategy, "id" | "cssPath"),
    };
    let best = candidates.iter().position(|candidate| {
        is_alone(candidate) && candidate.is_stable && candidate.strategy != "cssPath"
    });
    let proved = selectors.locator.as_deref().filter(|text| !is_lost(text));
    let proved = proved.and_then(written::parse).filter(|parts| !parts.iter().any(is_lost_part));
    let mut candidates = candidates;
    match (best, proved) {
        // An id is somebody's handle for the code; what the user sees tells more when it is proved.
        (Some(best), Some(parts))
            if candidates[best].strategy == "id" && is_by_sight(&parts, volatile) =>
        {
            Some(found("role", parts))
        }
        (Some(best), _) => {
            let Candidate { strategy, part, .. } = candidates.swap_remove(best);
            Some(found(strategy, vec![part]))
        }
        (None, Some(parts)) if parts_are_stable(&parts, volatile) => {
            Some(found(name_of(&parts), parts))
        }
        (None, proved) => {
            let placed = candidates.iter().position(|candidate| {
                candidate.matches.is_some_and(|count| count > 1 && count <= PLACES_MAX)
                    && candidate.index.is_some()
                    && candidate.is_stable
            });
            let last = placed
                .or_else(|| {
                    candidates.iter().position(|one| one.strategy == "cssPath" && one.is_stable)
                })
                .or_else(|| candidates.iter().position(is_alone))
                .or_else(|| candidates.len().checked_sub(1));
            match (last, proved) {
                (Some(place), _) => {
                    let Candidate { strategy, part, matches, index, .. } =
                        candidates.swap_remove(place);
                    let nth =
                        index.filter(|_| matches.is_some_and(|count| count > 1)).map(Part::Nth);
                    Some(found(strategy, std::iter::once(part).chain(nth).collect()))
                }
                (None, Some(parts)) => Some(found(name_of(&parts), parts)),
                (None, None) => None,
            }
        }
    }
}

/// In the order of preference.
fn candidates(selectors: &Selectors<'_>, volatile: &Volatile) -> Vec<Candidate> {
    let mut list = Vec::new();
    let of = |counts: &Option<std::collections::BTreeMap<gasoline_protocol::PageText<'_>, u64>>,
              name: &str| {
        counts.as_ref()?.iter().find(|(key, _)| &***key == name).map(|(_, count)| *count)
    };
    let mut add = |strategy: &'static str, said: &str, part: Part| {
        if said.is_empty() || is_lost(said) {
            return;
        }
        list.push(Candidate {
            strategy,
            part,
            matches: of(&selectors.matches, strategy),
            index: of(&selectors.index, strategy),
            is_stable: volatile.is_stable(said),
        });
    };
    if let Some(id) = selectors.test_id.as_deref() {
        let part = match selectors.test_id_attribute.as_deref() {
            None | Some("data-testid") => Part::TestId(id.to_owned()),
            Some(attribute) => Part::Css(attribute_css(attribute, id)),
        };
        add("testId", id, part);
    }
    if let Some(role) = &selectors.role
        && let (Some(role), Some(name)) = (role.role.as_deref(), role.name.as_deref())
        && is_role(role)
    {
        add("role", name, Part::Role { role: role.to_owned(), name: Some(name.to_owned()) });
    }
    if let Some(label) = selectors.aria_label.as_deref() {
        add("ariaLabel", label, Part::Label(label.to_owned()));
    }
    if let Some(text) = selectors.text.as_deref() {
        add("text", text, Part::Text(text.to_owned()));
    }
    if let Some(id) = selectors.id.as_deref() {
        add("id", id, Part::Css(id_css(id)));
    }
    if let Some(path) = selectors.css_path.as_deref() {
        add("cssPath", path, Part::Css(path.to_owned()));
    }
    list
}

/// CSS alone, best first.
fn css_of(selectors: &Selectors<'_>) -> Option<String> {
    let alone = |name: &str| {
        let counts = selectors.matches.as_ref();
        let count = counts.and_then(|all| all.iter().find(|(key, _)| &***key == name));
        count.is_none_or(|(_, count)| *count == 1)
    };
    // CSS has no word for NUL.
    let usable = |text: &&str| !text.is_empty() && !is_lost(text) && !text.contains('\0');
    let test_id = selectors.test_id.as_deref().filter(usable).filter(|_| alone("testId"));
    let attribute = selectors.test_id_attribute.as_deref().unwrap_or("data-testid");
    test_id
        .map(|id| attribute_css(attribute, id))
        .or_else(|| selectors.id.as_deref().filter(usable).map(id_css))
        .or_else(|| {
            let label =
                selectors.aria_label.as_deref().filter(usable).filter(|_| alone("ariaLabel"));
            label.map(|label| attribute_css("aria-label", label))
        })
        .or_else(|| selectors.css_path.as_deref().filter(usable).map(str::to_owned))
}

/// What is known of a frame: the CSS of its element, its name, its address.
type Known<'f> = [Option<&'f str>; 3];

/// What is known of a frame and of those around it, the outermost first.
fn known<'f>(frame: &'f CapturedFrame<'_>) -> impl Iterator<Item = Known<'f>> {
    let outer = frame.outer.iter().flatten();
    let outer = outer.map(|it| [it.selector.as_deref(), it.name.as_deref(), it.url.as_deref()]);
    outer.chain([[frame.selector.as_deref(), frame.name.as_deref(), frame.url.as_deref()]])
}

/// The way into a frame, the outermost first.
fn frames_of(frame: Option<&CapturedFrame<'_>>) -> Vec<Frame> {
    frame.into_iter().flat_map(known).map(frame_of).collect()
}

fn frame_of(known: Known<'_>) -> Frame {
    let css = match known {
        [Some(selector), ..] => selector.to_owned(),
        [None, Some(name), _] => format!("iframe{}", attribute_css("name", name)),
        [None, None, Some(url)] => format!("iframe{}", source_css(url)),
        [None, None, None] => "iframe".to_owned(),
    };
    Frame::Css(css)
}

/// Whether nothing is known of a frame by which it could be told from others.
pub(super) fn is_vague(frame: &CapturedFrame<'_>) -> bool {
    known(frame).any(|known| known == [None; 3])
}

/// A frame by its address: its attribute may leave out the origin, and that may be another next time.
fn source_css(url: &str) -> String {
    match Url::absolute(url) {
        Some(address) if address.path.len() > 1 => {
            let start = address.origin.len();
            let end = url.find('#').unwrap_or(url.len());
            let part = url.get(start..end).unwrap_or(address.path);
            attribute_css("src", part).replacen("[src=", "[src$=", 1)
        }
        _ => attribute_css("src", url),
    }
}

/// Whether a proved locator names what the user sees, and nothing that varies.
fn is_by_sight(parts: &[Part], volatile: &Volatile) -> bool {
    parts.iter().all(|part| matches!(part, Part::Role { name: Some(_), .. }))
        && parts_are_stable(parts, volatile)
}

fn parts_are_stable(parts: &[Part], volatile: &Volatile) -> bool {
    parts.iter().filter_map(Part::text).all(|text| volatile.is_stable(text))
}

fn name_of(parts: &[Part]) -> &'static str {
    match parts {
        [Part::TestId(_)] => "testId",
        [Part::Css(_)] => "cssPath",
        [Part::Role { .. }] => "role",
        _ => "locator",
    }
}

/// Roles are words; anything else is no role and may be no code.
fn is_role(role: &str) -> bool {
    !role.is_empty() && role.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Escapes in a written locator may hide what is lost.
fn is_lost_part(part: &Part) -> bool {
    part.text().is_some_and(is_lost) || matches!(part, Part::Css(css) if is_lost(css))
}

/// What was taken out on the way.
pub(super) fn is_masked(text: &str) -> bool {
    text.contains("***") || text.contains(REDACTED)
}

/// What cannot be looked for: it was taken out, it may have been cut, or no text of ours can hold it,
/// as half a character, which arrives as U+FFFD.
pub(super) fn is_lost(text: &str) -> bool {
    is_masked(text) || text.contains('\u{fffd}') || text.len() > LOOKED_FOR_MAX_BYTES
}

/// `[name="value"]`.
pub(crate) fn attribute_css(name: &str, value: &str) -> String {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let name = if name.bytes().all(is_name) { name } else { "data-testid" };
    let mut css = format!("[{name}=\"");
    for character in value.chars() {
        match character {
            '"' | '\\' => {
                css.push('\\');
                css.push(character);
            }
            '\n' | '\r' | '\u{c}' => css.push_str(&format!("\\{:x} ", u32::from(character))),
            plain => css.push(plain),
        }
    }
    css.push_str("\"]");
    css
}

/// `#id`, escaped as `CSS.escape` does; what cannot be is asked for by attribute.
fn id_css(id: &str) -> String {
    let is_plain = |one: char| one.is_alphanumeric() || one == '-' || one == '_';
    let starts_well = id.chars().next().is_some_and(|one| one.is_alphabetic() || one == '_');
    if starts_well && id.chars().all(is_plain) { format!("#{id}") } else { attribute_css("id", id) }
}

#[cfg(test)]
mod tests;
