//! Times, and what they come to.

use std::time::Duration;

/// Times of one thing done again and again.
#[derive(Debug, Default, Clone)]
pub(crate) struct Samples {
    sorted: Vec<Duration>,
}

impl Samples {
    /// Takes times in any order.
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self { sorted: times }
    }

    /// Returns how many there are.
    pub(crate) fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns the median; zero if there are none.
    pub(crate) fn median(&self) -> Duration {
        self.quantile(50)
    }

    /// Returns the time that `percent` of a hundred do not pass; zero if there are none.
    pub(crate) fn quantile(&self, percent: usize) -> Duration {
        let rank = (self.sorted.len() * percent).div_ceil(100);
        self.sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Says the ninety-ninth percentile and the count.
    pub(crate) fn tail(&self) -> String {
        format!("p99 {:.1} ms of {}", millis(self.quantile(99)), self.len())
    }
}

/// Returns the time in milliseconds.
pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns the middle of some numbers; zero if there are none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_times_that_were_measured() {
        let samples = Samples::new((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(samples.median(), Duration::from_millis(100));
        assert_eq!(samples.quantile(99), Duration::from_millis(198));
        assert_eq!(Samples::default().median(), Duration::ZERO);
        assert_eq!(Samples::new(vec![Duration::from_secs(1)]).quantile(99), Duration::from_secs(1));
    }

    #[test]
    fn the_median_of_rates_is_the_lower_middle() {
        assert_eq!([median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0]), median(vec![])], [2.0, 1.0, 0.0]);
    }
}
