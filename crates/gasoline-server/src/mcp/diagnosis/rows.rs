//! Errors and requests as JSON.

use gasoline_analysis::diagnosis::{ActionLink, Components, RequestLink, State, Sure, excerpt};
use gasoline_analysis::issues::Issue;
use gasoline_analysis::sources::{PlacedFrame, SourcePlace};
use gasoline_analysis::view::Row;
use gasoline_protocol::Kind;
use gasoline_protocol::events::action::ActionType;
use gasoline_protocol::events::network::NetworkBody;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Fullness, Places, Told};
use crate::mcp::resources;
use crate::mcp::response::show;

#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct ErrorRow {
    #[serde(flatten)]
    issue: Issue,
    /// Where the application broke, by the source map.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
    /// Of an error in full.
    #[serde(flatten)]
    details: Option<ErrorDetails>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Location {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) function: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ErrorDetails {
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<String>,
    /// Those of the application; of a stack without one, those of libraries.
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<Vec<PlacedFrame>>,
    /// Why there are no frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_source_map: Option<String>,
    #[serde(rename = "_aiContext")]
    context: AiContext,
    /// The user action before the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    action_before: Option<ActionBefore>,
    /// The request the error depends on; two where both are as likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<Vec<CauseRow>>,
    /// The id of a screenshot of the page as it broke.
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AiContext {
    /// The error and its cause in up to three sentences.
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_snippets: Option<Vec<SourcePlace>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    component_ancestry: Option<Components>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_snapshot: Option<State>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ActionBefore {
    #[serde(rename = "type")]
    kind: ActionType,
    target: String,
    ms_before: i64,
    sure: Sure,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CauseRow {
    #[serde(flatten)]
    request: RequestRow,
    sure: Sure,
    /// The strongest reason first.
    because: Vec<String>,
    /// From its end to the error.
    ms_before: i64,
}

/// A request with the part of its bodies that matters.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestRow {
    method: String,
    url: String,
    /// 0 when there was no response.
    status: u16,
    /// Why there was no response.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_body: Option<String>,
    resource: String,
}

impl ErrorRow {
    pub(in crate::mcp) fn new(issue: &Issue, places: Option<&Places>) -> Self {
        let location = places.and_then(Places::location);
        Self { issue: issue.clone(), location, details: None }
    }

    /// Everything known about the error, as far as `fullness` allows.
    pub(in crate::mcp) fn in_full(error: &Told<'_>, fullness: Fullness) -> Self {
        let row = Self::new(error.issue, error.places);
        Self { details: Some(ErrorDetails::new(error, fullness)), ..row }
    }
}

impl ErrorDetails {
    fn new(error: &Told<'_>, fullness: Fullness) -> Self {
        let Told { issue, diagnosis, places, .. } = error;
        let snippets = places.iter().flat_map(|places| places.snippets(fullness.sources));
        let snippets: Vec<SourcePlace> = snippets.cloned().collect();
        let causes = diagnosis.requests.iter();
        let causes: Vec<CauseRow> =
            causes.map(|link| CauseRow::new(link, &diagnosis.names, fullness)).collect();
        Self {
            fingerprint: issue.fingerprint.clone(),
            stack: issue.stack.clone(),
            frames: places.and_then(|places| places.frames(fullness.frames)),
            no_source_map: places.and_then(|places| places.reason()).map(str::to_owned),
            context: AiContext {
                summary: error.summary(),
                source_snippets: (!snippets.is_empty()).then_some(snippets),
                component_ancestry: diagnosis.enriched.components.clone(),
                state_snapshot: diagnosis.enriched.state.clone(),
            },
            action_before: diagnosis.action.as_ref().map(ActionBefore::new),
            cause: (!causes.is_empty()).then_some(causes),
            screenshot: diagnosis.screenshot.map(str::to_owned),
        }
    }
}

impl ActionBefore {
    fn new(link: &ActionLink<'_>) -> Self {
        let action = &link.action.view;
        let (target, ms_before) = (show::action(action), link.ms_before);
        Self { kind: action.kind, target, ms_before, sure: link.sure }
    }
}

impl CauseRow {
    fn new(link: &RequestLink<'_>, names: &[String], fullness: Fullness) -> Self {
        let part =
            |body: &str| (!body.is_empty()).then(|| excerpt(body, names, fullness.body_chars));
        let (because, ms_before) = (link.because.clone(), link.ms_before);
        Self { request: RequestRow::new(link.request, part), sure: link.sure, because, ms_before }
    }
}

impl RequestRow {
    /// `part` is what is shown of a body.
    pub(super) fn new(
        row: &Row<'_, NetworkBody<'_>>,
        part: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let request = &row.view;
        Self {
            method: request.method.to_string(),
            url: request.url.to_string(),
            status: request.status,
            error: request.error.as_deref().map(str::to_owned),
            duration: request.duration,
            request_body: request.request_body.as_deref().and_then(&part),
            response_body: request.response_body.as_deref().and_then(&part),
            resource: resources::uri(Kind::NetworkBodies, row.seq),
        }
    }
}
