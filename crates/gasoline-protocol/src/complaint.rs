//! What is wrong with a value, in words: the field, what was there, what is allowed.
//!
//! Serde says "invalid type: string, expected u64 at column 31" and means it for programmers.
//! The same JSON Schema that documents an argument or an event says it for whoever sent it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::limits::COMPLAINT_QUOTE_MAX_CHARS;
use crate::truncate::past_token;

/// The first thing in which `value` does not follow `schema`, or `None`.
///
/// `noun` is what a member is called: a field of an event, an argument of a tool.
pub fn complaint(schema: &Value, value: &Value, noun: &str) -> Option<String> {
    complain(schema, value, &mut String::new(), noun)
}

fn complain(schema: &Value, value: &Value, path: &mut String, noun: &str) -> Option<String> {
    let allowed = allowed_words(schema);
    if !allowed.is_empty() {
        let fits = value.as_str().is_some_and(|word| allowed.contains(&word));
        return (!fits && !is_allowed_null(schema, value))
            .then(|| format!("unknown {}{}; one of {}", name(path), shown(value), list(&allowed)));
    }
    if let Some(choices) = choices(schema) {
        // One that fits is enough; if none does, the first says it best.
        let mut complaints = choices.iter().map(|choice| complain(choice, value, path, noun));
        let first = complaints.next()??;
        return complaints.all(|complaint| complaint.is_some()).then_some(first);
    }
    let types = types(schema);
    if !types.is_empty() && !types.iter().any(|expected| is_of(value, expected)) {
        let expected: Vec<&str> = types
            .iter()
            .filter(|expected| **expected != "null")
            .map(|expected| with_article(expected))
            .collect();
        let subject = if path.is_empty() { "it ".to_owned() } else { name(path) };
        return Some(format!("{subject}must be {}, found {}", expected.join(" or "), found(value)));
    }
    out_of_range(schema, value, path).or_else(|| match value {
        Value::Object(members) => complain_of_members(schema, members, path, noun),
        Value::Array(items) => {
            let item_schema = schema.get("items")?;
            items.iter().enumerate().find_map(|(index, item)| {
                at(path, &format!("[{index}]"), |path| complain(item_schema, item, path, noun))
            })
        }
        _ => None,
    })
}

fn complain_of_members(
    schema: &Value,
    members: &Map<String, Value>,
    path: &mut String,
    noun: &str,
) -> Option<String> {
    let known = schema.get("properties").and_then(Value::as_object);
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    for (key, value) in members {
        let step = if path.is_empty() { key.clone() } else { format!(".{key}") };
        match known.and_then(|known| known.get(key)) {
            Some(member) => {
                let found = at(path, &step, |path| complain(member, value, path, noun));
                if found.is_some() {
                    return found;
                }
            }
            None if is_closed => {
                let names: Vec<&str> =
                    known.into_iter().flat_map(Map::keys).map(String::as_str).collect();
                let rest = if names.is_empty() {
                    "; it takes none".to_owned()
                } else {
                    format!("; one of {}", list(&names))
                };
                return Some(format!("unknown {noun} `{}`{rest}", quote(&format!("{path}{step}"))));
            }
            None => {}
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let missing = required.filter_map(Value::as_str).find(|name| !members.contains_key(*name))?;
    let dot = if path.is_empty() { "" } else { "." };
    let words = known.and_then(|known| known.get(missing)).map(allowed_words).unwrap_or_default();
    let rest = if words.is_empty() { String::new() } else { format!("; one of {}", list(&words)) };
    Some(format!("`{path}{dot}{missing}` is missing{rest}"))
}

fn out_of_range(schema: &Value, value: &Value, path: &str) -> Option<String> {
    let number = value.as_f64()?;
    let least = schema.get("minimum").and_then(Value::as_f64);
    let most = schema.get("maximum").and_then(Value::as_f64);
    if least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most) {
        return None;
    }
    let range = match (least, most) {
        (Some(least), Some(most)) => format!("from {least} to {most}"),
        (Some(least), None) => format!("at least {least}"),
        (_, most) => format!("at most {}", most.unwrap_or_default()),
    };
    Some(format!("{}must be {range}, found {value}", name(path)))
}

/// The words of an enumeration, however the schema spells it.
pub(crate) fn allowed_words(schema: &Value) -> Vec<&str> {
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return vec![word];
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().filter_map(Value::as_str).collect();
    }
    let Some(choices) = choices(schema) else { return Vec::new() };
    let words: Vec<Vec<&str>> = choices
        .iter()
        .filter(|choice| choice.get("type").and_then(Value::as_str) != Some("null"))
        .map(allowed_words)
        .collect();
    if words.iter().any(Vec::is_empty) { Vec::new() } else { words.concat() }
}

pub(crate) fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array)
}

fn is_allowed_null(schema: &Value, value: &Value) -> bool {
    let among = |list: Option<&Vec<Value>>, null: &dyn Fn(&Value) -> bool| {
        list.is_some_and(|list| list.iter().any(null))
    };
    value.is_null()
        && (among(schema.get("enum").and_then(Value::as_array), &Value::is_null)
            || among(choices(schema), &|choice| types(choice).contains(&"null")))
}

pub(crate) fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is_of(value: &Value, expected: &str) -> bool {
    match expected {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// The type of a JSON value, with its article.
pub fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The same, where whole numbers may be expected.
fn found(value: &Value) -> &'static str {
    if value.is_f64() { "a fraction" } else { type_of(value) }
}

fn with_article(expected: &str) -> &'static str {
    match expected {
        "boolean" => "a boolean",
        "string" => "a string",
        "number" => "a number",
        "integer" => "a whole number",
        "array" => "an array",
        "object" => "an object",
        _ => "null",
    }
}

fn name(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("`{}` ", quote(path)) }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", quote(text)),
        other => found(other).to_owned(),
    }
}

/// Enough of a text to recognise it by.
fn quote(text: &str) -> Cow<'_, str> {
    past_token(text, COMPLAINT_QUOTE_MAX_CHARS, "…")
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn at<T>(path: &mut String, step: &str, look: impl FnOnce(&mut String) -> T) -> T {
    let length = path.len();
    path.push_str(step);
    let found = look(path);
    path.truncate(length);
    found
}

#[cfg(test)]
mod tests {
    use schemars::{JsonSchema, generate::SchemaSettings};
    use serde_json::json;

    use super::*;
    use crate::event::Level;

    #[derive(JsonSchema)]
    #[schemars(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the schema is used")]
    struct Arguments {
        level: Option<Level>,
        limit: Option<u32>,
        url: String,
        rules: Option<Vec<Rule>>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is used")]
    struct Rule {
        status: u16,
    }

    #[track_caller]
    fn check(value: &Value, expected: Option<&str>) {
        let settings = SchemaSettings::draft2020_12().with(|all| all.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<Arguments>();
        assert_eq!(complaint(schema.as_value(), value, "argument").as_deref(), expected);
    }

    #[test]
    fn what_fits_is_not_complained_of() {
        check(&json!({"url": "a", "level": "warn", "limit": 3, "rules": [{"status": 1}]}), None);
        check(&json!({"url": "a", "level": null, "limit": null, "rules": null}), None);
    }

    #[test]
    fn an_unknown_name_or_word_lists_what_is_allowed() {
        check(
            &json!({"url": "a", "colour": 1}),
            Some("unknown argument `colour`; one of `level`, `limit`, `url`, `rules`"),
        );
        check(
            &json!({"url": "a", "level": "fatal"}),
            Some("unknown `level` `fatal`; one of `debug`, `log`, `info`, `warn`, `error`"),
        );
    }

    #[test]
    fn a_wrong_type_names_the_member_and_what_was_there() {
        check(
            &json!({"url": "a", "limit": "3"}),
            Some("`limit` must be a whole number, found a string"),
        );
        check(&json!({"url": "a", "limit": -3}), Some("`limit` must be at least 0, found -3"));
        check(&json!({"url": 5}), Some("`url` must be a string, found a number"));
        check(
            &json!({"url": "a", "rules": [{"status": true}]}),
            Some("`rules[0].status` must be a whole number, found a boolean"),
        );
        check(&json!([1]), Some("it must be an object, found an array"));
        check(&json!({"limit": 3}), Some("`url` is missing"));
    }
}
