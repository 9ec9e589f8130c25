//! What a position is worth.
//!
//! [`classical`] is a sum of named terms that people can read, the tuner can fit and the search can afford; [`nnue`] is
//! a network that learnt from games. Knows the rules; knows nothing of search, protocols or files.

pub mod classical;
pub mod nnue;

mod board;
mod evaluator;
#[cfg(test)]
mod evaluator_tests;
#[cfg(test)]
mod test_support;

pub use evaluator::Evaluator;
