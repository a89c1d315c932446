//! `get_status`: what is connected, what is captured, since when, what was forgotten.

use gasoline_protocol::{Kind, schema};
use gasoline_store::connections::spell;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::VERSION;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::tool::{Caller, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_status",
    title: "Status",
    description: "What is connected and captured, since when, and what was forgotten. Call it when an \
                  answer is empty.",
    answers: "`version`, `uptime_ms`, `started`, `clients` {mcp, extension, pages}, `last_heard?`, \
              `captured` {kind: {held, capacity, forgotten, accepted}}, `tests` {records, running}, \
              `noise_rules`, `cursor`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: schema::inline::<Arguments>,
    run: |caller, arguments| Ok(run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {}

fn run(caller: &Caller<'_>, Arguments {}: Arguments) -> Answer {
    let app = caller.app;
    let clients = app.clients();
    let tests = app.journal.tests(None);
    let running = tests.iter().filter(|record| record.is_running()).count();
    let last_heard = app.last_heard();
    let fill = app.journal.fill();
    let mut text = format!(
        "Gasoline {VERSION}, up {}; {} extension, {} pages, {} MCP clients connected",
        spell(app.uptime_ms()),
        clients.extension,
        clients.pages,
        clients.mcp,
    );
    match last_heard {
        Some(at) => text.push_str(&format!("; last heard from a browser {} ago", spell(app.now().ms_since(at)))),
        None => text.push_str(
            "\nno browser has sent anything yet\nhint: open the page with the Gasoline extension or \
             capture script on; `gasoline doctor` checks the connection",
        ),
    }
    let mut captured = Map::<String, Value>::new();
    for (kind, fill) in Kind::ALL.into_iter().zip(fill) {
        let row = json!({
            "held": fill.held, "capacity": fill.capacity, "forgotten": fill.forgotten, "accepted": fill.accepted,
        });
        captured.insert(kind.name().to_owned(), row);
        if fill.accepted > 0 {
            text.push_str(&format!(
                "\n- {}: {} held, {} forgotten",
                kind.name(),
                fill.held,
                fill.forgotten
            ));
        }
    }
    if !tests.is_empty() {
        text.push_str(&format!("\n- tests: {} records, {running} running", tests.len()));
    }
    let head = app.journal.head();
    text.push_str(&format!("\ncursor: {head}"));
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("version", &VERSION);
    answer.set("uptime_ms", &app.uptime_ms());
    answer.set("started", &app.started());
    answer.set(
        "clients",
        &json!({"mcp": clients.mcp, "extension": clients.extension, "pages": clients.pages}),
    );
    answer.set("last_heard", &last_heard);
    answer.set("captured", &captured);
    answer.set("tests", &json!({"records": tests.len(), "running": running}));
    answer.set("noise_rules", &app.noise().rules().len());
    answer.set("cursor", &head);
    answer
}
