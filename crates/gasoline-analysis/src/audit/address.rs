//! URLs as an audit reads them: parts, decoded parameters, whose machine it is.

use std::borrow::Cow;

use crate::endpoints;

/// The parts of a URL, none of them decoded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Address<'a> {
    /// Without `:`; empty for a path alone.
    pub(super) scheme: &'a str,
    /// With user and port.
    authority: &'a str,
    pub(super) path: &'a str,
    pub(super) query: &'a str,
    pub(super) fragment: &'a str,
}

impl<'a> Address<'a> {
    pub(super) fn parse(url: &'a str) -> Self {
        let (url, fragment) = url.split_once('#').unwrap_or((url, ""));
        let (url, query) = url.split_once('?').unwrap_or((url, ""));
        let is_scheme = |scheme: &str| {
            !scheme.is_empty()
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        };
        let (scheme, rest) = match url.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
            _ => return Self { path: url, query, fragment, ..Self::default() },
        };
        let path = rest.find('/').unwrap_or(rest.len());
        Self { scheme, authority: &rest[..path], path: &rest[path..], query, fragment }
    }

    fn host(&self) -> &'a str {
        let host = self.authority.rsplit('@').next().unwrap_or("");
        if let Some((inner, _)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
            return inner;
        }
        host.split(':').next().unwrap_or("")
    }

    pub(super) fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }

    pub(super) fn is_same_origin(&self, other: &Self) -> bool {
        let host = |authority: &'a str| authority.rsplit('@').next().unwrap_or("");
        self.is(other.scheme) && host(self.authority).eq_ignore_ascii_case(other.authority)
    }

    /// Scheme, host and port, in small letters; empty for a path alone.
    pub(super) fn origin(&self) -> String {
        let host = self.authority.rsplit('@').next().unwrap_or("");
        if self.scheme.is_empty() {
            return String::new();
        }
        format!("{}://{host}", self.scheme).to_ascii_lowercase()
    }

    /// Whether it never leaves this machine.
    pub(super) fn is_local(&self) -> bool {
        let host = self.host().trim_end_matches('.').to_ascii_lowercase();
        host == "localhost"
            || host.ends_with(".localhost")
            || host == "::1"
            || host == "0.0.0.0"
            || host.strip_prefix("127.").is_some_and(|rest| rest.split('.').count() == 3)
    }

    /// Whether its host or path says that it is not production.
    pub(super) fn is_for_development(&self) -> bool {
        let words = [self.host(), self.path]
            .into_iter()
            .flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric()));
        words.map(str::to_ascii_lowercase).any(|word| {
            matches!(&*word, "dev" | "staging" | "stage" | "develop" | "development" | "preprod")
        })
    }

    /// Whether tokens and personal data in its answers are what it is for: a login gives a token.
    pub(super) fn is_for_login(&self) -> bool {
        const WORDS: &[&str] = &[
            "login",
            "signin",
            "logon",
            "oauth",
            "oauth2",
            "token",
            "tokens",
            "session",
            "sessions",
            "auth",
            "authenticate",
            "refresh",
            "register",
            "signup",
            "sso",
            "callback",
        ];
        let words = self.path.split(['/', '-', '_', '.', ':']);
        words.map(str::to_ascii_lowercase).any(|word| WORDS.contains(&&*word))
            || self.path.to_ascii_lowercase().contains("sign-in")
    }

    /// Without query and fragment, which differ from call to call.
    pub(super) fn place(&self) -> String {
        let host = self.authority.rsplit('@').next().unwrap_or("");
        if self.scheme.is_empty() {
            self.path.to_owned()
        } else {
            format!("{}://{host}{}", self.scheme, self.path)
        }
    }

    /// The origin, and the path with segments that name one of many replaced: what calls of one
    /// endpoint share.
    pub(super) fn endpoint(&self) -> String {
        self.origin() + &endpoints::path(self.path)
    }
}

/// The pairs of a query, a form or a fragment, decoded.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    query.split(['&', ';']).filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or(("", pair));
        (decode(name), decode(value))
    })
}

/// Whether a text is a form: names and values, and nothing a sentence or a program has.
pub(super) fn is_form(text: &str) -> bool {
    text.contains('=')
        && !text.bytes().any(|byte| byte.is_ascii_whitespace() || b"<>{}\"".contains(&byte))
        && text.split('&').all(|pair| {
            let name = pair.split('=').next().unwrap_or("");
            name.len() <= 64
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_-.[]%+$:".contains(&byte))
        })
}

/// A part of a URL with its escapes undone; what is no text then stays as it is.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = if byte == b'%' { hex(bytes.get(at + 1..at + 3)) } else { None };
        decoded.push(match byte {
            b'+' => b' ',
            byte => escaped.unwrap_or(byte),
        });
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The byte that two hexadecimal digits stand for.
fn hex(digits: Option<&[u8]>) -> Option<u8> {
    let [high, low] = digits? else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_comes_apart() {
        let address = Address::parse("https://ann:x@a.test:8443/api/users/42?q=1&r=%2B#top");
        assert_eq!(
            (address.scheme, address.host(), address.path),
            ("https", "a.test", "/api/users/42")
        );
        assert_eq!((address.query, address.fragment), ("q=1&r=%2B", "top"));
        assert_eq!(address.endpoint(), "https://a.test:8443/api/users/:id");
        assert_eq!(pairs(address.query).last(), Some(("r".into(), "+".into())));
        assert_eq!(Address::parse("/api?next=http://b.test").path, "/api");
    }

    #[test]
    fn this_machine_has_many_names() {
        for url in [
            "http://localhost:3000",
            "http://127.0.0.1/",
            "http://[::1]:80/a",
            "http://a.localhost",
        ] {
            assert!(Address::parse(url).is_local(), "{url}");
        }
        for url in ["http://localhost.evil.test", "http://10.0.0.1", "http://127.evil.test", "/api"]
        {
            assert!(!Address::parse(url).is_local(), "{url}");
        }
    }

    #[test]
    fn development_and_logins_are_told_by_whole_words() {
        assert!(Address::parse("https://api-staging.shop.test/a").is_for_development());
        assert!(!Address::parse("https://devices.shop.test/developers").is_for_development());
        assert!(Address::parse("https://a.test/oauth/token").is_for_login());
        assert!(!Address::parse("https://a.test/authors").is_for_login());
    }

    #[test]
    fn a_form_is_no_sentence() {
        assert!(is_form("user=ann&password=a%20b"));
        assert!(!is_form("a = b") && !is_form("{\"a\":\"b=c\"}") && !is_form("hello"));
    }
}
