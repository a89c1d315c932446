//! Which answers each step waits for, and what is asserted of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::calls::{self, is_change, is_reliable, parameters, tell_apart};
use super::contract;
use crate::options::Checks;
use crate::plan::merge::{Did, Intent};
use crate::plan::places::Places;
use crate::plan::session::{Called, Session};
use crate::plan::volatile::Volatile;
use crate::step::{Await, Call, Check, Confidence, Contract, Expect, Step};

/// A request that a step caused.
struct Caused<'s, 'a> {
    intent: usize,
    called: &'s Called<'a>,
}

/// Adds answers and assertions about them to the steps; one step an intent.
pub(in crate::plan) fn add(
    steps: &mut [Step],
    intents: &[Intent<'_>],
    session: &Session<'_>,
    (places, volatile, checks): (&Places, &Volatile, Checks),
    warnings: &mut Vec<String>,
) -> Vec<(Call, usize)> {
    let mut reliable: Vec<Caused<'_, '_>> = Vec::new();
    let mut counts = Counts::default();
    for called in &session.requests {
        let Some(call) = calls::call(called.request.body, volatile) else { continue };
        let intent = intent_of(called, intents);
        let is_sure = is_reliable(called, places);
        counts.note(&call, intent.filter(|_| is_sure).map(|place| &intents[place].did));
        if let Some(intent) = intent
            && is_sure
        {
            reliable.push(Caused { intent, called });
        }
    }
    if !checks.network && !checks.response_shape {
        return Vec::new();
    }
    // What a search asks for stands in its address: calls are told apart from all others.
    let mut told: Vec<(Call, Vec<(String, String)>)> = reliable
        .iter()
        .filter_map(|caused| {
            let body = caused.called.request.body;
            Some((calls::call(body, volatile)?, parameters(body)))
        })
        .collect();
    tell_apart(&mut told, volatile);
    let mut all: BTreeMap<Call, Vec<Told>> = BTreeMap::new();
    if checks.response_shape {
        for called in &session.requests {
            let call = calls::call(called.request.body, volatile);
            if let Some((call, contract)) = call.zip(one_contract(called)) {
                let told = Told { status: called.request.body.status, contract };
                all.entry(call).or_default().push(told);
            }
        }
    }
    let mut number = 0;
    for intent in 0..intents.len() {
        let own = reliable.iter().zip(&told).filter(|(caused, _)| caused.intent == intent);
        let mut seen: Vec<Call> = Vec::new();
        for (caused, (call, _)) in own {
            let (called, call) = (caused.called, call.clone());
            if seen.contains(&call) {
                continue;
            }
            let body_contract =
                checks.response_shape.then(|| contract_of(called, &call, &all)).flatten();
            if !checks.network && body_contract.is_none() {
                continue;
            }
            seen.push(call.clone());
            number += 1;
            let due = due(called, intents, intent);
            let status = called.request.body.status;
            let said = said(&call);
            if status >= 500 {
                warnings.push(format!(
                    "{said} answered {status} in the recording and is asserted so; change it once that is fixed"
                ));
            }
            let is_read = body_contract.is_some();
            steps[intent].awaits.push(Await { number, call, is_read });
            let (confidence, because) = if status >= 500 {
                (Confidence::Low, format!("{said} failed with {status} when this was recorded"))
            } else {
                (Confidence::High, format!("{said} answered {status}"))
            };
            let status = checks.network.then_some(status);
            let expects = Expect::Answer { number, status };
            steps[due].checks.push(Check { expects, confidence, because });
            if let Some(contract) = body_contract {
                steps[due].checks.push(Check {
                    expects: Expect::Body { number, contract },
                    confidence: Confidence::Medium,
                    because: format!("the types that {said} answered, not its values"),
                });
            }
        }
    }
    if checks.network { counts.sure() } else { Vec::new() }
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
    // Of several keystrokes only the last is replayed, and what it causes.
    let is_replayed = intent.did != Did::Fill || called.time >= intent.last;
    (intent.page == called.page && intent.did.is_act() && is_replayed).then_some(place)
}

/// The step after which the answer was there: the user may have gone on before it came.
fn due(called: &Called<'_>, intents: &[Intent<'_>], own: usize) -> usize {
    let later = intents.iter().enumerate().skip(own + 1);
    let begun = later.take_while(|(_, intent)| intent.first <= called.end);
    begun.filter(|(_, intent)| intent.did.is_act()).last().map_or(own, |(place, _)| place)
}

/// What one answer promised.
struct Told {
    status: u16,
    contract: Contract,
}

/// What all answers to the same call have in common.
fn contract_of(
    called: &Called<'_>,
    call: &Call,
    all: &BTreeMap<Call, Vec<Told>>,
) -> Option<Contract> {
    let status = called.request.body.status;
    let plain = Call { query: Vec::new(), ..call.clone() };
    let alike = all.get(&plain)?.iter().filter(|told| told.status == status);
    let common = alike.map(|told| told.contract.clone()).reduce(contract::merge)?;
    (!matches!(common, Contract::Any | Contract::Null)).then_some(common)
}

fn one_contract(called: &Called<'_>) -> Option<Contract> {
    let shape = called.request.shape.as_ref()?;
    let body = called.request.body.response_body.as_deref();
    // A masked body may be JSON no more; its shape was read before.
    match body.and_then(|body| serde_json::from_str::<Value>(body).ok()) {
        Some(value) => Some(contract::of_value(&value)),
        None => Some(contract::of_shape(shape)),
    }
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
