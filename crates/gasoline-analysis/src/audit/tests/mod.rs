//! The audit by the specification's table of test categories, one file each; events as clients send
//! them are made here.

mod auth_patterns;
mod bounds;
mod contexts;
mod credentials;
mod doubts;
mod personal;
mod returned;
mod transport;

use std::sync::Arc;

use gasoline_protocol::event::{Draft, Facet};
use gasoline_protocol::{Event, Seq, Timestamp};
use serde_json::{Value, json};

use super::*;

/// Events of all kinds, as clients send them.
#[derive(Default)]
struct Traffic(Snapshot);

impl Traffic {
    fn add(mut self, kind: Kind, value: &Value) -> Self {
        let draft = Draft {
            kind,
            facet: Facet::Plain,
            time: None,
            test: None,
            text: value.to_string().into(),
        };
        let seq = Seq(self.0.len() as u64 + 1);
        self.0.of_mut(kind).push(Arc::new(Event::new(draft, seq, Timestamp::default(), None)));
        self
    }

    fn request(self, value: &Value) -> Self {
        let mut request =
            json!({"method": "GET", "url": "https://shop.test/api/items", "status": 200});
        merge(&mut request, value);
        self.add(Kind::NetworkBodies, &request)
    }

    fn log(self, message: &str) -> Self {
        self.add(Kind::Logs, &json!({"level": "log", "message": message, "url": "https://shop.test/", "filename": "https://shop.test/js/auth.js", "lineno": 45}))
    }

    fn audit(&self, options: &Options<'_>) -> Report {
        audit(&self.0, options)
    }

    /// Every finding, down to `info`.
    fn all(&self) -> Vec<Finding> {
        self.audit(&Options { severity_min: Severity::Info, ..Options::default() }).findings
    }
}

fn merge(into: &mut Value, from: &Value) {
    for (name, value) in from.as_object().expect("members") {
        into[name] = value.clone();
    }
}

fn request(value: &Value) -> Traffic {
    Traffic::default().request(value)
}

fn log(message: &str) -> Traffic {
    Traffic::default().log(message)
}

/// The findings as `severity category rule`, most severe first.
#[track_caller]
fn check(traffic: &Traffic, expected: &[&str]) -> Vec<Finding> {
    let findings = traffic.all();
    let said: Vec<String> = findings
        .iter()
        .map(|finding| {
            format!("{} {} {}", finding.severity.name(), finding.category.name(), finding.rule)
        })
        .collect();
    assert_eq!(said, expected, "{findings:#?}");
    for finding in &findings {
        assert!(finding.recommendation.ends_with('.') && !finding.title.is_empty());
        assert!(finding.cwe.is_some_and(|cwe| cwe.starts_with("CWE-")));
    }
    findings
}

/// Letters that look random; never a key of anybody.
fn letters(count: usize) -> String {
    "q7Rz2XwK9bVt4LmPs8".chars().cycle().take(count).collect()
}

fn aws_key() -> String {
    format!("AKIA{}", "QZ3WX7VBTK2MRSPL")
}

/// A JSON Web Token with a header that names its algorithm.
fn jwt() -> String {
    format!("{}.{}.{}", "eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", letters(43))
}

/// An answer that tells about a person.
fn profile() -> String {
    json!({"user": {"name": "Ann", "email": "ann@shop.org", "phone": "4155550132"}}).to_string()
}
