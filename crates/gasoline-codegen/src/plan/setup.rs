//! Requests that create the data of a session again: those the replayed steps do not make.

use serde_json::Value;

use super::merge::Draft;
use super::places::Places;
use super::safe::{Safe, USER_PROVIDED};
use super::session::{Called, Session};
use super::volatile::is_change;
use super::waits::draft_of;
use crate::address::Address;
use crate::step::{Setup, SetupCall};
use gasoline_analysis::timeline::{Background, Cause};

/// What a recorded request is to a reproduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It made the data that the steps need.
    Setup,
    /// The steps make it again.
    Action,
    Irrelevant,
}

pub(super) fn of(
    session: &Session<'_>,
    drafts: &[Draft<'_>],
    places: &Places,
    warnings: &mut Vec<String>,
) -> Setup {
    let mut setup = Setup::default();
    let mut safe = Safe::default();
    let mut replayed = 0;
    for called in session.earlier.iter().chain(&session.requests) {
        match classify(called, drafts, places) {
            Class::Setup => setup.calls.push(call(called, places, &mut safe)),
            Class::Action => replayed += 1,
            Class::Irrelevant => {}
        }
    }
    // Whoever is not signed in may create nothing.
    setup.calls.sort_by_key(|call| !call.is_login);
    if replayed > 0 {
        setup
            .notes
            .push(format!("{replayed} changing requests are left out: the steps make them."));
    }
    if setup.calls.iter().any(|call| call.creates) {
        setup.notes.push(
            "What is created here stays: remove it in `test.afterAll` if that matters.".to_owned(),
        );
    }
    if setup.calls.is_empty() {
        warnings.push(
            "no setup requests: every recorded POST and PUT was caused by a step of the script"
                .to_owned(),
        );
    } else if setup.calls.iter().any(|call| call.is_login) {
        warnings.push(
            "the login of the setup needs test credentials: replace '[user-provided]', or set the variables"
                .to_owned(),
        );
    }
    if safe.has_replaced() {
        warnings.push("e-mail addresses in the setup were replaced by safe ones".to_owned());
    }
    setup
}

fn classify(called: &Called<'_>, drafts: &[Draft<'_>], places: &Places) -> Class {
    let body = called.request.body;
    let is_noise = matches!(
        called.request.cause,
        Cause::Background(
            Background::Analytics
                | Background::HotReload
                | Background::Static
                | Background::Polling
        )
    );
    let has_worked = (200..400).contains(&body.status);
    if is_noise || !has_worked || !is_change(&body.method) || !places.is_own(&body.url) {
        return Class::Irrelevant;
    }
    let is_delete = body.method.eq_ignore_ascii_case("DELETE");
    match draft_of(called, drafts) {
        Some(place) if !drafts[place].seqs.is_empty() => Class::Action,
        _ if is_delete => Class::Irrelevant,
        _ => Class::Setup,
    }
}

fn call(called: &Called<'_>, places: &Places, safe: &mut Safe) -> SetupCall {
    let body = called.request.body;
    let text = body.request_body.as_deref().filter(|text| !text.is_empty());
    let json = text.and_then(|text| serde_json::from_str::<Value>(text).ok()).map(|mut value| {
        safe.value(&mut value, None, USER_PROVIDED);
        value
    });
    SetupCall {
        method: body.method.to_ascii_uppercase(),
        url: places.url(&body.url).0,
        text: text.filter(|_| json.is_none()).map(|text| safe.text(text, None, USER_PROVIDED)),
        json,
        is_login: is_login(&body.url),
        creates: body.method.eq_ignore_ascii_case("POST") && !is_login(&body.url),
    }
}

/// Whether an address is one that people sign in at.
pub(super) fn is_login(url: &str) -> bool {
    const WORDS: [&str; 9] = [
        "login",
        "log-in",
        "signin",
        "sign-in",
        "authenticate",
        "auth",
        "session",
        "sessions",
        "token",
    ];
    let path = Address::of(url).map_or("", |address| address.path);
    path.split('/').any(|segment| WORDS.contains(&segment.to_lowercase().as_str()))
}
