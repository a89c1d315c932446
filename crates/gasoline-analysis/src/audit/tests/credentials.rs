//! Credential detection: what each kind of key is called, and how much it weighs where.

use super::*;

#[test]
fn an_api_key_in_a_url() {
    let url = format!("https://shop.test/api/data?api_key={}", letters(32));
    let found = check(&request(&json!({"url": url})), &["critical credentials secret_parameter"]);
    assert_eq!(found[0].title, "API key exposed in URL query parameter");
    assert_eq!(found[0].cwe, Some("CWE-598"));
    assert_eq!(found[0].evidence["field"], "query_param");
    assert_eq!(found[0].evidence["param_name"], "api_key");
    assert_eq!(found[0].evidence["redacted_value"], "q7Rz2X***t4L");
    assert_eq!(found[0].evidence["url"], "https://shop.test/api/data?api_key=q7Rz2X***t4L");
}

#[test]
fn an_aws_key() {
    let body = json!({"config": {"id": aws_key()}}).to_string();
    let found =
        check(&request(&json!({"responseBody": body})), &["critical credentials aws_access_key"]);
    assert_eq!(found[0].evidence["path"], "config.id");
    let secret = format!("aws_secret_access_key = {}", letters(40));
    check(&request(&json!({"requestBody": secret})), &["critical credentials aws_secret_key"]);
}

#[test]
fn a_github_token() {
    let token = format!("ghp_{}", letters(36));
    let found =
        check(&request(&json!({"requestBody": token})), &["warning credentials github_token"]);
    assert!(found[0].recommendation.contains("check sum"), "a made-up one weighs less");
}

#[test]
fn a_json_web_token() {
    check(&request(&json!({"requestBody": jwt()})), &["warning credentials jwt"]);
    let url = format!("https://shop.test/api?token={}", jwt());
    check(&request(&json!({"url": url})), &["critical credentials jwt"]);
}

#[test]
fn a_stripe_key() {
    let key = format!("sk_live_{}", letters(24));
    check(&request(&json!({"responseBody": key})), &["critical credentials stripe_secret_key"]);
}

#[test]
fn a_private_key() {
    let key = format!(
        "{0}BEGIN RSA PRIVATE KEY{0}\n{1}\n{0}END RSA PRIVATE KEY{0}",
        "-----",
        letters(64)
    );
    let body = json!({"file": key}).to_string();
    check(&request(&json!({"responseBody": body})), &["critical credentials private_key"]);
}

#[test]
fn secrets_in_every_place_a_page_has() {
    let key = aws_key();
    let place = |kind, value: Value| Traffic::default().add(kind, &value);
    let expected = ["critical credentials aws_access_key"];
    check(
        &place(
            Kind::WebsocketEvents,
            json!({"event": "message", "id": "w", "url": "wss://a.test/", "direction": "incoming", "data": json!({"k": key}).to_string()}),
        ),
        &expected,
    );
    check(
        &place(
            Kind::EnhancedActions,
            json!({"type": "input", "value": key, "url": "https://a.test/"}),
        ),
        &expected,
    );
    check(
        &place(Kind::Logs, json!({"level": "info", "message": "x", "args": [{"deep": [key]}]})),
        &expected,
    );
    check(
        &place(Kind::DomSnapshots, json!({"url": "https://a.test/", "elements": [{"text": key}]})),
        &expected,
    );
    check(&request(&json!({"url": format!("https://a.test/#key={key}")})), &expected);
    check(&request(&json!({"requestHeaders": {"x-note": key}})), &expected);
    check(&request(&json!({"responseBody": format!("<a data-key=\"{key}\">")})), &expected);
}

#[test]
fn a_token_in_an_address_is_blamed_on_the_page_it_belongs_to() {
    let reset = format!("https://shop.test/reset?token={}", letters(32));
    let next = "https://shop.test/dashboard";
    let step = |value| Traffic::default().add(Kind::EnhancedActions, value);
    let opened = json!({"type": "navigate", "url": reset, "toUrl": reset});
    let left = json!({"type": "navigate", "url": next, "fromUrl": reset, "toUrl": next});
    for (traffic, occurrences) in
        [(step(&opened), 1), (step(&left), 1), (step(&opened).add(Kind::EnhancedActions, &left), 2)]
    {
        let found = check(&traffic, &["critical credentials secret_parameter"]);
        let said = "the address of the page https://shop.test/reset contains a token `token`.";
        assert!(found[0].description.starts_with(said), "{}", found[0].description);
        assert_eq!(found[0].evidence["url"], "https://shop.test/reset?token=q7Rz2X***t4L");
        assert_eq!(found[0].occurrences, occurrences);
    }
    let asked = request(&json!({"pageUrl": reset}));
    let found = check(&asked, &["critical credentials secret_parameter"]);
    assert_eq!(found[0].evidence["url"], "https://shop.test/api/items");
    assert_eq!(found[0].evidence["page_url"], "https://shop.test/reset?token=q7Rz2X***t4L");
}

#[test]
fn keys_made_for_pages_are_worth_knowing_only() {
    let body = json!({"maps": format!("AIza{}", letters(35)), "stripe": format!("pk_live_{}", letters(24))});
    let found = check(
        &request(&json!({"responseBody": body.to_string()})),
        &["info credentials google_api_key", "info credentials stripe_publishable_key"],
    );
    assert!(found[1].recommendation.contains("made to be public"));
    let url = format!("https://maps.test/js?key=AIza{}", letters(35));
    for traffic in [request(&json!({"url": url})), log(&format!("AIza{}", letters(35)))] {
        let found = check(&traffic, &["info credentials google_api_key"]);
        assert!(found[0].description.contains("made to be public"), "{}", found[0].description);
    }
}

#[test]
fn keys_that_services_give_to_pages_are_worth_knowing_only() {
    let hex = "9fe19fed2cf63748fa8cd0b17a3e5c42";
    let mapbox = format!("pk.eyJ{}.{}", letters(60), letters(22));
    for (url, rule) in [
        (
            format!("https://o1.ingest.sentry.io/api/4/envelope/?sentry_key={hex}"),
            "secret_parameter",
        ),
        (format!("https://api.mapbox.com/v4/a.json?access_token={mapbox}"), "mapbox_public_token"),
        (
            format!("https://browser-intake-datadoghq.com/api/v2/rum?dd-api-key=pub{hex}"),
            "datadog_client_token",
        ),
        (format!("https://eu.posthog.com/decide?token=phc_{}", letters(43)), "posthog_project_key"),
    ] {
        let expected = format!("info credentials {rule}");
        let found = check(&request(&json!({"url": url})), &[&expected]);
        assert!(found[0].description.contains("made to be public"), "{}", found[0].description);
    }
    let body = json!({"api_key": format!("phc_{}", letters(43))}).to_string();
    check(&request(&json!({"requestBody": body})), &["info credentials posthog_project_key"]);
}

#[test]
fn words_behind_a_secrets_name_are_no_alarm() {
    for body in [
        json!({"token": "The", "logprob": -0.3}),
        json!({"token": "USDC"}),
        json!({"token": "Identification"}),
        json!({"cookies": "all"}),
        json!({"otp": "sms"}),
        json!({"roleKey": "ROLE_ADMIN_1"}),
        json!({"accessToken": "read-only"}),
    ] {
        for name in ["responseBody", "requestBody"] {
            let found = request(&json!({name: body.to_string()})).all();
            assert!(found.iter().all(|one| one.severity == Severity::Info), "{body} {found:#?}");
        }
        let found = log(&body.to_string()).all();
        assert!(found.iter().all(|one| one.severity == Severity::Info), "{body} {found:#?}");
    }
    for (name, value) in [
        ("token", "abc123def"),
        ("token", "q7Rz2XwKmbVtLmPs"),
        ("otp", "4711"),
        ("password", "swordfish"),
    ] {
        let body = json!({name: value}).to_string();
        check(&request(&json!({"responseBody": body})), &["critical pii_exposure secret_member"]);
    }
}

#[test]
fn tokens_and_secrets_in_answers_weigh_most() {
    let answer = |body: Value| request(&json!({"responseBody": body.to_string()}));
    check(&answer(json!({"session": jwt()})), &["critical credentials jwt"]);
    check(
        &answer(json!({"Credentials": {"SecretAccessKey": letters(40)}})),
        &["critical credentials aws_secret_key"],
    );
    for name in ["client_secret", "api_secret", "clientSecret"] {
        check(&answer(json!({name: letters(32)})), &["critical credentials secret_member"]);
    }
    check(&answer(json!({"apiKey": letters(32)})), &["warning credentials secret_member"]);
}

#[test]
fn a_key_that_is_logged_weighs_most_unless_it_is_for_tests() {
    check(&log(&format!("apiKey: {}", letters(32))), &["critical credentials secret_in_text"]);
    check(&log(&format!("apiKey: test_{}", letters(32))), &["info credentials secret_in_text"]);
    let logged = json!({"level": "log", "message": "x", "args": [{"apiKey": letters(32)}]});
    check(&Traffic::default().add(Kind::Logs, &logged), &["critical credentials secret_member"]);
    check(&log(&format!("password: {}", letters(12))), &["warning pii_exposure secret_in_text"]);
}

#[test]
fn a_login_may_send_a_password_and_give_a_token() {
    let login = json!({
        "method": "POST", "url": "https://shop.test/api/login", "status": 200,
        "requestBody": json!({"user": "ann", "password": "swordfish"}).to_string(),
        "responseBody": json!({"token": jwt()}).to_string(),
    });
    check(&request(&login), &["info credentials jwt", "info credentials secret_member"]);
    let profile = json!({"responseBody": json!({"user": {"password": "swordfish"}}).to_string()});
    check(&request(&profile), &["critical pii_exposure secret_member"]);
}

#[test]
fn a_token_whose_check_sum_fits_is_somebodys() {
    let token = format!("ghp_{}45ktl9", letters(30));
    check(&request(&json!({"requestBody": token})), &["critical credentials github_token"]);
}

#[test]
fn a_secret_in_a_url_by_every_name_of_the_specification() {
    let names = [
        "api_key",
        "apikey",
        "API_KEY",
        "key",
        "token",
        "secret",
        "password",
        "passwd",
        "auth",
        "bearer",
        "client_secret",
        "session_token",
        "userPassword",
    ];
    for name in names {
        let url = format!("https://shop.test/api/data?page=1&{name}={}", letters(32));
        let found =
            check(&request(&json!({"url": url})), &["critical credentials secret_parameter"]);
        assert_eq!(found[0].evidence["param_name"], name);
    }
}

#[test]
fn a_key_that_a_page_sends_may_be_meant() {
    for name in ["api_key", "apiKey", "api_secret"] {
        let body = json!({name: letters(32)}).to_string();
        let found =
            check(&request(&json!({"requestBody": body})), &["warning credentials secret_member"]);
        assert!(found[0].description.contains(&format!("at `{name}`")), "{}", found[0].description);
    }
}

#[test]
fn private_keys_of_every_kind() {
    for kind in ["RSA ", "DSA ", "EC ", "OPENSSH ", ""] {
        let key = format!("{0}BEGIN {kind}PRIVATE KEY{0}\n{1}", "-----", letters(64));
        check(&request(&json!({"responseBody": key})), &["critical credentials private_key"]);
    }
}
