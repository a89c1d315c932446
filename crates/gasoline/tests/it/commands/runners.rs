//! `gasoline serve --ci --while PID`: a server that starts or is joined, and ends with its processes.

use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::http::Connection;
use crate::support::process::{Guarded, free_port, gasoline, run, signal};
use crate::support::server::Server;
use crate::support::wait_until;

/// A process that stands for a test runner: it ends when it is told to.
fn runner() -> Guarded {
    let mut command = Command::new("cat");
    Guarded(command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("a process"))
}

fn end(runner: &mut Guarded) {
    drop(runner.0.stdin.take());
    runner.end();
}

fn serve(port: u16, pids: &[u32]) -> Command {
    let mut command = gasoline();
    command.args(["serve", "--ci", "--port", &port.to_string()]);
    for pid in pids {
        command.args(["--while", &pid.to_string()]);
    }
    command
}

#[test]
fn the_server_ends_when_its_process_has_ended() {
    let mut first = runner();
    let mut server = Server::run(&mut serve(0, &[first.pid()]));
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "kept"}]}));
    end(&mut first);
    assert_eq!(server.process.end().code(), Some(0));
}

#[test]
fn a_process_that_was_killed_and_is_not_waited_for_has_ended() {
    let first = runner();
    let mut server = Server::run(&mut serve(0, &[first.pid()]));
    signal("KILL", first.pid());
    assert_eq!(server.process.end().code(), Some(0));
    drop(first);
}

#[test]
fn the_server_ends_with_the_last_of_two_processes() {
    let (mut first, mut second) = (runner(), runner());
    let mut server = Server::run(&mut serve(0, &[first.pid(), second.pid()]));
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "kept"}]}));
    end(&mut first);
    let third = runner();
    let joined = run(&mut serve(server.port, &[third.pid()]));
    assert_eq!((joined.code, joined.err.as_str()), (Some(0), ""));
    assert_eq!(joined.out, format!("http://127.0.0.1:{}\n", server.port));
    end(&mut second);
    assert_eq!(server.read("/logs")["entries"][0]["message"], "kept", "the third process runs");
    drop(third);
    assert_eq!(server.process.end().code(), Some(0));
}

#[test]
fn processes_that_start_at_once_share_one_server() {
    let port = free_port();
    let mut runners: Vec<Guarded> = (0..4).map(|_| runner()).collect();
    let mut servers: Vec<Guarded> = runners
        .iter()
        .map(|runner| {
            let mut command = serve(port, &[runner.pid()]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            Guarded(command.spawn().expect("the server starts"))
        })
        .collect();
    wait_until("all but one have joined", || {
        let joined = |one: &mut Guarded| one.0.try_wait().expect("a child").map(|it| it.success());
        servers.retain_mut(|one| joined(one) != Some(true));
        servers.len() == 1
    });
    for runner in &mut runners[..3] {
        end(runner);
    }
    assert_eq!(Connection::open(port).ask("GET", "/health", &[], b"").status, 200);
    end(&mut runners[3]);
    assert_eq!(servers[0].end().code(), Some(0));
}

#[test]
fn a_server_without_processes_is_joined_and_left_running() {
    let server = Server::start();
    let mut first = runner();
    let joined = run(&mut serve(server.port, &[first.pid()]));
    assert_eq!((joined.code, joined.err.as_str()), (Some(0), ""));
    end(&mut first);
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn the_next_run_starts_a_server_where_the_last_one_ends() {
    let port = free_port();
    for _ in 0..3 {
        let mut first = runner();
        let mut server = Server::run(&mut serve(port, &[first.pid()]));
        assert_eq!(server.port, port);
        let next = runner();
        end(&mut first);
        // It joins the server that is about to end, or starts another one: the next has one.
        let after = Server::run(&mut serve(port, &[next.pid()]));
        assert_eq!(after.read("/health")["name"], "gasoline");
        drop(next);
        drop(after);
        server.process.end();
    }
}

#[test]
fn invalid_processes_print_an_error_with_a_hint() {
    let mut ended = runner();
    let pid = ended.pid();
    end(&mut ended);
    let pid = pid.to_string();
    for (arguments, expected) in [
        (&["serve", "--ci", "--while", &pid][..], "error: no process has the id"),
        (&["serve", "--ci", "--while", "0"], "invalid value '0' for '--while <PID>'"),
        (&["serve", "--ci", "--while", "-1"], "'-1'"),
        (&["serve", "--ci", "--while", "me"], "invalid value 'me' for '--while <PID>'"),
        (&["serve", "--ci", "--while", "99999999999"], "invalid value '99999999999'"),
        (&["serve", "--while", "1"], "--ci"),
    ] {
        let said = run(gasoline().args(arguments).args(["--port", "0"]));
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(expected), "{arguments:?}: {}", said.err);
        assert!(said.err.lines().any(|line| line.starts_with("hint: ")), "{}", said.err);
    }
}

#[test]
fn a_body_that_names_no_process_is_rejected() {
    let server = Server::start();
    assert_eq!(server.feed("/runners", &json!({"pid": 4711})), json!({"joined": true}));
    for body in [json!({}), json!({"pid": 0}), json!({"pid": -1}), json!({"pid": "7"}), json!([])] {
        let response = server.post("/runners", &body);
        assert_eq!(response.status, 400, "{body}: {}", response.text());
        assert!(response.json()["hint"].as_str().is_some_and(|hint| hint.contains("pid")));
    }
}
