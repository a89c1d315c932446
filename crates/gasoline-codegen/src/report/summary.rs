//! One failed test for the person who opens its attachments: the cause, the evidence, other requests.

use gasoline_analysis::report::{TestOutcome, answered, line, short_url};
use gasoline_protocol::events::network::NetworkBody;

use super::text::{LINE_CHARS, Paint, block};
use super::words;
use crate::limits::REPORT_TEXT_MAX_ROWS;

/// What most likely explains the failure, if anything that was captured does.
pub fn cause(test: &TestOutcome) -> Option<&str> {
    let says = &*test.evidence.hints.first()?.says;
    let answer = || says.strip_prefix("Likely ").filter(|it| it.starts_with("a wrong answer: "));
    says.strip_prefix(words::PRIMARY).or_else(answer)
}

/// The test, and the requests that went well: one of them may have been answered wrongly.
pub fn summary<'a>(
    test: &TestOutcome,
    requests: impl Iterator<Item = &'a NetworkBody<'a>>,
) -> String {
    let hint = || test.evidence.hints.first().map_or_else(String::new, |hint| hint.says.clone());
    let mut out = format!(
        "=== Gasoline Failure Context ===\nTest: {}\n{}\n\n{}",
        test.test_id,
        cause(test).map_or_else(hint, |cause| format!("Likely cause: {cause}")),
        block(test, Paint::Plain)
    );
    let others: Vec<_> = requests.filter(|request| !request.is_failure()).collect();
    if !others.is_empty() {
        out.push_str("\n--- Other Requests ---\n");
    }
    for request in others.iter().take(REPORT_TEXT_MAX_ROWS) {
        let (method, url) = (line(&request.method, LINE_CHARS), short_url(&request.url));
        let outcome = answered(request.status, request.error.as_deref());
        out.push_str(&format!("  {method} {url} → {outcome}\n"));
        let bodies = [("sent", &request.request_body), ("answered", &request.response_body)];
        for (name, body) in bodies {
            if let Some(body) = body.as_deref().filter(|body| !body.is_empty()) {
                out.push_str(&format!("    {name}: {}\n", line(body, LINE_CHARS)));
            }
        }
    }
    let more = others.len().saturating_sub(REPORT_TEXT_MAX_ROWS);
    if more > 0 {
        out.push_str(&format!("  … {more} more\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use gasoline_analysis::report::Clue;

    use super::*;

    fn with_hint(says: &str) -> TestOutcome {
        let mut test =
            TestOutcome { test_id: "shop › buys".to_owned(), ..TestOutcome::default() };
        test.evidence.hints = vec![Clue { says: says.to_owned(), because: "why".to_owned() }];
        test
    }

    #[test]
    fn the_first_hint_is_the_cause_unless_nothing_went_wrong() {
        for (says, expected) in [
            ("Primary failure: GET /a → 500", Some("GET /a → 500")),
            ("Likely a wrong answer: GET /a", Some("a wrong answer: GET /a")),
            ("The browser saw nothing wrong: look at the expectation itself", None),
            ("Slow: GET /a took most of the test's time", None),
        ] {
            let test = with_hint(says);
            assert_eq!(cause(&test), expected);
            let shown = expected.map_or(says.to_owned(), |cause| format!("Likely cause: {cause}"));
            let text = summary(&test, std::iter::empty());
            assert_eq!(text.lines().nth(2), Some(&*shown), "{text}");
        }
        assert_eq!(cause(&TestOutcome::default()), None);
    }

    #[test]
    fn requests_that_went_well_are_listed_with_their_bodies() {
        let read =
            |text: &'static str| serde_json::from_str::<NetworkBody<'_>>(text).expect("a request");
        let failed = read(r#"{"method":"GET","url":"http://localhost/down","status":503}"#);
        let mut all = vec![failed];
        for _ in 0..=REPORT_TEXT_MAX_ROWS {
            all.push(read(
                r#"{"method":"POST","url":"http://localhost/api","status":200,
                "requestBody":"{\"item\":1}","responseBody":"{\"total\":25}"}"#,
            ));
        }
        let text = summary(&with_hint("Primary failure: x"), all.iter());
        let (_, others) = text.split_once("--- Other Requests ---\n").expect("a list");
        let row = "  POST /api → 200\n    sent: {\"item\":1}\n    answered: {\"total\":25}\n";
        assert!(others.starts_with(row), "{others}");
        assert!(others.ends_with("  … 1 more\n") && !others.contains("/down"), "{others}");
    }
}
