//! What `gasoline doctor` looks at, what it may find, and what to do about it, as data: the doctor
//! says it, and `docs/troubleshooting.md` lists it.

use std::fmt::Display;

use gasoline_protocol::connection::ConnectionState;

gasoline_protocol::wire_enum! {
    /// How bad it is.
    pub enum Mark {
        Fine = "ok",
        /// Worth knowing; nothing is broken.
        Note = "note",
        Wrong = "wrong",
    }
}

/// One thing that is looked at.
#[derive(Debug)]
pub struct Check {
    pub name: &'static str,
    pub looks_at: &'static str,
    pub outcomes: &'static [Outcome],
}

/// One thing that may be found.
#[derive(Debug)]
pub struct Outcome {
    pub mark: Mark,
    /// What is the case; `{name}` stands for what was seen.
    pub says: &'static str,
    /// What follows it on the line, with the values seen.
    pub detail: &'static str,
    /// What to do next, where there is something to do.
    pub hint: Option<&'static str>,
    /// How it comes about, for readers who have more time.
    pub reason: &'static str,
}

impl Outcome {
    const fn fine(says: &'static str) -> Self {
        Self { mark: Mark::Fine, says, detail: "", hint: None, reason: "" }
    }

    const fn note(says: &'static str, hint: &'static str, reason: &'static str) -> Self {
        Self { mark: Mark::Note, says, detail: "", hint: Some(hint), reason }
    }

    const fn wrong(says: &'static str, hint: &'static str, reason: &'static str) -> Self {
        Self { mark: Mark::Wrong, says, detail: "", hint: Some(hint), reason }
    }

    /// How an extension stands, in the words of its own popup.
    const fn state(mark: Mark, state: ConnectionState, reason: &'static str) -> Self {
        let words = state.words();
        Self { mark, says: words.sentence, detail: "", hint: Some(words.hint), reason }
    }

    const fn with(self, detail: &'static str) -> Self {
        Self { detail, ..self }
    }

    /// The line, with the values that were seen.
    pub fn line(&self, seen: &[(&str, &dyn Display)]) -> String {
        let blank = format!("{}{}", self.says, self.detail);
        seen.iter().fold(blank, |line, (name, value)| {
            line.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }
}

pub const SERVES: Outcome =
    Outcome::fine("Gasoline {version} serves 127.0.0.1:{port} ({megabytes} MB)");

pub const NO_SERVER: Outcome = Outcome::state(
    Mark::Note,
    ConnectionState::NoServer,
    "A server is started by the first editor that needs one, or by `gasoline serve`, and one that an \
     editor started ends ten minutes after the last editor, test or browser has gone. \
     It is also said when the server is on another port than this one: `--port`, `GASOLINE_PORT`.",
)
.with(" on 127.0.0.1:{port}");

pub const PORT_TAKEN: Outcome = Outcome::wrong(
    "something that is not Gasoline holds port {port}",
    "stop what holds the port, or choose another with `--port N` (or GASOLINE_PORT)",
    "Something answers there, but not as Gasoline does. \
     `lsof -i :7890` tells what it is. \
     With another port, tell it to all sides: `gasoline install CLIENT --port N --write` for the \
     editor, *Address* in the extension's options for the browser.",
);

pub const REFUSED: Outcome = Outcome::wrong(
    "the server on port {port} said {status}: {said}",
    "stop what holds the port, or choose another with `--port N` (or GASOLINE_PORT)",
    "Something speaks HTTP there and does not want to be asked: most likely another program.",
);

pub const SERVER_VERSION_DIFFERS: Outcome = Outcome::wrong(
    "the server is version {version}, this program is {own}",
    "end the old server; the next editor starts the new one",
    "A server that was started before an update serves until it ends. \
     Quit the editors, or end its process; nothing but what it has captured is lost.",
);

pub const EDITORS_CONNECTED: Outcome = Outcome::fine("{count} MCP clients are connected");

pub const NO_EDITOR_CONNECTED: Outcome = Outcome::note(
    "no MCP client is connected",
    "start your editor, or `gasoline install CLIENT --write`",
    "An editor connects when it starts its MCP servers: some do so at the first question, some only \
     after a restart, and some ask for your consent first. \
     In test runs nobody needs to be connected.",
);

pub const EXTENSION_CONNECTED: Outcome = Outcome {
    hint: None,
    ..Outcome::state(Mark::Fine, ConnectionState::Connected, "")
        .with(" (version {version}, {captured} of {tabs} tabs captured)")
};

pub const NO_TAB_CAPTURED: Outcome = Outcome {
    hint: Some("open a page on localhost, or switch its site on in the extension's popup"),
    ..Outcome::state(
        Mark::Note,
        ConnectionState::Connected,
        "Captured by default are pages on `localhost`, `127.0.0.1`, `[::1]`, `*.localhost`, `*.test` \
         and `*.local`. \
         Pages that were open before the extension was loaded are captured after a reload at the latest.",
    )
    .with(" (version {version}, {captured} of {tabs} tabs captured)")
};

pub const EXTENSION_VERSION_DIFFERS: Outcome = Outcome::state(
    Mark::Wrong,
    ConnectionState::WrongVersion,
    "Chrome keeps the extension it loaded until somebody presses reload.",
)
.with(" (extension {version}, server {own}, {captured} of {tabs} tabs captured)");

pub const CAPTURE_PAUSED: Outcome = Outcome::state(
    Mark::Note,
    ConnectionState::Paused,
    "Somebody pressed *Pause* in the popup, or an agent called `configure_capture` with \
     `paused: true`; the latter ends with the server.",
)
.with(" (extension {version}, {captured} of {tabs} tabs captured)");

pub const NO_EXTENSION: Outcome = Outcome::note(
    "no browser extension is connected",
    "`gasoline extension` writes it into a folder and says how to load it in Chrome",
    "Either it is not loaded, or Chrome is closed, or its options name another server. \
     The popup tells which, in the words below. \
     Test runs need no extension.",
);

pub const PAGES_SENT: Outcome =
    Outcome::fine("{count} pages with the capture script sent something lately");

pub const NO_PAGE: Outcome = Outcome::note(
    "no page has sent anything in the last minute",
    "open or reload the page with the extension or capture script on",
    "A page with the script sends from `localhost` and `127.0.0.1`, from the origins of \
     `gasoline serve --allow-origin`, and with `gasoline serve --ci` from anywhere. \
     A `connect-src` of the page may forbid it: use the extension, `gasoline-playwright` or \
     `gasoline attach`, which no policy of a page can stop.",
);

pub const CAPTURED: Outcome = Outcome::fine("captured: {kinds}");

pub const NOTHING_CAPTURED: Outcome = Outcome::note(
    "nothing is captured",
    "use the page, then look again",
    "The server has nothing in its memory: nothing has happened since it started, or it was cleared.",
);

pub const CONFIGURED: Outcome = Outcome::fine("{client} starts Gasoline ({file})");

pub const CONFIGURED_DIFFERENTLY: Outcome = Outcome::wrong(
    "{client} is told another program or port ({file})",
    "`gasoline install CLIENT --write` mends it, with `--port N` if you use one",
    "The entry `gasoline` in that file starts another program than this one, or names another port. \
     That is as it should be if you mean that program; `install` would replace it.",
);

pub const NOT_CONFIGURED: Outcome = Outcome::note(
    "no editor has Gasoline in its configuration",
    "`gasoline install cursor --write` (or claude-code, claude-desktop, vscode, windsurf, zed)",
    "Looked at are your own configuration and that of the project in the current folder. \
     A file that is not valid JSON counts as without; `install` says in which line.",
);

/// All of them, in the order in which the doctor looks.
pub const ALL: &[Check] = &[
    Check {
        name: "The port",
        looks_at: "whether a Gasoline server answers on 127.0.0.1",
        outcomes: &[SERVES, NO_SERVER, PORT_TAKEN, REFUSED],
    },
    Check {
        name: "The server's version",
        looks_at: "whether the server that answers is of the same version as the command",
        outcomes: &[SERVER_VERSION_DIFFERS],
    },
    Check {
        name: "Editors that are connected",
        looks_at: "how many MCP clients talk to the server",
        outcomes: &[EDITORS_CONNECTED, NO_EDITOR_CONNECTED],
    },
    Check {
        name: "The extension",
        looks_at: "each browser whose extension is connected: its version, whether it is paused, and \
                   how many of its tabs it captures",
        outcomes: &[
            EXTENSION_CONNECTED,
            NO_TAB_CAPTURED,
            EXTENSION_VERSION_DIFFERS,
            CAPTURE_PAUSED,
            NO_EXTENSION,
        ],
    },
    Check {
        name: "Pages with the capture script",
        looks_at: "whether pages sent something in the last minute without the extension",
        outcomes: &[PAGES_SENT, NO_PAGE],
    },
    Check {
        name: "What is held",
        looks_at: "how many events of each kind the server holds, and how many it had to forget",
        outcomes: &[CAPTURED, NOTHING_CAPTURED],
    },
    Check {
        name: "Editors that are set up",
        looks_at: "the configuration files of all clients that `gasoline install` knows",
        outcomes: &[CONFIGURED, CONFIGURED_DIFFERENTLY, NOT_CONFIGURED],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> impl Iterator<Item = &'static Outcome> {
        ALL.iter().flat_map(|check| check.outcomes)
    }

    #[test]
    fn what_is_not_fine_says_what_to_do_and_how_it_comes_about() {
        for outcome in outcomes().filter(|outcome| outcome.mark != Mark::Fine) {
            let hint = outcome.hint.unwrap_or_default();
            assert!(!hint.is_empty() && !hint.ends_with('.'), "{}", outcome.says);
            assert!(outcome.reason.ends_with('.'), "{}", outcome.says);
        }
    }

    #[test]
    fn what_is_fine_asks_for_nothing() {
        for outcome in outcomes().filter(|outcome| outcome.mark == Mark::Fine) {
            assert_eq!((outcome.hint, outcome.reason), (None, ""), "{}", outcome.says);
        }
    }

    #[test]
    fn a_line_has_the_values_that_were_seen() {
        assert_eq!(
            NO_SERVER.line(&[("port", &7890)]),
            "no Gasoline server answers on 127.0.0.1:7890"
        );
    }
}
