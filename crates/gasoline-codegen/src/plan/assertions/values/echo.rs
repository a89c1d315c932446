//! What was sent, typed or chosen and comes back: the best that can be asserted of an answer.

use serde_json::{Map, Value};

use super::kinds::{is_assertable, is_enum, is_same, is_telling, plain};
use super::told::{Entered, Pair};
use crate::fact::{Fact, Path};
use crate::limits::VALUES_PER_OBJECT;
use crate::plan::volatile::Volatile;

/// What an answer may repeat.
pub(super) struct Echo<'e> {
    /// Of the request itself.
    pub(super) own: &'e [Pair],
    /// What the request's path ends with.
    pub(super) asked_about: Option<&'e str>,
    /// Of requests before it that changed something.
    pub(super) earlier: &'e [Pair],
    pub(super) entered: &'e Entered,
    pub(super) step: usize,
    pub(super) volatile: &'e Volatile,
    pub(super) is_change: bool,
}

/// Numbers of a list that a question names and its answer repeats.
const PLACES: [&str; 8] =
    ["page", "pagesize", "perpage", "limit", "offset", "skip", "size", "pagenumber"];

/// How sure it is that a value comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// By itself.
    Strong,
    /// Where it stands under the name it was sent under.
    Own,
    /// In an object that is known by something strong.
    Support,
}

impl Echo<'_> {
    /// Members outside of lists, and for each list the element that repeats most.
    pub(super) fn facts(&self, answer: &Value) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut lists = Vec::new();
        let mut path = Vec::new();
        if let Some(members) = self.object(answer, &mut path, &mut lists) {
            facts.push(Fact::Members(members));
        }
        for (list, items) in lists {
            let best = items
                .iter()
                .filter_map(|item| self.element(item.as_object()?))
                .max_by_key(|(count, _)| *count);
            if let Some((_, element)) = best {
                facts.push(Fact::Contains { list, element });
            }
        }
        facts
    }

    fn object<'a>(
        &self,
        value: &'a Value,
        path: &mut Path,
        lists: &mut Vec<(Path, &'a Vec<Value>)>,
    ) -> Option<Value> {
        if let Value::Array(items) = value {
            lists.push((path.clone(), items));
        }
        let members = value.as_object()?;
        let picks: Vec<(&String, &Value, Weight)> = members
            .iter()
            .filter_map(|(name, member)| {
                let result = || self.is_result(name, member).then_some(Weight::Own);
                Some((name, member, self.weigh(name, member).or_else(result)?))
            })
            .collect();
        let is_known = picks.iter().any(|(.., weight)| *weight == Weight::Strong);
        let mut kept: Map<String, Value> = picks
            .into_iter()
            .filter(|(.., weight)| is_known || *weight != Weight::Support)
            .take(VALUES_PER_OBJECT)
            .map(|(name, member, _)| (name.clone(), member.clone()))
            .collect();
        for (name, member) in members {
            path.push(name.clone());
            if let Some(inside) = self.object(member, path, lists) {
                kept.insert(name.clone(), inside);
            }
            path.pop();
        }
        (!kept.is_empty()).then_some(Value::Object(kept))
    }

    /// An element with what it repeats, if anything of that is telling.
    fn element(&self, members: &Map<String, Value>) -> Option<(usize, Map<String, Value>)> {
        let picks: Vec<(&String, &Value, Weight)> = members
            .iter()
            .filter_map(|(name, member)| {
                // What is added to a list may be added to what is there: its numbers grow.
                let weight = self.weigh(name, member)?;
                (!member.is_number() || self.is_set(name, member)).then_some((name, member, weight))
            })
            .collect();
        let strong = picks.iter().filter(|(.., weight)| *weight == Weight::Strong).count();
        let element = picks
            .iter()
            .take(VALUES_PER_OBJECT)
            .map(|(name, member, _)| ((*name).clone(), (*member).clone()));
        (strong > 0).then(|| (strong * VALUES_PER_OBJECT + picks.len(), element.collect()))
    }

    fn weigh(&self, name: &str, value: &Value) -> Option<Weight> {
        if !is_assertable(name, value) {
            return None;
        }
        let is_under =
            |pair: &&Pair| plain(&pair.name) == plain(name) && is_same(&pair.value, value);
        let Some(text) = value.as_str() else {
            // A number that nobody entered is an id, or counts what is there: both vary.
            let is_told = value.is_boolean()
                || self.entered.has(value, self.step)
                || PLACES.contains(&plain(name).as_str());
            if !is_told {
                return None;
            }
            let own = self.own.iter().find(is_under).map(|_| Weight::Own);
            return own.or_else(|| self.earlier.iter().find(is_under).map(|_| Weight::Support));
        };
        if is_telling(text) && self.entered.has_typed(text, self.step) {
            return Some(Weight::Strong);
        }
        let is_kept = self.volatile.is_stable(text) || self.entered.has(value, self.step);
        if !is_kept {
            return None;
        }
        let is_asked = self.asked_about == Some(text) && is_telling(text);
        if is_asked {
            return Some(Weight::Strong);
        }
        if self.own.iter().any(|pair| is_under(&pair)) {
            // What a question names is met in every list; what a change names was put there.
            return Some(if self.is_change && is_telling(text) {
                Weight::Strong
            } else {
                Weight::Own
            });
        }
        self.earlier.iter().any(|pair| is_under(&pair)).then_some(Weight::Support)
    }

    fn is_set(&self, name: &str, value: &Value) -> bool {
        self.own.iter().chain(self.earlier).any(|pair| {
            pair.is_setting && plain(&pair.name) == plain(name) && is_same(&pair.value, value)
        })
    }

    /// Whether a member tells what a change led to: a word for a state, yes or no.
    fn is_result(&self, name: &str, value: &Value) -> bool {
        let is_of_kind = match value {
            Value::Bool(_) => true,
            Value::String(text) => is_enum(name, text) && self.volatile.is_stable(text),
            _ => false,
        };
        self.is_change && is_of_kind && is_assertable(name, value)
    }
}
