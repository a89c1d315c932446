//! What tools respond over recorded and live sessions.

mod browser_errors;
mod bug_report;
mod changes;
mod check_performance;
mod diff_sessions;
mod fixtures;
mod lists;
mod scripts;
mod security_audit;
mod signals;
mod streaming;
mod timeline;
mod validate_api;
mod verify_fix;
