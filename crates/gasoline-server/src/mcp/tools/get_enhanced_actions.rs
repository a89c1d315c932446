//! `get_enhanced_actions`: what the user did, newest first.
//!
//! ````text
//! + action {"type":"navigate","toUrl":"http://localhost/cart","url":"http://localhost/cart"}
//! + action {"type":"input","url":"http://localhost/cart","value":"2","selectors":{"role":{"role":"textbox","name":"Amount"}}}
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! > {}
//! 3 actions, newest first
//! 10:00:02.000 click button "Pay"  on http://localhost/cart
//! 10:00:01.000 input textbox "Amount" = "2"  on http://localhost/cart
//! 10:00:00.000 navigate → http://localhost/cart  on http://localhost/cart
//! cursor: c3
//! ````

use gasoline_analysis::view::Session;
use gasoline_protocol::Kind;
use gasoline_protocol::events::action::EnhancedActions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::event_json::EventJson;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetEnhancedActions>();

struct GetEnhancedActions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    last_n: Option<usize>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ActionsResponse {
    actions: Listing<EventJson>,
    #[serde(flatten)]
    page: Page,
}

impl Tool for GetEnhancedActions {
    const NAME: &'static str = "get_enhanced_actions";
    const TITLE: &'static str = "User actions";
    const DESCRIPTION: &'static str = "User actions with selectors, newest first.";

    type Arguments = Arguments;
    type Response = ActionsResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ActionsResponse, Refusal> {
        let Arguments { last_n, url, tab_id, test_id, since } = arguments;
        let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
        let snapshot = filter.snapshot(caller.app, &[Kind::EnhancedActions]);
        let session = Session::of_kind(&snapshot, Kind::EnhancedActions);
        let mut actions = session.rows::<EnhancedActions>();
        actions.retain(|row| {
            let urls =
                [row.view.url.as_deref(), row.view.from_url.as_deref(), row.view.to_url.as_deref()];
            filter.admits(urls, row.view.tab_id)
        });
        let rows = actions.iter().rev().map(|row| {
            let page = row.view.url.as_deref();
            let page = page.map(|url| format!("  on {}", show::truncated(url, 100)));
            let (time, action) = (show::clock(row.time), show::action(&row.view));
            let text = format!("{time} {action}{}", page.unwrap_or_default());
            (text, EventJson::new(row))
        });
        let actions = Listing::fill(Budget::new(last_n, usize::MAX), rows);
        let page = actions.page_or(&snapshot, "pass `last_n`, `url` or `since`", || {
            filter.why_empty(caller.app, &snapshot, Kind::EnhancedActions)
        });
        Ok(ActionsResponse { actions, page })
    }
}

impl Response for ActionsResponse {
    fn render(&self, text: &mut String) {
        let heading = format!("{}, newest first", show::count(self.actions.total(), "action"));
        self.page.render(text, &heading, &self.actions);
    }
}
