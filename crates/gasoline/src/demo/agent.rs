//! The agent: asks the server as an editor does, over MCP, by the same tunnel.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::bridge;
use crate::limits::DEMO_TOOL_TIMEOUT;

/// The revision most clients speak.
const REVISION: &str = "2025-06-18";

/// What a tool answered.
pub(super) struct Told {
    pub(super) text: String,
    pub(super) structured: Value,
}

/// Why a tool gave nothing to show.
#[derive(Debug, thiserror::Error)]
pub(super) enum Silent {
    #[error("the server did not answer `{tool}`")]
    NoAnswer { tool: String },
    #[error("`{tool}` refused: {said}")]
    Refused { tool: String, said: String },
}

pub(super) struct Agent {
    to: TcpStream,
    from: BufReader<TcpStream>,
    last: u64,
}

impl Agent {
    pub(super) fn join(port: u16) -> anyhow::Result<Self> {
        let to = bridge::tunnel(port)?;
        to.set_read_timeout(Some(DEMO_TOOL_TIMEOUT))?;
        let from = BufReader::new(to.try_clone()?);
        let mut agent = Self { to, from, last: 0 };
        let opening = json!({
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "gasoline demo", "version": gasoline_server::VERSION},
        });
        agent
            .request("initialize", &opening)
            .ok_or(Silent::NoAnswer { tool: "initialize".to_owned() })?;
        agent.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        Ok(agent)
    }

    /// Calls a tool.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Result<Told, Silent> {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.request("tools/call", &params);
        let no_answer = || Silent::NoAnswer { tool: tool.to_owned() };
        let result = answer.ok_or_else(no_answer)?["result"].take();
        let text = result["content"][0]["text"].as_str().ok_or_else(no_answer)?.to_owned();
        if result["isError"] == true {
            return Err(Silent::Refused { tool: tool.to_owned(), said: text });
        }
        Ok(Told { text, structured: result["structuredContent"].clone() })
    }

    fn request(&mut self, method: &str, params: &Value) -> Option<Value> {
        self.last += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let message: Value = serde_json::from_str(&line).ok()?;
            if message["id"] == self.last {
                return Some(message);
            }
        }
    }

    fn say(&mut self, message: &Value) -> Option<()> {
        self.to.write_all(format!("{message}\n").as_bytes()).ok()
    }
}
