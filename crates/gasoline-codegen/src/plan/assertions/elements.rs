//! What the page showed after a step: headings, and elements with a test id.

use std::collections::BTreeSet;

use gasoline_protocol::Timestamp;
use gasoline_protocol::page::OutlineElement;

use crate::address::Address;
use crate::limits::{ELEMENT_CHECKS_PER_STEP, OUTLINE_TEXT_CHARS, SETTLED_AFTER_MS};
use crate::plan::locators::is_masked;
use crate::plan::merge::{Did, Intent};
use crate::plan::session::{Outlined, Session};
use crate::plan::volatile::Volatile;
use crate::step::{Check, Confidence, Expect, Pattern, Piece, Step};

/// Adds assertions about the last outline between each step and the next.
pub(in crate::plan) fn add(
    steps: &mut [Step],
    intents: &[Intent<'_>],
    session: &Session<'_>,
    volatile: &Volatile,
) {
    let mut shown: Vec<Vec<String>> = Vec::new();
    let unsteady = unsteady(intents, session);
    let shows = |intent: &Intent<'_>| intent.did != Did::Scroll;
    let last = intents.iter().rposition(shows);
    for (place, intent) in intents.iter().enumerate().filter(|(_, intent)| shows(intent)) {
        let next = intents[place + 1..].iter().find(|next| shows(next)).map(|next| next.first);
        let during: Vec<&Outlined<'_>> = session
            .outlines
            .iter()
            .filter(|seen| {
                seen.page == intent.page
                    && seen.time.ms_since(settled(intent, session)) >= SETTLED_AFTER_MS
                    && next.is_none_or(|next| seen.time < next)
                    && is_there(seen, intent)
            })
            .collect();
        let Some(latest) = during.last() else { continue };
        shown.resize_with(shown.len().max(intent.page + 1), Vec::new);
        let mut now = Vec::new();
        let mut checks = Vec::new();
        for element in latest.outline.elements.iter().flatten() {
            let Some(said) = say(element) else { continue };
            // What stood there before the step says nothing about it, except at the very end.
            let is_news = !shown[intent.page].contains(&said) || Some(place) == last;
            now.push(said);
            if is_news && let Some(check) = check(element, &unsteady, volatile) {
                checks.push(check);
            }
        }
        shown[intent.page] = now;
        steps[place].checks.extend(checks.into_iter().take(ELEMENT_CHECKS_PER_STEP));
    }
}

/// When the page had all answers it asked for because of a step: what it showed before was on its way.
fn settled(intent: &Intent<'_>, session: &Session<'_>) -> Timestamp {
    let answers = session.requests.iter().filter(|called| {
        called.request.cause.action().is_some_and(|seq| intent.seqs.contains(&seq))
    });
    answers.map(|called| called.end).max().unwrap_or(intent.last).max(intent.last)
}

/// Whether an outline is of the page the step led to, and not of the one it left.
fn is_there(seen: &Outlined<'_>, intent: &Intent<'_>) -> bool {
    let Some(arrival) = intent.arrival.as_deref().and_then(Address::of) else { return true };
    let outline = seen.outline.url.as_deref().and_then(Address::of);
    outline.is_none_or(|outline| outline.path == arrival.path && outline.origin == arrival.origin)
}

fn say(element: &OutlineElement<'_>) -> Option<String> {
    let text = element.text.as_deref()?;
    let is_usable = element.visible != Some(false) && !text.is_empty() && !is_masked(text);
    is_usable.then(|| format!("{} {text}", element.test_id.as_deref().unwrap_or_default()))
}

fn check(
    element: &OutlineElement<'_>,
    unsteady: &BTreeSet<String>,
    volatile: &Volatile,
) -> Option<Check> {
    let text = element.text.as_deref()?;
    let is_cut = text.chars().count() >= OUTLINE_TEXT_CHARS;
    let mut pattern = volatile.text(text);
    if let (true, Some(pattern)) = (is_cut, &mut pattern) {
        pattern.push(Piece::Anything);
    }
    if element.role.as_deref() == Some("heading") && element.level.is_some() {
        let name = pattern?;
        let varies = name.as_text().is_none();
        let confidence = if varies { Confidence::Low } else { Confidence::Medium };
        let because = format!("the heading \"{}\" was shown", name.show());
        let level = element.level.and_then(level);
        return Some(Check { expects: Expect::Heading { name, level }, confidence, because });
    }
    let test_id = element.test_id.as_deref()?;
    if !volatile.is_stable(test_id) || is_masked(test_id) {
        return None;
    }
    let text = pattern.filter(|_| !unsteady.contains(test_id));
    let because = match &text {
        Some(text) => format!("`{test_id}` read \"{}\"", text.show()),
        None => format!("`{test_id}` was shown; its text varies"),
    };
    let expects = Expect::Element { test_id: test_id.to_owned(), text };
    Some(Check { expects, confidence: Confidence::Low, because })
}

/// Test ids of elements whose text changed while the user did nothing, or that the page calls dynamic.
fn unsteady(intents: &[Intent<'_>], session: &Session<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut before: Vec<&Outlined<'_>> = Vec::new();
    let text_in = |seen: &Outlined<'_>, test_id: &str| {
        let mut elements = seen.outline.elements.iter().flatten();
        let element = elements.find(|element| element.test_id.as_deref() == Some(test_id))?;
        element.text.as_deref().map(str::to_owned)
    };
    for seen in &session.outlines {
        let is_idle = |earlier: &&Outlined<'_>| {
            let acts = intents.iter().any(|intent| {
                let is_between = |time| earlier.time <= time && time <= seen.time;
                intent.did.is_act()
                    && (is_between(intent.last) || is_between(settled(intent, session)))
            });
            earlier.page == seen.page && !acts
        };
        for element in seen.outline.elements.iter().flatten() {
            let Some(test_id) = element.test_id.as_deref() else { continue };
            let others = before.iter().filter(|earlier| is_idle(earlier));
            let mut others = others.filter_map(|earlier| text_in(earlier, test_id));
            if others.any(|text| Some(text.as_str()) != element.text.as_deref()) {
                found.insert(test_id.to_owned());
            }
        }
        for path in
            seen.outline.dynamic.iter().flatten().filter_map(|node| node.css_path.as_deref())
        {
            let marks = path.split("[data-testid=\"").skip(1);
            found.extend(marks.filter_map(|rest| Some(rest.split_once("\"]")?.0.to_owned())));
        }
        // What was on its way when it was looked at has not changed by itself.
        let is_settled = intents.iter().filter(|intent| intent.page == seen.page).all(|intent| {
            let since = seen.time.ms_since(settled(intent, session));
            intent.last > seen.time || since >= SETTLED_AFTER_MS
        });
        if is_settled {
            before.push(seen);
        }
    }
    found
}

fn level(level: f64) -> Option<u8> {
    (1..=6).find(|known| (f64::from(*known) - level).abs() < f64::EPSILON)
}

/// The texts of a pattern that the mock's replacements may have changed.
pub(in crate::plan) fn names_person(pattern: &Pattern) -> bool {
    pattern.0.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains('@')))
}
