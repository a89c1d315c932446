//! `/security-audit`: the audit as one document, for programs: every finding, down to `info`.

use axum::extract::{RawQuery, State};
use gasoline_analysis::audit::{Options, audit};
use gasoline_analysis::secrets::Severity;

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;
use crate::limits;

pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[]));
    let options = Options {
        severity_min: Severity::Info,
        url: asked.url.as_deref(),
        most_per_category: limits::EXPORTED_FINDINGS_PER_CATEGORY,
        ..Options::default()
    };
    Ok(Json::new(&audit(&snapshot, &options)))
}
