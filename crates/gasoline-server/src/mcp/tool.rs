//! What a tool is, and which of them a client gets to see.

use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use gasoline_analysis::performance::Budget;
use gasoline_protocol::Hint;
use serde_json::{Map, Value};

use super::answer::Answer;
use super::notify::Pusher;
use super::refusal::Refusal;
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

/// A tool: its words, its schema, and what it does. Each lives in the file of its name.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// For the model that chooses a tool: every user pays for its length.
    pub(crate) description: &'static str,
    /// The members of `structuredContent`, for the docs only.
    pub(crate) answers: &'static str,
    pub(crate) effect: Effect,
    /// Part of the preset `core`.
    pub(crate) is_core: bool,
    /// Made once: to derive it anew for every call takes longer than most answers.
    pub(crate) schema: LazyLock<Value>,
    pub(crate) run: Run,
}

/// How a tool comes to its answer.
pub(crate) enum Run {
    /// From what is kept, at once.
    AtOnce(fn(&Caller<'_>, Map<String, Value>) -> Result<Answer, Refusal>),
    /// After a browser or a page's server has answered, or did not.
    Later(fn(Arc<App>, Map<String, Value>) -> Later),
    /// After something has happened, or nothing did; for the client whose shelf this is.
    Waits(fn(Arc<App>, u64, Map<String, Value>) -> Later),
}

/// An answer that is waited for.
pub(crate) type Later = Pin<Box<dyn Future<Output = Result<Answer, Refusal>> + Send>>;

impl Tool {
    pub(crate) async fn answer(
        &self,
        caller: &Caller<'_>,
        arguments: Map<String, Value>,
    ) -> Result<Answer, Refusal> {
        match self.run {
            Run::AtOnce(run) => run(caller, arguments),
            Run::Later(run) => run(Arc::clone(caller.app), arguments).await,
            Run::Waits(run) => run(Arc::clone(caller.app), caller.shelf, arguments).await,
        }
    }
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
    pub(crate) fn new(budgets: &[Value], complaints: Vec<String>) -> Self {
        let read = |table: &Value| Budget::read(table.as_object()?).ok();
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

    pub(crate) fn list(&self) -> impl Iterator<Item = &'static Tool> {
        TOOLS.iter().copied().filter(|tool| self.has(tool.name))
    }

    pub(crate) fn find(&self, name: &str) -> Option<&'static Tool> {
        TOOLS.iter().copied().find(|tool| tool.name == name && self.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|known| known == name))
            && !self.exclude.iter().any(|known| known == name)
    }
}
