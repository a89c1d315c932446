//! `/errands`, between a driver of browsers and the server: what it is asked to do, and its answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::worker::{ErrandAnswer, ErrandName, Refused};

/// What a driver can be asked to do: of all errands, the one that needs no script of ours in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriverErrandName {
    /// Take a picture of the page and post it to `/screenshots`; the answer names its id.
    CaptureScreenshot,
}

impl DriverErrandName {
    /// The errand as drivers know it; `None` if it is for extensions alone.
    pub fn of(name: ErrandName) -> Option<Self> {
        match name {
            ErrandName::CaptureScreenshot => Some(Self::CaptureScreenshot),
            ErrandName::QueryDom
            | ErrandName::GetPageInfo
            | ErrandName::RunAccessibilityAudit
            | ErrandName::FetchSource => None,
        }
    }
}

/// What a driver is to do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DriverErrand {
    /// Names the answer.
    pub id: u64,
    pub errand: DriverErrandName,
    /// Those of the tool.
    pub arguments: Map<String, Value>,
    /// How long the answer is waited for.
    pub timeout_ms: u64,
}

/// What became of it: one of `result` and `refused` is there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DriverAnswer {
    /// That of the errand.
    pub id: u64,
    /// Who was given the errand, as it said when it asked.
    pub client: Option<String>,
    /// Of a picture: `{id}`, as `/screenshots` gave it, and a `note` if there is something to say.
    #[schemars(with = "Option<Map<String, Value>>")]
    pub result: Option<Box<RawValue>>,
    pub refused: Option<Refused>,
}

impl DriverAnswer {
    pub fn is_empty(&self) -> bool {
        self.result.is_none() && self.refused.is_none()
    }
}

impl From<DriverAnswer> for ErrandAnswer {
    fn from(DriverAnswer { id, result, refused, .. }: DriverAnswer) -> Self {
        Self { id, result, refused }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errand_has_the_words_of_the_extensions_frame() {
        let errand = DriverErrand {
            id: 3,
            errand: DriverErrandName::CaptureScreenshot,
            arguments: Map::new(),
            timeout_ms: 20_000,
        };
        assert_eq!(
            serde_json::to_string(&errand).expect("JSON"),
            r#"{"id":3,"errand":"capture_screenshot","arguments":{},"timeoutMs":20000}"#
        );
    }

    #[test]
    fn drivers_take_pictures_and_do_nothing_else() {
        assert!(DriverErrandName::of(ErrandName::CaptureScreenshot).is_some());
        assert_eq!(DriverErrandName::of(ErrandName::QueryDom), None);
        assert_eq!(DriverErrandName::of(ErrandName::FetchSource), None);
    }
}
