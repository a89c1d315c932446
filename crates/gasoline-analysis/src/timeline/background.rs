//! Requests that no action asks for: files of the page, counters, hot reloading.

use gasoline_protocol::events::network::NetworkBody;

use super::Background;
use crate::noise::{Classification, Noise};

/// Endings of files a page is made of.
const FILES: &[&str] = &[
    "avif", "bmp", "cjs", "css", "eot", "gif", "ico", "jpeg", "jpg", "js", "jsx", "map", "mjs",
    "mp3", "mp4", "otf", "png", "svelte", "svg", "ts", "tsx", "ttf", "vue", "wasm", "webm", "webp",
    "woff", "woff2",
];

/// Last parts of the addresses pages report themselves to, on their own server.
const COUNTERS: &[&str] = &[
    "analytics",
    "beacon",
    "collect",
    "metrics",
    "pageview",
    "pixel",
    "rum",
    "telemetry",
    "track",
    "vitals",
    "web-vitals",
];

/// Why a request is none of the application's doing, if it is not.
pub(super) fn background(body: &NetworkBody<'_>, noise: Option<&Noise>) -> Option<Background> {
    if let Some(rule) = noise.and_then(|noise| noise.request(body)) {
        return Some(match rule.classification {
            Classification::Analytics => Background::Analytics,
            Classification::Framework if !is_file(body) => Background::HotReload,
            Classification::Framework | Classification::Cosmetic => Background::Static,
            _ => Background::Noise,
        });
    }
    if is_file(body) {
        return Some(Background::Static);
    }
    is_counter(body).then_some(Background::Analytics)
}

/// A script, style, picture or font. What is sent anywhere is none, whatever comes back.
fn is_file(body: &NetworkBody<'_>) -> bool {
    if !body.method.eq_ignore_ascii_case("GET") {
        return false;
    }
    let kind = body.content_type.as_deref().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_media = ["image/", "font/", "audio/", "video/"].iter().any(|top| kind.starts_with(top));
    let is_code = matches!(
        kind.as_str(),
        "text/css" | "text/javascript" | "application/javascript" | "application/wasm"
    );
    let ending = last_part(&body.url).rsplit_once('.').map(|(_, ending)| ending);
    is_media
        || is_code
        || body.initiator.as_deref() == Some("resource")
        || ending.is_some_and(|ending| FILES.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Something is reported, and nothing is answered: no page waits for that.
fn is_counter(body: &NetworkBody<'_>) -> bool {
    body.method.eq_ignore_ascii_case("POST")
        && body.status < 300
        && body.response_body.as_deref().is_none_or(str::is_empty)
        && COUNTERS.contains(&last_part(&body.url).to_ascii_lowercase().as_str())
}

/// What stands behind the last slash of a path.
fn last_part(url: &str) -> &str {
    let path = without_query(url).trim_end_matches('/');
    path.rsplit_once('/').map_or(path, |(_, last)| last)
}

/// A URL up to its `?` or `#`.
pub(super) fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Option<Background>) {
        let body: NetworkBody<'_> = serde_json::from_str(json).expect("a request");
        assert_eq!(background(&body, Some(&Noise::new())), expected, "{json}");
    }

    #[test]
    fn files_of_the_page_are_static() {
        for json in [
            r#"{"method":"GET","url":"http://localhost/app.js?v=2","status":200}"#,
            r#"{"method":"GET","url":"http://localhost/logo.PNG","status":404,"contentType":"text/html"}"#,
            r#"{"method":"GET","url":"http://localhost/avatar/7","status":200,"contentType":"image/webp"}"#,
            r#"{"method":"GET","url":"http://localhost/chunk","status":200,"contentType":"text/javascript; charset=utf-8"}"#,
            r#"{"method":"GET","url":"http://localhost/a","status":200,"initiator":"resource"}"#,
            r#"{"method":"GET","url":"http://localhost/_next/static/chunks/a.js","status":200}"#,
            r#"{"method":"GET","url":"http://localhost/favicon.ico","status":404}"#,
        ] {
            check(json, Some(Background::Static));
        }
    }

    #[test]
    fn counters_and_hot_reloading_are_told_by_the_noise_rules() {
        check(
            r#"{"method":"POST","url":"https://www.google-analytics.com/g/collect?v=2","status":204}"#,
            Some(Background::Analytics),
        );
        check(
            r#"{"method":"GET","url":"http://localhost:3000/__webpack_hmr","status":200}"#,
            Some(Background::HotReload),
        );
        check(
            r#"{"method":"OPTIONS","url":"http://localhost/api","status":204}"#,
            Some(Background::Noise),
        );
        check(
            r#"{"method":"POST","url":"http://localhost/api/telemetry","status":204}"#,
            Some(Background::Analytics),
        );
    }

    #[test]
    fn what_the_application_asks_for_is_no_background() {
        for json in [
            r#"{"method":"GET","url":"http://localhost/api/users.json","status":200}"#,
            r#"{"method":"POST","url":"http://localhost/render.png","status":200,"contentType":"image/png"}"#,
            r#"{"method":"GET","url":"http://localhost/part","status":200,"contentType":"text/html"}"#,
            r#"{"method":"GET","url":"http://localhost/analytics","status":200}"#,
            r#"{"method":"POST","url":"http://localhost/collect","status":200,"responseBody":"{}"}"#,
            r#"{"method":"POST","url":"http://localhost/api/track","status":500}"#,
        ] {
            check(json, None);
        }
    }
}
