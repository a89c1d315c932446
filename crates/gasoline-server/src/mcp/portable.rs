//! Tool schemas in words that every client reads.
//!
//! Rust's optional members come out as "this type or null". Absent says the same in fewer bytes, and
//! clients that know one type a member (Gemini's function declarations, for one) drop the others.
//! A `null` that is sent all the same is accepted: arguments are held against the full schema.

use serde_json::{Map, Value, json};

/// `schema` without `null` among the types of its members, each with one type.
pub(super) fn portable(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(portable);
            one_type(members);
            one_choice(members);
            without_bounds(members);
        }
        Value::Array(items) => items.iter_mut().for_each(portable),
        _ => {}
    }
}

/// `{"type": ["string", "null"]}` becomes `{"type": "string"}`. Of several types the first is listed.
fn one_type(members: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = members.get_mut("type") else { return };
    types.retain(|name| name != "null");
    if let Some(first) = types.first().cloned() {
        members.insert("type".to_owned(), first);
    }
    if let Some(Value::Array(words)) = members.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
}

/// Takes out bounds, defaults, and which members an object may not have: every user pays for the list,
/// and an error names the argument and the allowed values.
fn without_bounds(members: &mut Map<String, Value>) {
    let is_told = |name: &str, value: &Value| match name {
        "additionalProperties" => !value.is_boolean(),
        // An argument of such a name is an object.
        "minimum" | "maximum" | "default" => value.is_object(),
        _ => true,
    };
    members.retain(|name, value| is_told(name, value));
}

/// `{"anyOf": [X, {"type": "null"}]}` becomes X.
fn one_choice(members: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = members.get_mut("anyOf") else { return };
    choices.retain(|choice| *choice != json!({"type": "null"}));
    if choices.len() == 1
        && let Some(Value::Object(single)) = choices.pop()
    {
        members.shift_remove("anyOf");
        for (name, value) in single {
            // What is said about the member wins over what is said about its type.
            members.entry(name).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mut schema: Value, expected: &Value) {
        portable(&mut schema);
        assert_eq!(schema, *expected);
    }

    #[test]
    fn a_member_that_may_be_absent_has_its_one_type() {
        check(
            json!({"type": "object", "properties": {
                "url": {"type": ["string", "null"], "description": "d"},
                "level": {"type": ["string", "null"], "enum": ["warn", "error", null]},
                "rules": {"type": ["array", "null"], "items": {"type": ["integer", "null"]}}
            }}),
            &json!({"type": "object", "properties": {
                "url": {"type": "string", "description": "d"},
                "level": {"type": "string", "enum": ["warn", "error"]},
                "rules": {"type": "array", "items": {"type": "integer"}}
            }}),
        );
    }

    #[test]
    fn bounds_and_defaults_are_not_listed() {
        check(
            json!({"type": "object", "additionalProperties": false, "properties": {
                "limit": {"type": "integer", "minimum": 0},
                "depth": {"type": "integer", "minimum": 1, "maximum": 5},
                "minimum": {"type": "string", "default": "a"}
            }}),
            &json!({"type": "object", "properties": {
                "limit": {"type": "integer"},
                "depth": {"type": "integer"},
                "minimum": {"type": "string"}
            }}),
        );
    }

    #[test]
    fn of_several_types_the_first_is_listed() {
        check(
            json!({"type": ["string", "number", "null"], "description": "d"}),
            &json!({"type": "string", "description": "d"}),
        );
    }

    #[test]
    fn a_choice_between_something_and_null_is_that_thing() {
        check(
            json!({"anyOf": [{"type": "string", "enum": ["a"], "description": "of the type"},
                {"type": "null"}], "description": "of the member"}),
            &json!({"description": "of the member", "type": "string", "enum": ["a"]}),
        );
    }
}
