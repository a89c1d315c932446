//! What is read: each path shows one view of what is stored.

pub(crate) mod health;
pub(crate) mod openapi;
pub(crate) mod page_loads;
pub(crate) mod report;
pub(crate) mod security_audit;
pub(crate) mod snapshot;
pub(crate) mod tests_route;
pub(crate) mod websocket_status;
