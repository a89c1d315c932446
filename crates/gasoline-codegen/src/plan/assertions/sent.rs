//! What the page sent because of a step: a field that is lost in the page is missed here first.

use serde_json::{Map, Value};

use super::values::kinds::is_assertable;
use super::values::told::{Entered, content};
use crate::limits::VALUES_PER_OBJECT;
use crate::plan::session::{Called, Session};
use crate::plan::volatile::Volatile;
use crate::step::Call;

/// Which values of a request come again when the steps are taken again.
pub(super) struct Sending<'s, 'a> {
    pub(super) session: &'s Session<'a>,
    pub(super) volatile: &'s Volatile,
    pub(super) entered: &'s Entered,
    /// Whether answers are mocked: then what they told may have been replaced by safe values.
    pub(super) is_mocked: bool,
}

impl Sending<'_, '_> {
    /// The part of the body that the steps decide: what was typed and chosen, yes and no, and words
    /// that the page was told before. GraphQL is told by its variables.
    pub(super) fn members(&self, called: &Called<'_>, call: &Call, step: usize) -> Option<Value> {
        let body = called.request.body;
        if body.request_truncated == Some(true) {
            return None;
        }
        let mut left = VALUES_PER_OBJECT;
        let members =
            self.object(content(called, self.session)?.as_object()?, called, step, &mut left)?;
        Some(if call.operation.is_some() {
            Value::Object(Map::from_iter([("variables".to_owned(), members)]))
        } else {
            members
        })
    }

    fn object(
        &self,
        members: &Map<String, Value>,
        called: &Called<'_>,
        step: usize,
        left: &mut usize,
    ) -> Option<Value> {
        let mut kept = Map::new();
        for (name, value) in members {
            if let Value::Object(inside) = value {
                if let Some(inside) = self.object(inside, called, step, left) {
                    kept.insert(name.clone(), inside);
                }
            } else if *left > 0
                && is_assertable(name, value)
                && self.is_decided(value, called, step)
            {
                *left -= 1;
                kept.insert(name.clone(), value.clone());
            }
        }
        (!kept.is_empty()).then_some(Value::Object(kept))
    }

    fn is_decided(&self, value: &Value, called: &Called<'_>, step: usize) -> bool {
        if value.is_boolean() || self.entered.has(value, step) {
            return true;
        }
        let Some(text) = value.as_str() else { return false };
        !self.is_mocked && self.volatile.is_stable(text) && self.was_told(text, called)
    }

    /// Whether an answer before had exactly this text: a page makes up ids and keys of its own.
    fn was_told(&self, text: &str, called: &Called<'_>) -> bool {
        let requests = self.session.earlier.iter().chain(&self.session.requests);
        let mut before = requests.filter(|earlier| earlier.end <= called.time);
        before.any(|earlier| {
            let body = earlier.request.body.response_body.as_deref();
            // To look for the text costs less than to read what does not have it.
            body.is_some_and(|body| body.contains(text))
                && self
                    .session
                    .answered(earlier)
                    .is_some_and(|answer| has_text(answer, &|it| it == text))
        })
    }
}

/// Whether a text of a JSON value is one that is asked for.
pub(in crate::plan) fn has_text(value: &Value, is_asked: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => is_asked(text),
        Value::Array(items) => items.iter().any(|item| has_text(item, is_asked)),
        Value::Object(members) => members.values().any(|member| has_text(member, is_asked)),
        _ => false,
    }
}
