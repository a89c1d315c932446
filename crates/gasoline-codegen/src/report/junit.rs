//! The run as JUnit XML, for CI dashboards: one testcase a test, however often it was tried.
//!
//! There is no one schema. What is written here holds under Jenkins' and under the stricter one of
//! Ant's report task: every attribute and element that either demands, in the order the stricter one
//! demands, nothing that one of them lacks.

use std::collections::BTreeMap;

use gasoline_analysis::report::{Outcome, Run, TestOutcome, line};

use super::ai_context::failure_context;
use super::words;
use crate::markup::escaped;

/// The whole report.
pub fn junit(run: &Run) -> String {
    let mut suites: BTreeMap<(&str, &str), Vec<&TestOutcome>> = BTreeMap::new();
    for test in &run.tests {
        let key = (test.file.as_deref().unwrap_or(NO_FILE), test.project.as_deref().unwrap_or(""));
        suites.entry(key).or_default().push(test);
    }
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for (id, ((file, project), tests)) in suites.into_iter().enumerate() {
        xml.push_str(&suite(id, file, project, &tests, run));
    }
    xml.push_str("</testsuites>\n");
    xml
}

/// The suite of tests whose runner names no file.
const NO_FILE: &str = "tests";

/// Characters of an attribute.
const ATTRIBUTE_CHARS: usize = 300;

fn suite(id: usize, file: &str, project: &str, tests: &[&TestOutcome], run: &Run) -> String {
    let count =
        |is_one: fn(Outcome) -> bool| tests.iter().filter(|test| is_one(test.status)).count();
    let started = tests.iter().flat_map(|test| &test.attempts).filter_map(|it| it.started).min();
    let timestamp = started.or(run.summary.started).unwrap_or_default().to_string();
    // Neither fractions nor a time zone may be written.
    let timestamp = timestamp.get(..19).unwrap_or("1970-01-01T00:00:00");
    let time: f64 = tests.iter().map(|test| seconds(test)).sum();
    let name = if project.is_empty() { file.to_owned() } else { format!("{file} [{project}]") };
    let mut xml = format!(
        "<testsuite name=\"{}\" package=\"{}\" id=\"{id}\" timestamp=\"{timestamp}\" \
         hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{time:.3}\">\n<properties>\n",
        attribute(&name),
        attribute(project),
        tests.len(),
        count(|status| status == Outcome::Failed),
        count(|status| status == Outcome::Interrupted),
        count(|status| matches!(status, Outcome::Skipped | Outcome::Unknown)),
    );
    let flaky = count(|status| status == Outcome::Flaky);
    for (name, value) in [("project", project.to_owned()), ("flaky", flaky.to_string())] {
        xml.push_str(&format!("<property name=\"{name}\" value=\"{}\"/>\n", attribute(&value)));
    }
    xml.push_str("</properties>\n");
    for test in tests {
        xml.push_str(&testcase(test, file));
    }
    let told: Vec<String> = tests
        .iter()
        .filter(|test| test.status == Outcome::Flaky)
        .map(|test| failure_context(test))
        .collect();
    xml.push_str(&format!("<system-out>{}</system-out>\n", escaped(&told.join("\n"))));
    let notes = if id == 0 { run.notes.join("\n") } else { String::new() };
    xml.push_str(&format!("<system-err>{}</system-err>\n</testsuite>\n", escaped(&notes)));
    xml
}

fn testcase(test: &TestOutcome, file: &str) -> String {
    let mut xml = format!(
        "<testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\"",
        attribute(&test.title),
        attribute(file),
        seconds(test),
    );
    let message = attribute(&words::reason(test, ATTRIBUTE_CHARS).unwrap_or_default());
    match test.status {
        Outcome::Passed | Outcome::Flaky => xml.push_str("/>\n"),
        Outcome::Skipped | Outcome::Unknown => {
            xml.push_str(&format!(">\n<skipped message=\"{message}\"/>\n</testcase>\n"));
        }
        Outcome::Failed | Outcome::Interrupted => {
            let element = if test.status == Outcome::Failed { "failure" } else { "error" };
            let word = test.attempts.iter().find(|it| it.test_id == test.test_id);
            let word = word.map_or(test.status.name(), |it| it.status.as_str());
            let message = if message.is_empty() {
                attribute(&words::gist(test, ATTRIBUTE_CHARS))
            } else {
                message
            };
            xml.push_str(&format!(
                ">\n<{element} message=\"{message}\" type=\"{}\">{}</{element}>\n</testcase>\n",
                attribute(word),
                escaped(&body(test)),
            ));
        }
    }
    xml
}

/// What the runner said, whole, and then what the browser saw.
fn body(test: &TestOutcome) -> String {
    let said = test.evidence.error.as_ref().map(|error| match &error.stack {
        Some(stack) if stack.starts_with(&error.message) => stack.clone(),
        Some(stack) => format!("{}\n{stack}", error.message),
        None => error.message.clone(),
    });
    let said = said.map(|said| format!("{said}\n\n")).unwrap_or_default();
    format!("{said}{}", failure_context(test))
}

fn attribute(text: &str) -> String {
    escaped(&line(text, ATTRIBUTE_CHARS))
}

fn seconds(test: &TestOutcome) -> f64 {
    test.duration_ms.unwrap_or(0.0) / 1_000.0
}
