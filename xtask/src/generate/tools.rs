//! `docs/tools.md`: every tool, its arguments, and what it answers.

use std::collections::BTreeMap;
use std::{fs, slice};

use anyhow::{Context as _, Result};
use gasoline_server::mcp::{ToolChoice, tool_list, tool_responses};
use serde_json::Value;

use super::{NOTICE, typescript};
use crate::markdown::{self, code, line, number};
use crate::project::root;

/// The size of `tools/list` for all tools and for the preset `core`, in bytes.
pub(crate) fn list_bytes() -> Result<(usize, usize)> {
    let bytes = |choice: &ToolChoice| tool_list(choice).to_string().len();
    Ok((bytes(&ToolChoice::default()), bytes(&core()?)))
}

fn core() -> Result<ToolChoice> {
    Ok(ToolChoice::new(&["core".to_owned()], &[])?)
}

fn listed(choice: &ToolChoice) -> Vec<Value> {
    tool_list(choice)["tools"].as_array().cloned().unwrap_or_default()
}

fn word<'a>(tool: &'a Value, member: &str) -> &'a str {
    tool[member].as_str().unwrap_or_default()
}

/// Name and description of every tool; `page` is where the details are.
pub(super) fn table(page: &str) -> String {
    let row = |tool: &Value| {
        let name = word(tool, "name");
        [format!("[`{name}`]({page}#{name})"), line(word(tool, "description"))]
    };
    let rows: Vec<_> = listed(&ToolChoice::default()).iter().map(row).collect();
    markdown::table(["Tool", "What for"], &rows)
}

pub(super) fn page() -> Result<String> {
    let (all, core_bytes) = list_bytes()?;
    let names: Vec<String> = listed(&core()?).iter().map(|tool| code(word(tool, "name"))).collect();
    let responses: BTreeMap<_, _> = tool_responses().into_iter().collect();
    let mut out = format!(
        "# Tools\n\n{NOTICE}\n\n\
         What an MCP client can call.\n\
         `content[0].text` is meant to be read by a model; `structuredContent` \
         holds the same rows as JSON.\n\
         An empty answer says why it is empty, a shortened one how to get the rest, and a refusal \
         (`isError`) ends in a line that begins `hint: `.\n\
         Secrets are masked in all of them.\n\n\
         The list of all tools (`tools/list`) has {} bytes.\n\
         The preset `--tools core` has {}: {}.\n\n",
        number(all as u64, ','),
        number(core_bytes as u64, ','),
        names.join(", "),
    );
    out.push_str(&table(""));
    for tool in listed(&ToolChoice::default()) {
        let name = word(&tool, "name");
        out.push_str(&section(&tool, &response(&responses[name])));
        out.push_str(&example(name)?);
    }
    Ok(out)
}

/// The example at the head of the tool's file, which the tests of the server execute.
fn example(tool: &str) -> Result<String> {
    let folder = root().join("crates/gasoline-server/src/mcp/tools");
    let file = folder.join(tool).with_extension("rs");
    let file = if file.is_file() { file } else { folder.join(tool).join("mod.rs") };
    let source = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let inside =
        source.split_once("//! ````text\n").and_then(|(_, rest)| rest.split_once("//! ````\n"));
    let Some((example, _)) = inside else { return Ok(String::new()) };
    let lines: Vec<&str> =
        example.lines().map(|line| line.strip_prefix("//! ").unwrap_or_default()).collect();
    let about = "Example: `+` is captured, `>` calls it with arguments, and its text follows.";
    Ok(format!("\n{about}\n\n````text\n{}\n````\n", lines.join("\n")))
}

/// What `structuredContent` holds.
fn response(schema: &Value) -> String {
    let alternatives = schema["anyOf"].as_array().map_or(slice::from_ref(schema), |all| all);
    let tables: Vec<String> = alternatives.iter().map(members).collect();
    let about = schema["description"].as_str().map(|about| line(about) + "\n\n");
    about.unwrap_or_default() + &tables.join("\nor\n\n")
}

fn members(schema: &Value) -> String {
    let row = |member: typescript::Member| {
        let optional = if member.is_optional { "?" } else { "" };
        [format!("`{}{optional}`", member.path), code(&member.kind), member.meaning]
    };
    let rows: Vec<_> = typescript::members(schema).into_iter().map(row).collect();
    markdown::table(["`structuredContent`", "Type", "Meaning"], &rows)
}

fn section(tool: &Value, response: &str) -> String {
    let arguments = arguments(&tool["inputSchema"]);
    let arguments =
        if arguments.is_empty() { "It takes no arguments.\n".to_owned() } else { arguments };
    format!(
        "\n## {}\n\n**{}.** {}\n\n{arguments}\n{response}\n{}\n",
        word(tool, "name"),
        word(tool, "title"),
        line(word(tool, "description")),
        effect(tool),
    )
}

/// What the annotations promise, in a sentence.
fn effect(tool: &Value) -> String {
    let annotations = &tool["annotations"];
    let saves = tool["inputSchema"]["properties"]["save_to"].is_object();
    let is = |hint: &str| annotations[hint].as_bool();
    let sentence = match (is("readOnlyHint"), is("destructiveHint")) {
        (Some(true), _) => "It changes nothing",
        (_, Some(true)) => "It takes captured data away",
        _ if saves => "It writes new files where `save_to` asks for it",
        _ => "It changes a setting of the server",
    };
    let hints: Vec<String> = annotations
        .as_object()
        .into_iter()
        .flatten()
        .map(|(hint, value)| format!("`{hint}: {value}`"))
        .collect();
    format!("{sentence} ({}).", hints.join(", "))
}

fn arguments(schema: &Value) -> String {
    let rows: Vec<_> = typescript::members(schema)
        .into_iter()
        .map(|member| {
            let name = if member.is_optional {
                code(&member.path)
            } else {
                format!("`{}` (required)", member.path)
            };
            [name, code(&member.kind), member.meaning]
        })
        .collect();
    markdown::table(["Argument", "Type", "Meaning"], &rows)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_is_told_with_its_arguments_and_effect() {
        let tool = json!({
            "name": "look", "title": "Look", "description": "Looks.",
            "inputSchema": {
                "type": "object",
                "properties": {"url": {"type": ["string", "null"], "description": "Where."}},
            },
            "annotations": {"readOnlyHint": true},
        });
        let schema = json!({"type": "object", "properties": {"rows": {"type": "array"}}});
        assert_eq!(
            section(&tool, &response(&schema)),
            "\n## look\n\n**Look.** Looks.\n\n\
             | Argument | Type | Meaning |\n|---|---|---|\n| `url` | `string` | Where. |\n\n\
             | `structuredContent` | Type | Meaning |\n|---|---|---|\n| `rows?` | `unknown[]` |  |\n\n\
             It changes nothing (`readOnlyHint: true`).\n"
        );
    }

    #[test]
    fn the_list_stays_within_what_a_context_can_bear() {
        let (all, core) = list_bytes().expect("core is a preset");
        assert!(all < 16 * 1024, "all tools: {all} bytes");
        assert!(core < 5 * 1024, "core: {core} bytes");
    }
}
