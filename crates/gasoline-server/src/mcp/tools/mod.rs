//! The tools, one file each. The order is that of `tools/list`.

mod capture_screenshot;
mod check_performance;
mod clear_browser_logs;
mod configure_capture;
mod configure_noise;
mod configure_streaming;
mod diff_sessions;
mod generate_bug_report;
mod generate_test;
mod get_browser_errors;
mod get_browser_logs;
mod get_changes_since;
mod get_enhanced_actions;
mod get_network_bodies;
mod get_page_info;
mod get_reproduction_script;
mod get_session_timeline;
mod get_status;
mod get_websocket_events;
mod get_websocket_status;
mod query_dom;
mod run_accessibility_audit;
mod security_audit;
mod validate_api;
mod verify_fix;
mod wait_for_event;

use super::tool::ToolEntry;

/// Every tool there is. To add one, add its file and a line here.
pub(super) static TOOLS: &[&ToolEntry] = &[
    &get_browser_errors::TOOL,
    &get_browser_logs::TOOL,
    &get_network_bodies::TOOL,
    &get_websocket_events::TOOL,
    &get_websocket_status::TOOL,
    &get_enhanced_actions::TOOL,
    &get_session_timeline::TOOL,
    &get_changes_since::TOOL,
    &get_reproduction_script::TOOL,
    &generate_test::TOOL,
    &generate_bug_report::TOOL,
    &verify_fix::TOOL,
    &diff_sessions::TOOL,
    &check_performance::TOOL,
    &query_dom::TOOL,
    &get_page_info::TOOL,
    &run_accessibility_audit::TOOL,
    &security_audit::TOOL,
    &validate_api::TOOL,
    &capture_screenshot::TOOL,
    &configure_capture::TOOL,
    &configure_noise::TOOL,
    &configure_streaming::TOOL,
    &wait_for_event::TOOL,
    &clear_browser_logs::TOOL,
    &get_status::TOOL,
];
