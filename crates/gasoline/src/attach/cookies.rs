//! Which requests carried a cookie: pages cannot see it, the browser can.
//!
//! An endpoint that gives out personal data is judged by it. Only that there was one is noted, never
//! what it says.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::limits::ATTACH_MAX_REQUESTS;

/// One request, as far as it is known: its two halves come in either order.
#[derive(Debug, Default)]
struct Sent {
    id: String,
    /// Method and address.
    key: Option<String>,
    has_cookie: Option<bool>,
}

/// The latest requests of one page.
#[derive(Debug, Default)]
pub(super) struct Cookies {
    sent: VecDeque<Sent>,
}

#[derive(Deserialize)]
struct Batch<'a> {
    #[serde(borrow)]
    bodies: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    url: Cow<'a, str>,
}

impl Cookies {
    /// Notes what an event of the browser says of a request.
    pub(super) fn hear(&mut self, method: &str, params: &Value) {
        let Some(id) = params["requestId"].as_str() else { return };
        match method {
            "Network.requestWillBeSent" => {
                let request = &params["request"];
                let (Some(method), Some(url)) =
                    (request["method"].as_str(), request["url"].as_str())
                else {
                    return;
                };
                // One that is sent on has two addresses, and may have a cookie for either.
                let is_first = params["redirectResponse"].is_null();
                self.of(id).key = is_first.then(|| key(method, url));
            }
            "Network.requestWillBeSentExtraInfo" => {
                let Some(headers) = params["headers"].as_object() else { return };
                let is_cookie = |name: &String| name.eq_ignore_ascii_case("cookie");
                self.of(id).has_cookie = Some(headers.keys().any(is_cookie));
            }
            _ => {}
        }
    }

    /// A batch of requests with `hasCookie`, where all requests of that method and address agree.
    pub(super) fn add_to(&self, body: String) -> String {
        let Ok(Batch { bodies }) = serde_json::from_str(&body) else { return body };
        let mut whole = String::with_capacity(body.len() + 20 * bodies.len());
        let mut done = 0;
        for raw in bodies {
            let Ok(Request { method, url }) = serde_json::from_str(raw.get()) else { continue };
            let Some(has_cookie) = self.verdict(&key(&method, &url)) else { continue };
            // The event is a piece of the body: the member goes before its last brace.
            let brace = raw.get().as_ptr().addr() - body.as_ptr().addr() + raw.get().len() - 1;
            whole.push_str(&body[done..brace]);
            whole.push_str(&format!(",\"hasCookie\":{has_cookie}"));
            done = brace;
        }
        whole.push_str(&body[done..]);
        whole
    }

    fn verdict(&self, key: &str) -> Option<bool> {
        let same = self.sent.iter().filter(|sent| sent.key.as_deref() == Some(key));
        let mut said = same.map(|sent| sent.has_cookie);
        let first = said.next()??;
        said.all(|other| other == Some(first)).then_some(first)
    }

    fn of(&mut self, id: &str) -> &mut Sent {
        let at = self.sent.iter().position(|sent| sent.id == id).unwrap_or_else(|| {
            if self.sent.len() >= ATTACH_MAX_REQUESTS {
                self.sent.pop_front();
            }
            self.sent.push_back(Sent { id: id.to_owned(), ..Sent::default() });
            self.sent.len() - 1
        });
        &mut self.sent[at]
    }
}

fn key(method: &str, url: &str) -> String {
    let url = url.split('#').next().unwrap_or_default();
    format!("{} {url}", method.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BATCH: &str = r#"{"bodies":[{"method":"get","url":"http://a/me#x"},{"method":"POST","url":"http://a/me","d":1.50}],"batch_id":"b"}"#;

    fn heard(requests: &[(&str, &str, Option<bool>)]) -> Cookies {
        let mut cookies = Cookies::default();
        for (index, (method, url, has_cookie)) in requests.iter().enumerate() {
            let id = index.to_string();
            if let Some(has_cookie) = has_cookie {
                let headers =
                    if *has_cookie { json!({"cookie": "s=1"}) } else { json!({"Host": "a"}) };
                let extra = json!({"requestId": id, "headers": headers});
                cookies.hear("Network.requestWillBeSentExtraInfo", &extra);
            }
            let sent = json!({"requestId": id, "request": {"method": method, "url": url}});
            cookies.hear("Network.requestWillBeSent", &sent);
        }
        cookies
    }

    #[test]
    fn a_request_says_whether_it_had_a_cookie_and_stays_as_it_was() {
        let cookies =
            heard(&[("GET", "http://a/me", Some(false)), ("POST", "http://a/me", Some(true))]);
        let expected = BATCH.replacen("#x\"}", "#x\",\"hasCookie\":false}", 1).replacen(
            "1.50}",
            "1.50,\"hasCookie\":true}",
            1,
        );
        assert_eq!(cookies.add_to(BATCH.to_owned()), expected);
    }

    #[test]
    fn what_is_not_sure_is_not_said() {
        for requests in [
            &[][..],
            &[("GET", "http://a/me", None)],
            &[("GET", "http://a/me", Some(true)), ("GET", "http://a/me", Some(false))],
            &[("GET", "http://a/other", Some(false))],
        ] {
            assert_eq!(heard(requests).add_to(BATCH.to_owned()), BATCH);
        }
        let text = "no batch".to_owned();
        assert_eq!(heard(&[]).add_to(text.clone()), text);
    }

    #[test]
    fn only_the_latest_requests_are_remembered() {
        let many: Vec<_> = (0..1_000).map(|_| ("GET", "http://a/", Some(true))).collect();
        assert_eq!(heard(&many).sent.len(), ATTACH_MAX_REQUESTS);
    }
}
