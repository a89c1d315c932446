//! Examples of the project's own: a text for every format, and texts that hold nothing.
//!
//! The tokens are put together from parts, so that no scanner takes this file for a leak.
//! `cargo xtask corpora` reads it as well.

pub(crate) fn letters(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0".chars().cycle().take(length).collect()
}

/// A JSON Web Token with a payload in base 64.
fn jwt(payload: &str) -> String {
    format!("{}.{payload}.{}", "eyJhbGciOiJIUzI1NiJ9", letters(20))
}

fn hex(length: usize) -> String {
    "0a1b2c3d4e5f6789".chars().cycle().take(length).collect()
}

/// Texts of pages that hold no secret, whatever they speak of.
pub(crate) const CLEAN: &[&str] = &[
    "Unexpected token < in JSON at position 0",
    "Uncaught SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
    "token: undefined",
    "password is required",
    "Invalid password: must be 8 characters",
    "Bearer authentication required, Basic authentication failed",
    "at render (http://localhost:3000/static/js/bundle.js:1234:56)",
    r#"{"token_type":"bearer","expires_in":3600,"max_tokens":4096}"#,
    "gho_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "2024-01-15T10:20:30.123Z 550e8400-e29b-41d4-a716-446655440000 1700000000000",
];

/// A text for every rule of the table that goes by a format.
#[expect(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn examples() -> Vec<(&'static str, String)> {
    let with = |prefix: &str, length| format!("{prefix}{}", letters(length));
    let with_hex = |prefix: &str, length| format!("{prefix}{}", hex(length));
    vec![
        ("private_key", format!("{0}BEGIN RSA PRIVATE KEY{0}\n{1}\n", "-----", letters(64))),
        (
            "encoded_private_key",
            format!("LS0tLS1CRUdJTi{}{}", "BQUklWQVRFIEtFWS0tLS0t", letters(40)),
        ),
        ("jwt", format!("eyJhbGciOiJIUzI1NiJ9.{}.{}", "eyJzdWIiOiIxIn0", letters(20))),
        ("supabase_service_key", jwt("eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUifQ")),
        ("supabase_anon_key", jwt("eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIn0")),
        ("shell_login", "curl -s --user ann:hunter22".to_owned()),
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
        ("azure_devops_token", format!("{}AZDO{}", letters(76), letters(4))),
        ("alibaba_key", with("LTAI", 20)),
        ("tencent_key", with("AKID", 32)),
        ("fly_token", with("fm2_", 120)),
        ("render_key", with("rnd_", 28)),
        ("pulumi_token", with_hex("pul-", 40)),
        ("neon_key", with_hex("napi_", 64)),
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
        ("vault_token", with("vault s.", 24)),
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
        ("airtable_token", format!("pat{}.{}", letters(14), hex(64))),
        ("contentful_token", with("CFPAT-", 43)),
        ("dropbox_token", with("sl.u.", 130)),
        ("typeform_token", with("tfp_", 59)),
        ("sonar_token", with_hex("squ_", 40)),
        ("artifactory_key", with("AKCp", 69)),
        ("dynatrace_token", format!("dt0c01.{}.{}", "A1B2C3D4".repeat(3), "A1B2C3D4".repeat(8))),
        ("launchdarkly_key", "sdk-".to_owned() + "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f"),
        (
            "age_key",
            format!(
                "AGE-SECRET-KEY-1{}",
                "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2)[..58].to_owned()
            ),
        ),
        ("notion_token", format!("ntn_12345678901{}", letters(35))),
        ("sentry_token", with_hex("sntryu_", 64)),
        ("sentry_dsn", format!("https://{}@o1.ingest.sentry.io/42", hex(32))),
        ("grafana_token", format!("glsa_{}_{}", letters(32), hex(8))),
        ("newrelic_key", with("NRAK-", 27)),
        ("datadog_client_token", with_hex("pub", 32)),
        ("posthog_project_key", with("phc_", 43)),
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
        ("nvidia_key", with("nvapi-", 64)),
        ("pinecone_key", format!("pcsk_{}_{}", letters(6), letters(63))),
        ("elevenlabs_key", with_hex("sk_", 48)),
        ("search_key", with("tvly-", 32)),
        ("stripe_secret_key", with("sk_live_", 24)),
        ("webhook_secret", with("whsec_", 32)),
        ("stripe_publishable_key", with("pk_live_", 24)),
        ("square_token", with("sq0atp-", 22)),
        ("square_token", with("EAAA", 60)),
        ("shopify_token", with_hex("shpat_", 32)),
        ("paypal_token", format!("access_token$production${}${}", hex(16), hex(32))),
        ("flutterwave_key", with_hex("FLWSECK-", 32) + "-X"),
        ("shippo_token", with_hex("shippo_live_", 40)),
        ("plaid_token", "access-sandbox-".to_owned() + "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f"),
        ("mapbox_public_token", format!("pk.eyJ{}.{}", letters(60), letters(22))),
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
        ("zapier_webhook", with_hex("https://hooks.zapier.com/hooks/catch/123456/", 7)),
        ("twilio_key", with_hex("SK", 32)),
        ("sendgrid_key", format!("SG.{}.{}", letters(22), letters(43))),
        ("resend_key", format!("re_{}_{}", letters(8), letters(24))),
        ("mailgun_key", with_hex("key-", 32)),
        ("mailchimp_key", format!("{}-us12", hex(32))),
        ("brevo_key", format!("xkeysib-{}-{}", hex(64), letters(16))),
        ("facebook_token", with("EAA", 120)),
        ("hubspot_token", "pat-na1-".to_owned() + "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f"),
    ]
}
