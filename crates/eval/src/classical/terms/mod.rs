//! The terms: one function for each, which looks at the board and its attack maps and counts weights for one side.
//! A term never asks who listens, and never adds a number that is not a weight.

pub(crate) mod hand;
pub(crate) mod king;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod threats;

use super::maps::Maps;
use crate::board::Board;

/// What a term looks at.
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    pub(crate) maps: Maps,
}
