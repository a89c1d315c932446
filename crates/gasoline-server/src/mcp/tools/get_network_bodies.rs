//! `get_network_bodies`: requests with their bodies, newest first.
//!
//! ````text
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! > {"status_min":400}
//! 1 request, newest first
//! #2 10:00:01.000 POST http://localhost/api/orders → 500 (41 ms)
//!    response: {"error":"out of stock"}
//! cursor: c2
//! ````

use gasoline_analysis::view::{Row, Session};
use gasoline_protocol::events::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::{Kind, PageText};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::filter::{Empty, Filter};
use crate::mcp::refusal::Refusal;
use crate::mcp::resources;
use crate::mcp::response::event_json::EventJson;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::response::{Attachments, Link, Response};
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetNetworkBodies>();

struct GetNetworkBodies;

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

#[derive(Debug, Serialize, JsonSchema)]
struct NetworkBodiesResponse {
    bodies: Listing<RequestRow>,
    #[serde(flatten)]
    page: Page,
}

#[derive(Debug, Serialize, JsonSchema)]
struct RequestRow {
    #[serde(flatten)]
    event: EventJson,
    resource: String,
    /// The rule that marks it as noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<String>,
    /// What a link to the resource is called, where its bodies are not complete here.
    #[serde(skip)]
    link: Option<String>,
}

impl Tool for GetNetworkBodies {
    const NAME: &'static str = "get_network_bodies";
    const TITLE: &'static str = "Requests";
    const DESCRIPTION: &'static str = "Requests with status, duration and bodies, newest first.";
    const IS_CORE: bool = true;

    type Arguments = Arguments;
    type Response = NetworkBodiesResponse;

    async fn run(
        caller: &Caller<'_>,
        arguments: Arguments,
    ) -> Result<NetworkBodiesResponse, Refusal> {
        let Arguments { url, method, status_min, status_max, full, tab_id, test_id, since, limit } =
            arguments;
        let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
        let snapshot = filter.snapshot(caller.app, &[Kind::NetworkBodies]);
        let session = Session::of_kind(&snapshot, Kind::NetworkBodies);
        let mut requests = session.rows::<NetworkBodies>();
        requests.retain(|row| {
            let body = &row.view;
            filter.admits([Some(&*body.url), body.page_url.as_deref()], body.tab_id)
                && method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(&body.method))
                && status_min
                    .is_none_or(|least| body.status >= least || (body.status == 0 && least >= 400))
                && status_max.is_none_or(|most| body.status <= most)
        });
        let noise = caller.app.retained.noise();
        let is_full = full == Some(true);
        let rows = requests.iter().rev().map(|row| {
            let rule = noise.request(&row.view).map(|rule| rule.id.clone());
            (render(row, rule.as_deref(), is_full), RequestRow::new(row, rule, is_full))
        });
        let limit = if is_full { limit.or(Some(limits::NETWORK_ROWS)) } else { limit };
        let bodies = Listing::fill(Budget::new(limit, limits::NETWORK_ROWS), rows);
        let page =
            bodies.page_or(&snapshot, "pass `limit`, `url`, `status_min` or `since`", || {
                match snapshot.of(Kind::NetworkBodies).len() {
                    0 => filter.why_empty(caller.app, &snapshot, Kind::NetworkBodies),
                    held => Empty {
                        reason: "filtered",
                        message: format!("none of the {held} requests held match the filters"),
                        hint: "leave out `url`, `method`, `status_min` or `status_max`".to_owned(),
                    },
                }
            });
        Ok(NetworkBodiesResponse { bodies, page })
    }
}

impl Response for NetworkBodiesResponse {
    fn render(&self, text: &mut String) {
        let count = show::count(self.bodies.total(), "request");
        self.page.render(text, &format!("{count}, newest first"), &self.bodies);
    }

    fn attachments(&self) -> Attachments {
        let link = |row: &RequestRow| {
            let (uri, name) = (row.resource.clone(), row.link.clone()?);
            Some(Link { uri, name, mime_type: "application/json" })
        };
        let links = self.bodies.rows.iter().filter_map(link).collect();
        Attachments { links, ..Attachments::default() }
    }
}

impl RequestRow {
    fn new(row: &Row<'_, NetworkBody<'_>>, noise: Option<String>, is_full: bool) -> Self {
        let mut event = EventJson::new(row);
        if !is_full {
            event.truncate("requestBody", limits::BODY_SHOWN_CHARS);
            event.truncate("responseBody", limits::BODY_SHOWN_CHARS);
        }
        let is_partial = !is_full && is_long(&row.view);
        let name = || format!("{} {}", row.view.method.line(), show::truncated(&row.view.url, 100));
        let resource = resources::uri(Kind::NetworkBodies, row.seq);
        Self { event, resource, noise, link: is_partial.then(name) }
    }
}

fn is_long(body: &NetworkBody<'_>) -> bool {
    let is_long = |text: &Option<PageText<'_>>| {
        text.as_ref().is_some_and(|text| text.len() > limits::BODY_SHOWN_CHARS)
    };
    is_long(&body.request_body) || is_long(&body.response_body)
}

fn render(row: &Row<'_, NetworkBody<'_>>, noise: Option<&str>, is_full: bool) -> String {
    let noise = noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let bodies = if is_full {
        let whole = |name: &str, text: &Option<PageText<'_>>| {
            text.as_ref().map(|text| show::block(name, text)).unwrap_or_default()
        };
        whole("request", &row.view.request_body) + &whole("response", &row.view.response_body)
    } else {
        show::bodies(&row.view)
    };
    format!(
        "#{} {} {}{noise}\n{bodies}",
        row.seq.0,
        show::clock(row.time),
        show::request(&row.view)
    )
    .trim_end()
    .to_owned()
}
