//! The table and what is made of it: found, masked, and clean afterwards.
//!
//! The tokens are put together from parts, so that no scanner takes this file for a leak.

use proptest::prelude::*;

use super::*;

/// What a rule finds, the exits mask: the two may never drift apart.
#[track_caller]
fn check(text: &str, rule: &str, masked: &str) {
    assert_eq!(found_in(text), [rule], "{text}");
    assert_eq!(mask(text).as_deref(), Some(masked));
    check_clean(masked);
}

/// Nothing is masked in `text`, and no masking rule finds anything.
#[track_caller]
fn check_clean(text: &str) {
    let found: Vec<_> = find(text).filter(|hit| hit.rule.masks).map(|hit| hit.rule.id).collect();
    assert_eq!(found, [""; 0], "{text}");
    assert_eq!(mask(text), None, "{text}");
}

fn found_in(text: &str) -> Vec<&'static str> {
    find(text).map(|hit| hit.rule.id).collect()
}

fn letters(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0".chars().cycle().take(length).collect()
}

fn hex(length: usize) -> String {
    "0a1b2c3d4e5f6789".chars().cycle().take(length).collect()
}

/// A text for every rule of the table that goes by a format.
fn examples() -> Vec<(&'static str, String)> {
    let with = |prefix: &str, length| format!("{prefix}{}", letters(length));
    let with_hex = |prefix: &str, length| format!("{prefix}{}", hex(length));
    vec![
        ("private_key", format!("{0}BEGIN RSA PRIVATE KEY{0}\n{1}\n", "-----", letters(64))),
        (
            "encoded_private_key",
            format!("LS0tLS1CRUdJTi{}{}", "BQUklWQVRFIEtFWS0tLS0t", letters(40)),
        ),
        ("jwt", format!("eyJhbGciOiJIUzI1NiJ9.{}.{}", "eyJzdWIiOiIxIn0", letters(20))),
        ("bearer_token", with("sent Bearer ", 20)),
        ("basic_login", "sent Basic dXNlcjpodW50ZXIy".to_owned()),
        ("encoded_url_password", "to=redis%3A%2F%2Fann%3Ahunter2%40db".to_owned()),
        ("signed_url", with_hex("https://a.test/f?X-Amz-Signature=", 64)),
        ("aws_access_key", "AKIA".to_owned() + "ABCDEFGHIJ234567"),
        ("aws_secret_key", format!("aws {}", letters(40))),
        ("aws_bedrock_key", with("ABSK", 110)),
        ("google_api_key", with("AIza", 35)),
        ("google_oauth_secret", with("GOCSPX-", 28)),
        ("google_server_key", format!("AAAA{}:APA91b{}", letters(7), letters(134))),
        ("azure_client_secret", with("abc8Q~", 34)),
        ("azure_account_key", format!("{}+ASt{}==", letters(76), letters(6))),
        ("digitalocean_token", with_hex("dop_v1_", 64)),
        ("cloudflare_token", format!("cfat_{}{}", letters(40), hex(8))),
        ("heroku_key", with("HRKU-AA", 58)),
        ("vercel_token", with("vcp_", 56)),
        ("netlify_token", with("nfp_", 36)),
        ("supabase_key", with("sb_secret_", 31)),
        ("supabase_publishable_key", with("sb_publishable_", 31)),
        ("planetscale_token", with("pscale_tkn_", 43)),
        ("databricks_token", with_hex("dapi", 32)),
        ("mongodb_secret", with("mdb_sa_sk_", 40)),
        ("vault_token", with("hvs.", 90)),
        ("doppler_token", with("dp.pt.", 43)),
        ("terraform_token", format!("{}.atlasv1.{}", letters(14), letters(67))),
        ("tailscale_key", with("tskey-auth-", 30)),
        ("onepassword_key", "A3-AAAA11-BBBBBB22222-CCC33-DDD44-EEE55".to_owned()),
        ("github_token", with("ghp_", 36)),
        ("github_token", with("github_pat_", 82)),
        ("gitlab_token", with("glpat-", 20)),
        ("bitbucket_token", with("ATATT3", 180)),
        ("npm_token", with("npm_", 36)),
        ("pypi_token", with("pypi-AgEIcHlwaS5vcmc", 60)),
        ("rubygems_key", with_hex("rubygems_", 48)),
        ("clojars_token", with_hex("CLOJARS_", 60)),
        ("docker_token", with("dckr_pat_", 27)),
        ("postman_key", format!("PMAK-{}-{}", hex(24), hex(34))),
        ("linear_key", with("lin_api_", 40)),
        ("figma_token", with("figd_", 40)),
        ("notion_token", format!("ntn_12345678901{}", letters(35))),
        ("sentry_token", with_hex("sntryu_", 64)),
        ("sentry_dsn", format!("https://{}@o1.ingest.sentry.io/42", hex(32))),
        ("grafana_token", format!("glsa_{}_{}", letters(32), hex(8))),
        ("newrelic_key", with("NRAK-", 27)),
        ("posthog_key", with("phx_", 43)),
        ("openai_key", with("sk-proj-", 48)),
        ("openai_key", with("sk-", 48)),
        ("anthropic_key", with("sk-ant-api03-", 93)),
        ("huggingface_token", with("hf_", 34)),
        ("perplexity_key", with("pplx-", 48)),
        ("groq_key", with("gsk_", 52)),
        ("xai_key", with("xai-", 80)),
        ("replicate_token", with("r8_", 37)),
        ("langsmith_key", format!("lsv2_pt_{}_{}", hex(32), hex(10))),
        ("stripe_secret_key", with("sk_live_", 24)),
        ("webhook_secret", with("whsec_", 32)),
        ("stripe_publishable_key", with("pk_live_", 24)),
        ("square_token", with("sq0atp-", 22)),
        ("shopify_token", with_hex("shpat_", 32)),
        ("plaid_token", "access-sandbox-".to_owned() + "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f"),
        ("mapbox_secret_token", format!("sk.eyJ{}.{}", letters(60), letters(22))),
        ("slack_token", format!("xoxb-123456789012-{}", letters(24))),
        (
            "slack_webhook",
            format!("https://hooks.slack.com/services/T0AAAAAAA/B0AAAAAAA/{}", letters(24)),
        ),
        (
            "teams_webhook",
            format!(
                "https://a.webhook.office.com/webhookb2/{0}@{0}/IncomingWebhook/{0}/{0}",
                hex(36)
            ),
        ),
        ("discord_token", format!("discord M{}.{}.{}", letters(23), letters(6), letters(38))),
        (
            "discord_webhook",
            format!("https://discord.com/api/webhooks/123456789012345678/{}", letters(68)),
        ),
        ("telegram_token", format!("123456789:AA{}", letters(33))),
        ("twilio_key", with_hex("SK", 32)),
        ("sendgrid_key", format!("SG.{}.{}", letters(22), letters(43))),
        ("mailgun_key", with_hex("key-", 32)),
        ("mailchimp_key", format!("{}-us12", hex(32))),
        ("brevo_key", format!("xkeysib-{}-{}", hex(64), letters(16))),
        ("facebook_token", with("EAA", 120)),
        ("hubspot_token", "pat-na1-".to_owned() + "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f"),
    ]
}

#[test]
fn every_format_finds_its_example_and_masks_it_if_it_says_so() {
    let examples = examples();
    for rule in RULES.iter().filter(|rule| matches!(rule.pattern, Pattern::Format(_))) {
        assert!(examples.iter().any(|(id, _)| *id == rule.id), "{} has an example", rule.id);
    }
    for (id, example) in &examples {
        for text in
            [example.clone(), format!("before {example} after"), format!(r#"a\n{example}""#)]
        {
            let hits: Vec<_> = find(&text).collect();
            assert_eq!(hits.iter().map(|hit| hit.rule.id).collect::<Vec<_>>(), [*id], "{text}");
            let masked = mask(&text);
            assert_eq!(masked.is_some(), hits[0].rule.masks, "{text}");
            if let Some(masked) = masked {
                assert!(!masked.contains(hits[0].secret()), "{masked}");
                assert!(masked.ends_with(&text[hits[0].end..]), "{masked} keeps what follows");
                check_clean(&masked);
            }
        }
    }
}

#[test]
fn the_rows_of_the_table_are_told_apart_and_have_something_to_say() {
    for (index, rule) in RULES.iter().enumerate() {
        assert!(
            RULES[..index].iter().all(|other| other.id != rule.id),
            "{} is there once",
            rule.id
        );
        assert!(
            rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
            "{}",
            rule.id
        );
        assert!(rule.advice.ends_with('.') && !rule.title.ends_with('.'), "{}", rule.id);
        assert!(rule.cwe.starts_with("CWE-"), "{}", rule.id);
        let by_format = matches!(rule.pattern, Pattern::Format(_));
        assert_eq!(by_format, !rule.keywords.is_empty(), "{} is led to by words", rule.id);
    }
}

#[test]
fn a_token_is_more_than_its_name() {
    let token = format!("token=ghp_{}", "a".repeat(36));
    check(&token, "github_token", "token=ghp_aa***aaa");
    check("token=hunter2", "secret_parameter", "token=***");
}

#[test]
fn values_behind_names_are_masked_where_they_stand() {
    check("/?a=1&client_secret=abc", "secret_parameter", "/?a=1&client_secret=***");
    check(r#"{"password":"hunter2","a":1}"#, "secret_member", r#"{"password":"***","a":1}"#);
    check("password: hunter2", "secret_in_text", "password: ***");
    check("redis://ann:hunter2@db", "url_password", "redis://ann:***@db");
    check("ssn 123-45-6789", "social_security_number", "ssn ***");
    check("4012 8888 8888 1881", "card_number", "4012 8***881");
    check("Authorization: Basic dXNlcjpodW50ZXIy", "basic_login", "Authorization: Basic ***");
}

#[test]
fn messages_stay_as_they_are() {
    check_clean("Unexpected token < in JSON at position 0");
    check_clean("Uncaught SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON");
    check_clean("token: undefined");
    check_clean("password is required");
    check_clean("Invalid password: must be 8 characters");
    check_clean("Bearer authentication required, Basic authentication failed");
    check_clean("at render (http://localhost:3000/static/js/bundle.js:1234:56)");
    check_clean(r#"{"token_type":"bearer","expires_in":3600,"max_tokens":4096}"#);
    check_clean("gho_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    check_clean("2024-01-15T10:20:30.123Z 550e8400-e29b-41d4-a716-446655440000 1700000000000");
}

#[test]
fn keys_made_for_pages_are_found_and_shown() {
    let key = format!("https://maps.test/?key=AIza{}", letters(35));
    assert_eq!(found_in(&key), ["google_api_key"]);
    assert_eq!(mask(&key), None);
}

#[test]
fn a_short_secret_shows_nothing_and_a_long_one_its_ends() {
    assert_eq!(shorten(""), "***");
    assert_eq!(shorten("12345678901234567"), "***");
    assert_eq!(shorten("123456789012345678"), "123456***678");
    assert_eq!(shorten(&"ж".repeat(18)), "жжжжжж***жжж");
}

#[test]
fn hits_that_overlap_are_masked_as_one() {
    let text = format!(r#"{{"token":"see ghp_{}!"}}"#, letters(36));
    assert_eq!(mask(&text).as_deref(), Some(r#"{"token":"see gh***H8!"}"#));
}

#[test]
fn an_audit_sees_a_hundred_hits_and_an_exit_masks_them_all() {
    let text = "&token=abc1".repeat(250);
    assert_eq!(find(&text).count(), limits::SECRET_HITS_PER_TEXT);
    assert_eq!(mask(&text), Some("&token=***".repeat(250)));
}

#[test]
fn hostile_texts_take_no_longer_than_others() {
    for piece in [
        "password=",
        "token=$A",
        "token=a(",
        "?key=a",
        "4",
        "4012 ",
        "eyJ",
        "eyJa.",
        "\"token\":'",
        "@",
        "a@b/",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        assert!(mask(&text).is_none_or(|masked| mask(&masked).is_none()), "{piece}");
    }
}

#[test]
fn odd_characters_are_cut_whole() {
    check("password: 🔑hunter2", "secret_in_text", "password: ***");
    check("пароль?token=пароль", "secret_parameter", "пароль?token=***");
    check_clean("пароль: 🔑 é\u{301} \u{0}");
}

/// Texts made of what secrets are made of, so that most of them hold some.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "password",
        "token",
        "api_key",
        "cookie",
        "Authorization",
        "ssn",
        "cvv",
        "key",
        "pass",
        "=",
        ":",
        ": ",
        " = ",
        "=>",
        ",",
        "&",
        "?",
        "#",
        "%3D",
        "%26",
        "%22",
        "\"",
        "\\\"",
        "\\\\\\\"",
        "'",
        "`",
        "&quot;",
        "[",
        "]",
        "<",
        ">",
        "</",
        "{",
        "}",
        "***",
        "abcdef***xyz",
        "Bearer ",
        "Basic ",
        "dXNlcjpodW50ZXIy",
        "hunter2",
        "swordfish",
        "null",
        "ghp_",
        "AKIA",
        "eyJhbGciOiJIUzI1NiJ9",
        ".",
        "ABCDEFGHIJ234567",
        "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
        "4012888888881881",
        "4012 8888 8888 1881",
        "123-45-6789",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "://",
        "@",
        "/",
        "\n",
        "\r\n\r\n",
        " ",
        ";",
        "name=\"",
        "value",
        "xoxb-",
        "sig=",
        "🔑",
        "é",
        "\u{0}",
    ]);
    let noise = "\\PC{0,3}".prop_map(String::from);
    let piece = prop_oneof![8 => pieces.prop_map(str::to_owned), 1 => noise];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_masked_text_is_clean(text in texts()) {
        let masked = mask(&text).unwrap_or_else(|| text.clone());
        prop_assert_eq!(mask(&masked), None);
        prop_assert!(find(&masked).all(|hit| !hit.rule.masks));
    }

    #[test]
    fn any_text_can_be_read(text in any::<String>()) {
        for hit in find(&text) {
            prop_assert!(!hit.secret().is_empty());
        }
        let masked = mask(&text).unwrap_or_else(|| text.clone());
        prop_assert_eq!(mask(&masked), None);
    }
}
