//! A running server: its snapshot, and the pictures it still holds.

use gasoline_analysis::report::Run;
use gasoline_codegen::limits::HTML_PICTURES_MAX_BYTES;
use serde_json::Value;

use super::{CannotReport, NAMED_TESTS, Source};
use crate::limits::REPORT_MAX_REQUESTS;
use crate::saved::Saved;
use crate::{pictures, server, snapshot};

/// Screenshots of one test that are fetched: the last ones show how it ended.
const PICTURES_PER_TEST: usize = 3;

/// What the server holds. Of one test only that is asked for: a run may be large.
pub(super) fn ask(port: u16, source: &Source<'_>) -> anyhow::Result<Vec<Saved>> {
    let since = source.since;
    let ids = match source.test_id {
        Some(wanted) => attempts(&tests(port)?, wanted),
        None => Vec::new(),
    };
    if ids.is_empty() || ids.len() > REPORT_MAX_REQUESTS {
        return Ok(vec![get(port, &snapshot::path("/snapshot", None, since))?]);
    }
    ids.iter().map(|id| get(port, &snapshot::path("/snapshot", Some(id), since))).collect()
}

fn get(port: u16, path: &str) -> anyhow::Result<Saved> {
    let text = String::from_utf8(server::get(port, path)?);
    Ok(Saved::answered(text.map_err(|_| CannotReport::NotReadable)?))
}

/// The ids of all attempts at the tests that are meant; that there is none is an error.
pub(crate) fn ids_of(port: u16, wanted: &str) -> anyhow::Result<Vec<String>> {
    let tests = tests(port)?;
    let ids = attempts(&tests, wanted);
    if ids.is_empty() {
        let known = tests.iter().filter_map(|test| test["test_id"].as_str()).take(NAMED_TESTS);
        let known = known.map(str::to_owned).collect();
        return Err(CannotReport::NoSuchTest { wanted: wanted.to_owned(), known }.into());
    }
    Ok(ids)
}

fn tests(port: u16) -> anyhow::Result<Vec<Value>> {
    let mut answer: Value = serde_json::from_slice(&server::get(port, "/tests")?)
        .map_err(|_| CannotReport::NotReadable)?;
    Ok(answer["tests"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

fn attempts(tests: &[Value], wanted: &str) -> Vec<String> {
    let is_exact = |test: &&Value| test["test_id"] == wanted || test["title"] == wanted;
    let is_part = |test: &&Value| test["test_id"].as_str().is_some_and(|id| id.contains(wanted));
    let exact: Vec<&Value> = tests.iter().filter(is_exact).collect();
    let meant = if exact.is_empty() { tests.iter().filter(is_part).collect() } else { exact };
    // Other attempts at the same test have other ids.
    let is_meant = |test: &&Value| {
        meant.iter().any(|one| {
            let is_same = |name: &str| one[name] == test[name];
            one["test_id"] == test["test_id"]
                || (!one["title"].is_null()
                    && ["title", "file", "project", "line"].into_iter().all(is_same))
        })
    };
    let ids = tests.iter().filter(is_meant).filter_map(|test| test["test_id"].as_str());
    ids.map(str::to_owned).collect()
}

/// Fetches the pictures of tests that are told in full. One that is gone stays without.
pub(super) fn fetch_pictures(port: u16, run: &mut Run) {
    let mut room = HTML_PICTURES_MAX_BYTES;
    for test in run.tests.iter_mut().filter(|test| test.status.is_telling()) {
        for picture in test.evidence.screenshots.iter_mut().rev().take(PICTURES_PER_TEST) {
            if room == 0 {
                continue;
            }
            let Some(data_url) = pictures::fetch(port, &picture.id) else { continue };
            room = room.saturating_sub(data_url.len());
            picture.data_url = Some(data_url);
        }
    }
}
