//! How the extension stands to the server, in words: popup and `gasoline doctor` say the same.

crate::wire_enum! {
    /// The states a connection can be in.
    pub enum ConnectionState {
        Connected = "connected",
        Connecting = "connecting",
        NoServer = "no_server",
        PairedElsewhere = "paired_elsewhere",
        WrongVersion = "wrong_version",
        Paused = "paused",
    }
}

/// A state as a person reads it: what is the case, and what to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    pub sentence: &'static str,
    pub hint: &'static str,
}

impl ConnectionState {
    pub const fn words(self) -> Words {
        let (sentence, hint) = match self {
            Self::Connected => {
                ("the extension is connected", "use the page, then ask your agent what broke")
            }
            Self::Connecting => ("the extension is connecting", "wait a moment"),
            Self::NoServer => (
                "no Gasoline server answers",
                "start your editor, or run `gasoline serve`; the address is in the extension's options",
            ),
            Self::PairedElsewhere => (
                "another browser is paired with the server",
                "end the server and start it again: the first browser to connect is paired",
            ),
            Self::WrongVersion => (
                "extension and server are of different versions",
                "run `gasoline extension`, then press reload in chrome://extensions",
            ),
            Self::Paused => ("capture is paused", "resume it in the extension's popup"),
        };
        Words { sentence, hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_says_what_is_the_case_and_what_to_do() {
        for state in ConnectionState::ALL {
            let Words { sentence, hint } = state.words();
            assert!(!sentence.is_empty() && !sentence.ends_with('.'), "{sentence}");
            assert!(!hint.is_empty() && !hint.ends_with('.'), "{hint}");
        }
    }
}
