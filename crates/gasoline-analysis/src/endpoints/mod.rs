//! Endpoints: requests that ask the same thing, under one name.
//!
//! A path is read segment by segment, so that neighbours cannot eat each other's separator. What
//! looks generated becomes `:id` at once; a slug looks like a word and is recognised only among
//! others of its kind ([`Slugs`]).

mod segment;
mod slugs;

use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::url::{Url, is_bare_loopback, split_port};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use slugs::Slugs;

/// Stands in place of a segment that names one of many.
pub const ID: &str = ":id";

/// What is asked, whoever it is asked about: method and path with the varying segments taken out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Endpoint {
    pub method: String,
    /// The path; for a GraphQL call with `#` and the name of the operation behind it.
    pub path: String,
}

impl Endpoint {
    /// The endpoint of a captured request.
    pub fn of(body: &NetworkBody<'_>) -> Self {
        let mut path = path(&body.url);
        if let Some(operation) = operation(body, &path) {
            path.push('#');
            path.push_str(&operation);
        }
        Self { method: body.method.to_uppercase(), path }
    }
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)
    }
}

/// The path of a URL, with every varying segment as `:id`. Host, query and fragment do not count.
///
/// | url | path |
/// |---|---|
/// | `http://localhost:3000/users/1/orders/2?page=3` | `/users/:id/orders/:id` |
/// | `/items/550e8400-e29b-41d4-a716-446655440000/` | `/items/:id` |
/// | `/assets/index-BkX3f9a2.js` | `/assets/index-:id.js` |
/// | `/api/v2/oauth2/token` | the same |
pub fn path(url: &str) -> String {
    normalised(bare_path(url))
}

/// The page a URL shows: host and path, and the route behind `#/` of a single-page application.
/// The names of this machine are one name.
///
/// | url | page |
/// |---|---|
/// | `http://127.0.0.1:3000/users/7?tab=2` | `localhost:3000/users/:id` |
/// | `https://shop.test/#/orders/9` | `shop.test/#/orders/:id` |
/// | `/users/7` | `/users/:id` |
pub fn page(url: &str) -> String {
    let route = url.split_once("#/").map(|(_, route)| {
        let route = route.split('?').next().unwrap_or_default();
        format!("#{}", normalised(&format!("/{route}")))
    });
    format!("{}{}{}", host(url), path(url), route.unwrap_or_default())
}

/// Host and port of a URL; empty for a path on its own. The names of this machine are one name.
pub(crate) fn host(url: &str) -> String {
    let (host, port) = split_port(Url::parse(url).authority());
    let host = if is_bare_loopback(host) { "localhost" } else { host };
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    format!("{host}{port}").to_ascii_lowercase()
}

/// The host of a URL without its port, which a development server may change at every start.
pub(crate) fn host_name(url: &str) -> String {
    split_port(&host(url)).0.to_owned()
}

/// The path of a page, without its host: what is left when only that is known of it.
pub(crate) fn page_path(page: &str) -> &str {
    page.find('/').map_or(page, |slash| &page[slash..])
}

/// The path as it was sent, without query, fragment and path parameters.
fn bare_path(url: &str) -> &str {
    Url::parse(url).path.split(';').next().unwrap_or_default()
}

fn normalised(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for part in path.split('/').filter(|part| !part.is_empty()) {
        out.push('/');
        out.push_str(&segment::normalised(part));
    }
    if out.is_empty() { "/".to_owned() } else { out }
}

/// Which operation a GraphQL call runs. Clients that do not say are read: a body with an operation's
/// name, sent to a path that is called like that.
fn operation(body: &NetworkBody<'_>, path: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Named {
        operation_name: Option<String>,
    }
    let is_graphql = body.graphql.is_some() || path.ends_with("/graphql");
    let told = body.graphql.map(RawValue::get);
    let sent = body.request_body.as_deref().filter(|_| is_graphql);
    let names = told.into_iter().chain(sent);
    names
        .filter_map(|json| serde_json::from_str::<Named>(json).ok()?.operation_name)
        .find(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: &str) {
        assert_eq!(path(url), expected, "{url}");
    }

    #[track_caller]
    fn check_kept(paths: &[&str]) {
        for path in paths {
            check(path, path);
        }
    }

    #[track_caller]
    fn check_endpoint(json: &str, expected: &str) {
        let body: NetworkBody<'_> = serde_json::from_str(json).expect("a request");
        assert_eq!(Endpoint::of(&body).to_string(), expected);
    }

    #[test]
    fn neighbouring_ids_are_each_taken_out() {
        check("/users/1/orders/2", "/users/:id/orders/:id");
        check("/1/2/3", "/:id/:id/:id");
    }

    #[test]
    fn host_query_fragment_and_trailing_slash_do_not_count() {
        check("http://localhost:3000/api/users/?page=2", "/api/users");
        check("https://a.test/api/users#top", "/api/users");
        check("/api/users;jsessionid=1A2B", "/api/users");
        check("https://a.test", "/");
        check("https://a.test?x=1", "/");
        check("http://user:1@a.test:8080/x", "/x");
        check("//double//slash", "/double/slash");
    }

    #[test]
    fn numbers_uuids_hex_ulids_and_generated_ids_are_ids() {
        for id in [
            "7",
            "81723",
            "550e8400-e29b-41d4-a716-446655440000",
            "550E8400E29B41D4A716446655440000",
            "507f1f77bcf86cd799439011",
            "a1b2c3d4e5",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "cus_NffrFeUfNV2Hib",
            "ck9x2lq3p0000qzrmn831i7rn",
            "V1StGXR8_Z5jdHi6B-myT",
            "dQw4w9WgXcQ",
            "user_48213",
            "INV-2024-0042",
            "order-1001",
            "1,2,3",
            "52.52,13.40",
            "alice@example.com",
            "alice%40example.com",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "ghp_16***47A",
        ] {
            check(&format!("/things/{id}/parts"), "/things/:id/parts");
        }
    }

    #[test]
    fn dates_and_times_are_ids() {
        for date in ["2026-01-02", "2026-01-02T03:04:05Z", "2026-01", "20260102", "1767323045678"] {
            check(&format!("/reports/{date}"), "/reports/:id");
        }
    }

    #[test]
    fn names_of_the_program_stay() {
        check_kept(&[
            "/api/v2/users",
            "/oauth2/token",
            "/api/user-settings",
            "/s3/upload",
            "/en-US/about",
            "/static/logo.png",
            "/.well-known/openid-configuration",
            "/api/getUserById",
            "/api/base64/decode",
            "/utf8Decoder",
            "/deadbeef",
            "/feedback/accede",
            "/checkout/step-1",
            "/api/top-10",
            "/@vite/client",
        ]);
    }

    #[test]
    fn bundles_lose_their_hash_and_keep_their_name() {
        check("/assets/index-BkX3f9a2.js", "/assets/index-:id.js");
        check("/static/main.3f2a9c1b.chunk.js", "/static/main.:id.chunk.js");
        check("/jquery-3.6.0.min.js", "/jquery-3.6.0.min.js");
        check("/uploads/550e8400-e29b-41d4-a716-446655440000.png", "/uploads/:id.png");
        check("/photos/1234.jpg", "/photos/:id.jpg");
    }

    #[test]
    fn a_graphql_call_is_named_by_its_operation() {
        check_endpoint(
            r#"{"method":"post","url":"/graphql","status":200,"graphql":{"operationName":"GetUser","type":"query"}}"#,
            "POST /graphql#GetUser",
        );
        check_endpoint(
            r#"{"method":"POST","url":"/api/graphql","status":200,"requestBody":"{\"operationName\":\"Pay\",\"query\":\"mutation Pay { pay }\"}"}"#,
            "POST /api/graphql#Pay",
        );
        check_endpoint(
            r#"{"method":"POST","url":"/graphql","status":200,"requestBody":"{\"query\":\"{ me }\"}"}"#,
            "POST /graphql",
        );
        check_endpoint(
            r#"{"method":"POST","url":"/orders","status":200,"requestBody":"{\"operationName\":\"x\"}"}"#,
            "POST /orders",
        );
    }

    #[test]
    fn a_page_is_its_host_its_path_and_its_route() {
        for (url, expected) in [
            ("http://127.0.0.1:3000/users/7?tab=2", "localhost:3000/users/:id"),
            ("http://localhost:3000/users/8", "localhost:3000/users/:id"),
            ("http://[::1]:3000/", "localhost:3000/"),
            ("https://shop.test/#/orders/9?x=1", "shop.test/#/orders/:id"),
            ("https://shop.test/a#section", "shop.test/a"),
            ("/users/7", "/users/:id"),
        ] {
            assert_eq!(page(url), expected, "{url}");
        }
        assert_eq!(page_path("localhost:3000/users/:id"), "/users/:id");
    }
}
