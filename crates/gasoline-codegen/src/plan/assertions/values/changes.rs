//! What the steps changed: the same question, asked before a change and after it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::kinds::{LABELS, is_assertable, is_enum, is_telling};
use super::lists::lists;
use crate::fact::Fact;
use crate::limits::CHANGES_PER_LIST;
use crate::plan::volatile::{Volatile, is_id_name};

/// Elements that are known again by a label and have another state than before.
pub(super) fn facts(
    before: &Value,
    after: &Value,
    wavering: &BTreeSet<String>,
    volatile: &Volatile,
) -> Vec<Fact> {
    let earlier = lists(before);
    let mut facts = Vec::new();
    for (list, items) in lists(after) {
        let Some((_, old)) = earlier.iter().find(|(path, _)| *path == list) else { continue };
        let mut count = 0;
        for item in items.iter().filter_map(Value::as_object) {
            let Some(was) = old.iter().filter_map(Value::as_object).find(|old| is_one(old, item))
            else {
                continue;
            };
            let Some(label) = label(item, items, volatile) else { continue };
            let changed: Map<String, Value> = item
                .iter()
                .filter(|(name, value)| is_state(name, value) && !wavering.contains(*name))
                .filter(|(name, value)| was.get(*name).is_some_and(|old| old != *value))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            if changed.is_empty() || count == CHANGES_PER_LIST {
                continue;
            }
            count += 1;
            let mut element = Map::from_iter([(label.to_owned(), item[label].clone())]);
            element.extend(changed);
            facts.push(Fact::Contains { list: list.clone(), element });
        }
    }
    facts
}

/// Names of members that differ between two answers to the same question.
pub(super) fn differing(one: &Value, other: &Value, names: &mut BTreeSet<String>) {
    match (one, other) {
        (Value::Object(members), Value::Object(others)) => {
            for (name, member) in members {
                match others.get(name) {
                    Some(other) if member.is_object() || member.is_array() => {
                        differing(member, other, names);
                    }
                    Some(other) if other == member => {}
                    _ => {
                        names.insert(name.clone());
                    }
                }
            }
        }
        (Value::Array(items), Value::Array(others)) => {
            for item in items.iter().filter_map(Value::as_object) {
                let mut others = others.iter();
                let same =
                    others.find(|other| other.as_object().is_some_and(|it| is_one(it, item)));
                if let Some(same) = same {
                    differing(&Value::Object(item.clone()), same, names);
                }
            }
        }
        _ => {}
    }
}

/// Whether two elements are the same thing: they have the same id, or else the same name.
fn is_one(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let id = one.iter().find(|(name, value)| is_id_name(name) && is_plain(value));
    let known = id.or_else(|| LABELS.iter().find_map(|label| one.get_key_value(*label)));
    known.is_some_and(|(name, value)| other.get(name) == Some(value))
}

fn is_plain(value: &Value) -> bool {
    value.is_string() || value.is_number()
}

/// The member by which a person tells the element from all others of the list.
fn label<'i>(
    item: &'i Map<String, Value>,
    items: &[Value],
    volatile: &Volatile,
) -> Option<&'i str> {
    LABELS.iter().find_map(|label| {
        let (name, value) = item.get_key_value(*label)?;
        let text = value.as_str()?;
        let is_alone = items.iter().filter(|other| other.get(name) == Some(value)).count() == 1;
        let is_usable = is_telling(text) && volatile.is_stable(text) && is_assertable(name, value);
        (is_alone && is_usable).then_some(name.as_str())
    })
}

fn is_state(name: &str, value: &Value) -> bool {
    let is_of_kind = match value {
        Value::Bool(_) => true,
        Value::String(text) => is_enum(name, text),
        _ => false,
    };
    is_of_kind && is_assertable(name, value)
}
