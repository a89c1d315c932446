//! Good, needs improvement, poor: the thresholds of the `web-vitals` library.

use gasoline_protocol::loads::Figure;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rating {
    Good,
    NeedsImprovement,
    Poor,
}

impl Rating {
    /// A value at a threshold still has the better rating.
    ///
    /// | | good up to | poor above |
    /// |---|---|---|
    /// | TTFB | 800 ms | 1800 ms |
    /// | FCP | 1800 ms | 3000 ms |
    /// | LCP | 2500 ms | 4000 ms |
    /// | INP | 200 ms | 500 ms |
    /// | CLS | 0.1 | 0.25 |
    pub fn of(figure: Figure, value: f64) -> Option<Self> {
        let (good, poor) = match figure {
            Figure::Ttfb => (800.0, 1800.0),
            Figure::Fcp => (1800.0, 3000.0),
            Figure::Lcp => (2500.0, 4000.0),
            Figure::Inp => (200.0, 500.0),
            Figure::Cls => (0.1, 0.25),
            _ => return None,
        };
        Some(match value {
            value if value > poor => Self::Poor,
            value if value > good => Self::NeedsImprovement,
            _ => Self::Good,
        })
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::NeedsImprovement => "needs improvement",
            Self::Poor => "poor",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_belong_to_the_better_side() {
        for (figure, good, poor) in [
            (Figure::Ttfb, 800.0, 1800.0),
            (Figure::Fcp, 1800.0, 3000.0),
            (Figure::Lcp, 2500.0, 4000.0),
            (Figure::Inp, 200.0, 500.0),
            (Figure::Cls, 0.1, 0.25),
        ] {
            let rating = |value| Rating::of(figure, value).expect("a rating");
            assert_eq!(rating(good), Rating::Good);
            assert_eq!(rating(good * 1.01), Rating::NeedsImprovement);
            assert_eq!(rating(poor), Rating::NeedsImprovement);
            assert_eq!(rating(poor * 1.01), Rating::Poor);
        }
        assert_eq!(Rating::of(Figure::Load, 9e9), None);
    }
}
