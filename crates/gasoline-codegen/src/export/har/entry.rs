//! One request as an entry of a HAR.

use gasoline_analysis::view::Row;
use gasoline_protocol::events::network::NetworkBody;

use super::super::facts::{self, Body, Pairs};
use super::HTTP_VERSION;
use super::format::{Cache, Content, Entry, Pair, PostData, Request, Response, Timings};

/// Stands for a size that is not known.
pub(super) const UNKNOWN: i64 = -1;

pub(super) fn entry(
    seen: &Row<'_, NetworkBody<'_>>,
    pageref: Option<String>,
    test_id: Option<&str>,
) -> Entry {
    let body = &seen.view;
    let time = facts::duration_ms(body);
    Entry {
        pageref,
        started_date_time: seen.time,
        time,
        request: request(body),
        response: response(body),
        cache: Cache {},
        timings: Timings::of(time),
        comment: String::new(),
        resource_type: facts::resource_type(body),
        test_id: test_id.map(str::to_owned),
        messages: None,
    }
}

fn request(body: &NetworkBody<'_>) -> Request {
    let headers = facts::headers(body.request_headers);
    let kept = Body::of_request(body);
    let mime_type = facts::header(&headers, "content-type").unwrap_or_default().to_owned();
    let post_data = match kept {
        Body::None => None,
        Body::Whole(text) => {
            Some(PostData { mime_type, text: text.to_owned(), comment: String::new() })
        }
        Body::Cut(text) => {
            Some(PostData { mime_type, text: text.to_owned(), comment: kept_in_part(text) })
        }
        Body::Told(what) => {
            Some(PostData { mime_type, text: String::new(), comment: not_kept(what) })
        }
    };
    Request {
        method: body.method.to_string(),
        url: body.url.to_string(),
        http_version: HTTP_VERSION,
        cookies: [],
        query_string: pairs(facts::parameters(&body.url)),
        post_data,
        headers_size: UNKNOWN,
        body_size: match kept {
            Body::None => 0,
            Body::Whole(text) => size(text),
            Body::Cut(_) | Body::Told(_) => UNKNOWN,
        },
        headers: pairs(headers),
    }
}

fn response(body: &NetworkBody<'_>) -> Response {
    let headers = facts::headers(body.response_headers);
    let redirect = facts::header(&headers, "location").unwrap_or_default().to_owned();
    Response {
        status: body.status,
        status_text: body.status_text.as_deref().unwrap_or_default().to_owned(),
        http_version: HTTP_VERSION,
        cookies: [],
        content: content(body, &headers),
        redirect_url: if (300..400).contains(&body.status) { redirect } else { String::new() },
        headers_size: UNKNOWN,
        body_size: UNKNOWN,
        error: body.error.as_deref().map(str::to_owned),
        headers: pairs(headers),
    }
}

fn content(body: &NetworkBody<'_>, headers: &Pairs) -> Content {
    let kept = Body::of_response(body);
    let said = || facts::header(headers, "content-length").and_then(|length| length.parse().ok());
    // The length that is sent is that of the content unless it was compressed.
    let is_plain = facts::header(headers, "content-encoding").is_none();
    let told = said().filter(|length| is_plain && *length >= 0);
    Content {
        size: match kept {
            Body::Whole(text) => size(text),
            Body::None if body.status == 0 || body.status == 204 => 0,
            Body::None | Body::Cut(_) | Body::Told(_) => told.unwrap_or(UNKNOWN),
        },
        mime_type: body.content_type.as_deref().unwrap_or_default().to_owned(),
        text: kept.text().map(str::to_owned),
        comment: match kept {
            Body::Cut(text) => kept_in_part(text),
            Body::Told(what) => not_kept(what),
            Body::None | Body::Whole(_) => String::new(),
        },
    }
}

fn kept_in_part(text: &str) -> String {
    format!("truncated: the first {} bytes of the body were kept", text.len())
}

fn not_kept(what: &str) -> String {
    format!("the body was not kept: {}", what.trim_matches(['[', ']']))
}

fn size(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

pub(super) fn pairs(pairs: Pairs) -> Vec<Pair> {
    pairs.into_iter().map(|(name, value)| Pair { name, value }).collect()
}
