//! SARIF 2.1.0: findings as code scanning reads them.
//!
//! A finding of a browser has a URL and no file. Code scanning takes locations for files of the
//! checkout and refuses a whole log for one that has a scheme, so a location is host and path, as if
//! there were a folder for each host; `properties` has the URL. What makes two runs agree on a finding
//! (`partialFingerprints`) is its rule and its place, never the secret.

use std::collections::BTreeMap;

use gasoline_analysis::secrets::Severity;
use gasoline_protocol::url::percent_encode;
use serde_json::{Map, Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The report of an audit as one SARIF log.
pub(super) fn log(report: &Value, least: Severity) -> Value {
    let all = report["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let findings: Vec<&Value> = all.iter().filter(|finding| severity(finding) >= least).collect();
    let mut rules: BTreeMap<String, &Value> = BTreeMap::new();
    for finding in &findings {
        rules.entry(rule_id(finding)).or_insert(finding);
    }
    let places: Vec<&String> = rules.keys().collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let id = rule_id(finding);
            let index = places.iter().position(|known| **known == id).unwrap_or_default();
            result(finding, &id, index)
        })
        .collect();
    let rules: Vec<Value> = rules.iter().map(|(id, finding)| rule(id, finding)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Gasoline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
            "properties": {"summary": report["summary"]},
        }],
    })
}

fn severity(finding: &Value) -> Severity {
    text(finding, "severity").parse().unwrap_or(Severity::Info)
}

/// SARIF's own words for how much a result matters.
fn level(finding: &Value) -> &'static str {
    match severity(finding) {
        Severity::Critical => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// What code scanning sorts by, from 0 to 10.
fn score(finding: &Value) -> &'static str {
    match severity(finding) {
        Severity::Critical => "9.0",
        Severity::Warning => "6.0",
        Severity::Info => "2.0",
    }
}

fn text<'a>(finding: &'a Value, name: &str) -> &'a str {
    finding[name].as_str().unwrap_or_default()
}

fn rule_id(finding: &Value) -> String {
    format!("{}/{}", text(finding, "category"), text(finding, "rule"))
}

fn rule(id: &str, finding: &Value) -> Value {
    let mut tags = vec![json!("security")];
    let mut rule = json!({
        "id": id,
        "name": text(finding, "rule"),
        "shortDescription": {"text": text(finding, "title")},
        "fullDescription": {"text": text(finding, "description")},
        "help": {"text": text(finding, "recommendation")},
        "defaultConfiguration": {"level": level(finding)},
    });
    if let Some(number) = text(finding, "cwe").strip_prefix("CWE-") {
        rule["helpUri"] = json!(format!("https://cwe.mitre.org/data/definitions/{number}.html"));
        tags.push(json!(format!("external/cwe/cwe-{number}")));
    }
    rule["properties"] = json!({"tags": tags, "security-severity": score(finding)});
    rule
}

fn result(finding: &Value, id: &str, index: usize) -> Value {
    let evidence = &finding["evidence"];
    let place =
        ["url", "resource_url", "page_url"].into_iter().find_map(|name| evidence[name].as_str());
    let place = place.filter(|place| !place.is_empty()).unwrap_or("page");
    let uri = encoded(place);
    let field = evidence["field"].as_str().unwrap_or_default();
    let verb = ["method", "direction", "level", "action"]
        .into_iter()
        .find_map(|name| evidence[name].as_str());
    let shown = uri.split(['?', '#']).next().unwrap_or_default();
    let mut properties = Map::new();
    properties.insert("url".to_owned(), json!(uri));
    properties.insert("severity".to_owned(), finding["severity"].clone());
    properties.insert("evidence".to_owned(), evidence.clone());
    json!({
        "ruleId": id,
        "ruleIndex": index,
        "level": level(finding),
        "message": {"text": format!("{} {}", text(finding, "description"), text(finding, "recommendation"))},
        "locations": [{
            "physicalLocation": {"artifactLocation": {"uri": location(&uri)}, "region": {"startLine": 1}},
            "logicalLocations": [{"fullyQualifiedName": format!("{} {shown} {field}", verb.unwrap_or("page")).trim_end()}],
        }],
        "occurrenceCount": finding["occurrences"].as_u64().unwrap_or(1).max(1),
        "partialFingerprints": {"gasolineFinding/v1": format!("{id} {} {shown} {field}", verb.unwrap_or("page"))},
        "properties": properties,
    })
}

/// Host and path of a URL as a relative reference. A colon before the first slash would make a scheme
/// of what is before it, so that of a port is escaped.
fn location(uri: &str) -> String {
    let place = uri.split(['?', '#']).next().unwrap_or_default();
    let place = place.split_once("://").map_or(place, |(_, rest)| rest).trim_matches('/');
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    match (host, path) {
        ("", _) => "page".to_owned(),
        (host, "") => host.replace(':', "%3A"),
        (host, path) => format!("{}/{path}", host.replace(':', "%3A")),
    }
}

/// The URL with everything escaped that a URI reference may not hold.
fn encoded(url: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    percent_encode(url, is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Value {
        let finding = |severity: &str, rule: &str, url: &str| {
            json!({
                "severity": severity, "category": "credentials", "rule": rule, "title": "A key",
                "description": "the answer has a key.", "recommendation": "Revoke it.", "cwe": "CWE-798",
                "evidence": {"method": "GET", "url": url, "field": "response_body"}, "occurrences": 2, "seq": 7,
            })
        };
        json!({"findings": [
            finding("critical", "aws_access_key", "https://shop.test/a?q=ж é"),
            finding("info", "google_api_key", "https://shop.test/b"),
            finding("warning", "aws_access_key", "https://shop.test/c"),
        ], "summary": {"total": 3}})
    }

    #[test]
    fn every_result_names_a_rule_that_is_there() {
        let log = log(&report(), Severity::Info);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), 2);
        for result in run["results"].as_array().expect("results") {
            let index =
                usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
            assert_eq!(rules[index]["id"], result["ruleId"]);
            let uri =
                result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str();
            let uri = uri.expect("a URI");
            assert!(uri.is_ascii() && uri.starts_with("shop.test/"), "{uri}");
            let url = result["properties"]["url"].as_str().expect("a URL");
            assert!(url.starts_with("https://shop.test/"), "{url}");
            assert!(
                ["error", "warning", "note"].contains(&result["level"].as_str().expect("a level"))
            );
            assert!(!result["message"]["text"].as_str().expect("words").is_empty());
        }
        assert_eq!(rules[0]["helpUri"], "https://cwe.mitre.org/data/definitions/798.html");
    }

    #[test]
    fn no_location_has_a_scheme() {
        for (url, expected) in [
            ("https://shop.test/a/b?q=1#c", "shop.test/a/b"),
            ("http://localhost:3000/api/items", "localhost%3A3000/api/items"),
            ("http://[::1]:80", "[%3A%3A1]%3A80"),
            ("wss://shop.test/", "shop.test"),
            ("/api/items", "api/items"),
            ("file:///pages/a.html", "pages/a.html"),
            ("about:blank", "about%3Ablank"),
            ("https://", "page"),
            ("page", "page"),
        ] {
            assert_eq!(location(url), expected, "{url}");
        }
    }

    #[test]
    fn what_is_less_severe_can_be_left_out() {
        let count = |least| log(&report(), least)["runs"][0]["results"].as_array().map(Vec::len);
        assert_eq!(count(Severity::Info), Some(3));
        assert_eq!(count(Severity::Warning), Some(2));
        assert_eq!(count(Severity::Critical), Some(1));
    }
}
