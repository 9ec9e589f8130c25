//! The evaluator that a search drives: it makes the moves, so that an evaluation may follow the board.

use rocada_rules::{Move, Position};

use crate::classical::{Classical, Game};

/// What values positions for one thread.
#[derive(Clone, Debug)]
pub enum Evaluator<R: Game> {
    /// The sum of named terms.
    Classical(Classical<R>),
}

impl<R: Game> Evaluator<R> {
    /// The evaluator that play uses.
    pub fn new() -> Evaluator<R> {
        Evaluator::Classical(Classical::new())
    }

    /// The next positions follow from this one.
    pub fn reset(&mut self, _position: &Position<R>) {}

    /// Makes a legal move.
    #[inline]
    pub fn make(&mut self, position: &mut Position<R>, mv: Move) {
        match self {
            Evaluator::Classical(_) => position.play(mv),
        }
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self, position: &mut Position<R>, mv: Move) {
        position.unmake(mv);
    }

    /// Passes the turn.
    #[inline]
    pub fn make_null(&mut self, position: &mut Position<R>) {
        position.make_null();
    }

    /// Takes back a pass.
    #[inline]
    pub fn unmake_null(&mut self, position: &mut Position<R>) {
        position.unmake_null();
    }

    /// What the position is worth to the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        match self {
            Evaluator::Classical(classical) => classical.evaluate(position),
        }
    }
}

impl<R: Game> Default for Evaluator<R> {
    fn default() -> Evaluator<R> {
        Evaluator::new()
    }
}
