//! What the shop answers, broken and fixed.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::request::Request;
use crate::limits::{SHOP_MAX_CARTS, SHOP_SLOW_PICTURE};

/// The files of the page: path, type, text.
const FILES: [(&str, &str, &str); 8] = [
    ("/", "text/html", include_str!("web/index.html")),
    ("/shop.css", "text/css", include_str!("web/shop.css")),
    ("/main.js", "text/javascript", include_str!("web/main.js")),
    ("/api.js", "text/javascript", include_str!("web/api.js")),
    ("/cart.js", "text/javascript", include_str!("web/cart.js")),
    ("/checkout.js", "text/javascript", include_str!("web/checkout.js")),
    ("/live.js", "text/javascript", include_str!("web/live.js")),
    (HERO, "image/svg+xml", include_str!("web/hero.svg")),
];

const BUGS: &str = include_str!("web/bugs.html");

const HERO: &str = "/hero.svg";

/// What the broken shop's script looks for instead of its button.
const DEAD_BUTTON: (&str, &str) = ("#save-for-later", "#save-later");

/// Id, name and price in cents.
const PRODUCTS: [(&str, &str, u32); 3] =
    [("cup", "Espresso cup", 1_250), ("bowl", "Serving bowl", 3_400), ("teapot", "Teapot", 4_800)];

/// The key the broken shop gives away: it looks like one of Stripe's, and belongs to nobody. In
/// two parts, so that whoever looks for keys in this repository finds none.
pub(in crate::demo) const LEAKED_KEY: &str = concat!("sk_", "live_", "51Q7fK2mZxR9vT4bWc8LpYd3");

#[derive(Default)]
pub(super) struct Carts {
    begun: u64,
    orders: u32,
    by_id: HashMap<u64, Cart>,
}

#[derive(Default)]
struct Cart {
    /// Places in the list of products.
    items: Vec<usize>,
    has_voucher: bool,
}

pub(super) struct Answer {
    status: u16,
    kind: &'static str,
    body: String,
    pub(super) delay: Duration,
    begins_cart: Option<u64>,
}

impl Answer {
    fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json", body.to_string())
    }

    fn text(status: u16, kind: &'static str, body: String) -> Self {
        Self { status, kind, body, delay: Duration::ZERO, begins_cart: None }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let reason = match self.status {
            200 => "OK",
            201 => "Created",
            404 => "Not Found",
            _ => "Internal Server Error",
        };
        let mut head = format!(
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nConnection: close\r\n",
            self.status,
            self.kind,
            self.body.len()
        );
        if let Some(cart) = self.begins_cart {
            head += &format!("Set-Cookie: kiln_cart={cart}; HttpOnly; SameSite=Strict\r\n");
        }
        format!("{head}\r\n{}", self.body).into_bytes()
    }
}

/// The answer of the shop.
pub(super) fn answer(request: &Request, carts: &mut Carts, is_fixed: bool) -> Answer {
    match (&*request.method, &*request.path) {
        ("GET", "/api/config") => Answer::json(200, &config(is_fixed)),
        ("GET", "/api/products") => Answer::json(200, &products()),
        ("GET", "/api/cart") => Answer::json(200, &carts.of(request).show(is_fixed)),
        ("POST", "/api/cart") => add(request, carts),
        ("POST", "/api/voucher") => {
            carts.of(request).has_voucher = true;
            Answer::json(200, &json!({"code": request.body["code"], "percent": 10}))
        }
        ("POST", "/api/saved") => Answer::json(200, &json!({"saved": true})),
        ("POST", "/api/checkout") => checkout(request, carts),
        (_, "/bugs") => {
            let state = if is_fixed { "off" } else { "on" };
            Answer::text(200, "text/html", BUGS.replace("__STATE__", state))
        }
        ("GET", path) => file(path, carts, is_fixed),
        _ => Answer::json(404, &json!({"error": "there is nothing here"})),
    }
}

fn config(is_fixed: bool) -> Value {
    let mut payment = json!({"provider": "stripe"});
    if !is_fixed {
        payment["key"] = json!(LEAKED_KEY);
    }
    json!({"currency": "EUR", "payment": payment})
}

fn products() -> Value {
    PRODUCTS
        .iter()
        .map(|(id, name, cents)| json!({"id": id, "name": name, "price": euros(*cents)}))
        .collect()
}

fn add(request: &Request, carts: &mut Carts) -> Answer {
    let wanted = request.body["product"].as_str().unwrap_or_default();
    match PRODUCTS.iter().position(|(id, ..)| *id == wanted) {
        Some(place) => {
            carts.of(request).items.push(place);
            Answer::json(201, &json!({"added": wanted}))
        }
        None => Answer::json(404, &json!({"error": "no such product"})),
    }
}

/// The bank takes numbers only: what broke the total breaks the order.
fn checkout(request: &Request, carts: &mut Carts) -> Answer {
    let total = &request.body["total"];
    if let Some(text) = total.as_str() {
        let detail = format!("charge(): amount must be a number, got the string '{text}'");
        return Answer::json(500, &json!({"error": "payment failed", "detail": detail}));
    }
    carts.orders += 1;
    let number = 1_000 + carts.orders;
    *carts.of(request) = Cart::default();
    Answer::json(201, &json!({"order": {"number": number, "total": total}}))
}

fn file(path: &str, carts: &mut Carts, is_fixed: bool) -> Answer {
    let Some((_, kind, text)) = FILES.iter().find(|(known, ..)| *known == path) else {
        return Answer::json(404, &json!({"error": "there is nothing here"}));
    };
    let (works, dead) = DEAD_BUTTON;
    let text = match path {
        "/main.js" if !is_fixed => text.replace(works, dead),
        _ => (*text).to_owned(),
    };
    let mut answer = Answer::text(200, kind, text);
    if path == HERO && !is_fixed {
        answer.delay = SHOP_SLOW_PICTURE;
    }
    if path == "/" {
        answer.begins_cart = Some(carts.begin());
    }
    answer
}

impl Carts {
    fn begin(&mut self) -> u64 {
        if self.by_id.len() >= SHOP_MAX_CARTS {
            self.by_id.clear();
        }
        self.begun += 1;
        self.begun
    }

    fn of(&mut self, request: &Request) -> &mut Cart {
        // Ids that were never given out share one cart, so that nobody can make many.
        let id = request.cart.filter(|id| *id <= self.begun).unwrap_or_default();
        self.by_id.entry(id).or_default()
    }
}

impl Cart {
    fn show(&self, is_fixed: bool) -> Value {
        let mut items: Vec<Value> = Vec::new();
        for (place, (id, name, cents)) in PRODUCTS.iter().enumerate() {
            let quantity = self.items.iter().filter(|item| **item == place).count();
            if quantity > 0 {
                items.push(
                    json!({"id": id, "name": name, "price": euros(*cents), "quantity": quantity}),
                );
            }
        }
        let full: u32 = self.items.iter().map(|place| PRODUCTS[*place].2).sum();
        let total = euros(if self.has_voucher { full - full / 10 } else { full });
        // Whoever wrote the discount formatted it at once.
        let is_text = self.has_voucher && !is_fixed;
        let total = if is_text { json!(format!("{total:.2}")) } else { json!(total) };
        json!({"items": items, "total": total})
    }
}

fn euros(cents: u32) -> f64 {
    f64::from(cents) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(carts: &mut Carts, is_fixed: bool, line: &str, body: Value) -> (u16, Value) {
        let (method, path) = line.split_once(' ').expect("method and path");
        let (method, path) = (method.to_owned(), path.to_owned());
        let request = Request { method, path, cart: Some(1), body };
        let answer = answer(&request, carts, is_fixed);
        (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body)))
    }

    /// Two things and a voucher, and the order.
    fn buy(is_fixed: bool) -> (Value, u16) {
        let mut carts = Carts::default();
        ask(&mut carts, is_fixed, "GET /", Value::Null);
        ask(&mut carts, is_fixed, "POST /api/cart", json!({"product": "cup"}));
        ask(&mut carts, is_fixed, "POST /api/cart", json!({"product": "bowl"}));
        ask(&mut carts, is_fixed, "POST /api/voucher", json!({"code": "SPRING10"}));
        let (_, cart) = ask(&mut carts, is_fixed, "GET /api/cart", Value::Null);
        let order = json!({"email": "ada@example.com", "total": cart["total"]});
        let (status, _) = ask(&mut carts, is_fixed, "POST /api/checkout", order);
        (cart["total"].clone(), status)
    }

    #[test]
    fn a_voucher_makes_text_of_the_total_and_the_order_fails_until_it_is_fixed() {
        assert_eq!(buy(false), (json!("41.85"), 500));
        assert_eq!(buy(true), (json!(41.85), 201));
    }

    #[test]
    fn the_fix_takes_the_key_back_and_brings_the_button_to_life() {
        let mut carts = Carts::default();
        let mut told = |is_fixed| {
            let config = ask(&mut carts, is_fixed, "GET /api/config", Value::Null).1.to_string();
            let script = ask(&mut carts, is_fixed, "GET /main.js", Value::Null).1.to_string();
            (config.contains(LEAKED_KEY), script.contains(DEAD_BUTTON.1))
        };
        assert_eq!(told(false), (true, true));
        assert_eq!(told(true), (false, false));
    }

    #[test]
    fn each_load_of_the_page_begins_with_an_empty_cart() {
        let mut carts = Carts::default();
        for expected in 1..4 {
            let request = Request {
                method: "GET".to_owned(),
                path: "/".to_owned(),
                cart: None,
                body: Value::Null,
            };
            assert_eq!(answer(&request, &mut carts, true).begins_cart, Some(expected));
        }
    }
}
