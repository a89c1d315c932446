//! What is a regression and what is a busy machine, on loads that were recorded and on made-up ones.
//!
//! `cases/performance/loads.ndjson` holds real loads of three pages in Chromium on a busy machine, as
//! `e2e/browser/bench/regressions.mjs --record` writes them: unchanged, then twice as slow, then with a
//! layout shift.

use gasoline_protocol::loads::Figures;
use gasoline_protocol::{Seq, Timestamp};
use serde::Deserialize;

use super::*;

const RECORDED: &str = include_str!("../../cases/performance/loads.ndjson");

/// The order of the figures in a recorded row.
const COLUMNS: [Figure; 11] = [
    Figure::Ttfb,
    Figure::Fcp,
    Figure::Lcp,
    Figure::DomContentLoaded,
    Figure::Load,
    Figure::Cls,
    Figure::Requests,
    Figure::TransferBytes,
    Figure::LongTasks,
    Figure::BlockingTime,
    Figure::LongestTask,
];

type Row = Vec<Option<f64>>;

#[derive(Deserialize)]
struct Series {
    page: String,
    phase: String,
    loads: Vec<Row>,
}

fn recorded() -> Vec<Series> {
    RECORDED.lines().map(|line| serde_json::from_str(line).expect("a series")).collect()
}

/// As much as the store remembers of a page.
const REMEMBERED: usize = 30;

fn judge(rows: &[Row]) -> PageReport {
    let rows = &rows[rows.len().saturating_sub(REMEMBERED)..];
    let loads = rows.iter().map(|row| {
        let mut figures = Figures::default();
        for (figure, value) in COLUMNS.into_iter().zip(row) {
            if let Some(value) = value {
                figures.set(figure, *value);
            }
        }
        load(figures)
    });
    let history = History { page: Page::default(), loads: loads.collect(), forgotten: 0 };
    report(&history, None, &BTreeMap::new()).expect("a load has ended")
}

fn load(figures: Figures) -> Load {
    Load { id: None, seq: Seq(0), time: Timestamp::default(), test: None, figures }
}

/// Loads of so many milliseconds.
fn times(milliseconds: &[f64]) -> PageReport {
    let row =
        |time: &f64| COLUMNS.iter().map(|one| (*one == Figure::Load).then_some(*time)).collect();
    judge(&milliseconds.iter().map(row).collect::<Vec<Row>>())
}

#[track_caller]
fn check(milliseconds: &[f64], expected: Verdict) {
    assert_eq!(times(milliseconds).verdict, expected, "{milliseconds:?}");
}

/// The rule of the specification's base: one load, half as much again as the mean, and 200 ms.
fn is_naive_alarm(rows: &[Row]) -> bool {
    let Some((newest, earlier)) = rows.split_last() else { return false };
    let earlier = &earlier[earlier.len().saturating_sub(limits::BASELINE_MAX_LOADS)..];
    COLUMNS[..5].iter().enumerate().any(|(column, _)| {
        let known: Vec<f64> = earlier.iter().filter_map(|row| row[column]).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most twenty")]
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        newest[column].is_some_and(|value| value > mean * 1.5 && value > mean + 200.0)
    })
}

#[test]
fn unchanged_loads_that_were_recorded_raise_hardly_an_alarm() {
    let (mut judged, mut alarms, mut suspects, mut naive) = (0, Vec::new(), 0, 0);
    for series in recorded().into_iter().filter(|series| series.phase == "unchanged") {
        for end in 1..=series.loads.len() {
            let rows = &series.loads[..end];
            let report = judge(rows);
            if report.verdict == Verdict::NotEnoughLoads {
                continue;
            }
            judged += 1;
            naive += usize::from(is_naive_alarm(rows));
            suspects += usize::from(report.verdict == Verdict::Suspect);
            if report.verdict == Verdict::Regressed {
                alarms.push(format!("{} load {end}: {}", series.page, report.headline()));
            }
        }
    }
    assert!(judged >= 100, "{judged} loads were judged");
    assert!(alarms.len() * 1000 <= judged * 15, "of {judged}: {alarms:#?}");
    assert!(suspects * 100 <= judged * 6, "{suspects} of {judged} were suspected");
    assert!(naive * 100 >= judged * 5, "the simple rule cried wolf {naive} times of {judged}");
}

#[test]
fn a_doubled_load_and_a_new_layout_shift_are_always_found() {
    let mut before = Vec::new();
    let mut checked = 0;
    for Series { page, phase, loads } in recorded() {
        // A slow server shows in the first byte, and in all that waits for it.
        let (figures, most): (&[Figure], _) = match phase.as_str() {
            "unchanged" => {
                before = loads;
                continue;
            }
            "doubled" => (&[Figure::Ttfb, Figure::DomContentLoaded, Figure::Load], 5),
            _ => (&[Figure::Cls], 1),
        };
        let found = (1..=loads.len()).find(|count| {
            let rows = [&before[before.len() - 20..], &loads[..*count]].concat();
            judge(&rows).of(Verdict::Regressed).any(|one| figures.contains(&one.figure))
        });
        assert!(found.is_some_and(|count| count <= most), "{page} {phase}: {found:?}");
        checked += 1;
    }
    assert_eq!(checked, 12);
}

#[test]
fn one_or_two_slow_loads_are_no_regression_three_are() {
    let mut loads = vec![1000.0, 1010.0, 990.0, 1005.0, 995.0];
    check(&loads[..1], Verdict::NotEnoughLoads);
    loads.push(2000.0);
    check(&loads, Verdict::Suspect);
    loads.push(2010.0);
    check(&loads, Verdict::Suspect);
    loads.push(1990.0);
    check(&loads, Verdict::Regressed);
}

#[test]
fn a_single_load_is_suspected_only_if_it_is_far_out() {
    let noisy = [1000.0, 1150.0, 900.0, 1100.0, 950.0, 1050.0, 1000.0, 1120.0];
    check(&[&noisy[..], &[1700.0]].concat(), Verdict::Steady);
    check(&[&noisy[..], &[1700.0, 1650.0]].concat(), Verdict::Suspect);
    check(&[&noisy[..], &[3000.0]].concat(), Verdict::Suspect);
}

#[test]
fn a_budget_is_kept_or_not_by_what_is_judged() {
    let load = |number: u64, time: f64| {
        let mut figures = Figures::default();
        figures.set(Figure::Load, time);
        Load { seq: Seq(number), ..load(figures) }
    };
    let times = [900.0, 900.0, 900.0, 900.0, 200.0, 900.0, 200.0, 300.0];
    let loads = (0..).zip(times).map(|(number, time)| load(number, time)).collect();
    let history = History { page: Page::default(), loads, forgotten: 0 };
    let budget = BTreeMap::from([(Figure::Load, 500.0)]);
    let is_over = |first: u64| {
        let is_judged = |load: &Load| load.seq >= Seq(first);
        let report = report(&history, Some(&is_judged), &budget).expect("loads");
        report.over_budget().count() == 1
    };
    assert!(!is_over(6), "what came before is another matter");
    let slow = |load: &Load| load.seq == Seq(5);
    let one = report(&history, Some(&slow), &budget).expect("a load");
    assert_eq!(one.over_budget().count(), 1, "the slow one is judged alone");
}

#[test]
fn eight_loads_are_needed_to_say_that_all_is_as_usual() {
    check(&[1000.0; 7], Verdict::NotEnoughLoads);
    check(&[1000.0; 8], Verdict::Steady);
}

#[test]
fn a_change_must_matter_in_part_and_in_milliseconds() {
    let loads = |usual: f64, slow: f64| [vec![usual; 12], vec![slow; 3]].concat();
    check(&loads(1000.0, 1400.0), Verdict::Steady);
    check(&loads(1000.0, 1600.0), Verdict::Regressed);
    check(&loads(10.0, 30.0), Verdict::Steady);
    check(&loads(30.0, 60.0), Verdict::Regressed);
    check(&loads(2000.0, 1000.0), Verdict::Improved);
}

#[test]
fn the_judged_loads_are_never_in_their_own_baseline() {
    let report = times(&[1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 3000.0, 3000.0, 3000.0]);
    let load = report.figure(Figure::Load).expect("a load");
    assert_eq!((load.judgement.usual, load.judgement.value), (Some(1000.0), 3000.0));
    assert_eq!((load.judgement.baseline, load.judgement.judged), (5, 3));
}

#[test]
fn a_machine_that_is_always_noisy_is_not_a_regression() {
    let noisy = [300.0, 900.0, 400.0, 1200.0, 350.0, 800.0, 500.0, 1100.0, 450.0, 700.0];
    let loads = [&noisy[..], &noisy[..], &[1000.0, 900.0, 1150.0]].concat();
    check(&loads, Verdict::Steady);
}

#[test]
fn a_figure_that_only_some_loads_have_is_judged_among_those() {
    let mut figures = Figures::default();
    figures.set(Figure::Load, 100.0);
    let mut loads = vec![load(figures); 10];
    loads[9].figures.set(Figure::Inp, 700.0);
    let history = History { page: Page::default(), loads, forgotten: 0 };
    let report = report(&history, None, &BTreeMap::new()).expect("a report");
    let inp = report.figure(Figure::Inp).expect("an interaction");
    assert_eq!(inp.judgement.verdict, Verdict::NotEnoughLoads);
    assert_eq!(inp.rating, Some(Rating::Poor));
    assert_eq!(report.verdict, Verdict::Steady);
}
