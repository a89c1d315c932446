//! The entries of a timeline, each in one line.

use gasoline_analysis::shape::JsonShape;
use gasoline_analysis::timeline::Request;
use gasoline_protocol::Seq;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::url::Url;

use crate::limits;
use crate::mcp::response::show;

/// `POST /api/login → 200 (145 ms) {token, user}  #42`.
pub(super) fn request_line(seq: Seq, request: &Request<'_>) -> String {
    let body = request.body;
    let outcome = show::outcome(body);
    let url = short(&body.url, body.page_url.as_deref());
    let shape = request.shape.as_ref().map(|shape| format!(" {}", names(shape)));
    let shape = shape.filter(|_| !body.is_failure()).unwrap_or_default();
    let answer = body.response_body.as_deref().filter(|text| body.is_failure() && !text.is_empty());
    let answer = answer
        .map(|text| format!(": {}", show::one_line(text, limits::TIMELINE_ANSWER_SHOWN_CHARS)));
    format!(
        "{} {url} → {outcome}{shape}{}  #{}",
        body.method.line(),
        answer.unwrap_or_default(),
        seq.0
    )
}

pub(super) fn console_line(line: &LogEntry<'_>) -> String {
    let times = line.repeated.filter(|times| *times > 1);
    let times = times.map(|times| format!(" ×{times}")).unwrap_or_default();
    let said = show::one_line(&line.said(), limits::TIMELINE_MESSAGE_SHOWN_CHARS);
    format!("{}: {said}{times}", line.level.name())
}

/// `websocket message ws://… {"tick":1}`.
pub(super) fn socket_line(socket: &WebSocketEvent<'_>) -> String {
    let url = show::truncated(
        socket.url.as_deref().unwrap_or(&socket.id),
        limits::TIMELINE_URL_SHOWN_CHARS,
    );
    let data = socket.data.as_deref().or(socket.reason.as_deref());
    let data =
        data.map(|data| format!(" {}", show::one_line(data, limits::TIMELINE_ANSWER_SHOWN_CHARS)));
    let code = socket.code.map(|code| format!(" {code}")).unwrap_or_default();
    format!("websocket {}{code} {url}{}", socket.event.name(), data.unwrap_or_default())
}

/// A URL without the origin of its page, which the actions around it tell.
pub(super) fn short(url: &str, page: Option<&str>) -> String {
    let origin = page.and_then(Url::absolute).map(|page| page.origin);
    let path =
        origin.and_then(|origin| url.strip_prefix(origin)).filter(|path| path.starts_with('/'));
    show::truncated(path.unwrap_or(url), limits::TIMELINE_URL_SHOWN_CHARS)
}

/// The names of a shape: `{token, user}`, `[{id, name}]`.
fn names(shape: &JsonShape) -> String {
    match shape {
        JsonShape::Object(members) => {
            let names: Vec<&str> = members.keys().map(AsRef::as_ref).collect();
            format!(
                "{{{}}}",
                show::truncated(&names.join(", "), limits::TIMELINE_NAMES_SHOWN_CHARS)
            )
        }
        JsonShape::Array(element) if **element != JsonShape::Any => format!("[{}]", names(element)),
        other => other.to_json(0).as_str().unwrap_or("[]").to_owned(),
    }
}
