//! The parts of a URL, as far as scripts tell them apart.

/// `http://localhost:3000/a/b?c=d#e` in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// `http://localhost:3000`.
    pub(crate) origin: &'a str,
    /// `/a/b`; at least `/`.
    pub(crate) path: &'a str,
    /// `c=d`, without the question mark.
    pub(crate) query: &'a str,
    /// `e`, without the number sign.
    pub(crate) fragment: &'a str,
}

impl<'a> Address<'a> {
    /// `None` for what has no host: `about:blank`, `data:…`, paths.
    pub(crate) fn of(url: &'a str) -> Option<Self> {
        let start = url.find("://")? + 3;
        let is_scheme = url[..start - 3].bytes().all(|byte| byte.is_ascii_alphanumeric());
        let rest = &url[start..];
        let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        if !is_scheme || start == 3 || (host_end == 0 && !url.starts_with("file:")) {
            return None;
        }
        let (origin, rest) = url.split_at(start + host_end);
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        Some(Self { origin, path: if path.is_empty() { "/" } else { path }, query, fragment })
    }

    /// The host without its port.
    pub(crate) fn host(&self) -> &'a str {
        let host = self.origin.split("://").nth(1).unwrap_or_default();
        let host = host.rsplit('@').next().unwrap_or(host);
        match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        }
    }

    /// Names and values of the query, as written.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let pairs = self.query.split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    /// Whether the fragment is the route of a single-page application: `#/cart`, `#!/cart`.
    pub(crate) fn has_route(&self) -> bool {
        self.fragment.starts_with('/') || self.fragment.starts_with("!/")
    }

    /// Whether two hosts belong to one site: `app.shop.example` and `api.shop.example`, or any two
    /// ports of this machine.
    pub(crate) fn is_same_site(&self, other: &Address<'_>) -> bool {
        fn site(host: &str) -> String {
            const LOCAL: [&str; 4] = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"];
            if LOCAL.contains(&host) || host.ends_with(".localhost") {
                return "localhost".to_owned();
            }
            if host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
                return host.to_owned();
            }
            let labels: Vec<&str> = host.rsplit('.').take(2).collect();
            labels.join(".")
        }
        site(self.host()) == site(other.host())
    }
}

/// A percent-encoded text as people read it; what is no UTF-8 stays as it is.
pub(crate) fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut place = 0;
    while place < raw.len() {
        let hex = raw.get(place + 1..place + 3).and_then(|two| std::str::from_utf8(two).ok());
        match (raw[place], hex.and_then(|two| u8::from_str_radix(two, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                place += 3;
            }
            (b'+', _) => {
                bytes.push(b' ');
                place += 1;
            }
            (byte, _) => {
                bytes.push(byte);
                place += 1;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: [&str; 4]) {
        let address = Address::of(url).expect("an address");
        assert_eq!([address.origin, address.path, address.query, address.fragment], expected);
    }

    #[test]
    fn an_address_has_four_parts() {
        check("http://localhost:3000/a/b?c=d#e", ["http://localhost:3000", "/a/b", "c=d", "e"]);
        check("https://shop.example", ["https://shop.example", "/", "", ""]);
        check("https://shop.example?x#/cart", ["https://shop.example", "/", "x", "/cart"]);
        check("file:///a/b.html", ["file://", "/a/b.html", "", ""]);
        for url in ["about:blank", "data:text/html,a://b", "/path", "", "http://", "://x"] {
            assert_eq!(Address::of(url), None, "{url}");
        }
    }

    #[test]
    fn ports_and_subdomains_are_one_site() {
        let site = |one: &str, other: &str| {
            let (one, other) = (Address::of(one).expect("a"), Address::of(other).expect("b"));
            one.is_same_site(&other)
        };
        assert!(site("http://localhost:3000/", "http://127.0.0.1:8080/"));
        assert!(site("https://app.shop.example/", "https://api.shop.example/"));
        assert!(!site("https://shop.example/", "https://js.pay.example/"));
        assert!(!site("http://192.168.1.2/", "http://192.168.1.3/"));
    }

    #[test]
    fn percent_signs_are_read() {
        assert_eq!(decode("a%20b+c%C3%A9"), "a b cé");
        assert_eq!(decode("100%"), "100%");
    }
}
