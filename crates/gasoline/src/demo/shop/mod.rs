//! A small shop with six bugs in it, and the switch that fixes them.

mod answers;
mod request;

use std::io;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

pub(super) use answers::LEAKED_KEY;
use answers::{Answer, Carts, answer};
use request::Request;

use crate::limits::{SHOP_FEED_LIFE, SHOP_REQUEST_TIMEOUT};

/// Where the page follows the stock.
const LIVE: &[u8] = b"GET /live ";

/// What the stock feed says.
const STOCK: &str = r#"{"type":"stock","left":{"cup":12,"bowl":5,"teapot":3}}"#;

pub(super) struct Shop {
    port: u16,
    is_fixed: AtomicBool,
    carts: Mutex<Carts>,
}

impl Shop {
    /// Opens the shop on a free port, with all bugs in it. It closes with the runtime.
    pub(super) async fn open() -> io::Result<Arc<Self>> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let shop =
            Arc::new(Self { port, is_fixed: AtomicBool::new(false), carts: Mutex::default() });
        let theirs = Arc::clone(&shop);
        tokio::spawn(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => {
                        let shop = Arc::clone(&theirs);
                        tokio::spawn(async move { shop.serve(stream).await });
                    }
                    // Out of file descriptors, most likely: waiting is all that helps.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        });
        Ok(shop)
    }

    pub(super) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Switches all fixes on.
    pub(super) fn fix(&self) {
        self.is_fixed.store(true, Ordering::Relaxed);
    }

    fn is_fixed(&self) -> bool {
        self.is_fixed.load(Ordering::Relaxed)
    }

    async fn serve(&self, mut stream: TcpStream) -> Option<()> {
        let mut first = [0; LIVE.len()];
        // A socket's first request has to be read by whoever shakes hands.
        let look = async {
            loop {
                match stream.peek(&mut first).await.ok()? {
                    0 => return None,
                    seen if seen == LIVE.len() => return Some(()),
                    _ => tokio::time::sleep(Duration::from_millis(1)).await,
                }
            }
        };
        tokio::time::timeout(SHOP_REQUEST_TIMEOUT, look).await.ok()??;
        if first == LIVE {
            return self.feed(stream).await;
        }
        let request = Request::read(&mut stream);
        let request = tokio::time::timeout(SHOP_REQUEST_TIMEOUT, request).await.ok()??;
        let answer = self.answer(&request);
        tokio::time::sleep(answer.delay).await;
        stream.write_all(&answer.to_bytes()).await.ok()?;
        stream.shutdown().await.ok()
    }

    fn answer(&self, request: &Request) -> Answer {
        if let ("POST", "/bugs") = (&*request.method, &*request.path) {
            self.is_fixed.store(request.body["on"] == false, Ordering::Relaxed);
        }
        let mut carts = self.carts.lock().unwrap_or_else(PoisonError::into_inner);
        answer(request, &mut carts, self.is_fixed())
    }

    /// The stock feed, which drops while it is broken.
    async fn feed(&self, stream: TcpStream) -> Option<()> {
        let mut socket = accept_async(stream).await.ok()?;
        socket.send(Message::text(STOCK)).await.ok()?;
        if self.is_fixed() {
            while socket.next().await?.is_ok() {}
            return None;
        }
        tokio::time::sleep(SHOP_FEED_LIFE).await;
        let reason = "stock feed crashed".into();
        socket.close(Some(CloseFrame { code: CloseCode::Error, reason })).await.ok()?;
        while socket.next().await?.is_ok() {}
        None
    }
}
