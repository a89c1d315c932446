//! The table of all secrets Gasoline knows. It is one long list, so it is one long file.

use super::checksum::{ends_in_crc, is_base_32_key};
use super::follow::Around;
use super::named::Place;
use super::numbers::Number;
use super::personal::Datum;
use super::rule::{Pattern, Rule, Severity};
use super::values::{
    has_digit, holds_a_key, is_basic_login, is_crossed_out, is_encoded_key, is_entropic, is_jwt,
    is_mixed, is_placeholder, is_shell_login,
};

fn is_random(token: &str) -> bool {
    has_digit(token) && !is_crossed_out(token)
}

/// Tokens of older versions have two letters before them and no more: the rest has to be random.
fn is_vault_token(token: &str) -> bool {
    !is_crossed_out(token) && (token.starts_with("hv") || is_entropic(token))
}

fn is_value(token: &str) -> bool {
    !is_placeholder(token)
}

const REVOKE: &str = "Revoke it, and make the call from the server instead of the page.";
const ROTATE: &str = "Rotate it, and keep it on the server.";

/// Every kind of secret. To add one, add a row here and a case to the tests beside.
pub static RULES: &[Rule] = &[
    // Known by their surroundings or their digits.
    Rule::known_by(Pattern::Named(Place::Parameter), "secret_parameter", "Secret in a URL or form")
        .advice("Send it in a header or a JSON body: URLs are kept in logs, histories and referrers.")
        .cwe("CWE-598"),
    Rule::known_by(Pattern::Named(Place::Member), "secret_member", "Secret in a body")
        .advice("Check that this body has to carry it, and that nothing logs it.")
        .cwe("CWE-522")
        .severity(Severity::Warning),
    Rule::known_by(Pattern::Named(Place::Text), "secret_in_text", "Secret in a message")
        .advice("Take it out of the message: consoles and logs are read by many.")
        .cwe("CWE-532")
        .severity(Severity::Warning),
    Rule::known_by(Pattern::Login, "url_password", "Password in a URL")
        .advice("Change the password, and keep connection strings on the server.")
        .cwe("CWE-522"),
    Rule::known_by(
        Pattern::Digits(Number::SocialSecurity),
        "social_security_number",
        "US social security number",
    )
    .advice("Send at most the last four digits to the page.")
    .cwe("CWE-359"),
    Rule::known_by(Pattern::Digits(Number::Card), "card_number", "Payment card number")
        .advice("Let the payment provider's own form take the card; show the last four digits.")
        .cwe("CWE-359"),
    // Known by what they tell about a person. Found, never masked.
    Rule::personal(Datum::Email, "email", "E-mail address"),
    Rule::personal(Datum::Phone, "phone", "Phone number"),
    Rule::personal(Datum::Iban, "iban", "Bank account number (IBAN)"),
    Rule::personal(Datum::Address, "postal_address", "Postal address"),
    Rule::personal(Datum::BirthDate, "birth_date", "Date of birth"),
    // Known by a format many share.
    Rule::token("private_key", "Private key", "Replace the key pair; a private key never travels.")
        .cwe("CWE-321")
        .format(
            &["private key", "private+key", "private%20key"],
            r"-----BEGIN(?:[ +]|%20)(?:[A-Z0-9 +]|%20){0,20}PRIVATE(?:[ +]|%20)KEY(?:[A-Z +]|%20){0,8}-----",
        )
        .around(Around::KeyBlock)
        .valid_if(holds_a_key),
    Rule::token(
        "encoded_private_key",
        "Private key in base 64",
        "Replace the key pair; a private key never travels.",
    )
    .cwe("CWE-321")
    .format(&["ls0tls1crudjti"], r"\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}")
    .valid_if(is_encoded_key),
    Rule::known_by(
        Pattern::Role("service_role"),
        "supabase_service_key",
        "Supabase service role key",
    )
    .advice("Rotate the JWT secret; this key passes every row level policy, so it never leaves the server."),
    Rule::known_by(Pattern::Role("anon"), "supabase_anon_key", "Supabase anon key")
        .advice(PUBLIC)
        .cwe("CWE-200")
        .severity(Severity::Info),
    Rule::token("jwt", "JSON Web Token", "Keep tokens in headers, out of bodies, URLs and logs.")
        .cwe("CWE-522")
        .severity(Severity::Warning)
        .format(&["eyj"], r"\beyJ[\w-]{10,}(?:\.[\w-]*){1,4}")
        .valid_if(is_jwt),
    Rule::token("bearer_token", "Bearer token", "Take the header's value out of what is written.")
        .cwe("CWE-522")
        .format(&["bearer"], r"\b(?i:bearer)(?:[ \t+]|%20)+(?<secret>[\w.~+/-]{8,}=*)")
        .valid_if(is_random),
    Rule::token("basic_login", "Basic authentication", "Change the password; it is only encoded.")
        .cwe("CWE-522")
        .format(&["basic"], r"\b(?i:basic)(?:[ \t+]|%20)+(?<secret>[A-Za-z0-9+/_-]{8,}={0,2})")
        .valid_if(is_basic_login),
    Rule::token("shell_login", "Login in a command line", "Change the password; histories keep it.")
        .cwe("CWE-522")
        .format(
            &["curl "],
            r#"[ \t](?:-u|--user)[ =]?["']?(?<secret>[^\s"']{0,64}:[^\s"']{0,128})"#,
        )
        .around(Around::AfterCurl)
        .valid_if(is_shell_login),
    Rule::token(
        "encoded_url_password",
        "Password in an encoded URL",
        "Change the password, and keep connection strings on the server.",
    )
    .cwe("CWE-522")
    .format(
        &["%3a%2f%2f"],
        r#"(?i)%3A%2F%2F[^&\s"'%]{0,64}%3A(?<secret>[^&\s"'/]{1,256}?)%40"#,
    )
    .valid_if(is_value),
    Rule::token("signed_url", "Signature of a signed URL", "Sign for minutes, and do not log it.")
        .cwe("CWE-598")
        .severity(Severity::Warning)
        .format(
            &["sig=", "signature="],
            r#"(?i)(?:[?&;]|%3F|%26)(?:sig|signature|x-amz-signature|x-goog-signature)=(?<secret>[^&\s"'<>\\#]{20,})"#,
        )
        .valid_if(is_value),
    // Clouds.
    Rule::token("aws_access_key", "AWS access key", "Deactivate the key; use short-lived roles.")
        .format(
            &["akia", "asia", "abia", "acca", "a3t"],
            r"\b(?:AKIA|ASIA|ABIA|ACCA|A3T[0-9A-Z])[0-9A-Z]{16}\b",
        )
        .proven_by(is_base_32_key),
    Rule::token("aws_secret_key", "AWS secret key", "Deactivate the key; use short-lived roles.")
        .format(
            &["aws", "secret"],
            r#"(?i:aws|secret)[^\n]{0,40}?["'=:,\s>](?<secret>[A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)"#,
        )
        .valid_if(is_entropic),
    Rule::token("aws_bedrock_key", "Amazon Bedrock key", REVOKE).format(
        &["absk", "bedrock-api-key-"],
        r"\b(?:ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[A-Za-z0-9+/_=-]{20,})",
    ),
    Rule::token("google_api_key", "Google API key", "Restrict it to your site's addresses and APIs.")
        .format(&["aiza"], r"\bAIza[\w-]{35}")
        .made_for_pages(),
    Rule::token("google_oauth_secret", "Google OAuth secret", ROTATE).format(
        &["gocspx-", "ya29.", "1//0"],
        r"\b(?:GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|1//0[\w-]{30,})",
    ),
    Rule::token("google_server_key", "Firebase messaging key", ROTATE)
        .format(&[":apa91b"], r"\bAAAA[\w-]{7}:APA91b[\w-]{100,}"),
    Rule::token("azure_client_secret", "Azure client secret", ROTATE)
        .format(&["0q~", "1q~", "2q~", "3q~", "4q~", "5q~", "6q~", "7q~", "8q~", "9q~"], r"\b[\w~.-]{3}\dQ~[\w~.-]{31,34}"),
    Rule::token("azure_devops_token", "Azure DevOps token", REVOKE)
        .format(&["azdo"], r"\b[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b"),
    Rule::token("azure_account_key", "Azure account key", ROTATE).format(
        &["accountkey", "sharedaccesskey", "+ast", "acdb", "azse", "azfu", "+arm", "+aeh", "aiot"],
        r"\b(?:(?i:AccountKey|SharedAccessKey)\s*=\s*(?<secret>[A-Za-z0-9+/]{40,}={0,2})|[A-Za-z0-9+/]{33,76}(?:\+ASt|ACDb|AzSe|AzFu|\+ARm|\+AEh|AIoT)[A-Za-z0-9+/]{5,9}={1,2})",
    ),
    Rule::token("digitalocean_token", "DigitalOcean token", REVOKE)
        .format(&["dop_v1_", "doo_v1_", "dor_v1_"], r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    Rule::token("alibaba_key", "Alibaba Cloud key", REVOKE)
        .format(&["ltai"], r"\bLTAI[A-Za-z0-9]{17,21}\b")
        .valid_if(is_mixed),
    Rule::token("tencent_key", "Tencent Cloud key", REVOKE)
        .format(&["akid"], r"\bAKID[A-Za-z0-9]{32}\b")
        .valid_if(is_mixed),
    Rule::token("fly_token", "Fly.io token", REVOKE)
        .format(&["fm2_", "fo1_"], r"\b(?:fm2_[\w+/=,-]{100,}|fo1_[\w-]{43})"),
    Rule::token("render_key", "Render key", REVOKE)
        .format_at_start(&["rnd_"], r"\brnd_[A-Za-z0-9]{28,}\b")
        .valid_if(is_random),
    Rule::token("pulumi_token", "Pulumi token", REVOKE)
        .format_at_start(&["pul-"], r"\bpul-[a-f0-9]{40}\b"),
    Rule::token("neon_key", "Neon key", REVOKE)
        .format_at_start(&["napi_"], r"\bnapi_[a-z0-9]{40,}\b")
        .valid_if(is_random),
    Rule::token("cloudflare_token", "Cloudflare token", REVOKE)
        .format(&["cfat_", "cfut_", "cfk_", "v1.0-"], r"\b(?:cf(?:at|ut|k)_[A-Za-z0-9]{40}[a-f0-9]{8}|v1\.0-[a-f0-9]{24,}-[a-f0-9-]{100,})\b"),
    Rule::token("heroku_key", "Heroku key", REVOKE).format(&["hrku-"], r"\bHRKU-[\w-]{30,}"),
    Rule::token("vercel_token", "Vercel token", REVOKE)
        .format(&["vcp_", "vca_", "vci_", "vcr_", "vck_"], r"\bvc[pairk]_[A-Za-z0-9]{24,}\b"),
    Rule::token("netlify_token", "Netlify token", REVOKE)
        .format(&["nfp_", "nfc_", "nfo_", "nfu_"], r"\bnf[pcou]_[A-Za-z0-9]{36,}\b"),
    Rule::token("supabase_key", "Supabase secret key", ROTATE)
        .format(&["sbp_", "sb_secret_"], r"\b(?:sbp_[a-z0-9]{40}|sb_secret_[\w-]{20,})"),
    Rule::token("supabase_publishable_key", "Supabase publishable key", PUBLIC)
        .format(&["sb_publishable_"], r"\bsb_publishable_[\w-]{20,}")
        .made_for_pages(),
    Rule::token("planetscale_token", "PlanetScale token", REVOKE)
        .format(&["pscale_"], r"\bpscale_(?:pw|tkn|oauth)_[\w=.-]{32,64}"),
    Rule::token("databricks_token", "Databricks token", REVOKE)
        .format(&["dapi"], r"\bdapi[0-9a-f]{32}(?:-\d)?\b"),
    Rule::token("mongodb_secret", "MongoDB Atlas secret", ROTATE)
        .format(&["mdb_sa_sk_"], r"\bmdb_sa_sk_[\w-]{40}"),
    Rule::token("vault_token", "Vault token", REVOKE)
        .format(
            &["hvs.", "hvb.", "hvr.", "vault"],
            r"\b(?:hv[sbr]\.[\w-]{24,}|[sbr]\.[A-Za-z0-9]{24}\b)",
        )
        .valid_if(is_vault_token),
    Rule::token("doppler_token", "Doppler token", REVOKE).format(
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,}",
    ),
    Rule::token("terraform_token", "Terraform token", REVOKE)
        .format(&[".atlasv1."], r"\b[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}"),
    Rule::token("tailscale_key", "Tailscale key", REVOKE)
        .format(&["tskey-"], r"\btskey-[a-z]+-[\w-]{16,}"),
    Rule::token("onepassword_key", "1Password key", REVOKE).format(
        &["a3-", "ops_eyj"],
        r"\b(?:A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}|ops_eyJ[A-Za-z0-9+/]{100,}={0,3})",
    ),
    // Code and packages.
    Rule::token("github_token", "GitHub token", REVOKE).format(
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"\b(?:gh[opusr]_[A-Za-z0-9_]{36,255}|github_pat_[A-Za-z0-9_]{22,255})",
    )
    .proven_by(ends_in_crc),
    Rule::token("gitlab_token", "GitLab token", REVOKE).format(
        &[
            "glpat-", "gldt-", "glrt-", "glft-", "glimt-", "glsoat-", "glffct-", "glcbt-",
            "glptt-", "glagent-", "gloas-", "gr1348941", "glrtr-", "glwt-",
        ],
        r"\b(?:gl(?:pat|dt|rtr?|ft|imt|soat|ffct|wt)-[\w.=-]{20,}|glcbt-[\w-]{20,}|glptt-[\w-]{40}|glagent-[\w-]{50,}|gloas-[\w-]{64}|GR1348941[\w-]{20,})",
    ),
    Rule::token("bitbucket_token", "Atlassian token", REVOKE)
        .format(&["atatt3", "atbb"], r"\b(?:ATATT3[\w=-]{100,}|ATBB[A-Za-z0-9]{24,})"),
    Rule::token("npm_token", "npm token", REVOKE).format(&["npm_"], r"\bnpm_[A-Za-z0-9]{36}\b")
        .proven_by(ends_in_crc),
    Rule::token("pypi_token", "PyPI token", REVOKE)
        .format(&["pypi-age"], r"\bpypi-AgE[\w-]{50,}"),
    Rule::token("rubygems_key", "RubyGems key", REVOKE)
        .format(&["rubygems_"], r"\brubygems_[a-f0-9]{48}\b"),
    Rule::token("clojars_token", "Clojars token", REVOKE)
        .format(&["clojars_"], r"\bCLOJARS_[a-z0-9]{60}\b"),
    Rule::token("docker_token", "Docker token", REVOKE)
        .format(&["dckr_pat_", "dckr_oat_"], r"\bdckr_[po]at_[\w-]{27,32}"),
    Rule::token("postman_key", "Postman key", REVOKE)
        .format(&["pmak-"], r"\bPMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34}\b"),
    Rule::token("linear_key", "Linear key", REVOKE)
        .format(&["lin_api_", "lin_oauth_"], r"\blin_(?:api|oauth)_[A-Za-z0-9]{40,}\b"),
    Rule::token("figma_token", "Figma token", REVOKE)
        .format(&["figd_", "figp_", "figu_"], r"\bfig[dpu]_[\w-]{38,}"),
    Rule::token("airtable_token", "Airtable token", REVOKE)
        .format_at_start(&["pat"], r"\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b"),
    Rule::token("contentful_token", "Contentful token", REVOKE)
        .format(&["cfpat-"], r"\bCFPAT-[\w-]{40,}"),
    Rule::token("dropbox_token", "Dropbox token", REVOKE)
        .format(&["sl.u.", "sl.b"], r"\bsl\.(?:u\.)?[\w-]{120,}"),
    Rule::token("typeform_token", "Typeform token", REVOKE)
        .format(&["tfp_"], r"\btfp_[\w.=-]{40,}"),
    Rule::token("sonar_token", "SonarQube token", REVOKE)
        .format_at_start(&["sqp_", "sqa_", "squ_"], r"\bsq[pau]_[a-f0-9]{40}\b"),
    Rule::token("artifactory_key", "Artifactory key", REVOKE)
        .format(&["akcp"], r"\bAKCp[A-Za-z0-9]{64,}\b"),
    Rule::token("dynatrace_token", "Dynatrace token", REVOKE)
        .format(&["dt0c01.", "dt0s"], r"\bdt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    Rule::token("launchdarkly_key", "LaunchDarkly server key", REVOKE).format_at_start(
        &["sdk-", "api-"],
        r"\b(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b",
    ),
    Rule::token("age_key", "age private key", "Replace the key pair; a private key never travels.")
        .cwe("CWE-321")
        .format(&["age-secret-key-"], r"\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b"),
    Rule::token("notion_token", "Notion token", REVOKE).format(
        &["ntn_", "secret_"],
        r"\b(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\b",
    ),
    Rule::token("sentry_token", "Sentry token", REVOKE)
        .format(&["sntrys_", "sntryu_"], r"\b(?:sntrys_eyJ[\w+/=-]{40,}|sntryu_[a-f0-9]{64}\b)"),
    Rule::token("sentry_dsn", "Sentry DSN", PUBLIC)
        .format(
            &["sentry", "ingest"],
            r"https?://[0-9a-f]{32}(?::[0-9a-f]{32})?@(?:[\w.-]*sentry|[\w.-]*\.ingest)[\w.-]*(?::\d+)?/\d+",
        )
        .made_for_pages(),
    Rule::token("grafana_token", "Grafana token", REVOKE).format(
        &["glsa_", "glc_", "eyjrijoi"],
        r"\b(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,3}|eyJrIjoi[A-Za-z0-9]{60,}={0,3})",
    )
    .valid_if(is_random),
    Rule::token("newrelic_key", "New Relic key", REVOKE)
        .format(&["nrak-", "nrii-"], r"\b(?i:NRAK-[A-Z0-9]{27}|NRII-[A-Z0-9-]{32})"),
    Rule::token("datadog_client_token", "Datadog client token", PUBLIC)
        .format_at_start(&["pub"], r"\bpub[0-9a-f]{32}\b")
        .made_for_pages(),
    Rule::token("posthog_project_key", "PostHog project key", PUBLIC)
        .format(&["phc_"], r"\bphc_[A-Za-z0-9]{40,}\b")
        .made_for_pages(),
    Rule::token("posthog_key", "PostHog personal key", REVOKE)
        .format(&["phx_"], r"\bphx_[A-Za-z0-9]{40,}\b"),
    // Models.
    Rule::token("openai_key", "OpenAI key", REVOKE)
        .format(&["sk-"], r"\bsk-(?:[\w-]{0,200}T3BlbkFJ[\w-]{20,}|(?:proj|svcacct|admin|or-v1)-[\w-]{20,}|[A-Za-z0-9]{32,})")
        .valid_if(is_random),
    Rule::token("anthropic_key", "Anthropic key", REVOKE)
        .format(
            &["sk-ant-"],
            r"\bsk-ant-(?:(?:api|admin)\d\d-[\w-]{80,}|(?:oat|ort|sid)\d\d-[\w-]{40,})",
        ),
    Rule::token("huggingface_token", "Hugging Face token", REVOKE)
        .format(&["hf_", "api_org_"], r"\b(?:hf|api_org)_[A-Za-z0-9]{34,}\b"),
    Rule::token("perplexity_key", "Perplexity key", REVOKE)
        .format(&["pplx-"], r"\bpplx-[A-Za-z0-9]{48}\b"),
    Rule::token("groq_key", "Groq key", REVOKE).format(&["gsk_"], r"\bgsk_[A-Za-z0-9]{48,}\b"),
    Rule::token("xai_key", "xAI key", REVOKE).format(&["xai-"], r"\bxai-[A-Za-z0-9]{70,}\b"),
    Rule::token("replicate_token", "Replicate token", REVOKE)
        .format(&["r8_"], r"\br8_[A-Za-z0-9]{37}\b"),
    Rule::token("langsmith_key", "LangSmith key", REVOKE)
        .format(&["lsv2_"], r"\blsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}\b"),
    Rule::token("nvidia_key", "NVIDIA key", REVOKE).format(&["nvapi-"], r"\bnvapi-[\w-]{60,}"),
    Rule::token("pinecone_key", "Pinecone key", REVOKE)
        .format(&["pcsk_"], r"\bpcsk_[A-Za-z0-9]{5,}_[A-Za-z0-9]{50,}\b"),
    Rule::token("elevenlabs_key", "ElevenLabs key", REVOKE)
        .format_at_start(&["sk_"], r"\bsk_[a-f0-9]{48}\b"),
    Rule::token("search_key", "Search API key", REVOKE).format_at_start(
        &["tvly-", "fc-", "jina_"],
        r"\b(?:tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}|fc-[a-f0-9]{32}|jina_[a-f0-9]{32}[\w-]{20,})\b",
    ),
    // Money and shops.
    Rule::token(
        "stripe_secret_key",
        "Stripe secret key",
        "Roll the key; a page only ever needs the publishable one (`pk_`).",
    )
    .format(
        &["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"],
        r"\b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}",
    ),
    Rule::token("webhook_secret", "Webhook signing secret", ROTATE)
        .format(&["whsec_"], r"\bwhsec_[A-Za-z0-9+/=]{24,}"),
    Rule::token("stripe_publishable_key", "Stripe publishable key", PUBLIC)
        .format(&["pk_live_", "pk_test_"], r"\bpk_(?:live|test)_[A-Za-z0-9]{10,}")
        .made_for_pages(),
    Rule::token("square_token", "Square token", REVOKE)
        .format(
            &["sq0", "eaaa"],
            r"\b(?:sq0[a-z]{3}-[\w-]{22,60}|(?<secret>EAAA[\w-]{60})(?:[^\w+/=-]|$))",
        )
        .valid_if(is_random),
    Rule::token("shopify_token", "Shopify token", REVOKE).format(
        &["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"],
        r"\bshp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{32}\b",
    ),
    Rule::token("paypal_token", "PayPal or Braintree token", REVOKE).format(
        &["access_token$"],
        r"\baccess_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}\b",
    ),
    Rule::token("flutterwave_key", "Flutterwave key", REVOKE)
        .format(&["flwseck"], r"\bFLWSECK(?:_TEST|_LIVE)?-[A-Za-z0-9]{12,}(?:-X)?\b"),
    Rule::token("shippo_token", "Shippo token", REVOKE)
        .format(&["shippo_"], r"\bshippo_(?:live|test)_[a-f0-9]{40}\b"),
    Rule::token("plaid_token", "Plaid token", REVOKE).format(
        &["access-sandbox-", "access-development-", "access-production-"],
        r"\baccess-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}\b",
    ),
    Rule::token("mapbox_public_token", "Mapbox public token", PUBLIC)
        .format(&["pk.eyj"], r"\bpk\.eyJ[\w-]{20,}\.[\w-]{16,}")
        .made_for_pages(),
    Rule::token("mapbox_secret_token", "Mapbox secret token", REVOKE)
        .format(&["sk.eyj"], r"\bsk\.eyJ[\w-]{20,}\.[\w-]{16,}"),
    // Messages.
    Rule::token("slack_token", "Slack token", REVOKE)
        .format(&["xox", "xapp-"], r"\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w%+/-]{20,}")
        .valid_if(is_random),
    Rule::token("slack_webhook", "Slack webhook", "Replace the webhook: who knows it can post.")
        .format(
            &["hooks.slack.com"],
            r"hooks\.slack(?:-gov)?\.com(?:\\?/|(?i:%2F))(?:services|workflows|triggers)(?<secret>[\w+\\/%-]{20,})",
        ),
    Rule::token("teams_webhook", "Teams webhook", "Replace the webhook: who knows it can post.")
        .format(
            &["webhook.office.com"],
            r"webhook\.office\.com/webhookb2/(?<secret>[\w@-]{36,}/IncomingWebhook/[\w/-]{32,})",
        ),
    Rule::token("discord_token", "Discord bot token", REVOKE).format(
        &["discord", "bot "],
        r"\b(?<secret>[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40})",
    ),
    Rule::token("discord_webhook", "Discord webhook", "Replace the webhook: who knows it can post.")
        .format(&["/api/webhooks/"], r"/api/webhooks/\d{15,}/(?<secret>[\w-]{60,})"),
    Rule::token("telegram_token", "Telegram bot token", REVOKE)
        .format(&[":aa"], r"\b(?<secret>\d{8,10}:AA[\w-]{32,33})(?:[^\w-]|$)"),
    Rule::token("zapier_webhook", "Zapier webhook", "Replace the webhook: who knows it can post.")
        .format(
            &["hooks.zapier.com"],
            r"hooks\.zapier\.com/hooks/catch/\d+/(?<secret>[a-z0-9]{5,})",
        ),
    Rule::token("twilio_key", "Twilio key", REVOKE).format(&["sk0", "sk1", "sk2", "sk3", "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "ska", "skb", "skc", "skd", "ske", "skf"], r"\bSK[0-9a-f]{32}\b"),
    Rule::token("sendgrid_key", "SendGrid key", REVOKE)
        .format(&["sg."], r"\bSG\.[\w-]{16,32}\.[\w-]{16,64}"),
    Rule::token("resend_key", "Resend key", REVOKE)
        .format_at_start(&["re_"], r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}\b")
        .valid_if(is_mixed),
    Rule::token("mailgun_key", "Mailgun key", REVOKE).format(
        &["key-", "mailgun"],
        r"\b(?:(?:pub)?key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})\b",
    ),
    Rule::token("mailchimp_key", "Mailchimp key", REVOKE)
        .format(&["-us"], r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    Rule::token("brevo_key", "Brevo key", REVOKE)
        .format(&["xkeysib-"], r"\bxkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}\b"),
    Rule::token("facebook_token", "Facebook access token", REVOKE)
        .format(&["eaa"], r"\b(?<secret>EAA[A-Za-z0-9]{80,})(?:[^\w+/=-]|$)"),
    Rule::token("hubspot_token", "HubSpot token", REVOKE)
        .format(&["pat-na", "pat-eu"], r"\bpat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}\b"),
];

const PUBLIC: &str = "It is made to be public; check that its rights are those of any visitor.";
