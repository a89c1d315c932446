//! `/gasoline-ci.js`: the capture script, with our own address written into it.

use axum::extract::{OriginalUri, RawQuery, State};
use axum::response::{IntoResponse, Response};
use gasoline_protocol::limits::ENVELOPE_MEMBER_MAX_CHARS;
use gasoline_protocol::url::query_pairs;
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use serde_json::json;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use gasoline_analysis::redact;

const SCRIPT: &str = include_str!("../../../../../packages/gasoline-ci/gasoline-ci.js");
const MINIFIED: &str = include_str!("../../../../../packages/gasoline-ci/gasoline-ci.min.js");

/// What the script has where its configuration is to stand.
const PLACEHOLDER: &str = "\"__GASOLINE_SERVED__\"";

pub(crate) async fn get(
    State(app): Shared,
    OriginalUri(uri): OriginalUri,
    RawQuery(query): RawQuery,
) -> Result<Response, Rejection> {
    let mut test_id = None;
    let mut mode = "all";
    for (name, value) in query_pairs(query.as_deref().unwrap_or_default()) {
        match &*name {
            "test_id" if value.chars().count() > ENVELOPE_MEMBER_MAX_CHARS => {
                return Err(Rejection::Malformed {
                    what: format!(
                        "`test_id` is longer than {ENVELOPE_MEMBER_MAX_CHARS} characters"
                    ),
                    hint: "shorten `test_id`, or leave it out".to_owned(),
                });
            }
            "test_id" => test_id = Some(value).filter(|id| !id.is_empty()),
            "mode" if value == "all" || value.is_empty() => mode = "all",
            "mode" if value == "errors-only" => mode = "errors-only",
            "mode" => {
                let found = redact::echo(&value, 60);
                return Err(Rejection::Malformed {
                    what: format!("unknown `mode` `{found}`; one of `all`, `errors-only`"),
                    hint: "pass `mode=all` or `mode=errors-only`, or leave it out".to_owned(),
                });
            }
            // Pages add what keeps a cache from answering.
            _ => {}
        }
    }
    let mut served = json!({"host": "127.0.0.1", "port": app.config.access.port, "mode": mode});
    if let Some(test_id) = test_id {
        served["testId"] = json!(test_id);
    }
    let script = if uri.path() == "/gasoline-ci.min.js" { MINIFIED } else { SCRIPT };
    let served = inside_a_script(&served.to_string());
    let mut response = script.replacen(PLACEHOLDER, &served, 1).into_response();
    let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}

/// JSON as it may stand inside `<script>`: nothing in it ends the element, the line or a comment.
fn inside_a_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_one_place_for_its_configuration() {
        for script in [SCRIPT, MINIFIED] {
            assert_eq!(script.matches(PLACEHOLDER).count(), 1);
        }
    }

    #[test]
    fn nothing_in_a_test_id_ends_the_script() {
        assert_eq!(
            inside_a_script("\"</script><!--\u{2028}\u{2029}\""),
            "\"\\u003c/script>\\u003c!--\\u2028\\u2029\""
        );
    }
}
