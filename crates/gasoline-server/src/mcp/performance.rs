//! What `check_performance` says: one page in full, the others in a line each.

use gasoline_analysis::performance::{Measured, PageReport, Verdict, amount, bytes, change, label};
use gasoline_protocol::loads::{Figure, Way};
use gasoline_protocol::performance::{NetworkTotals, PerformanceSnapshot};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::sections::Sections;
use super::show;
use crate::limits;

/// What there is to tell.
pub(super) struct Told<'a> {
    pub(super) page: &'a PageReport,
    /// The newest snapshot of that page's newest load, while it is held.
    pub(super) newest: Option<&'a PerformanceSnapshot<'a>>,
    pub(super) others: &'a [PageReport],
    /// What of the project's file could not be used.
    pub(super) complaints: &'a [String],
}

const TIMING: [Figure; 6] =
    [Figure::Ttfb, Figure::Fcp, Figure::Lcp, Figure::DomContentLoaded, Figure::Load, Figure::Inp];
const NETWORK: [Figure; 2] = [Figure::Requests, Figure::TransferBytes];
const MAIN_THREAD: [Figure; 3] = [Figure::LongTasks, Figure::BlockingTime, Figure::LongestTask];

impl Told<'_> {
    /// Every load was left too soon.
    pub(super) fn unfinished(loads: usize) -> Answer {
        let mut answer = Answer {
            text: format!(
                "{} left before loading ended: nothing to judge\n\
                 hint: let the page load, wait two seconds, then ask again",
                if loads == 1 { "1 load was".to_owned() } else { format!("{loads} loads were") }
            ),
            ..Answer::default()
        };
        answer.set("verdict", &Verdict::NotEnoughLoads);
        answer.set("unfinished", &loads);
        answer
    }

    pub(super) fn answer(&self) -> Answer {
        let report = self.page;
        let network = self.newest.and_then(|newest| newest.network.as_ref());
        let mut sections =
            Sections::new(format!("{}{}: {}", address(report), report.way(), report.headline()));
        let timing = if report.page.way == Way::Route { "route timing" } else { "load timing" };
        sections.add(timing, &self.lines(&TIMING));
        let mut weight = self.lines(&NETWORK);
        weight.extend(network.and_then(by_type));
        weight.extend(network.into_iter().flat_map(slowest));
        sections.add("network", &weight);
        sections.add("main thread", &self.lines(&MAIN_THREAD));
        sections.add("layout stability", &self.lines(&[Figure::Cls]));
        sections.add("regressions", &self.regressions());
        let lines: Vec<String> = self.others.iter().map(other_line).collect();
        let taken = sections.add("other pages", &lines);
        sections.add("not used of `.gasoline.toml`", self.complaints);
        for line in self.last_lines() {
            sections.line(&line);
        }
        let mut answer = Answer { text: sections.text, ..Answer::default() };
        answer.set("verdict", &report.verdict);
        answer.set("page", &page_json(report));
        answer.set("figures", &figures_json(report));
        if let Some(network) = network {
            answer.set("network", &network_json(network));
        }
        answer.set("regressions", &names(report.of(Verdict::Regressed)));
        answer.set("over_budget", &names(report.over_budget()));
        answer.set("baseline", &json!({"loads": report.baseline}));
        let others: Vec<Value> = self.others[..taken].iter().map(other_json).collect();
        answer.set("other_pages", &others);
        if !self.complaints.is_empty() {
            answer.set("complaints", &self.complaints);
        }
        if sections.left > 0 {
            answer.set(
                "truncated",
                &json!({"lines": sections.left, "hint": "pass `url` for one page"}),
            );
        }
        answer
    }

    fn lines(&self, figures: &[Figure]) -> Vec<String> {
        let known = figures.iter().filter_map(|figure| self.page.figure(*figure));
        known.map(|one| one.line(self.page.page.way)).collect()
    }

    /// What was, what is, and since how many loads.
    fn regressions(&self) -> Vec<String> {
        let one = |measured: &Measured| {
            let (figure, judged) = (measured.figure, &measured.judgement);
            let usual = judged.usual.unwrap_or_default();
            format!(
                "{} {} → {} ({}), in the last {}",
                label(figure, self.page.page.way),
                amount(figure, usual),
                amount(figure, judged.value),
                change(figure, judged.value, usual),
                show::count(judged.judged, "load"),
            )
        };
        self.page.of(Verdict::Regressed).map(one).collect()
    }

    fn last_lines(&self) -> Vec<String> {
        let report = self.page;
        let mut lines = Vec::new();
        if report.unfinished > 0 {
            let left = show::count(report.unfinished, "load");
            lines.push(format!("{left} left before loading ended: not counted"));
        }
        if report.verdict == Verdict::Suspect {
            lines.push("hint: load the page twice more and ask again".to_owned());
        } else if report.verdict == Verdict::NotEnoughLoads {
            lines.push("hint: load the page some more times, then ask again".to_owned());
        }
        lines.push(if report.loads == 1 {
            "baseline: none, this is the first load of the page".to_owned()
        } else {
            format!("baseline: {} before", show::count(report.baseline, "load"))
        });
        lines
    }
}

fn address(report: &PageReport) -> String {
    let origin = report.page.origin.as_deref().unwrap_or_default();
    show::clip(&format!("{origin}{}", report.page.url), limits::MESSAGE_LINE_CHARS)
}

/// `by type: script 3 (812 KB), image 5 (1.2 MB)`, the heaviest first.
fn by_type(network: &NetworkTotals<'_>) -> Option<String> {
    let mut types: Vec<_> = network.by_type.as_ref()?.iter().collect();
    types.sort_by(|a, b| b.1.size.total_cmp(&a.1.size));
    let said: Vec<String> = types
        .iter()
        .map(|(name, total)| format!("{name} {:.0} ({})", total.count, bytes(total.size)))
        .collect();
    (!said.is_empty()).then(|| format!("by type: {}", said.join(", ")))
}

fn slowest(network: &NetworkTotals<'_>) -> Vec<String> {
    let requests = network.slowest_requests.iter().flatten();
    requests
        .map(|request| {
            let url = request.url.as_deref().unwrap_or_default();
            let size = request.size.unwrap_or_default();
            format!("slow: {:.0} ms {url} ({})", request.duration.unwrap_or_default(), bytes(size))
        })
        .collect()
}

fn network_json(network: &NetworkTotals<'_>) -> Value {
    let slowest: Vec<Value> = network
        .slowest_requests
        .iter()
        .flatten()
        .map(|one| {
            json!({
                "url": one.url.as_deref(), "duration": one.duration.map(plain),
                "size": one.size.map(plain),
            })
        })
        .collect();
    let mut out = json!({"slowest_requests": slowest});
    if let Some(decoded) = network.decoded_size {
        out["decoded_bytes"] = plain(decoded);
    }
    if let Some(types) = &network.by_type {
        let types = types.iter().map(|(name, total)| {
            (name.clone(), json!({"count": plain(total.count), "size": plain(total.size)}))
        });
        out["by_type"] = Value::Object(types.collect());
    }
    out
}

fn page_json(report: &PageReport) -> Value {
    let mut page = json!({
        "url": report.page.url, "way": report.page.way, "loads": report.loads,
    });
    if let Some(origin) = &report.page.origin {
        page["origin"] = json!(origin);
    }
    if report.unfinished > 0 {
        page["unfinished"] = json!(report.unfinished);
    }
    if report.forgotten > 0 {
        page["forgotten"] = json!(report.forgotten);
    }
    page
}

fn figures_json(report: &PageReport) -> Value {
    let figures = report.figures.iter().map(|one| {
        let judged = &one.judgement;
        let mut row = json!({
            "last": plain(one.last), "verdict": judged.verdict,
            "trend": one.trend.iter().copied().map(plain).collect::<Vec<_>>(),
        });
        if let Some(rating) = one.rating {
            row["rating"] = json!(rating);
        }
        if let Some(usual) = judged.usual {
            row["usual"] = plain(usual);
            row["judged"] = json!({
                "loads": judged.judged, "value": plain(judged.value),
                "change": change(one.figure, judged.value, usual),
            });
        }
        if let Some(budget) = one.budget {
            row["budget"] = plain(budget);
            row["over_budget"] = json!(one.over_budget.is_some());
        }
        (one.figure.name().to_owned(), row)
    });
    Value::Object(figures.collect::<Map<_, _>>())
}

/// Whole numbers without a fraction, as clients send them.
fn plain(value: f64) -> Value {
    if value.fract() == 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let whole = value as i64;
        json!(whole)
    } else {
        json!(value)
    }
}

fn names<'a>(figures: impl Iterator<Item = &'a Measured>) -> Vec<&'static str> {
    figures.map(|one| one.figure.name()).collect()
}

fn other_line(report: &PageReport) -> String {
    let load = report.figure(Figure::Load).map(|load| load.line(report.page.way));
    format!(
        "{}{}: {}; {}",
        address(report),
        report.way(),
        report.headline(),
        load.unwrap_or_default()
    )
}

fn other_json(report: &PageReport) -> Value {
    let mut row = page_json(report);
    row["verdict"] = json!(report.verdict);
    row["load"] = json!(report.figure(Figure::Load).map(|load| plain(load.last)));
    row["regressions"] = json!(names(report.of(Verdict::Regressed)));
    row["over_budget"] = json!(names(report.over_budget()));
    row
}
