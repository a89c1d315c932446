//! One page of the browser as a user has it: looked at, clicked and typed into.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::attach::{Address, converse};
use crate::limits::{DEMO_PAGE_POLL, DEMO_PAGE_TIMEOUT};
use crate::server;

/// Why the page could not be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stuck {
    #[error("the browser has gone")]
    Gone,
    #[error("the page never showed `{what}`")]
    Never { what: String },
    #[error("there is no page in the browser")]
    NoPage,
}

pub(super) struct Tab {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

impl Tab {
    /// The page that the browser began with.
    pub(super) async fn first(address: &Address) -> Result<Self, Stuck> {
        let path = Self::path(address).ok_or(Stuck::NoPage)?;
        let socket = converse(address, &path).await.map_err(|_| Stuck::Gone)?;
        Ok(Self { socket, last: 0 })
    }

    fn path(address: &Address) -> Option<String> {
        let stream = address.connect().ok()?;
        stream.set_read_timeout(Some(DEMO_PAGE_TIMEOUT)).ok()?;
        let answer = server::ask(stream, &address.authority(), "GET /json/list", "").ok()?;
        let (_, said) = server::parse(&answer)?;
        let all: Value = serde_json::from_slice(&said).ok()?;
        let page = all.as_array()?.iter().find(|target| target["type"] == "page")?;
        Some(format!("/devtools/page/{}", page["id"].as_str()?))
    }

    pub(super) async fn open(&mut self, url: &str) -> Result<(), Stuck> {
        self.ask("Page.navigate", json!({"url": url})).await.map(drop)
    }

    /// Waits until the expression is true in the page.
    pub(super) async fn until(&mut self, expression: &str) -> Result<(), Stuck> {
        let mut waited = Duration::ZERO;
        while waited < DEMO_PAGE_TIMEOUT {
            if self.look(expression).await? == true {
                return Ok(());
            }
            tokio::time::sleep(DEMO_PAGE_POLL).await;
            waited += DEMO_PAGE_POLL;
        }
        Err(Stuck::Never { what: expression.to_owned() })
    }

    /// Waits for so many milliseconds of the page: its timers, one after the other, fire late where the
    /// machine is busy, as everything else of the page does.
    pub(super) async fn rest(&mut self, milliseconds: u32) -> Result<(), Stuck> {
        let step = DEMO_PAGE_POLL.as_millis();
        let timers = format!(
            "(async () => {{ for (let left = {milliseconds}; left > 0; left -= {step}) \
             await new Promise((resolve) => setTimeout(resolve, {step})); }})()"
        );
        self.look(&timers).await.map(drop)
    }

    /// The value of an expression in the page; null where it throws.
    pub(super) async fn look(&mut self, expression: &str) -> Result<Value, Stuck> {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.ask("Runtime.evaluate", params).await?;
        Ok(answer["result"]["value"].clone())
    }

    /// Clicks on the middle of an element, by the mouse.
    pub(super) async fn click(&mut self, expression: &str) -> Result<(), Stuck> {
        let (x, y) = self.middle(expression).await?;
        for (kind, button) in
            [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")]
        {
            let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", params).await?;
        }
        Ok(())
    }

    /// Types into what has the focus.
    pub(super) async fn type_text(&mut self, text: &str) -> Result<(), Stuck> {
        self.ask("Input.insertText", json!({"text": text})).await.map(drop)
    }

    async fn middle(&mut self, expression: &str) -> Result<(f64, f64), Stuck> {
        let place = format!(
            "(() => {{ const element = {expression}; element.scrollIntoView({{ block: 'nearest' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        self.until(&format!("Boolean({expression})")).await?;
        let place = self.look(&place).await?;
        match (place[0].as_f64(), place[1].as_f64()) {
            (Some(x), Some(y)) => Ok((x, y)),
            _ => Err(Stuck::Never { what: expression.to_owned() }),
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value, Stuck> {
        self.last += 1;
        let command = json!({"id": self.last, "method": method, "params": params});
        let answered = async {
            self.socket.send(Message::text(command.to_string())).await.ok()?;
            loop {
                let Ok(Message::Text(text)) = self.socket.next().await? else { continue };
                let message: Value = serde_json::from_str(&text).ok()?;
                if message["id"] == self.last {
                    return Some(message["result"].clone());
                }
            }
        };
        let answer = tokio::time::timeout(DEMO_PAGE_TIMEOUT, answered).await;
        answer.ok().flatten().ok_or(Stuck::Gone)
    }
}
