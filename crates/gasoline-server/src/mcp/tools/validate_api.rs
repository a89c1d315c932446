//! `validate_api`: what the answers of each endpoint have in common, and which answers broke it.
//!
//! ````text
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":\"12.50\"}]}"}
//! > {"action":"analyze"}
//! 1 violation in 4 requests of 1 endpoint; 0 clean
//! warning array_shape_change: GET /api/cart `items[].price`
//!    field `items[].price` changed type in elements of an array: string instead of number, last 2026-01-02T10:00:03.000Z
//!    such as "12.50"
//! cursor: c4
//! ````

use gasoline_analysis::contracts::{Analysis, EndpointReport, Filter, Violation};
use gasoline_protocol::escape;
use gasoline_protocol::{Captured, Kind, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::limits;
use crate::mcp::filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};
use gasoline_analysis::redact;

pub(super) static TOOL: ToolEntry = ToolEntry::of::<ValidateApi>();

struct ValidateApi;

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Analyze,
    Report,
    Clear,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// `report`: learned shapes; `clear`: start over.
    action: Action,
    url_filter: Option<String>,
    /// URL substrings.
    ignore_endpoints: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ValidateResponse {
    /// `analyzed`, `report` or `cleared`.
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Listing<Violation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoints: Option<Listing<EndpointReport>>,
    #[serde(flatten)]
    analysis: Option<Analysis>,
    #[serde(flatten)]
    page: Option<Page>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoints_forgotten: Option<usize>,
    /// What is above the list, or instead of it.
    #[serde(skip)]
    heading: String,
}

impl Tool for ValidateApi {
    const NAME: &'static str = "validate_api";
    const TITLE: &'static str = "API contracts";
    const DESCRIPTION: &'static str = "API responses that differ from the learned shape: missing or \
                                       retyped fields, new failures.";
    const EFFECT: Effect = Effect::Settings;

    type Arguments = Arguments;
    type Response = ValidateResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ValidateResponse, Refusal> {
        let Arguments { action, url_filter, ignore_endpoints } = arguments;
        let ignore = ignore_endpoints.unwrap_or_default();
        let url = url_filter.filter(|url| !url.is_empty());
        let filter = Filter { url: url.as_deref(), ignore: &ignore };
        // Where the journal stands, without its events.
        let head = Snapshot::new(caller.app.now(), caller.app.journal.head());
        let budget = Budget::new(None, usize::MAX);
        let mut response = ValidateResponse {
            action: match action {
                Action::Analyze => "analyzed",
                Action::Report => "report",
                Action::Clear => "cleared",
            },
            violations: None,
            endpoints: None,
            analysis: None,
            page: None,
            endpoints_forgotten: None,
            heading: String::new(),
        };
        match action {
            Action::Analyze => {
                let mut analysis = caller.app.retained.contracts().analyze(&filter);
                response.heading = heading(&analysis);
                let rows =
                    std::mem::take(&mut analysis.violations).into_iter().map(|mut violation| {
                        let text = render(&violation);
                        violation.sample_value = sample(&violation);
                        (text, violation)
                    });
                let violations = Listing::fill(budget, rows);
                let more = "fix these first, or pass `url_filter` or `ignore_endpoints`";
                response.page = Some(violations.page(&head, more));
                response.violations = Some(violations);
                response.analysis = Some(analysis);
            }
            Action::Report => {
                let endpoints = caller.app.retained.contracts().report(&filter);
                response.heading = show::count(endpoints.len(), "endpoint");
                let rows = endpoints.into_iter().map(|endpoint| (line(&endpoint), endpoint));
                let endpoints = Listing::fill(budget, rows);
                response.page = Some(endpoints.page(&head, "pass `url_filter` for the rest"));
                response.endpoints = Some(endpoints);
            }
            Action::Clear => {
                let forgotten = caller.app.retained.contracts().clear();
                response.endpoints_forgotten = Some(forgotten);
                response.heading = format!(
                    "forgot the contracts of {}; they are learnt anew from what comes next",
                    show::count(forgotten, "endpoint")
                );
            }
        }
        if response.has_no_endpoint() {
            response.explain(caller, &filter)?;
        }
        Ok(response)
    }
}

impl ValidateResponse {
    fn has_no_endpoint(&self) -> bool {
        self.endpoints.as_ref().is_some_and(|endpoints| endpoints.total() == 0)
            || self.analysis.as_ref().is_some_and(|analysis| analysis.tracked_endpoints == 0)
    }

    /// No endpoint to report on, and why.
    fn explain(&mut self, caller: &Caller<'_>, filter: &Filter<'_>) -> Result<(), Refusal> {
        let tracked = caller.app.retained.contracts().analyze(&Filter::default()).tracked_endpoints;
        let seen = filter::Filter::new(filter.url.map(str::to_owned), None, None, None)?;
        let snapshot = seen.snapshot(caller.app, &[Kind::NetworkBodies]);
        let empty = seen.why_empty(caller.app, &snapshot, Kind::NetworkBodies);
        self.heading = match tracked {
            0 => format!("tracked endpoints: 0; {}", empty.to_text()),
            some => format!(
                "none of the {} tracked matches\nhint: widen `url_filter` or `ignore_endpoints`",
                show::count(some, "endpoint")
            ),
        };
        self.analysis.get_or_insert_default();
        self.page = Some(Page::empty(&snapshot, empty));
        Ok(())
    }
}

impl Response for ValidateResponse {
    fn render(&self, text: &mut String) {
        let page = self.page.as_ref().filter(|page| !page.is_empty());
        match (page, &self.violations, &self.endpoints) {
            (Some(page), Some(violations), _) => page.render(text, &self.heading, violations),
            (Some(page), _, Some(endpoints)) => page.render(text, &self.heading, endpoints),
            _ => text.push_str(&self.heading),
        }
    }
}

fn heading(analysis: &Analysis) -> String {
    let found = match analysis.violations.len() {
        0 => "no violations".to_owned(),
        some => show::count(some, "violation"),
    };
    let requests = usize::try_from(analysis.total_requests_analyzed).unwrap_or(usize::MAX);
    let mut heading = format!(
        "{found} in {} of {}; {} clean",
        show::count(requests, "request"),
        show::count(analysis.tracked_endpoints, "endpoint"),
        analysis.clean_endpoints,
    );
    if analysis.learning_endpoints > 0 {
        heading.push_str(&format!(
            ", {} seen too seldom to have a contract",
            analysis.learning_endpoints
        ));
    }
    if analysis.answers_too_long > 0 {
        heading.push_str("; ");
        heading.push_str(&too_long(analysis.answers_too_long));
    }
    if analysis.forgotten_endpoints > 0 {
        heading.push_str(&format!("; {} made room for others", analysis.forgotten_endpoints));
    }
    if analysis.violations_not_kept > 0 {
        heading.push_str(&format!("; {} violations not kept", analysis.violations_not_kept));
    }
    heading
}

/// Large answers reach the server cut, and half of one tells nothing of what it lacks.
fn too_long(answers: u64) -> String {
    let answers = usize::try_from(answers).unwrap_or(usize::MAX);
    format!("{} too long to learn from", show::count(answers, "answer"))
}

fn render(violation: &Violation) -> String {
    let occurrences = &violation.occurrences;
    let times = match occurrences.violation_count {
        1 => String::new(),
        times => format!(" ×{times}"),
    };
    let recovered = if violation.recovered { ", fine again since" } else { "" };
    let mut text = format!(
        "{} {}: {} `{}`{times}{recovered}\n   {}, last {}",
        violation.severity.name(),
        violation.kind.name(),
        escape::line(&violation.endpoint),
        escape::line(&violation.path),
        escape::line(&violation.description),
        occurrences.last_violation,
    );
    if let Some(body) = &violation.last_error_body {
        let said = show::one_line(&body.to_string(), limits::MESSAGE_SHOWN_CHARS);
        text.push_str(&format!("\n   answered {said}"));
    }
    if !violation.status_history.is_empty() {
        let statuses: Vec<String> =
            violation.status_history.iter().map(ToString::to_string).collect();
        text.push_str(&format!("\n   statuses {}", statuses.join(" ")));
    }
    if let Some(sample) = sample(violation) {
        text.push_str(&format!(
            "\n   such as {}",
            show::one_line(&sample.to_string(), limits::MESSAGE_SHOWN_CHARS)
        ));
    }
    text
}

/// The value that has the wrong type, redacted by the name of the field that holds it.
fn sample(violation: &Violation) -> Option<Value> {
    let value = violation.sample_value.clone()?;
    let name = violation.path.rsplit('.').next().unwrap_or_default().replace("[]", "");
    let field = json!({ &name: value }).to_string();
    let field: Map<String, Value> = redact::json(Captured::new(&field)).parse()?;
    field.into_iter().next().map(|(_, value)| value)
}

fn line(endpoint: &EndpointReport) -> String {
    let statuses: Vec<String> =
        endpoint.status_codes.iter().map(|(status, count)| format!("{status} ×{count}")).collect();
    let learning = if endpoint.established { "" } else { ", still learning" };
    let shape = match &endpoint.established_shape {
        Some(shape) => show::truncated(&shape.to_string(), limits::CONTRACT_SHOWN_CHARS),
        None if endpoint.answers_too_long > 0 => "no answer that could be read".to_owned(),
        None => "no JSON".to_owned(),
    };
    let consistent = match endpoint.consistency.as_str() {
        "unknown" => "consistency unknown".to_owned(),
        percent => format!("{percent} consistent"),
    };
    let unread = match endpoint.answers_too_long {
        0 => String::new(),
        some => format!(", {}", too_long(u64::from(some))),
    };
    format!(
        "{}: {} ({}), {consistent}{unread}{learning}, last {}\n   {shape}",
        escape::line(&endpoint.endpoint),
        show::count(endpoint.call_count as usize, "call"),
        statuses.join(", "),
        endpoint.last_called,
    )
}
