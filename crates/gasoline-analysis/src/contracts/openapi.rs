//! A sketch of the API that was seen, as OpenAPI 3.1.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Contracts;
use super::learned::LearnedShape;
use super::report::Filter;
use super::tracker::Tracker;
use crate::endpoints::ID;
use crate::shape::JsonType;

/// The methods an OpenAPI document can describe.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

impl Contracts {
    /// What was seen of the API, as an OpenAPI 3.1 document. Operations of GraphQL share a path.
    pub fn openapi(&self, filter: &Filter<'_>) -> Value {
        let mut operations: BTreeMap<(String, String), Vec<&Tracker>> = BTreeMap::new();
        for tracker in self.passing(filter) {
            if METHODS.contains(&tracker.endpoint.method.as_str()) {
                let path = tracker.endpoint.path.split('#').next().unwrap_or_default();
                let key = (path.to_owned(), tracker.endpoint.method.to_lowercase());
                operations.entry(key).or_default().push(tracker);
            }
        }
        let mut paths = Map::new();
        for ((path, method), trackers) in &operations {
            let (template, names) = template(path);
            let item = paths.entry(template).or_insert_with(|| json!({}));
            item[method] = operation(path, method, &names, trackers);
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "API as captured",
                "version": "0",
                "description": "Sketched by Gasoline from captured traffic: what was seen, not what is promised.",
            },
            "paths": paths,
        })
    }
}

/// `/users/:id/orders/:id` → `/users/{id}/orders/{id2}` and its names.
fn template(path: &str) -> (String, Vec<String>) {
    let mut names = Vec::new();
    let mut out = String::new();
    for (place, part) in path.split(ID).enumerate() {
        if place > 0 {
            let name = if place == 1 { "id".to_owned() } else { format!("id{place}") };
            out.push_str(&format!("{{{name}}}"));
            names.push(name);
        }
        out.push_str(part);
    }
    (out, names)
}

fn operation(path: &str, method: &str, names: &[String], trackers: &[&Tracker]) -> Value {
    let mut responses = Map::new();
    let statuses = trackers.iter().flat_map(|tracker| tracker.statuses.keys());
    for status in statuses.filter(|status| (100..600).contains(*status)) {
        let mut response = json!({"description": described(*status)});
        let known: Vec<&&Tracker> = trackers.iter().filter(|tracker| tracker.answers > 0).collect();
        if (200..300).contains(status) && *status != 204 && !known.is_empty() {
            response["content"] = json!({"application/json": {"schema": answers(&known)}});
        }
        responses.insert(status.to_string(), response);
    }
    if responses.is_empty() {
        responses.insert("default".to_owned(), json!({"description": "no response was seen"}));
    }
    let calls: u32 = trackers.iter().map(|tracker| tracker.calls).sum();
    let mut operation = json!({
        "operationId": identifier(method, path),
        "description": format!("Called {calls} times."),
        "responses": responses,
    });
    if !names.is_empty() {
        let parameter = |name: &String| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
        operation["parameters"] = names.iter().map(parameter).collect();
    }
    operation
}

/// One schema, or one for each GraphQL operation.
fn answers(trackers: &[&&Tracker]) -> Value {
    let schemas: Vec<Value> = trackers
        .iter()
        .map(|tracker| {
            let mut schema = schema(&tracker.learned);
            if let Some((_, operation)) = tracker.endpoint.path.split_once('#') {
                schema["title"] = json!(operation);
            }
            schema
        })
        .collect();
    match <[Value; 1]>::try_from(schemas) {
        Ok([only]) => only,
        Err(several) => json!({ "anyOf": several }),
    }
}

fn schema(learned: &LearnedShape) -> Value {
    let types: Vec<&str> = learned.types().map(JsonType::name).collect();
    let mut schema = match types.as_slice() {
        [] => return json!({}),
        [only] => json!({ "type": only }),
        several => json!({ "type": several }),
    };
    if let Some(element) = &learned.element {
        schema["items"] = self::schema(element);
    }
    if let Some(values) = &learned.values {
        schema["additionalProperties"] = self::schema(values);
    }
    if !learned.members.is_empty() {
        let members = learned.members.iter();
        let properties: Map<String, Value> = members
            .clone()
            .map(|(name, member)| (name.to_string(), self::schema(&member.learned)))
            .collect();
        let required: Vec<&str> = members
            .filter(|(_, member)| !member.may_be_missing)
            .map(|(name, _)| name.as_ref())
            .collect();
        schema["properties"] = Value::Object(properties);
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
    }
    schema
}

fn identifier(method: &str, path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .fold(method.to_owned(), |name, word| format!("{name}_{word}"))
}

fn described(status: u16) -> &'static str {
    match status {
        200..300 => "success",
        300..400 => "elsewhere",
        400..500 => "refused",
        500.. => "failed",
        _ => "seen",
    }
}
