//! Form: what a schema promises about a value besides its JSON type, and whether a value keeps it.
//!
//! A number, a time and a word of an enumeration cannot carry a free text, so redaction leaves them
//! as documented. A string without such a restriction promises nothing.

use serde_json::Value;

use crate::complaint::{allowed_words, choices, complaint, types};
use crate::json::{Path, Step};
use crate::kind::Kind;
use crate::schema;
use crate::time::{DATE_TIME, WireTime};

/// A string or a number inside an event.
#[derive(Debug, Clone, Copy)]
pub enum Leaf<'a> {
    Text(&'a str),
    /// As it is written.
    Number(&'a str),
}

/// Whether the schema of `kind` restricts the form of what is at `path`, and `leaf` has that form.
pub fn is_promised(kind: Kind, path: Option<&Path<'_>>, leaf: Leaf<'_>) -> bool {
    let value = match leaf {
        Leaf::Text(text) => Value::from(text),
        Leaf::Number(digits) => serde_json::from_str(digits).unwrap_or_default(),
    };
    at(schema::complete_of(kind), path).into_iter().any(|schema| has_form(schema, &value))
}

/// Whether `schema` restricts the form of strings or numbers, and `value` has that form.
fn has_form(schema: &Value, value: &Value) -> bool {
    if schema.get("format").is_some_and(|format| format == DATE_TIME) {
        return serde_json::from_value(value.clone()).is_ok_and(|WireTime(time)| time.is_some());
    }
    let is_restricted = match value {
        Value::String(_) => !allowed_words(schema).is_empty(),
        Value::Number(_) => types(schema).iter().any(|name| matches!(*name, "number" | "integer")),
        _ => false,
    };
    is_restricted && complaint(schema, value, "").is_none()
}

/// The schemas of what is at `path`: several where there is a choice.
fn at<'s>(root: &'s Value, path: Option<&Path<'_>>) -> Vec<&'s Value> {
    let Some(path) = path else { return vec![root] };
    let around = at(root, path.before).into_iter().flat_map(alternatives);
    let inside = around.filter_map(|schema| match path.step {
        Step::Member(name) => {
            let known = schema.get("properties").and_then(|known| known.get(name));
            known.or_else(|| schema.get("additionalProperties"))
        }
        Step::Item => schema.get("items"),
    });
    inside.flat_map(alternatives).collect()
}

/// The schema itself and what it lets choose from.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let choices = choices(schema).into_iter().flatten();
    std::iter::once(schema).chain(choices.flat_map(alternatives)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Place, Policy, rewrite};

    /// Collects the leaves whose form is promised.
    struct Promised(Kind, Vec<String>);

    impl Policy for Promised {
        fn string(&mut self, place: Place<'_>, text: &str) -> Option<String> {
            if is_promised(self.0, place.path, Leaf::Text(text)) {
                self.1.push(text.to_owned());
            }
            None
        }

        fn number(&mut self, place: Place<'_>, digits: &str) -> Option<String> {
            if is_promised(self.0, place.path, Leaf::Number(digits)) {
                self.1.push(digits.to_owned());
            }
            None
        }
    }

    #[track_caller]
    fn check(kind: Kind, json: &str, expected: &[&str]) {
        let mut promised = Promised(kind, Vec::new());
        rewrite(json, &mut promised);
        assert_eq!(promised.1, expected, "{json}");
    }

    #[test]
    fn numbers_and_words_of_the_schema_have_a_form() {
        check(Kind::Logs, r#"{"level":"error","tabId":7,"lineno":1.5}"#, &["error", "7", "1.5"]);
        check(Kind::NetworkBodies, r#"{"status":200,"credentials":"omit"}"#, &["200", "omit"]);
        check(Kind::EnhancedActions, r#"{"type":"dialog","scrollX":3}"#, &["dialog", "3"]);
        check(
            Kind::WebsocketEvents,
            r#"{"event":"open","direction":"incoming"}"#,
            &["open", "incoming"],
        );
        check(Kind::EnhancedActions, r#"{"selectors":{"matches":{"role":2}}}"#, &["2"]);
        check(Kind::DomSnapshots, r#"{"elements":[{"level":1},{"level":2}]}"#, &["1", "2"]);
        check(Kind::Performance, r#"{"network":{"byType":{"script":{"count":4}}}}"#, &["4"]);
    }

    #[test]
    fn a_time_has_a_form_only_if_it_can_be_read() {
        check(
            Kind::Logs,
            r#"{"timestamp":"2026-01-02T03:04:05Z","ts":1767323045678}"#,
            &["2026-01-02T03:04:05Z", "1767323045678"],
        );
        check(Kind::Logs, r#"{"timestamp":"soon","ts":4012888888881881}"#, &[]);
    }

    #[test]
    fn free_text_and_free_json_have_none() {
        check(
            Kind::Logs,
            r#"{"message":"error","id":"7","test_id":"t","url":"/","type":"console"}"#,
            &[],
        );
        check(
            Kind::Logs,
            r#"{"args":[{"tabId":7,"level":"error"},7],"metadata":{"tabId":7}}"#,
            &[],
        );
        check(Kind::Logs, r#"{"unknown":7,"nested":{"tabId":7}}"#, &[]);
        check(Kind::NetworkBodies, r#"{"requestHeaders":{"status":200},"method":"GET"}"#, &[]);
    }

    #[test]
    fn what_does_not_follow_the_schema_has_none() {
        check(Kind::Logs, r#"{"level":"fatal","tabId":"7","lineno":[1],"repeated":1.5}"#, &[]);
        check(Kind::NetworkBodies, r#"{"status":4012888888881881,"credentials":"hunter2"}"#, &[]);
        check(Kind::DomSnapshots, r#"{"elements":[{"level":[4012888888881881]},[1]]}"#, &[]);
    }
}
