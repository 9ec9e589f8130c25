//! What a tuner needs: the evaluation of a position as a sparse linear function of the weights.

use rocada_rules::Position;

use super::endgame::NORMAL;
use super::trace::Counter;
use super::weights::Weights;
use super::{FULL_PHASE, Game, judge};
use crate::board::Board;

/// A position as the tuner sees it: `sum of count * (mg * phase + eg * scale / 64 * (24 - phase)) / 24`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coefficients {
    /// Weight index, and how often it counts for White minus how often for Black; zeros are left out.
    pub entries: Vec<(u16, i16)>,
    /// 0 (pawn endgame) to [`FULL_PHASE`].
    pub phase: i32,
    /// How many 64ths of the endgame half count; depends on who is ahead, and is taken as fixed.
    pub scale: i32,
}

impl Coefficients {
    /// The value from White's view under any weights, not limited. Equals the evaluation under its own weights.
    pub fn value(&self, weights: &Weights) -> i32 {
        let (mut mg, mut eg) = (0, 0);
        for &(index, count) in &self.entries {
            let weight = weights.get(index as usize);
            mg += weight.mg() * i32::from(count);
            eg += weight.eg() * i32::from(count);
        }
        (mg * self.phase * NORMAL + eg * self.scale * (FULL_PHASE - self.phase)) / (FULL_PHASE * NORMAL)
    }
}

/// The coefficients of a position; none if its value does not come from the weights (known endgames).
/// The weights are needed to know who is ahead in the endgame, which decides the scale.
pub fn coefficients<R: Game>(position: &Position<R>, weights: &Weights) -> Option<Coefficients> {
    of_board::<R>(&Board::of(position), weights)
}

pub(crate) fn of_board<R: Game>(board: &Board, weights: &Weights) -> Option<Coefficients> {
    if board.is_overfull::<R>() {
        return None;
    }
    let mut counter = Counter::new();
    let verdict = judge::<R, _>(board, weights, None, &mut counter);
    if verdict.known.is_some() {
        return None;
    }
    let entries = counter.0.iter().enumerate().filter(|(_, count)| **count != 0);
    Some(Coefficients {
        entries: entries.map(|(index, &count)| (index as u16, count as i16)).collect(),
        phase: verdict.phase,
        scale: verdict.scale,
    })
}
