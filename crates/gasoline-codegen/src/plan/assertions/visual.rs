//! What the page looked like after a step, with what differs from run to run masked.

use std::collections::BTreeSet;

use gasoline_protocol::url::Url;

use super::elements::restless;
use super::shown::level;
use crate::limits::{LOOKS_MAX_MASKS, LOOKS_NAME_MAX_CHARS};
use crate::looks::{Looks, Mask};
use crate::options::{Fixtures, Options};
use crate::plan::locators::is_lost;
use crate::plan::merge::{Did, Intent};
use crate::plan::session::{Outlined, Session};
use crate::plan::volatile::Volatile;
use crate::plan::words;
use crate::step::{Act, Check, Confidence, Expect, Step};

/// What has to be known to tell what differs.
pub(in crate::plan) struct Seen<'s, 'a> {
    pub(in crate::plan) intents: &'s [Intent<'a>],
    pub(in crate::plan) session: &'s Session<'a>,
    pub(in crate::plan) volatile: &'s Volatile,
}

/// Adds a picture after each step that may change what is seen: what is typed shows in the next one.
pub(in crate::plan) fn add(
    steps: &mut [Step],
    seen: &Seen<'_, '_>,
    options: &Options,
    warnings: &mut Vec<String>,
) {
    let restless = restless(seen.intents, seen.session);
    let last = steps.iter().rposition(|step| step.act != Act::Nothing);
    let mut number = 0;
    let mut place: Option<Place> = None;
    let mut most_left_out = 0;
    for index in 0..steps.len() {
        let intent = &seen.intents[index];
        number += usize::from(steps[index].act != Act::Nothing);
        if intent.page == 0 {
            place = arrival(intent).or(place);
        }
        let is_wanted = shows(&steps[index].act) || Some(index) == last;
        if !is_wanted || may_close(steps, index) {
            continue;
        }
        let mut masks = if options.masks_dynamic {
            let here = if intent.page == 0 { place.clone() } else { None };
            masks(seen, index, here.as_ref(), &restless)
        } else {
            Vec::new()
        };
        most_left_out = most_left_out.max(masks.len().saturating_sub(LOOKS_MAX_MASKS));
        masks.truncate(LOOKS_MAX_MASKS);
        let name = name(number, intent, seen.volatile);
        let because = match masks.len() {
            0 => "the page looks as its baseline does".to_owned(),
            _ => "the page looks as its baseline does, what changes by itself is masked".to_owned(),
        };
        let expects = Expect::Looks(Looks { name, masks });
        steps[index].checks.push(Check { expects, confidence: Confidence::Medium, because });
    }
    if most_left_out > 0 {
        warnings.push(format!(
            "a picture has at most {LOOKS_MAX_MASKS} masks, and {most_left_out} more parts of the \
             page change by themselves: mask what holds them"
        ));
    }
    warnings.push(
        "pictures are compared with baselines: run the test once with `--update-snapshots` to \
         write them, on the system that will compare them"
            .to_owned(),
    );
    if options.fixtures != Some(Fixtures::Mock) {
        warnings.push(
            "pictures show data too: pass `include_fixtures` where it may differ from run to run"
                .to_owned(),
        );
    }
}

fn shows(act: &Act) -> bool {
    !matches!(act, Act::Fill { .. } | Act::Upload { .. } | Act::Nothing)
}

/// Whether a page that another one opened may be gone after a step: nobody does anything in it then.
pub(in crate::plan) fn may_close(steps: &[Step], index: usize) -> bool {
    let page = steps[index].page;
    page > 0 && !steps[index + 1..].iter().any(|later| later.page == page)
}

/// Origin, path and route.
type Place = (String, String, String);

fn place_of(url: &str) -> Option<Place> {
    let address = Url::absolute(url)?;
    let route = if address.has_route() { address.fragment } else { "" };
    Some((address.origin.to_owned(), address.path.to_owned(), route.to_owned()))
}

/// Where a step leaves the page.
fn arrival(intent: &Intent<'_>) -> Option<Place> {
    let visited = match &intent.did {
        Did::Visit(url) => Some(url.as_str()),
        _ => None,
    };
    place_of(intent.arrival.as_deref().or(visited)?)
}

/// Nodes that changed without the user, wherever they were seen to; and texts with ids and times in
/// them that were shown after this step.
fn masks(
    seen: &Seen<'_, '_>,
    index: usize,
    here: Option<&Place>,
    restless: &BTreeSet<String>,
) -> Vec<Mask> {
    let mut found: Vec<Mask> = Vec::new();
    let mut add = |mask: Mask| {
        if !found.contains(&mask) {
            found.push(mask);
        }
    };
    let intent = &seen.intents[index];
    for outlined in seen.session.outlines.iter().filter(|it| it.page == intent.page) {
        let there = outlined.view.url.as_deref().and_then(place_of);
        let is_same = |part: fn(&Place) -> &str| {
            here.is_none_or(|here| there.as_ref().is_some_and(|there| part(there) == part(here)))
        };
        let is_site = is_same(|(origin, ..)| origin);
        let is_here = is_site && is_same(|(_, path, _)| path) && is_same(|(.., route)| route);
        for node in outlined.view.dynamic.iter().flatten() {
            // What is around it moves when its width changes.
            let path = node.box_path.as_deref().or(node.css_path.as_deref()).unwrap_or_default();
            if !path.is_empty() && !is_lost(path) && (is_here || (is_site && is_named(path))) {
                add(Mask::Css(path.to_owned()));
            }
        }
    }
    for test_id in restless {
        add(Mask::TestId(test_id.clone()));
    }
    for outlined in during(seen, index) {
        for element in outlined.view.elements.iter().flatten() {
            let Some(text) = element.text.as_deref().filter(|text| !is_lost(text)) else {
                continue;
            };
            if element.visible == Some(false) || seen.volatile.is_stable(text) {
                continue;
            }
            let path = element.css_path.as_deref().filter(|path| !is_lost(path));
            let test_id = element.test_id.as_deref();
            let test_id = test_id.filter(|id| !is_lost(id) && seen.volatile.is_stable(id));
            match (test_id, path, seen.volatile.text(text)) {
                (Some(test_id), ..) => add(Mask::TestId(test_id.to_owned())),
                (None, Some(path), _) => add(Mask::Css(path.to_owned())),
                (None, None, Some(name)) if element.role.as_deref() == Some("heading") => {
                    add(Mask::Heading { name, level: element.level.and_then(level) });
                }
                _ => {}
            }
        }
    }
    found
}

/// Outlines from a step to the next.
fn during<'s, 'a>(seen: &Seen<'s, 'a>, index: usize) -> impl Iterator<Item = &'s Outlined<'a>> {
    let intent = &seen.intents[index];
    let (page, from) = (intent.page, intent.first);
    let next = seen.intents[index + 1..].iter().find(|next| next.did.is_act());
    let next = next.map(|next| next.first);
    seen.session.outlines.iter().filter(move |it| {
        it.page == page && it.time >= from && next.is_none_or(|next| it.time < next)
    })
}

/// Whether a path names its element, so that it means the same on every page: a place among others
/// is somebody else's elsewhere.
fn is_named(path: &str) -> bool {
    let last = path.rsplit([' ', '>']).next().unwrap_or_default();
    last.contains(['#', '.', '[']) && !path.contains(":nth-")
}

/// `1-login-loaded.png`, `3-after-click-button-export.png`: letters and digits alone, because a file
/// system takes them.
fn name(number: usize, intent: &Intent<'_>, volatile: &Volatile) -> String {
    let said = match &intent.did {
        Did::Visit(url) => format!("{} loaded", volatile.path(&words::place(url)).show()),
        _ => format!("after {}", words::says(intent)),
    };
    format!("{number}-{}.png", words::slug(&said, LOOKS_NAME_MAX_CHARS))
}
