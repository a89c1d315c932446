//! Log lines, exceptions, rejections: everything that comes as a `LogEntry`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::{EventView, Facet, Header, Level, Tail};
use crate::json::decode;
use crate::kind::{EventKind, Kind};
use crate::text::PageText;

/// A console line, an exception, an unhandled rejection, a failed resource, a CSP violation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry<'a> {
    pub level: Level,
    /// Always present and readable when our clients send it; else rendered from `args`.
    #[serde(borrow)]
    pub message: Option<PageText<'a>>,
    /// What was logged, as bounded JSON.
    #[serde(borrow)]
    #[schemars(with = "Option<Vec<Value>>")]
    pub args: Option<&'a RawValue>,
    /// `console exception unhandledrejection network resource csp gasoline-ci`.
    #[serde(borrow)]
    pub source: Option<PageText<'a>>,
    /// The same as `source`, in the words of older clients.
    #[serde(borrow, rename = "type")]
    pub kind: Option<PageText<'a>>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    /// The page.
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    #[serde(borrow)]
    pub stack: Option<PageText<'a>>,
    /// The chain of `Error.cause`, as bounded JSON.
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub cause: Option<&'a RawValue>,
    /// How often the same line came in a row; absent for once.
    pub repeated: Option<u64>,
    #[serde(borrow)]
    pub filename: Option<PageText<'a>>,
    pub lineno: Option<f64>,
    pub colno: Option<f64>,
    #[serde(borrow)]
    pub id: Option<PageText<'a>>,
    pub tab_id: Option<i64>,
    pub frame_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub metadata: Option<&'a RawValue>,
    /// Which of the members below are there.
    #[serde(borrow, rename = "_enrichments")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub enrichments: Option<&'a RawValue>,
    /// Source, component and state around an error.
    #[serde(borrow, rename = "_aiContext")]
    #[schemars(with = "Option<Value>")]
    pub ai_context: Option<&'a RawValue>,
    /// The latest simple actions before an error.
    #[serde(borrow, rename = "_actions")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub actions: Option<&'a RawValue>,
    /// What the page said of itself with `annotate`.
    #[serde(borrow, rename = "_context")]
    #[schemars(with = "Option<Value>")]
    pub context: Option<&'a RawValue>,
    /// The page handled the rejection after all: it is kept, and counts as no error.
    #[serde(rename = "_retracted")]
    pub retracted: Option<bool>,
}

impl LogEntry<'_> {
    /// `source`, or what older clients call `type`.
    pub fn origin(&self) -> &str {
        self.source.as_deref().or(self.kind.as_deref()).unwrap_or("console")
    }

    /// Whether the page took it back: a rejection that was handled late.
    pub fn is_retracted(&self) -> bool {
        self.retracted == Some(true)
    }

    /// Whether a driver saw it: no page could have said it.
    pub fn is_of_driver(&self) -> bool {
        #[derive(Deserialize)]
        struct Metadata<'a> {
            #[serde(borrow, rename = "seenBy")]
            seen_by: PageText<'a>,
        }
        let read = |raw: &RawValue| {
            serde_json::from_str::<Metadata<'_>>(raw.get()).is_ok_and(|it| &*it.seen_by == "driver")
        };
        self.metadata.is_some_and(read)
    }

    /// What was said, whoever rendered it.
    pub fn said(&self) -> Cow<'_, str> {
        match (&self.message, self.args) {
            (Some(message), _) => Cow::Borrowed(message),
            (None, Some(args)) => Cow::Owned(render(args)),
            (None, None) => Cow::Borrowed(""),
        }
    }
}

impl<'a> EventView<'a> for LogEntry<'a> {
    fn check(&self) -> Result<(), String> {
        let lists =
            [("args", self.args), ("_enrichments", self.enrichments), ("_actions", self.actions)];
        match lists.iter().find(|(_, sent)| sent.is_some_and(|raw| !raw.get().starts_with('['))) {
            Some((name, _)) => Err(format!("`{name}` must be an array")),
            None => Ok(()),
        }
    }

    fn facet(&self) -> Facet {
        Facet::Log {
            level: self.level,
            is_network: self.origin() == "network",
            is_retracted: self.is_retracted(),
        }
    }

    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }

    fn fill(&self, tail: &mut Tail) {
        if self.message.is_none() {
            tail.text("message", &self.said());
        }
        match (&self.kind, &self.source) {
            (None, Some(source)) => tail.text("type", source),
            (Some(kind), None) => tail.text("source", kind),
            _ => {}
        }
    }
}

/// Arguments of a console call as one line: strings as they are, the rest as JSON.
fn render(args: &RawValue) -> String {
    let items: Vec<&RawValue> = serde_json::from_str(args.get()).unwrap_or_default();
    let texts: Vec<Cow<'_, str>> = items
        .iter()
        .map(|item| match item.get() {
            text if text.starts_with('"') => decode(text),
            other => Cow::Borrowed(other),
        })
        .collect();
    texts.join(" ")
}

/// Log entries, as a kind of event.
#[derive(Debug)]
pub struct Logs;

impl EventKind for Logs {
    const KIND: Kind = Kind::Logs;
    type View<'a> = LogEntry<'a>;
}
