//! What the results of a match say: Elo, error bars, likelihoods and the sequential test.

mod llr;
mod normal;
mod sprt;
#[cfg(test)]
mod tests;

pub use llr::{llr_logistic, llr_normalized};
pub use normal::{normal_cdf, normal_quantile};
pub use sprt::{EloModel, Sprt, SprtState};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points as a part of the games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// Adds a result from the first side's point of view: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The estimate from single games.
    pub fn estimate(&self) -> Estimate {
        let counts = [self.losses as f64, self.draws as f64, self.wins as f64];
        Estimate::of(&counts, 1.0)
    }
}

/// Pairs of games with the same opening and reversed colours, by the half points that the first side made: 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair in which the first side made so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The estimate from pairs.
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&self.0.map(|count| count as f64), 2.0)
    }
}

/// What a match says about the difference of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    pub elo: f64,
    /// Half of the 95 % interval of `elo`; infinite if it cannot be told.
    pub elo_error: f64,
    /// Normalised Elo: the score's distance from one half in standard deviations of a game.
    pub nelo: f64,
    /// Half of the 95 % interval of `nelo`.
    pub nelo_error: f64,
    /// The likelihood that the first player is the stronger one.
    pub los: f64,
}

/// Two-sided 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// What turns a score's distance in standard deviations into normalised Elo: `800 / ln 10`.
pub(crate) const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that a score stands for; infinite when everything is won or lost.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that an Elo difference leads to.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The mean and the variance of equally spaced outcomes from 0 to 1.
pub(crate) fn moments(counts: &[f64]) -> (f64, f64, f64) {
    let total: f64 = counts.iter().sum();
    let last = (counts.len() - 1) as f64;
    let value = |index: usize| index as f64 / last;
    let mean = counts.iter().enumerate().map(|(i, n)| n * value(i)).sum::<f64>() / total;
    let variance = counts.iter().enumerate().map(|(i, n)| n * (value(i) - mean).powi(2)).sum::<f64>() / total;
    (total, mean, variance)
}

impl Estimate {
    /// From counts of equally spaced outcomes; each outcome is made of `games` games.
    fn of(counts: &[f64], games: f64) -> Estimate {
        let (total, score, variance) = moments(counts);
        if total == 0.0 {
            return Estimate {
                score: 0.5,
                elo: 0.0,
                elo_error: f64::INFINITY,
                nelo: 0.0,
                nelo_error: f64::INFINITY,
                los: 0.5,
            };
        }
        let deviation = (variance / total).sqrt();
        let (low, high) = (score - Z95 * deviation, score + Z95 * deviation);
        // Beyond the ends of the scale there is no Elo.
        let elo_error = if variance == 0.0 || low <= 0.0 || high >= 1.0 {
            f64::INFINITY
        } else {
            (elo_of_score(high) - elo_of_score(low)) / 2.0
        };
        // The deviation of one game, from that of an outcome made of several.
        let game_deviation = (variance * games).sqrt();
        let (nelo, nelo_error) = if variance == 0.0 {
            (0.0, f64::INFINITY)
        } else {
            let unit = NELO_UNIT / game_deviation;
            ((score - 0.5) * unit, Z95 * deviation * unit)
        };
        let los = match deviation {
            0.0 if score > 0.5 => 1.0,
            0.0 if score < 0.5 => 0.0,
            0.0 => 0.5,
            _ => normal_cdf((score - 0.5) / deviation),
        };
        Estimate { score, elo: elo_of_score(score), elo_error, nelo, nelo_error, los }
    }
}
