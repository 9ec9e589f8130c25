//! The arithmetic of learning: values, losses and slopes of a few hundred positions at a time on one thread.
//!
//! Plain loops over rows of [`TILE`] numbers, which the compiler turns into vector instructions. Forward a sample's rows
//! are summed in registers, in the whole numbers of play, of which a register holds twice as many as floats. Backward the samples of an input are gathered: a counting sort lists them by input, so that
//! each row of the gradient is read and written once for the whole micro-batch.

use super::layout::{Layout, Row, TILE, Whole};
use super::model::Played;
use super::pool::{Pool, Views};

/// Positions that pass through the layers together: their accumulators stay in the cache.
pub(super) const MICRO: usize = 256;
/// Partial sums of a position's value, so that adding up needs no shuffle before the end.
const LANES: usize = 8;

/// A neuron at its upper clip.
const FULL: f32 = rocada_eval::nnue::QA as f32;

/// How a position's target is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Aim {
    /// How much of the target is the game's result.
    pub(super) result_share: f32,
}

/// Sums of squared errors of the foretold share of the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Against the mixed target that is learnt.
    pub target: f64,
    /// Against the scores of the search.
    pub score: f64,
    /// Against the games' results.
    pub result: f64,
    /// How many positions were summed.
    pub positions: u64,
}

impl Losses {
    pub(super) fn add(&mut self, other: &Losses) {
        self.target += other.target;
        self.score += other.score;
        self.result += other.result;
        self.positions += other.positions;
    }

    /// The means of the sums.
    pub fn mean(&self) -> Losses {
        let count = self.positions.max(1) as f64;
        Losses {
            target: self.target / count,
            score: self.score / count,
            result: self.result / count,
            positions: self.positions,
        }
    }
}

/// The share that a value in units of the scale means.
#[inline]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// One thread's workspace.
#[derive(Debug)]
pub(super) struct Worker {
    layout: Layout,
    /// The inputs of all samples one after the other. A sample is a position as one side sees it, the side to move first.
    inputs: Vec<u16>,
    /// Where the inputs of each sample end.
    ends: Vec<u32>,
    outputs: Vec<u8>,
    scores: Vec<f32>,
    results: Vec<f32>,
    /// `[tile][sample]`: sums of the first layer.
    sums: Vec<Whole>,
    lanes: Vec<[f32; LANES]>,
    /// What the network says, in units of the scale.
    pub(super) values: Vec<f32>,
    slopes: Vec<f32>,
    /// The slopes of one tile's sums.
    sum_slopes: Vec<Row>,
    /// Where the samples of each input end in `gathered`.
    input_ends: Vec<u32>,
    /// Samples sorted by input.
    gathered: Vec<u16>,
    /// The slopes of all parameters, summed over the positions seen; see [`Layout::merged_rows`].
    pub(super) gradient: Vec<Row>,
}

impl Worker {
    pub(super) fn new(layout: Layout) -> Worker {
        Worker {
            layout,
            inputs: Vec::with_capacity(2 * MICRO * 32),
            ends: Vec::with_capacity(2 * MICRO),
            outputs: Vec::with_capacity(MICRO),
            scores: Vec::with_capacity(MICRO),
            results: Vec::with_capacity(MICRO),
            sums: vec![Whole::ZERO; 2 * MICRO * layout.tiles()],
            lanes: Vec::with_capacity(MICRO),
            values: Vec::with_capacity(MICRO),
            slopes: Vec::with_capacity(MICRO),
            sum_slopes: vec![Row::ZERO; 2 * MICRO],
            input_ends: Vec::new(),
            gathered: Vec::new(),
            gradient: Vec::new(),
        }
    }

    /// Forgets the slopes.
    pub(super) fn clear_gradient(&mut self) {
        self.gradient.clear();
        self.gradient.resize(self.layout.merged_rows(), Row::ZERO);
    }

    /// Adds the slopes of the mean loss of a batch of `batch` positions, of which `places` are this thread's share.
    pub(super) fn learn(
        &mut self,
        played: &Played,
        pool: &Pool,
        views: &Views,
        places: &[u32],
        batch: usize,
        aim: Aim,
    ) -> Losses {
        let mut losses = Losses::default();
        for places in places.chunks(MICRO) {
            self.fill(pool, views, places);
            self.forward(played);
            losses.add(&self.judge(aim, batch));
            self.sort_by_input();
            self.backward(played);
        }
        losses
    }

    /// The losses over positions.
    pub(super) fn losses(
        &mut self,
        played: &Played,
        pool: &Pool,
        views: &Views,
        places: &[u32],
        aim: Aim,
    ) -> Losses {
        let mut losses = Losses::default();
        for places in places.chunks(MICRO) {
            self.fill(pool, views, places);
            self.forward(played);
            losses.add(&self.judge(aim, 1));
        }
        losses
    }

    /// What the network says about at most [`MICRO`] positions, in units of the scale.
    pub(super) fn evaluate(&mut self, played: &Played, pool: &Pool, views: &Views, places: &[u32]) -> &[f32] {
        self.fill(pool, views, places);
        self.forward(played);
        &self.values
    }

    /// The sums of the first layer of the positions evaluated last, tile by tile.
    pub(super) fn sums(&self, tile: usize) -> &[Whole] {
        let samples = self.ends.len();
        &self.sums[tile * samples..(tile + 1) * samples]
    }

    /// Takes positions out of the pool and lists their inputs.
    fn fill(&mut self, pool: &Pool, views: &Views, places: &[u32]) {
        self.inputs.clear();
        self.ends.clear();
        self.outputs.clear();
        self.scores.clear();
        self.results.clear();
        pool.touch(places);
        for &place in places {
            let record = pool.get(place);
            self.outputs.push(record.output());
            self.scores.push(f32::from(record.score()));
            self.results.push(record.result());
            for side in 0..2 {
                views.list(&record, side, &mut self.inputs);
                self.ends.push(self.inputs.len() as u32);
            }
        }
    }

    fn forward(&mut self, played: &Played) {
        let samples = self.ends.len();
        self.lanes.clear();
        self.lanes.resize(samples / 2, [0.0; LANES]);
        for tile in 0..self.layout.tiles() {
            let sums = &mut self.sums[tile * samples..(tile + 1) * samples];
            sum_rows(played.inputs(tile), played.bias(tile), &self.inputs, &self.ends, sums);
            let positions = sums.chunks_exact(2).zip(&self.outputs).zip(&mut self.lanes);
            for ((sides, &output), lanes) in positions {
                for (side, sum) in sides.iter().enumerate() {
                    weigh(sum, played.output(usize::from(output), side, tile), lanes);
                }
            }
        }
        let biases = &played.output_biases().0;
        self.values.clear();
        let values = self.lanes.iter().zip(&self.outputs);
        self.values.extend(
            values.map(|(lanes, &output)| {
                lanes.iter().sum::<f32>() / (FULL * FULL) + biases[usize::from(output)]
            }),
        );
    }

    /// Compares the values with the targets: losses, and the slope of the batch's mean loss for each value.
    fn judge(&mut self, aim: Aim, batch: usize) -> Losses {
        let mut losses = Losses::default();
        self.slopes.clear();
        for ((&value, &score), &result) in self.values.iter().zip(&self.scores).zip(&self.results) {
            let share = sigmoid(value);
            let expected = sigmoid(score / rocada_eval::nnue::SCALE as f32);
            let target = aim.result_share * result + (1.0 - aim.result_share) * expected;
            losses.target += f64::from(share - target).powi(2);
            losses.score += f64::from(share - expected).powi(2);
            losses.result += f64::from(share - result).powi(2);
            self.slopes.push(2.0 * (share - target) * share * (1.0 - share) / batch as f32);
        }
        losses.positions = self.values.len() as u64;
        losses
    }

    /// Lists the samples of each input.
    fn sort_by_input(&mut self) {
        let rows = self.layout.shape.rows();
        self.input_ends.clear();
        self.input_ends.resize(rows + 1, 0);
        for &input in &self.inputs {
            self.input_ends[usize::from(input) + 1] += 1;
        }
        let mut sum = 0;
        for end in &mut self.input_ends {
            sum += *end;
            *end = sum;
        }
        self.gathered.clear();
        self.gathered.resize(self.inputs.len(), 0);
        let mut begin = 0;
        for (sample, &end) in self.ends.iter().enumerate() {
            for &input in &self.inputs[begin..end as usize] {
                // Each entry is where the input's next sample goes, and so in the end where the next input begins.
                let next = &mut self.input_ends[usize::from(input)];
                self.gathered[*next as usize] = sample as u16;
                *next += 1;
            }
            begin = end as usize;
        }
    }

    fn backward(&mut self, played: &Played) {
        let samples = self.ends.len();
        for tile in 0..self.layout.tiles() {
            let sums = &self.sums[tile * samples..(tile + 1) * samples];
            let slopes = &mut self.sum_slopes[..samples];
            let mut bias = Row::ZERO;
            let positions = sums.chunks_exact(2).zip(slopes.chunks_exact_mut(2));
            for (((sums, backs), &output), &slope) in positions.zip(&self.outputs).zip(&self.slopes) {
                for side in 0..2 {
                    let output = usize::from(output);
                    let weights = played.output(output, side, tile);
                    let outputs = &mut self.gradient[self.layout.output(output, side, tile)];
                    pass_back(&sums[side], weights, slope, &mut backs[side], outputs, &mut bias);
                }
            }
            add(&mut self.gradient[self.layout.bias(tile)], &bias);
            let gradient = &mut self.gradient[self.layout.inputs(tile)];
            gather(gradient, &self.input_ends, &self.gathered, slopes);
        }
        let biases = &mut self.gradient[self.layout.output_bias()].0;
        for (&output, slope) in self.outputs.iter().zip(&self.slopes) {
            biases[usize::from(output)] += slope;
        }
    }
}

#[inline]
fn add(to: &mut Row, row: &Row) {
    for i in 0..TILE {
        to.0[i] += row.0[i];
    }
}

/// For each sample, the bias and the rows of its inputs.
#[inline(never)]
fn sum_rows(rows: &[Whole], bias: &Whole, inputs: &[u16], ends: &[u32], sums: &mut [Whole]) {
    let mut begin = 0;
    for (sum, &end) in sums.iter_mut().zip(ends) {
        let mut total = *bias;
        for &input in &inputs[begin..end as usize] {
            let row = &rows[usize::from(input)];
            for i in 0..TILE {
                total.0[i] = total.0[i].wrapping_add(row.0[i]);
            }
        }
        *sum = total;
        begin = end as usize;
    }
}

/// A sum as a clipped neuron, [`FULL`] at the upper clip.
#[inline]
fn clipped(sum: i16) -> f32 {
    f32::from(sum.clamp(0, FULL as i16))
}

/// Adds what a tile of neurons says to the value: the squares of the clipped sums, weighed.
#[inline]
fn weigh(sum: &Whole, weights: &Row, lanes: &mut [f32; LANES]) {
    // All products first: the compiler takes one instruction for eight of them only in a loop of their own.
    let mut products = Row::ZERO;
    for i in 0..TILE {
        let neuron = clipped(sum.0[i]);
        products.0[i] = neuron * neuron * weights.0[i];
    }
    for products in products.0.as_chunks::<LANES>().0 {
        for (total, product) in lanes.iter_mut().zip(products) {
            *total += product;
        }
    }
}

/// Finds the slopes of a tile's sums, and adds the slopes of the output weights and of the bias.
#[inline]
fn pass_back(sum: &Whole, weights: &Row, slope: f32, backs: &mut Row, outputs: &mut Row, bias: &mut Row) {
    for i in 0..TILE {
        let neuron = clipped(sum.0[i]) * (1.0 / FULL);
        outputs.0[i] += slope * neuron * neuron;
        // Below 0 the neuron itself makes the slope 0.
        let back = if sum.0[i] < FULL as i16 { 2.0 * slope * neuron * weights.0[i] } else { 0.0 };
        backs.0[i] = back;
        bias.0[i] += back;
    }
}

/// Adds to the gradient of each input the slopes of the samples in which it is on.
#[inline(never)]
fn gather(gradient: &mut [Row], ends: &[u32], gathered: &[u16], slopes: &[Row]) {
    let mut begin = 0;
    for (row, &end) in gradient.iter_mut().zip(ends) {
        let samples = &gathered[begin..end as usize];
        begin = end as usize;
        if samples.is_empty() {
            continue;
        }
        let mut total = *row;
        for &sample in samples {
            add(&mut total, &slopes[usize::from(sample)]);
        }
        *row = total;
    }
}
