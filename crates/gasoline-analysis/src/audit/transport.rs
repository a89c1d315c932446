//! Insecure transport: plain HTTP, mixed content, plain WebSockets, forms that are sent in the clear.

use gasoline_protocol::Kind;
use gasoline_protocol::url::Url;
use serde_json::{Map, Value, json};

use super::Findings;
use super::finding::{Category, Finding};
use super::scene::{Field, Scene};
use super::url::AuditUrl as _;
use super::wording::{recommendation, shown_place, shown_url};
use crate::secrets::Severity;

/// Judges the addresses of every event.
pub(super) fn check(scenes: &[Scene], found: &mut Findings) {
    for scene in scenes {
        match scene.kind {
            Kind::NetworkBodies => request(scene, found),
            Kind::WebsocketEvents => socket(scene, found),
            Kind::Logs => resource(scene, found),
            Kind::EnhancedActions => form(scene, found),
            _ => {}
        }
    }
}

/// Whether it goes over the network for everybody to read.
fn is_plain(address: &Url<'_>, scheme: &str) -> bool {
    address.is(scheme) && !address.is_loopback() && !address.is_blob()
}

fn request(scene: &Scene, found: &mut Findings) {
    if !is_plain(&scene.address(), "http") {
        return;
    }
    if let Some(page) = scene.page_url.as_deref().filter(|page| Url::parse(page).is("https")) {
        let kind = resource_type(&scene.content_type, &scene.initiator, scene.address().path);
        return mixed(scene, page, &scene.url, kind, found);
    }
    let sends_secret = scene
        .traces
        .iter()
        .any(|trace| trace.rule.masks && matches!(trace.field, Field::RequestBody | Field::Query));
    let mut evidence = Map::new();
    set(&mut evidence, "method", json!(scene.verb));
    set(&mut evidence, "url", json!(shown_url(&scene.url)));
    if let Some(page) = &scene.page_url {
        set(&mut evidence, "page_url", json!(shown_url(page)));
    }
    let also = if sends_secret { " It carries a password or another secret." } else { "" };
    found.add(
        format!("{} {}", scene.verb, scene.address().endpoint()),
        Finding {
            severity: if sends_secret { Severity::Critical } else { Severity::Warning },
            title: "API call over unencrypted HTTP".to_owned(),
            description: format!(
                "{} {} goes over the network in the clear: everybody on the way can read and change it.{also}",
                scene.verb,
                shown_place(&scene.url)
            ),
            evidence,
            ..finding("plain_http", scene, "Use HTTPS, and let the server redirect or refuse plain HTTP.")
        },
    );
}

/// A script of a plain page can do anything in the secure one; a picture can only be another one.
fn mixed(scene: &Scene, page: &str, url: &str, kind: &str, found: &mut Findings) {
    let mut evidence = Map::new();
    set(&mut evidence, "page_url", json!(shown_url(page)));
    set(&mut evidence, "resource_url", json!(shown_url(url)));
    set(&mut evidence, "resource_type", json!(kind));
    let severity = if kind == "script" { Severity::Critical } else { Severity::Warning };
    found.add(
        format!("{} {}", Url::parse(page).endpoint(), Url::parse(url).endpoint()),
        Finding {
            severity,
            title: "Mixed content: HTTPS page loading HTTP resource".to_owned(),
            description: format!("Page at {} loads a {kind} from {}", shown_place(page), shown_place(url)),
            evidence,
            ..finding(
                "mixed_content",
                scene,
                "Use HTTPS for all resources. Mixed content can be intercepted by network attackers.",
            )
        },
    );
}

/// Images, styles and scripts a page asks for by its markup are told when they did not load.
fn resource(scene: &Scene, found: &mut Findings) {
    let Some((tag, url)) = &scene.resource else { return };
    let page = scene.url.as_str();
    if is_plain(&Url::parse(url), "http") && Url::parse(page).is("https") {
        let kind = match tag.to_ascii_lowercase().as_str() {
            "script" => "script",
            "link" => "style",
            "img" => "image",
            "iframe" => "frame",
            "video" | "audio" | "source" => "media",
            _ => resource_type("", "", Url::parse(url).path),
        };
        mixed(scene, page, url, kind, found);
    }
}

fn socket(scene: &Scene, found: &mut Findings) {
    if !is_plain(&scene.address(), "ws") {
        return;
    }
    let mut evidence = Map::new();
    set(&mut evidence, "type", json!("websocket"));
    set(&mut evidence, "url", json!(shown_url(&scene.url)));
    found.add(
        scene.address().place(),
        Finding {
            severity: Severity::Warning,
            title: "Unencrypted WebSocket connection".to_owned(),
            description: format!(
                "the connection to {} is not encrypted: everybody on the way can read and change its messages.",
                shown_place(&scene.url)
            ),
            evidence,
            ..finding("plain_websocket", scene, "Use `wss://`.")
        },
    );
}

fn form(scene: &Scene, found: &mut Findings) {
    let Some(target) = scene.form_action.as_deref() else { return };
    if !is_plain(&Url::parse(target), "http") {
        return;
    }
    let mut evidence = Map::new();
    set(&mut evidence, "type", json!("action"));
    set(&mut evidence, "url", json!(shown_url(&scene.url)));
    set(&mut evidence, "form_action", json!(shown_url(target)));
    found.add(
        Url::parse(target).place(),
        Finding {
            severity: Severity::Warning,
            title: "Form sent over unencrypted HTTP".to_owned(),
            description: format!(
                "a form on {} is sent to {} in the clear.",
                shown_place(&scene.url),
                shown_place(target)
            ),
            evidence,
            ..finding("plain_form", scene, "Send forms to HTTPS addresses.")
        },
    );
}

/// What all findings of this check share.
fn finding(rule: &'static str, scene: &Scene, advice: &str) -> Finding {
    Finding {
        severity: Severity::Warning,
        category: Category::Transport,
        rule,
        title: String::new(),
        description: String::new(),
        evidence: Map::new(),
        recommendation: recommendation(advice, None, &scene.url),
        cwe: Some("CWE-319"),
        occurrences: 1,
        seq: scene.seq,
    }
}

fn set(evidence: &mut Map<String, Value>, name: &str, value: Value) {
    evidence.insert(name.to_owned(), value);
}

/// What a request was for: by what came, else by what its file is called, else by who asked.
fn resource_type(content_type: &str, initiator: &str, path: &str) -> &'static str {
    let content_type = content_type.to_ascii_lowercase();
    let extension = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let is = |part: &str| content_type.contains(part);
    if is("javascript") || is("ecmascript") {
        "script"
    } else if is("css") {
        "style"
    } else if is("image/") {
        "image"
    } else if is("font") {
        "font"
    } else if is("video/") || is("audio/") {
        "media"
    } else if !matches!(initiator, "fetch" | "xhr") {
        match extension.as_str() {
            "js" | "mjs" => "script",
            "css" => "style",
            "png" | "jpg" | "jpeg" | "gif" | "webp" | "svg" | "avif" | "ico" => "image",
            "woff" | "woff2" | "ttf" | "otf" => "font",
            "mp4" | "webm" | "mp3" | "ogg" => "media",
            _ => "request",
        }
    } else {
        "request"
    }
}
