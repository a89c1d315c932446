//! What the tools that write scripts share: a session becomes a plan, the plan a text.

use std::sync::Arc;

use gasoline_analysis::timeline::{Include, Part, Scope, timeline};
use gasoline_analysis::view::Session;
use gasoline_codegen::step::{Mock, Plan};
use gasoline_codegen::{CannotGenerate, Fixtures, Format, Options, plan, print};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::Logs;
use gasoline_protocol::messages::split_type;
use gasoline_protocol::{Facet, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::refusal::Refusal;
use super::timeline::is_in_timeline;
use crate::app::App;
use crate::mcp::response::show;
use crate::source_maps::Thrown;
use gasoline_analysis::redact;

/// What a script is written from.
const KINDS: [Kind; 5] = [
    Kind::EnhancedActions,
    Kind::NetworkBodies,
    Kind::Logs,
    Kind::WebsocketEvents,
    Kind::DomSnapshots,
];

/// Where the data of a script comes from, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline, description = "")]
pub(super) enum FixturesArgument {
    Mock,
    Setup,
}

impl FixturesArgument {
    /// `fixtures` says which; `include_fixtures` alone means the usual ones.
    pub(super) fn chosen(
        self_: Option<Self>,
        include: Option<bool>,
        usual: Fixtures,
    ) -> Option<Fixtures> {
        match (self_, include) {
            (Some(Self::Mock), _) => Some(Fixtures::Mock),
            (Some(Self::Setup), _) => Some(Fixtures::Setup),
            (None, Some(true)) => Some(usual),
            (None, _) => None,
        }
    }
}

/// What a caller says goes into the script as well.
pub(super) fn masked(said: &str) -> String {
    redact::text(said).into_owned()
}

/// What is asked for.
pub(super) struct Wanted {
    pub(super) filter: Filter,
    pub(super) options: Options,
    pub(super) format: Format,
    pub(super) most_bytes: usize,
}

/// A script and what it was made from.
pub(super) struct Written {
    pub(super) plan: Plan,
    pub(super) script: String,
}

/// Writes the script, of as many of the last actions as fit.
pub(super) fn write(app: &Arc<App>, wanted: &Wanted) -> Result<Written, Refusal> {
    if wanted.format == Format::Cypress && wanted.options.fixtures == Some(Fixtures::Mock) {
        return Err(CannotGenerate::MockInCypress.into());
    }
    let snapshot = wanted.filter.session(app, &KINDS);
    let noise = app.retained.noise();
    let session = Session::new(&snapshot, is_in_timeline);
    let view = session.view();
    let include = Include::default().and(Part::Sockets).and(Part::Outlines);
    let checks = wanted.options.checks;
    let is_shapeless = !checks.network && !checks.response_shape;
    let scope = Scope { include, is_shapeless, ..wanted.filter.part() };
    let timeline = timeline(&view, Some(&noise), &scope);
    let print = |plan: &Plan| print::script(plan, wanted.format);
    match plan::fit(&timeline, &wanted.options, wanted.most_bytes, print) {
        Ok((plan, script)) => Ok(Written { plan, script }),
        Err(CannotGenerate::NothingRecorded) => {
            let empty = wanted.filter.why_empty(app, &snapshot, Kind::EnhancedActions);
            Err(empty.refuse("no user actions to write a script from"))
        }
        Err(cannot) => Err(cannot.into()),
    }
}

/// The newest error of the application, and where it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ErrorContext {
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

impl ErrorContext {
    /// Of the application: what a rule calls noise does not count, nor do failed requests.
    pub(super) fn newest(app: &Arc<App>, filter: &Filter) -> Option<Self> {
        let snapshot = filter.snapshot(app, &[Kind::Logs]);
        let logs = Session::new(&snapshot, |event| {
            matches!(
                event.facet,
                Facet::Log { level: Level::Error, is_network: false, is_retracted: false }
            )
        });
        let noise = app.retained.noise();
        let rows = logs.rows::<Logs>();
        let row = rows.iter().rev().find(|row| {
            let is_asked = filter.admits([row.view.url.as_deref()], row.view.tab_id);
            is_asked && noise.log(&row.view).is_none() && row.view.origin() != "resource"
        })?;
        let told = row.event.and_then(Thrown::of).and_then(|thrown| app.source_maps.told(&thrown));
        let mapped = told.as_ref().and_then(|told| {
            let frames = &told.explained.frames;
            let own = frames.iter().find(|frame| frame.mapped && !frame.library);
            own.or_else(|| frames.iter().find(|frame| frame.mapped))
        });
        let (file, line) = if let Some(frame) = mapped {
            (Some(frame.file.clone()), Some(u64::from(frame.line)))
        } else {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let line = row.view.lineno.filter(|line| *line >= 1.0).map(|line| line as u64);
            (row.view.filename.as_deref().map(str::to_owned), line)
        };
        Some(Self { message: message(&row.view.said()), file, line })
    }
}

/// The words of an error without what browsers put in front of them.
fn message(said: &str) -> String {
    split_type(said.lines().next().unwrap_or_default()).1.to_owned()
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ScriptNotes {
    /// The file with mock data that the script reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixture_file: Option<FixtureFile>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FixtureFile {
    name: String,
    content: String,
}

impl ScriptNotes {
    pub(super) fn new(plan: &Plan) -> Self {
        let file = |mock: &Mock| FixtureFile {
            name: mock.name.clone(),
            content: print::mock(mock, &plan.title),
        };
        Self { fixture_file: plan.mock.as_ref().map(file), warnings: plan.warnings.clone() }
    }

    /// The blocks of text after the script.
    pub(super) fn texts(&self) -> Vec<String> {
        let file = self.fixture_file.as_ref().map(|FixtureFile { name, content }| {
            format!("Save beside the test as {name}:\n{content}")
        });
        let warnings = (!self.warnings.is_empty()).then(|| show::list("warnings:", &self.warnings));
        file.into_iter().chain(warnings).collect()
    }
}
