//! Processes: who starts whom, who outlives whom, and what a killed server leaves behind.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::support::editor::{self, Editor};
use crate::support::folder::Folder;
use crate::support::http::Connection;
use crate::support::process::{
    Background, Guarded, clean, free_port, gasoline, is_alive, run, signal,
};
use crate::support::server::{JSON, Server};
use crate::support::{Over, wait_until};
use serde_json::{Value, json};

/// `gasoline mcp` on a port. Its server is ended with the test, and by itself where that is killed.
fn mcp(port: u16) -> Command {
    let mut command = editor::mcp();
    command.args(["--port", &port.to_string()]);
    command
}

fn try_get(port: u16, path: &str) -> Option<Value> {
    let answer = Connection::try_open(port).ok()?.try_ask("GET", path, &[], b"").ok()?;
    serde_json::from_slice(&answer.body).ok()
}

#[test]
fn an_editor_starts_a_server_and_the_next_one_joins_it() {
    let background = Background { port: free_port() };
    let mut first = Editor::run(&mut mcp(background.port));
    let pid = background.pid().expect("a server in the background");
    let mut second = Editor::run(&mut mcp(background.port));
    assert_eq!(background.pid(), Some(pid), "one server for both");

    let body = json!({"entries": [{"level": "error", "message": "seen by both"}]}).to_string();
    let answer = Connection::open(background.port).ask("POST", "/logs", &[JSON], body.as_bytes());
    assert_eq!(answer.status, 200);
    for editor in [&mut first, &mut second] {
        let called = editor.call("get_browser_errors", &json!({}));
        assert!(called.text.contains("seen by both"), "{}", called.text);
    }
    let status = first.call("get_status", &json!({}));
    assert_eq!(status.structured["clients"]["mcp"], 2);
    drop(second);
    wait_until("the second editor is no longer counted", || {
        first.call("get_status", &json!({})).structured["clients"]["mcp"] == 1
    });
}

#[test]
fn two_editors_that_start_at_once_share_one_server() {
    let background = Background { port: free_port() };
    let mut editors: Vec<Editor> =
        (0..4).map(|_| Editor::spawn(&mut mcp(background.port))).collect();
    for editor in &mut editors {
        editor.initialize("2025-06-18");
    }
    wait_until("all are counted", || {
        try_get(background.port, "/health").is_some_and(|health| health["clients"]["mcp"] == 4)
    });
}

#[test]
fn a_server_that_is_not_needed_ends_by_itself() {
    let background = Background { port: free_port() };
    let mut command = mcp(background.port);
    // Long enough to come to it on a busy machine.
    let mut editor = Editor::run(command.env("GASOLINE_IDLE_EXIT_SECONDS", "3"));
    let pid = background.pid().expect("a server in the background");
    assert!(!editor.call("get_status", &json!({})).is_error);
    editor.close_stdin();
    assert_eq!(editor.process.end().code(), Some(0));
    wait_until("the server ends by the idle rule", || !is_alive(pid));
}

#[test]
fn an_editor_that_says_nothing_keeps_the_server_until_it_ends() {
    let (server, mut looks) = Server::with_idle_rule();
    let mut editor = Editor::join(server.port);
    looks.wait_for(true);
    editor.close_stdin();
    looks.wait_for(false);
}

#[test]
fn an_open_test_keeps_the_server_until_it_ends() {
    let (server, mut looks) = Server::with_idle_rule();
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "start"}));
    looks.wait_for(true);
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "end"}));
    looks.wait_for(false);
}

#[test]
fn mcp_ends_when_stdin_does_with_the_answers_under_way_given() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let ids: Vec<u64> =
        (0..20).map(|_| editor.begin("tools/call", &json!({"name": "get_status"}))).collect();
    editor.close_stdin();
    let mut answered = Vec::new();
    while let Some(message) = editor.next_message() {
        answered.extend(message["id"].as_u64());
    }
    answered.sort_unstable();
    assert_eq!(answered, ids, "each once, in whichever order");
    assert_eq!(editor.process.end().code(), Some(0));
    wait_until("the server has noticed", || server.read("/health")["clients"]["mcp"] == 0);
}

#[test]
fn mcp_ends_on_sigterm() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    signal("TERM", editor.process.pid());
    editor.process.end();
    wait_until("the server has noticed", || server.read("/health")["clients"]["mcp"] == 0);
}

#[test]
fn mcp_ends_when_its_parent_is_killed_though_its_stdin_stays_open() {
    let server = Server::start();
    // The shell stands for the editor: it starts us and prints our process id. We hold the other
    // end of the pipe, so stdin does not close when the shell dies.
    let program = env!("CARGO_BIN_EXE_gasoline");
    let script =
        format!("'{program}' mcp --port {} <&3 >/dev/null 2>&1 & echo $!; wait", server.port);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 3<&0; {script}")]);
    clean(&mut shell);
    let child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut shell = Guarded(child);
    let stdin = shell.0.stdin.take().expect("a pipe");
    let mut digits = Vec::new();
    let mut stdout = shell.0.stdout.take().expect("a pipe");
    let mut byte = [0];
    while stdout.read_exact(&mut byte).is_ok() && byte != *b"\n" {
        digits.push(byte[0]);
    }
    let pid: u32 = String::from_utf8(digits).expect("text").parse().expect("a process id");
    wait_until("it has joined", || server.read("/health")["clients"]["mcp"] == 1 || !is_alive(pid));
    assert!(is_alive(pid));
    shell.0.kill().expect("SIGKILL");
    wait_until("it has noticed", || !is_alive(pid));
    drop(stdin);
}

#[test]
fn a_foreign_program_on_the_port_is_told_apart_with_a_hint() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            // Reads first, so that its answer always arrives.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        }
    });
    for arguments in [&["mcp"][..], &["serve"], &["snapshot"]] {
        let said = run(gasoline().args(arguments).args(["--port", &port]));
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
        assert!(said.err.contains(&port), "{arguments:?}: {}", said.err);
        assert!(said.err.lines().any(|line| line.starts_with("hint: ")), "{}", said.err);
    }
}

#[test]
fn a_port_that_says_nothing_is_no_gasoline() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    // Accepts by the kernel's queue, and never answers.
    let said = run(gasoline().args(["mcp", "--port", &port]));
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.contains("hint: "), "{}", said.err);
}

#[test]
fn serving_a_port_twice_explains_itself() {
    let server = Server::start();
    let said = run(gasoline().args(["serve", "--port", &server.port.to_string()]));
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(said.err.contains("already serves"), "{}", said.err);
    assert!(said.err.lines().any(|line| line.starts_with("hint: ")), "{}", said.err);
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn sigterm_ends_the_server_cleanly_with_connections_open() {
    for name in ["TERM", "INT"] {
        let mut server = Server::start();
        let next = Background { port: server.port };
        let _editor = Editor::join(server.port);
        let mut idle: Vec<Connection> = (0..10).map(|_| server.connect()).collect();
        idle[0].ask("GET", "/health", &[], b"");
        idle[1].send(b"POST /logs HTTP/1.1\r\n").expect("half a request");
        signal(name, server.pid());
        assert_eq!(server.process.end().code(), Some(0), "{name}");
        // The editor starts another one, which ends after it.
        wait_until("the editor has a server again", || next.pid().is_some());
        let mut more = String::new();
        server.stdout.read_to_string(&mut more).expect("text");
        assert_eq!(more, "", "stdout has the address and nothing else");
    }
}

#[test]
fn whoever_has_the_address_may_end_the_server_at_once() {
    for name in ["TERM", "INT"] {
        let mut server = Server::start();
        signal(name, server.pid());
        assert_eq!(server.process.end().code(), Some(0), "{name}");
    }
}

#[test]
fn a_killed_server_is_replaced_without_the_editor_noticing() {
    let background = Background { port: free_port() };
    let mut editor = Editor::run(&mut mcp(background.port));
    for round in 0..3 {
        let pid = background.pid().expect("a server in the background");
        signal("KILL", pid);
        wait_until("the server is gone", || !is_alive(pid));
        let calls: Vec<_> = (0..2)
            .map(|_| editor.request("tools/call", &json!({"name": "get_status", "arguments": {}})))
            .collect();
        let failed = calls.iter().filter(|answer| answer.get("error").is_some()).count();
        assert!(failed <= 1, "round {round}: {calls:?}");
        assert!(calls[1].get("result").is_some(), "round {round}: {}", calls[1]);
        assert_ne!(background.pid(), Some(pid));
    }
    assert!(editor.others.is_empty(), "a second answer to `initialize`? {:?}", editor.others);
}

#[test]
fn calls_under_way_when_the_server_is_killed_are_all_answered() {
    let background = Background { port: free_port() };
    let mut editor = Editor::run(&mut mcp(background.port));
    let pid = background.pid().expect("a server in the background");
    let ids: Vec<u64> = (0..50)
        .map(|number| {
            if number == 25 {
                signal("KILL", pid);
            }
            editor.begin("tools/call", &json!({"name": "get_status", "arguments": {}}))
        })
        .collect();
    let mut answered: Vec<u64> = Vec::new();
    while answered.len() < ids.len() {
        let message = editor.next_message().expect("an answer");
        answered.extend(message["id"].as_u64());
    }
    answered.sort_unstable();
    assert_eq!(answered, ids, "each once");
}

/// Sends a batch until it is acknowledged, however often the server dies meanwhile.
fn insist(port: u16, connection: &mut Option<Connection>, batch_id: &str) {
    let entries: Vec<Value> = (0..5)
        .map(|index| json!({"level": "log", "message": format!("{batch_id}/{index}")}))
        .collect();
    let body = json!({"entries": entries, "batch_id": batch_id}).to_string();
    wait_until("the batch is acknowledged", || {
        let mut open = match connection.take() {
            Some(open) => open,
            None => match Connection::try_open(port) {
                Ok(open) => open,
                Err(_) => return false,
            },
        };
        // A dead server is a refused or broken connection: nothing that looks like a receipt.
        let Ok(answer) = open.try_ask("POST", "/logs", &[JSON], body.as_bytes()) else {
            return false;
        };
        *connection = Some(open);
        assert!([200, 503].contains(&answer.status), "{}", answer.text());
        if answer.status == 200 {
            assert_eq!(answer.json(), json!({"received": 5, "rejected": 0}));
        }
        answer.status == 200
    });
}

/// Events of a kind that were accepted in this life of the server.
fn accepted(port: u16) -> Option<u64> {
    let logs = try_get(port, "/health")?["buffers"]["logs"].clone();
    Some(logs["held"].as_u64()? + logs["forgotten"].as_u64()?)
}

#[test]
fn a_server_killed_mid_flood_never_holds_a_batch_twice() {
    let port = free_port();
    let start = || {
        let mut command = gasoline();
        Server::run(command.args(["serve", "--port", &port.to_string()]))
    };
    let mut server = start();
    let is_over = AtomicBool::new(false);
    let flood = |client: usize| {
        let (mut connection, mut sent) = (None, 0);
        while !is_over.load(Ordering::SeqCst) {
            sent += 1;
            insist(port, &mut connection, &format!("{client}-{sent}"));
        }
        sent
    };
    let sent: Vec<usize> = thread::scope(|scope| {
        let over = Over(&is_over);
        let flood = &flood;
        let clients: Vec<_> = (0..4).map(|client| scope.spawn(move || flood(client))).collect();
        for _ in 0..3 {
            wait_until("the flood is on", || accepted(port) > Some(50));
            server.process.0.kill().expect("SIGKILL");
            server.process.end();
            server = start();
        }
        wait_until("the flood is on again", || accepted(port) > Some(200));
        drop(over);
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    let logs = server.read("/logs");
    let entries = logs["entries"].as_array().expect("a list");
    let mut messages: Vec<&str> =
        entries.iter().map(|entry| entry["message"].as_str().expect("text")).collect();
    let held = messages.len();
    messages.sort_unstable();
    messages.dedup();
    assert_eq!(messages.len(), held, "none twice in one life");
    let before = accepted(port);
    assert_eq!(before.map(|count| count % 5), Some(0), "batches are kept whole");
    for (client, sent) in sent.into_iter().enumerate() {
        insist(port, &mut None, &format!("{client}-{sent}"));
    }
    assert_eq!(accepted(port), before, "sent again to the same life, answered from memory");
}

#[test]
fn a_projects_noise_rule_takes_effect_when_its_editor_joins() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [
        {"level": "error", "message": "chatty thing again"}, {"level": "error", "message": "real"},
    ]}));
    let folder = Folder::new();
    folder.write(
        ".gasoline.toml",
        "[[noise]]\ncategory = 'console'\nmatch_spec = { message_regex = '^chatty' }\nreason = 'known'\n",
    );
    folder.write("deep/down/file.txt", "");
    let mut command = gasoline();
    command.args(["mcp", "--port", &server.port.to_string()]);
    command.current_dir(folder.path().join("deep/down"));
    let mut editor = Editor::run(&mut command);
    let errors = editor.call("get_browser_errors", &json!({})).structured["errors"].clone();
    assert_eq!(errors[0]["message"], "real", "{errors}");
    assert_eq!(errors[0].get("noise"), None);
    assert_eq!(errors[1]["message"], "chatty thing again", "ranked down, not hidden");
    assert!(errors[1]["noise"].is_string(), "{errors}");
}

#[test]
fn a_broken_project_file_is_told_and_does_not_stop_the_editor() {
    let server = Server::start();
    let folder = Folder::new();
    folder.write(".gasoline.toml", "this is [ no toml");
    let mut command = gasoline();
    command.args(["mcp", "--port", &server.port.to_string()]).current_dir(folder.path());
    let mut editor = Editor::run(&mut command);
    assert!(!editor.call("get_status", &json!({})).is_error);
    editor.close_stdin();
    editor.process.end();
    assert!(editor.process.stderr().contains("warning: "));
}
