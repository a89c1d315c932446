//! Values that stand behind a name, in URLs, JSON, markup and messages.

use super::*;

/// All values found in `text`, as the search of the whole table would find them.
#[track_caller]
fn check(place: Option<Place>, text: &str, expected: &[&str]) {
    let mut found: Vec<&str> = Vec::new();
    let mut resume = 0;
    for start in 0..text.len() {
        let stem = STEMS.iter().find(|stem| {
            let part = text.as_bytes().get(start..start + stem.len());
            part.is_some_and(|part| part.eq_ignore_ascii_case(stem.as_bytes()))
        });
        let Some(stem) = stem.filter(|_| start >= resume) else { continue };
        match behind(text, start..start + stem.len()) {
            Lead::Nothing { until } => resume = resume.max(until),
            Lead::Value(assigned) => {
                resume = assigned.range.end;
                assert_eq!(Some(assigned.place), place, "{text}");
                found.push(&text[assigned.range]);
            }
        }
    }
    assert_eq!(found, expected, "{text}");
}

#[test]
fn parameters_of_urls_and_forms() {
    let check = |text, expected| check(Some(Place::Parameter), text, expected);
    check("https://a.test/?token=abc&x=1", &["abc"]);
    check("/login?user=ann&password=swordfish#top", &["swordfish"]);
    check("password=hunter2&user=ann", &["hunter2"]);
    check("user=ann&client_secret=s3cret", &["s3cret"]);
    check("https://a.test/#access_token=abc&state=1", &["abc"]);
    check("user[password]=abc&user%5Bpassword_confirmation%5D=abc", &["abc", "abc"]);
    check("/go?to=%2Fcb%3Ftoken%3Dabc%26x%3D1", &["abc"]);
    check("see (https://a.test/?token=abc).", &["abc"]);
    check("<a href='/?a=1&amp;token=abc'>", &["abc"]);
    check("password=a%26b&user=ann", &["a%26b"]);
}

#[test]
fn vague_parameters_need_a_random_value() {
    check(Some(Place::Parameter), "/?key=0123456789abcdef0123", &["0123456789abcdef0123"]);
    check(None, "/?key=home&auth=none&key=AIzaSyDMAScliyLx7F0NPDEJi1QmyCgHIAODrlU", &[]);
}

#[test]
fn members_of_json() {
    let check = |text, expected| check(Some(Place::Member), text, expected);
    check(r#"{"api_key":"abc","x":1}"#, &["abc"]);
    check(r#"{ "password" : "correct horse", "token": "a\"b" }"#, &["correct horse", r#"a\"b"#]);
    check(r#"{"body":"{\"password\":\"hunter2\"}"}"#, &["hunter2"]);
    check(r#"\\\"password\\\":\\\"hunter2\\\""#, &["hunter2"]);
    check("{'token': 'abc'}", &["abc"]);
    check(r#"{"cvv": 123, "ssn": 123456789, "token": 123456}"#, &["123", "123456789", "123456"]);
    check(r#"{"cookies": ["a=b", "c=d"]}"#, &[r#"a=b", "c=d"#]);
    check(r#"{"password":"cut off in the mid"#, &["cut off in the mid"]);
    check("{&quot;token&quot;:&quot;abc&quot;}", &["abc"]);
    check("data=%7B%22token%22%3A%22abc%22%7D", &["abc"]);
}

#[test]
fn members_spelt_as_pairs() {
    let check = |text, expected| check(Some(Place::Member), text, expected);
    check(r#"{"name":"password","value":"hunter2"}"#, &["hunter2"]);
    check(r#"["authorization","Bearer abc123def"]"#, &["abc123def"]);
    check(r#"<input name="csrf_token" type="hidden" value="abc">"#, &["abc"]);
    check(r#"<meta name="csrf-token" content="abc" />"#, &["abc"]);
    check("<wsse:Password>hunter2</wsse:Password><token>abc</token>", &["hunter2", "abc"]);
    check("form-data; name=\"password\"\r\n\r\nhunter2\r\n--x", &["hunter2"]);
}

#[test]
fn values_in_free_text() {
    let check = |text, expected| check(Some(Place::Text), text, expected);
    check("login failed, password: hunter2", &["hunter2"]);
    check("password: swordfish\nuser: ann", &["swordfish"]);
    check("secret = 'swordfish'", &["swordfish"]);
    check("Authorization: Bearer abc123", &["abc123"]);
    check("Cookie: a=b; c=d\r\nHost: x", &["a=b; c=d"]);
    check("a log line with token=abc123.", &["abc123"]);
    check("Server=db;Password=hunter2;Database=x", &["hunter2"]);
    check("your otp: 4711", &["4711"]);
    check("got token 9fe19fed2cf63748fa8c from the server", &["9fe19fed2cf63748fa8c"]);
}

#[test]
fn messages_about_secrets_stay() {
    let check = |text| check(None, text, &[]);
    check("Unexpected token < in JSON at position 0");
    check("Unexpected token: punc (;)");
    check("token: undefined");
    check("password is required");
    check("Invalid password: must be 8 characters");
    check(r#"{"errors":{"password":"is too short, must be 8 characters"}}"#);
    check(r#"{"password":"Password","token":null,"secret":false,"token":{}}"#);
    check(r#"["password","email","username"]"#);
    check(r#"fetch(url, { credentials: "include" })"#);
    check("const token = getToken(); if (password === other.password) {}");
    check("a && token=b; token=t.token; pwd: /home/ann");
    check("typeof a.token==\"function\"?b.token=a.token[0]:b.token=null,0");
    check("Array cookie: ac");
    check("?token=&password=undefined&secret=${SECRET}&token=***");
    check("token: expired, password=********");
    check("Unexpected token https://a.test/1234/5678901234, token 12345 of 99999");
    check("<password></password><label>password</label>");
}

#[test]
fn a_name_is_followed_to_its_end_and_no_further_than_names_go() {
    check(Some(Place::Text), "a tokenTokenSecret=hunter2", &["hunter2"]);
    let long = format!("a token{}=hunter2", "a".repeat(limits::SECRET_NAME_REACH_BYTES));
    check(None, &long, &[]);
    let longer = format!("{}token=hunter2", "token".repeat(1_000));
    check(Some(Place::Text), &longer, &["hunter2"]);
}

#[test]
fn cookies_that_follow_each_other_are_one_value() {
    check(Some(Place::Text), "cookie: cookie: a=b; c=d", &["cookie: a=b; c=d"]);
    check(None, &"cookie: ".repeat(100), &[]);
}
