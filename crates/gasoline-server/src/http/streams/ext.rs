//! `/ext`: the socket of the extension's worker. Captures come up, errands go down.
//!
//! One task a socket: it reads, answers, and sends what others put into its outbox. It takes one
//! frame after the other, so a worker that sends faster than we store waits in its own buffers.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use gasoline_protocol::Kind;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_protocol::worker::{BatchHead, CloseCode, Hello, ToServer, ToWorker};
use http::HeaderValue;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, ORIGIN};
use http_body_util::{BodyExt as _, Collected};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::browsers::frames::Metered;
use crate::browsers::{Browsers, Out, Place, Seat, Welcome};
use crate::http::Shared;
use crate::http::capture::enrichments;
use crate::http::capture::kinds;
use crate::http::rejection::Rejection;
use crate::{VERSION, limits};
use gasoline_analysis::redact;

/// A server that ends says so in the words of the protocol.
const GOING_AWAY: u16 = 1001;

pub(crate) async fn get(
    State(app): Shared,
    Extension(shutdown): Extension<CancellationToken>,
    mut request: Request,
) -> Result<Response, Rejection> {
    let response =
        create_response_with_body(&request, Body::empty).map_err(|error| Rejection::Malformed {
            what: format!("this is no WebSocket handshake: {error}"),
            hint: "open it as a WebSocket: `new WebSocket(\"ws://127.0.0.1:PORT/ext\")`".to_owned(),
        })?;
    let place = Browsers::place(&app).ok_or(Rejection::Overloaded)?;
    // The guard has let nobody pass who names none.
    let origin = request.headers().get(ORIGIN).cloned();
    let origin = origin.unwrap_or(HeaderValue::from_static(""));
    let upgrading = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgrading.await {
            Ok(upgraded) => {
                let stream = Metered::new(TokioIo::new(upgraded), Arc::clone(&app.browsers.frames));
                let socket = Socket::from_raw_socket(stream, Role::Server, Some(socket_config()));
                let line = Line { app, socket: socket.await, origin, place };
                line.converse(shutdown).await;
            }
            Err(error) => tracing::debug!(%error, "an extension went away"),
        }
    });
    Ok(response)
}

fn socket_config() -> WebSocketConfig {
    let most = Some(HTTP_BODY_MAX_BYTES + limits::FRAME_HEAD_MAX_BYTES);
    WebSocketConfig::default()
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(limits::FRAME_READ_BYTES)
        .write_buffer_size(limits::FRAME_READ_BYTES)
}

type Socket = WebSocketStream<Metered<TokioIo<Upgraded>>>;

/// One socket, and whose it is.
struct Line {
    app: Arc<App>,
    socket: Socket,
    origin: HeaderValue,
    place: Place,
}

/// Why a conversation ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// The other side is gone, or as good as.
    Gone,
    /// We close, and say why.
    Close(CloseCode),
    Shutdown,
}

impl Line {
    async fn converse(mut self, shutdown: CancellationToken) {
        let end = match self.greet(&shutdown).await {
            Ok(welcome) => self.serve(welcome, &shutdown).await,
            Err(end) => end,
        };
        let (code, reason) = match end {
            End::Gone => return,
            End::Shutdown => (GOING_AWAY, "the server ends"),
            End::Close(code) => (code.number(), code.reason()),
        };
        let close = CloseFrame { code: code.into(), reason: Utf8Bytes::from_static(reason) };
        let linger = self.app.patience(limits::BROWSER_LINGER_MS);
        let farewell = async {
            let _ = self.socket.send(Message::Close(Some(close))).await;
            // Who is cut off while it still sends never reads why.
            while let Some(Ok(_)) = self.socket.next().await {}
            if end == End::Close(CloseCode::FrameTooLarge) {
                std::future::pending::<()>().await;
            }
        };
        let _ = timeout(linger, farewell).await;
    }

    /// Waits for the hello and answers it.
    async fn greet(&mut self, shutdown: &CancellationToken) -> Result<Welcome, End> {
        let patience = Duration::from_millis(limits::BROWSER_HELLO_MS);
        let hello = tokio::select! {
            () = shutdown.cancelled() => return Err(End::Shutdown),
            hello = timeout(patience, self.hello()) => hello,
        };
        let hello = hello.map_err(|_| End::Close(CloseCode::NoHello))??;
        let origin = self.origin.to_str().unwrap_or_default();
        let welcome = self.place.seat(origin, &hello).ok_or(End::Close(CloseCode::NotPaired))?;
        let frame = ToWorker::Welcome {
            secret: welcome.secret.clone(),
            version: VERSION.to_owned(),
            settings: welcome.settings.clone(),
        };
        self.say(&frame).await?;
        Ok(welcome)
    }

    async fn hello(&mut self) -> Result<Hello, End> {
        let text = self.next_text().await?;
        match ToServer::read(text.as_str()) {
            Some(ToServer::Hello(hello)) => Ok(hello),
            _ => Err(End::Close(CloseCode::NoHello)),
        }
    }

    async fn serve(&mut self, welcome: Welcome, shutdown: &CancellationToken) -> End {
        let Welcome { seat, mut inbox, .. } = welcome;
        let silence = self.app.patience(limits::BROWSER_SILENCE_MS);
        let mut pings = interval(self.app.patience(limits::BROWSER_PING_MS));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        let mut dead_at = Instant::now() + silence;
        let mut has_spoken = false;
        loop {
            let done = tokio::select! {
                () = shutdown.cancelled() => Err(End::Shutdown),
                out = inbox.recv() => self.pass_on(out).await,
                _ = pings.tick() => self.say(&ToWorker::Ping {}).await,
                () = sleep_until(dead_at) => Err(End::Gone),
                text = self.next_text() => match text {
                    Ok(text) => {
                        dead_at = Instant::now() + silence;
                        if !std::mem::replace(&mut has_spoken, true) {
                            seat.confirm();
                        }
                        let taken = self.take(&seat, text, &mut inbox).await;
                        self.socket.get_mut().settle();
                        taken
                    }
                    Err(end) => Err(end),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn pass_on(&mut self, out: Option<Out>) -> Result<(), End> {
        match out {
            Some(Out::Frame(frame)) => self.say(&frame).await,
            Some(Out::Close(code)) => Err(End::Close(code)),
            None => Err(End::Close(CloseCode::Replaced)),
        }
    }

    /// Takes one frame. What cannot be read is passed over: a newer worker may say more.
    async fn take(
        &mut self,
        seat: &Seat,
        text: Utf8Bytes,
        inbox: &mut mpsc::Receiver<Out>,
    ) -> Result<(), End> {
        let head = text.as_str().split('\n').next().unwrap_or_default();
        match ToServer::read(head) {
            Some(ToServer::Batch(batch)) => {
                let body = Bytes::from(text.clone()).slice((head.len() + 1).min(text.len())..);
                drop(text);
                seat.note_activity();
                self.deliver(batch, body, inbox).await
            }
            Some(ToServer::Status(status)) => {
                seat.note(status);
                Ok(())
            }
            Some(ToServer::Answer(answer)) => {
                seat.answer(answer, head.len());
                Ok(())
            }
            Some(ToServer::Pong {} | ToServer::Hello(_)) => Ok(()),
            None => {
                tracing::debug!("a frame of the extension cannot be read");
                Ok(())
            }
        }
    }

    /// Has a batch taken as HTTP would take it, and sends the receipt.
    async fn deliver(
        &mut self,
        batch: BatchHead,
        body: Bytes,
        inbox: &mut mpsc::Receiver<Out>,
    ) -> Result<(), End> {
        let taken = answer(&self.app, &self.origin, &batch.path, body);
        let mut taken = std::pin::pin!(taken);
        // A batch may wait seconds for room; an errand need not.
        let response = loop {
            tokio::select! {
                response = taken.as_mut() => break response,
                out = inbox.recv() => match out {
                    Some(Out::Frame(frame)) => say(&self.app, &mut self.socket, &frame).await?,
                    Some(Out::Close(code)) => return Err(End::Close(code)),
                    None => return Err(End::Close(CloseCode::Replaced)),
                },
            }
        };
        let (status, body) = response;
        let receipt = ToWorker::Receipt { id: batch.id, status, body };
        say(&self.app, &mut self.socket, &receipt).await
    }

    /// The next frame with text; pings and pongs of the protocol itself are none of ours.
    async fn next_text(&mut self) -> Result<Utf8Bytes, End> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(
                    Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_),
                )) => {}
                Some(Err(Error::Capacity(CapacityError::MessageTooLong { .. }))) => {
                    return Err(End::Close(CloseCode::FrameTooLarge));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
            }
        }
    }

    async fn say(&mut self, frame: &ToWorker) -> Result<(), End> {
        say(&self.app, &mut self.socket, frame).await
    }
}

/// Sends a frame; who does not read it in time is given up.
async fn say(app: &App, socket: &mut Socket, frame: &ToWorker) -> Result<(), End> {
    let text = serde_json::to_string(frame).map_err(|_| End::Gone)?;
    let patience = app.patience(limits::BROWSER_SEND_MS);
    match timeout(patience, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// What the path of HTTP answers to this body: its status, and its JSON.
async fn answer(
    app: &Arc<App>,
    origin: &HeaderValue,
    path: &str,
    body: Bytes,
) -> (u16, Box<RawValue>) {
    let length = body.len();
    let mut request = Request::new(Body::from(body));
    let headers = request.headers_mut();
    headers.insert(ORIGIN, origin.clone());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    let answered = match (path, Kind::of_path(path)) {
        ("/enrichments", _) => enrichments::post(State(Arc::clone(app)), request).await,
        (_, Some(kind)) => kinds::post(app, kind, request).await,
        (_, None) => Err(Rejection::NoSuchPath { path: redact::echo(path, 100) }),
    };
    let response = answered.into_response();
    let status = response.status().as_u16();
    let whole = response.into_body().collect().await.map(Collected::to_bytes);
    let text = whole.ok().and_then(|bytes| String::from_utf8(bytes.into()).ok());
    let body = text.and_then(|text| RawValue::from_string(text).ok());
    (status, body.unwrap_or_else(|| RawValue::NULL.to_owned()))
}
