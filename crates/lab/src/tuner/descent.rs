//! Loss, slope and step.

use super::Options;
use super::samples::{Entry, Sample, Samples};

/// The middlegame and the endgame half of a weight, or of its slope.
pub(super) type Pair = [f32; 2];

/// A batch is always cut into so many parts, so that sums do not depend on the number of threads.
const PARTS: usize = 8;

/// Mean squared errors of the foretold share of White.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Against the mixed target that is learnt.
    pub target: f64,
    /// Against the games' results.
    pub result: f64,
    /// Against the scores of the search.
    pub score: f64,
}

#[inline]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The evaluation of a position.
#[inline]
fn value(sample: &Sample, entries: &[Entry], weights: &[Pair]) -> f32 {
    let (mut mg, mut eg) = (0.0, 0.0);
    for entry in entries {
        let weight = weights[usize::from(entry.index)];
        let count = f32::from(entry.count);
        mg += weight[0] * count;
        eg += weight[1] * count;
    }
    mg * sample.mg + eg * sample.eg
}

#[inline]
fn target(sample: &Sample, scale: f32, result_share: f32) -> f32 {
    result_share * sample.result + (1.0 - result_share) * sigmoid(scale * sample.score)
}

/// Runs `work` on equal parts of `0..len` and gives the results in order.
fn in_parts<T: Send>(
    len: usize,
    threads: usize,
    work: impl Fn(std::ops::Range<usize>) -> T + Sync,
) -> Vec<T> {
    let share = len.div_ceil(PARTS).max(1);
    let range = |part: usize| (part * share).min(len)..((part + 1) * share).min(len);
    let threads = threads.clamp(1, PARTS);
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let work = &work;
        let mine = move |thread: usize| {
            (thread..PARTS).step_by(threads).map(|part| (part, work(range(part)))).collect::<Vec<_>>()
        };
        let running: Vec<_> = (1..threads).map(|thread| scope.spawn(move || mine(thread))).collect();
        let mut results = mine(0);
        for thread in running {
            results.extend(thread.join().expect("invariant: a sum does not panic"));
        }
        results
    });
    results.sort_by_key(|&(part, _)| part);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The losses over all samples.
pub(super) fn losses(samples: &Samples, weights: &[Pair], scale: f32, options: &Options) -> Losses {
    let sums = in_parts(samples.len(), options.threads, |range| {
        let mut sums = [0.0f64; 3];
        for index in range {
            let (sample, entries) = samples.get(index);
            let share = sigmoid(scale * value(sample, entries, weights));
            let score = sigmoid(scale * sample.score);
            let targets = [target(sample, scale, options.result_share), sample.result, score];
            for (sum, target) in sums.iter_mut().zip(targets) {
                *sum += f64::from(share - target).powi(2);
            }
        }
        sums
    });
    let count = samples.len().max(1) as f64;
    let mean = |i: usize| sums.iter().map(|sum| sum[i]).sum::<f64>() / count;
    Losses { target: mean(0), result: mean(1), score: mean(2) }
}

/// The slope of the mean loss of a batch, for every weight.
pub(super) fn gradient(
    samples: &Samples,
    batch: &[u32],
    weights: &[Pair],
    scale: f32,
    options: &Options,
) -> Vec<Pair> {
    let parts = in_parts(batch.len(), options.threads, |range| {
        let mut slopes = vec![[0.0f32; 2]; weights.len()];
        for &index in &batch[range] {
            let (sample, entries) = samples.get(index as usize);
            let share = sigmoid(scale * value(sample, entries, weights));
            let error = share - target(sample, scale, options.result_share);
            let slope = 2.0 * error * share * (1.0 - share) * scale;
            let (mg, eg) = (slope * sample.mg, slope * sample.eg);
            for entry in entries {
                let count = f32::from(entry.count);
                let sum = &mut slopes[usize::from(entry.index)];
                sum[0] += mg * count;
                sum[1] += eg * count;
            }
        }
        slopes
    });
    let mut sum = vec![[0.0f32; 2]; weights.len()];
    let count = batch.len().max(1) as f32;
    for part in &parts {
        for (sum, slope) in sum.iter_mut().zip(part) {
            sum[0] += slope[0] / count;
            sum[1] += slope[1] / count;
        }
    }
    sum
}

/// The scale with which the search's scores foretell the results best, by golden section.
pub fn fit_scale(samples: &Samples) -> f32 {
    let loss = |scale: f32| -> f64 {
        let each = (0..samples.len()).step_by(samples.len().div_ceil(400_000).max(1));
        each.map(|index| {
            let sample = samples.get(index).0;
            f64::from(sigmoid(scale * sample.score) - sample.result).powi(2)
        })
        .sum()
    };
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0005f32, 0.02f32);
    for _ in 0..25 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Adam: each weight steps by its mean slope over the root of its mean squared slope.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<Pair>,
    square: Vec<Pair>,
    /// What the means still lack because they began at zero.
    missing: [f32; 2],
}

impl Adam {
    const DECAY: [f32; 2] = [0.9, 0.999];

    pub(super) fn new(len: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; len], square: vec![[0.0; 2]; len], missing: [1.0; 2] }
    }

    pub(super) fn step(&mut self, weights: &mut [Pair], gradient: &[Pair], rate: f32) {
        let [first, second] = Adam::DECAY;
        self.missing = [self.missing[0] * first, self.missing[1] * second];
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            for half in 0..2 {
                mean[half] = first * mean[half] + (1.0 - first) * slope[half];
                square[half] = second * square[half] + (1.0 - second) * slope[half] * slope[half];
                let (mean, square) =
                    (mean[half] / (1.0 - self.missing[0]), square[half] / (1.0 - self.missing[1]));
                weight[half] -= rate * mean / (square.sqrt() + 1e-12);
            }
        }
    }
}
