//! The parameters of a network while it learns, as floats, and their order in files.

use rocada_eval::nnue::{Parameters, QA, QB, Shape};

use super::layout::{Kind, Layout, Row, TILE, Whole};
use crate::random::Random;

/// A network in floats. With king buckets the factoriser is still apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) layout: Layout,
    pub(super) rows: Vec<Row>,
}

impl Model {
    /// Random first values: small enough that no neuron is clipped, large enough that neurons differ.
    pub(super) fn random(shape: Shape, seed: u64) -> Model {
        let layout = Layout::new(shape);
        let mut random = Random::of(seed, 0);
        let mut rows = vec![Row::ZERO; layout.rows()];
        // Measured: twice or half as much left 2 to 5 % more loss on held-out games.
        let input = (6.0 / layout.base() as f32).sqrt();
        let output = 1.0 / (2.0 * shape.hidden as f32).sqrt();
        for (row, lane) in layout.in_order() {
            let bound = match layout.kind(row) {
                // The factoriser alone makes the difference at first; the buckets begin as they would end without data.
                Kind::Input if layout.is_factorised() => 0.0,
                Kind::Input | Kind::Factoriser | Kind::Bias => input,
                Kind::Output => output,
                Kind::OutputBias => 0.0,
            };
            rows[row].0[lane] = (random.unit() as f32 * 2.0 - 1.0) * bound;
        }
        Model { layout, rows }
    }

    /// A row with the factoriser added in.
    pub(super) fn merged_row(&self, row: usize) -> Row {
        let mut merged = self.rows[row];
        if self.layout.is_factorised() && self.layout.kind(row) == Kind::Input {
            let factor = &self.rows[self.layout.factoriser_of(row)];
            for i in 0..TILE {
                merged.0[i] += factor.0[i];
            }
        }
        merged
    }

    /// The weights as they will be played with: merged, and rounded to whole numbers. The slopes are taken there and
    /// move the floats, so that what rounding does is learnt too and costs nothing at the end.
    pub(super) fn played(&self) -> Played {
        let last = self.layout.merged_rows() - self.layout.first_rows();
        let first = vec![Whole::ZERO; self.layout.first_rows()];
        let mut played = Played { layout: self.layout, first, last: vec![Row::ZERO; last] };
        self.play_as(&mut played, 1);
        played
    }

    /// Brings the weights to be played with up to date, on so many threads.
    pub(super) fn play_as(&self, played: &mut Played, threads: usize) {
        let share = played.first.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for (part, rows) in played.first.chunks_mut(share).enumerate().skip(1) {
                scope.spawn(move || self.round_rows(part * share, rows));
            }
        });
        let own = share.min(played.first.len());
        self.round_rows(0, &mut played.first[..own]);
        for (row, played) in (self.layout.first_rows()..).zip(&mut played.last) {
            let one = self.layout.kind(row).one();
            *played = Row(self.rows[row].0.map(|number| (number * one).round_ties_even() / one));
        }
    }

    fn round_rows(&self, first: usize, played: &mut [Whole]) {
        for (row, played) in (first..).zip(played) {
            let one = self.layout.kind(row).one();
            *played = Whole(self.merged_row(row).0.map(|number| (number * one).round_ties_even() as i16));
        }
    }
}

/// The weights that the kernel works with: the first layer in whole numbers, exactly as in play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    layout: Layout,
    first: Vec<Whole>,
    /// Outputs and their biases, rounded but still floats.
    last: Vec<Row>,
}

impl Played {
    /// The rows of all inputs in one tile.
    #[inline]
    pub(super) fn inputs(&self, tile: usize) -> &[Whole] {
        &self.first[self.layout.inputs(tile)]
    }

    #[inline]
    pub(super) fn bias(&self, tile: usize) -> &Whole {
        &self.first[self.layout.bias(tile)]
    }

    #[inline]
    pub(super) fn output(&self, output: usize, side: usize, tile: usize) -> &Row {
        &self.last[self.layout.output(output, side, tile) - self.layout.first_rows()]
    }

    pub(super) fn output_biases(&self) -> &Row {
        &self.last[self.layout.output_bias() - self.layout.first_rows()]
    }

    /// The numbers of the finished network.
    pub(super) fn parameters(&self) -> Parameters {
        let Shape { hidden, output_buckets, .. } = self.layout.shape;
        let (first, inputs) = (self.layout.first_rows(), self.layout.shape.rows() * hidden);
        let mut order = self.layout.in_order();
        let mut whole = |count: usize| -> Vec<i16> {
            order.by_ref().take(count).map(|(row, lane)| self.first[row].0[lane]).collect()
        };
        let (feature_weights, feature_bias) = (whole(inputs), whole(hidden));
        let last = order.take_while(|&(row, _)| row < self.layout.merged_rows());
        let last = last.map(|(row, lane)| self.last[row - first].0[lane] * self.layout.kind(row).one());
        let last: Vec<i32> = last.map(|number| number.round() as i32).collect();
        let (outputs, output_bias) = last.split_at(2 * output_buckets * hidden);
        Parameters {
            feature_weights,
            feature_bias,
            output_weights: outputs.iter().map(|&number| number as i16).collect(),
            output_bias: output_bias.to_vec(),
        }
    }
}

impl Kind {
    /// What 1 is in the whole numbers of the finished network.
    pub(super) fn one(self) -> f32 {
        match self {
            Kind::Input | Kind::Bias | Kind::Factoriser => QA as f32,
            Kind::Output => QB as f32,
            Kind::OutputBias => (QA * QB) as f32,
        }
    }
}

impl Layout {
    /// Row and lane of every parameter in the order of files, which does not know of tiles: inputs with all their
    /// neurons, biases, outputs, output biases, factoriser.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let layout = *self;
        let Shape { hidden, output_buckets, .. } = self.shape;
        let neurons = move |row: usize, step: usize| {
            (0..hidden).map(move |neuron| (row + neuron / TILE * step, neuron % TILE))
        };
        let inputs = self.shape.rows();
        let first = (0..inputs).flat_map(move |input| neurons(input, inputs));
        let biases = neurons(layout.bias(0), 1);
        let outputs =
            (0..2 * output_buckets).flat_map(move |half| neurons(layout.output(half / 2, half % 2, 0), 1));
        let output_biases = (0..output_buckets).map(move |output| (layout.output_bias(), output));
        let base = if self.is_factorised() { self.base() } else { 0 };
        let factoriser =
            (0..base).flat_map(move |input| neurons(layout.merged_rows() + input, layout.base()));
        first.chain(biases).chain(outputs).chain(output_biases).chain(factoriser)
    }

    /// How many numbers `in_order` gives.
    pub(super) fn numbers(&self) -> usize {
        let Shape { hidden, output_buckets, .. } = self.shape;
        let factoriser = if self.is_factorised() { self.base() } else { 0 };
        hidden * (self.shape.rows() + 1 + 2 * output_buckets + factoriser) + output_buckets
    }

    /// The numbers of rows in the order of files.
    pub(super) fn to_numbers(self, rows: &[Row]) -> Vec<f32> {
        self.in_order().map(|(row, lane)| rows[row].0[lane]).collect()
    }

    /// Rows of as many numbers as [`Layout::numbers`] says.
    pub(super) fn to_rows(self, numbers: &[f32]) -> Vec<Row> {
        let mut rows = vec![Row::ZERO; self.rows()];
        for ((row, lane), &number) in self.in_order().zip(numbers) {
            rows[row].0[lane] = number;
        }
        rows
    }
}
