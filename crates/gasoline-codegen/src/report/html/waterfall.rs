//! The timeline of a test as a picture: requests as bars, what the user did and what broke as marks.

use gasoline_analysis::report::{Moment, MomentKind, TestOutcome, line};

use super::super::words;
use crate::limits;
use crate::limits::HTML_BAR_MIN_WIDTH_PX;
use crate::markup::escaped;

const WIDTH: f64 = 960.0;
const LABEL_WIDTH: f64 = 430.0;
const RIGHT_MARGIN: f64 = 14.0;
const ROW_HEIGHT: f64 = 20.0;
const AXIS_HEIGHT: f64 = 22.0;
/// Characters that fit beside the bars.
const LABEL_CHARS: usize = 56;
/// Lines across the picture that tell the time.
const TICKS: u32 = 4;

/// The picture, with the same told in words for who cannot see it.
pub(super) fn picture(test: &TestOutcome) -> String {
    let all = &test.evidence.timeline;
    let cut = all.len().saturating_sub(limits::HTML_MAX_MOMENTS);
    let moments = &all[cut..];
    let from = moments.first().map_or(0, |it| it.at_ms);
    // What goes on after the test, or belongs to others, must not squeeze the rest.
    let ends = moments.iter().filter(|it| !it.is_noise).map(end).fold(1.0_f64, f64::max);
    let latest = moments.iter().map(|it| float(it.at_ms)).fold(ends.min(ended(test)), f64::max);
    let to = latest.max(float(from) + 1.0);
    let scale = Scale { from: float(from), span: (to - float(from)).max(1.0) };
    let height = AXIS_HEIGHT + ROW_HEIGHT * float(i64::try_from(moments.len()).unwrap_or(0)) + 4.0;
    let failures = moments.iter().filter(|it| it.is_failure && !it.is_noise).count();
    let label = format!("Timeline: {} rows, {failures} of them failures", moments.len());
    let mut svg = format!(
        "<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">\
         <svg width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\" aria-label=\"{label}\">\n"
    );
    for tick in 0..=TICKS {
        let ms = scale.from + scale.span * f64::from(tick) / f64::from(TICKS);
        let x = scale.x(ms);
        let anchor = if tick == TICKS { "end" } else { "middle" };
        svg.push_str(&format!(
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{AXIS_HEIGHT}\" y2=\"{height}\"/>\
             <text class=\"axis\" x=\"{x:.1}\" y=\"14\" text-anchor=\"{anchor}\">{ms:.0} ms</text>\n"
        ));
    }
    svg.push_str("<g>\n");
    for (index, moment) in moments.iter().enumerate() {
        let y = AXIS_HEIGHT + ROW_HEIGHT * float(i64::try_from(index).unwrap_or(0));
        svg.push_str(&row(moment, y, &scale));
    }
    svg.push_str("</g>\n</svg></div>\n");
    if cut > 0 {
        svg.push_str(&format!("<p class=\"quiet\">{cut} earlier rows are not drawn.</p>\n"));
    }
    svg
}

struct Scale {
    from: f64,
    span: f64,
}

impl Scale {
    fn x(&self, ms: f64) -> f64 {
        let width = WIDTH - LABEL_WIDTH - RIGHT_MARGIN;
        LABEL_WIDTH + ((ms - self.from) / self.span).clamp(0.0, 1.0) * width
    }
}

fn row(moment: &Moment, y: f64, scale: &Scale) -> String {
    let text_class = match moment {
        Moment { is_noise: true, .. } => "muted",
        Moment { is_primary: true, .. } => "failure primary",
        Moment { is_failure: true, .. } => "failure",
        Moment { kind: MomentKind::Action, .. } => "deed",
        _ => "",
    };
    let said = words::moment(moment);
    let (start, middle) = (scale.x(float(moment.at_ms)), y + ROW_HEIGHT / 2.0);
    let mark = match moment.kind {
        MomentKind::Request => {
            let class = match moment {
                Moment { is_noise: true, .. } => "bar muted",
                Moment { is_failure: true, .. } => "bar failure",
                _ => "bar",
            };
            let width = (scale.x(end(moment)) - start).max(HTML_BAR_MIN_WIDTH_PX);
            format!(
                "<rect class=\"{class}\" x=\"{start:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
                 height=\"{:.1}\" rx=\"2\"/>",
                y + 5.0,
                ROW_HEIGHT - 10.0
            )
        }
        MomentKind::Action => {
            format!("<circle class=\"action\" cx=\"{start:.1}\" cy=\"{middle:.1}\" r=\"5\"/>")
        }
        MomentKind::Error | MomentKind::Socket => {
            let class = if moment.is_noise { "bar muted" } else { "error" };
            format!(
                "<path class=\"{class}\" d=\"M{start:.1} {:.1}l6 6l-6 6l-6 -6z\"/>",
                middle - 6.0
            )
        }
    };
    format!(
        "<g class=\"row\"><title>{} ms: {}</title><rect class=\"band\" x=\"0\" y=\"{y:.1}\" \
         width=\"{WIDTH}\" height=\"{ROW_HEIGHT}\"/><text class=\"{text_class}\" x=\"10\" y=\"{:.1}\">{}</text>{mark}</g>\n",
        moment.at_ms,
        escaped(&said),
        middle + 4.0,
        escaped(&line(&said, LABEL_CHARS)),
    )
}

/// When the test ended, as far as that is known.
fn ended(test: &TestOutcome) -> f64 {
    test.duration_ms.unwrap_or(f64::MAX)
}

fn end(moment: &Moment) -> f64 {
    float(moment.at_ms) + moment.duration_ms.unwrap_or(0.0)
}

#[expect(clippy::cast_precision_loss, reason = "a test takes no millennia")]
fn float(ms: i64) -> f64 {
    ms as f64
}
