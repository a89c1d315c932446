//! Which answers each step waits for.

use super::answers::{Answers, Awaited, limit};
use super::calls::{self, is_change, is_reliable, parameters, tell_apart};
use super::values::told::Entered;
use crate::limits::STEP_MAX_MS;
use crate::options::Options;
use crate::plan::merge::{Did, Intent};
use crate::plan::places::Places;
use crate::plan::session::{Called, Session};
use crate::plan::volatile::Volatile;
use crate::step::{Await, Call, Step};

/// A request, and the step that caused it.
struct Caused<'s, 'a> {
    intent: Option<usize>,
    /// Without parameters.
    call: Call,
    given: Vec<(String, String)>,
    called: &'s Called<'a>,
}

impl Caused<'_, '_> {
    /// Whether a listener for the call would take this request's answer: then nobody knows which
    /// of the two comes first.
    fn may_be_taken_for(&self, call: &Call) -> bool {
        self.call.method == call.method
            && self.call.path == call.path
            && self.call.operation == call.operation
            && call.query.iter().all(|pair| self.given.contains(pair))
    }
}

/// What decides about answers.
pub(in crate::plan) struct How<'p> {
    pub(in crate::plan) places: &'p Places,
    pub(in crate::plan) volatile: &'p Volatile,
    pub(in crate::plan) options: &'p Options,
}

/// Adds answers and assertions about them to the steps; one step an intent.
pub(in crate::plan) fn add(
    steps: &mut [Step],
    intents: &[Intent<'_>],
    session: &Session<'_>,
    how: &How<'_>,
    warnings: &mut Vec<String>,
) -> Vec<(Call, usize)> {
    let How { places, volatile, options } = *how;
    let checks = options.checks;
    let caused: Vec<Caused<'_, '_>> = session
        .requests
        .iter()
        .filter_map(|called| {
            let body = called.request.body;
            let call = calls::call(body, volatile)?;
            Some(Caused {
                intent: intent_of(called, intents),
                call,
                given: parameters(body),
                called,
            })
        })
        .collect();
    let mut counts = Counts::default();
    for one in &caused {
        let intent = one.intent.filter(|_| is_reliable(one.called, places));
        counts.note(&one.call, intent.map(|place| &intents[place].did));
    }
    if !checks.network && !checks.response_shape {
        return Vec::new();
    }
    let reliable: Vec<(usize, &Caused<'_, '_>)> = caused
        .iter()
        .filter(|one| is_reliable(one.called, places))
        .filter_map(|one| Some((one.intent?, one)))
        .collect();
    // What a search asks for stands in its address: calls are told apart from all others.
    let mut told: Vec<(Call, Vec<(String, String)>)> =
        reliable.iter().map(|(_, one)| (one.call.clone(), one.given.clone())).collect();
    tell_apart(&mut told, volatile);
    let entered = Entered::of(steps, intents);
    let answers = Answers::learn(session, how, &entered);
    let mut number = 0;
    for intent in 0..intents.len() {
        let own: Vec<(&Called<'_>, &Call)> = reliable
            .iter()
            .zip(&told)
            .filter(|((place, _), _)| *place == intent)
            .map(|((_, one), (call, _))| (one.called, call))
            .collect();
        for (place, (called, call)) in own.iter().enumerate() {
            let is_repeated = own[..place].iter().any(|(_, before)| before == call);
            let contract = answers.contract(called, call);
            if is_repeated || (!checks.network && contract.is_none()) {
                continue;
            }
            number += 1;
            let status = called.request.body.status;
            if status >= 500 {
                warnings.push(format!(
                    "{} answered {status} in the recording and is asserted so; change it once that is fixed",
                    said(call)
                ));
            }
            let is_read = contract.is_some();
            let due = due(called, intents, intent);
            // Before a page asks for anything it has to load.
            let is_load = matches!(intents[intent].did, Did::Visit(_) | Did::Reload | Did::Back);
            let within_ms = patience(called, due - intent + usize::from(is_load));
            let call_kept = (*call).clone();
            steps[intent].awaits.push(Await { number, call: call_kept, is_read, within_ms });
            let is_alone = !caused.iter().any(|other| {
                let is_near =
                    other.called.end >= intents[intent].first && other.called.time <= called.end;
                !std::ptr::eq(other.called, *called)
                    && (other.intent == Some(intent) || is_near)
                    && other.may_be_taken_for(call)
            });
            let awaited = Awaited { number, called, call, intent, is_alone };
            steps[due].checks.extend(answers.checks(&awaited, contract));
        }
    }
    if checks.network { counts.sure() } else { Vec::new() }
}

/// Milliseconds until an answer is missed: longer than it may take, so that one that is late fails
/// by its time; other steps may be taken before it is there.
fn patience(called: &Called<'_>, other_steps: usize) -> u32 {
    let steps = u32::try_from(other_steps).unwrap_or(u32::MAX).saturating_add(1);
    limit(called).saturating_add(steps.saturating_mul(STEP_MAX_MS))
}

/// `POST /api/login`, `POST /graphql Cart`.
pub(in crate::plan) fn said(call: &Call) -> String {
    let operation = call.operation.as_ref().map(|it| format!(" {}", it.name)).unwrap_or_default();
    format!("{} {}{operation}", call.method, call.path.show())
}

/// The step that a request is the effect of.
pub(in crate::plan) fn intent_of(called: &Called<'_>, intents: &[Intent<'_>]) -> Option<usize> {
    let place = match called.request.cause.action() {
        Some(seq) => intents.iter().rposition(|intent| intent.seqs.contains(&seq))?,
        // Loading a page that was open before the first action, or whose navigation is not known.
        None => intents.iter().rposition(|intent| {
            let is_load = matches!(intent.did, Did::Visit(_) | Did::Reload | Did::Back);
            intent.page == called.page && is_load && intent.seqs.is_empty()
        })?,
    };
    let intent = &intents[place];
    // Of several keystrokes or choices only the last is replayed, and what it causes.
    let is_merged = matches!(intent.did, Did::Fill | Did::Select);
    let is_replayed = !is_merged || called.time >= intent.last;
    (intent.page == called.page && intent.did.is_act() && is_replayed).then_some(place)
}

/// The step after which the answer was there: the user may have gone on before it came.
fn due(called: &Called<'_>, intents: &[Intent<'_>], own: usize) -> usize {
    let later = intents.iter().enumerate().skip(own + 1);
    let begun = later.take_while(|(_, intent)| intent.first <= called.end);
    begun.filter(|(_, intent)| intent.did.is_act()).last().map_or(own, |(place, _)| place)
}

/// How often each changing call was made, and whether that was the user's doing alone.
#[derive(Default)]
struct Counts(Vec<(Call, usize, bool)>);

impl Counts {
    fn note(&mut self, call: &Call, did: Option<&Did>) {
        if !is_change(call) {
            return;
        }
        let is_by_user = did.is_some_and(|did| {
            matches!(did, Did::Click(_) | Did::Press | Did::Submit | Did::Toggle(_) | Did::Select)
        });
        match self.0.iter_mut().find(|(known, ..)| known == call) {
            Some((_, count, is_sure)) => {
                *count += 1;
                *is_sure &= is_by_user;
            }
            None => self.0.push((call.clone(), 1, is_by_user)),
        }
    }

    fn sure(self) -> Vec<(Call, usize)> {
        let sure = self.0.into_iter().filter(|(.., is_sure)| *is_sure);
        sure.map(|(call, count, _)| (call, count)).collect()
    }
}
