//! Signals: what is worth telling unasked, to whom, and how often.
//!
//! [`Watcher`] sees events and finds signals, once for everybody. Each reader has a [`Gate`] of its
//! own, which lets through what the reader asked for, not twice, not too often, and in batches.
//! Both are told the time.

mod frustration;
mod gate;
mod remembered;
mod significance;

use gasoline_protocol::truncate::truncate;
use gasoline_protocol::url::Url;
use gasoline_protocol::{Seq, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::limits;

pub use frustration::{Frustration, Suspect};
pub use gate::{Batch, Choice, Gate};
pub use remembered::Remembered;
pub use significance::Watcher;

gasoline_protocol::wire_enum! {
    // What a signal is about. No doc comment: it would be in the tools' schemas, which every user
    // pays for.
    #[derive(PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
    pub enum Category {
        Errors = "errors",
        NetworkErrors = "network_errors",
        Performance = "performance",
        UserFrustration = "user_frustration",
        Security = "security",
    }
}

gasoline_protocol::wire_enum! {
    /// How bad it is.
    #[derive(PartialOrd, Ord, Deserialize, JsonSchema)]
    pub enum Severity {
        Warning = "warning",
        Error = "error",
    }
}

/// Something worth telling unasked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Signal {
    pub category: Category,
    pub severity: Severity,
    pub message: String,
    /// When it happened.
    pub timestamp: Timestamp,
    pub context: Map<String, Value>,
    /// The event that told of it.
    #[serde(skip)]
    pub seq: Seq,
    /// When it was found: what counts for repeats, whatever a page's clock says.
    #[serde(skip)]
    pub noticed_at: Timestamp,
    /// What two signals share that say the same.
    #[serde(skip)]
    pub likeness: String,
    /// It was told before, and is no news: only for those who wait for whatever comes.
    #[serde(skip)]
    pub is_known: bool,
}

impl Signal {
    /// The words of a signal, cut where they are endless; it is like others with the same words.
    fn new(category: Category, severity: Severity, message: &str) -> Self {
        let message = truncate(message, limits::SIGNAL_MESSAGE_MAX_CHARS);
        Self {
            category,
            severity,
            likeness: message.clone(),
            message,
            timestamp: Timestamp::default(),
            context: Map::new(),
            seq: Seq::default(),
            noticed_at: Timestamp::default(),
            is_known: false,
        }
    }

    /// Adds to the context what is known.
    fn with(mut self, name: &str, value: impl Serialize) -> Self {
        let value = json!(value);
        if !value.is_null() {
            self.context.insert(name.to_owned(), value);
        }
        self
    }

    /// Whether the address it is about, or the page it happened on, has `part` in it.
    fn is_about(&self, part: &str) -> bool {
        let has = |name: &str| {
            self.context.get(name).and_then(Value::as_str).is_some_and(|url| url.contains(part))
        };
        has("url") || has("page")
    }
}

/// The path of a URL as it was sent, without query and fragment: those may hold what nobody should
/// read in a headline.
fn path(url: &str) -> &str {
    let path = Url::parse(url).path;
    if path.is_empty() { "/" } else { path }
}

/// `time` and so many milliseconds.
fn after(time: Timestamp, ms: i64) -> Timestamp {
    Timestamp::saturating_from_ms(time.as_ms().saturating_add(ms))
}
