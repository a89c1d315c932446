//! URLs as pages, tools and requests contain them: relative, redacted or malformed too.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use percent_encoding::percent_decode_str;

/// The parts of a URL, as written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Url<'a> {
    /// `http://localhost:3000`; empty for a path alone.
    pub origin: &'a str,
    /// `http`; empty for a path alone.
    pub scheme: &'a str,
    /// With the port, without the user.
    authority: &'a str,
    /// At least `/` if there is an origin.
    pub path: &'a str,
    /// Without the question mark.
    pub query: &'a str,
    /// Without the number sign.
    pub fragment: &'a str,
}

impl<'a> Url<'a> {
    /// Never fails: a text without scheme and host is a path. The origin of a `blob:` URL is that of
    /// the URL inside.
    pub fn parse(url: &'a str) -> Self {
        let inner = url.strip_prefix("blob:").unwrap_or(url);
        let (scheme, rest) = match inner.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
            _ => ("", url),
        };
        let end = if scheme.is_empty() {
            0
        } else {
            rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len())
        };
        let (authority, rest) = rest.split_at(end);
        let origin = &url[..url.len() - rest.len()];
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let path = if path.is_empty() && !scheme.is_empty() { "/" } else { path };
        let authority = authority.rsplit('@').next().unwrap_or_default();
        Self { origin, scheme, authority, path, query, fragment }
    }

    /// `None` without a host: `about:blank`, `data:…`, `blob:…`, a path. Files need none.
    pub fn absolute(url: &'a str) -> Option<Self> {
        let url = Self::parse(url);
        let has_host = !url.authority.is_empty() || url.is("file");
        (has_host && !url.scheme.is_empty() && !url.is_blob()).then_some(url)
    }

    /// Whether it names memory of a page. It has an origin, but nothing is requested from there.
    pub fn is_blob(&self) -> bool {
        self.origin.starts_with("blob:")
    }

    pub fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }

    /// Without user and port; an IPv6 address keeps its brackets.
    pub fn host(&self) -> &'a str {
        self.host_and_port().0
    }

    /// The port, or that of the scheme; `None` if neither is known.
    pub fn port(&self) -> Option<u16> {
        match self.host_and_port().1 {
            Some(port) => port.parse().ok(),
            None if self.is("http") || self.is("ws") => Some(80),
            None if self.is("https") || self.is("wss") => Some(443),
            None => None,
        }
    }

    /// Host and port as written, without the user.
    pub fn authority(&self) -> &'a str {
        self.authority
    }

    fn host_and_port(&self) -> (&'a str, Option<&'a str>) {
        split_port(self.authority)
    }

    pub fn has_user(&self) -> bool {
        self.origin.contains('@')
    }

    /// Users and default ports make no other origin.
    pub fn is_same_origin(&self, other: &Url<'_>) -> bool {
        self.is(other.scheme)
            && self.host().eq_ignore_ascii_case(other.host())
            && self.port() == other.port()
    }

    /// Scheme, host and port in lower case, without user and default port; empty for a path alone.
    pub fn normalized_origin(&self) -> String {
        if self.scheme.is_empty() {
            return String::new();
        }
        let (host, port) = self.host_and_port();
        let is_default = Url { authority: host, ..*self }.port() == self.port();
        let port = port.filter(|_| !is_default).map(|port| format!(":{port}"));
        format!("{}://{host}{}", self.scheme, port.unwrap_or_default()).to_ascii_lowercase()
    }

    /// Whether two hosts belong to one site: `app.shop.example` and `api.shop.example`, or any two
    /// ports of this machine.
    pub fn is_same_site(&self, other: &Url<'_>) -> bool {
        fn site(host: &str) -> Cow<'_, str> {
            if is_loopback(host) {
                return Cow::Borrowed("localhost");
            }
            if host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
                return Cow::Borrowed(host);
            }
            Cow::Owned(host.rsplit('.').take(2).collect::<Vec<_>>().join("."))
        }
        site(self.host()) == site(other.host())
    }

    pub fn is_loopback(&self) -> bool {
        is_loopback(self.host())
    }

    /// Names and values of the query, as written.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let pairs = self.query.split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    /// Whether the fragment is the route of a single-page application: `#/cart`, `#!/cart`.
    pub fn has_route(&self) -> bool {
        self.fragment.starts_with('/') || self.fragment.starts_with("!/")
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The host of an authority without a user, and its port as written.
pub fn split_port(authority: &str) -> (&str, Option<&str>) {
    let after_bracket = authority.rfind(']').map_or(0, |at| at + 1);
    match authority[after_bracket..].find(':') {
        Some(colon) => {
            let (host, port) = authority.split_at(after_bracket + colon);
            (host, Some(&port[1..]))
        }
        None => (authority, None),
    }
}

/// Names and values of a query or a form, decoded. Bytes that are not UTF-8 become U+FFFD.
pub fn query_pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(query.as_bytes())
}

/// A name or a value of a query, decoded: `+` is a space.
pub fn decode_query(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// A segment of a path, decoded: `+` is a plus.
pub fn decode_path(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// A text with every byte percent-encoded that is not plain.
pub fn percent_encode(text: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let encode = |byte| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(encode).collect()
}

/// Whether a host is this machine: `localhost`, `*.localhost`, 127.0.0.0/8, `::1`, `0.0.0.0`.
pub fn is_loopback(host: &str) -> bool {
    is_local_name(host) || loopback_literal(host).is_some()
}

/// The same, without `*.localhost`: each of those names another application of this machine.
pub fn is_bare_loopback(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    name.eq_ignore_ascii_case("localhost") || loopback_literal(host).is_some()
}

/// Where a host of this machine listens, in the order browsers try; empty for another host. No name
/// is looked up.
pub fn loopback_addresses(host: &str) -> Vec<IpAddr> {
    if is_local_name(host) {
        return vec![Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
    }
    loopback_literal(host).into_iter().collect()
}

fn is_local_name(host: &str) -> bool {
    const NAME: &str = "localhost";
    let host = host.strip_suffix('.').unwrap_or(host);
    let start = host.len().saturating_sub(NAME.len());
    host.get(start..).is_some_and(|name| name.eq_ignore_ascii_case(NAME))
        && (start == 0 || host[..start].ends_with('.'))
}

fn loopback_literal(host: &str) -> Option<IpAddr> {
    let address = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().ok()?.into(),
        None => host.parse::<IpAddr>().ok()?,
    };
    if address == Ipv4Addr::UNSPECIFIED {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    address.is_loopback().then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: [&str; 4]) {
        let url = Url::parse(url);
        assert_eq!([url.origin, url.path, url.query, url.fragment], expected);
    }

    #[test]
    fn a_url_has_four_parts() {
        check("http://localhost:3000/a/b?c=d#e", ["http://localhost:3000", "/a/b", "c=d", "e"]);
        check("https://shop.example", ["https://shop.example", "/", "", ""]);
        check("https://shop.example?x#/cart", ["https://shop.example", "/", "x", "/cart"]);
        check("file:///a/b.html", ["file://", "/a/b.html", "", ""]);
        check("blob:http://a.test/1-2", ["blob:http://a.test", "/1-2", "", ""]);
        check("/api?next=http://b.test", ["", "/api", "next=http://b.test", ""]);
        check("data:text/html,a://b", ["", "data:text/html,a://b", "", ""]);
        check("", ["", "", "", ""]);
    }

    #[test]
    fn only_a_url_with_a_host_or_a_file_is_absolute() {
        for url in [
            "about:blank",
            "data:text/html,a://b",
            "blob:http://a/1",
            "/path",
            "",
            "http://",
            "://x",
        ] {
            assert_eq!(Url::absolute(url), None, "{url}");
        }
        for url in ["file:///a", "chrome-extension://abc/a.js", "HTTP://A.test"] {
            assert!(Url::absolute(url).is_some(), "{url}");
        }
    }

    #[test]
    fn a_host_has_neither_user_nor_port() {
        for (url, host, port) in [
            ("https://ann:x@a.test:8443/api", "a.test", Some(8443)),
            ("https://a.test", "a.test", Some(443)),
            ("ws://a.test", "a.test", Some(80)),
            ("http://[::1]:80/a", "[::1]", Some(80)),
            ("http://[::1]/a", "[::1]", Some(80)),
            ("http://a.test:99999", "a.test", None),
            ("ftp://a.test", "a.test", None),
            ("blob:http://localhost:3000/1", "localhost", Some(3000)),
        ] {
            let url = Url::parse(url);
            assert_eq!((url.host(), url.port()), (host, port), "{url:?}");
        }
    }

    #[test]
    fn users_case_and_default_ports_make_no_other_origin() {
        let same = |one: &str, other: &str| Url::parse(one).is_same_origin(&Url::parse(other));
        for (one, other) in [
            ("https://a.test/x", "https://A.test:443/y"),
            ("http://a.test", "HTTP://ann:x@a.test:80/y"),
            ("http://ann@a.test:3000", "http://a.test:3000"),
        ] {
            assert!(same(one, other) && same(other, one), "{one} {other}");
            let origin = |url: &str| Url::parse(url).normalized_origin();
            assert_eq!(origin(one), origin(other));
        }
        for (one, other) in [
            ("http://a.test", "https://a.test"),
            ("http://a.test", "http://a.test:8080"),
            ("http://a.test", "http://b.test"),
            ("http://a.test", "/x"),
        ] {
            assert!(!same(one, other) && !same(other, one), "{one} {other}");
        }
    }

    #[test]
    fn ports_and_subdomains_are_one_site() {
        let site = |one: &str, other: &str| Url::parse(one).is_same_site(&Url::parse(other));
        assert!(site("http://localhost:3000/", "http://127.0.0.1:8080/"));
        assert!(site("https://app.shop.example/", "https://api.shop.example/"));
        assert!(!site("https://shop.example/", "https://js.pay.example/"));
        assert!(!site("http://192.168.1.2/", "http://192.168.1.3/"));
    }

    #[test]
    fn loopback_hosts() {
        for host in [
            "localhost",
            "LocalHost",
            "localhost.",
            "a.localhost",
            "127.0.0.1",
            "127.9.9.9",
            "::1",
            "[::1]",
            "0.0.0.0",
        ] {
            assert!(is_loopback(host), "{host}");
            assert_eq!(is_bare_loopback(host), host != "a.localhost", "{host}");
            let addresses = loopback_addresses(host);
            assert!(!addresses.is_empty() && addresses.iter().all(IpAddr::is_loopback), "{host}");
        }
        for host in [
            "",
            ".",
            "localhost.evil.test",
            "notlocalhost",
            "127.evil.test",
            "127.0.0.1.evil.test",
            "10.0.0.1",
            "[localhost]",
            "[0.0.0.0]",
            "[127.0.0.1]",
            "0.0.0.0.",
            "::",
            "[fe80::1]",
            "界ocalhost",
        ] {
            assert!(!is_loopback(host) && !is_bare_loopback(host), "{host}");
            assert_eq!(loopback_addresses(host), Vec::<IpAddr>::new(), "{host}");
        }
    }

    #[test]
    fn queries_and_paths_are_decoded() {
        let pairs = |query| query_pairs(query).map(|(name, value)| format!("{name}={value}"));
        let pairs = |query| pairs(query).collect::<Vec<_>>().join(" ");
        assert_eq!(pairs("q=a+b%20c&u=%C3%A9&&x"), "q=a b c u=é x=");
        assert_eq!(pairs("bad=%zz%4&odd=%ff"), "bad=%zz%4 odd=\u{fffd}");
        assert_eq!(decode_query("a%20b+c%C3%A9%2B"), "a b cé+");
        assert_eq!(decode_path("a%20b+c%C3%A9"), "a b+cé");
        assert_eq!(decode_path("100%"), "100%");
    }
}
