//! Pairing: the secret each extension id is given, and must show from then on.
//!
//! A program on this machine could pretend to be an extension, but not know what the first one was
//! told. The secrets live as long as the process. A secret holds from the first frame that follows
//! the welcome: a worker that was ended before it read its secret is not locked out.

use std::collections::BTreeMap;

use crate::limits;

/// Bytes of a secret: nobody guesses sixteen.
const SECRET_BYTES: usize = 16;

/// The secrets handed out, by the extension's origin.
#[derive(Default)]
pub(crate) struct Pairings(BTreeMap<String, Pairing>);

struct Pairing {
    secret: String,
    /// Whoever was given it has read it.
    holds: bool,
}

impl Pairings {
    /// The secret of an extension that may enter; `None` if it showed another than it was given.
    ///
    /// The first hello after the start is given a new one whatever it shows: it may hold that of
    /// an earlier process.
    pub(crate) fn admit(&mut self, origin: &str, shown: Option<&str>) -> Option<String> {
        if let Some(Pairing { secret, holds }) = self.0.get(origin) {
            return (!holds || shown == Some(secret)).then(|| secret.clone());
        }
        if self.0.len() >= limits::PAIRINGS_MAX {
            return None;
        }
        let secret = random()?;
        let pairing = Pairing { secret: secret.clone(), holds: false };
        self.0.insert(origin.to_owned(), pairing);
        Some(secret)
    }

    /// The extension has read its secret.
    pub(crate) fn confirm(&mut self, origin: &str) {
        if let Some(pairing) = self.0.get_mut(origin) {
            pairing.holds = true;
        }
    }
}

/// Random hex digits from the system; without them nobody is paired.
pub(crate) fn random() -> Option<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.map(|byte| format!("{byte:02x}")).concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_first_is_known_by_its_secret() {
        let mut pairings = Pairings::default();
        let secret =
            pairings.admit("chrome-extension://a", Some("of yesterday")).expect("a secret");
        assert_eq!(secret.len(), 2 * SECRET_BYTES);
        assert_eq!(pairings.admit("chrome-extension://a", None), Some(secret.clone()));
        pairings.confirm("chrome-extension://a");
        assert_eq!(pairings.admit("chrome-extension://a", Some(&secret)), Some(secret.clone()));
        for wrong in [None, Some(""), Some("of yesterday")] {
            assert_eq!(pairings.admit("chrome-extension://a", wrong), None);
        }
        assert_ne!(pairings.admit("chrome-extension://b", None), Some(secret));
    }
}
