//! The generalised log-likelihood ratio of two hypotheses about a match.
//!
//! For each hypothesis the outcome probabilities are chosen that fit the counts best among all that obey it (Michel Van
//! den Bergh, "A practical introduction to the GSPRT"). A logistic hypothesis fixes the mean score; a normalised one
//! fixes the distance of the mean from one half in standard deviations.

use super::{NELO_UNIT, moments, score_of_elo};

/// Counts of zero are replaced by this much, so that no outcome is impossible.
const SMALLEST_COUNT: f64 = 1e-3;

fn regularized(counts: [u64; 5]) -> ([f64; 5], f64) {
    let counts = counts.map(|count| if count == 0 { SMALLEST_COUNT } else { count as f64 });
    let total = counts.iter().sum();
    (counts.map(|count| count / total), total)
}

/// The values of the five outcomes of a pair, as the score of a game.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Solves `sum p_i d_i / (1 + x d_i) = 0` for the only `x` at which all denominators are positive.
fn solve(probabilities: &[f64; 5], differences: &[f64; 5]) -> f64 {
    let lowest = differences.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = differences.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        return 0.0;
    }
    // The sum falls from plus to minus infinity between the poles: Newton's steps, halving where they leave the bracket.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, d) in probabilities.iter().zip(differences) {
            let part = d / (1.0 + x * d);
            value += p * part;
            slope -= p * part * part;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let step = x - value / slope;
        let next = if step > low && step < high { step } else { (low + high) / 2.0 };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// The probabilities with mean `score` that fit best.
fn fit_mean(probabilities: &[f64; 5], score: f64) -> [f64; 5] {
    let differences = VALUES.map(|value| value - score);
    tilted(probabilities, &differences)
}

fn tilted(probabilities: &[f64; 5], differences: &[f64; 5]) -> [f64; 5] {
    let x = solve(probabilities, differences);
    std::array::from_fn(|i| probabilities[i] / (1.0 + x * differences[i]))
}

/// The probabilities that fit best among those whose mean lies `t` standard deviations above one half. The condition
/// is made linear around the last guess, and the guess improved until it stands still.
fn fit_distance(probabilities: &[f64; 5], t: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..30 {
        let (_, mean, variance) = moments(&fitted);
        let deviation = variance.sqrt();
        let differences = VALUES.map(|value| {
            let away = (mean - value) / deviation;
            value - 0.5 - t * deviation * (1.0 + away * away) / 2.0
        });
        let next = tilted(probabilities, &differences);
        let change = fitted.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-11 {
            break;
        }
    }
    fitted
}

fn ratio(probabilities: &[f64; 5], total: f64, null: &[f64; 5], alternative: &[f64; 5]) -> f64 {
    let sum: f64 = (0..5).map(|i| probabilities[i] * (alternative[i] / null[i]).ln()).sum();
    total * sum
}

/// The ratio for bounds in logistic Elo.
pub fn llr_logistic(counts: [u64; 5], elo0: f64, elo1: f64) -> f64 {
    let (probabilities, total) = regularized(counts);
    let fit = |elo| fit_mean(&probabilities, score_of_elo(elo));
    ratio(&probabilities, total, &fit(elo0), &fit(elo1))
}

/// The ratio for bounds in normalised Elo.
pub fn llr_normalized(counts: [u64; 5], nelo0: f64, nelo1: f64) -> f64 {
    let (probabilities, total) = regularized(counts);
    // A pair has half the variance of a game, so its distance is larger by the root of two.
    let fit = |nelo: f64| fit_distance(&probabilities, nelo / NELO_UNIT * std::f64::consts::SQRT_2);
    ratio(&probabilities, total, &fit(nelo0), &fit(nelo1))
}
