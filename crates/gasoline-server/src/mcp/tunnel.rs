//! The tunnel: how a `gasoline mcp` process joins the server that is already running.
//!
//! An HTTP upgrade, then the bytes of MCP over stdio as they are, so that any revision of the
//! protocol passes. The first line is ours: what the joining process brings (its project's rules).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use gasoline_analysis::noise::{Author, NewRule};
use gasoline_analysis::redact;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use http::header::{CONNECTION, UPGRADE};
use http::{HeaderValue, StatusCode};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use rmcp::serve_server;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

use super::tool::Project;
use super::{Gasoline, ToolChoice};
use crate::app::App;
use crate::app::presence::Way;
use crate::http::rejection::Rejection;
use crate::limits;

/// The protocol named in the `Upgrade` header.
pub const PROTOCOL: &str = "gasoline-stdio";

/// What a joining process says first.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hello {
    /// Noise rules of the project's `.gasoline.toml`, each as JSON.
    pub noise: Vec<serde_json::Value>,
    /// Performance budgets of the same file, each as JSON.
    pub budgets: Vec<serde_json::Value>,
    /// What of that file could not be used.
    pub complaints: Vec<String>,
    /// The tools this client is to see; all if empty.
    pub tools: Vec<String>,
    pub exclude_tools: Vec<String>,
}

pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    mut request: Request,
) -> Result<Response, Rejection> {
    let asked = request.headers().get(UPGRADE).and_then(|value| value.to_str().ok());
    if asked != Some(PROTOCOL) {
        return Err(Rejection::Malformed {
            what: "this path is for `gasoline mcp`".to_owned(),
            hint: "MCP clients talk to `/mcp`, or start `gasoline mcp`".to_owned(),
        });
    }
    let upgrading = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgrading.await {
            Ok(upgraded) => converse(&app, upgraded).await,
            Err(error) => tracing::debug!(%error, "a joining process went away"),
        }
    });
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static(PROTOCOL));
    Ok(response)
}

async fn converse(app: &Arc<App>, upgraded: Upgraded) {
    let (reading, writing) = tokio::io::split(TokioIo::new(upgraded));
    let mut reading = BufReader::new(reading);
    let mut hello = Vec::new();
    let said = (&mut reading).take(limits::HELLO_MAX_BYTES).read_until(b'\n', &mut hello).await;
    if said.is_err() {
        return;
    }
    let hello: Hello = serde_json::from_slice(&hello).unwrap_or_default();
    // The joining process has checked the names; another version's may be unknown here.
    let tools = ToolChoice::new(&hello.tools, &hello.exclude_tools).unwrap_or_default();
    take_over(app, hello.noise);
    let project = Project::new(&hello.budgets, &hello.complaints);
    let transport =
        AsyncRwTransport::new_server(reading, writing).with_max_line_length(HTTP_BODY_MAX_BYTES);
    match serve_server(Gasoline::new(app, Arc::new(tools), Way::Tunnel).of(project), transport)
        .await
    {
        Ok(running) => {
            let _ = running.waiting().await;
        }
        // The peer's first message was none to begin with; it may join again.
        Err(error) => tracing::debug!(%error, "an MCP client did not begin properly"),
    }
}

/// Takes over what the joining process brings. A rule that cannot be read is its project's problem,
/// and must not keep its editor from working.
fn take_over(app: &Arc<App>, rules: Vec<serde_json::Value>) {
    for rule in rules {
        let added = serde_json::from_value::<NewRule>(rule)
            .map_err(|error| error.to_string())
            .and_then(|rule| {
                let added = app.retained.noise_mut().add(vec![rule], Author::Project, app.now());
                added.map_err(|error| error.to_string())
            });
        if let Err(error) = added {
            let error = redact::echo(&error, limits::MESSAGE_SHOWN_CHARS);
            tracing::warn!(%error, "a noise rule of .gasoline.toml was not taken");
        }
    }
}
