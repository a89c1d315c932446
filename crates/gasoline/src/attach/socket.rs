//! The debugger's socket: opened, and heard message by message.

use futures_util::StreamExt;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::address::{Address, NoBrowser};
use crate::limits::DEBUGGER_MESSAGE_MAX_BYTES;

/// The debugger's socket: the browser's own, or that of one page.
pub(crate) async fn converse(
    address: &Address,
    path: &str,
) -> Result<WebSocketStream<TcpStream>, NoBrowser> {
    let url = format!("ws://{}{path}", address.authority());
    let not_speaking = |why: String| NoBrowser::Speechless { url: url.clone(), why };
    let stream = address.connect()?;
    let stream = stream
        .set_nonblocking(true)
        .and_then(|()| TcpStream::from_std(stream))
        .map_err(|error| not_speaking(error.to_string()))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(DEBUGGER_MESSAGE_MAX_BYTES))
        .max_frame_size(Some(DEBUGGER_MESSAGE_MAX_BYTES));
    let (socket, _) = client_async_with_config(&url, stream, Some(config))
        .await
        .map_err(|error| not_speaking(error.to_string()))?;
    Ok(socket)
}

/// The next message; `None` when the browser is gone.
pub(super) async fn hear(socket: &mut WebSocketStream<TcpStream>) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => {
                if let Ok(message) = serde_json::from_str(&text) {
                    return Some(message);
                }
            }
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}
