//! Addresses in a script: the recorded origin may be replaced, tokens are taken out, what varies is
//! left open.

use gasoline_analysis::secrets::is_secret_name;
use gasoline_protocol::url::Url;
use gasoline_protocol::url::decode_query;

use super::volatile::Volatile;
use crate::CannotGenerate;
use crate::step::{Pattern, UrlPattern};

/// How the script writes addresses.
#[derive(Debug)]
pub(super) struct Places {
    /// The origin of the recorded application.
    origin: String,
    /// What stands in its place.
    base: String,
}

impl Places {
    /// `first` is the page the script begins with.
    pub(super) fn of(first: &str, base_url: Option<&str>) -> Result<Self, CannotGenerate> {
        let origin =
            Url::absolute(first).map_or(String::new(), |address| address.origin.to_owned());
        let base = match base_url {
            Some(base) => {
                Url::absolute(base).ok_or_else(|| CannotGenerate::BaseUrl(base.to_owned()))?;
                let end = base.find(['?', '#']).unwrap_or(base.len());
                base[..end].trim_end_matches('/').to_owned()
            }
            None => origin.clone(),
        };
        Ok(Self { origin, base })
    }

    /// The address as the script opens it, and the names of the parameters that were taken out.
    pub(super) fn url(&self, url: &str) -> (String, Vec<String>) {
        let Some(address) = Url::absolute(url) else { return (url.to_owned(), Vec::new()) };
        let mut taken = Vec::new();
        let mut query = Vec::new();
        for (name, value) in address.parameters() {
            if is_secret(name, value) {
                taken.push(decode_query(name));
            } else {
                let sign = if value.is_empty() { "" } else { "=" };
                query.push(format!("{name}{sign}{value}"));
            }
        }
        let fragment_is_secret = address.fragment.split('&').any(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            is_secret(name.trim_start_matches(['/', '?']), value)
        });
        let mut text = format!("{}{}", self.origin_of(&address), address.path);
        if !query.is_empty() {
            text.push('?');
            text.push_str(&query.join("&"));
        }
        if fragment_is_secret {
            taken.push("#".to_owned());
        } else if !address.fragment.is_empty() {
            text.push('#');
            text.push_str(address.fragment);
        }
        (text, taken)
    }

    /// Where a page is expected after it was at `from`. `None` if that says nothing new.
    pub(super) fn arrival(
        &self,
        to: &str,
        from: Option<&str>,
        volatile: &Volatile,
    ) -> Option<UrlPattern> {
        let address = Url::absolute(to)?;
        let before = from.and_then(Url::absolute);
        let is_same_path = before
            .as_ref()
            .is_some_and(|before| before.path == address.path && before.is_same_origin(&address));
        let mut query = Vec::new();
        for (name, value) in address.parameters() {
            let had = before
                .as_ref()
                .is_some_and(|before| before.parameters().any(|pair| pair == (name, value)));
            // On a new page the parameters are details; on the same one they are all that changed.
            if !is_same_path || had || is_secret(name, value) {
                continue;
            }
            let pattern =
                if volatile.is_stable(value) { Pattern::text(value) } else { Pattern::default() };
            query.push((name.to_owned(), pattern));
        }
        let route = address.has_route().then(|| {
            let route = address.fragment.split('?').next().unwrap_or_default();
            volatile.path(route)
        });
        let has_moved = before.as_ref().is_none_or(|before| {
            before.path != address.path
                || !before.is_same_origin(&address)
                || (route.is_some() && before.fragment != address.fragment)
        });
        if !has_moved && query.is_empty() {
            return None;
        }
        let path = volatile.path(address.path);
        Some(UrlPattern { origin: self.origin_of(&address), path, query, route })
    }

    /// The origin, or what stands in its place.
    fn origin_of(&self, address: &Url<'_>) -> String {
        let is_own = address.is_same_origin(&Url::parse(&self.origin));
        if is_own { self.base.clone() } else { address.origin.to_owned() }
    }

    /// Whether a request went to the application and not to somebody else.
    pub(super) fn is_own(&self, url: &str) -> bool {
        match (Url::absolute(url), Url::absolute(&self.origin)) {
            (Some(address), Some(own)) => address.is_same_site(&own),
            _ => true,
        }
    }

    /// An origin, of a site or of its sockets, or what stands in its place.
    pub(super) fn own(&self, origin: &str) -> String {
        let (own, base) = (self.origin.as_str(), self.base.as_str());
        match origin.strip_prefix("ws").zip(own.strip_prefix("http")) {
            Some((socket, page)) if socket == page => match base.strip_prefix("http") {
                Some(rest) => format!("ws{rest}"),
                None => origin.to_owned(),
            },
            None if origin == own => base.to_owned(),
            _ => origin.to_owned(),
        }
    }

    /// A text in which addresses of the application may stand.
    pub(super) fn text(&self, text: &str) -> String {
        if self.origin.is_empty() || self.origin == self.base {
            return text.to_owned();
        }
        let mut written = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(&self.origin) {
            let (before, found) = rest.split_at(start);
            let (origin, after) = found.split_at(self.origin.len());
            written.push_str(before);
            // `http://localhost:30001` is another.
            let goes_on = after.starts_with(|one: char| one.is_ascii_alphanumeric() || one == '.');
            written.push_str(if goes_on { origin } else { &self.base });
            rest = after;
        }
        written.push_str(rest);
        written
    }

    /// The origin a script talks to.
    pub(super) fn base(&self) -> &str {
        &self.base
    }
}

fn is_secret(name: &str, value: &str) -> bool {
    value.contains("***") || (!value.is_empty() && is_secret_name(&decode_query(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "http://localhost:3000/login";

    #[test]
    fn tokens_are_taken_out_of_addresses() {
        let places = Places::of(SHOP, None).expect("places");
        let (url, taken) = places.url("http://localhost:3000/in?token=abc***xyz&page=2#top");
        assert_eq!(url, "http://localhost:3000/in?page=2#top");
        assert_eq!(taken, ["token"]);
        let (url, taken) = places.url("http://localhost:3000/cb#access_token=abc&state=1");
        assert_eq!((url.as_str(), taken.len()), ("http://localhost:3000/cb", 1));
    }

    #[test]
    fn the_base_replaces_the_recorded_origin_and_no_other() {
        let places = Places::of(SHOP, Some("https://staging.example/app/")).expect("places");
        assert_eq!(
            places.url("http://localhost:3000/a?b=c").0,
            "https://staging.example/app/a?b=c"
        );
        assert_eq!(places.url("http://other.example/a").0, "http://other.example/a");
        let arrival = places.arrival("http://localhost:3000/b", Some(SHOP), &Volatile::default());
        assert_eq!(arrival.expect("an arrival").origin, "https://staging.example/app");
        assert!(Places::of(SHOP, Some("localhost")).is_err());
    }

    #[track_caller]
    fn arrival(to: &str, from: &str) -> Option<(String, usize, Option<String>)> {
        let places = Places::of(SHOP, None).expect("places");
        let found = places.arrival(to, Some(from), &Volatile::default())?;
        Some((found.path.show(), found.query.len(), found.route.map(|route| route.show())))
    }

    #[test]
    fn parameters_count_only_where_the_path_stays() {
        let at = |path: &str| format!("http://localhost:3000{path}");
        assert_eq!(arrival(&at("/b?x=1"), &at("/a")), Some(("/b".into(), 0, None)));
        assert_eq!(arrival(&at("/a?x=1"), &at("/a")), Some(("/a".into(), 1, None)));
        assert_eq!(arrival(&at("/a?x=1"), &at("/a?x=1")), None);
        assert_eq!(
            arrival(&at("/#/cart"), &at("/#/")),
            Some(("/".into(), 0, Some("/cart".into())))
        );
        assert_eq!(arrival(&at("/a#top"), &at("/a")), None);
    }
}
