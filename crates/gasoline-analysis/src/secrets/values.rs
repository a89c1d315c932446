//! Tells a secret from what stands in its place: gaps, words, sentences, code.

use super::is_masked;
use crate::limits;

/// Whether nobody could use this value: a gap, a template, the name of a type, a masked secret.
pub(super) fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return true };
    if bytes.len() >= limits::SECRET_SENTENCE_MAX_BYTES {
        return false;
    }
    is_masked(value)
        || is_filler(value)
        || is_crossed_out(value)
        || is_template(bytes, first, last)
        || WORDS_FOR_NOTHING.iter().any(|word| word.eq_ignore_ascii_case(value))
}

/// Whether a token is an example with its middle crossed out: `ghp_xxxxxxxxxxxx`.
pub(super) fn is_crossed_out(token: &str) -> bool {
    let crosses = token.bytes().filter(|byte| matches!(byte, b'x' | b'X' | b'*')).count();
    crosses * 3 > token.len() * 2
}

/// Whether a token could have been drawn at random: it has a digit, which words do not.
pub(super) fn has_digit(token: &str) -> bool {
    token.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a token has digits, small and large letters: the mark of base 64.
pub(super) fn is_mixed(token: &str) -> bool {
    has_digit(token)
        && token.bytes().any(|byte| byte.is_ascii_lowercase())
        && token.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Whether the letters of a token are spread as in random ones: at least three bits each.
pub(super) fn is_entropic(token: &str) -> bool {
    is_mixed(token) && bits_per_letter(token) > 3.5
}

/// Shannon's entropy of the bytes of a text.
#[expect(clippy::cast_precision_loss, reason = "tokens are short")]
fn bits_per_letter(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let length = text.len() as f64;
    counts
        .into_iter()
        .filter(|count| *count > 0)
        .map(|count| {
            let share = f64::from(count) / length;
            -share * share.log2()
        })
        .sum()
}

/// Whether a value is a package and its version: `jjwt-jackson-0.11.2`.
pub(super) fn is_package(value: &str) -> bool {
    let Some((name, version)) = value.rsplit_once(['-', '@', ':']) else { return false };
    let numbers: Vec<&str> = version.split('.').collect();
    let is_number = |part: &&str| {
        !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    numbers.len() >= 2
        && numbers.iter().all(is_number)
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || b"-_./@:".contains(&byte))
}

/// Whether the login of a command line can be used: `ann:hunter2`, `:key`, `key:`.
pub(super) fn is_shell_login(login: &str) -> bool {
    let Some((user, password)) = login.split_once(':') else { return false };
    let secret = if password.is_empty() { user } else { password };
    secret.len() >= 6
        && !is_placeholder(secret)
        && !secret.contains(['$', '<', '{', '['])
        && has_digit(secret)
}

/// Whether a value is something the page says about a secret: `must be 8 characters`.
pub(super) fn is_sentence(value: &str) -> bool {
    value.len() < limits::SECRET_SENTENCE_MAX_BYTES
        && value.contains(' ')
        && value
            .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
            .any(|word| WORDS_OF_MESSAGES.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// Whether a bare value, which begins `bytes` and ends where they say so, is an expression of a
/// program: `getToken()`, `request.body.password`.
pub(super) fn is_code(bytes: &[u8], ends: fn(u8) -> bool) -> bool {
    let Some(first) = bytes.first() else { return false };
    let length = bytes.iter().take_while(|byte| IN_PATHS[usize::from(**byte)]).count();
    let (path, next) = (&bytes[..length], bytes.get(length).filter(|next| !ends(**next)));
    let is_call = matches!(next, Some(b'(' | b'['));
    let is_member = path.contains(&b'.')
        && !path.iter().any(u8::is_ascii_digit)
        && next.is_none_or(|next| b"=),:&|?".contains(next));
    let is_constant = ["null", "undefined", "true", "false", "void"]
        .iter()
        .any(|word| bytes.strip_prefix(word.as_bytes()).is_some_and(starts_no_word));
    is_identifier(*first) && (is_call || is_member)
        || is_constant
        || b"=!(|&+,{[".contains(first)
        || bytes.starts_with(b"//")
}

/// By byte: whether it can stand in a path of names. Most of what is read here is one.
const IN_PATHS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = is_identifier(byte) || matches!(byte, b'.' | b':');
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    table
};

fn starts_no_word(rest: &[u8]) -> bool {
    !rest.first().is_some_and(|byte| is_identifier(*byte))
}

/// Whether a bare value is a word, or several joined by `_` or `-`: a status, a type, a variable.
pub(super) fn is_word(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'))
}

const fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// `***`, `xxxx`, `••••`, `...`.
fn is_filler(value: &str) -> bool {
    value
        .chars()
        .all(|letter| matches!(letter, '*' | 'x' | 'X' | '•' | '●' | '.' | '-' | '_' | '…'))
}

/// `${TOKEN}`, `{{ token }}`, `<password>`, `[FILTERED]`, `%s`, `:token`, `$TOKEN`.
fn is_template(bytes: &[u8], first: u8, last: u8) -> bool {
    let second = bytes.get(1).copied().unwrap_or_default();
    match first {
        b'$' => matches!(second, b'{' | b'(' | b'A'..=b'Z' | b'_'),
        b'{' => second == b'{' || last == b'}' && is_label(bytes),
        b'<' => last == b'>' || second == b'%' || second.is_ascii_alphabetic(),
        b'[' => last == b']' && is_label(bytes),
        b'%' => bytes.len() == 2,
        b':' => bytes[1..].iter().all(|byte| is_identifier(*byte)) && !second.is_ascii_digit(),
        _ => false,
    }
}

/// Whether between the brackets there is only a name.
fn is_label(bytes: &[u8]) -> bool {
    let inner = bytes.get(1..bytes.len() - 1).unwrap_or_default();
    inner.iter().all(|byte| is_identifier(*byte) || matches!(byte, b' ' | b'.' | b'-' | b'$'))
}

const WORDS_FOR_NOTHING: &[&str] = &[
    "null",
    "undefined",
    "none",
    "nil",
    "nan",
    "n/a",
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "string",
    "number",
    "boolean",
    "object",
    "text",
    "any",
    "unknown",
    "dummy",
    "required",
    "optional",
    "redacted",
    "filtered",
    "hidden",
    "masked",
    "removed",
    "include",
    "omit",
    "same-origin",
    "bearer",
    "basic",
    "valid",
    "invalid",
    "incorrect",
    "wrong",
    "missing",
    "mismatch",
    "expired",
    "revoked",
    "empty",
    "changed",
    "updated",
    "enabled",
    "disabled",
    "present",
    "absent",
    "set",
    "unset",
    "found",
    "default",
    "error",
    "failed",
    "success",
    "read",
    "write",
];

const WORDS_OF_MESSAGES: &[&str] = &[
    "required",
    "must",
    "invalid",
    "incorrect",
    "cannot",
    "can't",
    "characters",
    "please",
    "enter",
    "should",
    "wrong",
    "expired",
    "missing",
    "match",
    "blank",
    "is",
    "not",
    "your",
    "forgot",
];

/// Whether a token is a JSON Web Token: its header, in base 64, is JSON with an algorithm.
pub(super) fn is_jwt(token: &str) -> bool {
    let header = token.split('.').next().unwrap_or_default();
    let decoded = decode_base64(header);
    decoded.windows(5).any(|member| member == b"\"alg\"")
}

/// The role that a token's payload names, of the two that tell what it is for.
pub(super) fn role_in(token: &str) -> Option<&'static str> {
    let payload = decode_base64(token.split('.').nth(1)?);
    let has = |part: &[u8]| payload.windows(part.len()).any(|window| window == part);
    let is_supabase = has(br#""iss":"supabase""#);
    ["service_role", "anon"]
        .into_iter()
        .find(|role| is_supabase && has(format!(r#""role":"{role}""#).as_bytes()))
}

/// Whether a value is what `Authorization: Basic` carries: a user, a colon, a password.
pub(super) fn is_basic_login(value: &str) -> bool {
    let decoded = decode_base64(value);
    decoded.contains(&b':') && decoded.iter().all(|byte| (b' '..=b'~').contains(byte))
}

/// Whether base 64 hides the first line of a private key, and not that of a certificate.
pub(super) fn is_encoded_key(value: &str) -> bool {
    let first_line = value.get(..80).unwrap_or(value);
    decode_base64(first_line).windows(11).any(|words| words == b"PRIVATE KEY")
}

/// The bytes of base 64 in either alphabet, up to the first letter of neither.
fn decode_base64(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push((bits >> count & 0xff) as u8);
        }
    }
    decoded
}

/// Whether a block between the lines of a private key holds a key and not a word about one.
pub(super) fn holds_a_key(block: &str) -> bool {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    block.as_bytes().split(|byte| !is_base64(*byte)).any(|line| line.len() >= 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is: fn(&str) -> bool, expected: bool, values: &[&str]) {
        for value in values {
            assert_eq!(is(value), expected, "{value}");
        }
    }

    #[test]
    fn a_placeholder_is_nobodys_secret() {
        check(is_placeholder, true, &["", "***", "abcdef***xyz", "xxxxxxxx", "••••", "undefined"]);
        check(is_placeholder, true, &["${TOKEN}", "{{token}}", "{password}", "<token>", "%s"]);
        check(is_placeholder, true, &["[FILTERED]", ":token", "$TOKEN", "$(cat token)"]);
        check(
            is_placeholder,
            false,
            &["hunter2", "$2b$10$N9qo8uLO", "a***b", "[1,2]", "{\"a\":1}"],
        );
    }

    #[test]
    fn a_sentence_is_about_a_secret() {
        check(is_sentence, true, &["must be 8 characters", "Password is required"]);
        check(is_sentence, false, &["correct horse battery staple", "hunter2", "required"]);
    }

    #[test]
    fn code_is_not_a_value() {
        let is_code = |value: &str| is_code(value.as_bytes(), |_| false);
        check(is_code, true, &["getToken()", "request.body.password", "tokens[0]", "=>", "{a:1}"]);
        check(is_code, true, &["Token::new(x", "f.token),c", "null,f.x=1", "undefined}"]);
        check(is_code, false, &["nullable1", "hunter2", "a1.b2.c3", "s3cret!(x)"]);
    }

    #[test]
    fn a_jwt_names_its_algorithm() {
        check(is_jwt, true, &["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"]);
        check(is_jwt, false, &["eyJAAAA.eyJBBB", "eyJzdWIiOiIxIn0.eyJzdWIiOiIxIn0.c2ln", ""]);
    }

    #[test]
    fn a_basic_login_has_a_colon() {
        check(is_basic_login, true, &["dXNlcjpodW50ZXIy"]);
        check(is_basic_login, false, &["authentication", "required", ""]);
    }
}
