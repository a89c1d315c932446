//! Shape tracking: what answers teach, and from when on they are held to it.

use super::*;

#[test]
fn the_first_answer_establishes_and_later_ones_confirm_or_violate() {
    let user = json!({"id": 1, "name": "Ann", "avatar_url": "a.png"});
    check(&user, &user, &[]);
    check(&user, &json!({"id": 2, "name": "Bo"}), &["warning shape_change avatar_url"]);
}

#[test]
fn nothing_is_told_before_three_answers() {
    let contracts = fed(&[json!({"a": 1}), json!({"a": 1}), json!({"b": 1})]);
    assert_eq!(told(&contracts), [""; 0]);
    assert_eq!(contracts.analyze(&Filter::default()).learning_endpoints, 0);
}

#[test]
fn optional_members_unions_and_mixed_arrays_are_learnt() {
    let contracts = fed(&[
        json!({"id": 1, "nick": "a", "value": 1, "list": [1, "a"]}),
        json!({"id": 1, "value": "x", "list": [{"a": 1}]}),
        json!({"id": 1, "nick": null, "value": 1, "list": [1]}),
        json!({"id": 1, "value": 2, "list": [{"a": 2}, "b", 3]}),
        json!({"id": 1, "nick": "b", "value": "y", "list": []}),
    ]);
    assert_eq!(told(&contracts), [""; 0]);
    let shape = contracts.report(&Filter::default())[0].established_shape.clone();
    let expected = json!({"id": "number", "nick?": "null | string", "value": "number | string", "list": ["number | string | object"]});
    assert_eq!(shape, Some(expected));
}

#[test]
fn names_that_are_data_make_a_map() {
    let day = |date: &str| json!({"days": {date: 1, "2026-01-02": 2, "2026-01-03": 3}});
    let contracts =
        fed(&[day("2026-01-01"), day("2026-01-04"), day("2026-01-05"), day("2026-01-06")]);
    assert_eq!(told(&contracts), [""; 0]);
    let contracts = fed(&[
        day("2026-01-01"),
        day("2026-01-04"),
        day("2026-01-05"),
        json!({"days": {"2026-02-01": "many"}}),
    ]);
    assert_eq!(told(&contracts), ["warning type_change days.*"]);
    let shape = contracts.report(&Filter::default())[0].established_shape.clone();
    assert_eq!(shape, Some(json!({"days": {"*": "number"}})));
}

#[test]
fn an_answer_that_breaks_the_contract_teaches_nothing() {
    let usual = json!({"a": 1, "b": 2});
    let broken = json!({"a": 1});
    let mut answers = vec![usual.clone(), usual.clone(), usual.clone()];
    answers.extend(std::iter::repeat_n(broken, 20));
    assert_eq!(told(&fed(&answers)), ["warning shape_change b"]);
    assert_eq!(violations(&fed(&answers))[0].occurrences.violation_count, 20);
    assert!(!violations(&fed(&answers))[0].recovered);
    answers.push(usual);
    assert!(violations(&fed(&answers))[0].recovered);
}

#[test]
fn what_comes_and_goes_is_told_and_then_learnt() {
    let (with, without) = (json!({"a": 1, "b": 2}), json!({"a": 1}));
    let mut answers = vec![with.clone(); 3];
    answers.push(without.clone());
    answers.extend(vec![with.clone(); 3]);
    answers.push(without.clone());
    answers.extend(vec![with; 3]);
    answers.push(without);
    let contracts = fed(&answers);
    assert_eq!(violations(&contracts)[0].occurrences.violation_count, 2);
    let shape = contracts.report(&Filter::default())[0].established_shape.clone();
    assert_eq!(shape, Some(json!({"a": "number", "b?": "number"})));
}

#[test]
fn consistency_is_the_share_of_answers_that_were_as_always() {
    let (usual, broken) = (json!({"a": 1, "b": 2}), json!({"a": 1}));
    let consistency =
        |answers: &[Value]| fed(answers).report(&Filter::default())[0].consistency.clone();
    assert_eq!(consistency(&vec![usual.clone(); 3]), "100%");
    let mut answers = vec![usual; 6];
    answers.extend([broken.clone(), broken]);
    assert_eq!(consistency(&answers), "75%");
}

#[test]
fn binary_empty_and_cut_bodies_are_passed_over() {
    let mut contracts = fed(&[json!({"a": 1}), json!({"a": 1}), json!({"a": 1})]);
    for members in [
        json!({"responseBody": ""}),
        json!({"responseBody": "\u{1}\u{2}", "contentType": "application/octet-stream"}),
        json!({"responseBody": "{\"a\":", "responseTruncated": true}),
        json!({"responseBody": "{}", "responseTruncated": true}),
        json!({"responseBody": "plain", "contentType": "text/plain"}),
        json!({"responseBody": "{}", "initiator": "resource"}),
        json!({"responseBody": "{ no json", "contentType": "application/json"}),
        json!({}),
    ] {
        let mut event = json!({"method": "GET", "url": "/api/things", "status": 200});
        for (name, value) in members.as_object().into_iter().flatten() {
            event[name] = value.clone();
        }
        call(&mut contracts, &event);
    }
    assert_eq!(told(&contracts), [""; 0]);
    assert_eq!(contracts.report(&Filter::default())[0].consistency, "100%");
}

#[test]
fn deep_and_wide_answers_are_learnt_within_bounds() {
    let deep = format!("{}1{}", "{\"a\":".repeat(120), "}".repeat(120));
    let wide: serde_json::Map<String, Value> =
        (0..10_000).map(|number| (format!("name{number}x"), json!(number))).collect();
    let mut contracts = Contracts::default();
    for _ in 0..4 {
        call(
            &mut contracts,
            &json!({"method": "GET", "url": "/deep", "status": 200, "responseBody": deep}),
        );
        answer_with(&mut contracts, "/wide", 200, &Value::Object(wide.clone()));
    }
    let paths: usize = contracts.trackers.iter().map(|tracker| tracker.learned.size()).sum();
    assert!(paths <= 2 * limits::CONTRACT_MAX_PATHS + 2, "{paths} paths");
    let told = serde_json::to_string(&contracts.analyze(&Filter::default())).unwrap_or_default();
    assert!(told.len() < 50_000, "{} bytes", told.len());
}

#[test]
fn clearing_forgets_everything() {
    let mut contracts = fed(&[json!({"a": 1}), json!({"a": 1}), json!({"a": 1})]);
    assert_eq!(contracts.clear(), 1);
    assert_eq!(contracts.analyze(&Filter::default()).total_requests_analyzed, 0);
}
