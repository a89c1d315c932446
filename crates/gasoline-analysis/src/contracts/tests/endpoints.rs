//! Endpoint grouping: which calls are of one endpoint, which are told of, and the sketch of them all.

use super::*;

#[test]
fn endpoints_are_grouped_by_method_and_path() {
    let mut contracts = Contracts::default();
    for url in
        ["/users/1/orders/2?page=1", "/users/3/orders/4", "https://a.test/users/5/orders/6#x"]
    {
        answer_with(&mut contracts, url, 200, &json!({"id": 1}));
    }
    for slug in ["hello-world", "on-rust", "my-cat"] {
        answer_with(&mut contracts, &format!("/posts/{slug}"), 200, &json!({"id": 1}));
    }
    let report = contracts.report(&Filter::default());
    let known: Vec<(&str, u32)> =
        report.iter().map(|one| (one.endpoint.as_str(), one.call_count)).collect();
    assert_eq!(known, [("GET /posts/:id", 3), ("GET /users/:id/orders/:id", 3)]);
}

#[test]
fn endpoints_of_two_hosts_have_contracts_of_their_own() {
    let mut contracts = Contracts::default();
    for _ in 0..3 {
        answer_with(&mut contracts, "http://127.0.0.1:3000/api/me", 200, &json!({"id": 1}));
    }
    // The same application, started again where another port was free.
    answer_with(&mut contracts, "http://localhost:3001/api/me", 200, &json!({"id": 1}));
    let known = |contracts: &Contracts| -> Vec<String> {
        let report = contracts.report(&Filter::default());
        report.into_iter().map(|one| format!("{} ×{}", one.endpoint, one.call_count)).collect()
    };
    assert_eq!(known(&contracts), ["GET /api/me ×4"]);
    answer_with(&mut contracts, "https://other.test/api/me", 200, &json!({"name": "Ann"}));
    assert_eq!(told(&contracts), [""; 0]);
    assert_eq!(known(&contracts), ["GET other.test/api/me ×1", "GET localhost/api/me ×4"]);
    answer_with(&mut contracts, "http://localhost:3000/api/me", 200, &json!({}));
    assert_eq!(violations(&contracts)[0].endpoint, "GET localhost/api/me");
}

#[test]
fn graphql_is_told_apart_by_operation_and_its_errors_are_failures() {
    let mut contracts = Contracts::default();
    let mut ask = |operation: &str, answer: Value| {
        let sent = json!({"operationName": operation, "query": "x"}).to_string();
        call(
            &mut contracts,
            &json!({
                "method": "POST", "url": "/graphql", "status": 200, "requestBody": sent,
                "responseBody": answer.to_string(),
            }),
        );
    };
    for _ in 0..3 {
        ask("GetUser", json!({"data": {"user": {"id": 1}}}));
        ask("GetCart", json!({"data": {"cart": {"total": 1}}}));
    }
    ask("GetCart", json!({"data": {"cart": {}}}));
    ask("GetUser", json!({"errors": [{"message": "no"}], "data": null}));
    let told: Vec<String> = violations(&contracts)
        .iter()
        .map(|one| format!("{} {} {}", one.endpoint, one.kind.name(), one.path))
        .collect();
    let expected = [
        "POST /graphql#GetCart shape_change data.cart.total",
        "POST /graphql#GetUser error_spike $",
    ];
    assert_eq!(told, expected);
}

#[test]
fn endpoints_called_longest_ago_make_room() {
    let mut contracts = Contracts::default();
    for number in 0..limits::CONTRACT_MAX_ENDPOINTS + 5 {
        let name: String = ["alpha", "beta", "gamma"][number % 3].repeat(number / 3 + 1);
        answer_with(&mut contracts, &format!("/{name}"), 200, &json!({}));
    }
    let analysis = contracts.analyze(&Filter::default());
    assert_eq!(analysis.tracked_endpoints, limits::CONTRACT_MAX_ENDPOINTS);
    assert_eq!(analysis.forgotten_endpoints, 5);
}

#[test]
fn a_filter_narrows_and_ignored_endpoints_are_left_out() {
    let mut contracts = Contracts::default();
    for url in ["http://a.test/health", "http://a.test/api/users", "http://b.test/api/orders"] {
        answer_with(&mut contracts, url, 200, &json!({}));
    }
    let known = |url, ignore: &[String]| -> Vec<String> {
        let report = contracts.report(&Filter { url, ignore });
        report.into_iter().map(|one| one.endpoint).collect()
    };
    assert_eq!(known(Some("/api/"), &[]), ["GET /api/orders", "GET /api/users"]);
    assert_eq!(known(Some("b.test"), &[]), ["GET /api/orders"]);
    assert_eq!(known(None, &["/health".to_owned(), "orders".to_owned()]), ["GET /api/users"]);
}

#[test]
fn the_sketch_is_openapi() {
    let mut contracts = Contracts::default();
    for number in 0..3 {
        let user =
            json!({"id": number, "nick": if number == 0 { json!(null) } else { json!("x") }});
        answer_with(&mut contracts, &format!("/users/{number}/orders/{number}"), 200, &user);
    }
    answer_with(&mut contracts, "/users/7/orders/8", 404, &json!({"error": "gone"}));
    let sketch = contracts.openapi(&Filter::default());
    assert_eq!(sketch["openapi"], "3.1.0");
    let operation = &sketch["paths"]["/users/{id}/orders/{id2}"]["get"];
    assert_eq!(
        operation["responses"]["200"]["content"]["application/json"]["schema"],
        json!({
            "type": "object",
            "properties": {"id": {"type": "number"}, "nick": {"type": ["null", "string"]}},
            "required": ["id", "nick"],
        })
    );
    assert_eq!(operation["responses"]["404"], json!({"description": "refused"}));
    assert_eq!(operation["parameters"][1]["name"], "id2");
}
