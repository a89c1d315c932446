//! `gasoline export har` and `otlp` by the real binary, from the server and from files; and
//! `serve --otlp`, which sends the same to a collector.

use std::net::TcpListener;

use crate::support::collector::Collector;
use crate::support::folder::Folder;
use crate::support::process::{Said, free_port, gasoline, run, signal};
use crate::support::server::Server;
use crate::support::wait_until;
use serde_json::{Value, json};

const PAGE: &str = "http://localhost:3000/checkout";
const TEST: &str = "chromium › shop.spec.ts › pays";
/// A token that no export may show.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// A test that failed, and what was captured beside it.
fn told() -> Server {
    let server = Server::start();
    tell(&server);
    server
}

fn tell(server: &Server) {
    server.feed(
        "/test-boundary",
        &json!({"test_id": TEST, "action": "start", "title": "pays", "file": "shop.spec.ts",
                "line": 7, "project": "chromium"}),
    );
    server.feed("/network-bodies", &json!({"test_id": TEST, "bodies": [
        {"method": "POST", "url": format!("http://localhost:3000/api/orders?token={SECRET}"), "status": 500,
         "duration": 30, "pageUrl": PAGE, "requestBody": format!("{{\"token\":\"{SECRET}\"}}"),
         "responseBody": "{\"error\":\"no\"}", "initiator": "fetch"},
        {"method": "GET", "url": "http://localhost:3000/api/gone", "status": 0, "error": "network",
         "pageUrl": PAGE},
    ]}));
    server.feed(
        "/logs",
        &json!({"test_id": TEST, "entries": [
            {"level": "error", "source": "exception", "message": "TypeError: order is undefined",
             "stack": "TypeError: order is undefined\n    at pay (http://localhost:3000/app.js:1:2)", "url": PAGE},
        ]}),
    );
    server.feed("/websocket-events", &json!({"test_id": TEST, "events": [
        {"event": "open", "id": "w", "url": "ws://localhost:3000/live"},
        {"event": "message", "id": "w", "url": "ws://localhost:3000/live", "direction": "outgoing", "data": "hi"},
    ]}));
    server.feed(
        "/test-boundary",
        &json!({"test_id": TEST, "action": "end", "status": "failed", "error": {"message": "no"}}),
    );
    server.feed(
        "/network-bodies",
        &json!({"bodies": [{"method": "GET", "url": "http://localhost:3000/api/beside", "status": 200}]}),
    );
}

fn export(format: &str, arguments: &[&str]) -> Said {
    run(gasoline().args(["export", format]).args(arguments))
}

#[track_caller]
fn har(arguments: &[&str]) -> Value {
    let said = export("har", arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.out.contains(SECRET), "{}", said.out);
    serde_json::from_str(&said.out).expect("a HAR is JSON")
}

fn urls(har: &Value) -> Vec<&str> {
    let entries = har["log"]["entries"].as_array().expect("entries");
    entries.iter().filter_map(|entry| entry["request"]["url"].as_str()).collect()
}

#[test]
fn traffic_leaves_as_har_from_the_server_and_from_a_file_alike() {
    let server = told();
    let port = server.port.to_string();
    let live = har(&["--port", &port]);
    assert_eq!(live["log"]["creator"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(urls(&live).len(), 4, "{live}");
    let entries = live["log"]["entries"].as_array().expect("entries");
    let order = entries.iter().find(|it| it["response"]["status"] == 500).expect("the order");
    assert_eq!(order["_resourceType"], "fetch");
    assert_eq!(order["response"]["content"]["text"], "{\"error\":\"no\"}");
    assert_eq!(order["request"]["queryString"][0]["name"], "token");
    assert!(order["request"]["postData"]["text"].as_str().is_some_and(|it| it.contains("***")));
    let gone = entries.iter().find(|it| it["response"]["_error"] == "network").expect("a failure");
    assert_eq!(gone["response"]["status"], 0);
    let socket = entries.iter().find(|it| it["_resourceType"] == "websocket").expect("a socket");
    assert_eq!(socket["_webSocketMessages"][0]["data"], "hi");

    let folder = Folder::new();
    let file = folder.path().join("shard.json");
    let file = file.to_str().expect("a path");
    let saved = run(gasoline().args(["snapshot", "--port", &port, "--output", file]));
    assert_eq!(saved.code, Some(0), "{}", saved.err);
    assert_eq!(har(&["--from", file]), live);
}

#[test]
fn a_har_can_be_of_one_test_or_of_what_came_later() {
    let server = told();
    let port = server.port.to_string();
    let one = har(&["--port", &port, "--test-id", "pays"]);
    assert_eq!(urls(&one).len(), 3, "{one}");
    assert_eq!(one["log"]["entries"][0]["_testId"], TEST);
    let cursor = server.read("/snapshot")["cursor"].as_str().expect("a cursor").to_owned();
    assert!(urls(&har(&["--port", &port, "--since", &cursor])).is_empty());
}

#[test]
fn a_har_is_written_to_a_file_that_is_named() {
    let server = told();
    let folder = Folder::new();
    let file = folder.path().join("traffic.har");
    let said =
        export("har", &["--port", &server.port.to_string(), "-o", file.to_str().expect("a path")]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{}", said.err);
    let text = std::fs::read_to_string(&file).expect("the file is there");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON")["log"]["version"], "1.2");
}

#[test]
fn what_cannot_be_exported_is_told_with_a_hint() {
    let server = told();
    let folder = Folder::new();
    let foreign = folder.write("foreign.json", "{\"log\": {}}");
    let foreign = foreign.to_str().expect("a path");
    let port = server.port.to_string();
    for format in ["har", "otlp"] {
        for (arguments, expected) in [
            (vec!["--port", "1"], "no server answers"),
            (vec!["--port", &*port, "--test-id", "nothing"], "no test is called `nothing`"),
            (vec!["--port", &*port, "--since", "yesterday"], "is neither a cursor nor a time"),
            (vec!["--from", foreign], "no snapshot of Gasoline"),
            (vec!["--from", "/nowhere.json"], "cannot read"),
        ] {
            let said = export(format, &arguments);
            assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}");
            assert!(said.err.contains(expected) && said.err.contains("hint: "), "{}", said.err);
        }
    }
}

#[test]
fn a_file_that_could_not_be_read_is_no_clean_export() {
    let server = told();
    let folder = Folder::new();
    let whole = folder.write("whole.json", &server.get("/snapshot").text());
    let foreign = folder.write("foreign.json", "{\"log\": {}}");
    let [whole, foreign] = [&whole, &foreign].map(|path| path.to_str().expect("a path"));
    for format in ["har", "otlp"] {
        let said = export(format, &["--from", whole, foreign]);
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(said.out.contains("/api/orders"), "what could be read is there: {}", said.out);
    }
}

#[test]
fn what_two_files_tell_of_no_test_is_in_one_har() {
    let folder = Folder::new();
    let files = ["one", "two"].map(|name| {
        let server = Server::start();
        let url = format!("http://localhost:3000/api/{name}");
        server.feed(
            "/network-bodies",
            &json!({"test_id": "nobody opened it", "bodies": [
            {"method": "GET", "url": url, "status": 200}]}),
        );
        folder.write(&format!("{name}.json"), &server.get("/snapshot").text())
    });
    let [one, two] = files.each_ref().map(|path| path.to_str().expect("a path"));
    let har = har(&["--from", one, two]);
    assert_eq!(urls(&har), ["http://localhost:3000/api/one", "http://localhost:3000/api/two"]);
}

/// The lines of an OTLP file: one request of traces, one of logs.
#[track_caller]
fn otlp(arguments: &[&str]) -> Vec<Value> {
    let said = export("otlp", arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.out.contains(SECRET), "{}", said.out);
    said.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn spans(request: &Value) -> &Vec<Value> {
    request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().expect("spans")
}

fn named<'v>(spans: &'v [Value], name: &str) -> &'v Value {
    let found = spans.iter().find(|span| span["name"] == name);
    found.unwrap_or_else(|| panic!("no span is called `{name}`: {spans:?}"))
}

#[test]
fn a_test_is_a_trace_whose_requests_are_spans_and_whose_errors_are_records() {
    let server = told();
    let port = server.port.to_string();
    let lines = otlp(&["--port", &port]);
    let [traces, logs] = &lines[..] else { panic!("{lines:?}") };
    let all = spans(traces);
    let root = named(all, "pays");
    assert!(root.get("parentSpanId").is_none());
    assert_eq!(root["status"], json!({"code": 2, "message": "no"}));
    let order = named(all, "POST /api/orders");
    assert_eq!((&order["traceId"], &order["kind"]), (&root["traceId"], &json!(3)));
    let beside = named(all, "GET /api/beside");
    assert_ne!(beside["traceId"], root["traceId"], "what was beside the test is no part of it");
    let record = &logs["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0];
    assert_eq!((&record["traceId"], &record["severityNumber"]), (&root["traceId"], &json!(17)));

    assert_eq!(otlp(&["--port", &port]), lines, "repeated exports agree");
    let folder = Folder::new();
    let file = folder.path().join("shard.json");
    let file = file.to_str().expect("a path");
    assert_eq!(run(gasoline().args(["snapshot", "--port", &port, "-o", file])).code, Some(0));
    assert_eq!(otlp(&["--from", file]), lines, "a file tells what its server did");
    let one = otlp(&["--port", &port, "--test-id", "pays"]);
    assert!(spans(&one[0]).iter().all(|span| span["traceId"] == root["traceId"]));
}

#[test]
fn an_ended_test_and_what_pages_did_is_sent_to_the_collector_and_counted() {
    let collector = Collector::start(0, &[200]);
    let server = Server::with(&["--otlp", &collector.endpoint()]);
    tell(&server);
    let mut received = Vec::new();
    while received.len() < 3 {
        received.push(collector.next());
    }
    let text = format!("{received:?}");
    assert!(!text.contains(SECRET) && text.contains("***"), "{text}");
    let paths: Vec<&str> = received.iter().map(|(path, _)| &**path).collect();
    assert_eq!(paths, ["/v1/traces", "/v1/logs", "/v1/traces"]);
    let file = otlp(&["--port", &server.port.to_string(), "--test-id", "pays"]);
    assert_eq!(received[0].1, file[0], "what is sent is what is exported");
    assert_eq!(received[1].1, file[1]);
    named(spans(&received[2].1), "GET /api/beside");
    wait_until("all is counted", || {
        server.read("/health")["otlp"]["sent_spans"].as_u64() > Some(5)
    });
    let status = &server.read("/health")["otlp"];
    assert_eq!((&status["sent_logs"], &status["dropped"]), (&json!(1), &json!(0)), "{status}");
}

#[test]
fn a_socket_is_sent_as_one_span_when_it_closes_and_one_that_stays_open_at_the_end() {
    let collector = Collector::start(0, &[200]);
    let mut server = Server::with(&["--otlp", &collector.endpoint()]);
    let feed = |event: &str, id: &str, rest: Value| {
        let mut event =
            json!({"event": event, "id": id, "url": format!("ws://localhost:3000/{id}")});
        event.as_object_mut().expect("an object").extend(rest.as_object().expect("too").clone());
        server.feed("/websocket-events", &json!({"events": [event]}));
    };
    let request = |name: &str| {
        let url = format!("http://localhost:3000/{name}");
        let body = json!({"method": "GET", "url": url, "status": 200, "pageUrl": PAGE});
        server.feed("/network-bodies", &json!({"bodies": [body]}));
    };
    feed("open", "chat", json!({}));
    feed("open", "feed", json!({}));
    feed("message", "chat", json!({"direction": "incoming", "data": "a"}));
    request("first");
    let first = collector.next().1;
    named(spans(&first), "GET /first");
    let is_socket =
        |span: &&Value| span["name"].as_str().is_some_and(|name| name.starts_with("WebSocket "));
    assert_eq!(spans(&first).iter().find(is_socket), None, "nothing of it is known yet");

    feed("message", "chat", json!({"direction": "incoming", "data": "b"}));
    feed("close", "chat", json!({"code": 1000}));
    let second = collector.next().1;
    let sockets: Vec<&Value> = spans(&second).iter().filter(is_socket).collect();
    assert_eq!(sockets.len(), 1, "{second}");
    assert_eq!(sockets[0]["name"], "WebSocket /chat");
    let received = json!({"key": "gasoline.socket.messages_received", "value": {"intValue": "2"}});
    assert!(sockets[0]["attributes"].as_array().expect("a list").contains(&received), "{second}");

    signal("TERM", server.pid());
    assert!(server.process.end().success());
    let last = collector.next().1;
    let sockets: Vec<&Value> = spans(&last).iter().filter(is_socket).collect();
    assert_eq!(sockets.len(), 1, "{last}");
    assert_eq!(sockets[0]["name"], "WebSocket /feed");
}

#[test]
fn a_busy_collector_is_asked_again_and_one_that_refuses_is_not() {
    let collector = Collector::start(0, &[503, 429, 200, 400]);
    let server = Server::with(&["--otlp", &collector.endpoint()]);
    tell(&server);
    let first = collector.next();
    assert_eq!(collector.next(), first, "after 503");
    assert_eq!(collector.next(), first, "after 429");
    let logs = collector.next();
    assert_eq!(logs.0, "/v1/logs");
    assert_eq!(collector.next().0, "/v1/traces", "what was refused is not sent again");
    wait_until("it is counted", || server.read("/health")["otlp"]["dropped"] == json!(2));
    let problem = server.read("/health")["otlp"]["problem"].clone();
    assert!(problem.as_str().is_some_and(|said| said.contains("400")), "{problem}");
}

#[test]
fn a_collector_that_is_started_later_gets_what_waited_for_it() {
    let port = free_port();
    let server = Server::with(&["--otlp", &format!("http://localhost:{port}")]);
    tell(&server);
    let health = server.read("/health");
    assert_eq!(health["status"], "ok", "nobody waits for the collector");
    let collector = Collector::start(port, &[200]);
    assert_eq!(collector.next().0, "/v1/traces");
}

#[test]
fn what_is_left_is_sent_when_the_server_ends() {
    let collector = Collector::start(0, &[200]);
    let mut server = Server::with(&["--otlp", &collector.endpoint()]);
    server.feed("/test-boundary", &json!({"test_id": "open", "action": "start", "title": "open"}));
    server.feed(
        "/logs",
        &json!({"test_id": "open", "entries": [{"level": "error", "message": "x"}]}),
    );
    signal("TERM", server.pid());
    assert!(server.process.end().success());
    named(spans(&collector.next().1), "open");
}

#[test]
fn a_collector_that_never_answers_does_not_keep_the_server_from_ending() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
    let mut server = Server::with(&["--otlp", &endpoint]);
    tell(&server);
    assert_eq!(server.read("/snapshot")["tests"][0]["status"], "failed", "nobody waits for it");
    signal("TERM", server.pid());
    assert!(server.process.end().success());
}

#[test]
fn nothing_is_sent_unless_it_is_asked_for() {
    let collector = Collector::start(0, &[200]);
    // What other programs take for an order to send is none to us.
    let mut command = gasoline();
    command.args(["serve", "--port", "0"]).env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint());
    let mut server = Server::run(&mut command);
    tell(&server);
    assert!(server.read("/health").get("otlp").is_none());
    signal("TERM", server.pid());
    assert!(server.process.end().success());
    assert!(collector.requests.try_recv().is_err());
}

#[test]
fn only_a_collector_on_this_machine_is_taken() {
    for endpoint in ["http://collector.example:4318", "https://127.0.0.1:4318", "127.0.0.1:4318"] {
        for command in ["serve", "mcp"] {
            let port = free_port().to_string();
            let said = run(gasoline().args([command, "--port", &port, "--otlp", endpoint]));
            assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{endpoint}");
            assert!(said.err.contains("hint: ") && said.err.contains("forwards"), "{}", said.err);
        }
    }
}
