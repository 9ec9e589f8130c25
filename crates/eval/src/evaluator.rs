//! The evaluator that a search drives: it makes the moves, so that an evaluation may follow the board.

use std::sync::Arc;

use rocada_rules::{Move, Position};

use crate::board::Board;
use crate::classical::{self, Classical, Game, LIMIT};
use crate::nnue::{Accumulators, GameKind, Kernels, NetError, Network};

/// What values positions for one thread.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Game>(Kind<R>);

#[derive(Clone, Debug)]
enum Kind<R: Game> {
    /// The sum of named terms.
    Classical(Classical<R>),
    /// A network, with the first layers of the line that is being searched.
    Network(Accumulators),
}

impl<R: Game> Evaluator<R> {
    /// Judges by the sum of named terms.
    pub fn classical() -> Evaluator<R> {
        Evaluator(Kind::Classical(Classical::new()))
    }

    /// Judges by a network of the same game, which threads share. Endgames that are known by name and boards that no
    /// game can have are still judged by knowledge. `reset` comes before the first position.
    pub fn network(network: Arc<Network>) -> Result<Evaluator<R>, NetError> {
        Evaluator::network_by(network, Kernels::best())
    }

    /// The same, computed by these kernels.
    pub fn network_by(network: Arc<Network>, kernels: Kernels) -> Result<Evaluator<R>, NetError> {
        network.check_game(GameKind::of::<R>())?;
        Ok(Evaluator(Kind::Network(Accumulators::new(network, kernels))))
    }

    /// The next positions follow from this one.
    pub fn reset(&mut self, position: &Position<R>) {
        if let Kind::Network(accumulators) = &mut self.0 {
            accumulators.reset(position);
        }
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&mut self, position: &mut Position<R>, mv: Move) {
        match &mut self.0 {
            Kind::Classical(_) => position.play(mv),
            Kind::Network(accumulators) => accumulators.make(position, mv),
        }
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self, position: &mut Position<R>, mv: Move) {
        position.unmake(mv);
        if let Kind::Network(accumulators) = &mut self.0 {
            accumulators.unmake();
        }
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

    /// What the position is worth to the side to move, in centipawns; never beyond [`LIMIT`] either way.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        match &mut self.0 {
            Kind::Classical(classical) => classical.evaluate(position),
            Kind::Network(accumulators) => {
                let board = Board::of(position);
                if let Some(value) = classical::settled::<R>(&board) {
                    return value;
                }
                let value = accumulators.evaluate(&board).clamp(-LIMIT, LIMIT);
                classical::tempered::<R>(&board, value)
            }
        }
    }
}

impl<R: Game> Default for Evaluator<R> {
    fn default() -> Evaluator<R> {
        Evaluator::classical()
    }
}
