//! The frames of `/ext`, between the extension's worker and the server: one JSON object a frame.
//!
//! Only a `batch` has more: after its first line comes the body that HTTP would carry.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::limits::STATUS_MAX_BYTES;

/// What the worker says.
#[derive(Debug, JsonSchema)]
#[schemars(tag = "type", rename_all = "lowercase")]
pub enum ToServer {
    Hello(Hello),
    Batch(BatchHead),
    Status(Status),
    Answer(ErrandAnswer),
    Pong {},
}

impl ToServer {
    /// Reads the first line of a frame. `None` if it is no frame we know.
    ///
    /// The result of an errand is not looked into: it may be large, and may come for nobody.
    pub fn read(line: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Tag<'a> {
            #[serde(rename = "type")]
            name: &'a str,
        }
        if !line.starts_with('{') {
            return None;
        }
        let Tag { name } = serde_json::from_str(line).ok()?;
        match name {
            "hello" => serde_json::from_str(line).ok().map(Self::Hello),
            "batch" => serde_json::from_str(line).ok().map(Self::Batch),
            "status" if line.len() > STATUS_MAX_BYTES => None,
            "status" => serde_json::from_str(line).ok().map(Self::Status),
            "answer" => serde_json::from_str(line).ok().map(Self::Answer),
            "pong" => Some(Self::Pong {}),
            _ => None,
        }
    }
}

/// The first frame: who the worker is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    pub version: String,
    /// A UUID the worker keeps: which browser it is.
    pub browser: String,
    /// What the server handed out at an earlier welcome.
    #[schemars(schema_with = "maybe_text")]
    pub secret: Option<String>,
    pub user_agent: Option<String>,
}

/// The first line of a frame that brings captured data; a line break and the body follow.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BatchHead {
    /// Names the receipt.
    pub id: u64,
    /// The path of HTTP that takes the body.
    pub path: String,
}

/// What the worker tells of its browser.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
pub struct Status {
    pub paused: bool,
    pub tabs: Vec<Tab>,
    /// By storage key.
    #[serde(default)]
    pub settings: Map<String, Value>,
    /// `None` from a worker that takes none.
    #[serde(default)]
    pub screenshots: Option<ScreenshotLeave>,
}

/// Whether a browser may take pictures of its tabs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScreenshotLeave {
    /// The user gave the permission.
    pub allowed: bool,
    /// Automatic screenshots that were not taken for want of it.
    #[serde(default)]
    pub skipped: u64,
}

/// One tab of a browser.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
pub struct Tab {
    pub id: i64,
    #[serde(default)]
    pub url: String,
    #[serde(default)]
    pub title: String,
    /// It is the one shown in its window.
    #[serde(default)]
    pub active: bool,
    /// Its pages are captured.
    #[serde(default)]
    pub captured: bool,
}

/// What became of an errand: one of the two members is there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ErrandAnswer {
    /// That of the errand.
    pub id: u64,
    #[schemars(with = "Option<Value>")]
    pub result: Option<Box<RawValue>>,
    pub refused: Option<Refused>,
}

/// Why an errand was not done, in the grammar of every refusal.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct Refused {
    pub what: String,
    pub hint: String,
}

/// What the server says.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum ToWorker {
    Welcome {
        /// To be sent with the next hello.
        secret: String,
        version: String,
        /// What was set from outside, by storage key.
        settings: BTreeMap<String, Value>,
    },
    Receipt {
        /// That of the batch.
        id: u64,
        /// As HTTP would answer.
        status: u16,
        #[schemars(with = "Value")]
        body: Box<RawValue>,
    },
    Errand {
        id: u64,
        errand: ErrandName,
        arguments: Map<String, Value>,
        /// `null`: the tab the user looks at.
        #[schemars(schema_with = "maybe_whole")]
        tab_id: Option<i64>,
        timeout_ms: u64,
    },
    /// All that is set from outside; what is absent falls back to the user's own setting.
    Settings {
        settings: BTreeMap<String, Value>,
    },
    Ping {},
}

/// What the worker can be asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrandName {
    QueryDom,
    GetPageInfo,
    RunAccessibilityAudit,
    /// Fetch the source map of a script of the page and post it to `/source-maps`.
    FetchSource,
    /// Take a picture of the page and post it to `/screenshots`; the answer names its id.
    CaptureScreenshot,
}

/// A member that is always there, and may be `null`.
fn maybe_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["string", "null"]})
}

fn maybe_whole(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["integer", "null"]})
}

crate::wire_enum! {
    /// Why the server closes a socket.
    pub enum CloseCode {
        /// No hello came, or none that can be read.
        NoHello = "CLOSE_NO_HELLO",
        /// The secret does not match.
        NotPaired = "CLOSE_NOT_PAIRED",
        /// The same browser has connected anew.
        Replaced = "CLOSE_REPLACED",
        FrameTooLarge = "CLOSE_FRAME_TOO_LARGE",
    }
}

impl CloseCode {
    pub fn number(self) -> u16 {
        match self {
            Self::NoHello => 4401,
            Self::NotPaired => 4403,
            Self::Replaced => 4409,
            Self::FrameTooLarge => 4426,
        }
    }

    /// What the closing frame says.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoHello => "no hello came that can be read",
            Self::NotPaired => "another browser is paired with this server",
            Self::Replaced => "this browser has connected anew",
            Self::FrameTooLarge => "the frame is too large",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_by_its_type() {
        let hello = r#"{"type":"hello","version":"1","browser":"b","secret":null,"more":[]}"#;
        assert!(
            matches!(ToServer::read(hello), Some(ToServer::Hello(hello)) if hello.secret.is_none())
        );
        let answer = ToServer::read(r#"{"id":3,"type":"answer","result":{"a": 1}}"#);
        let Some(ToServer::Answer(answer)) = answer else { panic!("no answer") };
        assert_eq!(answer.result.map(|raw| raw.to_string()).as_deref(), Some(r#"{"a": 1}"#));
    }

    #[test]
    fn what_is_no_frame_is_none() {
        for line in
            ["", "7", "[]", "{}", r#"{"type":7}"#, r#"{"type":"dance"}"#, r#"{"type":"batch"}"#]
        {
            assert!(ToServer::read(line).is_none(), "{line}");
        }
        let tabs = vec![r#"{"id":1}"#; STATUS_MAX_BYTES / 8].join(",");
        let large = format!(r#"{{"type":"status","paused":false,"tabs":[{tabs}]}}"#);
        assert!(ToServer::read(&large).is_none());
    }

    #[test]
    fn the_server_speaks_in_the_words_of_the_design() {
        let errand = ToWorker::Errand {
            id: 3,
            errand: ErrandName::QueryDom,
            arguments: Map::new(),
            tab_id: None,
            timeout_ms: 10_000,
        };
        assert_eq!(
            serde_json::to_string(&errand).expect("JSON"),
            r#"{"type":"errand","id":3,"errand":"query_dom","arguments":{},"tabId":null,"timeoutMs":10000}"#
        );
        let body = RawValue::from_string(r#"{"received":1}"#.to_owned()).expect("JSON");
        let receipt = ToWorker::Receipt { id: 17, status: 200, body };
        assert_eq!(
            serde_json::to_string(&receipt).expect("JSON"),
            r#"{"type":"receipt","id":17,"status":200,"body":{"received":1}}"#
        );
    }
}
