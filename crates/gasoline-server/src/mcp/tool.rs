//! What a tool is, and which of them a client gets to see.

use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use gasoline_analysis::performance::Budget;
use gasoline_analysis::redact::Quoted;
use gasoline_protocol::{Hint, schema};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::arguments::read;
use super::notify::Pusher;
use super::refusal::Refusal;
use super::response::{self, Response};
use super::tools::TOOLS;
use crate::app::App;

/// What calling a tool does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    ReadOnly,
    /// It changes a setting of the server.
    Settings,
    /// It writes new files where its caller asks for it, and overwrites none.
    Writes,
    /// It takes captured data away.
    Destructive,
}

impl Effect {
    pub(crate) fn is_read_only(self) -> bool {
        self == Self::ReadOnly
    }

    pub(crate) fn is_destructive(self) -> bool {
        self == Self::Destructive
    }
}

/// A tool: its words, its arguments, its response, and what it does. Each has a file of its name.
pub(crate) trait Tool: 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    /// For the model that chooses a tool: every user pays for its length.
    const DESCRIPTION: &'static str;
    const EFFECT: Effect = Effect::ReadOnly;
    /// Part of the preset `core`.
    const IS_CORE: bool = false;

    type Arguments: DeserializeOwned + JsonSchema + Send;
    type Response: Response;

    fn run(
        caller: &Caller<'_>,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Self::Response, Refusal>> + Send;
}

/// A tool in the list of all tools.
pub(crate) struct ToolEntry {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) effect: Effect,
    pub(crate) is_core: bool,
    /// Made once: to derive it anew for every call takes longer than most answers.
    pub(crate) schema: LazyLock<Value>,
    /// The schema of `structuredContent`, for the docs only.
    pub(crate) response: fn() -> Value,
    pub(crate) run: for<'a> fn(&'a Caller<'a>, Map<String, Value>) -> Running<'a>,
}

/// A call that waits for its response.
type Running<'a> = Pin<Box<dyn Future<Output = Result<CallToolResult, Refusal>> + Send + 'a>>;

impl ToolEntry {
    pub(crate) const fn of<T: Tool>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            effect: T::EFFECT,
            is_core: T::IS_CORE,
            schema: LazyLock::new(schema::inline::<T::Arguments>),
            response: schema::serialized::<T::Response>,
            run: |caller, arguments| Box::pin(run::<T>(caller, arguments)),
        }
    }
}

async fn run<T: Tool>(
    caller: &Caller<'_>,
    arguments: Map<String, Value>,
) -> Result<CallToolResult, Refusal> {
    Ok(response::to_result(&T::run(caller, read(arguments)?).await?))
}

/// Who calls, and on what.
pub(crate) struct Caller<'a> {
    pub(crate) app: &'a Arc<App>,
    /// Which client it is: automatic checkpoints are per client.
    pub(crate) client: u64,
    /// Whose sessions and named snapshots it works with: its own, wherever it can be known again.
    pub(crate) shelf: u64,
    pub(crate) project: &'a Project,
    /// How it is told something unasked, where it keeps a session.
    pub(crate) pusher: Option<&'a Pusher>,
}

/// What the `.gasoline.toml` of the caller's project says of it alone.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub(crate) budgets: Vec<Budget>,
    /// What of the file could not be used.
    pub(crate) complaints: Vec<String>,
}

impl Project {
    /// The joining process has checked the budgets; another version's may be unknown here.
    pub(crate) fn new(budgets: &[Value], complaints: &[String]) -> Self {
        let read = |table: &Value| Budget::read(table.as_object()?).ok();
        let complaints = complaints.iter().map(|text| Quoted::new(text).into_string()).collect();
        Self { budgets: budgets.iter().filter_map(read).collect(), complaints }
    }
}

/// The tools a server offers: all, a preset, or a choice.
#[derive(Debug, Clone, Default)]
pub struct ToolChoice {
    /// `None` for all.
    only: Option<Vec<String>>,
    exclude: Vec<String>,
}

/// A name on the command line that no tool has.
#[derive(Debug, thiserror::Error)]
#[error("unknown tool `{name}`; one of {}", known.join(", "))]
pub struct UnknownTool {
    name: String,
    known: Vec<&'static str>,
}

impl Hint for UnknownTool {
    fn hint(&self) -> String {
        "name tools as `--tools a,b`, or the preset `--tools core`".to_owned()
    }
}

impl ToolChoice {
    /// Reads `--tools` and `--exclude-tools`; `core` and `all` are presets.
    pub fn new(only: &[String], exclude: &[String]) -> Result<Self, UnknownTool> {
        let check = |name: &String| {
            if TOOLS.iter().any(|tool| tool.name == name) {
                Ok(vec![name.clone()])
            } else {
                let known = TOOLS.iter().map(|tool| tool.name).collect();
                Err(UnknownTool { name: name.clone(), known })
            }
        };
        let chosen = only
            .iter()
            .map(|name| match name.as_str() {
                "all" => Ok(TOOLS.iter().map(|tool| tool.name.to_owned()).collect()),
                "core" => {
                    let core = TOOLS.iter().filter(|tool| tool.is_core);
                    Ok(core.map(|tool| tool.name.to_owned()).collect())
                }
                _ => check(name),
            })
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        let exclude = exclude.iter().map(check).collect::<Result<Vec<_>, _>>()?.concat();
        Ok(Self { only: (!only.is_empty()).then_some(chosen), exclude })
    }

    pub(crate) fn list(&self) -> impl Iterator<Item = &'static ToolEntry> {
        TOOLS.iter().copied().filter(|tool| self.has(tool.name))
    }

    pub(crate) fn find(&self, name: &str) -> Option<&'static ToolEntry> {
        TOOLS.iter().copied().find(|tool| tool.name == name && self.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|known| known == name))
            && !self.exclude.iter().any(|known| known == name)
    }
}
