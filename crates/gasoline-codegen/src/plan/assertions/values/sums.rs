//! Numbers that go together: a total that is the sum over its list in every answer.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::kinds::is_assertable;
use crate::fact::{Fact, Path};
use crate::plan::volatile::is_id_name;

/// The sums that hold in all objects with the same members.
#[derive(Debug, Default)]
pub(in crate::plan) struct Sums(BTreeMap<Vec<String>, Vec<Sum>>);

#[derive(Debug, Clone, PartialEq)]
struct Sum {
    total: String,
    list: String,
    factors: Vec<String>,
}

/// How far two sums of money may be apart and be one.
const CENT: f64 = 0.005;

impl Sums {
    /// From all answers of a session.
    pub(in crate::plan) fn learn<'v>(answers: impl Iterator<Item = &'v Value>) -> Self {
        let mut alike: BTreeMap<Vec<String>, Vec<&Map<String, Value>>> = BTreeMap::new();
        for answer in answers {
            each(answer, &mut Vec::new(), &mut |_, members| {
                if members.values().any(is_list) && members.values().any(Value::is_number) {
                    alike.entry(names(members)).or_default().push(members);
                }
            });
        }
        let sums = alike.into_iter().map(|(names, objects)| (names, sums(&objects)));
        Self(sums.filter(|(_, sums)| !sums.is_empty()).collect())
    }

    /// Those that say something about an answer: where every factor is one, a sum that forgets it
    /// is right as well.
    pub(super) fn facts(&self, answer: &Value) -> Vec<Fact> {
        let mut facts = Vec::new();
        each(answer, &mut Vec::new(), &mut |path, members| {
            for sum in self.0.get(&names(members)).into_iter().flatten() {
                if sum.says_something(members) {
                    facts.push(Fact::Sum {
                        object: path.clone(),
                        total: sum.total.clone(),
                        list: sum.list.clone(),
                        factors: sum.factors.clone(),
                    });
                }
            }
        });
        facts
    }
}

impl Sum {
    /// The sum over the list; `None` where an element lacks a number.
    fn of(&self, members: &Map<String, Value>) -> Option<f64> {
        let items = members.get(&self.list)?.as_array()?;
        let product = |item: &Value| {
            self.factors.iter().map(|factor| item.get(factor)?.as_f64()).product::<Option<f64>>()
        };
        items.iter().map(product).sum()
    }

    fn holds(&self, members: &Map<String, Value>) -> bool {
        let total = members.get(&self.total).and_then(Value::as_f64);
        total.zip(self.of(members)).is_some_and(|(total, sum)| (total - sum).abs() < CENT)
    }

    /// Whether simpler ways to count give another number.
    fn says_something(&self, members: &Map<String, Value>) -> bool {
        let Some(sum) = self.of(members) else { return false };
        let items = members.get(&self.list).and_then(Value::as_array).map_or(0, Vec::len);
        #[expect(clippy::cast_precision_loss, reason = "lists are short")]
        let count = items as f64;
        let simpler = self.factors.iter().filter(|_| self.factors.len() > 1).filter_map(|factor| {
            Self { factors: vec![factor.clone()], ..self.clone() }.of(members)
        });
        simpler.chain([count]).all(|other| (other - sum).abs() >= CENT)
    }
}

/// Sums that hold in every object, of which at least two have different totals and one shows that
/// nothing simpler holds.
fn sums(objects: &[&Map<String, Value>]) -> Vec<Sum> {
    let Some(first) = objects.iter().find(|members| members.values().any(has_objects)) else {
        return Vec::new();
    };
    let mut found: Vec<Sum> = Vec::new();
    let totals = first.iter().filter(|(name, value)| is_figure(name, value));
    for (total, _) in totals {
        let fitting: Vec<Sum> = first
            .iter()
            .filter(|(_, value)| has_objects(value))
            .flat_map(|(list, items)| candidates(total, list, items))
            .filter(|sum| objects.iter().all(|members| sum.holds(members)))
            .filter(|sum| objects.iter().any(|members| sum.says_something(members)))
            .collect();
        let mut seen = objects.iter().filter_map(|members| members.get(total)?.as_f64());
        let one = seen.next();
        let differ = seen.any(|other| Some(other) != one);
        // Two ways to come to the same total: nobody knows which one is meant.
        if let ([sum], true) = (fitting.as_slice(), differ) {
            found.push(sum.clone());
        }
    }
    found
}

fn candidates(total: &str, list: &str, items: &Value) -> Vec<Sum> {
    let element = items.as_array().and_then(|items| items.first()).and_then(Value::as_object);
    let figures: Vec<&String> = element
        .into_iter()
        .flatten()
        .filter(|(name, value)| is_figure(name, value))
        .map(|(name, _)| name)
        .collect();
    let sum = |factors: &[&String]| Sum {
        total: total.to_owned(),
        list: list.to_owned(),
        factors: factors.iter().map(|name| (*name).clone()).collect(),
    };
    let mut all: Vec<Sum> = figures.iter().map(|one| sum(&[one])).collect();
    for (place, one) in figures.iter().enumerate() {
        all.extend(figures[place + 1..].iter().map(|other| sum(&[one, other])));
    }
    all
}

fn is_figure(name: &str, value: &Value) -> bool {
    value.is_number() && !is_id_name(name) && is_assertable(name, value)
}

fn is_list(value: &Value) -> bool {
    value.is_array()
}

fn has_objects(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.first().is_some_and(Value::is_object))
}

fn names(members: &Map<String, Value>) -> Vec<String> {
    let mut names: Vec<String> = members.keys().cloned().collect();
    names.sort();
    names
}

/// Objects that stand in no list, with the way to them.
fn each<'v>(
    value: &'v Value,
    path: &mut Path,
    found: &mut impl FnMut(&Path, &'v Map<String, Value>),
) {
    let Some(members) = value.as_object() else { return };
    found(path, members);
    for (name, member) in members {
        path.push(name.clone());
        each(member, path, found);
        path.pop();
    }
}
