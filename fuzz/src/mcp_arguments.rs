//! Fuzzes the arguments of every MCP tool through the real dispatch, on a journal that holds events.
//!
//! Input that is a JSON object is passed to every tool that knows one of its names. Other input is
//! read as choices: which tool, which of its arguments, which values; arbitrary bytes would hardly
//! ever get past the schema.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use gasoline_protocol::Kind;
use gasoline_server::limits::{ANSWER_ASKED_MAX_BYTES, ANSWER_MAX_BYTES};
use gasoline_server::mcp::{ToolChoice, call, tool_list};
use gasoline_server::{App, Config};
use gasoline_store::{Batch, ManualClock};
use serde_json::{Map, Value, json};

/// Planted in the captured data; no answer may show it.
const SECRET: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// Calls after which the app is made anew, so that rules and checkpoints of old runs do not pile up.
const CALLS_PER_APP: usize = 512;

struct Tool {
    name: &'static str,
    arguments: Vec<String>,
    /// Every word its schema names: arguments at any depth, and the values of enumerations.
    words: Vec<String>,
}

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let list = tool_list(&ToolChoice::default());
    let tools = list["tools"].as_array().expect("a list of tools");
    tools
        .iter()
        .map(|tool| {
            let schema = &tool["inputSchema"];
            let mut words = Vec::new();
            gather_words(schema, &mut words);
            let properties = schema["properties"].as_object();
            Tool {
                name: tool["name"].as_str().expect("a name").to_owned().leak(),
                arguments: properties.into_iter().flat_map(Map::keys).cloned().collect(),
                words,
            }
        })
        .collect()
});

thread_local! {
    static APP: RefCell<(usize, Arc<App>)> = RefCell::new((0, app()));
}

pub(crate) fn run(data: &[u8]) {
    if let Ok(Value::Object(arguments)) = serde_json::from_slice(data) {
        // A tool that knows none of the names refuses them all alike.
        let knows = |tool: &&Tool| tool.arguments.iter().any(|name| arguments.contains_key(name));
        TOOLS.iter().filter(knows).for_each(|tool| ask(tool, arguments.clone()));
        return;
    }
    let mut choices = Choices(data);
    for _ in 0..3 {
        if choices.0.is_empty() {
            break;
        }
        let tool = &TOOLS[choices.below(TOOLS.len())];
        let arguments = choices.arguments(tool);
        ask(tool, arguments);
    }
}

fn ask(tool: &Tool, arguments: Map<String, Value>) {
    let app = APP.with_borrow_mut(|(calls, app)| {
        *calls += 1;
        if *calls % CALLS_PER_APP == 0 {
            *app = self::app();
        }
        Arc::clone(app)
    });
    // A script has a limit of its own, and a caller that passes a limit may get more.
    let is_script = matches!(tool.name, "generate_test" | "get_reproduction_script");
    let has_limit = ["limit", "last_n_actions", "detail"]
        .iter()
        .any(|name| arguments.get(*name).is_some_and(|limit| !limit.is_null()));
    let asked = Value::Object(arguments.clone());
    let answer = call(&app, tool.name, arguments);
    let written = answer.to_string();
    assert!(!written.contains(SECRET), "{} {asked} shows a secret: {written}", tool.name);
    let text = answer.pointer("/result/content/0/text").and_then(Value::as_str);
    let text = text.unwrap_or_else(|| panic!("{} {asked} has no text: {written}", tool.name));
    let most = if has_limit || is_script { ANSWER_ASKED_MAX_BYTES } else { ANSWER_MAX_BYTES };
    let is_larger_on_request = matches!(asked.get("full"), Some(Value::Bool(true)));
    assert!(
        text.len() <= most || is_larger_on_request,
        "{} {asked} takes {} bytes",
        tool.name,
        text.len()
    );
    if answer["result"]["isError"] == true {
        assert!(text.contains("\nhint: "), "{} {asked} has no hint: {text}", tool.name);
    } else {
        assert!(answer["result"]["structuredContent"].is_object(), "{} {asked}", tool.name);
    }
    if tool.name.starts_with("clear") {
        fill(&app);
    }
}

/// An app with some events of each kind.
fn app() -> Arc<App> {
    let clock = Arc::new(ManualClock::at_ms(1_767_323_045_678));
    let app = Arc::new(App::new(Config::default(), clock));
    fill(&app);
    app
}

// Few and small: every answer is masked, and masking is what takes the time here.
fn fill(app: &App) {
    let entries: Vec<Value> = (0..12)
        .map(|index| {
            json!({
                "level": pick(&["error", "warn", "info", "debug", "log"], index),
                "message": format!("attempt {index} with token={SECRET} — naïve 🙂"),
                "stack": "Error: x\n    at load (http://localhost:3000/app.js:10:5)",
                "url": "http://localhost:3000/cart", "ts": 1_767_323_000_000_u64 + index as u64,
                "tabId": index % 3, "test_id": (index % 7 == 0).then_some("a › b"),
            })
        })
        .collect();
    let bodies: Vec<Value> = (0..8).map(|index| json!({
        "method": "POST", "url": format!("http://localhost:3000/api/{index}?api_key={SECRET}"),
        "status": pick(&[200, 404, 500, 0], index), "duration": 12.5,
        "requestBody": json!({"password": SECRET}).to_string(), "responseBody": "é".repeat(if index == 0 { 900 } else { 9 }),
        "ts": "2026-01-02T03:04:05.678Z",
    })).collect();
    let events: Vec<Value> = (0..8).map(|index| json!({
        "event": pick(&["open", "message", "message", "close"], index), "id": format!("ws{}", index % 3),
        "url": "ws://localhost:3000/live", "direction": "incoming",
        "data": json!({"type": "tick", "n": index, "token": SECRET}).to_string(), "ts": index,
    })).collect();
    let actions: Vec<Value> = (0..10).map(|index| json!({
        "type": pick(&["click", "input", "navigate"], index), "timestamp": 1_767_323_000_000_u64,
        "url": "http://localhost:3000/cart", "selectors": {"testId": "buy", "text": "Bäy"},
        "value": SECRET,
    })).collect();
    for (kind, all) in [
        (Kind::Logs, entries),
        (Kind::NetworkBodies, bodies),
        (Kind::WebsocketEvents, events),
        (Kind::EnhancedActions, actions),
    ] {
        let body = json!({ kind.info().list.expect("a list"): all }).to_string();
        let batch = Batch::read(kind, body.as_bytes()).expect("a batch");
        let receipt = app.journal().accept(batch);
        assert_eq!(receipt.rejected, 0, "{receipt:?}");
    }
}

fn pick<T: Copy>(choices: &[T], index: usize) -> T {
    choices[index % choices.len()]
}

fn gather_words(schema: &Value, words: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                if name == "properties" {
                    words.extend(value.as_object().into_iter().flat_map(Map::keys).cloned());
                }
                if name == "enum" || name == "const" {
                    let named = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                    words.extend(named.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                gather_words(value, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather_words(item, words)),
        _ => {}
    }
}

/// Texts that mean something to some tool.
const TEXTS: [&str; 20] = [
    "",
    "c0",
    "c1",
    "c60",
    "c18446744073709551615",
    "c-1",
    "2026-01-02T03:04:05Z",
    "1767323000000",
    "a › b",
    "localhost",
    "/api/",
    "é🙂",
    "gasoline://log/1",
    ".*",
    "(",
    "(a+)+$",
    "\0",
    "user_1",
    "builtin_favicon",
    "before-deploy",
];

/// The input as a row of choices; when it is used up every choice is the first.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    fn arguments(&mut self, tool: &Tool) -> Map<String, Value> {
        let count = self.below(5);
        (0..count).map(|_| (self.name(tool), self.value(tool, 4))).collect()
    }

    fn name(&mut self, tool: &Tool) -> String {
        match self.byte() {
            250.. => self.text(tool),
            choice if tool.arguments.is_empty() => format!("argument_{choice}"),
            choice => tool.arguments[usize::from(choice) % tool.arguments.len()].clone(),
        }
    }

    fn text(&mut self, tool: &Tool) -> String {
        match self.byte() {
            choice @ 0..100 if !tool.words.is_empty() => {
                tool.words[usize::from(choice) % tool.words.len()].clone()
            }
            choice @ 0..200 => TEXTS[usize::from(choice) % TEXTS.len()].to_owned(),
            choice => {
                let length = usize::from(choice - 200).min(self.0.len());
                let (taken, rest) = self.0.split_at(length);
                self.0 = rest;
                String::from_utf8_lossy(taken).into_owned()
            }
        }
    }

    fn value(&mut self, tool: &Tool, depth: usize) -> Value {
        match self.byte() % 12 {
            0 => Value::Null,
            1 => Value::Bool(self.byte().is_multiple_of(2)),
            2 => json!(self.byte()),
            3 => json!(i64::from(self.byte()) - 128),
            4 => json!([i64::MIN, i64::MAX, 0, 1, -1, 1 << 53, 253_402_300_800_000][self.below(7)]),
            5 => json!(
                [18_446_744_073_709_551_616.0, 0.5, -0.0, 1e308, f64::MIN_POSITIVE][self.below(5)]
            ),
            6 if depth > 0 => {
                let count = self.below(5);
                (0..count).map(|_| self.value(tool, depth - 1)).collect()
            }
            7 | 8 if depth > 0 => {
                let count = self.below(5);
                let members = (0..count).map(|_| (self.text(tool), self.value(tool, depth - 1)));
                Value::Object(members.collect())
            }
            _ => Value::String(self.text(tool)),
        }
    }
}
