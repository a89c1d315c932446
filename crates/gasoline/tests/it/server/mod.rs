//! The server itself: HTTP, MCP, its processes, hostile input, secrets.

mod attacker;
mod dashboard;
mod hostile;
mod http;
mod mcp;
mod processes;
mod secrets;
