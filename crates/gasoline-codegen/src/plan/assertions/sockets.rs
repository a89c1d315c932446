//! Sockets that were opened once and stayed open: live data that is cut off is missed by no request.

use gasoline_protocol::events::websocket::{Direction, SocketEvent};
use gasoline_protocol::url::Url;
use serde_json::Value;

use crate::fact::SocketWatch;
use crate::limits::SOCKET_TELLS_WITHIN_MS;
use crate::plan::places::Places;
use crate::plan::session::{Heard, Session};
use crate::plan::volatile::Volatile;

/// The sockets of the first page that can be relied on.
///
/// One that was opened again may belong to another document, or was cut off in the recording
/// already: nothing is said about it.
pub(in crate::plan) fn steady(
    session: &Session<'_>,
    places: &Places,
    volatile: &Volatile,
) -> Vec<SocketWatch> {
    let mut watched: Vec<(SocketWatch, usize)> = Vec::new();
    let is_first = |heard: &&Heard<'_>| heard.view.event == SocketEvent::Connecting;
    for heard in session.sockets.iter().filter(is_first) {
        let url = heard.view.url.as_deref().unwrap_or_default();
        let Some(address) = Url::absolute(url).filter(|_| places.is_own(url)) else { continue };
        let path = volatile.path(address.path);
        if let Some((_, count)) = watched.iter_mut().find(|(watch, _)| watch.path == path) {
            *count += 1;
            continue;
        }
        let Some(watch) = watch(heard, session) else { continue };
        let is_kept = heard.page == 0 && !is_of_tools(&address, watch.word.as_ref());
        watched.push((SocketWatch { path, ..watch }, if is_kept { 1 } else { 2 }));
    }
    watched.into_iter().filter(|(_, count)| *count == 1).map(|(watch, _)| watch).collect()
}

/// `None` for a socket that broke or was closed.
fn watch(first: &Heard<'_>, session: &Session<'_>) -> Option<SocketWatch> {
    let own = || session.sockets.iter().filter(|heard| heard.view.id == first.view.id);
    let ended =
        |heard: &Heard<'_>| matches!(heard.view.event, SocketEvent::Close | SocketEvent::Error);
    let opened = own().find(|heard| heard.view.event == SocketEvent::Open)?;
    if own().any(ended) {
        return None;
    }
    let message = own().find(|heard| {
        heard.view.event == SocketEvent::Message
            && heard.view.direction == Some(Direction::Incoming)
    });
    let tells =
        message.is_some_and(|heard| heard.time.ms_since(opened.time) <= SOCKET_TELLS_WITHIN_MS);
    let data = message.and_then(|heard| heard.view.data.as_deref());
    Some(SocketWatch { path: crate::step::Pattern::default(), word: data.and_then(word), tells })
}

/// The member that says what sort of message it is.
fn word(data: &str) -> Option<(String, String)> {
    const SORTS: [&str; 6] = ["type", "event", "kind", "op", "action", "topic"];
    let value: Value = serde_json::from_str(data).ok()?;
    SORTS.iter().find_map(|name| {
        let word = value.get(name)?.as_str()?;
        let is_word = (2..=40).contains(&word.len())
            && word.chars().all(|one| one.is_ascii_alphabetic() || "-_.:/".contains(one));
        is_word.then(|| ((*name).to_owned(), word.to_owned()))
    })
}

/// Sockets of development servers are there while an application is built, and nowhere else.
fn is_of_tools(address: &Url<'_>, word: Option<&(String, String)>) -> bool {
    const PARTS: [&str; 6] = ["hmr", "hot", "livereload", "sockjs-node", "webpack", "__vite"];
    const WORDS: [&str; 6] = ["connected", "hot", "liveReload", "hash", "overlay", "reconnect"];
    let path = address.path.to_lowercase();
    let is_vite = path == "/" && address.parameters().any(|(name, _)| name == "token");
    let says = word.is_some_and(|(_, word)| WORDS.contains(&word.as_str()));
    is_vite || says || PARTS.iter().any(|part| path.contains(part))
}
