//! `/report`: why one test failed, decided and worded as in `gasoline report`.

use axum::extract::{RawQuery, State};
use gasoline_analysis::report::{Options, Outcome, Shard, run};
use gasoline_analysis::view::Session;
use gasoline_codegen::report::{cause, summary};
use gasoline_protocol::Kind;
use gasoline_protocol::event::Level;
use schemars::JsonSchema;
use serde::Serialize;

use super::snapshot;
use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;

/// Why one test failed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TestReport {
    test_id: String,
    #[schemars(extend("enum" = Outcome::ALL.map(Outcome::name)))]
    status: &'static str,
    /// What most likely explains the failure, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    /// The cause, the evidence for it, and the requests that went well.
    text: String,
}

pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let Some(test_id) = &asked.test_id else {
        return Err(Rejection::Malformed {
            what: "`test_id` is missing".to_owned(),
            hint: "send `test_id=ID` of a test that `/tests` lists".to_owned(),
        });
    };
    let json = snapshot::whole(&app, &asked);
    let mut shard = Shard::read("", &json).map_err(|_| no_such_test())?;
    shard.keep_since(asked.since);
    let report = {
        let noise = app.retained.noise();
        let options = Options { test_id: Some(test_id), severity: Level::Warn, noise: &noise };
        run(&mut [shard], &options)
    };
    let test = report.tests.first().ok_or_else(no_such_test)?;
    let session = Session::read(&json, |kind| *kind == Kind::NetworkBodies);
    let (session, _) = session.map_err(|_| no_such_test())?;
    let view = session.view();
    Ok(Json::new(&TestReport {
        test_id: test.test_id.clone(),
        status: test.status.name(),
        cause: cause(test).map(str::to_owned),
        text: summary(test, view.requests.iter().map(|row| &row.view)),
    }))
}

fn no_such_test() -> Rejection {
    Rejection::NotFound {
        what: "no test has this id".to_owned(),
        hint: "see `/tests` for the tests there are".to_owned(),
    }
}
