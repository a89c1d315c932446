//! A token in an answer is exposed, unless the page hands it back to whom it belongs.

use super::*;

const TOKEN: &str = "pay_3f9a2bc04d1e77a8";

fn paid() -> Traffic {
    request(&json!({
        "method": "POST", "url": "https://shop.test/api/payments", "status": 201,
        "pageUrl": "https://shop.test/checkout",
        "responseBody": json!({"paymentToken": TOKEN}).to_string(),
    }))
}

fn ordered(url: &str, body: &Value) -> Value {
    json!({"method": "POST", "url": url, "pageUrl": "https://shop.test/checkout",
           "requestBody": body.to_string()})
}

/// What is said of the answer that gave the token out.
#[track_caller]
fn check_answer(traffic: &Traffic, expected: Severity) -> Finding {
    let mut found = traffic.all();
    found.retain(|finding| finding.evidence["url"] == "https://shop.test/api/payments");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].severity, expected, "{found:#?}");
    found.remove(0)
}

#[test]
fn a_token_that_is_never_handed_back_is_exposed() {
    check_answer(&paid(), Severity::Critical);
    let other =
        ordered("https://shop.test/api/orders", &json!({"paymentToken": "pay_another_one"}));
    check_answer(&paid().request(&other), Severity::Critical);
}

#[test]
fn a_token_that_the_page_hands_back_was_made_for_it() {
    let order = ordered("https://shop.test/api/orders", &json!({"payment": {"token": TOKEN}}));
    let found = check_answer(&paid().request(&order), Severity::Info);
    assert!(found.recommendation.contains("made for the page"), "{}", found.recommendation);
    let form = json!({"method": "POST", "url": "https://shop.test/api/orders",
                      "requestBody": format!("paymentToken={TOKEN}&terms=on")});
    check_answer(&paid().request(&form), Severity::Info);
}

#[test]
fn a_token_of_a_provider_may_go_to_the_pages_own_server() {
    let provider = json!({"method": "POST", "url": "https://pay.test/v1/cards",
        "pageUrl": "https://shop.test/checkout", "responseBody": json!({"cardToken": TOKEN}).to_string()});
    let order = ordered("https://shop.test/api/orders", &json!({"cardToken": TOKEN}));
    let worst = |traffic: &Traffic| traffic.all()[0].severity;
    assert_eq!(worst(&request(&provider)), Severity::Critical);
    assert_eq!(worst(&request(&provider).request(&order)), Severity::Info);
}

#[test]
fn telling_a_third_party_is_no_handing_back() {
    let beacon = ordered("https://metrics.test/collect", &json!({"paymentToken": TOKEN}));
    check_answer(&paid().request(&beacon), Severity::Critical);
}

#[test]
fn an_echo_of_the_same_call_is_no_handing_back() {
    let echo = json!({
        "method": "POST", "url": "https://shop.test/api/payments", "pageUrl": "https://shop.test/",
        "requestBody": json!({"paymentToken": TOKEN}).to_string(),
        "responseBody": json!({"paymentToken": TOKEN}).to_string(),
    });
    let found = request(&echo).all();
    assert_eq!(found[0].severity, Severity::Critical, "{found:#?}");
}

#[test]
fn passwords_and_keys_in_answers_stay_exposed() {
    for name in ["password", "apiSecret"] {
        let answer = json!({"url": "https://shop.test/api/payments", "pageUrl": "https://shop.test/",
                            "responseBody": json!({name: TOKEN}).to_string()});
        let order = ordered("https://shop.test/api/orders", &json!({name: TOKEN}));
        let found = request(&answer).request(&order).all();
        assert!(found[0].severity >= Severity::Warning, "{found:#?}");
    }
}

#[test]
fn a_filter_does_not_hide_that_it_was_handed_back() {
    let order = ordered("https://shop.test/api/orders", &json!({"paymentToken": TOKEN}));
    let traffic = paid().request(&order);
    let options =
        Options { url: Some("/payments"), severity_min: Severity::Info, ..Options::default() };
    assert_eq!(traffic.audit(&options).findings[0].severity, Severity::Info);
}
