//! The table of all secrets Gasoline knows. It is one long list, so it is one long file.

use serde::Serialize;

use super::gaps::Place;
use super::numbers::Number;
use super::values::{
    has_digit, holds_a_key, is_basic_login, is_crossed_out, is_encoded_key, is_jwt, is_mixed,
    is_placeholder,
};

/// A kind of secret. The words are for people.
#[derive(Debug)]
pub struct Rule {
    pub id: &'static str,
    pub title: &'static str,
    pub advice: &'static str,
    pub cwe: &'static str,
    pub severity: Severity,
    /// Whether what it finds is masked wherever it leaves. Keys made for pages are not.
    pub masks: bool,
    /// Without one of these, in any case, the pattern cannot match.
    pub keywords: &'static [&'static str],
    pub pattern: Pattern,
    /// A last look at what the pattern found.
    pub is_valid: Option<fn(&str) -> bool>,
}

/// How much a secret matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Info,
    Warning,
    Critical,
}

/// How a secret is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// By its own shape, a regular expression over bytes; the group `secret` where only a part of
    /// the match is one.
    Format(&'static str),
    /// By the name before it.
    Named(Place),
    /// By standing between `://` and `@`.
    Login,
    /// By its digits.
    Digits(Number),
}

impl Rule {
    /// A credential with a format of its own: the usual row.
    const fn token(id: &'static str, title: &'static str, advice: &'static str) -> Self {
        Self {
            id,
            title,
            advice,
            cwe: "CWE-798",
            severity: Severity::Critical,
            masks: true,
            keywords: &[],
            pattern: Pattern::Login,
            is_valid: Some(is_not_crossed_out),
        }
    }

    /// A secret known by something else than its format.
    const fn known_by(pattern: Pattern, id: &'static str, title: &'static str) -> Self {
        let mut rule = Self::token(id, title, "");
        rule.pattern = pattern;
        rule.is_valid = None;
        rule
    }

    const fn format(mut self, keywords: &'static [&'static str], pattern: &'static str) -> Self {
        self.keywords = keywords;
        self.pattern = Pattern::Format(pattern);
        self
    }

    const fn valid_if(mut self, is_valid: fn(&str) -> bool) -> Self {
        self.is_valid = Some(is_valid);
        self
    }

    const fn advice(mut self, advice: &'static str) -> Self {
        self.advice = advice;
        self
    }

    const fn cwe(mut self, cwe: &'static str) -> Self {
        self.cwe = cwe;
        self
    }

    const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// A key that is meant to be in a page: worth knowing, not worth hiding.
    const fn made_for_pages(mut self) -> Self {
        self.severity = Severity::Info;
        self.masks = false;
        self.cwe = "CWE-200";
        self
    }
}

fn is_not_crossed_out(token: &str) -> bool {
    !is_crossed_out(token)
}

fn is_random(token: &str) -> bool {
    has_digit(token) && !is_crossed_out(token)
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
    // Known by a format many share.
    Rule::token("private_key", "Private key", "Replace the key pair; a private key never travels.")
        .cwe("CWE-321")
        .format(
            &["private key", "private+key", "private%20key"],
            r"-----BEGIN(?:[ +]|%20)(?:[A-Z0-9 +]|%20){0,20}PRIVATE(?:[ +]|%20)KEY(?:[A-Z +]|%20){0,8}-----(?:[\w+/=\s\\:,.()%-]*?-----END(?:[A-Z0-9 +]|%20){0,30}-----|[\w+/=\s\\:,.%-]*)",
        )
        .valid_if(holds_a_key),
    Rule::token(
        "encoded_private_key",
        "Private key in base 64",
        "Replace the key pair; a private key never travels.",
    )
    .cwe("CWE-321")
    .format(&["ls0tls1crudjti"], r"\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}")
    .valid_if(is_encoded_key),
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
        .format(&["akia", "asia", "abia", "acca"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b"),
    Rule::token("aws_secret_key", "AWS secret key", "Deactivate the key; use short-lived roles.")
        .format(
            &["aws", "secret"],
            r#"(?i:aws|secret)[^\n]{0,40}?["'=:,\s>](?<secret>[A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)"#,
        )
        .valid_if(is_mixed),
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
    Rule::token("azure_account_key", "Azure account key", ROTATE).format(
        &["accountkey", "sharedaccesskey", "+ast", "acdb", "azse", "azfu", "+arm", "+aeh", "aiot"],
        r"\b(?:(?i:AccountKey|SharedAccessKey)\s*=\s*(?<secret>[A-Za-z0-9+/]{40,}={0,2})|[A-Za-z0-9+/]{33,76}(?:\+ASt|ACDb|AzSe|AzFu|\+ARm|\+AEh|AIoT)[A-Za-z0-9+/]{5,9}={1,2})",
    ),
    Rule::token("digitalocean_token", "DigitalOcean token", REVOKE)
        .format(&["dop_v1_", "doo_v1_", "dor_v1_"], r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
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
        .format(&["hvs.", "hvb.", "hvr."], r"\bhv[sbr]\.[\w-]{24,}"),
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
    ),
    Rule::token("gitlab_token", "GitLab token", REVOKE).format(
        &[
            "glpat-", "gldt-", "glrt-", "glft-", "glimt-", "glsoat-", "glffct-", "glcbt-",
            "glptt-", "glagent-", "gloas-", "gr1348941",
        ],
        r"\b(?:gl(?:pat|dt|rt|ft|imt|soat|ffct)-[\w.=-]{20,}|glcbt-[\w-]{20,}|glptt-[0-9a-f]{40}|glagent-[\w-]{50,}|gloas-[0-9a-f]{64}|GR1348941[\w-]{20,})",
    ),
    Rule::token("bitbucket_token", "Atlassian token", REVOKE)
        .format(&["atatt3", "atbb"], r"\b(?:ATATT3[\w=-]{100,}|ATBB[A-Za-z0-9]{24,})"),
    Rule::token("npm_token", "npm token", REVOKE).format(&["npm_"], r"\bnpm_[A-Za-z0-9]{36}\b"),
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
    Rule::token("notion_token", "Notion token", REVOKE).format(
        &["ntn_", "secret_"],
        r"\b(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\b",
    ),
    Rule::token("sentry_token", "Sentry token", REVOKE)
        .format(&["sntrys_", "sntryu_"], r"\b(?:sntrys_eyJ[\w+/=-]{40,}|sntryu_[a-f0-9]{64}\b)"),
    Rule::token("sentry_dsn", "Sentry DSN", PUBLIC)
        .format(&["sentry.io"], r"https://[0-9a-f]{32}@[\w.-]*sentry\.io/\d+")
        .made_for_pages(),
    Rule::token("grafana_token", "Grafana token", REVOKE).format(
        &["glsa_", "glc_", "eyjrijoi"],
        r"\b(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,3}|eyJrIjoi[A-Za-z0-9]{60,}={0,3})",
    )
    .valid_if(is_random),
    Rule::token("newrelic_key", "New Relic key", REVOKE)
        .format(&["nrak-", "nrii-"], r"\b(?i:NRAK-[A-Z0-9]{27}|NRII-[A-Z0-9-]{32})"),
    Rule::token("posthog_key", "PostHog personal key", REVOKE)
        .format(&["phx_"], r"\bphx_[A-Za-z0-9]{40,}\b"),
    // Models.
    Rule::token("openai_key", "OpenAI key", REVOKE)
        .format(&["sk-"], r"\bsk-(?:[\w-]{0,200}T3BlbkFJ[\w-]{20,}|(?:proj|svcacct|admin|or-v1)-[\w-]{20,}|[A-Za-z0-9]{32,})")
        .valid_if(is_random),
    Rule::token("anthropic_key", "Anthropic key", REVOKE)
        .format(&["sk-ant-"], r"\bsk-ant-[a-z0-9]+-[\w-]{24,}"),
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
        .format(&["sq0"], r"\bsq0[a-z]{3}-[\w-]{22,60}"),
    Rule::token("shopify_token", "Shopify token", REVOKE).format(
        &["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"],
        r"\bshp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{32}\b",
    ),
    Rule::token("plaid_token", "Plaid token", REVOKE).format(
        &["access-sandbox-", "access-development-", "access-production-"],
        r"\baccess-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}\b",
    ),
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
        &["discord"],
        r"\b(?<secret>[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40})",
    ),
    Rule::token("discord_webhook", "Discord webhook", "Replace the webhook: who knows it can post.")
        .format(&["/api/webhooks/"], r"/api/webhooks/\d{15,}/(?<secret>[\w-]{60,})"),
    Rule::token("telegram_token", "Telegram bot token", REVOKE)
        .format(&[":aa"], r"\b(?<secret>\d{8,10}:AA[\w-]{32,33})(?:[^\w-]|$)"),
    Rule::token("twilio_key", "Twilio key", REVOKE).format(&["sk0", "sk1", "sk2", "sk3", "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "ska", "skb", "skc", "skd", "ske", "skf"], r"\bSK[0-9a-f]{32}\b"),
    Rule::token("sendgrid_key", "SendGrid key", REVOKE)
        .format(&["sg."], r"\bSG\.[\w-]{16,32}\.[\w-]{16,64}"),
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
