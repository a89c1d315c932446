//! Answers of the recording, so that a test needs no backend.

use serde_json::Value;

use super::calls::{self, is_change, parameters, tell_apart};
use super::elements::names_person;
use super::safe::Safe;
use super::session::Session;
use super::volatile::Volatile;
use crate::limits::{FIXTURE_ARRAY_MAX_ITEMS, FIXTURE_MAX_BYTES};
use crate::step::{Act, Call, Expect, Mock, MockAnswer, MockBody, Part, Step, Target};

/// Stands for secrets in answers.
const SAFE: &str = "test-value";

/// What the page was answered. Of equal answers one stays, and of several between two changes the
/// last: a list before and after an item was added are two answers, told apart by that change.
pub(super) fn of(
    session: &Session<'_>,
    steps: &[Step],
    volatile: &Volatile,
    title: &str,
    warnings: &mut Vec<String>,
) -> Mock {
    let named = named(steps);
    let mut safe = Safe::default();
    let mut told: Vec<(Call, Vec<(String, String)>)> = Vec::new();
    let mut kept: Vec<(usize, MockAnswer)> = Vec::new();
    let mut cut = 0;
    let mut changes: Vec<gasoline_protocol::Timestamp> = Vec::new();
    for called in &session.requests {
        let body = called.request.body;
        let is_scripted = matches!(body.initiator.as_deref(), None | Some("fetch" | "xhr"));
        if !is_scripted || body.status == 0 {
            continue;
        }
        let Some(call) = calls::call(body, volatile) else { continue };
        let text = body.response_body.as_deref().unwrap_or_default();
        if body.response_truncated == Some(true)
            || text.starts_with("[Skipped")
            || text.starts_with("[Binary")
        {
            cut += 1;
            continue;
        }
        let body_kept = match serde_json::from_str::<Value>(text) {
            Ok(mut value) if value.is_object() || value.is_array() => {
                trim(&mut value, &named);
                safe.value(&mut value, None, SAFE);
                MockBody::Json(value)
            }
            _ => MockBody::Text(safe.text(text, None, SAFE)),
        };
        let after = changes.iter().filter(|end| **end <= called.time).count();
        if is_change(&call) {
            changes.push(called.end);
        }
        let content_type = body.content_type.as_deref().unwrap_or("application/json").to_owned();
        let answer = MockAnswer {
            call: call.clone(),
            status: body.status,
            content_type,
            body: body_kept,
            after,
        };
        told.push((call, parameters(body)));
        kept.push((told.len() - 1, answer));
    }
    tell_apart(&mut told, volatile);
    let mut answers: Vec<MockAnswer> = Vec::new();
    for (place, mut answer) in kept {
        answer.call.query.clone_from(&told[place].0.query);
        let last = answers.iter().rposition(|known| known.call == answer.call);
        match last {
            Some(last) if answers[last].after == answer.after => answers[last] = answer,
            Some(last) if is_equal(&answers[last], &answer) => {}
            _ => answers.push(answer),
        }
    }
    if cut > 0 {
        warnings.push(format!(
            "{cut} answers were too large to be kept whole and are not mocked: they come from the network"
        ));
    }
    let left_out = shrink(&mut answers);
    if left_out > 0 {
        warnings
            .push(format!("{left_out} answers did not fit into the fixture and are not mocked"));
    }
    if answers.is_empty() {
        warnings.push("no answers were recorded that could be mocked".to_owned());
    }
    Mock { name: format!("{}.fixture.js", slug(title)), answers }
}

/// Assertions about somebody's address do not hold once that is replaced.
pub(super) fn forget_people(steps: &mut [Step], mock: &Mock) {
    if mock.answers.is_empty() {
        return;
    }
    for step in steps {
        step.checks.retain(|check| match &check.expects {
            Expect::Heading { name, .. } => !names_person(name),
            Expect::Element { text: Some(text), .. } => !names_person(text),
            _ => true,
        });
    }
}

fn is_equal(one: &MockAnswer, other: &MockAnswer) -> bool {
    let is_same_body = match (&one.body, &other.body) {
        (MockBody::Json(one), MockBody::Json(other)) => one == other,
        (MockBody::Text(one), MockBody::Text(other)) => one == other,
        _ => false,
    };
    one.status == other.status && is_same_body
}

/// Leaves the largest out until the rest fits.
fn shrink(answers: &mut Vec<MockAnswer>) -> usize {
    let size = |answer: &MockAnswer| match &answer.body {
        // Printed over several lines it takes about half as much again.
        MockBody::Json(value) => value.to_string().len() * 3 / 2 + 200,
        MockBody::Text(text) => text.len() + 200,
    };
    let mut left_out = 0;
    while answers.iter().map(size).sum::<usize>() + 2_000 > FIXTURE_MAX_BYTES {
        let Some(place) = (0..answers.len()).max_by_key(|place| size(&answers[*place])) else {
            break;
        };
        answers.remove(place);
        left_out += 1;
    }
    left_out
}

/// Shortens long lists; what the test names stays.
fn trim(value: &mut Value, named: &[String]) {
    match value {
        Value::Array(items) => {
            let mut place = 0;
            items.retain(|item| {
                place += 1;
                place <= FIXTURE_ARRAY_MAX_ITEMS || mentions(item, named)
            });
            for item in items {
                trim(item, named);
            }
        }
        Value::Object(members) => members.values_mut().for_each(|member| trim(member, named)),
        _ => {}
    }
}

fn mentions(value: &Value, named: &[String]) -> bool {
    match value {
        Value::String(text) => {
            text.len() > 2 && named.iter().any(|name| name.contains(text.as_str()))
        }
        Value::Array(items) => items.iter().any(|item| mentions(item, named)),
        Value::Object(members) => members.values().any(|member| mentions(member, named)),
        _ => false,
    }
}

/// Every text by which the steps look for something.
fn named(steps: &[Step]) -> Vec<String> {
    let mut names = Vec::new();
    for step in steps {
        if let Act::Click { target, .. }
        | Act::Check { target }
        | Act::Uncheck { target }
        | Act::Fill { target, .. }
        | Act::Select { target, .. } = &step.act
        {
            names.extend(texts(target));
        }
        for check in &step.checks {
            match &check.expects {
                Expect::Heading { name, .. } => names.push(name.show()),
                Expect::Element { text: Some(text), .. } => names.push(text.show()),
                _ => {}
            }
        }
    }
    names
}

fn texts(target: &Target) -> impl Iterator<Item = String> {
    target.parts.iter().filter_map(|part| match part {
        Part::Role { name: Some(text), .. }
        | Part::TestId(text)
        | Part::Label(text)
        | Part::Text(text)
        | Part::HasText(text) => Some(text.clone()),
        Part::Role { name: None, .. } | Part::Css(_) | Part::Nth(_) => None,
    })
}

/// `login-leads-to-dashboard`.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for character in title.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 40 {
            break;
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "recorded".to_owned() } else { slug.to_owned() }
}
