//! The baseline of a verification: which issues there were before the change.

use gasoline_analysis::digest::Digest;
use serde_json::{Value, json};

use super::answer::Answer;
use super::sections::Sections;
use super::show;

/// `3 console errors, 1 failed request`.
pub(super) fn counts(digest: &Digest) -> String {
    let parts = [
        (digest.console_errors(), "console error"),
        (digest.network_errors(), "failed request"),
        (digest.websocket_errors(), "failed socket"),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| show::count(count, noun))
        .collect();
    if said.is_empty() { "no issues".to_owned() } else { said.join(", ") }
}

/// The baseline as text and JSON, as far as there is room.
pub(super) fn tell(digest: &Digest, sections: &mut Sections, answer: &mut Answer) {
    let mut rows: Vec<(String, Value)> = Vec::new();
    for error in &digest.errors {
        let mut row = json!({"type": "console", "message": error.message, "count": error.count});
        mark(&mut row, error.noise.as_ref());
        rows.push((counted(&error.message, error.count, error.noise.as_ref()), row));
    }
    for (endpoint, traffic) in digest.endpoints.iter().filter(|(_, traffic)| traffic.is_failing()) {
        let mut row = json!({
            "type": "network", "method": endpoint.method, "url": endpoint.path,
            "status": traffic.telling_status(), "count": traffic.failures,
        });
        mark(&mut row, traffic.noise.as_ref());
        let said = format!("{endpoint} → {}", traffic.outcome());
        rows.push((counted(&said, traffic.failures, traffic.noise.as_ref()), row));
    }
    for (url, socket) in digest.sockets.iter().filter(|(_, socket)| socket.is_failing()) {
        let mut row = json!({
            "type": "websocket", "url": url, "code": socket.close_code, "count": socket.failures,
        });
        mark(&mut row, socket.noise.as_ref());
        rows.push((counted(&format!("{url} failed"), socket.failures, socket.noise.as_ref()), row));
    }
    rows.sort_by_key(|(_, row)| row.get("noise").is_some());
    let lines: Vec<String> = rows.iter().map(|(line, _)| line.clone()).collect();
    let taken = sections.add("in the baseline", &lines);
    let details: Vec<Value> = rows.into_iter().take(taken).map(|(_, row)| row).collect();
    let mut baseline = json!({
        "captured_at": digest.captured_at,
        "console_errors": digest.console_errors(),
        "network_errors": digest.network_errors(),
        "websocket_errors": digest.websocket_errors(),
        "error_details": details,
    });
    if sections.left > 0 {
        answer.set("truncated", &json!({"lines": sections.left}));
    }
    if digest.gaps.forgotten > 0 {
        baseline["forgotten"] = json!(digest.gaps.forgotten);
        sections.line(&format!(
            "{} events had been forgotten before: the baseline may lack issues",
            digest.gaps.forgotten
        ));
    }
    answer.set("baseline", &baseline);
}

fn mark(row: &mut Value, noise: Option<&String>) {
    if let Some(rule) = noise {
        row["noise"] = json!(rule);
    }
}

fn counted(said: &str, count: usize, noise: Option<&String>) -> String {
    let times = if count > 1 { format!(" (x{count})") } else { String::new() };
    let noise = noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    format!("{said}{times}{noise}")
}
