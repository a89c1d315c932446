//! `get_network_bodies`: requests with their bodies, newest first.

use std::sync::LazyLock;

use gasoline_protocol::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::{Kind, Text, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::{self, Leaving, Row};
use crate::limits;
use crate::mcp::answer::{Answer, Link, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_network_bodies",
    title: "Requests",
    description: "Requests with status, duration and bodies, newest first.",
    answers: "`bodies[]`: the request as captured, long bodies cut unless `full`, with `seq`, \
              `received_at`, `resource`, `noise?`; `count`, `total`, `cursor`, `truncated?`, \
              `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    url: Option<String>,
    method: Option<String>,
    status_min: Option<u16>,
    status_max: Option<u16>,
    /// Complete bodies.
    full: Option<bool>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
    limit: Option<usize>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { url, method, status_min, status_max, full, tab_id, test_id, since, limit } =
        arguments;
    let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
    let snapshot = filter.snapshot(caller.app, &[Kind::NetworkBodies]);
    let leaving = Leaving::of(&snapshot, Kind::NetworkBodies);
    let mut requests = leaving.rows::<NetworkBodies>();
    requests.retain(|row| {
        let body = &row.view;
        filter.admits([Some(&*body.url), body.page_url.as_deref()], body.tab_id)
            && method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(&body.method))
            && status_min
                .is_none_or(|least| body.status >= least || (body.status == 0 && least >= 400))
            && status_max.is_none_or(|most| body.status <= most)
    });
    if requests.is_empty() {
        let mut empty = filter.why_empty(caller.app, &snapshot, Kind::NetworkBodies).to_json();
        if !snapshot.of(Kind::NetworkBodies).is_empty() {
            empty = json!({
                "reason": "filtered",
                "message": format!("none of the {} requests held match the filters", snapshot.of(Kind::NetworkBodies).len()),
                "hint": "leave out `url`, `method`, `status_min` or `status_max`",
            });
        }
        let mut answer = Answer {
            text: format!(
                "{}\nhint: {}",
                empty["message"].as_str().unwrap_or(""),
                empty["hint"].as_str().unwrap_or("")
            ),
            ..Answer::default()
        };
        answer.set("bodies", &Vec::<Value>::new());
        answer.set("count", &0);
        answer.set("empty", &empty);
        answer.set("cursor", &snapshot.head);
        return Ok(answer);
    }
    let noise = caller.app.noise();
    let total = requests.len();
    let is_full = full == Some(true);
    let mut rows = Rows::new(
        if is_full { limit.or(Some(limits::NETWORK_ROWS)) } else { limit },
        limits::NETWORK_ROWS,
    );
    let mut links = Vec::new();
    for row in requests.iter().rev() {
        if !rows.is_open() {
            rows.pass_over(1);
            continue;
        }
        let marked = noise.request(&row.view).map(|rule| rule.id.clone());
        rows.offer(render(row, marked.as_deref(), is_full), || {
            if !is_full && is_long(&row.view) {
                links.push(link(row));
            }
            to_json(row, marked.as_deref(), is_full)
        });
    }
    let heading = format!("{}, newest first", show::count(total, "request"));
    let mut answer = rows.into_answer(
        &heading,
        "bodies",
        "pass `limit`, `url`, `status_min` or `since`",
        &snapshot,
    );
    answer.links = links;
    Ok(answer)
}

fn is_long(body: &NetworkBody<'_>) -> bool {
    let is_long = |text: &Option<Text<'_>>| {
        text.as_ref().is_some_and(|text| text.len() > limits::BODY_SHOWN_CHARS)
    };
    is_long(&body.request_body) || is_long(&body.response_body)
}

fn link(row: &Row<'_, NetworkBody<'_>>) -> Link {
    Link {
        uri: format!("gasoline://network/{}", row.event.seq.0),
        name: format!("{} {}", row.view.method, show::clip(&row.view.url, 100)),
        mime_type: "application/json",
    }
}

fn render(row: &Row<'_, NetworkBody<'_>>, noise: Option<&str>, is_full: bool) -> String {
    let noise = noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let bodies = if is_full {
        let whole = |name: &str, text: &Option<Text<'_>>| {
            text.as_ref().map(|text| format!("   {name}: {text}\n")).unwrap_or_default()
        };
        whole("request", &row.view.request_body) + &whole("response", &row.view.response_body)
    } else {
        show::bodies(&row.view)
    };
    format!(
        "#{} {} {}{noise}\n{bodies}",
        row.event.seq.0,
        show::clock(row.event.time),
        show::request(&row.view)
    )
    .trim_end()
    .to_owned()
}

fn to_json(row: &Row<'_, NetworkBody<'_>>, noise: Option<&str>, is_full: bool) -> Value {
    let mut text = String::new();
    exit::write(&mut text, row.event);
    let mut json: Value = serde_json::from_str(&text).unwrap_or_default();
    if let Some(members) = json.as_object_mut() {
        for name in ["requestBody", "responseBody"] {
            if let Some(Value::String(body)) = members.get_mut(name)
                && !is_full
            {
                *body = show::clip(body, limits::BODY_SHOWN_CHARS);
            }
        }
        members.insert(
            "resource".to_owned(),
            json!(format!("gasoline://network/{}", row.event.seq.0)),
        );
        if let Some(noise) = noise {
            members.insert("noise".to_owned(), json!(noise));
        }
    }
    json
}
