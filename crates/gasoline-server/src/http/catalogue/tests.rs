//! The catalogue held against the router: same paths, same methods, answers of the shapes it names.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Body as HttpBody;
use gasoline_protocol::Kind;
use gasoline_protocol::complaint::complaint;
use gasoline_store::ManualClock;
use http::header::{ALLOW, CONTENT_TYPE, HOST};
use http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::*;
use crate::access::AccessPolicy;
use crate::app::{App, Config};

const HOST_NAME: &str = "127.0.0.1:7890";

fn router() -> Router {
    let access = AccessPolicy { port: 7890, ..AccessPolicy::default() };
    // A driver that asks for an errand is held, but not for long.
    let config = Config { access, hurry: 1_000, ..Config::default() };
    let clock = Arc::new(ManualClock::at_ms(1_767_323_045_678));
    crate::http::router(Arc::new(App::new(config, clock)), CancellationToken::new())
}

struct Asked {
    status: StatusCode,
    allow: String,
    json: Value,
}

async fn ask(router: &Router, method: &Method, path: &str, body: Option<&Value>) -> Asked {
    let sent = body.map_or_else(HttpBody::empty, |body| HttpBody::from(body.to_string()));
    let request = Request::builder().method(method).uri(path).header(HOST, HOST_NAME).body(sent);
    let answer = router.clone().oneshot(request.expect("a request")).await.expect("infallible");
    let allow = answer.headers().get(ALLOW).and_then(|allow| allow.to_str().ok());
    let (status, allow) = (answer.status(), allow.unwrap_or_default().to_owned());
    // A stream of events has no end.
    let is_endless =
        answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
    if is_endless {
        return Asked { status, allow, json: Value::Null };
    }
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    Asked { status, allow, json: serde_json::from_slice(&bytes).unwrap_or_default() }
}

fn is_endless(route: &Route) -> bool {
    route.answers.iter().any(|answer| matches!(answer.content, Content::Events(_)))
}

fn concrete(path: &str) -> String {
    path.replace("{id}", "1")
}

fn methods_of(path: &str) -> BTreeSet<String> {
    let all = routes();
    all.iter().filter(|route| route.path == path).map(|route| route.method.to_string()).collect()
}

#[tokio::test]
async fn every_route_is_there_and_takes_the_methods_it_says() {
    let router = router();
    let paths: BTreeSet<&str> = routes().iter().map(|route| route.path).collect();
    // The socket's door is closed to programs, whatever they ask.
    for path in paths.into_iter().filter(|path| *path != "/ext") {
        let wrong = ask(&router, &Method::PATCH, &concrete(path), None).await;
        assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        let allowed: BTreeSet<String> =
            wrong.allow.split(',').map(str::to_owned).filter(|method| method != "HEAD").collect();
        assert_eq!(allowed, methods_of(path), "{path}");
    }
}

#[test]
fn no_path_of_the_router_is_left_out() {
    let source = include_str!("../mod.rs");
    let routed = source.split(".route(").skip(1).filter_map(|rest| rest.split('"').nth(1));
    let routed = routed.chain(KINDS.iter().map(|info| info.path));
    let known: BTreeSet<&str> = routes().iter().map(|route| route.path).collect();
    // MCP describes itself.
    for path in routed.filter(|path| !path.starts_with("/mcp")) {
        let path = path.replace("{file}", "{id}.png");
        assert!(known.contains(path.as_str()), "{path} is not in the catalogue");
    }
}

/// Posts every example, then reads everything back.
#[tokio::test]
async fn answers_have_the_shapes_the_catalogue_names() {
    let router = router();
    let mut all = routes();
    // The entry that the example of `/enrichments` is about.
    let entry =
        json!({"entries": [{"level": "error", "message": "m", "id": "e1"}, {"level": "x"}]});
    ask(&router, &Method::POST, "/logs", Some(&entry)).await;
    all.sort_by_key(|route| match route.method {
        Method::POST if route.path != "/clear" => 0,
        Method::GET => 1,
        _ => 2,
    });
    // A stream has no end to wait for.
    for route in all.into_iter().filter(|route| !is_endless(route)) {
        let body = route.body.as_ref().map(|body| &body.example);
        let mut path = concrete(route.path);
        if route.path == "/report" {
            // Of the test that the example of `/test-boundary` starts.
            path += "?test_id=chromium%20%E2%80%BA%20cart.spec.ts%20%E2%80%BA%20pays";
        }
        let asked = ask(&router, &route.method, &path, body).await;
        let name = format!("{} {}: {}", route.method, route.path, asked.json);
        let answer = route.answers.iter().find(|answer| answer.status == asked.status.as_u16());
        let answer = answer.unwrap_or_else(|| panic!("{name} answers {}", asked.status));
        // Nobody has asked for what the example answers.
        let is_answer = route.path == "/errands" && route.method == Method::POST;
        let is_usual = answer.status == if is_answer { 404 } else { 200 } || route.path == "/ext";
        assert!(is_usual, "{name} answers {}", asked.status);
        assert_eq!(asked.json["rejected"].as_u64().unwrap_or(0), 0, "{name}");
        if let Content::Json(schema) | Content::JsonOrPage(schema) = &answer.content {
            let schema = whole(schema);
            assert_eq!(complaint(&schema, &asked.json, "member"), None, "{name}");
        }
    }
}

#[tokio::test]
async fn a_refused_event_is_told_in_the_shape_of_a_receipt() {
    let body = json!({"entries": [7]});
    let asked = ask(&router(), &Method::POST, "/logs", Some(&body)).await;
    assert_eq!(asked.json["rejected"], 1);
    assert_eq!(complaint(&whole(&shape("Receipt")), &asked.json, "member"), None);
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_in_the_shape_of_a_rejection() {
    let router = router();
    for route in routes() {
        let (path, body) = match &route.body {
            Some(_) => (concrete(route.path), Some(json!([1]))),
            None => (format!("{}?since=soon", concrete(route.path)), None),
        };
        let asked = ask(&router, &route.method, &path, body.as_ref()).await;
        let name = format!("{} {path}", route.method);
        assert!(
            route.answers.iter().any(|answer| answer.status == asked.status.as_u16()),
            "{name} answers {}",
            asked.status
        );
        if asked.status != StatusCode::OK {
            assert_eq!(complaint(&whole(&shape("Rejection")), &asked.json, "member"), None);
        }
    }
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let description = openapi();
    let mut references = Vec::new();
    gather_references(&description, &mut references);
    assert!(references.len() > 100);
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(description.pointer(pointer).is_some(), "{reference}");
    }
}

fn gather_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let reference = members.get("$ref").and_then(Value::as_str);
            found.extend(reference.map(str::to_owned));
            members.values().for_each(|member| gather_references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| gather_references(item, found)),
        _ => {}
    }
}

/// The schema with its references resolved, its parts joined, and closed where it is ours alone:
/// events keep members nobody knows.
fn whole(schema: &Value) -> Value {
    let mut resolved = resolve(schema);
    close(&mut resolved);
    resolved
}

fn resolve(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str) {
                let name = name.rsplit('/').next().unwrap_or_default();
                let is_event = Kind::ALL.iter().any(|kind| event_name(*kind) == name);
                let mut found = resolve(&components()[name]);
                if is_event {
                    found["additionalProperties"] = json!(true);
                }
                return found;
            }
            let mut joined: serde_json::Map<String, Value> =
                members.iter().map(|(name, member)| (name.clone(), resolve(member))).collect();
            let parts = joined.remove("allOf");
            for part in parts.as_ref().and_then(Value::as_array).into_iter().flatten() {
                join(&mut joined, part);
            }
            Value::Object(joined)
        }
        Value::Array(items) => items.iter().map(resolve).collect(),
        other => other.clone(),
    }
}

fn join(into: &mut serde_json::Map<String, Value>, part: &Value) {
    for (name, member) in part.as_object().into_iter().flatten() {
        match (into.get_mut(name), member) {
            (Some(Value::Object(known)), Value::Object(more)) => known.extend(more.clone()),
            (Some(Value::Array(known)), Value::Array(more)) => known.extend(more.clone()),
            _ => {
                into.insert(name.clone(), member.clone());
            }
        }
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") && !members.contains_key("additionalProperties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            if members.get("additionalProperties") != Some(&json!(true)) {
                members.values_mut().for_each(close);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
