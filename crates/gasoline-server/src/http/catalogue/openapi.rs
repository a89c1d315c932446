//! The routes as OpenAPI 3.1.

use http::Method;
use serde_json::{Map, Value, json};

use super::{Answer, Content, Door, Parameter, Place, Route, components, routes};
use crate::{VERSION, limits};

const DESCRIPTION: &str = "What Gasoline takes and answers over HTTP, on loopback only.\n\n\
    Captured data comes in by `POST`, from programs, browser extensions and pages on loopback. \
    Reads and commands answer programs and the server's own pages, never another page. \
    Secrets are masked in every answer, so a member may hold `***` where the schema has a number. \
    MCP is served at `/mcp` (streamable HTTP) and describes itself.";

/// The whole description, as `docs/openapi.json` has it.
pub fn openapi() -> Value {
    let mut paths = Map::<String, Value>::new();
    for route in routes() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(&route);
        if route.door == Door::Ingest {
            path["options"] = preflight(&route);
        }
    }
    let tags = [Door::Ingest, Door::Command, Door::Script, Door::Extension]
        .map(|door| json!({"name": door.name(), "description": who(door)}));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gasoline",
            "version": VERSION,
            "description": DESCRIPTION,
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": format!("http://127.0.0.1:{}", limits::DEFAULT_PORT)}],
        "tags": tags,
        "paths": paths,
        "components": {"schemas": components(), "responses": shared()},
    })
}

/// Who may knock at a door, in a sentence.
pub(super) fn who(door: Door) -> &'static str {
    match door {
        Door::Ingest => {
            "Captured data coming in: programs, extensions, pages on loopback; other pages only \
             with `--allow-origin` or `--ci`."
        }
        Door::Command => "Reads and commands: programs and the server's own pages.",
        Door::Script => "The capture script: whoever may send captured data may load it.",
        Door::Extension => "The socket of the extension's worker: browser extensions only.",
    }
}

fn operation(route: &Route) -> Value {
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.summary,
        "tags": [route.door.name()],
    });
    if !route.parameters.is_empty() {
        operation["parameters"] = route.parameters.iter().map(parameter).collect();
    }
    if let Some(body) = &route.body {
        let media = json!({"schema": body.schema, "example": body.example});
        operation["requestBody"] = json!({
            "required": body.is_required,
            "content": {"application/json": media, "text/plain": media},
        });
    }
    operation["responses"] = responses(&route.answers);
    operation
}

/// `POST /network-bodies` → `post_network_bodies`.
fn operation_id(route: &Route) -> String {
    let words = route.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let method = route.method.as_str().to_ascii_lowercase();
    std::iter::once(method.as_str()).chain(words).collect::<Vec<_>>().join("_")
}

fn parameter(parameter: &Parameter) -> Value {
    let is_in_path = parameter.place == Place::Path;
    json!({
        "name": parameter.name,
        "in": if is_in_path { "path" } else { "query" },
        "required": is_in_path,
        "description": parameter.meaning,
        "schema": parameter.schema,
    })
}

fn responses(answers: &[Answer]) -> Value {
    let one = |answer: &Answer| {
        let told = match shared_name(answer.status) {
            Some(name) => json!({"$ref": format!("#/components/responses/{name}")}),
            None => response(answer),
        };
        (answer.status.to_string(), told)
    };
    answers.iter().map(one).collect::<Map<String, Value>>().into()
}

fn response(answer: &Answer) -> Value {
    let mut response = json!({"description": answer.meaning});
    match &answer.content {
        Content::Json(schema) => {
            response["content"] = json!({"application/json": {"schema": schema}});
        }
        Content::JsonOrPage(schema) => {
            response["content"] =
                json!({"application/json": {"schema": schema}, "text/html": {"schema": {}}});
        }
        Content::Script => response["content"] = json!({"text/javascript": {"schema": {}}}),
        Content::Png => response["content"] = json!({"image/png": {"schema": {}}}),
        Content::Events(schema) => {
            response["content"] = json!({"text/event-stream": {"schema": schema}});
        }
        Content::Nothing => {}
    }
    match answer.status {
        405 => response["headers"] = header("Allow", "The methods the path takes."),
        503 => response["headers"] = header("Retry-After", "Seconds to wait."),
        _ => {}
    }
    response
}

/// The refusals that mean the same wherever they are answered, each told once.
fn shared() -> Map<String, Value> {
    let answers = routes().into_iter().flat_map(|route| route.answers);
    answers
        .filter_map(|answer| Some((shared_name(answer.status)?.to_owned(), response(&answer))))
        .collect()
}

fn shared_name(status: u16) -> Option<&'static str> {
    Some(match status {
        403 => "Denied",
        405 => "WrongMethod",
        408 => "TooSlow",
        413 => "TooLarge",
        415 => "NotJson",
        431 => "HeadTooLarge",
        503 => "Overloaded",
        _ => return None,
    })
}

fn header(name: &str, meaning: &str) -> Value {
    json!({name: {"description": meaning, "schema": {"type": "string"}}})
}

/// What a browser asks before a page may send.
fn preflight(route: &Route) -> Value {
    let asked = json!({
        "name": "Access-Control-Request-Method",
        "in": "header",
        "required": true,
        "schema": {"type": "string", "const": "POST"},
    });
    let general = Route::new(Method::OPTIONS, route.path, "");
    let mut answers = general.answers;
    answers.insert(
        0,
        Answer {
            status: 204,
            meaning: "The page may send; `Access-Control-Allow-Origin` echoes its origin."
                .to_owned(),
            content: Content::Nothing,
        },
    );
    json!({
        "operationId": format!("preflight_{}", operation_id(route)),
        "summary": "The preflight of a page that wants to send.",
        "tags": [route.door.name()],
        "parameters": [asked],
        "responses": responses(&answers),
    })
}
