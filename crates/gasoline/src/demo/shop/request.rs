//! One request to the shop, read by hand: the shop answers one on each connection.

use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use crate::limits::SHOP_REQUEST_MAX_BYTES;

#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    /// Whose cart it is about.
    pub(super) cart: Option<u64>,
    /// What was sent; null where it is no JSON.
    pub(super) body: Value,
}

impl Request {
    /// `None` for what is no request, or too long for one.
    pub(super) async fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        loop {
            if let Some(request) = Self::parse(&bytes) {
                return Some(request);
            }
            let room = SHOP_REQUEST_MAX_BYTES.checked_sub(bytes.len()).filter(|room| *room > 0)?;
            let read = stream.take(room as u64).read_buf(&mut bytes).await.ok()?;
            if read == 0 {
                return None;
            }
        }
    }

    /// `None` until it is whole.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.lines();
        let mut words = lines.next()?.split(' ');
        let (method, target) = (words.next()?.to_owned(), words.next()?);
        let path = target.split('?').next().unwrap_or(target).to_owned();
        let (mut length, mut cart) = (0, None);
        for line in lines {
            let Some((name, value)) = line.split_once(':') else { continue };
            match &*name.to_ascii_lowercase() {
                "content-length" => length = value.trim().parse().ok()?,
                "cookie" => {
                    cart = value
                        .split(';')
                        .find_map(|pair| pair.trim().strip_prefix("kiln_cart=")?.parse().ok());
                }
                _ => {}
            }
        }
        let body = bytes.get(end + 4..)?.get(..length)?;
        Some(Self { method, path, cart, body: serde_json::from_slice(body).unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_is_one_when_all_of_it_is_there() {
        let whole = b"POST /api/cart?x=1 HTTP/1.1\r\nCookie: a=1; kiln_cart=7\r\ncontent-length: 17\r\n\r\n{\"product\":\"cup\"}";
        for cut in 0..whole.len() {
            assert_eq!(Request::parse(&whole[..cut]), None, "{cut}");
        }
        let request = Request::parse(whole).expect("a request");
        assert_eq!((&*request.method, &*request.path), ("POST", "/api/cart"));
        assert_eq!((request.cart, request.body), (Some(7), json!({"product": "cup"})));
    }

    #[test]
    fn what_is_no_request_is_none() {
        for odd in [
            &b"\r\n\r\n"[..],
            b"GET\r\n\r\n",
            b"GET / H\r\ncontent-length: -1\r\n\r\n",
            b"\xff\r\n\r\n",
        ] {
            assert_eq!(Request::parse(odd), None);
        }
    }
}
