//! The timeline of an attempt: requests, actions and errors in the order they began.

use gasoline_protocol::events::action::{ActionType, EnhancedAction};

use super::super::outcome::{BrowserError, Moment, MomentKind, SocketFailure};
use super::super::record::is_duration;
use super::super::words::{line, short_url};
use super::{Look, method};
use crate::limits;

impl Look<'_> {
    /// The latest rows, and how many earlier ones are left out.
    pub(super) fn timeline(
        &self,
        errors: &[BrowserError],
        sockets: &[SocketFailure],
    ) -> (Vec<Moment>, usize) {
        let plain = |at_ms, kind, says| Moment {
            at_ms,
            kind,
            says,
            duration_ms: None,
            status: None,
            error: None,
            is_failure: false,
            is_primary: false,
            is_noise: false,
        };
        let requests = self.view.requests.iter().map(|it| Moment {
            duration_ms: it.view.duration.filter(|ms| is_duration(*ms)),
            status: Some(it.view.status),
            error: it.view.error.as_deref().map(|it| line(it, limits::REPORT_NAME_MAX_CHARS)),
            is_failure: it.view.is_failure(),
            is_noise: self.noise.request(&it.view).is_some(),
            ..plain(
                self.at(it.time),
                MomentKind::Request,
                format!("{} {}", method(&it.view), short_url(&it.view.url)),
            )
        });
        let actions =
            self.view.actions.iter().filter_map(|it| {
                Some(plain(self.at(it.time), MomentKind::Action, deed(&it.view)?))
            });
        let errors = errors.iter().map(|it| Moment {
            is_failure: true,
            is_noise: it.noise.is_some(),
            ..plain(it.at_ms, MomentKind::Error, line(&it.message, limits::REPORT_LINE_MAX_CHARS))
        });
        let sockets = sockets.iter().map(|it| Moment {
            is_failure: true,
            is_noise: it.noise.is_some(),
            ..plain(it.at_ms, MomentKind::Socket, socket_moment(it))
        });
        let mut moments: Vec<Moment> =
            actions.chain(requests).chain(sockets).chain(errors).collect();
        moments.sort_by_key(|it| (it.at_ms, it.kind));
        let omitted = moments.len().saturating_sub(limits::REPORT_MAX_MOMENTS);
        moments.drain(..omitted);
        (moments, omitted)
    }
}

/// `socket /live close`.
pub(in super::super) fn socket_moment(socket: &SocketFailure) -> String {
    format!("socket {} {}", short_url(&socket.url), socket.event)
}

/// `click button "Pay"`, `navigate to /checkout`.
pub(super) fn deed(action: &EnhancedAction<'_>) -> Option<String> {
    let said = match action.kind {
        ActionType::Navigate => {
            let to = action.to_url.as_deref().or(action.url.as_deref())?;
            format!("navigate to {}", short_url(to))
        }
        ActionType::Dialog => action.answered()?,
        _ => crate::digest::deed(action)?,
    };
    Some(line(&said, limits::REPORT_LINE_MAX_CHARS))
}
