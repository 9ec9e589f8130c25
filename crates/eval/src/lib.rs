//! What a position is worth.
//!
//! [`classical`] is a sum of named terms that people can read, the tuner can fit and the search can afford.
//! Knows the rules; knows nothing of search, protocols or files.

pub mod classical;

mod evaluator;

pub use evaluator::Evaluator;
