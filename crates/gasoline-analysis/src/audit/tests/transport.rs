//! Transport checks: what travels in the clear, by what it is.

use super::*;

#[test]
fn an_api_over_plain_http() {
    let found = check(
        &request(&json!({"url": "http://api.shop.test/a"})),
        &["warning transport plain_http"],
    );
    assert_eq!(found[0].cwe, Some("CWE-319"));
    let login =
        json!({"url": "http://api.shop.test/login", "requestBody": r#"{"password":"swordfish"}"#});
    check(&request(&login), &["critical transport plain_http", "info credentials secret_member"]);
    // Its data never leaves the browser.
    check(&request(&json!({"url": "blob:http://api.shop.test/1-2"})), &[]);
}

#[test]
fn mixed_content_by_the_type_of_the_resource() {
    let resource = |url: &str, content_type: &str| {
        request(
            &json!({"url": url, "pageUrl": "https://shop.test/cart", "contentType": content_type}),
        )
    };
    let found = check(
        &resource("http://cdn.test/lib.js", "application/javascript"),
        &["critical transport mixed_content"],
    );
    assert_eq!(found[0].evidence["resource_type"], "script");
    for (url, content_type, kind) in [
        ("http://cdn.test/a.png", "image/png", "image"),
        ("http://cdn.test/a.css", "text/css", "style"),
        ("http://cdn.test/a.woff2", "", "font"),
    ] {
        let found = check(&resource(url, content_type), &["warning transport mixed_content"]);
        assert_eq!(found[0].evidence["resource_type"], kind);
    }
    let failed = json!({"level": "error", "message": "Failed to load", "url": "https://shop.test/", "source": "resource",
        "metadata": {"tag": "script", "resourceUrl": "http://cdn.test/lib.js"}});
    check(&Traffic::default().add(Kind::Logs, &failed), &["critical transport mixed_content"]);
}

#[test]
fn a_plain_websocket() {
    let socket = |url: &str| {
        Traffic::default()
            .add(Kind::WebsocketEvents, &json!({"event": "open", "id": "w", "url": url}))
    };
    check(&socket("ws://live.shop.test/feed"), &["warning transport plain_websocket"]);
    check(&socket("ws://localhost:3000/feed"), &[]);
    check(&socket("wss://live.shop.test/feed"), &[]);
}

#[test]
fn a_form_sent_in_the_clear() {
    let submit = json!({"type": "submit", "url": "https://shop.test/", "formAction": "http://shop.test/subscribe"});
    check(
        &Traffic::default().add(Kind::EnhancedActions, &submit),
        &["warning transport plain_form"],
    );
}
