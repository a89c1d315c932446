//! `/`: what this is and where to go on.

use serde_json::json;

use super::reply::Json;
use crate::VERSION;

pub(super) async fn get() -> Json {
    let answer = json!({
        "name": "gasoline", "version": VERSION,
        "health": "/health", "logs": "/logs", "snapshot": "/snapshot", "mcp": "/mcp",
    });
    Json(answer.to_string())
}
