//! What an audit reads from URLs: whose they are, what they are for, their parameters.

use std::borrow::Cow;

use gasoline_protocol::url::{Url, query_pairs};

use crate::endpoints;

/// Questions that only an audit has about a URL.
pub(super) trait AuditUrl {
    /// Whether its host or path says that it is not production.
    fn is_for_development(&self) -> bool;

    /// Whether tokens and personal data in its responses are its purpose: a login returns a token.
    fn is_for_login(&self) -> bool;

    /// Without query and fragment, which differ from call to call.
    fn place(&self) -> String;

    /// The origin, and the path with segments that name one of many replaced: what calls of one
    /// endpoint share.
    fn endpoint(&self) -> String;
}

impl AuditUrl for Url<'_> {
    fn is_for_development(&self) -> bool {
        let words = [self.host(), self.path]
            .into_iter()
            .flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric()));
        words.map(str::to_ascii_lowercase).any(|word| {
            matches!(&*word, "dev" | "staging" | "stage" | "develop" | "development" | "preprod")
        })
    }

    fn is_for_login(&self) -> bool {
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

    fn place(&self) -> String {
        self.normalized_origin() + self.path
    }

    fn endpoint(&self) -> String {
        self.normalized_origin() + &endpoints::path(self.path)
    }
}

/// The pairs of a query, a form or a fragment, decoded; `;` separates them too, and a value may have
/// no name.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    query.split(['&', ';']).flat_map(|pair| {
        let is_named = pair.contains('=');
        query_pairs(pair)
            .map(move |(name, value)| if is_named { (name, value) } else { (value, name) })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_one_endpoint_share_origin_and_path() {
        let url = "https://ann:x@a.test:8443/api/users/42?q=1&r=%2B#top";
        assert_eq!(Url::parse(url).endpoint(), "https://a.test:8443/api/users/:id");
        assert_eq!(Url::parse(url).place(), "https://a.test:8443/api/users/42");
        assert_eq!(Url::parse("/api?x").place(), "/api");
    }

    #[test]
    fn a_value_may_have_no_name() {
        let found: Vec<_> = pairs("q=1;r=%2B&abc%20d&&").collect();
        let expected = [("q", "1"), ("r", "+"), ("", "abc d")];
        assert_eq!(found, expected.map(|(name, value)| (name.into(), value.into())));
    }

    #[test]
    fn development_and_logins_are_told_by_whole_words() {
        assert!(Url::parse("https://api-staging.shop.test/a").is_for_development());
        assert!(!Url::parse("https://devices.shop.test/developers").is_for_development());
        assert!(Url::parse("https://a.test/oauth/token").is_for_login());
        assert!(!Url::parse("https://a.test/authors").is_for_login());
    }

    #[test]
    fn a_form_is_no_sentence() {
        assert!(is_form("user=ann&password=a%20b"));
        assert!(!is_form("a = b") && !is_form("{\"a\":\"b=c\"}") && !is_form("hello"));
    }
}
