//! `docs/http.md`: the routes, with a line to paste for each, and the shapes they speak in.

use gasoline_server::http::catalogue::{
    Body, Content, Parameter, Place, Route, components, routes,
};
use gasoline_server::limits::DEFAULT_PORT;
use serde_json::Value;

use super::{NOTICE, typescript};
use crate::markdown::{code, line, table};

const INTRODUCTION: &str = "\
The server listens on loopback only, on port {port} unless told otherwise.
`docs/openapi.json` says the same for programs.
MCP is served at `/mcp` (streamable HTTP), see [tools.md](tools.md).

## Who may ask

A server on localhost is reachable from every page the user opens.
`Host` must be `127.0.0.1`, `localhost` or `[::1]` with the server's port.

- **ingest**: captured data coming in.
  Programs (no `Origin`), browser extensions and pages on loopback may send; other pages, `null` \
included, only with `--allow-origin ORIGIN` or `--ci`.
  The origin is echoed in `Access-Control-Allow-Origin`, and preflights (`OPTIONS`) are answered 204.
- **command**: reads and commands.
  Only programs and the server's own pages are answered, never another page.
- **script**: the capture script, for whoever may send captured data.
- **extension**: the socket of the extension's worker, for browser extensions only.

## What all routes share

Bodies are one JSON object, sent as `application/json` or as `text/plain`.
One bad event refuses itself, with its index and the reason; the rest of the batch is kept.
A batch with a `batch_id` that was accepted before is answered like the first time and not stored \
twice, so a client may send again.
`ts` or `timestamp`, an RFC 3339 string or epoch milliseconds, are accepted in every event.
Members nobody knows are kept.
Every event is answered as it was sent, with its `seq` and `received_at`.
Secrets are masked in every answer.
`HEAD` is answered wherever `GET` is.

Refusals are `{\"error\": \"what is the case\", \"hint\": \"what to do\"}`:
";

pub(super) fn page() -> String {
    let routes = routes();
    let mut out = format!("# HTTP\n\n{NOTICE}\n\n");
    out.push_str(&INTRODUCTION.replace("{port}", &DEFAULT_PORT.to_string()));
    out.push('\n');
    out.push_str(&shared_refusals(&routes));
    out.push_str("\n## Routes\n\n");
    out.push_str(&overview(&routes));
    for route in &routes {
        out.push_str(&section(route));
    }
    out.push_str("\n## Shapes\n\nA member marked `?` may be absent.\n");
    for (name, schema) in &components() {
        out.push_str(&shape(name, schema));
    }
    out
}

/// Statuses whose meaning is the same wherever they are answered.
fn is_shared(status: u16) -> bool {
    !matches!(status, 101 | 200 | 400 | 404)
}

fn shared_refusals(routes: &[Route]) -> String {
    let mut answers: Vec<_> = routes
        .iter()
        .flat_map(|route| &route.answers)
        .filter(|answer| is_shared(answer.status))
        .collect();
    answers.sort_by_key(|answer| answer.status);
    answers.dedup_by_key(|answer| answer.status);
    let rows: Vec<_> =
        answers.iter().map(|all| [all.status.to_string(), all.meaning.clone()]).collect();
    table(["Status", "Meaning"], &rows)
}

fn overview(routes: &[Route]) -> String {
    let row = |route: &Route| {
        let link = format!("[`{} {}`](#{})", route.method, route.path, anchor(&title(route)));
        [link, route.door.name().to_owned(), route.summary.to_string()]
    };
    let rows: Vec<_> = routes.iter().map(row).collect();
    table(["Route", "Door", "What for"], &rows)
}

fn title(route: &Route) -> String {
    format!("{} {}", route.method, route.path)
}

/// The anchor a heading gets.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn section(route: &Route) -> String {
    let mut out = format!("\n### {}\n\n{}\n\n", title(route), route.summary);
    let parameters: Vec<_> = route.parameters.iter().map(parameter).collect();
    if !parameters.is_empty() {
        out.push_str(&table(["Parameter", "Meaning"], &parameters));
        out.push('\n');
    }
    if let Some(body) = &route.body {
        let may = if body.is_required { "" } else { ", or nothing" };
        out.push_str(&format!("Takes {}{may}.\n\n", kind(&body.schema)));
    }
    out.push_str(&format!("```sh\n{}\n```\n\n", curl(route)));
    let own = route.answers.iter().filter(|answer| !is_shared(answer.status));
    let rows: Vec<_> = own
        .map(|answer| {
            let holds = match &answer.content {
                Content::Json(schema) => kind(schema),
                Content::Png => "`image/png`".to_owned(),
                Content::JsonOrPage(schema) => format!("{}, or `text/html`", kind(schema)),
                Content::Script => "`text/javascript`".to_owned(),
                Content::Events(_) => "`text/event-stream`".to_owned(),
                Content::Nothing => String::new(),
            };
            [answer.status.to_string(), answer.meaning.clone(), holds]
        })
        .collect();
    out.push_str(&table(["Status", "Meaning", "Answer"], &rows));
    out
}

fn parameter(parameter: &Parameter) -> [String; 2] {
    let name = match parameter.place {
        Place::Path => format!("{{{}}}", parameter.name),
        Place::Query => format!("?{}=", parameter.name),
    };
    [code(&name), line(parameter.meaning)]
}

/// A command that can be pasted.
fn curl(route: &Route) -> String {
    let query: Vec<String> = route
        .parameters
        .iter()
        .filter(|parameter| parameter.place == Place::Query)
        .map(|parameter| format!("{}={}", parameter.name, parameter.example))
        .collect();
    let mut path = route.path.to_owned();
    for parameter in route.parameters.iter().filter(|all| all.place == Place::Path) {
        path = path.replace(&format!("{{{}}}", parameter.name), parameter.example);
    }
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let address = format!("http://127.0.0.1:{DEFAULT_PORT}{path}{query}");
    let address = if query.is_empty() { address } else { format!("'{address}'") };
    match (&route.body, route.method.as_str()) {
        (Some(body), "POST") => format!("curl --json '{}' {address}", example(body)),
        (Some(body), method) => format!("curl -X {method} --json '{}' {address}", example(body)),
        (None, "GET") => format!("curl {address}"),
        (None, method) => format!("curl -X {method} {address}"),
    }
}

/// The example as a shell takes it between single quotes.
fn example(body: &Body) -> String {
    body.example.to_string().replace('\'', "'\\''")
}

/// What a schema is, in a few words; a named one links to its table.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return format!("[`{name}`](#{})", name.to_lowercase());
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(kind).collect::<Vec<_>>().join(" with ");
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if schema["type"] == "array" {
        return format!("list of {}", kind(&schema["items"]));
    }
    match schema["properties"].as_object() {
        Some(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, member)| format!("`{name}`: {}", kind(member)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        None => typescript::expression(schema, "").replace('"', ""),
    }
}

fn shape(name: &str, schema: &Value) -> String {
    let mut out = format!("\n### {name}\n\n");
    let words = line(schema["description"].as_str().unwrap_or_default());
    if !words.is_empty() {
        out.push_str(&format!("{words}\n\n"));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let parts: Vec<String> = parts.iter().map(kind).collect();
        out.push_str(&format!("It has the members of {}.\n\n", parts.join(" and ")));
    }
    let rows: Vec<_> = typescript::members(schema)
        .into_iter()
        .map(|member| {
            let mark = if member.is_optional { "?" } else { "" };
            [format!("`{}{mark}`", member.path), code(&member.kind), member.meaning]
        })
        .collect();
    out.push_str(&table(["Member", "Type", "Meaning"], &rows));
    out.truncate(out.trim_end().len());
    out + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn route(title: &str) -> Route {
        routes().into_iter().find(|route| super::title(route) == title).expect("a route")
    }

    #[test]
    fn a_command_can_be_pasted() {
        assert_eq!(curl(&route("GET /health")), "curl http://127.0.0.1:7890/health");
        assert_eq!(
            curl(&route("GET /screenshots/{id}.png")),
            "curl http://127.0.0.1:7890/screenshots/1.png"
        );
        assert_eq!(
            curl(&route("GET /logs")),
            "curl 'http://127.0.0.1:7890/logs?since=c42&test_id=login'"
        );
        assert!(curl(&route("DELETE /clear")).starts_with("curl -X DELETE --json '{"));
    }

    #[test]
    fn a_quote_in_an_example_does_not_end_it() {
        let body = Body { schema: json!({}), example: json!("it's"), is_required: true };
        assert_eq!(example(&body), r#""it'\''s""#);
    }

    #[test]
    fn every_link_of_the_page_has_its_heading() {
        let page = page();
        let headings: Vec<String> =
            page.lines().filter_map(|line| line.strip_prefix("### ")).map(anchor).collect();
        for link in page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(headings.iter().any(|heading| heading == link), "{link}");
        }
    }
}
