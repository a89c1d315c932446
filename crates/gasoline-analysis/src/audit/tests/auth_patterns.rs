//! Auth pattern detection: personal data, and who showed who they are.

use super::*;

#[test]
fn personal_data_without_authentication() {
    let traffic = request(
        &json!({"responseBody": profile(), "credentials": "omit", "url": "https://shop.test/api/users/1"}),
    );
    let found = check(
        &traffic,
        &[
            "warning auth_patterns missing_auth",
            "warning pii_exposure email",
            "warning pii_exposure phone",
        ],
    );
    assert_eq!(found[0].evidence["pii_fields"], json!(["email", "phone"]));
    assert_eq!(found[0].evidence["auth_header_present"], false);
    assert_eq!(found[0].evidence["cookie_session"], "none");
}

#[test]
fn cookies_stay_with_the_page_where_it_asks_another_origin() {
    let severity = |credentials: &str, page: &str| {
        let traffic = request(
            &json!({"responseBody": profile(), "credentials": credentials, "pageUrl": page}),
        );
        traffic.all()[0].severity
    };
    assert_eq!(severity("same-origin", "https://www.shop.test/"), Severity::Warning);
    assert_eq!(severity("same-origin", "https://shop.test/cart"), Severity::Info);
    assert_eq!(severity("include", "https://www.shop.test/"), Severity::Info);
}

#[test]
fn a_session_cookie_is_not_visible_and_said_so() {
    let traffic = request(&json!({"responseBody": profile(), "hasAuthHeader": false}));
    let found = check(
        &traffic,
        &["info auth_patterns missing_auth", "info pii_exposure email", "info pii_exposure phone"],
    );
    assert!(found[0].description.contains("a session cookie may have been sent"));
}

#[test]
fn personal_data_with_authentication() {
    let expected = ["info pii_exposure email", "info pii_exposure phone"];
    check(&request(&json!({"responseBody": profile(), "hasAuthHeader": true})), &expected);
    check(
        &request(
            &json!({"responseBody": profile(), "requestHeaders": {"x-api-key": "[redacted]"}}),
        ),
        &expected,
    );
}

#[test]
fn public_endpoints_have_nothing_to_hide() {
    check(
        &request(
            &json!({"responseBody": r#"{"items":[{"id":1,"price":"9.99"}]}"#, "credentials": "omit"}),
        ),
        &[],
    );
}

#[test]
fn an_endpoint_is_judged_over_all_its_calls() {
    let call = |id: u32, auth: bool| json!({"url": format!("https://shop.test/api/users/{id}"), "responseBody": profile(), "credentials": "omit", "hasAuthHeader": auth});
    let traffic = request(&call(1, true)).request(&call(2, false)).request(&call(3, false));
    let options = Options { checks: &[Category::AuthPatterns], ..Options::default() };
    let found = traffic.audit(&options).findings;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0].evidence["calls"], &found[0].evidence["calls_with_auth"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(found[0].occurrences, 2);
}

#[test]
fn what_the_caller_sent_is_not_given_out() {
    let sent = json!({"email": "ann@shop.org"}).to_string();
    let traffic =
        request(&json!({"requestBody": sent, "responseBody": sent, "credentials": "omit"}));
    let options = Options { checks: &[Category::AuthPatterns], ..Options::default() };
    assert_eq!(traffic.audit(&options).summary.total, 0);
}
