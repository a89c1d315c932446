//! Shapes as answers show them: names and types.

use serde_json::{Map, Value, json};

use super::learned::{LearnedShape, Lesson};
use super::seen::Seen;
use crate::shape::JsonType;
use crate::{limits, secrets};

/// Stands for what is too deep, or too much, to be shown.
const MORE: &str = "...";

/// The learned shape, as deep as its size limit allows. Names that are secrets are masked.
///
/// | learned | printed |
/// |---|---|
/// | a string, sometimes `null` | `"null \| string"` |
/// | an object whose `nick` may be missing | `{"id": "number", "nick?": "string"}` |
/// | an array of objects | `[{"id": "number"}]` |
/// | a map of numbers | `{"*": "number"}` |
pub(super) fn shape(learned: &LearnedShape) -> Value {
    let mut levels = limits::SHAPE_LEVELS;
    loop {
        let printed = at(learned, levels);
        if levels == 0 || printed.to_string().len() <= limits::SHAPE_MAX_BYTES {
            return printed;
        }
        levels -= 1;
    }
}

/// The shape of one value.
pub(super) fn shape_of(seen: &Seen<'_>) -> Value {
    let mut learned = LearnedShape::default();
    let mut lesson = Lesson { answer: 1, room: limits::CONTRACT_MAX_PATHS };
    learned.learn(seen, &mut lesson);
    shape(&learned)
}

fn at(learned: &LearnedShape, levels: usize) -> Value {
    let mut structured = learned.types().filter(|kind| *kind != JsonType::Null);
    match (structured.next(), structured.next()) {
        (Some(JsonType::Object), None) => object(learned, levels),
        (Some(JsonType::Array), None) => {
            let element = learned.element.as_deref().filter(|element| element.total() > 0);
            element.map(|element| below(element, levels)).into_iter().collect()
        }
        _ => json!(learned.words()),
    }
}

fn object(learned: &LearnedShape, levels: usize) -> Value {
    let mut members = Map::new();
    if let Some(values) = &learned.values {
        members.insert("*".to_owned(), below(values, levels));
    }
    for (name, member) in learned.members.iter().take(limits::SHAPE_MAX_NAMES) {
        let mark = if member.may_be_missing { "?" } else { "" };
        let masked = secrets::mask(name);
        let name = masked.as_deref().unwrap_or(name);
        members.insert(format!("{name}{mark}"), below(&member.learned, levels));
    }
    if learned.members.len() > limits::SHAPE_MAX_NAMES {
        members.insert(MORE.to_owned(), json!(MORE));
    }
    Value::Object(members)
}

fn below(learned: &LearnedShape, levels: usize) -> Value {
    let is_plain = learned.types().all(|kind| !matches!(kind, JsonType::Array | JsonType::Object));
    match levels.checked_sub(1) {
        Some(levels) => at(learned, levels),
        None if is_plain => json!(learned.words()),
        None => json!(MORE),
    }
}
