//! HAR 1.2 as far as it is written here; members with a leading underscore are Chromium's, or ours.

use gasoline_protocol::Timestamp;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Har {
    pub(super) log: Log,
}

#[derive(Debug, Serialize)]
pub(super) struct Log {
    pub(super) version: &'static str,
    pub(super) creator: Creator,
    pub(super) pages: Vec<Page>,
    pub(super) entries: Vec<Entry>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Creator {
    pub(super) name: &'static str,
    pub(super) version: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names are those of HAR")]
pub(super) struct Page {
    pub(super) started_date_time: Timestamp,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) page_timings: PageTimings,
}

/// Milliseconds; -1 where they are not known.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageTimings {
    pub(super) on_content_load: f64,
    pub(super) on_load: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pageref: Option<String>,
    pub(super) started_date_time: Timestamp,
    pub(super) time: f64,
    pub(super) request: Request,
    pub(super) response: Response,
    pub(super) cache: Cache,
    pub(super) timings: Timings,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    #[serde(rename = "_resourceType")]
    pub(super) resource_type: &'static str,
    #[serde(rename = "_testId", skip_serializing_if = "Option::is_none")]
    pub(super) test_id: Option<String>,
    #[serde(rename = "_webSocketMessages", skip_serializing_if = "Option::is_none")]
    pub(super) messages: Option<Vec<Message>>,
}

/// Nothing is known of the browser's cache.
#[derive(Debug, Serialize)]
pub(super) struct Cache {}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) url: String,
    pub(super) http_version: &'static str,
    pub(super) cookies: [(); 0],
    pub(super) headers: Vec<Pair>,
    pub(super) query_string: Vec<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) post_data: Option<PostData>,
    pub(super) headers_size: i64,
    pub(super) body_size: i64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostData {
    pub(super) mime_type: String,
    pub(super) text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) status_text: String,
    pub(super) http_version: &'static str,
    pub(super) cookies: [(); 0],
    pub(super) headers: Vec<Pair>,
    pub(super) content: Content,
    #[serde(rename = "redirectURL")]
    pub(super) redirect_url: String,
    pub(super) headers_size: i64,
    pub(super) body_size: i64,
    #[serde(rename = "_error", skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Content {
    pub(super) size: i64,
    pub(super) mime_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) value: String,
}

/// Milliseconds. A page is told how long a request took and not of what that was made: all of it
/// is `wait`, since `send` and `receive` may not be unknown.
#[derive(Debug, Serialize)]
pub(super) struct Timings {
    blocked: f64,
    dns: f64,
    connect: f64,
    ssl: f64,
    send: f64,
    wait: f64,
    receive: f64,
}

impl Timings {
    pub(super) fn of(whole_ms: f64) -> Self {
        let unknown = -1.0;
        Self {
            blocked: unknown,
            dns: unknown,
            connect: unknown,
            ssl: unknown,
            send: 0.0,
            wait: whole_ms,
            receive: 0.0,
        }
    }
}

/// One message of a socket, as Chromium writes it.
#[derive(Debug, Serialize)]
pub(super) struct Message {
    /// `send` or `receive`.
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    /// Seconds since the epoch.
    pub(super) time: f64,
    pub(super) opcode: u8,
    pub(super) data: String,
}
