//! `/`: the dashboard for browsers; for programs, what this is and where to go on.

use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY, VARY,
};
use http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::Serialize;

use super::reply::Json;
use crate::VERSION;

/// The page with its style inside: the first paint waits for nothing else.
const DASHBOARD: &str = include_str!("../../../../packages/dashboard/dist/index.html");

const SCRIPT: &str = include_str!("../../../../packages/dashboard/dist/dashboard.js");

/// What the page may do: whatever gets into it by captured text does not run, and asks nobody.
const POLICY: &str = include_str!("../../../../packages/dashboard/dist/policy.txt");

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

pub(super) async fn get(headers: HeaderMap) -> Response {
    let mut response = if wants_page(&headers) { page() } else { about().into_response() };
    response.headers_mut().append(VARY, HeaderValue::from_static("accept"));
    response
}

/// Browsers name `text/html` when they navigate; programs do not, or ask for anything.
fn wants_page(headers: &HeaderMap) -> bool {
    let kinds = headers.get_all(ACCEPT).iter().filter_map(|accept| accept.to_str().ok());
    kinds.flat_map(|kinds| kinds.split(',')).any(|kind| {
        let name = kind.split(';').next().unwrap_or_default().trim();
        name.eq_ignore_ascii_case("text/html")
    })
}

fn page() -> Response {
    let mut response = DASHBOARD.into_response();
    let headers = response.headers_mut();
    let set = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY.trim_ascii_end()),
        (REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (OPENER_POLICY, "same-origin"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The page's script.
pub(super) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)
}

/// What this is, and the paths to start from.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct About {
    name: &'static str,
    version: &'static str,
    health: &'static str,
    logs: &'static str,
    snapshot: &'static str,
    mcp: &'static str,
}

fn about() -> Json {
    Json::new(&About {
        name: "gasoline",
        version: VERSION,
        health: "/health",
        logs: "/logs",
        snapshot: "/snapshot",
        mcp: "/mcp",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accept: &'static str, expected: bool) {
        let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]);
        assert_eq!(wants_page(&headers), expected, "{accept}");
    }

    #[test]
    fn a_page_is_for_those_who_name_it() {
        check("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true);
        check("application/json, TEXT/HTML;q=0.1", true);
        check("*/*", false);
        check("application/json", false);
        check("text/htmlx", false);
        check("", false);
    }
}
