//! `/snapshot`: everything that was captured, of one test or of all, in one answer.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use gasoline_analysis::tally::tally;
use gasoline_protocol::event::Level;
use gasoline_protocol::url::query_pairs;
use gasoline_protocol::{Captured, Event, Facet, Kind, Purpose, Snapshot};
use gasoline_store::records::Record;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::http::Shared;
use crate::http::capture::kinds;
use crate::http::rejection::Rejection;
use crate::http::reply::Listing;
use crate::http::since::Asked;
use crate::source_maps::Thrown;
use gasoline_analysis::redact;

pub(crate) async fn get(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Listing, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let records = Records::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[]));
    let tests = match records {
        Records::All => app.journal.tests_since(asked.test_id.as_deref(), asked.since),
        Records::LeftOut => Captured::default(),
    };
    Ok(render(&app, &snapshot, asked.test_id.as_deref(), &tests, records))
}

/// What is answered, as one text: for one test, which is little.
pub(super) fn whole(app: &App, asked: &Asked) -> String {
    let snapshot = app.journal.snapshot(&asked.query(&[]));
    let tests = app.journal.tests_since(asked.test_id.as_deref(), asked.since);
    render(app, &snapshot, asked.test_id.as_deref(), &tests, Records::All).whole()
}

/// Whether the records of tests are told with the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Records {
    All,
    /// For clients that poll for new events: a record is always complete.
    LeftOut,
}

impl Records {
    fn read(query: Option<&str>) -> Result<Self, Rejection> {
        let mut records = Self::All;
        for (_, value) in query_pairs(query.unwrap_or_default()).filter(|(name, _)| name == "tests")
        {
            records = match &*value {
                "" | "true" => Self::All,
                "false" => Self::LeftOut,
                other => {
                    let found = redact::echo(other, 60);
                    return Err(Rejection::Malformed {
                        what: format!("`tests={found}` is neither `true` nor `false`"),
                        hint: "send `tests=false` to leave the records of tests out".to_owned(),
                    });
                }
            };
        }
        Ok(records)
    }
}

fn render(
    app: &App,
    snapshot: &Snapshot,
    test_id: Option<&str>,
    tests: &Captured<Vec<Record>>,
    records: Records,
) -> Listing {
    let mut listing = Listing::default();
    let (taken_at, head, server) = (snapshot.taken_at, snapshot.head, app.name());
    let mut out =
        format!("{{\"timestamp\":\"{taken_at}\",\"cursor\":\"{head}\",\"server\":\"{server}\"");
    if let Some(test_id) = test_id {
        out.push_str(",\"test_id\":");
        out.push_str(&json!(redact::text(test_id)).to_string());
    }
    listing.text(out);
    for kind in Kind::ALL {
        listing.text(format!(",\"{}\":", kind.name()));
        kinds::write(&mut listing, app, kind, snapshot.of(kind).iter());
    }
    let forgotten: Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|kind| (kind.name().to_owned(), json!(snapshot.forgotten_of(kind))))
        .collect();
    let mut out = ",\"tests\":".to_owned();
    out.push_str(redact::value(tests.as_ref()).as_str());
    out.push_str(",\"places\":");
    let places = match records {
        Records::All => places(app, snapshot, tests.as_ref().expose(Purpose::ResolveSource)),
        Records::LeftOut => Vec::new(),
    };
    out.push_str(redact::value(Captured::new(&places)).as_str());
    out.push_str(",\"stats\":");
    out.push_str(&json!(tally(snapshot)).to_string());
    out.push_str(",\"forgotten\":");
    out.push_str(&Value::Object(forgotten).to_string());
    if snapshot.missed.count > 0 {
        let missed = json!({"count": snapshot.missed.count, "exact": snapshot.missed.is_exact});
        out.push_str(&format!(",\"missed\":{missed}"));
    }
    out.push('}');
    listing.text(out);
    listing
}

/// What the records of these tests remember of stacks that are `known` no more, each once.
fn recorded_places(tests: &[Record], known: &[Value], shows_code: bool) -> Vec<Value> {
    let mut told: HashSet<String> =
        known.iter().filter_map(|place| place["stack"].as_str().map(str::to_owned)).collect();
    let recorded = tests.iter().flat_map(|test| &test.places);
    let read = recorded.filter_map(|text| serde_json::from_str::<Value>(text).ok());
    let is_new = |place: &Value| place["stack"].as_str().is_some_and(|it| told.insert(it.into()));
    let mut places: Vec<Value> = read.filter(is_new).collect();
    if !shows_code {
        for place in &mut places {
            place["sources"] = json!([]);
        }
    }
    places
}

/// What the stacks of these tests, and of the interactive session, mean in the source: a saved file
/// is read where no server knows it.
fn places(app: &App, snapshot: &Snapshot, tests: &[Record]) -> Vec<Value> {
    let recorded = tests.iter().flat_map(|test| &test.errors).filter_map(|it| it.stack.as_deref());
    let (clipped, mut whole): (Vec<&str>, HashSet<Cow<'_, str>>) =
        recorded.fold(Default::default(), |(mut clipped, mut whole), stack| {
            match stack.strip_suffix('…') {
                Some(beginning) => clipped.push(beginning),
                None => drop(whole.insert(Cow::Borrowed(stack))),
            }
            (clipped, whole)
        });
    let is_error =
        |event: &&Arc<Event>| matches!(event.facet, Facet::Log { level: Level::Error, .. });
    let untested = snapshot.of(Kind::Logs).iter().filter(|event| event.test.is_none());
    let thrown = untested.filter(is_error).filter_map(|event| Thrown::of(event));
    whole.extend(thrown.map(|thrown| Cow::Owned(thrown.into_stack())));
    let places = app.source_maps.places(|stack| {
        whole.contains(stack) || clipped.iter().any(|beginning| stack.starts_with(beginning))
    });
    let shows_code = app.browsers.show_code();
    let mut places: Vec<Value> = places.iter().map(|place| place.to_json(shows_code)).collect();
    places.extend(recorded_places(tests, &places, shows_code));
    places
}
