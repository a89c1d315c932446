//! What the browser's side relies on: the script, the extension's files, what was given up in a page,
//! and what was taken back.

use std::fs;

use crate::support::editor::Editor;
use crate::support::folder::Folder;
use crate::support::process::{gasoline, run};
use crate::support::server::Server;
use crate::support::worker::{EXTENSION, Worker, hello};
use serde_json::{Value, json};

/// The configuration the server wrote into the script: the JSON that stands for the literal.
fn served(script: &str) -> Value {
    assert!(!script.contains("__GASOLINE_SERVED__"), "the place is taken");
    let start = script.find("{\"host\":").expect("a configuration");
    let mut values = serde_json::Deserializer::from_str(&script[start..]).into_iter::<Value>();
    values.next().expect("a value").expect("JSON")
}

#[test]
fn the_script_comes_with_the_servers_own_address() {
    let server = Server::start();
    for path in ["/gasoline-ci.js", "/gasoline-ci.min.js"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let plain = json!({"host": "127.0.0.1", "port": server.port, "mode": "all"});
        assert_eq!(served(&answer.text()), plain, "{path}");
        let asked = server.get(&format!("{path}?test_id=a%20%E2%80%BA+b&mode=errors-only&t=1"));
        let config = served(&asked.text());
        assert_eq!((&config["testId"], &config["mode"]), (&json!("a › b"), &json!("errors-only")));
    }
}

#[test]
fn nothing_in_the_address_of_the_script_can_leave_its_place() {
    let server = Server::start();
    let hostile = "\"};alert(1)//</script><script>\\\u{2028}\u{2029}'`${1}";
    let encoded = hostile.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let script = server.get(&format!("/gasoline-ci.js?test_id={encoded}")).text();
    assert_eq!(served(&script)["testId"], hostile);
    let start = script.find("{\"host\":").expect("a configuration");
    let line = &script[start..start + 300.min(script.len() - start)];
    assert!(!line.contains("</script") && !line.contains('\u{2028}'), "{line}");
    server.get("/gasoline-ci.js?mode=loud").check_error(400);
    server.get(&format!("/gasoline-ci.js?test_id={}", "x".repeat(1001))).check_error(400);
}

#[test]
fn the_script_is_for_those_who_may_send() {
    let server = Server::start();
    for (origin, status) in [
        ("http://localhost:3000", 200),
        (EXTENSION, 200),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        let answer = server.ask("GET", "/gasoline-ci.js", &[("Origin", origin)], b"");
        assert_eq!(answer.status, status, "{origin}");
    }
    let tag = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "script")];
    assert_eq!(server.ask("GET", "/gasoline-ci.js", &tag, b"").status, 200, "a script tag");
}

#[test]
fn the_extension_is_written_and_written_over() {
    let folder = Folder::new();
    let target = folder.path().join("some/where");
    for _ in 0..2 {
        let said = run(gasoline().arg("extension").arg(&target));
        assert_eq!(said.code, Some(0), "{}", said.err);
        for words in ["chrome://extensions", "Developer mode", "Load unpacked"] {
            assert!(said.out.contains(words), "{}", said.out);
        }
        let manifest = fs::read(target.join("manifest.json")).expect("a manifest");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        assert_eq!(manifest["manifest_version"], 3);
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        // A copy that was changed is still a copy.
        fs::write(target.join("main.js"), "changed").expect("written");
    }
    let said = run(gasoline().current_dir(folder.path()).arg("extension"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(folder.path().join("gasoline-extension/manifest.json").exists());
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let folder = Folder::new();
    let others = [
        ("notes.txt", "mine"),
        ("manifest.json", "{\"name\": \"Another extension\"}"),
        ("manifest.json", "no JSON"),
    ];
    for (index, (name, text)) in others.into_iter().enumerate() {
        let target = folder.path().join(index.to_string());
        fs::create_dir(&target).expect("a folder");
        fs::write(target.join(name), text).expect("written");
        let said = run(gasoline().arg("extension").arg(&target));
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
        assert!(said.err.contains("something else") && said.err.contains("hint: "), "{}", said.err);
        assert_eq!(fs::read_to_string(target.join(name)).expect("still there"), text);
        assert_eq!(fs::read_dir(&target).expect("a folder").count(), 1);
    }
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("written");
    let said = run(gasoline().arg("extension").arg(&file));
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert_eq!(fs::read_to_string(&file).expect("still there"), "mine");
}

#[test]
fn the_doctor_says_how_the_extension_stands() {
    let server = Server::start();
    let port = server.port.to_string();
    let doctor = || run(gasoline().args(["doctor", "--port", &port])).out;
    let said = doctor();
    assert!(said.contains("no browser extension is connected"), "{said}");
    assert!(said.contains("gasoline extension"), "{said}");

    let (mut worker, welcome) = Worker::join(server.port, "one", None);
    worker.show(5, "http://localhost:3000/");
    worker.batch(1, "/logs", &json!({"entries": []}));
    let said = doctor();
    assert!(said.contains("ok    the extension is connected"), "{said}");
    assert!(said.contains("1 of 1 tabs captured"), "{said}");

    worker.say(&json!({"type": "status", "paused": true, "tabs": [], "settings": {}}));
    worker.batch(2, "/logs", &json!({"entries": []}));
    let said = doctor();
    assert!(said.contains("note  capture is paused"), "{said}");

    let mut older = hello("one", welcome["secret"].as_str());
    older["version"] = json!("0.0.1");
    let mut worker = Worker::open(server.port);
    worker.say(&older);
    worker.hear("welcome");
    let said = doctor();
    assert!(said.contains("wrong extension and server are of different versions"), "{said}");
    assert!(said.contains("extension 0.0.1"), "{said}");
}

#[test]
fn what_a_page_gave_up_is_counted_once_and_told() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let body = json!({"entries": [], "batch_id": "b1", "dropped": {"log": 3, "network": 2, "enrichment": 1}});
    for _ in 0..2 {
        server.feed("/logs", &body);
    }
    let load = json!({"url": "/", "batch_id": "b1-0", "dropped": {"performance": 4}});
    for _ in 0..2 {
        server.feed("/performance-snapshot", &load);
    }
    let late = json!({"enrichments": [], "batch_id": "b2", "dropped": {"outline": 5, "websocket": 6, "action": 7}});
    for _ in 0..2 {
        server.feed("/enrichments", &late);
    }
    for odd in [
        json!(null),
        json!(7),
        json!([1]),
        json!({"log": "x"}),
        json!({"log": -1}),
        json!({"cat": 1}),
    ] {
        server.feed("/logs", &json!({"entries": [], "dropped": odd}));
    }
    let buffers = server.read("/health")["buffers"].clone();
    let lost = [
        "logs",
        "network_bodies",
        "performance",
        "dom_snapshots",
        "websocket_events",
        "enhanced_actions",
    ]
    .map(|kind| buffers[kind]["lost"].as_u64());
    assert_eq!(lost, [Some(3), Some(2), Some(4), Some(5), Some(6), Some(7)]);
    let status = editor.call("get_status", &json!({}));
    assert_eq!(
        status.structured["lost"],
        json!({
            "log": 3, "network": 2, "websocket": 6, "action": 7, "performance": 4, "outline": 5, "enrichment": 1,
        })
    );
    assert!(status.text.contains("given up in the page"), "{}", status.text);
}

#[test]
fn a_rejection_handled_late_counts_as_no_error() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "start"}));
    let rejection = |id: &str, message: &str| {
        json!({"level": "error", "message": message, "source": "unhandledrejection", "id": id,
            "stack": format!("Error: {message}\n    at f (http://localhost/a.js:1:1)")})
    };
    server.feed("/logs", &json!({"test_id": "t", "entries": [
        rejection("r1", "late"), rejection("r2", "late"), rejection("r3", "never"), rejection("r4", "alone"),
    ]}));
    let errors = |server: &Server| {
        let record = server.read("/tests")["tests"][0]["errors"].clone();
        let listed = record.as_array().expect("a list").iter();
        listed
            .map(|error| {
                format!("{} {}", error["count"], error["message"].as_str().unwrap_or_default())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(errors(&server), ["2 late", "1 never", "1 alone"]);
    let body = json!({"batch_id": "e1", "enrichments": [
        {"id": "r1", "retracted": true}, {"id": "r4", "retracted": true, "_aiContext": {"summary": "s"}},
    ]});
    for _ in 0..2 {
        assert_eq!(server.feed("/enrichments", &body), json!({"received": 2, "rejected": 0}));
    }
    // Under another name the same is no second retraction.
    server.feed("/enrichments", &json!({"enrichments": [{"id": "r1", "retracted": true}]}));

    let entries = server.read("/logs")["entries"].clone();
    assert_eq!(entries[0]["_retracted"], true, "{entries}");
    assert_eq!(entries[3]["_retracted"], true);
    assert_eq!(entries[3]["_aiContext"]["summary"], "s");
    assert!(entries[1].get("_retracted").is_none());
    assert_eq!(errors(&server), ["1 late", "1 never"]);
    assert_eq!(server.read("/snapshot")["stats"]["error_count"], 2);
    let found = editor.call("get_browser_errors", &json!({}));
    let shown: Vec<_> = found.structured["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["count"].clone())
        .collect();
    assert_eq!(shown, [1, 1], "{}", found.text);
    assert!(!found.text.contains("alone"), "{}", found.text);
    let changes = editor.call("get_changes_since", &json!({"checkpoint": "c0"}));
    assert!(!changes.text.contains("alone"), "{}", changes.text);
    let logs = editor.call("get_browser_logs", &json!({}));
    assert!(logs.text.contains("alone") && logs.text.contains("[handled later]"), "{}", logs.text);

    for (item, reason) in [
        (json!({"id": "r2", "retracted": "yes"}), "`retracted`"),
        (json!({"id": "r2", "retracted": false}), "none of"),
        (json!({"id": "r2"}), "none of"),
    ] {
        let receipt = server.feed("/enrichments", &json!({"enrichments": [item]}));
        assert_eq!(receipt["rejected"], 1, "{item}");
        assert!(
            receipt["rejections"][0]["reason"].as_str().is_some_and(|said| said.contains(reason)),
            "{receipt}"
        );
    }
}
