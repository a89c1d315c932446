//! From a timeline to a script without a language: what is done, what is waited for, what must be so.

mod assertions;
mod dialogs;
mod fixtures;
mod locators;
mod merge;
mod places;
mod session;
mod volatile;
mod withheld;
mod words;

pub(crate) use assertions::calls::is_change;
pub(crate) use fixtures::safe::USER_PROVIDED;
pub(crate) use locators::attribute_css;

use gasoline_analysis::timeline::Timeline;
use gasoline_protocol::events::action::{EnhancedAction, Selectors};
use gasoline_protocol::truncate::truncate;

use crate::CannotGenerate;
use crate::limits::{PAUSE_MIN_MS, TITLE_MAX_CHARS};
use crate::options::{Fixtures, Options};
use crate::step::{Act, Check, Confidence, Expect, Plan, Step, Target};
use assertions::{elements, focus, known, sockets, visual, waits};
use fixtures::{adapt, mock, setup};
use merge::{Did, Intent};
use places::Places;
use session::Session;
use volatile::Volatile;
use withheld::Withheld;

/// The script of a session.
pub fn plan(timeline: &Timeline<'_>, options: &Options) -> Result<Plan, CannotGenerate> {
    let session = Session::of(timeline, options);
    if session.actions.is_empty() {
        return Err(CannotGenerate::NothingRecorded);
    }
    let intents = merge::intents(&session).ok_or(CannotGenerate::NoPage)?;
    let first = intents.iter().find_map(|intent| match &intent.did {
        Did::Visit(url) => Some(url.as_str()),
        _ => None,
    });
    let places = Places::of(first.ok_or(CannotGenerate::NoPage)?, options.base_url.as_deref())?;
    let volatile = Volatile::learn(&session);
    let mut planner = Planner {
        places: &places,
        volatile: &volatile,
        withheld: Withheld::default(),
        warnings: Vec::new(),
        selectors_used: Vec::new(),
    };
    let mut steps: Vec<Step> = Vec::new();
    for (place, intent) in intents.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| &intents[before]);
        steps.push(planner.step(intent, before));
    }
    let Planner { mut withheld, mut warnings, selectors_used, .. } = planner;
    warnings.extend(dialogs::add(&mut steps, &intents, options, &volatile, &mut withheld));
    warnings.extend(withheld.warnings);
    let how = waits::How { places: &places, volatile: &volatile, options };
    let calls = waits::add(&mut steps, &intents, &session, &how, &mut warnings);
    for (step, intent) in steps.iter_mut().zip(&intents) {
        step.checks.extend(arrival(intent, &places, &volatile));
    }
    if options.checks.dom_state {
        focus::add(&mut steps, &intents, &session);
        elements::add(&mut steps, &intents, &session, &volatile);
    }
    if options.checks.visual {
        let seen = visual::Seen { intents: &intents, session: &session, volatile: &volatile };
        visual::add(&mut steps, &seen, options, &mut warnings);
    }
    if options.takes_pictures {
        take_pictures(&mut steps);
    }
    let mut plan = Plan {
        title: title(options, &intents, &volatile),
        header: header(&session, &intents, &places),
        asserts_navigation: options.checks.navigation,
        action_count: session.actions.len(),
        selectors_used,
        error: options.error.clone().filter(|_| options.is_reproduction),
        ..Plan::default()
    };
    if options.checks.no_errors {
        plan.watch.errors = Some(known::errors(&session, &places, &volatile));
    }
    plan.watch.calls = calls;
    // Mocks answer requests and leave sockets to a server that may not be there.
    if options.checks.network && options.fixtures != Some(Fixtures::Mock) {
        plan.watch.sockets = sockets::steady(&session, &places, &volatile);
    }
    if options.is_reproduction {
        tell_errors(&mut steps, &intents, &session);
    }
    match options.fixtures {
        Some(Fixtures::Mock) => {
            let (mut mock, changed) = mock::of(&session, &steps, &volatile, &mut warnings);
            if options.title.is_none() {
                plan.title = changed.shown(&plan.title, &steps);
            }
            mock.name = mock::file_name(&plan.title);
            adapt::adapt(&mut steps, &changed);
            plan.mock = Some(mock);
        }
        Some(Fixtures::Setup) => {
            let (setup, changed) = setup::of(&session, &intents, &places, &mut warnings);
            adapt::adapt(&mut steps, &changed);
            plan.setup = setup;
        }
        None => {}
    }
    if session.left_out > 0 {
        warnings.push(format!(
            "{} actions in other tabs were left out; pass `tab_id` to choose a tab",
            session.left_out
        ));
    }
    warnings.extend(signed_in(&session));
    warnings.dedup();
    plan.steps = steps;
    plan.warnings = warnings;
    Ok(plan)
}

struct Planner<'p> {
    places: &'p Places,
    volatile: &'p Volatile,
    withheld: Withheld,
    warnings: Vec<String>,
    selectors_used: Vec<&'static str>,
}

impl Planner<'_> {
    fn step(&mut self, intent: &Intent<'_>, before: Option<&Intent<'_>>) -> Step {
        let pause_ms = before.map(|before| intent.first.ms_since(before.last));
        let hover = intent.action.and_then(|action| self.hover(action));
        Step {
            says: words::says(intent),
            at: intent.first,
            pause_ms: pause_ms.filter(|pause| *pause > PAUSE_MIN_MS && intent.did.is_act()),
            page: intent.page,
            hover,
            act: self.act(intent),
            opens: intent.opens,
            dialogs: Vec::new(),
            awaits: Vec::new(),
            checks: Vec::new(),
            picture: None,
            errors: Vec::new(),
        }
    }

    fn act(&mut self, intent: &Intent<'_>) -> Act {
        match &intent.did {
            Did::Visit(url) => {
                let (url, taken) = self.places.url(url);
                for name in taken {
                    self.warnings.push(format!(
                        "`{name}` was taken out of the address {}: it may be a token",
                        words::place(&url)
                    ));
                }
                return Act::Visit { url };
            }
            Did::Reload => return Act::Reload,
            Did::Back => return Act::Back,
            Did::Scroll | Did::Appear => return Act::Nothing,
            _ => {}
        }
        let Some(action) = intent.action else { return Act::Nothing };
        let key = key(action);
        if intent.did == Did::Press && key.is_none() {
            self.warnings
                .push("a key that has no name was pressed: that step is missing".to_owned());
            return Act::Nothing;
        }
        let key = key.unwrap_or_default();
        let target = self.target(action, action.selectors.as_ref());
        let target = match (target, &intent.did) {
            (Some(target), _) => target,
            (None, Did::Press) => return Act::Press { target: None, key },
            (None, _) => {
                self.warnings.push(format!(
                    "no selector was recorded for `{}`: that step is missing",
                    words::says(intent)
                ));
                return Act::Nothing;
            }
        };
        match &intent.did {
            Did::Click(count) => Act::Click { target, count: *count },
            Did::Toggle(true) => Act::Check { target },
            Did::Toggle(false) => Act::Uncheck { target },
            Did::Fill => {
                let value = self.withheld.entry(action, &target);
                Act::Fill { target, value }
            }
            Did::Upload => {
                let files = files(action.value.as_deref().unwrap_or_default());
                self.warnings.push(format!(
                    "a file was chosen ({}); files are not recorded: put one beside the test",
                    files.join(", ")
                ));
                Act::Upload { target, files }
            }
            Did::Press => Act::Press { target: Some(target), key },
            Did::Select => Act::Select { target, values: choice(action) },
            Did::Submit => Act::Submit { target },
            Did::Visit(_) | Did::Reload | Did::Back | Did::Scroll | Did::Appear => Act::Nothing,
        }
    }

    fn target(
        &mut self,
        action: &EnhancedAction<'_>,
        selectors: Option<&Selectors<'_>>,
    ) -> Option<Target> {
        let found = locators::choose(selectors?, action.frame.as_ref(), self.volatile)?;
        if !self.selectors_used.contains(&found.strategy) {
            self.selectors_used.push(found.strategy);
        }
        if let Some(frame) = action.frame.as_ref().filter(|frame| locators::is_vague(frame)) {
            let inner = frame.url.as_deref().map_or("of another site".to_owned(), words::place);
            self.warnings.push(format!(
                "a frame around `{inner}` could not be read: it is looked for as the only frame there"
            ));
        }
        Some(found.target)
    }

    /// The element that had to be hovered for the target to show.
    fn hover(&mut self, action: &EnhancedAction<'_>) -> Option<Target> {
        let hovered: Selectors<'_> = serde_json::from_str(action.hovered?.get()).ok()?;
        self.target(action, Some(&hovered))
    }
}

/// Keys are words with plus signs between them, the last perhaps a sign; anything else is no key.
fn key(action: &EnhancedAction<'_>) -> Option<String> {
    let key = action.key.as_deref()?;
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_sign = |word: &str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_graphic());
    let (held, last) = key.rsplit_once('+').map_or((None, key), |(held, last)| (Some(held), last));
    let is_key =
        (is_word(last) || is_sign(last)) && held.is_none_or(|held| held.split('+').all(is_word));
    (key.len() <= 40 && is_key).then(|| key.to_owned())
}

fn choice(action: &EnhancedAction<'_>) -> Vec<String> {
    match (&action.selected_values, action.selected_value.as_deref()) {
        (Some(values), _) => values.iter().map(|value| value.to_string()).collect(),
        (None, Some(value)) => vec![value.to_owned()],
        (None, None) => Vec::new(),
    }
}

/// `[File: a.png], [File: b.png]`.
fn files(value: &str) -> Vec<String> {
    let inside = value.split("[File: ").skip(1);
    inside.filter_map(|rest| rest.split(']').next()).map(str::to_owned).collect()
}

/// Where a step led.
fn arrival(intent: &Intent<'_>, places: &Places, volatile: &Volatile) -> Option<Check> {
    let to = intent.arrival.as_deref()?;
    let from = match &intent.did {
        Did::Visit(url) => Some(url.as_str()),
        _ => intent.from.as_deref(),
    };
    let pattern = places.arrival(to, from, volatile)?;
    let varies = pattern.path.as_text().is_none();
    Some(Check {
        expects: Expect::Url(pattern),
        confidence: if varies { Confidence::Medium } else { Confidence::High },
        because: format!("it led to {}", volatile.path(&words::place(to)).show()),
    })
}

fn title(options: &Options, intents: &[Intent<'_>], volatile: &Volatile) -> String {
    let title = match (&options.title, &options.error) {
        (Some(title), _) => title.clone(),
        (None, Some(error)) if options.is_reproduction => format!("reproduction: {error}"),
        (None, _) if options.is_reproduction => {
            format!("reproduction: {}", words::title(intents, volatile))
        }
        (None, _) => words::title(intents, volatile),
    };
    let line = title.lines().next().unwrap_or_default().trim();
    if line.is_empty() {
        return "recorded session".to_owned();
    }
    truncate(line, TITLE_MAX_CHARS * 2)
}

fn header(session: &Session<'_>, intents: &[Intent<'_>], places: &Places) -> Vec<String> {
    let (start, end) = (session.started.unwrap_or_default(), session.ended.unwrap_or_default());
    #[expect(clippy::cast_precision_loss, reason = "seconds with one decimal")]
    let seconds = end.ms_since(start) as f64 / 1000.0;
    let from = intents.iter().find_map(|intent| match &intent.did {
        Did::Visit(url) => Some(words::place(url)),
        _ => None,
    });
    let to = intents.iter().rev().find_map(|intent| intent.arrival.as_deref()).map(words::place);
    let from = from.unwrap_or_default();
    let led = to.filter(|to| *to != from).map(|to| format!(" to {to}")).unwrap_or_default();
    vec![
        format!("Recorded by Gasoline at {start}, {seconds:.1} s, on {}.", places.base()),
        format!(
            "{} actions, {} requests, {} errors; from {from}{led}.",
            session.actions.len(),
            session.requests.len(),
            session.errors.len()
        ),
    ]
}

/// A picture after every act, named after its number; none of a window that may be closed by then.
fn take_pictures(steps: &mut [Step]) {
    let acts: Vec<usize> =
        (0..steps.len()).filter(|index| steps[*index].act != Act::Nothing).collect();
    for (index, number) in acts.into_iter().zip(1..) {
        if !visual::may_close(steps, index) {
            steps[index].picture = Some(format!("step-{number}.png"));
        }
    }
}

/// Tells errors where they happened.
fn tell_errors(steps: &mut [Step], intents: &[Intent<'_>], session: &Session<'_>) {
    for failed in &session.errors {
        let place = intents.iter().rposition(|intent| intent.first <= failed.time).unwrap_or(0);
        let said = failed.entry.said().lines().next().unwrap_or_default().to_owned();
        if let Some(step) = steps.get_mut(place)
            && !step.errors.contains(&said)
        {
            step.errors.push(said);
        }
    }
}

/// A session that began signed in cannot be replayed by somebody who is not.
fn signed_in(session: &Session<'_>) -> Option<String> {
    let is_login = |url: &str| setup::is_login(url);
    let has_token = session.requests.iter().any(|it| it.request.body.has_auth_header == Some(true));
    let has_login = session.requests.iter().any(|it| is_login(&it.request.body.url));
    let said = "requests were signed in, but no login was recorded: give the test a `storageState`";
    (has_token && !has_login).then(|| said.to_owned())
}

/// The script as text, of as many of the last actions as fit.
pub fn fit(
    timeline: &Timeline<'_>,
    options: &Options,
    most_bytes: usize,
    print: impl Fn(&Plan) -> String,
) -> Result<(Plan, String), CannotGenerate> {
    let write = |last_n_actions: Option<usize>| {
        let plan = plan(timeline, &Options { last_n_actions, ..options.clone() })?;
        let text = print(&plan);
        Ok((plan, text))
    };
    let (mut plan, mut text) = write(options.last_n_actions)?;
    let mut count = plan.action_count;
    let mut has_cut = false;
    while text.len() > most_bytes && count > 1 {
        count /= 2;
        has_cut = true;
        (plan, text) = write(Some(count))?;
    }
    if has_cut {
        let said = format!(
            "only the last {count} actions are in: all of them took over {} KB",
            most_bytes / 1024
        );
        plan.warnings.push(said);
    }
    Ok((plan, text))
}
