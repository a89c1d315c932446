//! `gasoline demo` without a browser: the whole story as text, and what may stand in its way.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::support::folder::Folder;
use crate::support::http::Connection;
use crate::support::process::{Guarded, Said, free_port, gasoline, run, signal};
use expect_test::expect_file;

/// `gasoline demo` in a folder of its own.
fn demo(folder: &Folder, words: &[&str]) -> Command {
    let mut command = gasoline();
    command.current_dir(folder.path()).arg("demo").args(words);
    command
}

/// The same where a shell knows the program as `gasoline`.
fn demo_on_path(folder: &Folder, words: &[&str]) -> Command {
    let mut command = demo(folder, words);
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).expect("a folder");
    symlink(command.get_program(), bin.join("gasoline")).expect("a link");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [bin].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).expect("a PATH"));
    command
}

fn spec(folder: &Folder) -> String {
    fs::read_to_string(folder.path().join("gasoline-demo/shop.spec.ts")).unwrap_or_default()
}

/// What a text looks like when ports, times and dates are left out.
fn without_what_differs(text: &str) -> String {
    /// `9` stands for any digit.
    const PATTERNS: [&str; 4] =
        ["99:99:99.999", "9999-99-99T99:99:99.999Z", "127.0.0.1:99999", "localhost:99999"];
    let mut rest = text;
    let mut plain = String::new();
    while let Some(first) = rest.chars().next() {
        let is_match = |pattern: &&&str| {
            let mut letters = rest.chars();
            pattern.chars().all(|wanted| match (wanted, letters.next()) {
                ('9', Some(found)) => found.is_ascii_digit(),
                (_, found) => found == Some(wanted),
            })
        };
        let found = PATTERNS.iter().find(is_match);
        let length = found.map_or(first.len_utf8(), |pattern| pattern.len());
        plain.push_str(found.copied().unwrap_or(&rest[..length]));
        rest = &rest[length..];
    }
    plain
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_refusal(said: &Said, error: &str, hint: &str) {
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert_eq!(said.out, "");
    assert!(said.err.starts_with(&format!("error: {error}")), "{}", said.err);
    assert!(said.err.contains(&format!("\nhint: {hint}")), "{}", said.err);
}

#[test]
fn without_a_browser_the_recorded_session_tells_the_whole_story() {
    let folder = Folder::new();
    let said = run(&mut demo_on_path(&folder, &["--no-browser", "--once"]));
    assert_eq!((said.code, &*said.err), (Some(0), ""));
    expect_file!["../../demo/recorded.txt"].assert_eq(&without_what_differs(&said.out));
    expect_file!["../../demo/recorded.spec.ts"].assert_eq(&without_what_differs(&spec(&folder)));
    for line in said.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(!said.out.contains("sk_live_") && !spec(&folder).contains("sk_live_"));
}

#[test]
fn it_ends_in_commands_that_work_where_it_was_started() {
    let folder = Folder::new();
    let mut command = demo(&folder, &["--no-browser", "--once"]);
    let program = command.get_program().to_string_lossy().into_owned();
    // Nothing else is called `gasoline` there.
    let said = run(command.env("PATH", folder.path()));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let found = said.out.lines().find_map(|line| line.trim().strip_prefix("your browser  "));
    let words = found.expect("how to go on");
    assert!(words.ends_with("/gasoline extension") || words.ends_with("/gasoline' extension"));
    let went_on = Command::new("/bin/sh").args(["-c", words]).current_dir(folder.path()).output();
    let went_on = went_on.expect("a shell");
    assert!(went_on.status.success(), "{program} was called {words}: {went_on:?}");
    assert!(folder.path().join("gasoline-extension/manifest.json").exists());
}

#[test]
fn where_no_browser_is_found_or_it_does_not_start_the_recorded_session_is_played() {
    let folder = Folder::new();
    let said = run(demo(&folder, &["--once"]).env("PATH", folder.path()));
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(in_one_line(&said.out).contains("No Chromium or Chrome was found"), "{}", said.out);
    assert!(said.out.contains("│ fixed: "), "{}", said.out);

    let said = run(&mut demo(&folder, &["--once", "--browser", "/bin/false"]));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let why = "`/bin/false` did not start (it ended at once, exit status: 1), so";
    assert!(in_one_line(&said.out).contains(why), "{}", said.out);
    assert!(said.out.contains("│ fixed: "), "{}", said.out);
}

#[test]
fn what_stands_in_the_way_is_told_before_anything_is_done() {
    let folder = Folder::new();
    let said = run(&mut demo(&folder, &["--browser", "/nonexistent"]));
    check_refusal(&said, "`/nonexistent` is no program", "leave `--browser` out");

    let holder = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = holder.local_addr().expect("an address").port().to_string();
    let said = run(&mut demo(&folder, &["--no-browser", "--port", &port]));
    check_refusal(
        &said,
        &format!("cannot listen on 127.0.0.1:{port}"),
        "leave `--port` (or GASOLINE_PORT)",
    );
    assert!(!folder.path().join("gasoline-demo").exists(), "an empty folder was left behind");

    folder.write("taken", "a file");
    let said = run(&mut demo(&folder, &["--no-browser", "--output", "taken"]));
    check_refusal(&said, "cannot write into `taken`", "name a folder");
}

#[test]
fn only_what_an_earlier_demo_wrote_is_written_over() {
    let folder = Folder::new();
    for theirs in [&b"// my own test\n"[..], b"\xff\xfe"] {
        folder.write("gasoline-demo/shop.spec.ts", "");
        let file = folder.path().join("gasoline-demo/shop.spec.ts");
        fs::write(&file, theirs).expect("a file");
        let said = run(&mut demo(&folder, &["--no-browser", "--once"]));
        check_refusal(&said, "`gasoline-demo/shop.spec.ts` is there already", "move it away");
        assert_eq!(fs::read(&file).expect("the file"), theirs);
    }
    folder.write("other/shop.spec.ts", "// Written by `gasoline demo`, long ago.\n");
    let said = run(&mut demo(&folder, &["--no-browser", "--once", "--output", "other"]));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let written = fs::read_to_string(folder.path().join("other/shop.spec.ts")).expect("the test");
    assert!(written.contains("// 1. Open /"), "{written}");
}

#[test]
fn dashboard_and_shop_stay_open_until_the_user_ends_them() {
    let folder = Folder::new();
    let port = free_port();
    let mut command = demo(&folder, &["--no-browser", "--stay", "--port", &port.to_string()]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut process = Guarded(child.expect("it starts"));
    let out = BufReader::new(process.0.stdout.take().expect("its stdout"));
    let told: Vec<String> = out
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.contains("Ctrl-C ends the demo."))
        .collect();
    let told = told.join("\n");
    assert!(told.contains(&format!("dashboard     http://127.0.0.1:{port}/")), "{told}");
    let needs = told.find("npm i -D @playwright/test").expect("what a test needs");
    let runs = told.find("npx playwright test ").expect("how the test is run");
    assert!(needs < runs, "{told}");

    let health = Connection::open(port).ask("GET", "/health", &[], b"").json();
    assert_eq!(health["name"], "gasoline");
    let shop = told.split("the shop      http://127.0.0.1:").nth(1).expect("the shop's address");
    let shop: u16 = shop.split('/').next().expect("a port").parse().expect("a number");
    let page = Connection::open(shop).ask("GET", "/", &[], b"").text();
    assert!(page.contains("Kiln"), "{page}");
    // The fixes are in at the end, and the bugs can be had again.
    let config = || Connection::open(shop).ask("GET", "/api/config", &[], b"").text();
    assert!(!config().contains("sk_live_"));
    Connection::open(shop).ask("POST", "/bugs", &[], br#"{"on":true}"#);
    assert!(config().contains("sk_live_"));

    signal("INT", process.pid());
    assert_eq!(process.end().code(), Some(0));
}
