//! Shapes as answers show them: names and types.

use serde_json::{Map, Value, json};

use super::learnt::{Learnt, Lesson};
use super::seen::{Seen, Type};
use crate::{limits, secrets};

/// Stands for what is too deep, or too much, to be shown.
const MORE: &str = "...";

/// What was learnt, as deep as there is room for. Names that are secrets are masked.
///
/// | learnt | printed |
/// |---|---|
/// | a string, sometimes `null` | `"null \| string"` |
/// | an object whose `nick` may be missing | `{"id": "number", "nick?": "string"}` |
/// | an array of objects | `[{"id": "number"}]` |
/// | a map of numbers | `{"*": "number"}` |
pub(super) fn shape(learnt: &Learnt) -> Value {
    let mut levels = limits::SHAPE_LEVELS;
    loop {
        let printed = at(learnt, levels);
        if levels == 0 || printed.to_string().len() <= limits::SHAPE_MAX_BYTES {
            return printed;
        }
        levels -= 1;
    }
}

/// The shape of one value.
pub(super) fn shape_of(seen: &Seen<'_>) -> Value {
    let mut learnt = Learnt::default();
    let mut lesson = Lesson { answer: 1, room: limits::CONTRACT_MAX_PATHS };
    learnt.learn(seen, &mut lesson);
    shape(&learnt)
}

fn at(learnt: &Learnt, levels: usize) -> Value {
    let mut structured =
        learnt.types().filter(|kind| *kind != Type::Null && learnt.count(*kind) > 0);
    let (first, second) = (structured.next(), structured.next());
    match (first, second) {
        (Some(Type::Object), None) => object(learnt, levels),
        (Some(Type::Array), None) => {
            let element = learnt.element.as_deref().filter(|element| element.total() > 0);
            element.map(|element| below(element, levels)).into_iter().collect()
        }
        _ => json!(learnt.words()),
    }
}

fn object(learnt: &Learnt, levels: usize) -> Value {
    let mut members = Map::new();
    if let Some(values) = &learnt.values {
        members.insert("*".to_owned(), below(values, levels));
    }
    for (name, member) in learnt.members.iter().take(limits::SHAPE_MAX_NAMES) {
        let mark = if member.may_be_missing { "?" } else { "" };
        let masked = secrets::mask(name);
        let name = masked.as_deref().unwrap_or(name);
        members.insert(format!("{name}{mark}"), below(&member.learnt, levels));
    }
    if learnt.members.len() > limits::SHAPE_MAX_NAMES {
        members.insert(MORE.to_owned(), json!(MORE));
    }
    Value::Object(members)
}

fn below(learnt: &Learnt, levels: usize) -> Value {
    let is_plain = learnt.types().all(|kind| !matches!(kind, Type::Array | Type::Object));
    match levels.checked_sub(1) {
        Some(levels) => at(learnt, levels),
        None if is_plain => json!(learnt.words()),
        None => json!(MORE),
    }
}
