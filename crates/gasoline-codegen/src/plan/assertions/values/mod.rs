//! What an answer says beyond its types, as far as it must come again: relations before literals,
//! because a test runs on other instances and on one whose lists have grown.

mod changes;
mod echo;
pub(in crate::plan) mod kinds;
mod lists;
mod sums;
pub(in crate::plan) mod told;

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Timestamp;
use gasoline_protocol::url::Url;
use serde_json::Value;

use super::calls::{self, is_reliable};
use crate::fact::{Fact, Reason};
use crate::limits::FACTS_PER_ANSWER;
use crate::plan::places::Places;
use crate::plan::session::{Called, Session};
use crate::plan::volatile::Volatile;
use crate::step::Operation;
use echo::Echo;
use sums::Sums;
use told::{Entered, Pair};

/// What a session teaches about the values of its answers.
pub(super) struct Values<'s, 'a> {
    session: &'s Session<'a>,
    volatile: &'s Volatile,
    entered: &'s Entered,
    sums: Sums,
    /// Requests that changed something, with what they told.
    changes: Vec<(Timestamp, Vec<Pair>)>,
    /// Answers by their question: method, address, and the body of a GraphQL request.
    questions: BTreeMap<(&'s str, &'s str, Option<&'s str>), Vec<&'s Called<'a>>>,
    /// Answers by what was asked about.
    topics: BTreeMap<(String, Option<Operation>), Vec<&'s Called<'a>>>,
    /// Names of members that changed between two answers though nobody changed anything.
    wavering: BTreeSet<String>,
}

impl<'s, 'a> Values<'s, 'a> {
    pub(super) fn learn(
        session: &'s Session<'a>,
        volatile: &'s Volatile,
        entered: &'s Entered,
        places: &Places,
    ) -> Self {
        let told = || session.requests.iter().filter(|called| is_told(called));
        let changes = told()
            .filter(|called| is_change(called) && is_reliable(called, places))
            .map(|called| (called.time, told::pairs(called, session)))
            .collect();
        let mut questions: BTreeMap<_, Vec<&Called<'a>>> = BTreeMap::new();
        let mut topics: BTreeMap<_, Vec<&Called<'a>>> = BTreeMap::new();
        for called in told().filter(|called| !is_change(called)) {
            questions.entry(question(called)).or_default().push(called);
            topics.entry(topic(called)).or_default().push(called);
        }
        let sums = Sums::learn(told().filter_map(|called| session.answered(called)));
        let wavering = BTreeSet::new();
        let mut values =
            Self { session, volatile, entered, sums, changes, questions, topics, wavering };
        values.wavering = values.wavering();
        values
    }

    /// What must be so again, by the reason for it.
    pub(super) fn facts(&self, called: &Called<'a>, step: usize) -> Vec<(Reason, Vec<Fact>)> {
        let Some(answer) = self.session.answered(called).filter(|_| is_told(called)) else {
            return Vec::new();
        };
        let is_change = is_change(called);
        let own = told::pairs(called, self.session);
        let asked_about = told::last_segment(called);
        let earlier: Vec<Pair> = self
            .changes
            .iter()
            .filter(|(time, _)| *time < called.time)
            .flat_map(|(_, pairs)| pairs.iter().cloned())
            .collect();
        let echo = Echo {
            own: &own,
            asked_about: asked_about.as_deref().filter(|_| !is_change),
            earlier: &earlier,
            entered: self.entered,
            step,
            volatile: self.volatile,
            is_change,
        };
        let mut all = vec![(Reason::Echo, echo.facts(answer))];
        if !is_change {
            let others = self.others(called);
            all.push((Reason::Selection, lists::selected(answer, &own, &others, self.volatile)));
            all.push((Reason::Change, self.changed(called, answer)));
        }
        all.push((Reason::Sum, self.sums.facts(answer)));
        if !is_change {
            all.push((
                Reason::Repeated,
                lists::repeated(answer, &self.same(called), self.volatile),
            ));
        }
        let mut left = FACTS_PER_ANSWER;
        for (_, facts) in &mut all {
            facts.truncate(left);
            left -= facts.len();
        }
        all.retain(|(_, facts)| !facts.is_empty());
        all
    }

    /// What differs from the last answer to the same question, with a change between them.
    fn changed(&self, called: &Called<'a>, answer: &Value) -> Vec<Fact> {
        let mut asked = self.questions.get(&question(called)).into_iter().flatten();
        let before = asked.rfind(|earlier| earlier.time < called.time);
        let Some(before) = before.filter(|before| self.is_change_between(before, called)) else {
            return Vec::new();
        };
        let Some(old) = self.session.answered(before) else { return Vec::new() };
        changes::facts(old, answer, &self.wavering, self.volatile)
    }

    fn is_change_between(&self, one: &Called<'_>, other: &Called<'_>) -> bool {
        self.changes.iter().any(|(time, _)| one.time <= *time && *time <= other.time)
    }

    /// Other answers to the same question.
    fn same(&self, called: &Called<'a>) -> Vec<&'s Value> {
        let asked = self.questions.get(&question(called)).into_iter().flatten();
        let others = asked.filter(|other| other.time != called.time);
        others.filter_map(|other| self.session.answered(other)).collect()
    }

    /// Answers of the same call, whatever its parameters.
    fn others(&self, called: &Called<'a>) -> Vec<&'s Value> {
        let asked = self.topics.get(&topic(called)).into_iter().flatten();
        let others = asked.filter(|other| other.time != called.time);
        others.filter_map(|other| self.session.answered(other)).collect()
    }

    fn wavering(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for asked in self.questions.values() {
            for two in asked.windows(2) {
                let [one, other] = [two[0], two[1]];
                let is_same = one.request.body.response_body == other.request.body.response_body;
                if is_same || self.is_change_between(one, other) {
                    continue;
                }
                let answers = self.session.answered(one).zip(self.session.answered(other));
                if let Some((one, other)) = answers {
                    changes::differing(one, other, &mut names);
                }
            }
        }
        names
    }
}

/// Whether an answer can be trusted to tell what is the case: it succeeded and is whole.
fn is_told(called: &Called<'_>) -> bool {
    let body = called.request.body;
    (200..400).contains(&body.status) && body.response_truncated != Some(true)
}

fn is_change(called: &Called<'_>) -> bool {
    let body = called.request.body;
    match calls::operation(body) {
        Some(operation) => operation.is_mutation,
        None => crate::plan::volatile::is_change(&body.method),
    }
}

/// What a request is about, whatever its parameters.
fn topic(called: &Called<'_>) -> (String, Option<Operation>) {
    let body = called.request.body;
    let path = Url::absolute(&body.url).map(|address| address.path.to_owned());
    (path.unwrap_or_default(), calls::operation(body))
}

fn question<'s>(called: &'s Called<'_>) -> (&'s str, &'s str, Option<&'s str>) {
    let body = called.request.body;
    let is_graphql = body.graphql.is_some();
    let asked = body.request_body.as_deref().filter(|_| is_graphql);
    (body.method.as_ref(), body.url.as_ref(), asked)
}
