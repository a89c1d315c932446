//! Names whose value is a secret: object keys, parameters, headers.

/// Whether the value behind `name` has to be masked.
///
/// The last word of a name says what the value is: `api_token` is a token, `token_type` a type.
/// Case, `-`, `_`, `.` and camel case do not matter; a few first words turn the meaning around.
///
/// | name | |
/// |---|---|
/// | `apiKey`, `X-API-Key`, `DB_PASSWORD`, `user[password]`, `accesstoken` | yes |
/// | `sessionId`, `cardNumber`, `password_confirmation`, `cvv2` | yes |
/// | `token_type`, `max_tokens`, `passwordRequired`, `hasPassword`, `nextPageToken` | no |
/// | `public_key`, `monkey`, `author` | no |
pub fn is_secret_name(name: &str) -> bool {
    let name = without_index(name.as_bytes());
    // Nearly all keys leave here: no secret's name ends like them.
    let &[.., before_last, last] = name else { return false };
    if name.len() < 3
        || !ends_like_a_secret([before_last.to_ascii_lowercase(), last.to_ascii_lowercase()])
    {
        return false;
    }
    let (rest, noun) = split_last_word(name);
    let (before, qualifier) = split_last_word(rest);
    names_a_secret(noun, qualifier, before) && !turns_around(rest)
}

/// Whether values behind this name are short numbers, so that three digits already count.
pub(in crate::secrets) fn is_numeric_name(name: &str) -> bool {
    let (_, noun) = split_last_word(without_index(name.as_bytes()));
    is_any(noun, &["ssn", "cvv", "cvc", "cvn", "csc", "otp", "totp", "pin", "code", "number"])
        || is_any(noun, &["passcode", "cardnumber", "securitycode"])
}

/// The last word of a name: what it calls its value.
pub(super) fn noun(name: &str) -> &[u8] {
    split_last_word(without_index(name.as_bytes())).1
}

/// `password2`, `token[]` and `cvv_` are the names before the decoration.
fn without_index(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    &name[..end]
}

/// The last two letters of all the words `names_a_secret` knows.
fn ends_like_a_secret(end: [u8; 2]) -> bool {
    matches!(
        &end,
        b"rd"
            | b"wd"
            | b"se"
            | b"de"
            | b"et"
            | b"en"
            | b"ey"
            | b"al"
            | b"ls"
            | b"on"
            | b"ie"
            | b"es"
            | b"wt"
            | b"er"
            | b"sn"
            | b"vv"
            | b"vc"
            | b"vn"
            | b"sc"
            | b"tp"
            | b"ic"
            | b"id"
            | b"ty"
            | b"sh"
            | b"st"
            | b"lt"
            | b"rm"
            | b"at"
            | b"in"
            | b"ue"
            | b"xt"
            | b"aw"
            | b"ss"
            | b"rf"
    )
}

fn names_a_secret(noun: &[u8], qualifier: &[u8], before: &[u8]) -> bool {
    if ends_with_any(noun, SECRET_ENDINGS) {
        return !is_any(noun, &["nonsecret"]) && !is_any(qualifier, PAGES);
    }
    if is_any(noun, SECRET_WORDS) {
        return true;
    }
    let comes_after = |words: &[&str]| is_any(qualifier, words);
    if is_any(noun, &["key"]) {
        return comes_after(SECRET_KEYS) || comes_after(KEYS_OF) && ends_in_vendor(before);
    }
    if is_any(noun, &["id"]) {
        return comes_after(&["session", "sess"]);
    }
    if is_any(noun, &["number"]) {
        return comes_after(&["card", "cc", "creditcard"])
            || comes_after(&["security"]) && is_any(split_last_word(before).1, &["social"]);
    }
    if is_any(noun, &["code"]) {
        return comes_after(CODES);
    }
    if is_any(noun, &["hash", "digest", "salt", "confirmation", "confirm", "repeat", "again"])
        || is_any(noun, &["value", "plain", "plaintext", "text", "raw"])
    {
        return ends_with_any(qualifier, &["password", "passwd", "pwd", "secret", "token"]);
    }
    is_any(noun, &["pass"]) && comes_after(LOGINS)
        || is_any(noun, &["pin"]) && comes_after(PINS)
        || is_any(noun, &["card"]) && comes_after(&["credit", "debit"])
        || is_any(noun, &["security"]) && comes_after(&["social"])
        || is_any(noun, &["phrase"]) && comes_after(&["pass", "seed", "recovery", "secret"])
        || is_any(noun, &["verifier"]) && comes_after(&["code"])
        || is_any(noun, &["assertion"]) && comes_after(&["client", "saml"])
        || is_any(noun, &["response"]) && comes_after(&["saml"])
}

/// Words that mean a secret even when glued to others: `accesstoken`, `userpassword`.
const SECRET_ENDINGS: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "passkey",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "masterkey",
    "signingkey",
    "encryptionkey",
    "accountkey",
    "authorization",
    "sessionid",
    "sessid",
    "cardnumber",
    "ccnumber",
    "creditcard",
    "securitycode",
    "socialsecuritynumber",
];

/// Words that mean a secret when they stand alone: too short to trust inside another word.
const SECRET_WORDS: &[&str] = &[
    "credential",
    "credentials",
    "cookie",
    "cookies",
    "jwt",
    "bearer",
    "ssn",
    "cvv",
    "cvc",
    "cvn",
    "csc",
    "otp",
    "totp",
    "mnemonic",
    "csrf",
    "xsrf",
    "dbpass",
    "userpass",
];

/// Keys that open something. A `public_key`, `primary_key` or `cache_key` does not.
const SECRET_KEYS: &[&str] = &[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "master",
    "signing",
    "encryption",
    "account",
    "shared",
    "subscription",
    "role",
    "session",
    "webhook",
    "hmac",
    "aes",
    "ssh",
    "admin",
    "deploy",
    "service",
    "aws",
    "azure",
    "cloudflare",
    "newrelic",
    "openai",
    "sendgrid",
    "sentry",
    "stripe",
    "twilio",
];

/// Keys that are a secret if the name begins with whose they are: `azure_search_key`.
const KEYS_OF: &[&str] = &["search", "storage", "maps", "primary", "secondary", "app", "project"];

fn ends_in_vendor(before: &[u8]) -> bool {
    let (_, vendor) = split_last_word(before);
    is_any(vendor, &["azure", "aws", "gcp", "algolia", "openai", "datadog", "cosmos"])
}

const CODES: &[&str] =
    &["security", "verification", "otp", "mfa", "totp", "2fa", "recovery", "backup", "auth"];

const LOGINS: &[&str] = &[
    "db", "database", "smtp", "user", "admin", "mysql", "pg", "ftp", "mail", "proxy", "login",
    "root",
];

const PINS: &[&str] = &["card", "atm", "user", "security", "account", "login", "payment"];

/// Tokens that only say where to go on reading, or how to stop, or that everybody may have them.
const PAGES: &[&str] =
    &["page", "next", "continuation", "pagination", "sync", "cancel", "public", "publishable"];

/// Whether the first word makes the whole name a question or a deed: `hasPassword`, `showToken`.
fn turns_around(mut rest: &[u8]) -> bool {
    let mut first: &[u8] = &[];
    while !rest.is_empty() {
        (rest, first) = split_last_word(rest);
    }
    is_any(first, &["is", "has", "had", "show", "hide", "forgot", "forget", "change", "use"])
        || is_any(first, &["uses", "need", "needs", "require", "requires", "enable", "enabled"])
        || is_any(first, &["allow", "allows", "invalid", "missing", "wrong", "with", "without"])
        || is_any(first, &["can", "should", "no", "toggle", "validate", "check", "min", "max"])
}

/// Splits the last word off a name, and the separators before it.
fn split_last_word(name: &[u8]) -> (&[u8], &[u8]) {
    let end = name.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
    let name = &name[..end];
    let mut start = end.saturating_sub(1);
    while start > 0 {
        let (before, here) = (name[start - 1], name[start]);
        let acronym_ends = here.is_ascii_uppercase()
            && before.is_ascii_uppercase()
            && name.get(start + 1).is_some_and(u8::is_ascii_lowercase);
        let word_ends = here.is_ascii_uppercase() && !before.is_ascii_uppercase();
        if !before.is_ascii_alphanumeric() || word_ends || acronym_ends {
            break;
        }
        start -= 1;
    }
    (&name[..start], &name[start..])
}

fn is_any(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

fn ends_with_any(word: &[u8], endings: &[&str]) -> bool {
    // The last letter turns nearly all endings away.
    let Some(last) = word.last().map(u8::to_ascii_lowercase) else { return false };
    endings.iter().filter(|ending| ending.as_bytes().last() == Some(&last)).any(|ending| {
        word.len()
            .checked_sub(ending.len())
            .is_some_and(|cut| word[cut..].eq_ignore_ascii_case(ending.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: bool, names: &[&str]) {
        for name in names {
            assert_eq!(is_secret_name(name), expected, "{name}");
        }
    }

    #[test]
    fn passwords_by_any_spelling() {
        check(true, &["password", "Password", "PASSWORD", "passwd", "pwd", "userPassword"]);
        check(true, &["new_password", "confirm-password", "password_confirmation", "password2"]);
        check(true, &["user[password]", "db.password", "DB_PASS", "smtpPass", "passphrase"]);
        check(true, &["password_hash", "passwordSalt", "userpassword", "login_pwd"]);
    }

    #[test]
    fn tokens_keys_and_headers() {
        check(true, &["token", "access_token", "accessToken", "accesstoken", "X-CSRF-Token"]);
        check(true, &["api_key", "apiKey", "APIKey", "apikey", "x-api-key", "X-API-KEY"]);
        check(true, &["AWS_SECRET_ACCESS_KEY", "private_key", "AccountKey", "service_role_key"]);
        check(true, &["secret", "client_secret", "clientSecret", "webhookSecret", "refreshToken"]);
        check(true, &["Authorization", "proxy-authorization", "cookie", "Set-Cookie", "jwt"]);
        check(true, &["credential", "credentials", "_csrf", "session_id", "PHPSESSID"]);
        check(true, &["JSESSIONID", "sessionId", "SAMLResponse", "code_verifier"]);
    }

    #[test]
    fn people_and_money() {
        check(true, &["ssn", "social_security_number", "socialSecurityNumber", "cvv", "cvv2"]);
        check(true, &["cvc", "card_number", "cardNumber", "cardnumber", "creditCardNumber"]);
        check(true, &["otp", "verificationCode", "card_pin", "securityCode"]);
    }

    #[test]
    fn a_name_that_tells_about_a_secret_is_not_one() {
        check(false, &["token_type", "tokenCount", "max_tokens", "password_error", "tokens"]);
        check(false, &["passwordRequired", "expires_in", "token_expires_at", "cookiePolicy"]);
        check(false, &["access_token_url", "secret_name", "credentialsId", "private_key_id"]);
        check(false, &["hasPassword", "is_secret", "forgotPassword", "showToken", "noToken"]);
    }

    #[test]
    fn names_that_only_sound_alike() {
        check(false, &["author", "monkey", "keyboard", "key", "public_key", "primaryKey"]);
        check(false, &["cache_key", "sort_key", "laptop", "session", "number", "code", "id"]);
        check(false, &["status_code", "order_number", "user_id", "passenger", "compass", "pass"]);
        check(false, &["nextPageToken", "next_token", "continuationToken", "pin", "wordcard"]);
    }

    #[test]
    fn odd_names_are_not_secret() {
        check(false, &["", "a", "ab", "___", "[]", "42", "ключ", "пароль", "🔑"]);
    }

    #[test]
    fn the_early_exit_knows_every_word() {
        for word in SECRET_ENDINGS.iter().chain(SECRET_WORDS) {
            check(true, &[word]);
        }
    }
}
