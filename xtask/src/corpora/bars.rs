//! What has to be reached: shares of the corpora, and how many of them are missed.

use super::share;

/// The figures that are below what is asked for.
#[derive(Default)]
pub(super) struct Bars {
    pub(super) missed: Vec<String>,
}

impl Bars {
    /// At least so many of a hundred.
    pub(super) fn at_least(&mut self, what: &str, percent: usize, part: usize, whole: usize) {
        if part * 100 < whole * percent {
            self.miss(
                what,
                format_args!("{}, at least {percent} % are asked for", share(part, whole)),
            );
        }
    }

    /// At most so many of a thousand.
    pub(super) fn at_most(&mut self, what: &str, thousandths: usize, part: usize, whole: usize) {
        if part * 1000 > whole * thousandths {
            let (percent, rest) = (thousandths / 10, thousandths % 10);
            self.miss(what, format_args!("{}, at most {percent}.{rest} % may", share(part, whole)));
        }
    }

    fn miss(&mut self, what: &str, how: std::fmt::Arguments<'_>) {
        self.missed.push(format!("{what}: {how}"));
    }
}
