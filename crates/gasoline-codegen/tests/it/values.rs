//! What a test asserts beyond status and types, and what it must leave alone because it varies.

use crate::support::{Asked, generate};
use serde_json::{Value, json};

const SHOP: &str = "http://localhost:3000";
const START: i64 = 1_767_323_045_000;

fn asked() -> Asked {
    Asked { tool: "generate_test".to_owned(), response_shape: true, ..Asked::default() }
}

fn action(ms: i64, kind: &str, name: &str, more: &Value) -> Value {
    let mut action = json!({
        "type": kind, "timestamp": START + ms, "url": format!("{SHOP}/list"),
        "selectors": {"role": {"role": "button", "name": name}, "cssPath": name},
    });
    for (name, value) in more.as_object().expect("members") {
        action[name] = value.clone();
    }
    action
}

fn open() -> Value {
    action(
        0,
        "navigate",
        "",
        &json!({"toUrl": format!("{SHOP}/list"), "navigation": "typed", "selectors": {}}),
    )
}

fn click(ms: i64, name: &str) -> Value {
    action(ms, "click", name, &json!({}))
}

fn fill(ms: i64, name: &str, value: &str) -> Value {
    action(ms, "input", name, &json!({"value": value, "inputType": "text"}))
}

fn select(ms: i64, name: &str, value: &str) -> Value {
    action(ms, "select", name, &json!({"selectedValue": value, "selectedText": value}))
}

fn get(ms: i64, path: &str, answer: &Value) -> Value {
    call(ms, "GET", path, &Value::Null, answer)
}

fn call(ms: i64, method: &str, path: &str, sent: &Value, answer: &Value) -> Value {
    let mut body = json!({
        "method": method, "url": format!("{SHOP}{path}"), "status": 200, "duration": 50,
        "timestamp": START + ms, "initiator": "fetch", "contentType": "application/json",
        "responseBody": answer.to_string(),
    });
    if !sent.is_null() {
        body["requestBody"] = json!(sent.to_string());
    }
    body
}

fn script(actions: &[Value], requests: &[Value]) -> String {
    let snapshot = json!({"enhanced_actions": actions, "network_bodies": requests});
    generate(&snapshot, &asked()).script
}

#[track_caller]
fn has(script: &str, parts: &[&str]) {
    for part in parts {
        assert!(script.contains(part), "{part} is not in:\n{script}");
    }
}

#[track_caller]
fn lacks(script: &str, parts: &[&str]) {
    for part in parts {
        assert!(!script.contains(part), "{part} is in:\n{script}");
    }
}

#[test]
fn what_was_typed_and_chosen_is_sent_and_comes_back() {
    let script = script(
        &[
            open(),
            fill(1_000, "Name", "Oak stool"),
            select(2_000, "Wood", "Oak"),
            click(3_000, "Save"),
        ],
        &[
            call(
                3_010,
                "POST",
                "/api/things",
                &json!({"name": "Oak stool", "wood": "Oak", "isPublic": false}),
                &json!({"id": 88, "name": "Oak stool", "wood": "Oak", "status": "DRAFT"}),
            ),
            get(
                3_200,
                "/api/things",
                &json!({"items": [
                    {"id": 1, "name": "Ash bench"}, {"id": 88, "name": "Oak stool", "wood": "Oak"},
                ]}),
            ),
        ],
    );
    has(
        &script,
        &[
            "expect(response1.request().postDataJSON()).toMatchObject({\n    name: 'Oak stool',\n    wood: 'Oak',\n    isPublic: false,\n  });",
            "expect(body1).toMatchObject({ name: 'Oak stool', wood: 'Oak', status: 'DRAFT' });",
            "expect(body2.items).toContainEqual(expect.objectContaining({ name: 'Oak stool', wood: 'Oak' }));",
        ],
    );
    lacks(&script, &["88", "Ash bench"]);
}

#[test]
fn ids_times_tokens_hashes_and_live_figures_are_never_asserted() {
    let script = script(
        &[open(), fill(1_000, "Name", "Oak stool"), click(2_000, "Save")],
        &[call(
            2_010,
            "POST",
            "/api/things",
            &json!({"name": "Oak stool", "key": "c81e728d9d4c2f636f067f89cc14862c", "shelf": 4711}),
            &json!({
                "name": "Oak stool", "id": 4712, "shelf": 4711, "at": "2026-01-02T03:04:05Z",
                "token": "Oak stool", "etag": "c81e728d9d4c2f636f067f89cc14862c", "stock": 7,
                "key": "c81e728d9d4c2f636f067f89cc14862c", "created": true, "state": "pending",
                "uuid": "550e8400-e29b-41d4-a716-446655440000", "phone": "***",
            }),
        )],
    );
    has(&script, &["expect(body1).toMatchObject({ name: 'Oak stool' });"]);
    has(&script, &["postDataJSON()).toMatchObject({ name: 'Oak stool' });"]);
    lacks(&script, &["4711", "4712", "2026-01-02T03:04:05Z", "c81e", "pending", "550e", "***"]);
}

#[test]
fn masked_typed_values_and_ids_a_page_makes_up_are_not_expected_to_be_sent() {
    let script = script(
        &[open(), fill(1_000, "Name", "Ada"), click(2_000, "Save")],
        &[
            get(10, "/api/things", &json!({"items": [{"slug": "oak-stool"}]})),
            call(
                2_010,
                "POST",
                "/api/login",
                &json!({
                    "name": "Ada", "password": "[redacted]", "pin": "12***9", "slug": "oak-stool",
                    "session": "tab-one", "width": 1280, "note": "",
                }),
                &json!({"ok": true}),
            ),
        ],
    );
    has(
        &script,
        &["postDataJSON()).toMatchObject({ name: 'Ada', slug: 'oak-stool' });", "{ ok: true }"],
    );
    lacks(&script, &["redacted", "12***9", "tab-one", "1280"]);
}

#[test]
fn a_list_that_grew_is_not_asserted_in_its_order() {
    let item = |name: &str| json!({"name": name});
    let before = json!({"items": [item("Ash bench"), item("Elm chair")]});
    let after = json!({"items": [item("Ash bench"), item("Elm chair"), item("Oak stool")]});
    let script = script(
        &[open(), fill(1_000, "Name", "Oak stool"), click(2_000, "Add")],
        &[
            get(10, "/api/things", &before),
            call(2_010, "POST", "/api/things", &json!({"name": "Oak stool"}), &json!({})),
            get(2_200, "/api/things", &after),
        ],
    );
    has(&script, &["toContainEqual(expect.objectContaining({ name: 'Oak stool' }));"]);
    lacks(&script, &["Ash bench", "Elm chair", "toHaveLength(3)"]);
}

#[test]
fn names_are_asserted_in_their_order_only_where_the_same_question_was_answered_so_twice() {
    let list = json!({"items": [{"id": 1, "name": "Ash bench"}, {"id": 2, "name": "Elm chair"}]});
    let names =
        "expect(body1.items).toMatchObject([{ name: 'Ash bench' }, { name: 'Elm chair' }]);";
    let once = script(&[open(), click(1_000, "Again")], &[get(10, "/api/things", &list)]);
    lacks(&once, &["Ash bench"]);
    let again = [get(10, "/api/things", &list), get(1_010, "/api/things", &list)];
    has(&script(&[open(), click(1_000, "Again")], &again), &[names]);
    let other = json!({"items": [{"id": 2, "name": "Elm chair"}, {"id": 1, "name": "Ash bench"}]});
    let differs = [get(10, "/api/things", &list), get(1_010, "/api/things", &other)];
    lacks(&script(&[open(), click(1_000, "Again")], &differs), &["Ash bench"]);
}

#[test]
fn a_list_obeys_what_its_request_names() {
    let item =
        |name: &str, wood: &str, price: f64| json!({"name": name, "wood": wood, "price": price});
    let list = json!({"items": [
        item("Small oak stool", "oak", 9.5), item("Oak bench", "oak", 20.0), item("OAK table", "oak", 20.0),
    ]});
    let found = script(
        &[open(), select(1_000, "Wood", "oak")],
        &[get(1_010, "/api/things?wood=oak&sort=price&q=Oak&page=1&lang=en", &list)],
    );
    has(
        &found,
        &[
            "for (const item of body1.items) expect(item.wood).toBe('oak');",
            "expect(String(item.name).toLowerCase()).toContain('oak');",
            "expect(body1.items[place].price).toBeGreaterThanOrEqual(body1.items[place - 1].price);",
        ],
    );
    let mixed = json!({"items": [
        item("Oak stool", "oak", 9.5), item("Ash bench", "ash", 30.0), item("Elm", "elm", 20.0),
    ]});
    let ignored = script(
        &[open(), select(1_000, "Wood", "oak")],
        &[get(1_010, "/api/things?wood=oak&sort=price&q=Oak", &mixed)],
    );
    lacks(&ignored, &["toBe('oak')", "toContain(", "GreaterThan"]);
}

fn cart(lines: &[(f64, f64)], total: f64) -> Value {
    let items: Vec<Value> = lines
        .iter()
        .map(|(price, quantity)| json!({"id": 5, "price": price, "quantity": quantity}))
        .collect();
    json!({"items": items, "total": total})
}

#[test]
fn a_total_is_the_sum_of_its_list_where_that_held_in_every_answer() {
    let go = |answers: &[Value]| {
        let actions = [open(), click(1_000, "More"), click(2_000, "More")];
        let requests: Vec<Value> = answers
            .iter()
            .zip([10, 1_010, 2_010])
            .map(|(answer, ms)| get(ms, "/api/cart", answer))
            .collect();
        script(&actions, &requests)
    };
    let sum = "for (const item of body2.items) sum2 += item.price * item.quantity;";
    let one = cart(&[(12.5, 1.0)], 12.5);
    let two = cart(&[(12.5, 2.0), (59.0, 1.0)], 84.0);
    let held = go(&[one.clone(), two.clone()]);
    has(&held, &[sum, "expect(body2.total).toBeCloseTo(sum2, 2);"]);
    // Where each is there once, to forget the quantity makes no difference.
    lacks(&held, &["body1.total).toBeCloseTo"]);
    lacks(&go(&[one, two.clone(), cart(&[(3.0, 2.0)], 5.0)]), &["toBeCloseTo"]);
    lacks(&go(&[two.clone(), two]), &["toBeCloseTo"]);
}

#[test]
fn what_a_call_changed_in_a_list_stays_changed_but_not_what_changes_by_itself() {
    let list = |archived: bool, live: bool| {
        json!({"items": [
            {"id": 1, "name": "Ash bench", "isArchived": archived, "isBusy": live},
            {"id": 2, "name": "Elm chair", "isArchived": false, "isBusy": true},
        ]})
    };
    let archive = call(2_010, "POST", "/api/archive", &json!({"ids": [1]}), &json!({"count": 1}));
    let script = script(
        &[open(), click(1_000, "Look"), click(2_000, "Archive")],
        &[
            get(10, "/api/things", &list(false, false)),
            get(1_010, "/api/things", &list(false, true)),
            archive,
            get(2_200, "/api/things", &list(true, false)),
        ],
    );
    has(
        &script,
        &["toContainEqual(expect.objectContaining({ name: 'Ash bench', isArchived: true }));"],
    );
    lacks(&script, &["isBusy: "]);
}

#[test]
fn of_two_answers_that_look_alike_no_value_is_asserted() {
    let script = script(
        &[open(), fill(1_000, "Name", "Oak stool"), click(2_000, "Save")],
        &[
            get(2_010, "/api/things?sort=price&page=2", &json!({"name": "Oak stool"})),
            get(2_100, "/api/things?sort=price", &json!({"name": "Oak stool"})),
        ],
    );
    assert_eq!(script.matches("toMatchObject").count(), 1, "{script}");
}

#[test]
fn answers_that_were_cut_or_are_mocked_say_nothing() {
    let mut cut = call(
        1_510,
        "POST",
        "/api/things",
        &json!({"name": "Oak stool"}),
        &json!({"name": "Oak stool"}),
    );
    let actions = [open(), fill(1_000, "Name", "Oak stool"), click(1_500, "Save")];
    let snapshot = json!({"enhanced_actions": actions, "network_bodies": [cut.clone()]});
    has(&generate(&snapshot, &asked()).script, &["expect(body1).toMatchObject("]);
    let mocked = Asked { fixtures: Some("mock".to_owned()), ..asked() };
    let mocked = generate(&snapshot, &mocked).script;
    lacks(&mocked, &["expect(body1).toMatchObject("]);
    has(&mocked, &["postDataJSON()).toMatchObject({ name: 'Oak stool' });"]);
    cut["responseTruncated"] = json!(true);
    lacks(&script(&actions, &[cut]), &["expect(body1).toMatchObject("]);
}

#[test]
fn an_answer_has_five_seconds_or_five_times_what_it_took() {
    let mut slow = get(1_010, "/api/report", &json!({}));
    slow["duration"] = json!(2_000);
    let actions = [open(), click(1_000, "Report")];
    let requests = [get(10, "/api/things", &json!({})), slow];
    let script = script(&actions, &requests);
    has(
        &script,
        &[
            "expect(response1.request().timing().responseStart).toBeLessThan(5000);",
            "expect(response2.request().timing().responseStart).toBeLessThan(10000);",
            "// An answer may take five times as long as it was recorded to take",
        ],
    );
    let snapshot = json!({"enhanced_actions": actions, "network_bodies": requests});
    let without = Asked { network: Some(false), ..asked() };
    lacks(&generate(&snapshot, &without).script, &["timing()"]);
}

fn socket(ms: i64, id: &str, event: &str, more: &Value) -> Value {
    let mut heard = json!({
        "event": event, "id": id, "url": "ws://localhost:3000/live", "ts": START + ms,
    });
    for (name, value) in more.as_object().expect("members") {
        heard[name] = value.clone();
    }
    heard
}

fn with_sockets(events: &[Value]) -> String {
    let snapshot =
        json!({"enhanced_actions": [open(), click(1_000, "Go")], "websocket_events": events});
    generate(&snapshot, &asked()).script
}

#[test]
fn a_socket_that_stayed_open_must_stay_open_and_tell_the_same_sort_of_thing() {
    let said = json!({"direction": "incoming", "data": "{\"type\":\"stock\",\"left\":3}"});
    let steady = [
        socket(10, "a", "connecting", &json!({})),
        socket(20, "a", "open", &json!({})),
        socket(100, "a", "message", &said),
    ];
    has(
        &with_sockets(&steady),
        &[
            "page.on('websocket', (socket) => {",
            "const live = sockets.filter(({ socket }) => new URL(socket.url()).pathname === '/live');",
            "expect(live).toHaveLength(1);",
            "/\"type\":\\s*\"stock\"/.test(message)",
            "expect(live[0].socket.isClosed()).toBe(false);",
        ],
    );
    let late = [steady[0].clone(), steady[1].clone(), socket(9_000, "a", "message", &said)];
    let late = with_sockets(&late);
    has(&late, &["isClosed()).toBe(false);"]);
    lacks(&late, &["expect.poll"]);
}

#[test]
fn sockets_that_closed_came_again_or_belong_to_others_are_left_alone() {
    let opened = |id: &str, url: &str| {
        [
            socket(10, id, "connecting", &json!({"url": url})),
            socket(20, id, "open", &json!({"url": url})),
        ]
    };
    let live = "ws://localhost:3000/live";
    let closed =
        [&opened("a", live)[..], &[socket(90, "a", "close", &json!({"code": 1006}))]].concat();
    let again = [opened("a", live), opened("b", live)].concat();
    let foreign = opened("a", "wss://chat.example/live").to_vec();
    let tools = opened("a", "ws://localhost:3000/?token=abc").to_vec();
    let hot = opened("a", "ws://localhost:3000/__webpack_hmr").to_vec();
    for events in [closed, again, foreign, tools, hot] {
        lacks(&with_sockets(&events), &["websocket"]);
    }
}

#[test]
fn hostile_names_and_values_stay_text() {
    let typed = "'); process.exit(1); ('\n${x} </script> \u{2028}";
    let script = script(
        &[open(), fill(1_000, "Name", typed), click(2_000, "Save")],
        &[call(
            2_010,
            "POST",
            "/api/things",
            &json!({"na'me": typed, "__proto__": typed}),
            &json!({"na'me": typed, "__proto__": typed}),
        )],
    );
    let text = "'\\'); process.exit(1); (\\'\\n${x} <\\/script> \\u2028'";
    has(&script, &[&format!("'na\\'me': {text},"), &format!("['__proto__']: {text},")]);
    lacks(&script, &["; ('\n", "\u{2028}"]);
}

#[test]
fn of_several_choices_in_one_field_only_what_the_last_one_asks_for_is_awaited() {
    let script = script(
        &[open(), select(1_000, "Wood", "oak"), select(2_000, "Wood", "ash")],
        &[
            get(1_010, "/api/things?wood=oak", &json!([])),
            get(2_010, "/api/things?wood=ash", &json!([])),
        ],
    );
    has(&script, &["selectOption('ash')", "expect(response1.status())"]);
    lacks(&script, &["'oak'", "response2"]);
}
