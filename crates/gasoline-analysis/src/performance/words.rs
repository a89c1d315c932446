//! A report in words: figures with their units, changes, and the trend as a small line.

use gasoline_protocol::loads::{Figure, Way};

use super::{Measured, PageReport};
use crate::limits;
use crate::performance::Verdict;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What people call a figure.
pub fn label(figure: Figure, way: Way) -> &'static str {
    match figure {
        Figure::Ttfb => "TTFB",
        Figure::Fcp => "FCP",
        Figure::Lcp => "LCP",
        Figure::DomContentLoaded => "DOM content loaded",
        Figure::Load if way == Way::Route => "settled",
        Figure::Load => "load",
        Figure::Inp => "INP",
        Figure::Cls => "CLS",
        Figure::Requests => "requests",
        Figure::TransferBytes => "transfer",
        Figure::LongTasks => "long tasks",
        Figure::BlockingTime => "blocking time",
        Figure::LongestTask => "longest task",
    }
}

/// `1240 ms`, `1.2 MB`, `0.12`.
pub fn amount(figure: Figure, value: f64) -> String {
    match figure {
        Figure::Cls => {
            let short = format!("{value:.3}");
            short.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Figure::Requests | Figure::LongTasks => format!("{value:.0}"),
        Figure::TransferBytes => bytes(value),
        _ => format!("{value:.0} ms"),
    }
}

pub fn bytes(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1} MB", value / 1e6),
        value if value >= 1e3 => format!("{:.0} KB", value / 1e3),
        value => format!("{value:.0} B"),
    }
}

/// `+110 %`; what grew from nothing has no part, and says by how much instead.
pub fn change(figure: Figure, value: f64, usual: f64) -> String {
    let grown = value - usual;
    if figure == Figure::Cls {
        return format!("{grown:+.2}");
    }
    if usual > 0.0 {
        let percent = grown / usual * 100.0;
        return if percent.round() == 0.0 {
            "±0 %".to_owned()
        } else {
            format!("{percent:+.0} %")
        };
    }
    let sign = if grown < 0.0 { "-" } else { "+" };
    format!("{sign}{}", amount(figure, grown.abs()))
}

/// The values as a line of bars, the lowest bar for zero or the least, the highest for the most.
pub fn sparkline(values: &[f64]) -> String {
    let newest = &values[values.len().saturating_sub(limits::TREND_MAX_LOADS)..];
    let most = newest.iter().copied().fold(0.0, f64::max);
    let bar = |value: &f64| {
        let part = if most > 0.0 { value.max(0.0) / most } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 7")]
        let height = (part * 7.0).round() as usize;
        BARS[height.min(7)]
    };
    newest.iter().map(bar).collect()
}

impl Measured {
    /// `LCP 2610 ms, needs improvement; usual 1240 ms, last 3 loads 2590 ms: regressed (+109 %) ▃▃▄▇█`.
    pub fn line(&self, way: Way) -> String {
        let figure = self.figure;
        let mut line = format!("{} {}", label(figure, way), amount(figure, self.last));
        if let Some(rating) = self.rating {
            line.push_str(&format!(", {}", rating.words()));
        }
        let judged = &self.judgement;
        if let Some(usual) = judged.usual {
            let was = amount(figure, usual);
            let grown = change(figure, judged.value, usual);
            let value = if judged.judged > 1 {
                format!(", last {} loads {}", judged.judged, amount(figure, judged.value))
            } else {
                String::new()
            };
            line.push_str(&match judged.verdict {
                Verdict::Regressed => format!("; was {was}{value}: REGRESSED {grown}"),
                Verdict::Improved => format!("; was {was}{value}: improved {grown}"),
                Verdict::Suspect => format!("; usual {was}{value}: {grown}, not sure yet"),
                Verdict::Steady | Verdict::NotEnoughLoads => format!("; usual {was}"),
            });
        }
        if let Some(limit) = self.over_budget {
            line.push_str(&format!("; OVER BUDGET of {}", amount(figure, limit)));
        } else if let Some(limit) = self.budget {
            line.push_str(&format!("; within budget of {}", amount(figure, limit)));
        }
        if self.trend.len() > 1 {
            line.push_str(&format!("  {}", sparkline(&self.trend)));
        }
        line
    }
}

impl PageReport {
    /// What the loads say, in one sentence without its subject.
    pub fn headline(&self) -> String {
        let named = |verdict| {
            let labels = self.of(verdict).map(|one| label(one.figure, self.page.way));
            labels.collect::<Vec<_>>().join(", ")
        };
        let mut said = match self.verdict {
            Verdict::NotEnoughLoads => self.not_enough(),
            Verdict::Steady => "as usual".to_owned(),
            Verdict::Improved => format!("improved: {}", named(Verdict::Improved)),
            Verdict::Suspect => {
                format!("maybe worse: {} (too few loads to be sure)", named(Verdict::Suspect))
            }
            Verdict::Regressed => format!("REGRESSED: {}", named(Verdict::Regressed)),
        };
        let over: Vec<&str> =
            self.over_budget().map(|one| label(one.figure, self.page.way)).collect();
        if !over.is_empty() {
            said.push_str(&format!("; over budget: {}", over.join(", ")));
        }
        said
    }

    fn not_enough(&self) -> String {
        let needed = limits::BASELINE_MIN_LOADS + limits::JUDGED_MIN_LOADS;
        let least = limits::BASELINE_MIN_LOADS;
        if self.is_parted {
            return format!(
                "not enough loads yet: {} judged, {} before them, {least} needed",
                self.judged, self.baseline
            );
        }
        format!("not enough loads yet: {} of the {needed} that are needed", self.loads)
    }

    /// How the page came to be shown, where it was not loaded.
    pub fn way(&self) -> &'static str {
        match self.page.way {
            Way::Load => "",
            Way::Route => " (route change)",
            Way::Restored => " (restored by the browser)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trend_is_drawn_from_nothing_to_the_most() {
        assert_eq!(sparkline(&[0.0, 50.0, 100.0]), "▁▅█");
        assert_eq!(sparkline(&[0.0, 0.0]), "▁▁");
        assert_eq!(sparkline(&[]), "");
        assert_eq!(sparkline(&[1.0; 99]).chars().count(), limits::TREND_MAX_LOADS);
    }

    #[test]
    fn amounts_have_units() {
        assert_eq!(amount(Figure::Lcp, 1240.4), "1240 ms");
        assert_eq!(amount(Figure::TransferBytes, 1_240_000.0), "1.2 MB");
        assert_eq!(amount(Figure::TransferBytes, 12_400.0), "12 KB");
        assert_eq!(amount(Figure::Cls, 0.12), "0.12");
        assert_eq!(amount(Figure::Cls, 0.0), "0");
        assert_eq!(change(Figure::Load, 210.0, 100.0), "+110 %");
        assert_eq!(change(Figure::LongTasks, 3.0, 0.0), "+3");
        assert_eq!(change(Figure::Cls, 0.3, 0.1), "+0.20");
    }
}
