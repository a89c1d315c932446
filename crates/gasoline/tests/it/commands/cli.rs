//! The command as a person types it: what it prints where, and how it ends.

use std::fs;
use std::net::TcpListener;
use std::process::Command;

use crate::support::editor::Editor;
use crate::support::folder::Folder;
use crate::support::process::{Background, Said, free_port, gasoline, run};
use crate::support::server::Server;
use gasoline_server::checks::{self, Outcome};
use serde_json::{Value, json};

const CLIENTS: [&str; 6] = ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf", "zed"];

/// The command in a home of its own.
fn at_home(home: &Folder) -> Command {
    let mut command = gasoline();
    command.env("HOME", home.path()).current_dir(home.path());
    command
}

#[track_caller]
fn check_refused(said: &Said, words: &[&str]) {
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert_eq!(said.out, "", "stdout carries only the answer");
    assert!(said.err.lines().any(|line| line.starts_with("hint: ")), "no hint in: {}", said.err);
    for word in words {
        assert!(said.err.contains(word), "no `{word}` in: {}", said.err);
    }
}

#[test]
fn help_tells_a_newcomer_what_it_is_and_where_to_begin() {
    let said = run(gasoline().arg("--help"));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    for line in [
        "Eyes in the browser for AI coding agents",
        "Everything stays on this machine",
        "Usage: gasoline [OPTIONS] [COMMAND]",
        "demo ",
        "serve ",
        "mcp ",
        "doctor ",
        "snapshot ",
        "diff ",
        "attach ",
        "extension ",
        "install ",
        "completions ",
        "--port <N>",
        "[env: GASOLINE_PORT=]",
        "[default: 7890]",
        "gasoline demo",
        "gasoline install cursor --write",
        "gasoline doctor",
    ] {
        // Help is wrapped to the terminal, so a sentence may run over a line.
        let flat = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(line.trim()), "no `{line}` in:\n{}", said.out);
    }
    for command in [
        "demo",
        "serve",
        "mcp",
        "doctor",
        "snapshot",
        "diff",
        "attach",
        "extension",
        "install",
        "completions",
        "man",
        "export",
    ] {
        let said = run(gasoline().args([command, "--help"]));
        assert_eq!(said.code, Some(0), "{command}");
        assert!(said.out.contains("--port"), "{command}: the port works everywhere");
        assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{command} is too wide");
    }
}

#[test]
fn the_version_is_one_line_and_at_length_says_what_it_was_built_from() {
    let said = run(gasoline().arg("-V"));
    let version = format!("gasoline {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(said.out, format!("{version}\n"));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let said = run(gasoline().arg("--version"));
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with(&version), "{}", said.out);
    let names: Vec<&str> = lines[1..].iter().filter_map(|it| it.split(": ").next()).collect();
    assert_eq!(names, ["target", "rustc", "profile"], "{}", said.out);
    assert!(lines[2].starts_with("rustc: 1."), "{}", said.out);
}

#[test]
fn every_command_has_a_manual_page() {
    let main = run(gasoline().arg("man"));
    assert_eq!((main.code, main.err.as_str()), (Some(0), ""));
    assert!(
        main.out.contains(".TH gasoline 1") && main.out.contains("gasoline\\-serve"),
        "{}",
        main.out
    );
    let folder = Folder::new();
    let said = run(gasoline().arg("man").arg(folder.path()));
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{}", said.err);
    for name in ["gasoline", "gasoline-serve", "gasoline-export", "gasoline-export-otlp"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(&format!(".TH {name} 1")), "{name}: {page}");
    }
    let taken = folder.write("taken", "");
    check_refused(&run(gasoline().arg("man").arg(taken)), &["taken", "hint: "]);
}

#[test]
fn what_is_not_understood_is_refused_on_stderr() {
    check_refused(&run(gasoline().arg("sevre")), &["sevre", "serve"]);
    check_refused(&run(gasoline().args(["serve", "--colour"])), &["--colour"]);
    check_refused(&run(gasoline().args(["serve", "--port", "99999"])), &["99999"]);
    check_refused(&run(gasoline().args(["serve", "--port", "x"])), &["x"]);
    check_refused(&run(gasoline().args(["install", "emacs"])), &["emacs", "cursor"]);
    check_refused(&run(gasoline().args(["completions", "dos"])), &["dos", "bash"]);
    check_refused(
        &run(gasoline().args(["mcp", "--tools", "nope"])),
        &["nope", "get_browser_errors", "hint: "],
    );
    check_refused(
        &run(gasoline().args(["serve", "--port", "0", "--exclude-tools", "nope"])),
        &["nope", "hint: "],
    );
    check_refused(&run(gasoline().args(["--toolz", "core"])), &["--toolz"]);
    check_refused(&run(gasoline().arg("diff")), &["required"]);
    check_refused(
        &run(gasoline().args(["mcp", "--port", &free_port().to_string(), "--save-dir", "./nope"])),
        &["nope` is no folder to save reports in", "hint: create it"],
    );
    for origin in ["https://a.example/path", "a.example", "*", "https://*.example", ""] {
        let said = run(gasoline().args(["serve", "--port", "0", "--allow-origin", origin]));
        check_refused(&said, &["origin", "hint: "]);
    }
}

#[test]
fn attach_asks_only_a_chromium_on_this_machine() {
    let server = Server::start();
    let port = server.port.to_string();
    let attach = |cdp: &str| run(gasoline().args(["attach", "--port", &port, "--cdp", cdp]));
    check_refused(&attach("http://192.0.2.7:9222"), &["`192.0.2.7`", "hint: "]);
    check_refused(&attach("wss://localhost:9222"), &["wss://localhost:9222", "hint: "]);
    let nobody = free_port().to_string();
    check_refused(&attach(&nobody), &[&nobody, "--remote-debugging-port"]);
    check_refused(&attach(&port), &["not a debugger of Chromium", "hint: "]);
    let socket = format!("ws://127.0.0.1:{port}/devtools/browser/x");
    check_refused(&attach(&socket), &[&socket, "hint: "]);
    let said = run(gasoline().args(["attach", "--port", &nobody, "--cdp", "9222"]));
    check_refused(&said, &["no server answers", "gasoline serve"]);
}

/// Whether a line is one of the table's, with something in place of its `{values}`.
fn is_of(outcome: &Outcome, line: &str) -> bool {
    let blank = format!("{:5} {}{}", outcome.mark.name(), outcome.says, outcome.detail);
    let mut parts =
        blank.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text));
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else {
        return false;
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.is_empty() || blank.ends_with('}')
}

/// Every line of the doctor stands in the table that the page on troubles is printed from, and so
/// does the hint below it.
#[track_caller]
fn check_words_of_the_table(said: &str) {
    let outcomes: Vec<&Outcome> = checks::ALL.iter().flat_map(|check| check.outcomes).collect();
    let lines: Vec<&str> = said.lines().collect();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with(' ')) {
        let hint = lines.get(index + 1).and_then(|next| next.trim_start().strip_prefix("hint: "));
        assert!(
            outcomes.iter().any(|outcome| is_of(outcome, line) && outcome.hint == hint),
            "no row of the table says `{line}` with {hint:?}",
        );
    }
}

#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let home = Folder::new();
    let port = free_port().to_string();
    let said = run(at_home(&home).args(["doctor", "--port", &port]));
    check_words_of_the_table(&said.out);
    assert_eq!(said.code, Some(0), "no server is nothing wrong: {}", said.out);
    assert!(
        said.out.contains("no Gasoline server answers") && said.out.contains("hint: "),
        "{}",
        said.out
    );
    assert!(said.out.contains("no editor has Gasoline"), "{}", said.out);
    assert_eq!(said.err, "");
}

#[test]
fn the_doctor_tells_what_is_connected() {
    let home = Folder::new();
    let server = Server::start();
    let port = server.port.to_string();
    server.feed("/logs", &json!({"entries": [{"level": "log", "message": "x"}], "client": "page"}));
    let _editor = Editor::join(server.port);
    assert_eq!(
        run(at_home(&home).args(["install", "cursor", "--write", "--port", &port])).code,
        Some(0)
    );
    let said = run(at_home(&home).args(["doctor", "--port", &port]));
    check_words_of_the_table(&said.out);
    assert_eq!(said.code, Some(0), "{}", said.out);
    for words in
        ["serves 127.0.0.1", "1 MCP client", "1 page", "captured: 1 logs", "cursor starts Gasoline"]
    {
        assert!(said.out.contains(words), "no `{words}` in:\n{}", said.out);
    }
    assert!(
        said.out.lines().all(|line| line.starts_with("ok ")
            || line.starts_with("note ")
            || line.trim_start().starts_with("hint: ")),
        "{}",
        said.out
    );
}

#[test]
fn the_doctor_finds_what_is_wrong() {
    let home = Folder::new();
    let server = Server::start();
    run(at_home(&home).args(["install", "cursor", "--write", "--port", "7999"]));
    let said = run(at_home(&home).args(["doctor", "--port", &server.port.to_string()]));
    check_words_of_the_table(&said.out);
    assert_eq!(said.code, Some(1), "{}", said.out);
    assert!(said.out.contains("wrong cursor"), "{}", said.out);
    assert!(said.out.contains("hint: "), "{}", said.out);
}

#[test]
fn the_doctor_knows_the_entry_that_the_readme_says() {
    let home = Folder::new();
    let server = Server::start();
    let port = server.port.to_string();
    let entry = json!({"command": "npx", "args": ["-y", "gasoline-mcp", "--port", port]});
    let config = json!({"mcpServers": {"gasoline": entry}});
    fs::create_dir(home.path().join(".cursor")).expect("a folder");
    fs::write(home.path().join(".cursor/mcp.json"), config.to_string()).expect("a config");
    let said = run(at_home(&home).args(["doctor", "--port", &port]));
    check_words_of_the_table(&said.out);
    assert_eq!(said.code, Some(0), "{}", said.out);
    assert!(said.out.contains("ok    cursor starts Gasoline"), "{}", said.out);
}

#[test]
fn the_doctor_could_not_look_when_another_program_answers() {
    let home = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    std::thread::spawn(move || listener.incoming().flatten().for_each(drop));
    let said = run(at_home(&home).args(["doctor", "--port", &port]));
    check_words_of_the_table(&said.out);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(said.out.contains("not Gasoline") && said.out.contains("hint: "), "{}", said.out);
}

#[test]
fn a_snapshot_goes_to_stdout_or_to_a_file() {
    let server = Server::start();
    let port = server.port.to_string();
    server.feed("/logs", &json!({"entries": [
        {"level": "log", "message": "one"}, {"level": "log", "message": "two", "test_id": "a › b"},
    ]}));
    let count = |said: &Said| {
        assert_eq!(said.code, Some(0), "{}", said.err);
        let snapshot: Value = serde_json::from_str(&said.out).expect("stdout is the snapshot");
        snapshot["logs"].as_array().map(Vec::len)
    };
    assert_eq!(count(&run(gasoline().args(["snapshot", "--port", &port]))), Some(2));
    assert_eq!(
        count(&run(gasoline().args(["snapshot", "--port", &port, "--test-id", "a › b"]))),
        Some(1)
    );
    assert_eq!(
        count(&run(gasoline().args(["snapshot", "--port", &port, "--since", "c1"]))),
        Some(1)
    );

    let folder = Folder::new();
    let file = folder.path().join("run.json");
    let said = run(gasoline().args(["snapshot", "--port", &port, "--output"]).arg(&file));
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""));
    assert!(said.err.contains("run.json"), "{}", said.err);
    let saved: Value = serde_json::from_slice(&fs::read(&file).expect("the file")).expect("JSON");
    assert_eq!(saved["logs"].as_array().map(Vec::len), Some(2));
    assert!(saved["tests"].is_array());

    let nowhere = folder.path().join("no/such/folder/x.json");
    check_refused(
        &run(gasoline().args(["snapshot", "--port", &port, "--output"]).arg(nowhere)),
        &["error: ", "hint: "],
    );
    check_refused(
        &run(gasoline().args(["snapshot", "--port", &port, "--since", "soon"])),
        &["soon", "hint: "],
    );
    let nobody = free_port().to_string();
    check_refused(
        &run(gasoline().args(["snapshot", "--port", &nobody])),
        &["no server answers", "hint: ", "gasoline serve"],
    );
}

#[test]
fn completions_are_scripts_for_their_shell() {
    for (shell, word) in
        [("bash", "complete -F"), ("zsh", "#compdef gasoline"), ("fish", "complete -c gasoline")]
    {
        let said = run(gasoline().args(["completions", shell]));
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{shell}");
        assert!(said.out.contains(word), "{shell}: {}", &said.out[..300]);
        assert!(said.out.contains("doctor") && said.out.contains("idle-exit-seconds"), "{shell}");
    }
}

#[test]
fn install_prints_a_block_that_is_json_and_touches_nothing() {
    for client in CLIENTS {
        let home = Folder::new();
        let said = run(at_home(&home).args(["install", client]));
        assert_eq!(said.code, Some(0), "{client}: {}", said.err);
        let block: Value = serde_json::from_str(&said.out)
            .unwrap_or_else(|error| panic!("{client}: stdout is no JSON ({error}): {}", said.out));
        let servers = block.as_object().and_then(|all| all.values().next()).expect("the servers");
        assert!(servers["gasoline"].is_object(), "{client}: {block}");
        assert!(!said.err.is_empty(), "{client}: where to put it");
        assert_eq!(fs::read_dir(home.path()).expect("the home").count(), 0, "{client}");
    }
}

#[test]
fn install_writes_without_damaging_what_is_there() {
    for (client, file, key) in [
        ("claude-code", ".claude.json", "mcpServers"),
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".config/Code/User/mcp.json", "servers"),
        ("windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
        ("zed", ".config/zed/settings.json", "context_servers"),
    ] {
        let home = Folder::new();
        let write = || run(at_home(&home).args(["install", client, "--write", "--port", "7999"]));
        let said = write();
        assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{client}: {}", said.err);
        let read = || -> Value {
            let text = fs::read_to_string(home.path().join(file))
                .unwrap_or_else(|error| panic!("{client}: {error}"));
            serde_json::from_str(&text).expect("JSON")
        };
        let entry = read()[key]["gasoline"].clone();
        assert!(entry.to_string().contains("7999"), "{client}: {entry}");
        assert!(entry.to_string().contains("mcp"), "{client}: {entry}");

        home.write(file, &json!({"mine": [1, 2], key: {"other": {"command": "x"}}}).to_string());
        assert_eq!(write().code, Some(0), "{client}");
        let merged = read();
        assert_eq!(merged["mine"], json!([1, 2]), "{client}");
        assert_eq!(merged[key]["other"], json!({"command": "x"}), "{client}");
        assert_eq!(merged[key]["gasoline"], entry, "{client}");
        let before = fs::read(home.path().join(file)).expect("the file");
        assert_eq!(write().code, Some(0), "{client}");
        assert_eq!(
            fs::read(home.path().join(file)).expect("the file"),
            before,
            "{client}: twice is once"
        );

        home.write(file, "{ broken");
        check_refused(&write(), &["error: ", "hint: "]);
        assert_eq!(fs::read(home.path().join(file)).expect("the file"), b"{ broken", "{client}");
    }
}

#[test]
fn what_install_writes_is_what_an_editor_can_start() {
    let home = Folder::new();
    let background = Background { port: free_port() };
    let port = background.port.to_string();
    run(at_home(&home).args(["install", "cursor", "--write", "--port", &port]));
    let text = fs::read_to_string(home.path().join(".cursor/mcp.json")).expect("the file");
    let config: Value = serde_json::from_str(&text).expect("JSON");
    let entry = &config["mcpServers"]["gasoline"];
    let mut command = Command::new(entry["command"].as_str().expect("a command"));
    crate::support::process::clean(&mut command);
    command.env("GASOLINE_IDLE_EXIT_SECONDS", "60");
    command.args(entry["args"].as_array().expect("arguments").iter().filter_map(Value::as_str));
    for (name, value) in entry["env"].as_object().into_iter().flatten() {
        command.env(name, value.as_str().expect("a text"));
    }
    let mut editor = Editor::run(&mut command);
    assert!(!editor.call("get_status", &json!({})).is_error);
    assert!(background.pid().is_some(), "on the port that was asked for");
}

#[test]
fn a_projects_own_file_is_written_in_its_folder() {
    let home = Folder::new();
    for (client, file) in [
        ("claude-code", ".mcp.json"),
        ("cursor", ".cursor/mcp.json"),
        ("vscode", ".vscode/mcp.json"),
        ("zed", ".zed/settings.json"),
    ] {
        let project = Folder::new();
        let mut command = at_home(&home);
        let said = run(command
            .args(["install", client, "--write", "--project"])
            .current_dir(project.path()));
        assert_eq!(said.code, Some(0), "{client}: {}", said.err);
        assert!(project.path().join(file).is_file(), "{client}");
    }
    for client in ["claude-desktop", "windsurf"] {
        check_refused(
            &run(at_home(&home).args(["install", client, "--write", "--project"])),
            &["hint: "],
        );
    }
}

#[test]
fn every_flag_can_be_said_by_the_environment() {
    let server = Server::start();
    let said = run(gasoline().arg("snapshot").env("GASOLINE_PORT", server.port.to_string()));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let said = run(gasoline()
        .args(["snapshot", "--port", &free_port().to_string()])
        .env("GASOLINE_PORT", server.port.to_string()));
    assert_eq!(said.code, Some(2), "what is typed wins");

    let send = |server: &Server| {
        let headers = [("Origin", "https://staging.example"), ("Content-Type", "text/plain")];
        server.ask("POST", "/logs", &headers, br#"{"entries":[]}"#).status
    };
    assert_eq!(send(&server), 403);
    let serve = |name: &str, value: &str| {
        Server::run(gasoline().args(["serve", "--port", "0"]).env(name, value))
    };
    for (value, status) in
        [("true", 200), ("1", 200), ("yes", 200), ("false", 403), ("0", 403), ("", 403)]
    {
        assert_eq!(send(&serve("GASOLINE_CI", value)), status, "GASOLINE_CI={value}");
    }
    assert_eq!(
        send(&serve("GASOLINE_ALLOW_ORIGIN", "https://a.example,https://staging.example")),
        200
    );

    let mut editor = Editor::run(
        gasoline()
            .args(["mcp", "--port", &server.port.to_string()])
            .env("GASOLINE_TOOLS", "get_status"),
    );
    let tools = editor.request("tools/list", &json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(1));
    let mut editor = Editor::run(
        gasoline()
            .args(["mcp", "--port", &server.port.to_string()])
            .env("GASOLINE_EXCLUDE_TOOLS", "get_status"),
    );
    let tools = editor.request("tools/list", &json!({}))["result"]["tools"].clone();
    assert!(!tools.to_string().contains("\"get_status\""));

    let mut ending = serve("GASOLINE_IDLE_EXIT_SECONDS", "1");
    assert_eq!(ending.process.end().code(), Some(0));
    let folder = Folder::new();
    let file = folder.path().join("out.json");
    let said = run(gasoline()
        .args(["snapshot", "--port", &server.port.to_string()])
        .env("GASOLINE_OUTPUT", &file));
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""));
    assert!(file.is_file());
    let home = Folder::new();
    assert_eq!(
        run(at_home(&home).args(["install", "cursor"]).env("GASOLINE_WRITE", "true")).code,
        Some(0)
    );
    assert!(home.path().join(".cursor/mcp.json").is_file());
}

#[test]
fn without_a_command_a_pipe_gets_mcp() {
    let server = Server::start();
    let mut editor = Editor::run(gasoline().args(["--port", &server.port.to_string()]));
    assert!(!editor.call("get_status", &json!({})).is_error);
    let mut editor = Editor::run(
        gasoline()
            .args(["--port", &server.port.to_string()])
            .env("GASOLINE_TOOLS", "get_status,validate_api"),
    );
    let tools = editor.request("tools/list", &json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(2), "variables hold as they do for `mcp`");
    let port = server.port.to_string();
    let mut few = Editor::run(gasoline().args(["--tools", "get_status", "--port", &port]));
    let tools = few.request("tools/list", &json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(1), "and so do its flags");
    let refused = editor.call("validate_api", &json!({}));
    assert!(refused.is_error);
    let said = "`action` is missing; one of `analyze`, `report`, `clear`";
    assert!(refused.text.contains(said), "{}", refused.text);
}
