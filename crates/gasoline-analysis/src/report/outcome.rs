//! What a report says: a run, its tests, and the evidence of each. Plain data, whoever prints it.

use gasoline_protocol::Timestamp;
use gasoline_protocol::boundary::RunnerError;
use gasoline_protocol::event::Level;
use serde::Serialize;

use crate::diagnosis::{Complaint, Sure};
use crate::sources::{PlacedFrame, SourcePlace};

/// A run of tests: `gasoline report --format json` is exactly this.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Run {
    /// Failed and flaky ones first, then in the order they were started.
    pub tests: Vec<TestOutcome>,
    pub summary: Summary,
    /// What a reader should know of the report itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    pub tests: usize,
    pub passed: usize,
    pub failed: usize,
    pub flaky: usize,
    pub skipped: usize,
    /// Started and never ended, or ended by the runner before they were done.
    pub interrupted: usize,
    /// The runner never said, and the browser saw nothing wrong.
    pub unknown: usize,
    pub attempts: usize,
    /// Of the browser, in all tests, each as often as it came; noise is not among them.
    pub browser_errors: usize,
    pub network_failures: usize,
    pub started: Option<Timestamp>,
    pub ended: Option<Timestamp>,
    /// From the first start to the last end.
    pub duration_ms: Option<i64>,
    /// The files it was put together from; empty when a server was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<String>,
}

gasoline_protocol::wire_enum! {
    /// How a test ended, all its attempts together.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Outcome {
        Failed = "failed",
        Interrupted = "interrupted",
        /// Failed first, and passed when it was tried again.
        Flaky = "flaky",
        Passed = "passed",
        Skipped = "skipped",
        #[default]
        Unknown = "unknown",
    }
}

impl Outcome {
    /// Whether the run is not to be trusted with it.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Interrupted)
    }

    /// Whether it has to be explained.
    pub fn is_telling(self) -> bool {
        self.is_failure() || self == Self::Flaky
    }
}

/// One test of the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TestOutcome {
    /// The id of the attempt that is told: the last that failed, else the last.
    pub test_id: String,
    pub status: Outcome,
    /// What speaks for the status where the runner did not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Of the attempt that is told.
    pub duration_ms: Option<f64>,
    #[serde(flatten)]
    pub evidence: Evidence,
    /// Every attempt, in order.
    pub attempts: Vec<Attempt>,
    /// What was different when it passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// One attempt at a test, as the runner told of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Attempt {
    pub test_id: String,
    pub retry: u32,
    /// The runner's word.
    pub status: String,
    pub started: Option<Timestamp>,
    pub ended: Option<Timestamp>,
    pub duration_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RunnerError>,
}

/// What was seen while a test ran.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// Why the runner failed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RunnerError>,
    /// Errors of the page, the application's before noise.
    pub errors: Vec<BrowserError>,
    pub network_failures: Vec<FailedRequest>,
    pub ws_errors: Vec<SocketFailure>,
    /// Other lines of the console, as far as the severity that was asked for lets them through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub console: Vec<ConsoleLine>,
    /// Requests, actions and errors in the order they began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<Moment>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub screenshots: Vec<Picture>,
    /// What the rules conclude, the most telling first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Clue>,
    /// An answer that holds what an expectation got: told in the hints, where nothing else explains
    /// the failure.
    #[serde(skip)]
    pub shown: Option<ShownAnswer>,
    /// What is known to be missing of what was captured.
    #[serde(skip)]
    pub gaps: Vec<String>,
    /// Events of all tests that had been forgotten: those of this one may be among them.
    #[serde(skip)]
    pub forgotten: u64,
    /// Requests that were captured, failed or not.
    pub requests: usize,
    /// What was seen but is not listed.
    pub omitted: u64,
}

/// What a page was answered, and an expectation then found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownAnswer {
    pub method: String,
    pub url: String,
    pub status: u16,
    pub at_ms: i64,
    /// What the runner says it received instead of what it expected.
    pub received: String,
    /// What of the answer is around it.
    pub says: String,
}

/// The noise rule that marks something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoiseMark {
    pub rule: String,
    pub reason: String,
}

/// One error of the page, however often it came.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BrowserError {
    pub message: String,
    /// `exception`, `unhandledrejection`, `console`, `csp`, …
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub count: usize,
    pub timestamp: Timestamp,
    /// Milliseconds after the start of the test, of the first time.
    pub at_ms: i64,
    /// The application's frames; of a stack that has none, its libraries'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<PlacedFrame>,
    /// The code at the topmost of them, where a source map has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<SourcePlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What the user did before: `click button "Pay"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// `App > Cart > PayButton`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseMark>,
    /// In how many other failed tests of the run the same error came.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub other_tests: usize,
    #[serde(skip)]
    pub fingerprint: String,
    /// Whether a driver saw it: no page could have said it.
    #[serde(skip)]
    pub is_of_driver: bool,
}

/// A request that an error depends on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cause {
    pub method: String,
    pub url: String,
    pub status: u16,
    /// Why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub at_ms: i64,
    pub sure: Sure,
    /// What speaks for it.
    pub because: Vec<String>,
    /// What the answer says went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<Complaint>,
}

/// A request that failed, however often it did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FailedRequest {
    pub method: String,
    pub url: String,
    /// 0 when there was no answer.
    pub status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    pub timestamp: Timestamp,
    pub at_ms: i64,
    /// What matters of what was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// What matters of what came back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<Complaint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseMark>,
}

/// A socket that failed or was closed by somebody else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SocketFailure {
    pub event: String,
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub timestamp: Timestamp,
    pub at_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseMark>,
}

/// A line of the console that is no error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConsoleLine {
    pub level: Level,
    pub message: String,
    pub at_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseMark>,
    /// Whether a driver saw it: no page could have said it.
    #[serde(skip)]
    pub is_of_driver: bool,
}

/// What sort of thing happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MomentKind {
    Action,
    Request,
    Socket,
    Error,
}

/// One row of the timeline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    pub at_ms: i64,
    pub kind: MomentKind,
    /// `POST /api/orders`, `click button "Pay"`, the message of an error.
    pub says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// Of a request; 0 when there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_failure: bool,
    /// Whether the hints name it as the primary failure.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_primary: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_noise: bool,
}

/// A screenshot; its pixels are there only where somebody still had them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
    /// A data URL of a PNG or JPEG. Too large for JSON: whoever wants the pixels has the file.
    #[serde(skip)]
    pub data_url: Option<String>,
}

/// A conclusion, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clue {
    pub says: String,
    pub because: String,
}

/// What was different between the attempt that failed and the one that passed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub failed: String,
    pub passed: String,
    /// A sentence each, the most telling first.
    pub lines: Vec<String>,
}
