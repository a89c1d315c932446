//! Violation types: what differs, where, how much it weighs, and how it is told.

use super::*;

#[test]
fn a_missing_member_is_told_with_both_shapes_and_counts() {
    let user = json!({"id": 1, "name": "Ann"});
    let broken = json!({"id": 1});
    let contracts = fed(&[user.clone(), user.clone(), user.clone(), user, broken.clone(), broken]);
    let violation = &violations(&contracts)[0];
    assert_eq!(violation.endpoint, "GET /api/things");
    assert_eq!(violation.expected_shape, Some(json!({"id": "number", "name": "string"})));
    assert_eq!(violation.actual_shape, Some(json!({"id": "number"})));
    assert_eq!(violation.missing_fields, ["name"]);
    assert_eq!(violation.occurrences.expected_count, 4);
    assert_eq!(violation.occurrences.violation_count, 2);
    assert_eq!(violation.description, "field `name` is missing; it was there 4 times (string)");
}

#[test]
fn a_type_that_changes_is_told_with_a_sample() {
    let usual = json!({"price": 19.99});
    check(&usual, &json!({"price": "19.99"}), &["warning type_change price"]);
    let contracts = fed(&[usual.clone(), usual.clone(), usual, json!({"price": "19.99"})]);
    let violation = &violations(&contracts)[0];
    assert_eq!(violation.expected_type.as_deref(), Some("number"));
    assert_eq!(violation.actual_type, Some("string"));
    assert_eq!(violation.sample_value, Some(json!("19.99")));
}

#[test]
fn whole_numbers_and_fractions_are_one_type() {
    check(&json!({"price": 20}), &json!({"price": 19.5}), &[]);
}

#[test]
fn new_members_and_nulls_are_told_and_not_warned_of() {
    check(&json!({"a": 1}), &json!({"a": 1, "b": 2}), &["info new_field b"]);
    check(&json!({"a": 1}), &json!({"a": null}), &["info null_field a"]);
    check(&json!({"a": {"b": 1}}), &json!({"a": null}), &["info null_field a"]);
}

#[test]
fn what_was_null_may_become_anything() {
    check(&json!({"a": null}), &json!({"a": "x"}), &[]);
}

#[test]
fn members_and_elements_have_a_path() {
    let order = json!({"address": {"zip": "1"}, "items": [{"price": 1, "tags": ["a"]}]});
    let check = |then: Value, expected: &str| check(&order, &then, &[expected]);
    check(
        json!({"address": {}, "items": [{"price": 1, "tags": ["a"]}]}),
        "warning shape_change address.zip",
    );
    check(
        json!({"address": {"zip": "1"}, "items": [{"price": 1, "tags": ["a"]}, {"tags": ["a"]}]}),
        "warning array_shape_change items[].price",
    );
    check(
        json!({"address": {"zip": "1"}, "items": [{"price": "1", "tags": ["a"]}]}),
        "warning array_shape_change items[].price",
    );
    check(
        json!({"address": {"zip": "1"}, "items": [{"price": 1, "tags": ["a", 7]}]}),
        "warning array_shape_change items[].tags",
    );
    check(json!({"address": {"zip": "1"}, "items": {"price": 1}}), "warning type_change items");
}

#[test]
fn an_answer_that_is_an_array_has_paths_too() {
    let list = json!([{"id": 1}, {"id": 2}]);
    check(&list, &json!([{"id": 1}, {}]), &["warning array_shape_change [].id"]);
    check(&list, &json!([]), &[]);
    check(&list, &json!({"error": "x"}), &["warning type_change $"]);
}

#[test]
fn several_differences_are_warned_of_where_answers_were_steady() {
    let usual = json!({"a": 1, "b": 2, "c": 3});
    let expected = ["warning shape_change a", "warning shape_change b"];
    check(&usual, &json!({"c": 3}), &expected);
}

#[test]
fn several_differences_are_only_told_where_answers_keep_bringing_news() {
    let contracts = fed(&[
        json!({"a": 1, "b": 2, "c": 3, "d": 4}),
        json!({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}),
        json!({"a": 1, "b": 2, "c": 3, "d": 4, "f": 6}),
        json!({"a": 1}),
    ]);
    assert!(told(&contracts).iter().all(|line| line.starts_with("info ")));
    assert_eq!(told(&contracts).len(), 3);
}

#[test]
fn one_difference_among_many_news_is_another_variant() {
    let short = json!({"id": 1, "node": "x"});
    let long = json!({"id": 1, "account": "a", "app": 2, "events": []});
    let told = told(&fed(&[short.clone(), short.clone(), short, long.clone(), long]));
    assert!(told.iter().all(|line| line.starts_with("info ")), "{told:?}");
}

#[test]
fn a_member_that_came_once_or_twice_is_not_relied_upon() {
    let (with, without) = (json!({"a": 1, "b": 2}), json!({"a": 1}));
    let seldom = fed(&[without.clone(), with.clone(), with.clone(), without.clone()]);
    assert!(told(&seldom).iter().all(|line| line.starts_with("info ")), "{:?}", told(&seldom));
    let often = fed(&[with.clone(), with.clone(), with, without]);
    assert_eq!(told(&often), ["warning shape_change b"]);
}

#[test]
fn successes_and_then_errors_are_a_spike() {
    let mut contracts = fed(&[json!({"id": 1}), json!({"id": 2}), json!({"id": 3})]);
    let failure = json!({"error": "Database connection refused"});
    answer_with(&mut contracts, "/api/things", 500, &failure);
    answer_with(&mut contracts, "/api/things", 500, &failure);
    assert_eq!(told(&contracts), ["critical error_spike $"]);
    let spike = &violations(&contracts)[0];
    assert_eq!(spike.status_history, [200, 200, 200, 500, 500]);
    assert_eq!(spike.last_error_body, Some(failure));
    assert_eq!(spike.description, "succeeded 3 times, then error (500) for the last 2 requests");
    assert_eq!(contracts.report(&Filter::default())[0].consistency, "60%");
    contracts.forget_values();
    assert_eq!(violations(&contracts)[0].last_error_body, None);
}

#[test]
fn errors_from_the_start_are_no_spike() {
    let mut contracts = Contracts::default();
    for _ in 0..5 {
        answer_with(&mut contracts, "/api/things", 500, &json!({}));
    }
    assert_eq!(told(&contracts), [""; 0]);
}

#[test]
fn a_page_where_data_were_promised_is_a_break() {
    let mut contracts = fed(&[json!({"a": 1}), json!({"a": 1}), json!({"a": 1})]);
    for url in ["/api/things", "/about"] {
        let page = json!({"method": "GET", "url": url, "status": 200, "contentType": "text/html; charset=utf-8", "responseBody": "<!doctype html>"});
        call(&mut contracts, &page);
    }
    assert_eq!(told(&contracts), ["warning type_change $"]);
    assert_eq!(contracts.analyze(&Filter::default()).tracked_endpoints, 1);
}

#[test]
fn twenty_statuses_are_remembered_and_ten_violations() {
    let mut contracts = fed(&vec![json!({"id": 1}); 30]);
    answer_with(&mut contracts, "/api/things", 503, &json!({}));
    let spike = &violations(&contracts)[0];
    assert_eq!(spike.status_history.len(), limits::STATUS_HISTORY_MAX);
    assert_eq!(spike.status_history.last(), Some(&503));
    let members = |value: Value| {
        let members = (0..15).map(|number| (format!("m{number}"), value.clone()));
        Value::Object(members.collect())
    };
    let contracts =
        fed(&[members(json!(1)), members(json!(1)), members(json!(1)), members(json!("1"))]);
    let analysis = contracts.analyze(&Filter::default());
    assert_eq!(analysis.violations.len(), limits::ENDPOINT_MAX_VIOLATIONS);
    assert_eq!(analysis.violations_not_kept, 5);
}

/// What is kept of a value is masked before it is cut: half a secret is known by no rule.
#[test]
fn no_secret_is_kept_by_half() {
    let secret = "9fe19fed2cf63748fa8cd0b17a3e5c42";
    let usual = json!({"id": 1, "token": 1});
    let learnt = || fed(&[usual.clone(), usual.clone(), usual.clone()]);
    for beginning in [limits::SAMPLE_MAX_CHARS - 20, limits::SAMPLE_MAX_CHARS - 60] {
        let text = format!("{} token={secret} token={secret}", "x".repeat(beginning));
        let mut contracts = learnt();
        answer_with(&mut contracts, "/api/things", 200, &json!({"id": text, "token": secret}));
        let said = serde_json::to_string(&violations(&contracts)).expect("JSON");
        assert!(!said.contains(&secret[6..14]), "{said}");
        assert!(said.contains("9fe19f***"), "{said}");
    }
    let mut contracts = learnt();
    let long = format!("{} token={secret}", "x".repeat(limits::ERROR_BODY_MAX_CHARS - 30));
    answer_with(&mut contracts, "/api/things", 500, &json!({"error": long, "token": secret}));
    let said = serde_json::to_string(&violations(&contracts)).expect("JSON");
    assert!(said.contains("error_spike") && !said.contains(&secret[6..14]), "{said}");
}

#[test]
fn an_endpoint_whose_answers_are_too_long_is_not_called_clean() {
    let mut contracts = Contracts::default();
    let cut = |contracts: &mut Contracts| {
        call(
            contracts,
            &json!({"method": "GET", "url": "/api/long", "status": 200,
                "contentType": "application/json", "responseBody": "[{\"id\":1},{\"i",
                "responseTruncated": true}),
        );
    };
    (0..4).for_each(|_| cut(&mut contracts));
    let analysis = contracts.analyze(&Filter::default());
    assert_eq!((analysis.clean_endpoints, analysis.answers_too_long), (0, 4));
    let report = &contracts.report(&Filter::default())[0];
    assert_eq!((report.consistency.as_str(), report.answers_too_long), ("unknown", 4));
    for _ in 0..3 {
        answer_with(&mut contracts, "/api/long", 200, &json!([{"id": 1}]));
    }
    let analysis = contracts.analyze(&Filter::default());
    assert_eq!((analysis.clean_endpoints, analysis.answers_too_long), (1, 4));
    assert_eq!(contracts.report(&Filter::default())[0].consistency, "100%");
    cut(&mut contracts);
    assert_eq!(contracts.analyze(&Filter::default()).clean_endpoints, 0);
}

#[test]
fn a_refusal_after_successes_is_a_warning_and_a_failure_critical() {
    for (status, expected) in [(404, "warning error_spike $"), (503, "critical error_spike $")] {
        let usual = json!({"id": 1});
        let mut contracts = fed(&[usual.clone(), usual.clone(), usual]);
        answer_with(&mut contracts, "/api/things", status, &json!({"error": "no"}));
        assert_eq!(told(&contracts), [expected]);
    }
}

#[test]
fn a_failure_that_recovered_does_not_weigh_on_the_next() {
    check_statuses(&[200, 200, 200, 500, 200, 404], "warning error_spike $");
    check_statuses(&[200, 200, 200, 404, 200, 500], "critical error_spike $");
    check_statuses(&[200, 200, 200, 500, 404], "critical error_spike $");
    check_statuses(&[200, 200, 200, 500, 200, 200], "critical error_spike $");
}

#[test]
fn a_refusal_before_the_first_success_does_not_make_the_next_usual() {
    check_statuses(&[401, 200, 200, 200, 200, 401], "warning error_spike $");
    check_statuses(&[401, 401, 200, 200, 200, 404], "warning error_spike $");
    check_statuses(&[200, 401, 200, 200, 401], "info error_spike $");
}

#[track_caller]
fn check_statuses(statuses: &[u16], expected: &str) {
    let mut contracts = Contracts::default();
    for status in statuses {
        answer_with(&mut contracts, "/api/login", *status, &json!({"id": 1}));
    }
    assert_eq!(told(&contracts), [expected], "{statuses:?}");
}

#[test]
fn an_endpoint_that_refuses_now_and_then_is_only_told_until_it_refuses_twice() {
    let mut contracts = Contracts::default();
    let mut answer = |status: u16| {
        answer_with(&mut contracts, "/api/login", status, &json!({"id": 1}));
        told(&contracts)
    };
    for status in [401, 200, 401, 200, 401, 200] {
        answer(status);
    }
    assert_eq!(answer(401), ["info error_spike $"]);
    assert_eq!(answer(401), ["warning error_spike $"]);
}
