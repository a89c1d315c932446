//! `validate_api` and `gasoline export openapi` on the real binary: learnt as traffic arrives, told by MCP.

use crate::support::editor::{Called, Editor};
use crate::support::folder::Folder;
use crate::support::process::{gasoline, run};
use crate::support::server::Server;
use serde_json::{Value, json};

fn ask(server: &Server, arguments: &Value) -> Called {
    let called = Editor::join(server.port).call("validate_api", arguments);
    assert!(!called.is_error, "{}", called.text);
    assert!(called.text.len() < 8 * 1024, "{} bytes of text", called.text.len());
    assert!(called.whole.to_string().len() < 50 * 1024, "{}", called.whole.to_string().len());
    called
}

fn analyze(server: &Server) -> Called {
    ask(server, &json!({"action": "analyze"}))
}

fn told(called: &Called) -> Vec<String> {
    let violations = called.structured["violations"].as_array().expect("violations");
    let said = |one: &Value| {
        format!("{} {} {} {}", one["severity"], one["type"], one["endpoint"], one["path"])
            .replace('"', "")
    };
    violations.iter().map(said).collect()
}

fn answered(server: &Server, url: &str, status: u16, answer: &Value) {
    server.feed(
        "/network-bodies",
        &json!({"bodies": [{
            "method": "GET", "url": url, "status": status, "contentType": "application/json",
            "responseBody": answer.to_string(),
        }]}),
    );
}

#[test]
fn no_secret_is_told_by_half() {
    let server = Server::start();
    let token = "9fe19fed2cf63748fa8cd0b17a3e5c42";
    for _ in 0..3 {
        answered(&server, "/api/notes", 200, &json!({"note": 1, "token": 1}));
    }
    let note = format!("{} token={token}", "x".repeat(80));
    answered(&server, "/api/notes", 200, &json!({"note": note, "token": token}));
    let error = format!("{} token={token}", "x".repeat(970));
    answered(&server, "/api/notes", 500, &json!({ "error": error }));
    let called = analyze(&server);
    assert!(told(&called).len() >= 3, "{}", called.text);
    let said = called.whole.to_string();
    assert!(!said.contains(&token[6..12]), "{said}");
}

#[test]
fn answers_too_long_to_learn_from_are_counted_and_not_called_consistent() {
    let server = Server::start();
    server.feed(
        "/network-bodies",
        &json!({"bodies": [{
            "method": "GET", "url": "/api/long", "status": 200, "contentType": "application/json",
            "responseBody": "[{\"id\":1},{\"i", "responseTruncated": true,
        }]}),
    );
    let called = analyze(&server);
    assert!(called.text.contains("1 answer too long to learn from"), "{}", called.text);
    assert!(called.text.contains("0 clean"), "{}", called.text);
    assert_eq!(called.structured["answers_too_long"], 1);
    let report = ask(&server, &json!({"action": "report"}));
    assert!(report.text.contains("consistency unknown"), "{}", report.text);
    assert!(!report.text.contains("100%"), "{}", report.text);
}

#[test]
fn every_type_of_violation_is_told_with_its_path_and_severity() {
    let server = Server::start();
    let usual = json!({"id": 1, "note": "x", "items": [{"price": 1}], "owner": {"name": "a"}});
    for (name, broken) in [
        ("missing", json!({"id": 1, "note": "x", "items": [{"price": 1}]})),
        (
            "retyped",
            json!({"id": "1", "note": "x", "items": [{"price": 1}], "owner": {"name": "a"}}),
        ),
        (
            "more",
            json!({"id": 1, "note": "x", "items": [{"price": 1}], "owner": {"name": "a", "age": 1}}),
        ),
        (
            "elements",
            json!({"id": 1, "note": "x", "items": [{"price": "1"}], "owner": {"name": "a"}}),
        ),
        ("null", json!({"id": 1, "note": null, "items": [{"price": 1}], "owner": {"name": "a"}})),
    ] {
        for _ in 0..3 {
            answered(&server, &format!("https://shop.test/{name}"), 200, &usual);
        }
        answered(&server, &format!("https://shop.test/{name}"), 200, &broken);
    }
    for status in [200, 200, 200, 500, 500] {
        answered(&server, "https://shop.test/failing", status, &json!({"error": "no database"}));
    }
    let called = analyze(&server);
    let mut told = told(&called);
    told.sort();
    assert_eq!(
        told,
        [
            "critical error_spike GET /failing $",
            "info new_field GET /more owner.age",
            "info null_field GET /null note",
            "warning array_shape_change GET /elements items[].price",
            "warning shape_change GET /missing owner",
            "warning type_change GET /retyped id",
        ]
    );
    assert_eq!(called.structured["action"], "analyzed");
    assert_eq!(called.structured["tracked_endpoints"], 6);
    assert_eq!(called.structured["total_requests_analyzed"], 25);
    assert_eq!(called.structured["clean_endpoints"], 2);
    assert!(
        called.text.contains("array_shape_change: GET /elements `items[].price`"),
        "{}",
        called.text
    );
    assert!(called.text.contains("statuses 200 200 200 500 500"), "{}", called.text);
    let narrowed = ask(
        &server,
        &json!({"action": "analyze", "url_filter": "shop.test/", "ignore_endpoints": ["/failing", "/more", "/null", "/el"]}),
    );
    assert_eq!(narrowed.structured["tracked_endpoints"], 2);
    assert_eq!(narrowed.structured["violations"].as_array().map(Vec::len), Some(2));
}

#[test]
fn learning_goes_on_when_the_ring_wraps_and_a_batch_sent_again_teaches_nothing() {
    let server = Server::start();
    for _ in 0..3 {
        answered(&server, "https://shop.test/api/cart", 200, &json!({"total": 1, "lines": 2}));
    }
    let flood: Vec<Value> = (0..150)
        .map(|number| json!({"method": "GET", "url": format!("https://shop.test/api/products/{number}"), "status": 200, "responseBody": "{\"id\":1}"}))
        .collect();
    let batch = json!({"bodies": flood, "batch_id": "flood"});
    server.feed("/network-bodies", &batch);
    server.feed("/network-bodies", &batch);
    answered(&server, "https://shop.test/api/cart", 200, &json!({"lines": 2}));
    assert_eq!(told(&analyze(&server)), ["warning shape_change GET /api/cart total"]);
    let report = ask(&server, &json!({"action": "report", "url_filter": "/products"}));
    let endpoint = &report.structured["endpoints"][0];
    assert_eq!(endpoint["endpoint"], "GET /api/products/:id");
    assert_eq!(endpoint["call_count"], 150);
    assert_eq!(endpoint["established_shape"], json!({"id": "number"}));
    assert_eq!(endpoint["consistency"], "100%");
}

#[test]
fn an_answer_is_learnt_before_it_is_clipped() {
    let server = Server::start();
    let padding = "x".repeat(20 * 1024);
    for _ in 0..3 {
        answered(&server, "https://shop.test/large", 200, &json!({"a": padding, "z": 1}));
    }
    answered(&server, "https://shop.test/large", 200, &json!({"a": padding, "z": "1"}));
    assert_eq!(told(&analyze(&server)), ["warning type_change GET /large z"]);
}

#[test]
fn clearing_learns_anew_and_an_empty_answer_says_why() {
    let server = Server::start();
    let empty = analyze(&server);
    assert!(empty.text.starts_with("tracked endpoints: 0; "), "{}", empty.text);
    assert_eq!(empty.structured["violations"], json!([]));
    for _ in 0..3 {
        answered(&server, "https://shop.test/a", 200, &json!({"a": 1}));
    }
    let missed = ask(&server, &json!({"action": "report", "url_filter": "/nowhere"}));
    assert!(missed.text.contains("hint: widen `url_filter`"), "{}", missed.text);
    let cleared = ask(&server, &json!({"action": "clear"}));
    assert_eq!(cleared.structured, json!({"action": "cleared", "endpoints_forgotten": 1}));
    answered(&server, "https://shop.test/a", 200, &json!({"b": 1}));
    let after = analyze(&server);
    assert_eq!(told(&after), [""; 0]);
    assert_eq!(after.structured["learning_endpoints"], 1);
    let refused = Editor::join(server.port).call("validate_api", &json!({}));
    assert!(refused.is_error && refused.text.contains("\nhint: "), "{}", refused.text);
}

#[test]
fn no_secret_leaves_by_a_sample_a_name_or_an_error() {
    let server = Server::start();
    let key = format!("sk_live_{}0001", "q7Rz2XwK9bVt4LmPs8Yc");
    for _ in 0..3 {
        answered(&server, "https://shop.test/me", 200, &json!({"password": 1, "token": {"a": 1}}));
    }
    answered(
        &server,
        "https://shop.test/me",
        200,
        &json!({"password": "hunter2-and-more", "token": {"a": 1}}),
    );
    answered(
        &server,
        "https://shop.test/me",
        200,
        &json!({"password": 1, "token": {"a": 1, &key: 2}}),
    );
    answered(&server, "https://shop.test/me", 500, &json!({"error": format!("bad key {key}")}));
    for called in [analyze(&server), ask(&server, &json!({"action": "report"}))] {
        let whole = called.whole.to_string();
        assert!(!whole.contains("hunter2"), "{whole}");
        assert!(!whole.contains(&key), "{whole}");
        assert!(whole.contains("GET /me"), "{whole}");
    }
    let report = ask(&server, &json!({"action": "report"}));
    let shape = &report.structured["endpoints"][0]["established_shape"];
    assert_eq!(shape["password"], "number", "{shape}");
    let sketch = server.get("/openapi").text();
    assert!(!sketch.contains(&key) && sketch.contains("password"), "{sketch}");
    server.feed("/clear", &json!({}));
    let called = analyze(&server);
    assert!(!called.whole.to_string().contains("bad key"), "{}", called.whole);
    assert!(
        told(&called).contains(&"critical error_spike GET /me $".to_owned()),
        "{}",
        called.text
    );
}

#[test]
fn the_api_is_exported_as_openapi() {
    let server = Server::start();
    for number in 0..3 {
        let url = format!("https://shop.test/users/{number}/orders/{number}");
        answered(&server, &url, 200, &json!({"id": number, "lines": [{"price": 1.5}]}));
    }
    let said = run(gasoline().args(["export", "openapi", "--port", &server.port.to_string()]));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let sketch: Value = serde_json::from_str(&said.out).expect("JSON on stdout");
    assert_eq!(sketch["openapi"], "3.1.0");
    let answer = &sketch["paths"]["/users/{id}/orders/{id2}"]["get"]["responses"]["200"];
    let schema = &answer["content"]["application/json"]["schema"];
    assert_eq!(schema["properties"]["lines"]["items"]["required"], json!(["price"]));
}

#[test]
fn consistency_is_told_and_nothing_is_said_before_three_answers() {
    let server = Server::start();
    let (usual, broken) = (json!({"id": 1, "total": 2}), json!({"id": 1}));
    answered(&server, "https://shop.test/api/cart?page=1", 200, &usual);
    answered(&server, "https://shop.test/api/cart?page=2", 200, &usual);
    let called = analyze(&server);
    assert_eq!(called.structured["learning_endpoints"], 1);
    answered(&server, "https://shop.test/api/cart", 200, &usual);
    answered(&server, "https://shop.test/api/cart", 200, &broken);
    assert_eq!(told(&analyze(&server)), ["warning shape_change GET /api/cart total"]);
    let report = ask(&server, &json!({"action": "report"}));
    let endpoint = &report.structured["endpoints"][0];
    assert_eq!(endpoint["endpoint"], "GET /api/cart");
    assert_eq!(endpoint["consistency"], "75%");
    assert_eq!(endpoint["status_codes"], json!({"200": 4}));
    assert!(report.text.contains("75%"), "{}", report.text);
    let ignored = ask(&server, &json!({"action": "report", "ignore_endpoints": ["/cart"]}));
    assert_eq!(ignored.structured["endpoints"], json!([]), "{}", ignored.text);
}

#[test]
fn what_is_no_json_is_passed_over_and_operations_of_graphql_are_told_apart() {
    let server = Server::start();
    for _ in 0..3 {
        answered(&server, "https://shop.test/api/things", 200, &json!([{"id": 1}]));
        server.feed("/network-bodies", &json!({"bodies": [
            {"method": "POST", "url": "https://shop.test/graphql", "status": 200, "contentType": "application/json",
             "requestBody": json!({"operationName": "Cart", "query": "query Cart { total }"}).to_string(),
             "responseBody": "{\"data\":{\"total\":1}}"},
            {"method": "POST", "url": "https://shop.test/graphql", "status": 200, "contentType": "application/json",
             "requestBody": json!({"operationName": "User", "query": "query User { name }"}).to_string(),
             "responseBody": "{\"data\":{\"name\":\"Ann\"}}"},
        ]}));
    }
    let other = |members: Value| {
        let mut body =
            json!({"method": "GET", "url": "https://shop.test/api/things", "status": 200});
        for (name, value) in members.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        body
    };
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            other(json!({"responseBody": ""})),
            other(json!({"responseBody": "plain", "contentType": "text/plain"})),
            other(json!({"responseBody": "[{\"id\":", "responseTruncated": true})),
        ]}),
    );
    assert_eq!(told(&analyze(&server)), [""; 0]);
    answered(&server, "https://shop.test/api/things", 200, &json!([{"id": 1}, {}]));
    assert_eq!(told(&analyze(&server)), ["warning array_shape_change GET /api/things [].id"]);
    let report = ask(&server, &json!({"action": "report", "url_filter": "graphql"}));
    let mut names: Vec<&str> = report.structured["endpoints"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["endpoint"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["POST /graphql#Cart", "POST /graphql#User"]);
}

#[test]
fn the_sketch_is_written_to_a_file() {
    let server = Server::start();
    answered(&server, "https://shop.test/users/1", 200, &json!({"id": 1}));
    let folder = Folder::new();
    let file = folder.path().join("api.json");
    let port = server.port.to_string();
    let said = run(gasoline().args(["export", "openapi", "--port", &port, "--output"]).arg(&file));
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{}", said.err);
    let sketch: Value =
        serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON in it");
    assert!(sketch["paths"]["/users/{id}"].is_object(), "{sketch}");
}
