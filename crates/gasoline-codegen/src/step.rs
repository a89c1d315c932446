//! A script before any language has been chosen.

use gasoline_analysis::shape::JsonShape;
use gasoline_protocol::Timestamp;

use crate::fact::{Fact, SocketWatch};
use crate::looks::Looks;

/// A whole script.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    pub title: String,
    /// Where and when the session was recorded, a line each.
    pub header: Vec<String>,
    pub steps: Vec<Step>,
    /// What is watched from before the first step to the end.
    pub watch: Watch,
    /// Requests that create data before the test.
    pub setup: Setup,
    /// Answers of the recording, for a file beside the test.
    pub mock: Option<Mock>,
    /// The error to be reproduced.
    pub error: Option<String>,
    pub warnings: Vec<String>,
    /// The strategies behind the locators, in the words of the capture.
    pub selectors_used: Vec<&'static str>,
    /// Recorded actions the steps stand for.
    pub action_count: usize,
    /// Whether navigations are asserted, or only waited for.
    pub asserts_navigation: bool,
}

impl Plan {
    /// Assertions of the whole script.
    pub fn assertion_count(&self) -> usize {
        let checks = self.steps.iter().flat_map(|step| &step.checks);
        let of_steps = checks.filter(|check| check.is_assertion()).count();
        let watched = self.watch.calls.len() + self.watch.sockets.len();
        of_steps + watched + usize::from(self.watch.errors.is_some())
    }
}

/// One act, with what must be awaited because of it and what is true afterwards.
#[derive(Debug, Clone)]
pub struct Step {
    /// What the user did, for a comment.
    pub says: String,
    /// When the user began to do it.
    pub at: Timestamp,
    /// How long the user waited before, where that is worth telling.
    pub pause_ms: Option<i64>,
    /// 0 is the page of the test, others were opened by a step.
    pub page: usize,
    /// The element to hover first, because it shows the target.
    pub hover: Option<Target>,
    pub act: Act,
    /// The page that this step opens.
    pub opens: Option<usize>,
    /// What the browser itself asks because of it, in order.
    pub dialogs: Vec<Dialog>,
    /// Answers to be awaited; listened for before the act, or a fast one is missed.
    pub awaits: Vec<Await>,
    pub checks: Vec<Check>,
    /// The file that a picture of the page is taken into afterwards.
    pub picture: Option<String>,
    /// Errors that followed.
    pub errors: Vec<String>,
}

/// One of the browser's own dialogs, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    /// Counts from 1 through the script.
    pub number: usize,
    /// `alert`, `confirm` or `prompt`.
    pub kind: String,
    pub is_accepted: bool,
    /// What was typed into a prompt.
    pub value: Option<Entry>,
    /// Whether the script looks at it: then it is waited for.
    pub is_asserted: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    Visit {
        url: String,
    },
    Reload,
    Back,
    Click {
        target: Target,
        count: u32,
    },
    Check {
        target: Target,
    },
    Uncheck {
        target: Target,
    },
    Fill {
        target: Target,
        value: Entry,
    },
    Press {
        target: Option<Target>,
        key: String,
    },
    Select {
        target: Target,
        values: Vec<String>,
    },
    /// A file was chosen; the files themselves are not recorded.
    Upload {
        target: Target,
        files: Vec<String>,
    },
    /// A form was sent without a button.
    Submit {
        target: Target,
    },
    /// Nothing to do: the comment says it all.
    Nothing,
}

impl Act {
    /// What it is done to.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Click { target, .. }
            | Self::Check { target }
            | Self::Uncheck { target }
            | Self::Fill { target, .. }
            | Self::Select { target, .. }
            | Self::Upload { target, .. }
            | Self::Submit { target } => Some(target),
            Self::Press { target, .. } => target.as_ref(),
            Self::Visit { .. } | Self::Reload | Self::Back | Self::Nothing => None,
        }
    }
}

/// What is typed into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    Text(String),
    /// It never left the page; the environment variables that may hold another, the first that
    /// is set counts.
    Withheld {
        variables: Vec<String>,
    },
}

/// How an element is found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The frames it is in, the outermost first.
    pub frames: Vec<Frame>,
    /// At least one.
    pub parts: Vec<Part>,
    /// CSS that found it alone, for languages that know nothing else.
    pub css: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    Css(String),
}

/// One step of a locator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    TestId(String),
    Role { role: String, name: Option<String> },
    Label(String),
    Text(String),
    Css(String),
    HasText(String),
    Nth(u64),
}

impl Part {
    /// What the page wrote there, or is expected to.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::TestId(text) | Self::Label(text) | Self::Text(text) | Self::HasText(text) => {
                Some(text)
            }
            Self::Role { name, .. } => name.as_deref(),
            Self::Css(_) | Self::Nth(_) => None,
        }
    }
}

/// An answer that is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Await {
    /// Counts from 1 through the script: `response3`.
    pub number: usize,
    pub call: Call,
    /// Whether its body is asserted: a browser forgets bodies when it leaves the page, so that is
    /// read as soon as it is there.
    pub is_read: bool,
    /// Milliseconds from before the act until it is missed.
    pub within_ms: u32,
}

/// Which request is meant: method and path, and what else tells it from others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub method: String,
    pub path: Pattern,
    /// Parameters without which two requests could not be told apart.
    pub query: Vec<(String, String)>,
    pub operation: Option<Operation>,
}

/// A GraphQL operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation {
    pub name: String,
    pub is_mutation: bool,
}

/// A text in which some parts vary from run to run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pattern(pub Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Text(String),
    /// A segment of a path.
    Segment,
    Digits,
    /// Anything but a line break.
    Anything,
}

impl Pattern {
    pub fn text(text: impl Into<String>) -> Self {
        Self(vec![Piece::Text(text.into())])
    }

    /// The text, if no part of it varies.
    pub fn as_text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// For people: `/orders/…`.
    pub fn show(&self) -> String {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Segment | Piece::Digits | Piece::Anything => "…",
            })
            .collect()
    }

    pub fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Anything), Piece::Anything) => {}
            (_, piece) => self.0.push(piece),
        }
    }
}

/// Something that is true after a step.
#[derive(Debug, Clone)]
pub struct Check {
    pub expects: Expect,
    pub confidence: Confidence,
    /// Why it can be trusted that much.
    pub because: String,
}

impl Check {
    /// Whether it can fail by itself; waiting for an answer is no assertion.
    pub fn is_assertion(&self) -> bool {
        !matches!(self.expects, Expect::Answer { status: None, .. })
    }
}

gasoline_protocol::wire_enum! {
    pub enum Confidence {
        High = "high",
        Medium = "medium",
        Low = "low",
    }
}

#[derive(Debug, Clone)]
pub enum Expect {
    /// The answer came, with this status and within this time.
    Answer {
        number: usize,
        status: Option<u16>,
        within_ms: Option<u32>,
    },
    /// The request had these members in its body.
    Sent {
        number: usize,
        members: serde_json::Value,
    },
    /// The body of an answer keeps its contract.
    Body {
        number: usize,
        contract: JsonShape,
    },
    /// What else is true of a body whose contract is asserted.
    Values {
        number: usize,
        facts: Vec<Fact>,
    },
    /// The page went there.
    Url(UrlPattern),
    Heading {
        name: Pattern,
        level: Option<u8>,
    },
    Element {
        test_id: String,
        /// Where it stands, when that is not `data-testid`.
        attribute: Option<String>,
        text: Option<Pattern>,
    },
    Dialog {
        role: String,
        name: Pattern,
        is_open: bool,
    },
    /// This tab is the chosen one.
    Tab {
        name: Pattern,
    },
    /// A status or an alert had this text in it, perhaps for a moment only.
    Message {
        /// Counts from 1 through the script.
        number: usize,
        role: String,
        text: Pattern,
    },
    /// An entry of a list that says all of this.
    Row {
        role: String,
        lines: Vec<String>,
        is_there: bool,
    },
    /// Of two entries of a list, which comes first.
    Order {
        role: String,
        first: String,
        second: String,
    },
    Text(Pattern),
    /// The browser asked this, by one of its own dialogs.
    Asked {
        number: usize,
        kind: String,
        /// Unknown where it was no text.
        message: Option<Pattern>,
    },
    /// What was typed next went there without a click.
    Focus(Target),
    /// The page looks like its baseline.
    Looks(Looks),
}

/// Where a page is expected to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlPattern {
    pub origin: String,
    pub path: Pattern,
    /// Parameters that the step changed.
    pub query: Vec<(String, Pattern)>,
    /// The route behind `#`, where that is one.
    pub route: Option<Pattern>,
}

/// What is watched during the whole test.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    /// Errors of the recording that are expected again; `None` if errors are not asserted.
    pub errors: Option<Vec<KnownError>>,
    /// Calls that change something, and how often each was made.
    pub calls: Vec<(Call, usize)>,
    /// Sockets that stayed open.
    pub sockets: Vec<SocketWatch>,
}

/// An error of the recording, as a test hears it again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownError {
    /// What may stand in front: the name of an error is told apart where it was thrown.
    pub name: Option<Pattern>,
    pub text: Pattern,
    /// Whether nothing else stands in front.
    pub is_from_start: bool,
    pub ends: Ends,
}

/// What may follow the text of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ends {
    /// Anything.
    Open,
    /// Other lines.
    Line,
    /// Nothing.
    Text,
}

/// Requests made before the test.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    pub calls: Vec<SetupCall>,
    /// What was left out and why, for a comment.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four questions that have nothing to do with each other"
)]
pub struct SetupCall {
    pub method: String,
    pub url: String,
    /// The body: its members, or as it was.
    pub json: Option<serde_json::Value>,
    pub text: Option<String>,
    /// Whether the members are sent as a form.
    pub is_form: bool,
    pub is_login: bool,
    /// Where the answer of a login has the token that later calls show.
    pub token: Option<Vec<String>>,
    /// Whether it shows that token.
    pub shows_token: bool,
    /// What it created must be removed by hand or by a later call.
    pub creates: bool,
}

/// Recorded answers.
#[derive(Debug, Clone)]
pub struct Mock {
    /// The file's name.
    pub name: String,
    pub answers: Vec<MockAnswer>,
    pub sockets: Vec<MockSocket>,
}

/// A socket that opens and says what it said.
#[derive(Debug, Clone)]
pub struct MockSocket {
    pub path: Pattern,
    pub messages: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct MockAnswer {
    pub call: Call,
    /// The path as it was asked for, where nothing in it is secret or somebody's.
    pub exact: Option<String>,
    /// What each operation of a GraphQL request asked for, on the same terms.
    pub variables: Option<serde_json::Value>,
    pub status: u16,
    pub content_type: String,
    pub body: MockBody,
    /// How many changing calls came before: an answer holds until the next one of its call.
    pub after: usize,
}

#[derive(Debug, Clone)]
pub enum MockBody {
    Json(serde_json::Value),
    Text(String),
}
