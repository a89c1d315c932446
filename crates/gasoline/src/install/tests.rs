//! Configs before and after, the places they are in, and what is said about it.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::merge::Entry;
use super::system::Os;
use super::*;

fn entry() -> Entry {
    Entry { kind: None, command: "/bin/gasoline".into(), launch: vec!["mcp".into()], port: None }
}

/// What becomes of a config with `mcpServers`. A second merge never changes anything.
#[track_caller]
fn merged(before: &str) -> Merged {
    let merged = merge(before, "mcpServers", &entry()).expect("a good config");
    if let Merged::Added(after) | Merged::Updated(after) = &merged {
        assert_eq!(merge(after, "mcpServers", &entry()), Ok(Merged::Unchanged));
    }
    merged
}

#[track_caller]
fn check_added(before: &str, expected: &str) {
    assert_eq!(merged(before), Merged::Added(expected.to_owned()));
}

#[track_caller]
fn check_updated(before: &str, expected: &str) {
    assert_eq!(merged(before), Merged::Updated(expected.to_owned()));
}

const BLOCK: &str = r#"{
  "mcpServers": {
    "gasoline": {
      "command": "/bin/gasoline",
      "args": ["mcp"]
    }
  }
}
"#;

#[test]
fn an_empty_file_becomes_the_printed_block() {
    check_added("", BLOCK);
    check_added(" \n\n", BLOCK);
    check_added("{}", BLOCK.trim_end());
    check_added("{ }\n", BLOCK);
    check_added("{\n}\n", BLOCK);
}

#[test]
fn other_servers_keep_their_place_and_their_words() {
    check_added(
        r#"{
  "mcpServers": {
    "b": {"command": "b", "env": {"TOKEN": "s3cret"}},
    "a": {
      "command": "a"
    }
  },
  "theme": "dark"
}
"#,
        r#"{
  "mcpServers": {
    "b": {"command": "b", "env": {"TOKEN": "s3cret"}},
    "a": {
      "command": "a"
    },
    "gasoline": {
      "command": "/bin/gasoline",
      "args": ["mcp"]
    }
  },
  "theme": "dark"
}
"#,
    );
}

#[test]
fn a_config_without_servers_gets_them_at_its_end() {
    check_added(
        "{\n\t\"theme\": \"dark\"\n}\n",
        "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"gasoline\": {\n\
         \t\t\t\"command\": \"/bin/gasoline\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n",
    );
}

#[test]
fn indentation_is_that_of_the_file() {
    check_added(
        "{\n    \"mcpServers\": {}\n}",
        "{\n    \"mcpServers\": {\n        \"gasoline\": {\n            \
         \"command\": \"/bin/gasoline\",\n            \"args\": [\"mcp\"]\n        }\n    }\n}",
    );
}

#[test]
fn comments_and_trailing_commas_stay_where_they_are() {
    check_added(
        r#"// Settings
{
  /* servers */
  "mcpServers": { // all of them
    "a": { "command": "a" }, // the first, with a "}" in it
    // "old": { "command": "old" },
  },
  "theme": "dark", // at night
}
// end
"#,
        r#"// Settings
{
  /* servers */
  "mcpServers": { // all of them
    "a": { "command": "a" }, // the first, with a "}" in it
    "gasoline": {
      "command": "/bin/gasoline",
      "args": ["mcp"]
    },
    // "old": { "command": "old" },
  },
  "theme": "dark", // at night
}
// end
"#,
    );
}

#[test]
fn a_comma_goes_before_the_comment_of_its_line() {
    check_added(
        "{\n  \"mcpServers\": {\n    \"a\": 1 /* one */ // two\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": 1, /* one */ // two\n    \"gasoline\": {\n      \
         \"command\": \"/bin/gasoline\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
}

#[test]
fn an_object_with_only_a_comment_keeps_it() {
    check_added(
        "{\n  \"mcpServers\": { // none yet\n  }\n}",
        "{\n  \"mcpServers\": { // none yet\n    \"gasoline\": {\n      \
         \"command\": \"/bin/gasoline\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
    check_added("// only words\n", &format!("// only words\n{BLOCK}"));
}

#[test]
fn what_is_on_one_line_stays_on_one_line() {
    check_added(
        r#"{"mcpServers":{"a":{"command":"a"}},"x":1}"#,
        r#"{"mcpServers":{"a":{"command":"a"},"gasoline":{"command":"/bin/gasoline","args":["mcp"]}},"x":1}"#,
    );
    check_added(
        r#"{"mcpServers": {}}"#,
        r#"{"mcpServers": {"gasoline": {"command": "/bin/gasoline", "args": ["mcp"]}}}"#,
    );
    check_added(
        r#"{"x": [1, 2,],}"#,
        r#"{"x": [1, 2,], "mcpServers": {"gasoline": {"command": "/bin/gasoline", "args": ["mcp"]}},}"#,
    );
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    let windows = BLOCK.replace('\n', "\r\n");
    check_added("\u{feff}{\r\n}\r\n", &format!("\u{feff}{windows}"));
    check_added("\u{feff}", &format!("\u{feff}{BLOCK}"));
    check_added("// words\r\n", &format!("// words\r\n{windows}"));
    check_added(
        "{\r\n  \"x\": 1 // one\r\n}",
        "{\r\n  \"x\": 1, // one\r\n  \"mcpServers\": {\r\n    \"gasoline\": {\r\n      \
         \"command\": \"/bin/gasoline\",\r\n      \"args\": [\"mcp\"]\r\n    }\r\n  }\r\n}",
    );
}

#[test]
fn an_entry_that_says_the_same_is_left_alone_however_it_is_written() {
    for same in [
        BLOCK,
        r#"{"mcpServers":{"gasoline":{"args":["mcp"],"command":"/bin/gasoline"}}}"#,
        r#"{"mcpServers":{"gasoline":{"args":["mcp",/**/],"command":"\/bin\/gasol\u0069ne"}}}"#,
        r#"{"mcpServers":{"gasoline":{"command":"/bin/gasoline","args":["mcp","--tools","core"]}}}"#,
    ] {
        assert_eq!(merged(same), Merged::Unchanged, "{same}");
    }
}

#[test]
fn an_older_entry_is_updated_in_its_place_and_keeps_what_else_it_has() {
    check_updated(
        r#"{
  "mcpServers": {
    "gasoline": {
      // from the archive
      "command": "/old/gasoline",
      "args": ["mcp", "--port", "9000", "--tools", "core"],
      "env": { "RUST_LOG": "info" }, // loud
      "disabled": false
    },
    "z": {}
  }
}"#,
        r#"{
  "mcpServers": {
    "gasoline": {
      // from the archive
      "command": "/bin/gasoline",
      "args": ["mcp", "--tools", "core"],
      "env": { "RUST_LOG": "info" }, // loud
      "disabled": false
    },
    "z": {}
  }
}"#,
    );
    check_updated(
        r#"{"mcpServers":{"gasoline":{"command":"npx","args":["-y","gasoline-mcp"]}}}"#,
        r#"{"mcpServers":{"gasoline":{"command":"/bin/gasoline","args":["mcp"]}}}"#,
    );
}

#[test]
fn an_entry_without_a_command_is_replaced_as_a_whole() {
    for other in [r#"{"type":"http","url":"http://127.0.0.1:7890/mcp"}"#, "null", "[1, 2]"] {
        check_updated(
            &format!(r#"{{"mcpServers":{{"gasoline":{other},"z":1}}}}"#),
            r#"{"mcpServers":{"gasoline":{"command":"/bin/gasoline","args":["mcp"]},"z":1}}"#,
        );
    }
}

#[test]
fn of_a_key_written_twice_the_last_counts() {
    check_added(
        r#"{"mcpServers": 1, "mcpServers": {"a": 1}}"#,
        r#"{"mcpServers": 1, "mcpServers": {"a": 1, "gasoline": {"command": "/bin/gasoline", "args": ["mcp"]}}}"#,
    );
}

#[test]
fn an_unusual_port_is_said_and_a_usual_one_taken_back() {
    let at = |port| Entry { port, ..entry() };
    let with = merge("{}", "mcpServers", &at(Some(9000)));
    let Ok(Merged::Added(with)) = with else { panic!("{with:?}") };
    assert!(with.contains(r#""args": ["mcp", "--port", "9000"]"#), "{with}");
    assert_eq!(merge(&with, "mcpServers", &at(Some(9000))), Ok(Merged::Unchanged));

    let joined = with.replace(r#""--port", "9000""#, r#""--port=9000""#);
    assert_eq!(merge(&joined, "mcpServers", &at(Some(9000))), Ok(Merged::Unchanged));
    check_updated(&joined, BLOCK.trim_end());
}

/// The servers are under `mcpServers` of a Cursor config with this content.
#[track_caller]
fn check_refused(content: &[u8], expected: &str) {
    let request = Request { client: Client::Cursor, scope: Scope::User, port: 7890 };
    let error = plan(request, &linux(), |_| Ok(content.to_vec())).expect_err("a bad config");
    assert_eq!(error.with_hint(), expected);
}

#[test]
fn what_is_not_json_is_refused_with_its_line() {
    let by_hand = "or paste what `gasoline install cursor` prints into it";
    for (content, place) in [
        ("{\"a\": 1", "Unterminated object on line 1 column 1"),
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "Expected comma on line 2 column 9"),
        ("{\"a\": 'b'}", "Single-quoted strings are not allowed on line 1 column 7"),
        ("{a: 1}", "Expected string for object property on line 1 column 2"),
        (
            "{\"a\" 1}",
            "Expected colon after the string or word in object property on line 1 column 6",
        ),
        ("{\"ä\": tru}", "Unexpected token on line 1 column 7"),
        ("{\"a\": 01}", "Expected comma on line 1 column 8"),
        ("{\"a\": \"b\n\"}", "Control character in the string on line 1"),
        ("{\"a\": \"\\x\"}", "Invalid escape on line 1 column 8"),
        ("{,}", "Unexpected token in object on line 1 column 2"),
        ("[1,,2]", "Unexpected comma on line 1 column 4"),
        ("{} // end\n}", "Text cannot contain more than one JSON value on line 2 column 1"),
        ("{ /* ", "Unterminated comment block on line 1 column 3"),
        ("\u{feff}{]", "Unexpected token in object on line 1 column 2"),
    ] {
        let line: String = place.chars().filter(char::is_ascii_digit).take(1).collect();
        check_refused(
            content.as_bytes(),
            &format!(
                "`/home/ann/.cursor/mcp.json` is not JSON: {place}\n\
                 hint: fix line {line} and try again, {by_hand}"
            ),
        );
    }
    check_refused(
        b"{\"half\\ud83d\": 1}",
        "`/home/ann/.cursor/mcp.json` is not JSON: Invalid unicode escape sequence. 'd83d (unpaired \
         high surrogate)' is not a valid UTF8 character on line 1 column 7\n\
         hint: fix line 1 and try again, or paste what `gasoline install cursor` prints into it",
    );
    check_refused(
        "[".repeat(100_000).as_bytes(),
        "`/home/ann/.cursor/mcp.json` is not JSON: Maximum nesting depth exceeded on line 1 column 513\n\
         hint: fix line 1 and try again, or paste what `gasoline install cursor` prints into it",
    );
}

#[test]
fn json_of_another_shape_is_refused() {
    let hint = "hint: paste what `gasoline install cursor` prints into it";
    for (content, found) in [
        ("[]", "`/home/ann/.cursor/mcp.json` is an array, not an object"),
        (
            "{\"mcpServers\": []}",
            "`mcpServers` in `/home/ann/.cursor/mcp.json` is an array, not an object",
        ),
        (
            "{\"mcpServers\": null}",
            "`mcpServers` in `/home/ann/.cursor/mcp.json` is null, not an object",
        ),
    ] {
        check_refused(content.as_bytes(), &format!("{found}\n{hint}"));
    }
    check_refused(
        b"\xff\xfe{\0}\0",
        "`/home/ann/.cursor/mcp.json` is not UTF-8 text\n\
         hint: save it as UTF-8, or paste what `gasoline install cursor` prints into it",
    );
}

#[test]
fn odd_but_valid_json_is_read() {
    check_added(
        "{\"odd\": [1e999, -0.5E+3, \"\\\"//\\\\\", true, {}, []], \"mcpServ\\u0065rs\": {\"a\": 0}}",
        "{\"odd\": [1e999, -0.5E+3, \"\\\"//\\\\\", true, {}, []], \"mcpServ\\u0065rs\": {\"a\": 0, \
         \"gasoline\": {\"command\": \"/bin/gasoline\", \"args\": [\"mcp\"]}}}",
    );
}

mod any_config {
    use gasoline_random::{CASES, Random, for_all};
    use serde_json::Value as Json;

    use super::super::jsonc::parse;
    use super::*;

    /// White space and comments between two tokens.
    fn gap(random: &mut Random) -> &'static str {
        random.one_of(&[
            "",
            "",
            "",
            " ",
            "\n",
            "\n  ",
            "\n\t",
            "\r\n    ",
            " // \"},{\n",
            " /* { */ ",
            "/*\n*/",
        ])
    }

    fn value(random: &mut Random, depth: u32) -> String {
        match random.number::<u8>(0..if depth == 0 { 1 } else { 3 }) {
            0 => random.one_of(&["1", "-2.5e3", "true", "null", "\"a\\\"}\"", "\"é\""]).to_owned(),
            1 => object(random, depth - 1),
            _ => list(random, depth - 1),
        }
    }

    fn list(random: &mut Random, depth: u32) -> String {
        let item =
            |random: &mut Random| format!("{}{}{}", gap(random), value(random, depth), gap(random));
        let items = random.list(0..4, item);
        format!("[{}]", closed(&items, random))
    }

    fn object(random: &mut Random, depth: u32) -> String {
        let member = |random: &mut Random| {
            let key = random.one_of(&["mcpServers", "gasoline", "command", "args", "x", "url"]);
            let value = value(random, depth);
            format!("{}\"{key}\":{}{value}{}", gap(random), gap(random), gap(random))
        };
        let members = random.list(0..4, member);
        format!("{{{}}}", closed(&members, random))
    }

    fn closed(parts: &[String], random: &mut Random) -> String {
        let comma = if random.flag() && !parts.is_empty() { "," } else { "" };
        format!("{}{comma}{}", parts.join(","), gap(random))
    }

    fn config(random: &mut Random) -> String {
        format!("{}{}{}", gap(random), object(random, 4), gap(random))
    }

    fn read(text: &str) -> Json {
        parse(text).expect("JSON").value.map(Json::from).unwrap_or_default()
    }

    fn without_us(mut config: Json) -> Json {
        if let Some(servers) = config.get_mut("mcpServers").and_then(Json::as_object_mut) {
            servers.shift_remove("gasoline");
        }
        if config
            .get("mcpServers")
            .is_some_and(|servers| servers == &Json::Object([].into_iter().collect()))
        {
            config.as_object_mut().expect("an object").shift_remove("mcpServers");
        }
        config
    }

    /// Every letter of `part` appears in `whole`, in order.
    fn is_within(part: &str, whole: &str) -> bool {
        let mut rest = whole.chars();
        part.chars()
            .filter(|letter| !letter.is_whitespace())
            .all(|letter| rest.any(|other| other == letter))
    }

    #[test]
    fn keeps_all_it_had_and_gains_the_entry() {
        let mut merged_count = 0;
        for_all(CASES, |random| {
            let before = config(random);
            let Ok(merged) = merge(&before, "mcpServers", &entry()) else { return };
            merged_count += 1;
            let after = match &merged {
                Merged::Added(after) | Merged::Updated(after) => after,
                Merged::Unchanged => &before,
            };
            let ours = &read(after)["mcpServers"]["gasoline"];
            assert_eq!(&ours["command"], "/bin/gasoline");
            assert_eq!(without_us(read(after)), without_us(read(&before)));
            assert_eq!(merge(after, "mcpServers", &entry()), Ok(Merged::Unchanged));
            if let Merged::Added(after) = &merged {
                assert!(is_within(&before, after), "{after}");
            }
        });
        assert!(merged_count > CASES / 2, "{merged_count}");
    }

    #[test]
    fn never_panics_on_any_text() {
        let characters = "[]{}:,\"\\/*\n abcdefghijklmnopqrstu0123456789é\u{feff}-";
        for_all(CASES, |random| {
            let _ = merge(&random.text_of(characters, 0..41), "mcpServers", &entry());
        });
    }
}

fn linux() -> System {
    System {
        os: Os::Linux,
        home: "/home/ann".into(),
        project: "/home/ann/shop".into(),
        executable: "/opt/gasoline/bin/gasoline".into(),
        on_path: None,
        config_home: None,
        app_data: None,
        claude_config: None,
        claude_package: None,
    }
}

fn mac() -> System {
    System { os: Os::Mac, home: "/Users/ann".into(), ..linux() }
}

fn windows() -> System {
    let app_data = Some("C:/Users/ann/AppData/Roaming".into());
    System { os: Os::Windows, home: "C:/Users/ann".into(), app_data, ..linux() }
}

#[track_caller]
fn check_file(client: Client, system: &System, expected: &str) {
    let file = client.config_file(Scope::User, system).expect("every client has one");
    assert_eq!(file, Path::new(expected));
}

#[test]
fn each_client_has_its_file_on_each_system() {
    use Client::{ClaudeCode, ClaudeDesktop, Cursor, Vscode, Windsurf, Zed};
    for (client, on_linux, on_mac, on_windows) in [
        (ClaudeCode, ".claude.json", ".claude.json", ".claude.json"),
        (
            ClaudeDesktop,
            ".config/Claude/claude_desktop_config.json",
            "Library/Application Support/Claude/claude_desktop_config.json",
            "AppData/Roaming/Claude/claude_desktop_config.json",
        ),
        (Cursor, ".cursor/mcp.json", ".cursor/mcp.json", ".cursor/mcp.json"),
        (
            Vscode,
            ".config/Code/User/mcp.json",
            "Library/Application Support/Code/User/mcp.json",
            "AppData/Roaming/Code/User/mcp.json",
        ),
        (
            Windsurf,
            ".codeium/windsurf/mcp_config.json",
            ".codeium/windsurf/mcp_config.json",
            ".codeium/windsurf/mcp_config.json",
        ),
        (
            Zed,
            ".config/zed/settings.json",
            ".config/zed/settings.json",
            "AppData/Roaming/Zed/settings.json",
        ),
    ] {
        check_file(client, &linux(), &format!("/home/ann/{on_linux}"));
        check_file(client, &mac(), &format!("/Users/ann/{on_mac}"));
        check_file(client, &windows(), &format!("C:/Users/ann/{on_windows}"));
    }
}

#[test]
fn the_guide_names_the_files_and_arguments_of_every_client() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    for client in Client::value_variants() {
        let argument = format!("| `{}` |", client.name());
        let row = guide.lines().find(|line| line.starts_with(&argument)).expect("a row");
        for (system, home) in [(linux(), "/home/ann"), (mac(), "/Users/ann")] {
            let file = client.config_file(Scope::User, &system).expect("every client has one");
            let file = file.to_string_lossy().replace(home, "~");
            assert!(row.contains(&format!("`{file}`")), "no `{file}` in {row}");
        }
        let project = client
            .project_file()
            .map_or("| none |".to_owned(), |file| format!("| `{}` |", file.to_string_lossy()));
        assert!(row.contains(&project), "no `{project}` in {row}");
    }
}

#[test]
fn files_follow_the_variables_their_clients_follow() {
    let system = System {
        config_home: Some("/cfg".into()),
        claude_config: Some("/claude".into()),
        ..linux()
    };
    check_file(Client::Zed, &system, "/cfg/zed/settings.json");
    check_file(Client::Vscode, &system, "/cfg/Code/User/mcp.json");
    check_file(Client::ClaudeCode, &system, "/claude/.claude.json");
    check_file(Client::Cursor, &system, "/home/ann/.cursor/mcp.json");

    let packaged = System { claude_package: Some("C:/package/Claude".into()), ..windows() };
    check_file(Client::ClaudeDesktop, &packaged, "C:/package/Claude/claude_desktop_config.json");
}

#[test]
fn a_project_has_files_for_the_clients_that_look_there() {
    let file = |client: Client| client.config_file(Scope::Project, &linux());
    for (client, expected) in [
        (Client::ClaudeCode, ".mcp.json"),
        (Client::Cursor, ".cursor/mcp.json"),
        (Client::Vscode, ".vscode/mcp.json"),
        (Client::Zed, ".zed/settings.json"),
    ] {
        let file = file(client).expect("a project file");
        assert_eq!(file, Path::new("/home/ann/shop").join(expected));
    }
    assert_eq!(
        file(Client::Windsurf).expect_err("no project file").with_hint(),
        "Windsurf has no config of its own for a project\n\
         hint: leave out `--project`: `gasoline install windsurf --write`",
    );
}

#[track_caller]
fn check_command(scope: Scope, system: &System, expected: &[&str]) {
    let entry = Client::Cursor.entry(scope, None, system);
    assert_eq!([vec![entry.command], entry.launch].concat(), expected);
}

#[test]
fn a_user_gets_a_path_and_a_team_gets_a_name() {
    let linked = System { on_path: Some("/usr/local/bin/gasoline".into()), ..linux() };
    check_command(Scope::User, &linked, &["/usr/local/bin/gasoline", "mcp"]);
    check_command(Scope::Project, &linked, &["gasoline", "mcp"]);
    check_command(Scope::User, &linux(), &["/opt/gasoline/bin/gasoline", "mcp"]);
    check_command(Scope::Project, &linux(), &["/opt/gasoline/bin/gasoline", "mcp"]);
}

#[test]
fn a_program_in_the_cache_of_npx_is_named_by_its_package() {
    let executable: PathBuf = "/home/ann/.npm/_npx/1f/node_modules/x/gasoline".into();
    let cached = System { executable: executable.clone(), ..linux() };
    check_command(Scope::User, &cached, &["npx", "-y", "gasoline-mcp", "mcp"]);
    let cached = System { executable, ..windows() };
    check_command(Scope::User, &cached, &["cmd", "/c", "npx", "-y", "gasoline-mcp", "mcp"]);
}

#[test]
fn the_printed_block_is_what_the_client_reads() {
    let print = |client| printed(Request { client, scope: Scope::User, port: 9000 }, &linux());
    assert_eq!(
        print(Client::Vscode),
        r#"{
  "servers": {
    "gasoline": {
      "type": "stdio",
      "command": "/opt/gasoline/bin/gasoline",
      "args": ["mcp", "--port", "9000"]
    }
  }
}
"#,
    );
    assert!(print(Client::Zed).starts_with("{\n  \"context_servers\": {\n    \"gasoline\": {\n"));
}

#[test]
fn beside_the_block_stands_where_it_goes() {
    let say = |client, scope, port| {
        advice::instructions(Request { client, scope, port }, &linux(), "npx gasoline")
            .expect("a place")
    };
    assert_eq!(
        say(Client::Windsurf, Scope::User, 7890),
        "Windsurf reads this from `/home/ann/.codeium/windsurf/mcp_config.json`, \
         for all your projects\n\
         hint: npx gasoline install windsurf --write\n",
    );
    assert_eq!(
        say(Client::Cursor, Scope::Project, 9000),
        "Cursor reads this from `/home/ann/shop/.cursor/mcp.json`, for this project\n\
         hint: npx gasoline install cursor --project --port 9000 --write\n",
    );
    assert_eq!(
        say(Client::ClaudeCode, Scope::User, 7890),
        "Claude Code reads this from `/home/ann/.claude.json`, for all your projects\n\
         or run `claude mcp add --scope user gasoline -- /opt/gasoline/bin/gasoline mcp`\n\
         for one project, run this in its folder with `--project`\n\
         hint: npx gasoline install claude-code --write\n",
    );
}

/// A home of its own for a test, gone at its end.
struct Home(PathBuf);

impl Home {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("gasoline-install-{}-{count}", std::process::id());
        let home = std::env::temp_dir().join(name);
        fs::create_dir_all(&home).expect("a temporary folder");
        Self(home)
    }

    fn system(&self) -> System {
        System { home: self.0.clone(), executable: "/bin/gasoline".into(), ..linux() }
    }

    fn config(&self) -> PathBuf {
        self.0.join(".cursor").join("mcp.json")
    }

    fn write(&self, content: &str) -> PathBuf {
        let config = self.config();
        fs::create_dir_all(config.parent().expect("a parent")).expect("a folder");
        fs::write(&config, content).expect("a config");
        config
    }

    fn plan(&self) -> Plan {
        plan(REQUEST, &self.system(), |file| fs::read(file)).expect("a plan")
    }

    /// What `gasoline install cursor --write` says, with the home shortened.
    fn install(&self) -> Result<String, CannotInstall> {
        let plan = plan(REQUEST, &self.system(), |file| fs::read(file))?;
        let backup = apply(REQUEST, &plan)?;
        let told = advice::told(REQUEST, &plan, backup.as_deref(), "npx gasoline");
        Ok(told.replace(&*self.0.to_string_lossy(), "~").replace('\\', "/"))
    }

    fn files(&self) -> Vec<String> {
        let folder = fs::read_dir(self.0.join(".cursor")).expect("a folder");
        let name = |file: io::Result<fs::DirEntry>| file.expect("a file").file_name();
        let mut names: Vec<String> =
            folder.map(|file| name(file).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const REQUEST: Request = Request { client: Client::Cursor, scope: Scope::User, port: 7890 };

const NEXT: &str = "next: restart Cursor\n\
                    then: load the extension (`npx gasoline extension`) and open your page\n\
                    then: ask \"What broke in my browser?\"\n";

#[test]
fn a_missing_file_is_made_with_its_folder() {
    let home = Home::new();
    assert_eq!(home.install().expect("written"), format!("wrote `~/.cursor/mcp.json`\n{NEXT}"));
    assert_eq!(fs::read_to_string(home.config()).expect("a config"), BLOCK);
    assert_eq!(home.files(), ["mcp.json"]);
    assert_eq!(
        home.install().expect("nothing to do"),
        format!("already installed in `~/.cursor/mcp.json`; nothing changed\n{NEXT}"),
    );
}

#[test]
fn the_first_content_is_kept_as_a_backup_and_never_replaced() {
    let home = Home::new();
    home.write("{}");
    assert_eq!(
        home.install().expect("written"),
        format!(
            "added `gasoline` to `~/.cursor/mcp.json`\n\
             kept the previous content in `~/.cursor/mcp.json.bak`\n{NEXT}"
        ),
    );
    home.write(r#"{"mcpServers": {"gasoline": {"command": "other"}}}"#);
    assert_eq!(
        home.install().expect("written"),
        format!("updated `gasoline` in `~/.cursor/mcp.json`\n{NEXT}"),
    );
    assert_eq!(home.files(), ["mcp.json", "mcp.json.bak"]);
    let backup = fs::read_to_string(home.0.join(".cursor/mcp.json.bak")).expect("a backup");
    assert_eq!(backup, "{}");
}

#[test]
fn a_refused_file_is_not_touched() {
    let home = Home::new();
    let config = home.write("{ broken");
    home.install().expect_err("refused");
    assert_eq!(fs::read_to_string(config).expect("a config"), "{ broken");
    assert_eq!(home.files(), ["mcp.json"]);
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_overwritten() {
    let home = Home::new();
    let config = home.write("{}");
    let plan = home.plan();
    fs::write(&config, r#"{"new": 1}"#).expect("a config");
    let error = apply(REQUEST, &plan).expect_err("refused");
    assert!(matches!(error, CannotInstall::Changed { .. }), "{error}");
    assert_eq!(fs::read_to_string(config).expect("a config"), r#"{"new": 1}"#);
    assert_eq!(home.files(), ["mcp.json"]);
}

#[test]
fn a_folder_in_place_of_the_file_is_an_error_that_says_so() {
    let home = Home::new();
    fs::create_dir_all(home.config()).expect("a folder");
    let error = home.install().expect_err("refused");
    assert!(matches!(error, CannotInstall::CannotRead { .. }), "{error}");
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn permissions_stay_and_the_backup_has_them_too() {
        let home = Home::new();
        let config = home.write("{}");
        fs::set_permissions(&config, fs::Permissions::from_mode(0o600)).expect("permissions");
        home.install().expect("written");
        for file in [config.clone(), config.with_file_name("mcp.json.bak")] {
            let mode = fs::metadata(&file).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let home = Home::new();
        let config = home.write("{}");
        fs::set_permissions(&config, fs::Permissions::from_mode(0o444)).expect("permissions");
        let error = home.install().expect_err("refused").with_hint();
        assert!(
            error.ends_with(
                "mcp.json`: it is read-only\n\
                 hint: paste what `gasoline install cursor` prints into it"
            ),
            "{error}",
        );
        assert_eq!(home.files(), ["mcp.json"]);
    }

    #[test]
    fn a_link_stays_a_link_and_its_target_is_written() {
        let home = Home::new();
        let real = home.0.join("dotfiles.json");
        fs::write(&real, "{}").expect("a config");
        fs::create_dir(home.0.join(".cursor")).expect("a folder");
        symlink("../dotfiles.json", home.config()).expect("a link");
        home.install().expect("written");
        assert!(fs::symlink_metadata(home.config()).expect("a link").is_symlink());
        assert_eq!(fs::read_to_string(real).expect("a config"), BLOCK.trim_end());
    }

    #[test]
    fn a_link_to_nothing_yet_gets_its_target_made() {
        let home = Home::new();
        fs::create_dir(home.0.join(".cursor")).expect("a folder");
        symlink(home.0.join("later/mcp.json"), home.config()).expect("a link");
        home.install().expect("written");
        assert_eq!(fs::read_to_string(home.0.join("later/mcp.json")).expect("a config"), BLOCK);
    }

    #[test]
    fn links_in_a_circle_are_refused() {
        let home = Home::new();
        fs::create_dir(home.0.join(".cursor")).expect("a folder");
        symlink(home.config(), home.config()).expect("a link");
        home.install().expect_err("refused");
    }
}
