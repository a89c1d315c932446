//! What is asserted of an answer: status, time, what was sent, types, values.

use std::collections::BTreeMap;

use gasoline_analysis::shape::JsonShape;
use serde::de::DeserializeSeed;

use super::calls::{self, is_change};
use super::contract::READER;
use super::sent::Sending;
use super::values::Values;
use super::values::told::Entered;
use super::waits::{How, said};
use crate::fact::Reason;
use crate::limits::{ANSWER_MAX_TIMES, ANSWER_MIN_LIMIT_MS};
use crate::options::{Checks, Fixtures};
use crate::plan::session::{Called, Session};
use crate::step::{Call, Check, Confidence, Expect};

/// What a session teaches about its answers.
pub(super) struct Answers<'s, 'a> {
    asserted: Checks,
    sending: Sending<'s, 'a>,
    /// `None` where values are not asserted.
    values: Option<Values<'s, 'a>>,
    /// What all answers to the same call with the same status have in common.
    contracts: BTreeMap<(Call, u16), JsonShape>,
}

/// An answer that a step waits for.
pub(super) struct Awaited<'s, 'a> {
    pub(super) number: usize,
    pub(super) called: &'s Called<'a>,
    pub(super) call: &'s Call,
    pub(super) intent: usize,
    /// No other answer could be taken for it: else only status and types are asserted.
    pub(super) is_alone: bool,
}

impl<'s, 'a> Answers<'s, 'a> {
    pub(super) fn learn(session: &'s Session<'a>, how: &How<'s>, entered: &'s Entered) -> Self {
        let How { places, volatile, options } = *how;
        let is_mocked = options.fixtures == Some(Fixtures::Mock);
        let asserted = options.checks;
        let mut contracts: BTreeMap<(Call, u16), JsonShape> = BTreeMap::new();
        for called in session.requests.iter().filter(|_| asserted.response_shape) {
            let call = calls::call(called.request.body, volatile);
            if let Some((call, contract)) = call.zip(one_contract(called, session)) {
                let key = (call, called.request.body.status);
                let common = match contracts.remove(&key) {
                    Some(known) if known == contract => known,
                    Some(known) => known.merge(contract),
                    None => contract,
                };
                contracts.insert(key, common);
            }
        }
        Self {
            asserted,
            sending: Sending { session, volatile, entered, is_mocked },
            // Recorded answers say what was recorded: to assert that would prove nothing.
            values: (asserted.response_shape && !is_mocked)
                .then(|| Values::learn(session, volatile, entered, places)),
            contracts,
        }
    }

    /// What an answer promised, unless that is nothing.
    pub(super) fn contract(&self, called: &Called<'_>, call: &Call) -> Option<JsonShape> {
        let plain = Call { query: Vec::new(), ..call.clone() };
        let common = self.contracts.get(&(plain, called.request.body.status))?;
        (!matches!(common, JsonShape::Any | JsonShape::Null)).then(|| common.clone())
    }

    pub(super) fn checks(
        &self,
        awaited: &Awaited<'_, 'a>,
        contract: Option<JsonShape>,
    ) -> Vec<Check> {
        let Awaited { number, called, call, intent, is_alone } = *awaited;
        let said = said(call);
        let mut checks = vec![self.answer(awaited, &said)];
        let is_told = self.asserted.network && is_alone && is_change(call);
        let sent = is_told.then(|| self.sending.members(called, call, intent)).flatten();
        if let Some(members) = sent {
            checks.push(Check {
                expects: Expect::Sent { number, members },
                confidence: Confidence::High,
                because: format!("{said} was sent with what the steps entered"),
            });
        }
        let Some(contract) = contract else { return checks };
        checks.push(Check {
            expects: Expect::Body { number, contract },
            confidence: Confidence::Medium,
            because: format!("the types that {said} answered, not its values"),
        });
        let facts = self.values.as_ref().filter(|_| is_alone).map(|it| it.facts(called, intent));
        checks.extend(facts.into_iter().flatten().map(|(reason, facts)| Check {
            expects: Expect::Values { number, facts },
            confidence: if reason == Reason::Echo { Confidence::High } else { Confidence::Medium },
            because: reason.words().to_owned(),
        }));
        checks
    }

    fn answer(&self, awaited: &Awaited<'_, '_>, said: &str) -> Check {
        let status = awaited.called.request.body.status;
        let (confidence, because) = if status >= 500 {
            (Confidence::Low, format!("{said} failed with {status} when this was recorded"))
        } else {
            (Confidence::High, format!("{said} answered {status}"))
        };
        let expects = Expect::Answer {
            number: awaited.number,
            status: self.asserted.network.then_some(status),
            within_ms: self.asserted.network.then(|| limit(awaited.called)),
        };
        Check { expects, confidence, because }
    }
}

/// Milliseconds an answer may take: far more than it was recorded to take, far less than people wait.
pub(super) fn limit(called: &Called<'_>) -> u32 {
    let recorded = called.end.ms_since(called.time).clamp(0, i64::from(u32::MAX));
    let recorded = u32::try_from(recorded).unwrap_or(u32::MAX);
    recorded.saturating_mul(ANSWER_MAX_TIMES).max(ANSWER_MIN_LIMIT_MS)
}

fn one_contract(called: &Called<'_>, session: &Session<'_>) -> Option<JsonShape> {
    called.request.shape.as_ref()?;
    match session.answered(called) {
        // Mocks return the redacted body, so its types are asserted.
        Some(redacted) => READER.deserialize(redacted).ok(),
        None => called.request.read_shape(READER),
    }
}
