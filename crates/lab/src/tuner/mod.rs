//! Fits the weights of the classical evaluation to games: gradient descent on how well it foretells results and scores.
//!
//! The evaluation is a linear function of its weights (see [`rocada_eval::classical::coefficients`]), so the
//! coefficients of every position are taken once and the descent works on sparse vectors alone. Knows no files.

mod descent;
mod samples;

#[cfg(test)]
mod tests;

use rocada_eval::classical::{Score, Weights};

use crate::random::Random;
use descent::{Adam, Pair};

pub use descent::{Losses, fit_scale};
pub use samples::{Filter, Samples};

/// How to descend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How much of the target is the game's result; the rest is the score that the search gave.
    pub result_share: f32,
    /// How often all positions are seen.
    pub epochs: usize,
    /// Positions a step.
    pub batch: usize,
    /// The first step's size in centipawns; it falls to nothing along a cosine.
    pub rate: f32,
    /// How strongly a weight is held to its first value: as strongly as by so many positions that speak for it.
    pub pull: f32,
    /// A weight that counts in fewer positions stays as it is.
    pub least_positions: usize,
    /// How many threads work. The result does not depend on it.
    pub threads: usize,
    /// What the random order begins with.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            result_share: 0.35,
            epochs: 15,
            batch: 16_384,
            rate: 0.6,
            pull: 1000.0,
            least_positions: 100,
            threads: 2,
            seed: 1,
        }
    }
}

/// How far the descent is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// 0 is before the first step.
    pub number: usize,
    /// On the positions that it learns from.
    pub training: Losses,
    /// On the games that were held out.
    pub validation: Losses,
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights after the epoch with the smallest validation loss.
    pub weights: Weights,
    /// The scale that was fitted: a score `s` means a share of `1 / (1 + exp(-scale * s))`.
    pub scale: f32,
    /// Before the first step.
    pub first: Epoch,
    /// The epoch that the weights are from.
    pub best: Epoch,
    /// How many weights were too rare to be learnt.
    pub kept: usize,
}

/// Fits weights to the training positions; the validation positions decide which epoch is best.
pub fn tune(
    initial: &Weights,
    training: &Samples,
    validation: &Samples,
    options: &Options,
    tell: &mut dyn FnMut(&Epoch),
) -> Tuned {
    let scale = fit_scale(training);
    let first: Vec<Pair> = initial.to_vec().iter().map(|s| [s.mg() as f32, s.eg() as f32]).collect();
    let frozen: Vec<bool> =
        training.positions_by_weight().iter().map(|&count| count < options.least_positions).collect();
    let losses = |weights: &[Pair], number| Epoch {
        number,
        training: descent::losses(training, weights, scale, options),
        validation: descent::losses(validation, weights, scale, options),
    };
    let before = losses(&first, 0);
    tell(&before);
    let (mut best, mut best_weights) = (before, first.clone());
    let mut weights = first.clone();
    let mut adam = Adam::new(weights.len());
    // A position that speaks for a weight bends the loss by about 2 (scale / 5)²: the pull is measured in these.
    let pull = options.pull * 2.0 * (scale / 5.0).powi(2) / training.len().max(1) as f32;
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = Random::new(options.seed);
    let steps = options.epochs * order.len().div_ceil(options.batch.max(1));
    let mut step = 0;
    for number in 1..=options.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(options.batch.max(1)) {
            let mut gradient = descent::gradient(training, batch, &weights, scale, options);
            for (i, slope) in gradient.iter_mut().enumerate() {
                for half in 0..2 {
                    slope[half] += 2.0 * pull * (weights[i][half] - first[i][half]);
                    if frozen[i] {
                        slope[half] = 0.0;
                    }
                }
            }
            let along = step as f32 / steps.max(1) as f32;
            let rate = options.rate * 0.5 * (1.0 + (along * std::f32::consts::PI).cos());
            adam.step(&mut weights, &gradient, rate);
            step += 1;
        }
        let epoch = losses(&weights, number);
        tell(&epoch);
        if epoch.validation.target < best.validation.target {
            (best, best_weights) = (epoch, weights.clone());
        }
    }
    let kept = frozen.iter().filter(|&&frozen| frozen).count();
    Tuned { weights: rounded(&best_weights, initial), scale, first: before, best, kept }
}

/// Whole centipawns.
fn rounded(weights: &[Pair], initial: &Weights) -> Weights {
    let half = |value: f32| value.round().clamp(-9999.0, 9999.0) as i16;
    let scores: Vec<Score> = weights.iter().map(|&[mg, eg]| Score::new(half(mg), half(eg))).collect();
    Weights::from_slice(&scores).unwrap_or_else(|_| initial.clone())
}
