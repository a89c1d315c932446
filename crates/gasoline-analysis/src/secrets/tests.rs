//! The table and what is made of it: found, masked, and clean afterwards.

use gasoline_protocol::limits::TRUNCATION_MARK;
use gasoline_protocol::truncate::{Limit, before_token, past_token};
use gasoline_random::{Random, for_all};

use super::examples::{CLEAN, examples, letters};
use super::*;

/// What a rule finds, the exits mask: the two may never drift apart.
#[track_caller]
fn check(text: &str, rule: &str, masked: &str) {
    assert_eq!(found_in(text), [rule], "{text}");
    assert_eq!(mask(text).as_deref(), Some(masked));
    check_clean(masked);
}

/// Nothing is masked in `text`, and no masking rule finds anything.
#[track_caller]
fn check_clean(text: &str) {
    let found: Vec<_> = find(text).filter(|hit| hit.rule.masks).map(|hit| hit.rule.id).collect();
    assert_eq!(found, [""; 0], "{text}");
    assert_eq!(mask(text), None, "{text}");
}

fn found_in(text: &str) -> Vec<&'static str> {
    find(text).map(|hit| hit.rule.id).collect()
}

#[test]
fn every_format_finds_its_example_and_masks_it_if_it_says_so() {
    let examples = examples();
    for rule in RULES.iter().filter(|rule| matches!(rule.pattern, Pattern::Format(_))) {
        assert!(examples.iter().any(|(id, _)| *id == rule.id), "{} has an example", rule.id);
    }
    for (id, example) in &examples {
        for text in
            [example.clone(), format!("before {example} after"), format!(r#"a\n{example}""#)]
        {
            let hits: Vec<_> = find(&text).collect();
            assert_eq!(hits.iter().map(|hit| hit.rule.id).collect::<Vec<_>>(), [*id], "{text}");
            let masked = mask(&text);
            assert_eq!(masked.is_some(), hits[0].rule.masks, "{text}");
            if let Some(masked) = masked {
                assert!(!masked.contains(hits[0].secret()), "{masked}");
                assert!(masked.ends_with(&text[hits[0].end..]), "{masked} keeps what follows");
                check_clean(&masked);
            }
        }
    }
}

#[test]
fn a_terminal_sequence_before_a_secret_does_not_hide_it() {
    for sequence in ["\u{1b}[0m", "\u{1b}[1;31m", r"\u001b[0m", r"\x1b[2K"] {
        for (id, example) in examples() {
            let text = format!("{sequence}{example}");
            let hits: Vec<_> = find(&text).collect();
            assert_eq!(hits.iter().map(|hit| hit.rule.id).collect::<Vec<_>>(), [id], "{text}");
            if let Some(masked) = mask(&text) {
                assert!(masked.starts_with(sequence) && !masked.contains(hits[0].secret()));
                check_clean(&masked);
            }
        }
    }
}

/// Whatever is cut before it is masked: no rule may have to know a secret by its half.
#[test]
fn a_secret_at_a_cut_leaves_no_half_behind() {
    let formats = examples().into_iter().filter_map(|(_, example)| {
        let hit = find(&example).find(|hit| hit.rule.masks)?;
        // The first line of a private key may be seen.
        let secret = hit.secret().lines().last()?.to_owned();
        Some((example, secret))
    });
    let others = [
        ("redis://ann:hunter2Zq9@db.test/0", "hunter2Zq9"),
        ("redis://ann:hun!ter2$Zq9@db.test/0", "hun!ter2$Zq9"),
        ("redis%3A%2F%2Fann%3Ahunter2Zq9%40db", "hunter2Zq9"),
        ("/f?sig=abc%2Bdef%2Fghi%3Djkl1234567", "abc%2Bdef%2Fghi%3Djkl1234567"),
        ("ssn 123-45-6789", "123-45-6789"),
        ("card 4012 8888 8888 1881", "4012 8888 8888 1881"),
        ("password=hunter2Zq9", "hunter2Zq9"),
        ("password: hun!ter2$Zq9", "hun!ter2$Zq9"),
        (r#"{"password":"correct horse battery","a":1}"#, "correct horse battery"),
        (r#"{\"password\":\"correct horse battery\",\"a\":1}"#, "correct horse battery"),
        ("<password>hunter2Zq9</password>", "hunter2Zq9"),
        ("Cookie: id=abc123def456; theme=dark", "abc123def456"),
    ];
    let others = others.map(|(text, secret)| (text.to_owned(), secret.to_owned()));
    for (text, secret) in formats.chain(others) {
        // As much as is shown of a masked one is shown of a half, too.
        let from = if secret.len() < limits::SECRET_LONG_ENOUGH_TO_SHOW {
            0
        } else {
            limits::SECRET_SHOWN_AT_START
        };
        let hidden = &secret[from..from + 6];
        for text in [format!("said {text} and more"), format!("said \"{text}\" and more")] {
            for end in 0..text.len() {
                for mark in ["", "…", TRUNCATION_MARK] {
                    for kept in
                        [before_token(&text, Limit::Bytes(end), mark), past_token(&text, end, mark)]
                    {
                        let shown = mask(&kept).unwrap_or_else(|| kept.into_owned());
                        assert!(!shown.contains(hidden), "{text} truncated at {end}: {shown}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_rows_of_the_table_are_told_apart_and_have_something_to_say() {
    for (index, rule) in RULES.iter().enumerate() {
        assert!(
            RULES[..index].iter().all(|other| other.id != rule.id),
            "{} is there once",
            rule.id
        );
        assert!(
            rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
            "{}",
            rule.id
        );
        assert!(rule.advice.ends_with('.') && !rule.title.ends_with('.'), "{}", rule.id);
        assert!(rule.cwe.starts_with("CWE-"), "{}", rule.id);
        let by_format = matches!(rule.pattern, Pattern::Format(_));
        assert_eq!(by_format, !rule.keywords.is_empty(), "{} is led to by words", rule.id);
    }
}

#[test]
fn a_token_is_more_than_its_name() {
    let token = format!("token=ghp_{}", "a".repeat(36));
    check(&token, "github_token", "token=ghp_aa***aaa");
    check("token=hunter2", "secret_parameter", "token=***");
}

#[test]
fn values_behind_names_are_masked_where_they_stand() {
    check("/?a=1&client_secret=abc", "secret_parameter", "/?a=1&client_secret=***");
    check(r#"{"password":"hunter2","a":1}"#, "secret_member", r#"{"password":"***","a":1}"#);
    check("password: hunter2", "secret_in_text", "password: ***");
    check("redis://ann:hunter2@db", "url_password", "redis://ann:***@db");
    check("ssn 123-45-6789", "social_security_number", "ssn ***");
    check("4012 8888 8888 1881", "card_number", "4012 8***881");
    check("Authorization: Basic dXNlcjpodW50ZXIy", "basic_login", "Authorization: Basic ***");
}

#[test]
fn messages_stay_as_they_are() {
    for text in CLEAN {
        check_clean(text);
    }
}

#[test]
fn keys_made_for_pages_are_found_and_shown() {
    let key = format!("https://maps.test/?key=AIza{}", letters(35));
    assert_eq!(found_in(&key), ["google_api_key"]);
    assert_eq!(mask(&key), None);
}

#[test]
fn a_short_secret_shows_nothing_and_a_long_one_its_ends() {
    assert_eq!(shorten(""), "***");
    assert_eq!(shorten("12345678901234567"), "***");
    assert_eq!(shorten("123456789012345678"), "123456***678");
    assert_eq!(shorten(&"ж".repeat(18)), "жжжжжж***жжж");
}

#[test]
fn hits_that_overlap_are_masked_as_one() {
    let text = format!(r#"{{"token":"see ghp_{}!"}}"#, letters(36));
    assert_eq!(mask(&text).as_deref(), Some(r#"{"token":"see gh***H8!"}"#));
}

#[test]
fn an_audit_sees_a_hundred_hits_and_an_exit_masks_them_all() {
    let text = "&token=abc1".repeat(250);
    assert_eq!(find(&text).count(), limits::SECRET_HITS_PER_TEXT);
    assert_eq!(mask(&text), Some("&token=***".repeat(250)));
}

/// Texts of a length, made of a piece that leads a careless search to begin again and again.
fn hostile(piece: &str, length: usize) -> String {
    let mut text = String::with_capacity(length + 64);
    let mut random = 7_u32;
    while text.len() < length {
        text.push_str(piece);
        if piece.ends_with(' ') {
            // Gaps that differ keep an expression from coming back to where it was.
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            text.push_str(&"x".repeat((random >> 16) as usize % 23));
            text.push(' ');
        }
    }
    text
}

/// The least time of the processor that a text took in a few rounds; none where no system tells.
/// Other processes take turns with a test, so that the time of the day says nothing.
fn work(text: &str) -> Option<u64> {
    let once = |_| {
        let start = processor_time()?;
        std::hint::black_box(spans_to_mask(text));
        Some(processor_time()?.saturating_sub(start))
    };
    (0..3).filter_map(once).min()
}

/// Nanoseconds for which this thread has run.
#[expect(clippy::disallowed_methods, reason = "what is asked is how work grows")]
fn processor_time() -> Option<u64> {
    // The count is brought up to date when a thread gives way.
    std::thread::yield_now();
    let counts = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    counts.split(' ').next()?.parse().ok()
}

/// Four times the text is four times the work and not sixteen times. The two are measured side by
/// side and several times: a busy machine is slow now and then, a quadratic search always.
#[test]
fn hostile_texts_take_no_longer_than_others() {
    for piece in [
        "-----BEGIN PRIVATE KEY-----(",
        "-----BEGIN PRIVATE KEY-----",
        "-----END",
        "curl ",
        "curl -u a: ",
        "aws secret ",
        "bearer ",
        "sk-T3BlbkFJ ",
        "AccountKey=a ",
        "password=",
        "token=$A",
        "token=a(",
        "?key=a",
        "4",
        "4012 ",
        "eyJ",
        "eyJa.",
        "\"token\":'",
        "@",
        "a@b/",
    ] {
        let text = hostile(piece, 100_000);
        assert!(mask(&text).is_none_or(|masked| mask(&masked).is_none()), "{piece}");
        let (short, long) = (hostile(piece, 10_000), hostile(piece, 40_000));
        let grows_with_the_text = || match (work(&short), work(&long)) {
            (Some(short), Some(long)) => long < 8 * short,
            _ => true,
        };
        assert!((0..6).any(|_| grows_with_the_text()), "{piece}");
    }
}

#[test]
fn a_private_key_goes_from_its_first_line_to_its_last() {
    let key = |end: &str| format!("{0}BEGIN EC PRIVATE KEY{0}\n{1}\n{end}", "-----", letters(64));
    let end = format!("{0}END EC PRIVATE KEY{0}", "-----");
    let first = &letters(64)[60..];
    for (text, secret) in [
        (format!("a {} b", key(&end)), key(&end)),
        (format!("a {}\n(cut", key("")), key("") + "\n"),
        (format!("a {} <b>", key("-----END")), key("-----END") + " "),
        (
            key("").replace('\n', "%0A").replace(' ', "%20"),
            key("").replace('\n', "%0A").replace(' ', "%20"),
        ),
    ] {
        let found: Vec<&str> = find(&text).map(|hit| hit.secret()).collect();
        assert_eq!(found, [secret.as_str()], "{text} {first}");
    }
    let two = format!("{}\n{}", key(&end), key(&end));
    assert_eq!(found_in(&two), ["private_key"; 2]);
    let none = format!("{0}BEGIN PRIVATE KEY{0}(see the manual) {0}BEGIN PRIVATE KEY{0}", "-----");
    assert_eq!(found_in(&none), [""; 0]);
}

#[test]
fn a_login_belongs_to_the_command_before_it() {
    check("curl -s -u ann:hunter22 https://a.test", "shell_login", "curl -s -u *** https://a.test");
    check(r#"\ncurl --user "ann:hunter22""#, "shell_login", r#"\ncurl --user "***""#);
    for text in ["sudo -u ann:hunter22", "curls -u ann:hunter22", "curl a\nls -u ann:hunter22"] {
        check_clean(text);
    }
    check_clean(&format!("curl {} -u ann:hunter22", "a ".repeat(250)));
}

#[test]
fn escaped_tokens_are_tokens() {
    let token = format!("123456789%3AAA{}", letters(33));
    let shown = &letters(33)[30..];
    check(&format!("/?q={token}&x=1"), "telegram_token", &format!("/?q=123456***{shown}&x=1"));
    check("n=4012%208888%208888%201881", "card_number", "n=4012%2***881");
}

#[test]
fn odd_characters_are_cut_whole() {
    check("password: 🔑hunter2", "secret_in_text", "password: ***");
    check("пароль?token=пароль", "secret_parameter", "пароль?token=***");
    check_clean("пароль: 🔑 é\u{301} \u{0}");
}

/// Texts made of what secrets are made of, so that most of them hold some.
fn any_text(random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "password",
        "token",
        "api_key",
        "cookie",
        "Authorization",
        "ssn",
        "cvv",
        "key",
        "pass",
        "=",
        ":",
        ": ",
        " = ",
        "=>",
        ",",
        "&",
        "?",
        "#",
        "%3D",
        "%26",
        "%22",
        "%3A",
        "%20",
        "\"",
        "\\\"",
        "\\\\\\\"",
        "'",
        "`",
        "&quot;",
        "[",
        "]",
        "<",
        ">",
        "</",
        "{",
        "}",
        "***",
        "abcdef***xyz",
        "Bearer ",
        "Basic ",
        "dXNlcjpodW50ZXIy",
        "hunter2",
        "swordfish",
        "null",
        "ghp_",
        "AKIA",
        "eyJhbGciOiJIUzI1NiJ9",
        ".",
        "ABCDEFGHIJ234567",
        "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
        "4012888888881881",
        "4012 8888 8888 1881",
        "123-45-6789",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "://",
        "@",
        "/",
        "\n",
        "\r\n\r\n",
        " ",
        ";",
        "name=\"",
        "value",
        "xoxb-",
        "sig=",
        "🔑",
        "é",
        "\u{0}",
    ];
    let piece = |random: &mut Random| {
        let is_noise = random.number::<u8>(0..9) == 0;
        if is_noise { random.text(0..4) } else { random.one_of(PIECES).to_owned() }
    };
    random.list(0..24, piece).concat()
}

#[test]
fn a_masked_text_is_clean() {
    for_all(1_000, |random| {
        let text = any_text(random);
        let masked = mask(&text).unwrap_or_else(|| text.clone());
        assert_eq!(mask(&masked), None, "{text:?}");
        assert!(find(&masked).all(|hit| !hit.rule.masks), "{text:?}");
    });
}

#[test]
fn any_text_can_be_read() {
    for_all(1_000, |random| {
        let text = random.text(0..60);
        for hit in find(&text) {
            assert!(!hit.secret().is_empty(), "{text:?}");
        }
        let masked = mask(&text).unwrap_or_else(|| text.clone());
        assert_eq!(mask(&masked), None, "{text:?}");
    });
}
