//! False positive mitigation: what speaks against a finding lowers it.

use super::*;

#[test]
fn test_keys_weigh_less_and_are_not_dropped() {
    let key = format!("sk_test_{}", letters(24));
    check(&request(&json!({"responseBody": key})), &["warning credentials stripe_secret_key"]);
    let example = concat!("AKIA", "IOSFODNN7", "EXAMPLE");
    check(&request(&json!({"responseBody": example})), &["info credentials aws_access_key"]);
}

#[test]
fn development_urls_are_noted() {
    let url = format!("https://api.staging.shop.test/data?api_key={}", letters(32));
    let found = check(&request(&json!({"url": url})), &["critical credentials secret_parameter"]);
    assert!(found[0].recommendation.contains("staging or development"));
}

#[test]
fn mock_data_in_answers_is_worth_knowing_only() {
    let body = json!({"email": "test@example.com"}).to_string();
    check(
        &request(&json!({"responseBody": body, "credentials": "omit"})),
        &["info pii_exposure email"],
    );
}

#[test]
fn localhost_needs_no_encryption() {
    check(&request(&json!({"url": "http://localhost:3000/api"})), &[]);
    check(
        &request(&json!({"url": "http://127.0.0.1:3000/api", "pageUrl": "https://shop.test/"})),
        &[],
    );
    check(&request(&json!({"url": "http://[::1]:3000/api"})), &[]);
}

#[test]
fn every_word_of_the_specification_speaks_against_a_key() {
    for word in ["test", "dev", "example", "sample", "demo", "dummy", "mock"] {
        let body = json!({"api_key": format!("{word}-{}", letters(24))}).to_string();
        let found = request(&json!({"responseBody": body})).all();
        assert_eq!(found[0].rule, "secret_member");
        assert_eq!(found[0].severity, Severity::Info, "{word}");
        assert!(found[0].recommendation.contains("Weighs less"), "{}", found[0].recommendation);
    }
}
