//! The recorded sessions: what clients sent, and when the server received it.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The names of the sessions; each is a file in `sessions/`.
pub(super) const SESSIONS: [&str; 4] = ["empty", "shop", "ci", "chatty"];

#[derive(Deserialize)]
pub(super) struct Session {
    #[serde(skip)]
    pub(super) name: &'static str,
    /// When the server starts, in milliseconds.
    pub(super) began: i64,
    /// What `$NAME` in a step means.
    pub(super) values: Map<String, Value>,
    pub(super) batches: Vec<Batch>,
    /// What follows: the page after a fix, the next run of the tests.
    pub(super) later: Vec<Batch>,
    /// What the live page returns, by tool, and the tabs of its browser.
    pub(super) page: Value,
}

/// One request of a client.
#[derive(Deserialize)]
pub(super) struct Batch {
    /// When the server receives it, in milliseconds.
    pub(super) at: i64,
    pub(super) path: String,
    pub(super) body: Value,
}

impl Session {
    pub(super) fn read(name: &'static str) -> Self {
        let path = super::folder().join("sessions").join(format!("{name}.json"));
        let text = std::fs::read_to_string(path).expect("a recorded session");
        let session: Self = serde_json::from_str(&text).expect("a session is valid");
        Self { name, ..session }
    }

    /// Replaces each `$NAME`.
    pub(super) fn fill_in(&self, step: &str, write: impl Fn(&str) -> String) -> String {
        self.values.iter().fold(step.to_owned(), |step, (name, value)| {
            step.replace(&format!("${name}"), &write(value.as_str().unwrap_or_default()))
        })
    }
}
