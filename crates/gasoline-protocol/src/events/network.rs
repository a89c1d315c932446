//! Requests, responses and their bodies.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::{EventView, Facet, Header};
use crate::kind::{EventKind, Kind};
use crate::limits::REQUEST_BODY_MAX_BYTES;
use crate::sensitive::is_sensitive_header;
use crate::text::PageText;

/// A request that was answered, or failed without an answer (`status` 0 and `error`).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkBody<'a> {
    #[serde(borrow)]
    pub method: PageText<'a>,
    #[serde(borrow)]
    pub url: PageText<'a>,
    /// 0 when there was no response.
    #[serde(default)]
    pub status: u16,
    #[serde(borrow)]
    pub status_text: Option<PageText<'a>>,
    /// Milliseconds.
    pub duration: Option<f64>,
    #[serde(borrow)]
    pub request_body: Option<PageText<'a>>,
    #[serde(borrow)]
    pub response_body: Option<PageText<'a>>,
    #[serde(borrow)]
    pub content_type: Option<PageText<'a>>,
    #[serde(borrow)]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub request_headers: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub response_headers: Option<&'a RawValue>,
    /// An `Authorization` header was sent; its value is never kept.
    pub has_auth_header: Option<bool>,
    /// `omit`, `same-origin` or `include`, where the page said so: whether cookies go along.
    #[serde(borrow, default)]
    #[schemars(schema_with = "credentials")]
    pub credentials: Option<PageText<'a>>,
    #[serde(borrow)]
    pub page_url: Option<PageText<'a>>,
    /// `fetch`, `xhr`, `eventsource` or `resource`.
    #[serde(borrow)]
    pub initiator: Option<PageText<'a>>,
    pub request_truncated: Option<bool>,
    pub response_truncated: Option<bool>,
    /// Why there was no response: `network`, `aborted`, `timeout`, `blocked`.
    #[serde(borrow)]
    pub error: Option<PageText<'a>>,
    /// `{operationName, type}` of a GraphQL call.
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub graphql: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    #[serde(borrow)]
    pub id: Option<PageText<'a>>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
    /// `driver`: a driver saw it from outside. It is kept only if no page reports the same.
    #[serde(borrow)]
    pub seen_by: Option<PageText<'a>>,
    /// What a driver saw being asked for, where that redirected to `url`.
    #[serde(borrow)]
    pub requested_url: Option<PageText<'a>>,
}

/// The words of `fetch`. A page may pass another, which `fetch` rejects; the failure is kept.
fn credentials(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [
        {"type": "string", "enum": ["omit", "same-origin", "include"]},
        {"type": ["string", "null"]},
    ]})
}

impl NetworkBody<'_> {
    /// An error status, or no response at all; a request the page itself aborted did not fail.
    pub fn is_failure(&self) -> bool {
        self.status >= 400
            || (self.status == 0
                && self.error.as_deref() != Some("aborted")
                && !self.is_hidden_from_the_page())
    }

    /// Whether a driver saw it.
    pub fn is_of_driver(&self) -> bool {
        self.seen_by.as_deref() == Some("driver")
    }

    /// A page that asks with `no-cors`, or stops at redirects, is not shown the status it got.
    fn is_hidden_from_the_page(&self) -> bool {
        self.error.is_none()
            && matches!(self.status_text.as_deref(), Some("opaque" | "opaqueredirect"))
    }
}

impl<'a> EventView<'a> for NetworkBody<'a> {
    const STRING_ALARM_BYTES: usize = REQUEST_BODY_MAX_BYTES;

    fn check(&self) -> Result<(), String> {
        if self.url.is_empty() {
            return Err("`url` is empty".to_owned());
        }
        for (name, headers) in
            [("requestHeaders", self.request_headers), ("responseHeaders", self.response_headers)]
        {
            if headers.is_some_and(|headers| !headers.get().starts_with('{')) {
                return Err(format!("`{name}` must be an object"));
            }
        }
        if self.status > 999 {
            return Err(format!("`status` must be from 0 to 999, found {}", self.status));
        }
        Ok(())
    }

    fn is_sensitive(&self) -> bool {
        [self.request_headers, self.response_headers].into_iter().flatten().any(|headers| {
            serde_json::from_str::<SensitiveNames>(headers.get()).is_ok_and(|found| found.0)
        })
    }

    fn facet(&self) -> Facet {
        Facet::Network { status: self.status, is_failure: self.is_failure() }
    }

    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// Requests, as a kind of event.
#[derive(Debug)]
pub struct NetworkBodies;

impl EventKind for NetworkBodies {
    const KIND: Kind = Kind::NetworkBodies;
    type View<'a> = NetworkBody<'a>;
}

/// Whether an object has a member named like a sensitive header.
struct SensitiveNames(bool);

impl<'de> Deserialize<'de> for SensitiveNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = SensitiveNames;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("headers")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut headers: M) -> Result<Self::Value, M::Error> {
                let mut found = false;
                while let Some((name, _)) = headers.next_entry::<PageText<'de>, IgnoredAny>()? {
                    found |= is_sensitive_header(&name);
                }
                Ok(SensitiveNames(found))
            }
        }

        deserializer.deserialize_map(Names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_response_is_a_failure_without_a_status() {
        for (rest, expected) in [
            (r#""status":500"#, true),
            (r#""status":302"#, false),
            (r#""status":0,"error":"network""#, true),
            (r#""status":0"#, true),
            (r#""status":0,"error":"aborted""#, false),
            (r#""status":0,"statusText":"opaque""#, false),
            (r#""status":0,"statusText":"opaqueredirect""#, false),
            (r#""status":0,"statusText":"opaque","error":"network""#, true),
        ] {
            let json = format!(r#"{{"method":"GET","url":"/a",{rest}}}"#);
            let body: NetworkBody<'_> = serde_json::from_str(&json).expect("a body");
            assert_eq!(body.is_failure(), expected, "{rest}");
        }
    }
}
