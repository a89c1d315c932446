//! Sessions of MCP clients over HTTP: so many, and the one that was silent longest makes room.
//!
//! Most of these clients never say goodbye. A client whose session is gone is answered with 404 and
//! begins another, as the protocol has it; one that is refused at the door can do nothing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{
    RestoreOutcome, ServerSseMessage, SessionId, SessionManager,
};

use crate::app::lock;
use crate::limits;

/// The SDK's sessions, and in which order they were last used.
pub(crate) struct Sessions {
    all: LocalSessionManager,
    /// The one that was silent longest comes first.
    used: Mutex<VecDeque<SessionId>>,
}

impl Sessions {
    pub(super) fn new() -> Self {
        let mut all = LocalSessionManager::default();
        // Pings do not count as life; the default of five minutes would end a waiting editor's session.
        all.session_config.keep_alive = Some(Duration::from_secs(limits::MCP_SESSION_HOURS * 3600));
        Self { all, used: Mutex::default() }
    }

    fn used(&self) -> MutexGuard<'_, VecDeque<SessionId>> {
        lock(&self.used)
    }

    /// Puts a session last. One that has ended meanwhile is not put back.
    fn note(&self, id: &SessionId) {
        let mut used = self.used();
        if let Some(place) = used.iter().position(|known| known == id) {
            used.remove(place);
            used.push_back(Arc::clone(id));
        }
    }

    /// Notes a new one, and returns those that make room for it.
    fn enter(&self, id: &SessionId) -> Vec<SessionId> {
        let mut used = self.used();
        used.push_back(Arc::clone(id));
        let surplus = used.len().saturating_sub(limits::MCP_SESSIONS_MAX);
        used.drain(..surplus).collect()
    }
}

type Failure = <LocalSessionManager as SessionManager>::Error;

impl SessionManager for Sessions {
    type Error = Failure;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Failure> {
        let (id, transport) = self.all.create_session().await?;
        for silent in self.enter(&id) {
            tracing::debug!("an MCP session over HTTP made room for another");
            self.all.close_session(&silent).await?;
        }
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Failure> {
        self.all.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Failure> {
        self.all.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Failure> {
        self.used().retain(|known| known != id);
        self.all.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failure> {
        self.note(id);
        self.all.create_stream(id, message).await
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Failure> {
        self.note(id);
        self.all.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failure> {
        self.note(id);
        self.all.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failure> {
        self.note(id);
        self.all.resume(id, last_event_id).await
    }

    async fn restore_session(
        &self,
        id: SessionId,
    ) -> Result<RestoreOutcome<Self::Transport>, Failure> {
        self.all.restore_session(id).await
    }
}
