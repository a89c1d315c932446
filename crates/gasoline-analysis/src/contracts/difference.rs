//! How an answer differs from what was learnt, path by path.

use serde_json::Value;

use super::learnt::Learnt;
use super::print;
use super::seen::{Seen, Type};
use super::violation::ViolationType;
use crate::limits;

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
    /// The object that a member is missing from: as learnt, and as it is.
    pub(super) shapes: Option<(Value, Value)>,
}

/// Everything an answer differs in, each path once.
pub(super) fn differences(learnt: &Learnt, seen: &Seen<'_>) -> Vec<Difference> {
    let mut walk = Walk { path: String::new(), arrays: 0, found: Vec::new() };
    walk.value(learnt, seen);
    walk.found
}

struct Walk {
    path: String,
    /// How many arrays the path leads through.
    arrays: usize,
    found: Vec<Difference>,
}

impl Walk {
    fn value(&mut self, learnt: &Learnt, seen: &Seen<'_>) {
        let kind = seen.kind();
        if learnt.count(kind) == 0 {
            self.retyped(learnt, seen, kind);
            return;
        }
        match seen {
            Seen::Object(members) => {
                if let Some(values) = &learnt.values {
                    for value in members.values() {
                        self.below(".*", |walk| walk.value(values, value));
                    }
                    return;
                }
                for (name, _) in learnt.members.iter().filter(|(name, member)| {
                    !member.may_be_missing && !members.contains_key(name.as_ref())
                }) {
                    self.member(name, |walk| walk.missing(learnt, name, seen));
                }
                for (name, value) in members {
                    self.member(name, |walk| match learnt.members.get(name.as_ref()) {
                        Some(member) => walk.value(&member.learnt, value),
                        None => walk.unknown(learnt, value),
                    });
                }
            }
            Seen::Array(elements) => {
                let Some(element) = &learnt.element else { return };
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
    fn retyped(&mut self, learnt: &Learnt, seen: &Seen<'_>, kind: Type) {
        if learnt.total() == learnt.count(Type::Null) {
            return;
        }
        let violation = match kind {
            Type::Null => ViolationType::NullField,
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
            times: learnt.total(),
            is_settled: learnt.is_settled(),
            expected: learnt.words(),
            actual: Some(kind.name()),
            sample: seen.sample(name),
            shapes: None,
        });
    }

    fn missing(&mut self, holder: &Learnt, name: &str, seen: &Seen<'_>) {
        let kind = if self.arrays > 0 {
            ViolationType::ArrayShapeChange
        } else {
            ViolationType::ShapeChange
        };
        if self.has_found(kind, &self.path) {
            return;
        }
        let expected = holder.members.get(name).map(|member| member.learnt.words());
        let difference = Difference {
            kind,
            path: self.path.clone(),
            times: holder.count(Type::Object),
            is_settled: holder.is_settled(),
            expected: expected.unwrap_or_default(),
            actual: None,
            sample: None,
            shapes: Some((print::shape(holder), print::shape_of(seen))),
        };
        self.found(difference);
    }

    fn unknown(&mut self, holder: &Learnt, seen: &Seen<'_>) {
        let kind = seen.kind();
        let difference = Difference {
            kind: ViolationType::NewField,
            path: self.path.clone(),
            times: holder.count(Type::Object),
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
