//! The network that judges positions: a wide first layer that follows the board move by move, and one output.
//!
//! The layer is held twice, as each side sees the board (`features.rs`); the output weighs the squares of its clipped
//! neurons, those of the side to move first. The trainer uses the same features and the same file ([`Network`]).

#[cfg(test)]
mod accumulator_tests;
mod accumulators;
mod aligned;
mod changes;
mod checksum;
mod explain;
mod features;
mod kernels;
mod network;
mod random;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use accumulators::Accumulators;
pub use features::{View, active, output_bucket};
pub use kernels::{Kernels, UnknownKernels};
pub use network::{MAX_NAME, NetError, Network, Parameters, QA, QB, SCALE};
pub use shape::{GameKind, MAX_HIDDEN, Shape};
