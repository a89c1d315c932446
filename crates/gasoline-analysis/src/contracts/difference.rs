//! Differences between a response and the learned shape, path by path.

use serde_json::Value;

use super::learned::LearnedShape;
use super::print;
use super::seen::Seen;
use super::violation::ViolationType;
use crate::limits;
use crate::shape::JsonType;

/// Stands for the answer as a whole.
pub(super) const ROOT: &str = "$";

/// One place where an answer is not as it was.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) kind: ViolationType,
    /// `address.zip`, `items[].price`, `prices.*`.
    pub(super) path: String,
    /// How often it was seen as expected.
    pub(super) times: u32,
    /// Whether that held long enough to be relied upon.
    pub(super) is_settled: bool,
    pub(super) expected: String,
    pub(super) actual: Option<&'static str>,
    pub(super) sample: Option<Value>,
    /// The object that lacks a field: as learned, and as received.
    pub(super) shapes: Option<(Value, Value)>,
}

/// Everything an answer differs in, each path once.
pub(super) fn differences(learned: &LearnedShape, seen: &Seen<'_>) -> Vec<Difference> {
    let mut walk = Walk { path: String::new(), arrays: 0, found: Vec::new() };
    walk.value(learned, seen);
    walk.found
}

struct Walk {
    path: String,
    /// How many arrays the path leads through.
    arrays: usize,
    found: Vec<Difference>,
}

impl Walk {
    fn value(&mut self, learned: &LearnedShape, seen: &Seen<'_>) {
        let kind = seen.kind();
        if learned.count(kind) == 0 {
            self.retyped(learned, seen, kind);
            return;
        }
        match seen {
            Seen::Object(members) => {
                if let Some(values) = &learned.values {
                    for value in members.values() {
                        self.below(".*", |walk| walk.value(values, value));
                    }
                    return;
                }
                for (name, _) in learned.members.iter().filter(|(name, member)| {
                    !member.may_be_missing && !members.contains_key(name.as_ref())
                }) {
                    self.member(name, |walk| walk.missing(learned, name, seen));
                }
                for (name, value) in members {
                    self.member(name, |walk| match learned.members.get(name.as_ref()) {
                        Some(member) => walk.value(&member.learned, value),
                        None => walk.unknown(learned, value),
                    });
                }
            }
            Seen::Array(elements) => {
                let Some(element) = &learned.element else { return };
                self.arrays += 1;
                for value in elements {
                    self.below("[]", |walk| walk.value(element, value));
                }
                self.arrays -= 1;
            }
            _ => {}
        }
    }

    fn below(&mut self, step: &str, look: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(step);
        look(self);
        self.path.truncate(length);
    }

    fn member(&mut self, name: &str, look: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        look(self);
        self.path.truncate(length);
    }

    /// A value of a type that was never here. Where nothing but `null` was, anything may come.
    fn retyped(&mut self, learned: &LearnedShape, seen: &Seen<'_>, kind: JsonType) {
        if learned.total() == learned.count(JsonType::Null) {
            return;
        }
        let violation = match kind {
            JsonType::Null => ViolationType::NullField,
            _ if self.arrays > 0 => ViolationType::ArrayShapeChange,
            _ => ViolationType::TypeChange,
        };
        let name = self.path.rsplit('.').next().unwrap_or_default().trim_end_matches("[]");
        // An element of another type is a change of its array.
        let path = self.path.strip_suffix("[]").unwrap_or(&self.path);
        let path = if path.is_empty() { ROOT.to_owned() } else { path.to_owned() };
        self.found(Difference {
            kind: violation,
            path,
            times: learned.total(),
            is_settled: learned.is_settled(),
            expected: learned.words(),
            actual: Some(kind.name()),
            sample: seen.sample(name),
            shapes: None,
        });
    }

    fn missing(&mut self, holder: &LearnedShape, name: &str, seen: &Seen<'_>) {
        let kind = if self.arrays > 0 {
            ViolationType::ArrayShapeChange
        } else {
            ViolationType::ShapeChange
        };
        if self.has_found(kind, &self.path) {
            return;
        }
        let expected = holder.members.get(name).map(|member| member.learned.words());
        let difference = Difference {
            kind,
            path: self.path.clone(),
            times: holder.count(JsonType::Object),
            is_settled: holder.is_settled(),
            expected: expected.unwrap_or_default(),
            actual: None,
            sample: None,
            shapes: Some((print::shape(holder), print::shape_of(seen))),
        };
        self.found(difference);
    }

    fn unknown(&mut self, holder: &LearnedShape, seen: &Seen<'_>) {
        let kind = seen.kind();
        let difference = Difference {
            kind: ViolationType::NewField,
            path: self.path.clone(),
            times: holder.count(JsonType::Object),
            is_settled: holder.is_settled(),
            expected: String::new(),
            actual: Some(kind.name()),
            sample: None,
            shapes: None,
        };
        self.found(difference);
    }

    fn has_found(&self, kind: ViolationType, path: &str) -> bool {
        self.found.iter().any(|known| known.kind == kind && known.path == path)
    }

    fn found(&mut self, difference: Difference) {
        let is_full = self.found.len() >= limits::DIFFERENCES_MAX;
        if !is_full && !self.has_found(difference.kind, &difference.path) {
            self.found.push(difference);
        }
    }
}
