//! PII scanning: what tells about people, in logs and answers.

use super::*;

#[test]
fn an_email_in_a_log() {
    let found = check(&log("signed in as ann@shop.org"), &["info pii_exposure email"]);
    assert_eq!(found[0].evidence["source"], "auth.js:45");
    assert_eq!(found[0].evidence["url"], "https://shop.test/");
}

#[test]
fn the_place_of_a_log_is_masked_before_it_is_cut() {
    let token = format!("ghp_{}", letters(36));
    let stack =
        format!("Error\n    at https://shop.test/js/app.js?{}v={token}:1:2", "a=1&".repeat(14));
    let entry = json!({"level": "log", "message": "to ann@shop.org", "stack": stack});
    let found = Traffic::default().add(Kind::Logs, &entry).all();
    assert!(!found.is_empty());
    for finding in found {
        assert!(!finding.evidence["source"].to_string().contains(&token[6..12]), "{finding:?}");
    }
}

#[test]
fn a_phone_number_in_a_log() {
    check(&log("calling +49 30 901820"), &["info pii_exposure phone"]);
    check(&log("order 4155550132 took 1700000000000"), &[]);
}

#[test]
fn a_social_security_number_in_a_log() {
    check(&log("ssn 123-45-6789"), &["critical pii_exposure social_security_number"]);
}

#[test]
fn a_credit_card_in_a_log() {
    check(&log("paying with 4012 8888 8888 1881"), &["critical pii_exposure card_number"]);
}

#[test]
fn a_json_web_token_in_a_log() {
    let found = check(&log(&format!("Token: {}", jwt())), &["critical pii_exposure jwt"]);
    assert_eq!(found[0].title, "Auth token logged to console");
    assert_eq!(found[0].evidence["pattern"], "jwt_token");
    assert_eq!(
        found[0].evidence["redacted_preview"],
        "Token: eyJhbG***VbV".replace("VbV", &jwt()[jwt().len() - 3..])
    );
    check(&log(&format!("sent Bearer {}", letters(40))), &["critical pii_exposure bearer_token"]);
    check(&log("password: swordfish"), &["warning pii_exposure secret_in_text"]);
}

#[test]
fn a_bank_account_and_a_name_with_a_value_that_fits() {
    let body = json!({"iban": "DE89370400440532013000", "dob": "1990-05-17", "phone": true, "address": "0x1f"});
    check(
        &request(&json!({"responseBody": body.to_string(), "hasAuthHeader": true})),
        &["info pii_exposure birth_date", "info pii_exposure iban"],
    );
}

#[test]
fn one_check_alone_tells_what_the_other_would() {
    let traffic = log(&format!("key {}", aws_key())).log(&format!("Token: {}", jwt()));
    for check in [Category::Credentials, Category::PiiExposure] {
        let report = traffic.audit(&Options { checks: &[check], ..Options::default() });
        assert_eq!(report.findings.len(), 2, "{check:?}");
        assert!(report.findings.iter().all(|finding| finding.category == check));
    }
}

#[test]
fn personal_data_are_looked_for_in_five_levels() {
    let nested = |levels: usize| {
        let datum = json!({"email": "ann@shop.org"});
        (1..levels).fold(datum, |inner, _| json!({ "a": inner })).to_string()
    };
    let answer = |levels| request(&json!({"responseBody": nested(levels), "hasAuthHeader": true}));
    check(&answer(5), &["info pii_exposure email"]);
    check(&answer(6), &[]);
}

#[test]
fn every_kind_of_personal_datum_in_an_answer() {
    let kinds = [
        (json!({"email": "ann@shop.org"}), "info pii_exposure email"),
        (json!({"phone": "(415) 555-0132"}), "info pii_exposure phone"),
        (json!({"address": "221B Baker Street"}), "info pii_exposure postal_address"),
        (json!({"date_of_birth": "1990-05-17"}), "info pii_exposure birth_date"),
        (json!({"ssn": "123-45-6789"}), "warning pii_exposure social_security_number"),
        (json!({"credit_card": "4012 8888 8888 1881"}), "warning pii_exposure card_number"),
        (json!({"password": "swordfish"}), "critical pii_exposure secret_member"),
    ];
    for (body, expected) in kinds {
        let body = body.to_string();
        check(&request(&json!({"responseBody": body, "hasAuthHeader": true})), &[expected]);
    }
}
