//! Where a test starts and ends, as a runner tells it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoundaryAction {
    Start,
    End,
}

/// Why a test failed, in the runner's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerError {
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
}

/// The body of `POST /test-boundary`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Boundary {
    pub test_id: String,
    pub action: BoundaryAction,
    /// The runner's word, kept as sent: `passed failed timedOut skipped interrupted`.
    pub status: Option<String>,
    pub duration_ms: Option<f64>,
    /// `{message, stack?}`; a plain string is taken as the message.
    #[serde(default, deserialize_with = "runner_error")]
    pub error: Option<RunnerError>,
    pub title: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub project: Option<String>,
    /// Which attempt this is; 0 is the first.
    pub retry: Option<u32>,
    pub worker: Option<u32>,
}

fn runner_error<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<RunnerError>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Message(String),
        #[serde(deserialize_with = "crate::object::whole")]
        Whole(RunnerError),
    }
    Ok(Option::<Sent>::deserialize(deserializer)?.map(|sent| match sent {
        Sent::Message(message) => RunnerError { message, stack: None },
        Sent::Whole(error) => error,
    }))
}
