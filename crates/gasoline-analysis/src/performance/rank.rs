//! The rank test: how likely it is by chance alone that these loads are that much slower than those.

/// The chance that loads of which nothing changed win at least as many of the pairs with earlier
/// loads (Mann and Whitney, one-sided, exact). A tie is no win, so repeated values err on the quiet
/// side.
///
/// | later | earlier | chance |
/// |---|---|---|
/// | 1 above all | of 19 | 1 in 20 |
/// | 3 above all | of 5 | 1 in 56 |
/// | 3 above all | of 20 | 1 in 1771 |
pub(super) fn chance(later: &[f64], earlier: &[f64]) -> f64 {
    let wins: usize =
        later.iter().map(|value| earlier.iter().filter(|known| value > known).count()).sum();
    let ways = arrangements(later.len(), earlier.len());
    let all: f64 = ways.iter().sum();
    ways[wins..].iter().sum::<f64>() / all
}

/// How many of the arrangements of two groups win 0, 1, 2 … pairs: the coefficients of a Gaussian
/// binomial, made by multiplying with `1 - q^(m+i)` and dividing by `1 - q^i` in turn.
fn arrangements(later: usize, earlier: usize) -> Vec<f64> {
    let mut ways = vec![0.0; later * earlier + 1];
    ways[0] = 1.0;
    for step in 1..=later {
        for wins in (earlier + step..ways.len()).rev() {
            ways[wins] -= ways[wins - earlier - step];
        }
        for wins in step..ways.len() {
            ways[wins] += ways[wins - step];
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(later: &[f64], earlier: &[f64], expected: f64) {
        let found = chance(later, earlier);
        assert!((found - expected).abs() < 1e-12, "{found} and not {expected}");
    }

    #[test]
    fn the_chance_is_that_of_counting_all_arrangements() {
        check(&[9.0], &[1.0; 19], 1.0 / 20.0);
        check(&[9.0, 8.0, 7.0], &[1.0, 2.0, 3.0, 4.0, 5.0], 1.0 / 56.0);
        // One pair lost: the arrangement itself, and the one that loses none.
        check(&[9.0, 8.0, 4.5], &[1.0, 2.0, 3.0, 4.0, 5.0], 2.0 / 56.0);
        // {1, 4} and {2, 3} win two of four pairs, {2, 4} three, {3, 4} all: four of six.
        check(&[1.0, 4.0], &[2.0, 3.0], 4.0 / 6.0);
    }

    #[test]
    fn ties_win_nothing() {
        check(&[5.0, 5.0, 5.0], &[5.0; 10], 1.0);
    }
}
