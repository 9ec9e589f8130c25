//! The tuner on positions that are made up, so that the right answer is known.

use rocada_eval::classical::weights::LEN;
use rocada_eval::classical::{Coefficients, Game as Evaluated, Score};
use rocada_rules::Standard;

use super::*;

/// Positions of a few weights whose scores are the evaluation under `truth`, with a little noise.
fn made_up(truth: &Weights, count: usize, seed: u64) -> Samples {
    let mut random = Random::new(seed);
    let mut samples = Samples::default();
    for _ in 0..count {
        let entries = (0..6).map(|i| (i * 7 + random.below(7) as u16, random.below(5) as i16 - 2));
        let coefficients = Coefficients {
            entries: entries.filter(|&(_, count)| count != 0).collect(),
            phase: random.below(25) as i32,
            scale: 64,
        };
        let score = coefficients.value(truth) as f32;
        let share = 1.0 / (1.0 + (-score / 200.0).exp());
        let result = if random.unit() < f64::from(share) { 1.0 } else { 0.0 };
        samples.push(&coefficients, score, result);
    }
    samples
}

fn flat(value: i16) -> Weights {
    Weights::from_slice(&vec![Score::new(value, value / 2); LEN]).expect("the right length")
}

#[test]
fn loss_falls_and_the_truth_is_found() {
    let truth = Standard::weights();
    let (training, validation) = (made_up(truth, 20_000, 1), made_up(truth, 2_000, 2));
    let options =
        Options { result_share: 0.3, epochs: 20, batch: 512, rate: 5.0, pull: 0.1, ..Options::default() };
    let tuned = tune(&flat(20), &training, &validation, &options, &mut |_| {});
    assert!(tuned.best.validation.score < tuned.first.validation.score / 10.0, "{:?}", tuned.best);
    assert!(tuned.best.validation.result < tuned.first.validation.result);
    assert!(tuned.kept > 0, "weights that never count stay");
    assert_eq!(tuned.weights.get(LEN - 1), flat(20).get(LEN - 1));
}

#[test]
fn gradient_equals_finite_differences() {
    let samples = made_up(Standard::weights(), 500, 3);
    let options = Options::default();
    let batch: Vec<u32> = (0..500).collect();
    let weights: Vec<Pair> = (0..LEN).map(|i| [i as f32 % 17.0 * 4.0, 30.0 - i as f32 % 13.0]).collect();
    let slopes = descent::gradient(&samples, &batch, &weights, 0.005, &options);
    for index in [0, 3, 11, 20, 30, 41] {
        for half in 0..2 {
            let at = |change: f32| {
                let mut weights = weights.clone();
                weights[index][half] += change;
                descent::losses(&samples, &weights, 0.005, &options).target
            };
            let difference = (at(0.5) - at(-0.5)) as f32;
            let slope = slopes[index][half];
            assert!((difference - slope).abs() < 2e-7 + slope.abs() * 0.01, "{difference} {slope}");
        }
    }
}

#[test]
fn threads_do_not_change_the_result() {
    let samples = made_up(Standard::weights(), 3_000, 4);
    let with = |threads| {
        let options = Options { epochs: 2, batch: 700, threads, ..Options::default() };
        tune(&flat(10), &samples, &samples, &options, &mut |_| {})
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn scale_is_found() {
    let scale = fit_scale(&made_up(Standard::weights(), 50_000, 5));
    assert!((scale - 1.0 / 200.0).abs() < 0.0004, "{scale}");
}
