//! What `check_performance` reports: one page in full, the others in a line each.

use std::collections::BTreeMap;

use gasoline_analysis::performance::{
    Measured, PageReport, Rating, Verdict, amount, bytes, change, label,
};
use gasoline_protocol::Seq;
use gasoline_protocol::events::performance::{
    NetworkTotals, PerformanceSnapshot, SlowRequest, TypeTotal,
};
use gasoline_protocol::loads::{Figure, Way};
use gasoline_protocol::wire::is_default;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

use super::response::Response;
use super::response::listing::Page;
use super::response::sections::{Sections, TruncatedText};
use super::response::show::{self, number};
use crate::limits;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum PerformanceResponse {
    Measured(Box<MeasuredPage>),
    /// Every load was left before it ended.
    Unfinished {
        verdict: Verdict,
        unfinished: usize,
    },
    Empty {
        figures: [(); 0],
        #[serde(flatten)]
        page: Page,
    },
}

/// The page loaded last.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MeasuredPage {
    verdict: Verdict,
    page: PageLoads,
    /// By name. Times are milliseconds.
    #[schemars(with = "BTreeMap<String, FigureRow>")]
    figures: BTreeMap<Figure, FigureRow>,
    /// Of the newest load, while its snapshot is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<Network>,
    regressions: Vec<Figure>,
    over_budget: Vec<Figure>,
    baseline: Baseline,
    other_pages: Vec<OtherPage>,
    /// What of the project's file could not be used.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    complaints: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<TruncatedText>,
    cursor: Seq,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PageLoads {
    /// The path.
    url: String,
    way: Way,
    /// Loads that ended.
    loads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// Loads that were left before they ended.
    #[serde(skip_serializing_if = "is_default")]
    unfinished: usize,
    /// Loads that were evicted.
    #[serde(skip_serializing_if = "is_default")]
    forgotten: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FigureRow {
    last: Number,
    verdict: Verdict,
    /// The latest loads, oldest first.
    trend: Vec<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Rating>,
    /// The median of the loads before the judged ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<Judged>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over_budget: Option<bool>,
}

/// The newest loads, which the verdict is about.
#[derive(Debug, Serialize, JsonSchema)]
struct Judged {
    loads: usize,
    /// Their median.
    value: Number,
    change: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Network {
    slowest_requests: Vec<SlowestRequest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded_bytes: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_type: Option<BTreeMap<String, Weight>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SlowestRequest {
    url: Option<String>,
    duration: Option<Number>,
    size: Option<Number>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Weight {
    count: Number,
    /// Bytes.
    size: Number,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Baseline {
    /// Loads before the judged ones.
    loads: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct OtherPage {
    #[serde(flatten)]
    page: PageLoads,
    verdict: Verdict,
    /// The newest load time.
    load: Option<Number>,
    regressions: Vec<Figure>,
    over_budget: Vec<Figure>,
}

const TIMING: [Figure; 6] =
    [Figure::Ttfb, Figure::Fcp, Figure::Lcp, Figure::DomContentLoaded, Figure::Load, Figure::Inp];
const NETWORK: [Figure; 2] = [Figure::Requests, Figure::TransferBytes];
const MAIN_THREAD: [Figure; 3] = [Figure::LongTasks, Figure::BlockingTime, Figure::LongestTask];

impl Response for PerformanceResponse {
    fn render(&self, text: &mut String) {
        match self {
            Self::Measured(page) => text.push_str(&page.text),
            Self::Unfinished { unfinished, .. } => text.push_str(&format!(
                "{} left before loading ended: nothing to judge\n\
                 hint: let the page load, wait two seconds, then ask again",
                match unfinished {
                    1 => "1 load was".to_owned(),
                    loads => format!("{loads} loads were"),
                }
            )),
            Self::Empty { page, .. } => page.render_empty(text),
        }
    }
}

impl MeasuredPage {
    /// `newest` is the newest snapshot of the page's newest load, while it is stored.
    pub(super) fn new(
        report: &PageReport,
        newest: Option<&PerformanceSnapshot<'_>>,
        others: &[PageReport],
        complaints: &[String],
        cursor: Seq,
    ) -> Self {
        let network = newest.and_then(|newest| newest.network.as_ref());
        let mut sections =
            Sections::new(format!("{}{}: {}", address(report), report.way(), report.headline()));
        let timing = if report.page.way == Way::Route { "route timing" } else { "load timing" };
        sections.add(timing, &lines(report, &TIMING));
        let mut weight = lines(report, &NETWORK);
        weight.extend(network.and_then(by_type));
        weight.extend(network.into_iter().flat_map(slowest));
        sections.add("network", &weight);
        sections.add("main thread", &lines(report, &MAIN_THREAD));
        sections.add("layout stability", &lines(report, &[Figure::Cls]));
        sections.add("regressions", &regressions(report));
        let other_lines: Vec<String> = others.iter().map(other_line).collect();
        let taken = sections.add("other pages", &other_lines);
        sections.add("not used of `.gasoline.toml`", complaints);
        for line in last_lines(report) {
            sections.line(&line);
        }
        let hint = "pass `url` for one page";
        Self {
            verdict: report.verdict,
            page: PageLoads::new(report),
            figures: report.figures.iter().map(|one| (one.figure, FigureRow::new(one))).collect(),
            network: network.map(Network::new),
            regressions: figures(report.of(Verdict::Regressed)),
            over_budget: figures(report.over_budget()),
            baseline: Baseline { loads: report.baseline },
            other_pages: others[..taken].iter().map(OtherPage::new).collect(),
            complaints: complaints.to_vec(),
            truncated: TruncatedText::new(sections.left, Some(hint)),
            cursor,
            text: sections.text,
        }
    }
}

impl PageLoads {
    fn new(report: &PageReport) -> Self {
        Self {
            url: report.page.url.clone(),
            way: report.page.way,
            loads: report.loads,
            origin: report.page.origin.clone(),
            unfinished: report.unfinished,
            forgotten: report.forgotten,
        }
    }
}

impl FigureRow {
    fn new(one: &Measured) -> Self {
        let judged = &one.judgement;
        Self {
            last: number(one.last),
            verdict: judged.verdict,
            trend: one.trend.iter().copied().map(number).collect(),
            rating: one.rating,
            usual: judged.usual.map(number),
            judged: judged.usual.map(|usual| Judged {
                loads: judged.judged,
                value: number(judged.value),
                change: change(one.figure, judged.value, usual),
            }),
            budget: one.budget.map(number),
            over_budget: one.budget.map(|_| one.over_budget.is_some()),
        }
    }
}

impl Network {
    fn new(network: &NetworkTotals<'_>) -> Self {
        let slowest = |one: &SlowRequest<'_>| SlowestRequest {
            url: one.url.as_deref().map(str::to_owned),
            duration: one.duration.map(number),
            size: one.size.map(number),
        };
        let by_type = network.by_type.as_ref().map(|types| {
            let weight =
                |total: &TypeTotal| Weight { count: number(total.count), size: number(total.size) };
            types.iter().map(|(name, total)| (name.clone(), weight(total))).collect()
        });
        Self {
            slowest_requests: network.slowest_requests.iter().flatten().map(slowest).collect(),
            decoded_bytes: network.decoded_size.map(number),
            by_type,
        }
    }
}

impl OtherPage {
    fn new(report: &PageReport) -> Self {
        Self {
            page: PageLoads::new(report),
            verdict: report.verdict,
            load: report.figure(Figure::Load).map(|load| number(load.last)),
            regressions: figures(report.of(Verdict::Regressed)),
            over_budget: figures(report.over_budget()),
        }
    }
}

fn lines(report: &PageReport, figures: &[Figure]) -> Vec<String> {
    let known = figures.iter().filter_map(|figure| report.figure(*figure));
    known.map(|one| one.line(report.page.way)).collect()
}

/// What was, what is, and since how many loads.
fn regressions(report: &PageReport) -> Vec<String> {
    let one = |measured: &Measured| {
        let (figure, judged) = (measured.figure, &measured.judgement);
        let usual = judged.usual.unwrap_or_default();
        format!(
            "{} {} → {} ({}), in the last {}",
            label(figure, report.page.way),
            amount(figure, usual),
            amount(figure, judged.value),
            change(figure, judged.value, usual),
            show::count(judged.judged, "load"),
        )
    };
    report.of(Verdict::Regressed).map(one).collect()
}

fn last_lines(report: &PageReport) -> Vec<String> {
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

fn address(report: &PageReport) -> String {
    let origin = report.page.origin.as_deref().unwrap_or_default();
    show::truncated(&format!("{origin}{}", report.page.url), limits::MESSAGE_LINE_CHARS)
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

fn figures<'a>(measured: impl Iterator<Item = &'a Measured>) -> Vec<Figure> {
    measured.map(|one| one.figure).collect()
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
