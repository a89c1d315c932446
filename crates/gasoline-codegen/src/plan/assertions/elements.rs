//! What the page showed after a step, as far as the step is why.

use std::collections::BTreeSet;

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::action::ActionType;
use gasoline_protocol::events::page::OutlineElement;
use gasoline_protocol::url::Url;

use super::calls;
use super::shown::Known;
use crate::limits::{ELEMENT_CHECKS_PER_STEP, ENTERED_MIN_CHARS, SETTLED_AFTER_MS};
use crate::plan::locators::is_lost;
use crate::plan::merge::{Did, Intent};
use crate::plan::session::{Acted, Outlined, Session};
use crate::plan::volatile::Volatile;
use crate::step::{Act, Check, Entry, Expect, Part, Step};

/// Adds assertions about the last outline between each step and the next.
pub(in crate::plan) fn add(
    steps: &mut [Step],
    intents: &[Intent<'_>],
    session: &Session<'_>,
    volatile: &Volatile,
) {
    let mut shown: Vec<Vec<String>> = Vec::new();
    let unsteady = unsteady(intents, session);
    let mut entered: Vec<String> = Vec::new();
    let shows = |intent: &Intent<'_>| intent.did != Did::Scroll;
    let last = intents.iter().rposition(shows);
    for (place, intent) in intents.iter().enumerate().filter(|(_, intent)| shows(intent)) {
        entered.extend(entered_by(&steps[place].act, intent));
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
        let known = Known {
            volatile,
            unsteady: &unsteady,
            entered: entered.clone(),
            is_change: is_change(intent, session, volatile),
            is_same_page: is_same_page(latest, intent, session),
        };
        shown.resize_with(shown.len().max(intent.page + 1), Vec::new);
        let mut now = Vec::new();
        let mut checks = Vec::new();
        for element in told(&during) {
            let Some(said) = say(element) else { continue };
            // What stood there before the step says nothing about it, except at the very end.
            let is_news = !shown[intent.page].contains(&said) || Some(place) == last;
            let is_first = !now.contains(&said);
            now.push(said);
            // Of another page, one row that has what the user entered says enough.
            let is_row = |check: &Check| matches!(check.expects, Expect::Row { .. });
            let is_told =
                |check: &Check| known.is_same_page || !is_row(check) || !checks.iter().any(is_row);
            if is_news
                && is_first
                && let Some(check) = known.check(element).filter(is_told)
            {
                checks.push(check);
            }
        }
        shown[intent.page] = now;
        steps[place].checks.extend(checks.into_iter().take(ELEMENT_CHECKS_PER_STEP));
    }
    let checks = steps.iter_mut().flat_map(|step| &mut step.checks);
    let messages = checks.filter_map(|check| match &mut check.expects {
        Expect::Message { number, .. } => Some(number),
        _ => None,
    });
    messages.zip(1..).for_each(|(number, count)| *number = count);
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
    let Some(arrival) = intent.arrival.as_deref().and_then(Url::absolute) else { return true };
    let outline = seen.view.url.as_deref().and_then(Url::absolute);
    outline.is_none_or(|outline| outline.path == arrival.path && outline.is_same_origin(&arrival))
}

fn say(element: &OutlineElement<'_>) -> Option<String> {
    let text = element.text.as_deref()?;
    let is_usable = !text.is_empty() && !is_lost(text);
    let gone = if element.visible == Some(false) { "no " } else { "" };
    let before = element.before.as_deref().unwrap_or_default();
    let test_id = element.test_id.as_deref().unwrap_or_default();
    is_usable.then(|| format!("{gone}{test_id} {text} {before}"))
}

/// The elements of the last of some outlines, after what only the earlier ones tell: an outline has
/// what is news since the one before it, and a message may be gone by the next.
fn told<'o, 'a>(during: &[&'o Outlined<'a>]) -> Vec<&'o OutlineElement<'a>> {
    let Some((latest, earlier)) = during.split_last() else { return Vec::new() };
    let of = |seen: &&'o Outlined<'a>| seen.view.elements.iter().flatten();
    let latest: Vec<&OutlineElement<'_>> = of(latest).collect();
    let is_replaced = |element: &OutlineElement<'_>| {
        let path = element.css_path.as_deref();
        path.is_some() && latest.iter().any(|it| it.css_path.as_deref() == path)
    };
    let news = earlier.iter().flat_map(of).filter(|element| {
        let is_landmark = element.test_id.is_some() || element.level.is_some();
        !is_landmark && element.role.as_deref() != Some("tab") && !is_replaced(element)
    });
    news.chain(latest.iter().copied()).collect()
}

/// What a step entered, or named: a list that took it in shows it.
fn entered_by(act: &Act, intent: &Intent<'_>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    match act {
        Act::Fill { value: Entry::Text(text), .. } => texts.push(text.clone()),
        Act::Select { .. } => {
            let chosen = intent.action.and_then(|action| action.selected_text.as_deref());
            texts.extend(chosen.map(str::to_owned));
        }
        Act::Click { target, .. } | Act::Check { target } => {
            texts.extend(target.parts.iter().filter_map(|part| match part {
                Part::Role { name: Some(text), .. } | Part::HasText(text) | Part::Text(text) => {
                    Some(text.clone())
                }
                _ => None,
            }));
        }
        _ => {}
    }
    texts.retain(|text| text.trim().chars().count() >= ENTERED_MIN_CHARS);
    texts
}

fn is_change(intent: &Intent<'_>, session: &Session<'_>, volatile: &Volatile) -> bool {
    session.requests.iter().any(|called| {
        called.request.cause.action().is_some_and(|seq| intent.seqs.contains(&seq))
            && calls::call(called.request.body, volatile)
                .is_some_and(|call| calls::is_change(&call))
    })
}

/// Whether an outline is of the very document that was there before the step, at the same place.
fn is_same_page(seen: &Outlined<'_>, intent: &Intent<'_>, session: &Session<'_>) -> bool {
    let is_load = |acted: &Acted<'_>| {
        let how = acted.action.navigation.as_deref();
        acted.action.kind == ActionType::Navigate
            && intent.seqs.contains(&acted.seq)
            && !matches!(how, Some("push" | "replace" | "traverse"))
    };
    let earlier = session
        .outlines
        .iter()
        .rfind(|earlier| earlier.page == seen.page && earlier.time < intent.first);
    let place = |seen: &Outlined<'_>| {
        let address = seen.view.url.as_deref().and_then(Url::absolute)?;
        let route = if address.has_route() { address.fragment.to_owned() } else { String::new() };
        Some((address.origin.to_owned(), address.path.to_owned(), route))
    };
    earlier.is_some_and(|earlier| place(earlier) == place(seen))
        && !session.actions.iter().any(is_load)
}

/// Test ids of elements whose text changed while the user did nothing, or that the page calls
/// dynamic; and the paths of the latter.
fn unsteady(intents: &[Intent<'_>], session: &Session<'_>) -> BTreeSet<String> {
    let mut found = restless(intents, session);
    let nodes = session.outlines.iter().flat_map(|seen| seen.view.dynamic.iter().flatten());
    for path in nodes.filter_map(|node| node.css_path.as_deref()) {
        found.insert(path.to_owned());
        let marks = path.split("[data-testid=\"").skip(1);
        found.extend(marks.filter_map(|rest| Some(rest.split_once("\"]")?.0.to_owned())));
    }
    found
}

/// Test ids of elements whose text changed while the user did nothing.
pub(super) fn restless(intents: &[Intent<'_>], session: &Session<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut before: Vec<&Outlined<'_>> = Vec::new();
    let text_in = |seen: &Outlined<'_>, test_id: &str| {
        let mut elements = seen.view.elements.iter().flatten();
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
        for element in seen.view.elements.iter().flatten() {
            let Some(test_id) = element.test_id.as_deref() else { continue };
            let others = before.iter().filter(|earlier| is_idle(earlier));
            let mut others = others.filter_map(|earlier| text_in(earlier, test_id));
            if others.any(|text| Some(text.as_str()) != element.text.as_deref()) {
                found.insert(test_id.to_owned());
            }
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
