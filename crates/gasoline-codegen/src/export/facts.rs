//! What the formats ask of a request: headers, parameters, sizes, and what a body is if it is none.

use gasoline_analysis::secrets::{is_secret_name, mask, shorten};
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::url::Url;
use gasoline_protocol::url::query_pairs;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Names and values, in the order they were captured.
pub(super) type Pairs = Vec<(String, String)>;

/// The headers of a request or an answer; a value that is a list is several headers.
pub(super) fn headers(raw: Option<&RawValue>) -> Pairs {
    let members: Map<String, Value> =
        raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
    let mut headers = Pairs::new();
    for (name, value) in members {
        match value {
            Value::Array(values) => {
                headers.extend(values.iter().map(|value| (name.clone(), plain(value))));
            }
            value => headers.push((name, plain(&value))),
        }
    }
    headers
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The first header of a name.
pub(super) fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
}

/// Names and values of a query, decoded. What was masked as written may show itself when it is
/// decoded, so it is masked once more.
pub(super) fn parameters(url: &str) -> Pairs {
    query_pairs(Url::absolute(url).map_or("", |url| url.query))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .map(|(name, value)| {
            let is_open = !value.is_empty() && !value.contains("***");
            let hidden =
                if is_open && is_secret_name(&name) { Some(shorten(&value)) } else { mask(&value) };
            (mask(&name).unwrap_or(name), hidden.unwrap_or(value))
        })
        .collect()
}

/// What was kept of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'a> {
    None,
    Whole(&'a str),
    /// Its beginning.
    Cut(&'a str),
    /// Bytes, a stream, a file: what our clients say in place of it.
    Told(&'a str),
}

impl<'a> Body<'a> {
    pub(super) fn of_request(body: &'a NetworkBody<'_>) -> Self {
        Self::of(body.request_body.as_deref(), body.request_truncated)
    }

    pub(super) fn of_response(body: &'a NetworkBody<'_>) -> Self {
        Self::of(body.response_body.as_deref(), body.response_truncated)
    }

    fn of(text: Option<&'a str>, truncated: Option<bool>) -> Self {
        const TOLD: [&str; 3] = ["[Binary:", "[Skipped:", "[Stream]"];
        match text {
            None => Self::None,
            Some(text) if text.ends_with(']') && TOLD.iter().any(|it| text.starts_with(it)) => {
                Self::Told(text)
            }
            Some(text) if truncated == Some(true) => Self::Cut(text),
            Some(text) => Self::Whole(text),
        }
    }

    /// The text of the body, as far as it was kept.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self {
            Self::Whole(text) | Self::Cut(text) => Some(text),
            Self::None | Self::Told(_) => None,
        }
    }
}

/// What kind of thing was asked for, in the words of Chromium's developer tools.
pub(super) fn resource_type(body: &NetworkBody<'_>) -> &'static str {
    match body.initiator.as_deref() {
        Some("fetch") => "fetch",
        Some("xhr") => "xhr",
        Some("eventsource") => "eventsource",
        _ => resource_by_type(body),
    }
}

fn resource_by_type(body: &NetworkBody<'_>) -> &'static str {
    let content_type = body.content_type.as_deref().unwrap_or_default().to_ascii_lowercase();
    let path = Url::absolute(&body.url).map_or("", |address| address.path);
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
    let ending = ending.map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let is = |types: &[&str], endings: &[&str]| {
        types.iter().any(|it| content_type.starts_with(it)) || endings.contains(&&*ending)
    };
    if is(&["image/"], &["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico"]) {
        "image"
    } else if is(&["text/css"], &["css"]) {
        "stylesheet"
    } else if is(&["text/javascript", "application/javascript"], &["js", "mjs"]) {
        "script"
    } else if is(&["font/"], &["woff", "woff2", "ttf", "otf"]) {
        "font"
    } else if is(&["audio/", "video/"], &["mp3", "mp4", "webm", "ogg"]) {
        "media"
    } else if is(&["text/html"], &["html"]) {
        "document"
    } else {
        "other"
    }
}

/// A duration that somebody can have measured; clients that were not ours may say anything.
pub(super) fn duration_ms(body: &NetworkBody<'_>) -> f64 {
    let ms = body.duration.unwrap_or(0.0);
    if (0.0..=gasoline_analysis::limits::REPORT_DURATION_MAX_MS).contains(&ms) { ms } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: &[(&str, &str)]) {
        let found = parameters(url);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(found, expected, "{url}");
    }

    #[test]
    fn a_query_is_decoded_and_what_is_no_encoding_stays() {
        check("http://a/b?c=d&e", &[("c", "d"), ("e", "")]);
        check(
            "http://a/b?q=a+b%20c&u=%C3%A9&bad=%zz%4",
            &[("q", "a b c"), ("u", "é"), ("bad", "%zz%4")],
        );
        check("http://a/b?broken=%ff", &[("broken", "\u{fffd}")]);
        check("/no/host?a=b", &[]);
    }

    #[test]
    fn a_secret_that_shows_itself_only_when_it_is_decoded_is_masked() {
        for url in [
            "http://a/b?x=%73k_live_51H8xQ2eZvKYlo2C0aBcDeFgHiJkLmNoP",
            "http://a/b?%70assword=hunter2hunter2",
        ] {
            let text = format!("{:?}", parameters(url));
            assert!(text.contains("***") && !text.contains("hunter2h"), "{text}");
            assert!(!text.contains("eZvKYlo2C0aBcDeFgHi"), "{text}");
        }
    }

    #[test]
    fn what_our_clients_say_in_place_of_a_body_is_no_body() {
        assert_eq!(Body::of(Some("[Binary: 3 bytes]"), None), Body::Told("[Binary: 3 bytes]"));
        assert_eq!(Body::of(Some("[Stream]"), None), Body::Told("[Stream]"));
        assert_eq!(Body::of(Some("[1]"), None), Body::Whole("[1]"));
        assert_eq!(Body::of(Some("{\"a\""), Some(true)), Body::Cut("{\"a\""));
    }
}
