//! The same tokens in ten places of a browser, and harmless traffic that has none.

use super::*;

/// Tokens of vendors, put together so that no scanner takes this file for a leak, and values that
/// only a name betrays.
fn tokens() -> Vec<String> {
    let hex = |count: usize| "0a1b2c3d4e5f6789".chars().cycle().take(count).collect::<String>();
    vec![
        aws_key(),
        jwt(),
        format!("ghp_{}", letters(36)),
        format!("github_pat_{}", letters(82)),
        format!("glpat-{}", letters(20)),
        format!("xoxb-123456789012-123456789012-{}", letters(24)),
        format!("sk_live_{}", letters(24)),
        format!("sk-proj-{}", letters(48)),
        format!("sk-ant-api03-{}AA", letters(93)),
        format!("hf_{}", "abcdefghijklmnopqrstuvwxyzABCDEFGH"),
        format!("npm_{}", letters(36)),
        format!("pypi-AgEIcHlwaS5vcmc{}", letters(60)),
        format!("SG.{}.{}", letters(22), letters(43)),
        format!("SK{}", hex(32)),
        format!("key-{}", hex(32)),
        format!("sb_secret_{}", letters(31)),
        format!("shpat_{}", hex(32)),
        format!("123456789:AA{}", letters(33)),
        format!("{}+ASt{}==", letters(76), letters(6)),
        format!("abc8Q~{}", letters(34)),
        format!("GOCSPX-{}", letters(28)),
        format!("dop_v1_{}", hex(64)),
        format!("hvs.{}", letters(90)),
        format!("PMAK-{}-{}", hex(24), hex(34)),
        // By their name alone.
        hex(32),
        letters(40),
        "9fe19fed-2cf6-3748-fa8c-b30a23670fb8".to_owned(),
    ]
}

fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// One event with the token in it, for each place.
fn contexts(token: &str) -> [(&'static str, Traffic); 10] {
    let json = json!({"user": 1, "api_key": token}).to_string();
    let logged = |value: Value| Traffic::default().add(Kind::Logs, &value);
    [
        ("query", request(&json!({"url": format!("https://a.test/x?page=1&api_key={}", encode(token))}))),
        ("fragment", request(&json!({"url": format!("https://a.test/x#access_token={}&state=1", encode(token))}))),
        ("JSON", request(&json!({"responseBody": json}))),
        ("JSON in JSON", request(&json!({"responseBody": json!({"event": {"payload": json}}).to_string()}))),
        ("form", request(&json!({"requestBody": format!("a=1&client_secret={}&b=2", encode(token))}))),
        ("console text", log(&format!("using api_key={token} for this"))),
        ("console object", logged(json!({"level": "log", "message": "config", "args": [{"apiKey": token}]}))),
        ("header in a log", log(&format!("GET /x\nAuthorization: Bearer {token}\nAccept: */*"))),
        ("HTML attribute", request(&json!({"responseBody": format!("<div><input type=\"hidden\" name=\"api_key\" value=\"{token}\"></div>")}))),
        ("frame", Traffic::default().add(Kind::WebsocketEvents, &json!({"event": "message", "id": "w", "url": "wss://a.test/", "direction": "outgoing", "data": json}))),
    ]
}

#[test]
fn the_same_tokens_are_found_in_ten_places() {
    let mut missed = Vec::new();
    let mut count = 0;
    for token in tokens() {
        for (place, traffic) in contexts(&token) {
            count += 1;
            let findings = traffic.all();
            let is_found = findings.iter().any(|finding| finding.severity >= Severity::Info);
            if !is_found {
                missed.push(format!("{token} in {place}"));
            }
            let said = serde_json::to_string(&findings).expect("JSON");
            assert!(!said.contains(&token) && !said.contains(&encode(&token)), "{place}: {said}");
        }
    }
    assert!(missed.len() * 100 <= count * 3, "{} of {count}: {missed:#?}", missed.len());
}

#[test]
fn harmless_traffic_has_no_findings() {
    let traffic = request(&json!({
        "url": "https://shop.test/api/items?page=2&sort=price&key=home&nextPageToken=Q0FFUUFR",
        "pageUrl": "https://shop.test/", "hasAuthHeader": true,
        "requestHeaders": {"authorization": "[redacted]", "x-request-id": "550e8400-e29b-41d4-a716-446655440000"},
        "responseBody": json!({
            "items": [{"id": 4_012_888_888_u64, "sku": "A-100-22", "name": "Token ring", "created": "2026-01-15T10:20:30.123Z"}],
            "token_type": "bearer", "max_tokens": 4096, "hash": "d6fde92930d4715a2b49857d24b940956b26d2d3",
            "key": "cache-entry-2026-01-15", "total": 1_700_000_000_000_u64, "avatar": "/img/logo@2x.png", "password_required": true,
        }).to_string(),
    }))
    .log("Unexpected token < in JSON at position 0")
    .log("rendered 1200 rows in 35.2 ms, react@18.2.0, token: undefined")
    .log("Invalid password: must be 8 characters")
    .add(Kind::WebsocketEvents, &json!({"event": "message", "id": "w", "url": "wss://shop.test/", "direction": "incoming", "data": "{\"type\":\"tick\",\"n\":415555}"}))
    .add(Kind::EnhancedActions, &json!({"type": "input", "value": "blue shoes", "url": "https://shop.test/", "selectors": {"cssPath": "main > input"}}));
    check(&traffic, &[]);
}
