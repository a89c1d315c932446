//! What an answer promised: the types of its members, and which of them may be missing.

use gasoline_analysis::timeline::Shape;
use serde_json::Value;

use crate::limits::{CONTRACT_MAX_DEPTH, CONTRACT_MAX_MEMBERS};
use crate::plan::volatile::is_random;
use crate::step::{Contract, Member};

/// Of the body as it was recorded.
pub(in crate::plan) fn of_value(value: &Value) -> Contract {
    of(value, CONTRACT_MAX_DEPTH)
}

fn of(value: &Value, depth: usize) -> Contract {
    match value {
        Value::Null => Contract::Null,
        Value::Bool(_) => Contract::Boolean,
        Value::Number(_) => Contract::Number,
        Value::String(_) => Contract::String,
        _ if depth == 0 => Contract::Any,
        Value::Array(items) => {
            let mut merged: Option<Contract> = None;
            for item in items {
                merged = Some(match merged {
                    None => of(item, depth - 1),
                    // Most elements are alike: to look costs less than to describe each.
                    Some(known) if is_kept(&known, item) => known,
                    Some(known) => merge(known, of(item, depth - 1)),
                });
            }
            Contract::Array(Box::new(merged.unwrap_or(Contract::Any)))
        }
        Value::Object(members) => {
            let names = members.keys().map(String::as_str);
            if is_map(names, members.len()) {
                return Contract::Map;
            }
            let members = members.iter().map(|(name, member)| Member {
                name: name.clone(),
                contract: of(member, depth - 1),
                is_optional: false,
            });
            Contract::Object(members.collect())
        }
    }
}

/// Whether a value says nothing that the contract does not know already.
fn is_kept(contract: &Contract, value: &Value) -> bool {
    match (contract, value) {
        (Contract::Null, Value::Null)
        | (Contract::Boolean, Value::Bool(_))
        | (Contract::Number, Value::Number(_))
        | (Contract::String, Value::String(_)) => true,
        (Contract::Array(element), Value::Array(items)) => {
            !matches!(**element, Contract::Any) && items.iter().all(|item| is_kept(element, item))
        }
        (Contract::Object(members), Value::Object(values)) => {
            members.len() == values.len()
                && members.iter().all(|member| {
                    values.get(&member.name).is_some_and(|value| is_kept(&member.contract, value))
                })
        }
        _ => false,
    }
}

/// Of a shape, where the body itself cannot be read: elements may lack any of their members.
pub(in crate::plan) fn of_shape(shape: &Shape) -> Contract {
    of_shape_in(shape, CONTRACT_MAX_DEPTH, false)
}

fn of_shape_in(shape: &Shape, depth: usize, is_element: bool) -> Contract {
    match shape {
        Shape::Null => Contract::Null,
        Shape::Boolean => Contract::Boolean,
        Shape::Number => Contract::Number,
        Shape::String => Contract::String,
        _ if depth == 0 => Contract::Any,
        Shape::Array(None) => Contract::Array(Box::new(Contract::Any)),
        Shape::Array(Some(element)) => {
            Contract::Array(Box::new(of_shape_in(element, depth - 1, true)))
        }
        Shape::Object(members) => {
            if is_map(members.keys().map(String::as_str), members.len()) {
                return Contract::Map;
            }
            let members = members.iter().map(|(name, member)| Member {
                name: name.clone(),
                contract: of_shape_in(member, depth - 1, is_element),
                is_optional: is_element,
            });
            Contract::Object(members.collect())
        }
        Shape::Mixed(shapes) => {
            let each = shapes.iter().map(|shape| of_shape_in(shape, depth - 1, is_element));
            each.reduce(merge).unwrap_or(Contract::Any)
        }
    }
}

/// What holds for both: a member that only one has is optional.
pub(in crate::plan) fn merge(one: Contract, other: Contract) -> Contract {
    match (one, other) {
        (Contract::Any, _) | (_, Contract::Any) => Contract::Any,
        (Contract::Array(one), Contract::Array(other)) => match (*one, *other) {
            // An empty list says nothing about its elements.
            (Contract::Any, known) | (known, Contract::Any) => Contract::Array(Box::new(known)),
            (one, other) => Contract::Array(Box::new(merge(one, other))),
        },
        (Contract::Object(members), Contract::Object(others)) => merge_members(members, others),
        (Contract::OneOf(list), other) | (other, Contract::OneOf(list)) => {
            let others = match other {
                Contract::OneOf(others) => others,
                single => vec![single],
            };
            others.into_iter().fold(Contract::OneOf(list), add)
        }
        (one, other) if one == other => one,
        (Contract::Map, Contract::Object(_)) | (Contract::Object(_), Contract::Map) => {
            Contract::Map
        }
        (one, other) => add(Contract::OneOf(vec![one]), other),
    }
}

fn merge_members(members: Vec<Member>, mut others: Vec<Member>) -> Contract {
    let mut merged: Vec<Member> = Vec::new();
    for member in members {
        match others.iter().position(|other| other.name == member.name) {
            Some(place) => {
                let other = others.remove(place);
                merged.push(Member {
                    is_optional: member.is_optional || other.is_optional,
                    contract: merge(member.contract, other.contract),
                    name: member.name,
                });
            }
            None => merged.push(Member { is_optional: true, ..member }),
        }
    }
    merged.extend(others.into_iter().map(|other| Member { is_optional: true, ..other }));
    Contract::Object(merged)
}

fn add(list: Contract, other: Contract) -> Contract {
    let Contract::OneOf(mut list) = list else { return other };
    let is_alike =
        |known: &Contract| std::mem::discriminant(known) == std::mem::discriminant(&other);
    match list.iter().position(is_alike) {
        Some(place) => {
            let known = list.remove(place);
            list.insert(place, merge(known, other));
        }
        None => list.push(other),
    }
    if list.contains(&Contract::Any) { Contract::Any } else { Contract::OneOf(list) }
}

/// Objects by id, by date, by word: their names are data.
fn is_map<'n>(mut names: impl Iterator<Item = &'n str>, count: usize) -> bool {
    count > CONTRACT_MAX_MEMBERS
        || names.any(|name| {
            is_random(name) || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn member(name: &str, contract: Contract, is_optional: bool) -> Member {
        Member { name: name.to_owned(), contract, is_optional }
    }

    #[test]
    fn members_that_some_elements_lack_are_optional() {
        let contract =
            of_value(&json!([{"id": 1, "note": "x"}, {"id": 2}, {"id": 3, "note": null}]));
        let note = Contract::OneOf(vec![Contract::String, Contract::Null]);
        let element = Contract::Object(vec![
            member("id", Contract::Number, false),
            member("note", note, true),
        ]);
        assert_eq!(contract, Contract::Array(Box::new(element)));
    }

    #[test]
    fn names_that_are_data_are_not_asserted() {
        assert_eq!(of_value(&json!({"17": {"a": 1}, "18": {"a": 2}})), Contract::Map);
    }

    #[test]
    fn an_empty_list_says_nothing_about_its_elements() {
        let contract = merge(of_value(&json!([])), of_value(&json!([1])));
        assert_eq!(contract, Contract::Array(Box::new(Contract::Number)));
    }
}
