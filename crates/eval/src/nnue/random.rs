//! Networks that have learnt nothing, to test with and to measure the speed of a shape.

use super::network::{NetError, Network, Parameters};
use super::shape::Shape;

/// No weight of a random network is greater. Together they give values of some pawns, as in games.
const MOST_FEATURE: i16 = 60;
const MOST_BIAS: i16 = 255;
const MOST_OUTPUT: i16 = 6;

impl Network {
    /// A network called `random` with weights that a seed decides.
    ///
    /// # Errors
    /// If there are no networks of that shape.
    pub fn random(shape: Shape, seed: u64) -> Result<Network, NetError> {
        if !shape.is_valid() {
            return Err(NetError::Shape(shape));
        }
        let mut state = seed ^ 0x9e37_79b9_7f4a_7c15;
        let mut numbers = |count: usize, most: i16| -> Vec<i16> {
            (0..count).map(|_| (next(&mut state) % (2 * most as u64 + 1)) as i16 - most).collect()
        };
        let parameters = Parameters {
            feature_weights: numbers(shape.rows() * shape.hidden, MOST_FEATURE),
            feature_bias: numbers(shape.hidden, MOST_BIAS),
            output_weights: numbers(shape.output_buckets * 2 * shape.hidden, MOST_OUTPUT),
            output_bias: numbers(shape.output_buckets, MOST_BIAS).into_iter().map(i32::from).collect(),
        };
        Network::new(shape, "random", 0, &parameters)
    }
}

/// The next of a row of numbers that look random (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
