//! Begins with an earlier network, as it is or grown: more neurons, king buckets, outputs.
//!
//! A grown network says the same as the earlier one, so that nothing has to be learnt again: new neurons have no say yet,
//! and every king bucket or output begins with what there was one of before.

use rocada_eval::nnue::{Network, Parameters, Shape};

use super::adam::HALF_BOUND;
use super::layout::{Layout, Row, TILE};
use super::model::Model;

impl Model {
    /// The floats that the whole numbers of a finished network stand for.
    pub(super) fn of(network: &Network) -> Model {
        let Parameters { feature_weights, feature_bias, output_weights, output_bias } = network.parameters();
        let layout = Layout::new(*network.shape());
        let short = feature_weights.into_iter().chain(feature_bias).chain(output_weights).map(f32::from);
        let numbers = short.chain(output_bias.into_iter().map(|number| number as f32));
        let mut model = Model { layout, rows: vec![Row::ZERO; layout.rows()] };
        // The factoriser, which a finished network does not have, comes last.
        for ((row, lane), number) in layout.in_order().zip(numbers) {
            model.rows[row].0[lane] = number / layout.kind(row).one();
        }
        model.factorise();
        model
    }

    /// A network of another shape that says the same; `None` if that cannot be, because it is smaller somewhere.
    pub(super) fn grown(self, shape: Shape, seed: u64) -> Option<Model> {
        let old = self.layout.shape;
        let copies = |before: usize, now: usize| before == now || before == 1;
        if shape == old {
            return Some(self);
        }
        if shape.game != old.game
            || shape.hidden < old.hidden
            || !copies(old.king_buckets, shape.king_buckets)
            || !copies(old.output_buckets, shape.output_buckets)
        {
            return None;
        }
        let (before, now) = (self.layout, Layout::new(shape));
        let mut grown = Model::random(shape, seed);
        let halves = (0..shape.output_buckets).flat_map(|output| [(output, 0), (output, 1)]);
        for tile in 0..before.tiles() {
            let (from, to) = (before.inputs(tile).start, now.inputs(tile));
            for row in to.clone() {
                grown.rows[row] = self.merged_row(from + (row - to.start) % old.rows());
            }
            grown.rows[now.bias(tile)] = self.rows[before.bias(tile)];
            for (output, side) in halves.clone() {
                let from = before.output(output % old.output_buckets, side, tile);
                grown.rows[now.output(output, side, tile)] = self.rows[from];
            }
        }
        for (tile, (output, side)) in
            (before.tiles()..now.tiles()).flat_map(|tile| halves.clone().map(move |half| (tile, half)))
        {
            grown.rows[now.output(output, side, tile)] = Row::ZERO;
        }
        let biases = self.rows[before.output_bias()].0;
        grown.rows[now.output_bias()] =
            Row(std::array::from_fn(|output| biases[output % old.output_buckets]));
        grown.factorise();
        Some(grown)
    }

    /// Takes what the king buckets have in common out of them, as far as the factoriser may have it.
    fn factorise(&mut self) {
        let layout = self.layout;
        if !layout.is_factorised() {
            return;
        }
        let share = 1.0 / layout.shape.king_buckets as f32;
        for row in layout.merged_rows()..layout.rows() {
            let mut common = [0.0; TILE];
            for bucket in layout.factorised(row) {
                for (common, weight) in common.iter_mut().zip(self.rows[bucket].0) {
                    *common += weight * share;
                }
            }
            let common = common.map(|weight| weight.clamp(-HALF_BOUND, HALF_BOUND));
            self.rows[row] = Row(common);
            for bucket in layout.factorised(row) {
                for (weight, common) in self.rows[bucket].0.iter_mut().zip(common) {
                    *weight -= common;
                }
            }
        }
    }
}
