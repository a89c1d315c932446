//! The commands, run as the real binary: against the server of this process, or saved sessions.

use super::golden::Golden;
use super::server::Server;
use super::session::{Batch, SESSIONS, Session};
use crate::support::process::{Said, gasoline, run};

/// Each golden and its command lines. `$PORT` is the server's; `$BEFORE` and `$AFTER` are saved
/// snapshots of the session and of what follows it, `$FOLDER` is where they are.
#[rustfmt::skip]
const OF_SESSIONS: [(&str, &[&str]); 14] = [
    ("report-text", &["report --port $PORT", "report --severity info --from $BEFORE $AFTER", "report --test-id $TITLE --port $PORT", "report --since $SINCE --port $PORT", "report --test-id nowhere --from $BEFORE", "report --since yesterday --from $BEFORE"]),
    ("report-json", &["report --format json --port $PORT", "report --format json --from $BEFORE", "report --format json --severity warn --from $AFTER"]),
    ("report-ai-context", &["report --format ai-context --port $PORT", "report --format ai-context --from $BEFORE $AFTER"]),
    ("report-junit", &["report --format junit --port $PORT", "report --format junit --from $BEFORE $AFTER"]),
    ("report-html", &["report --format html --port $PORT"]),
    ("report-github", &["report --format github --port $PORT", "report --format github --from $BEFORE"]),
    ("export-sarif", &["export sarif --port $PORT", "export sarif --severity-min critical --port $PORT", "export sarif --test-id $TEST --port $PORT"]),
    ("export-openapi", &["export openapi --port $PORT"]),
    ("export-har", &["export har --port $PORT", "export har --from $AFTER", "export har --test-id $TITLE --from $BEFORE"]),
    ("export-otlp", &["export otlp --port $PORT", "export otlp --test-id $TITLE --from $BEFORE", "export otlp --from $FOLDER/nowhere.json"]),
    ("diff-text", &["diff $BEFORE $AFTER", "diff $AFTER $BEFORE", "diff $BEFORE $BEFORE", "diff $BEFORE $AFTER --url-filter $PAGE"]),
    ("diff-json", &["diff --format json $BEFORE $AFTER", "diff --format json $AFTER $BEFORE"]),
    ("snapshot", &["snapshot --port $PORT --output $FOLDER/saved.json", "snapshot --port $PORT --since $SINCE --no-pictures", "snapshot --port $PORT --test-id $TEST"]),
    ("doctor", &["doctor --port $PORT"]),
];

/// Those that a session does not matter to: they run in the first one.
#[rustfmt::skip]
const OF_NONE: [(&str, &[&str]); 14] = [
    ("help", &["--help", "-V", "nonsense", "--nonsense"]),
    ("help-demo", &["demo --help", "demo --headed --no-browser"]),
    ("help-serve", &["serve --help", "serve --tools nonsense", "serve --allow-origin nonsense", "serve --otlp https://elsewhere.test", "serve --save-dir /nowhere/at/all"]),
    ("help-mcp", &["mcp --help", "mcp --tools nonsense"]),
    ("help-doctor", &["doctor --help"]),
    ("help-snapshot", &["snapshot --help", "snapshot --output"]),
    ("help-report", &["report --help", "report --format nonsense", "report --from $FOLDER/nowhere.json", "report --from $FOLDER/broken.json"]),
    ("help-diff", &["diff --help", "diff", "diff --format nonsense a b", "diff $FOLDER/nowhere.json $FOLDER/broken.json", "diff $FOLDER/broken.json $FOLDER/broken.json"]),
    ("help-export", &["export --help", "export", "export nonsense", "export sarif --help", "export openapi --help", "export har --help", "export otlp --help"]),
    ("help-attach", &["attach --help", "attach", "attach --cdp nonsense"]),
    ("help-extension", &["extension --help", "extension $FOLDER/extension", "extension $FOLDER/broken.json"]),
    ("help-install", &["install --help", "install nonsense", "install claude-code", "install claude-desktop", "install cursor --project", "install vscode --port 7891", "install windsurf", "install zed", "install cursor --write", "install cursor --write", "install zed --project --user"]),
    ("help-completions", &["completions --help", "completions fish", "completions nonsense"]),
    ("help-man", &["man --help", "man"]),
];

pub(super) fn names(session: &str) -> Vec<&'static str> {
    let of_none = OF_NONE.iter().filter(|_| session == SESSIONS[0]);
    OF_SESSIONS.iter().chain(of_none).map(|(name, _)| *name).collect()
}

/// A session as `/snapshot` saves it, and by itself what follows it.
pub(super) struct Saved {
    before: String,
    after: String,
}

impl Saved {
    pub(super) fn new(session: &Session) -> Self {
        let save = |batches: &[Batch]| {
            let mut server = Server::start(session, 1);
            server.play(batches);
            server.ask("GET", "/snapshot", &[], b"").text()
        };
        Self { before: save(&session.batches), after: save(&session.later) }
    }
}

pub(super) fn make(
    session: &Session,
    saved: &Saved,
    mut golden: Golden,
    name: &str,
) -> Option<String> {
    let (_, lines) =
        OF_SESSIONS.iter().chain(&OF_NONE).find(|(known, _)| *known == name).expect("a command");
    let mut server = Server::start(session, 1);
    server.play(&session.batches);
    let folder = &server.folder;
    folder.write("broken.json", "{\"entries\": [");
    folder.write("before.json", &saved.before);
    folder.write("after.json", &saved.after);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let names = [
        ("$PORT", server.port.to_string()),
        ("$BEFORE", file("before.json")),
        ("$AFTER", file("after.json")),
        ("$FOLDER", file("")),
    ];
    for line in *lines {
        let words = line.split(' ').map(|word| {
            let word =
                names.iter().fold(word.to_owned(), |word, (name, value)| word.replace(name, value));
            session.fill_in(&word, str::to_owned)
        });
        golden.step(&format!("gasoline {line}"));
        let said = run(gasoline()
            .args(words)
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("PATH", folder.path())
            .env_remove("COLUMNS"));
        show(&mut golden, &said);
    }
    golden.finish(&server)
}

fn show(golden: &mut Golden, said: &Said) {
    golden.text(&format!("exit code {}", said.code.unwrap_or(-1)), "");
    golden.json_or_text("stdout", &said.out);
    golden.text("stderr", &said.err);
}

/// What the product itself lists: the commands, and the formats that some take.
pub(super) fn offered() -> Vec<String> {
    let mut offered =
        listed("--help").iter().map(|name| format!("help-{name}")).collect::<Vec<_>>();
    offered.extend(listed("export --help").iter().map(|name| format!("export-{name}")));
    for (command, line) in [("report", "report --format ?"), ("diff", "diff --format ? a b")] {
        let said = run(gasoline().args(line.split(' '))).err;
        let values =
            said.split("[possible values: ").nth(1).and_then(|rest| rest.split(']').next());
        offered.extend(
            values.expect("a list of formats").split(", ").map(|name| format!("{command}-{name}")),
        );
    }
    offered
}

/// The commands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let said = run(gasoline().args(help.split(' '))).out;
    let list = said.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let names =
        list.expect("a list of commands").lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
