//! HAR 1.2: the captured traffic as browsers and HTTP tools read it.

mod entry;
mod format;
mod pages;
mod socket;

use super::Recorded;
use format::{Creator, Har, Log};
use pages::Pages;

/// Stands where HAR asks for a version of HTTP, which pages are not told.
const HTTP_VERSION: &str = "unknown";

/// The traffic of all sessions as one HAR. `notes` tell what is missing in it.
pub fn har(sessions: &[Recorded<'_>], notes: &[String], version: &str) -> String {
    let mut pages = Pages::default();
    let mut entries = Vec::new();
    for session in sessions {
        pages.see(session);
        let test_id = session.test_id();
        for seen in &session.view.requests {
            let page = pages.of_request(session, seen);
            entries.push(entry::entry(seen, page, test_id));
        }
        for connection in socket::connections(&session.view.sockets) {
            let page = pages.of_socket(session, &connection);
            entries.push(socket::entry(&connection, page, test_id));
        }
    }
    // Readers expect the oldest first; what began at once stays as it was captured.
    entries.sort_by_key(|entry| entry.started_date_time);
    let har = Har {
        log: Log {
            version: "1.2",
            creator: Creator { name: "Gasoline", version: version.to_owned() },
            pages: pages.into_list(),
            entries,
            comment: notes.join("; "),
        },
    };
    serde_json::to_string_pretty(&har).unwrap_or_default() + "\n"
}
