//! What a browser says by itself where a request or a socket failed: no page can hear it, a test can.

use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::url::Url;

use crate::plan::places::Places;
use crate::plan::session::Session;
use crate::plan::volatile::Volatile;
use crate::step::{Ends, KnownError, Pattern, Piece};

/// Words of every message about the content policy, in front of the directive and behind the address.
const POLICY: &str = "Content Security Policy";

/// For each request and socket that failed, none twice.
pub(super) fn by_browser(
    session: &Session<'_>,
    places: &Places,
    volatile: &Volatile,
) -> Vec<KnownError> {
    let mut known: Vec<KnownError> = Vec::new();
    let mut add = |one: KnownError| {
        if !known.contains(&one) {
            known.push(one);
        }
    };
    for body in session.since_load().map(|called| called.request.body) {
        let is_refused =
            body.status == 0 && matches!(body.error.as_deref(), Some("network" | "blocked"));
        let Some(address) = address(&body.url, places, volatile).filter(|_| is_refused) else {
            continue;
        };
        let means: &[&str] = match body.initiator.as_deref() {
            Some("fetch") => &["fetch"],
            Some("xhr") => &["XMLHttpRequest"],
            _ => &["fetch", "XMLHttpRequest"],
        };
        for how in means {
            let mut text = Pattern::text(format!("Access to {how} at '"));
            // An address that it was sent on to may stand in front.
            text.push(Piece::Anything);
            push(&mut text, &address);
            text.push(Piece::Text("'".to_owned()));
            add(open(text));
        }
    }
    for url in &session.broken_sockets {
        let Some(address) = address(url, places, volatile) else { continue };
        let mut text = Pattern::text("WebSocket connection to '");
        push(&mut text, &address);
        text.push(Piece::Text("'".to_owned()));
        add(open(text));
    }
    known
}

/// What was blocked by the content policy: an address, or by its directive what stands in the page.
pub(super) fn by_policy(
    entry: &LogEntry<'_>,
    places: &Places,
    volatile: &Volatile,
) -> Option<KnownError> {
    let said = entry.said();
    let (before, directive) = said.strip_suffix(')')?.rsplit_once(" (")?;
    let blocked = before.strip_prefix("Content Security Policy blocked ")?;
    if let Some(address) = address(blocked, places, volatile) {
        let mut text = address;
        text.push(Piece::Anything);
        text.push(Piece::Text(POLICY.to_owned()));
        return Some(KnownError { is_from_start: false, ..open(text) });
    }
    // `script-src-elem` is told as what it falls back to.
    let directive = directive.trim_end_matches("-elem").trim_end_matches("-attr");
    let mut text = Pattern::text(POLICY);
    text.push(Piece::Anything);
    text.push(Piece::Text(directive.to_owned()));
    Some(KnownError { is_from_start: false, ..open(text) })
}

fn open(text: Pattern) -> KnownError {
    KnownError { name: None, text, is_from_start: true, ends: Ends::Open }
}

/// An address with what varies left open: ids in its path, and all its parameters.
fn address(url: &str, places: &Places, volatile: &Volatile) -> Option<Pattern> {
    let address = Url::absolute(url)?;
    let mut text = Pattern::text(places.own(address.origin));
    // A page is told of other sites by their origin alone.
    if address.path != "/" || url.contains(['?', '#']) || url.ends_with('/') {
        push(&mut text, &volatile.path(address.path));
    }
    if !address.query.is_empty() {
        text.push(Piece::Text("?".to_owned()));
        text.push(Piece::Anything);
    }
    Some(text)
}

fn push(text: &mut Pattern, more: &Pattern) {
    for piece in &more.0 {
        text.push(piece.clone());
    }
}
