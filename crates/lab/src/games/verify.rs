//! Plays a game through by the rules.

use std::fmt;

use rocada_rules::{DrawClaim, GameResult, Move, Outcome, Variant};

use super::{Ending, Game};

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The start position cannot be played.
    Start,
    /// A move is not legal.
    Illegal {
        /// The number of the move in the game, from 0.
        ply: usize,
        /// The move.
        mv: Move,
        /// The position.
        fen: String,
    },
    /// More scores than moves.
    Scores,
    /// The last position is not what the ending says.
    Ending(Ending),
    /// The result does not follow from the ending.
    Result(GameResult),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start => f.write_str("the start position cannot be played"),
            Fault::Illegal { ply, mv, fen } => write!(f, "move {mv:?} at ply {ply} is not legal in {fen}"),
            Fault::Scores => f.write_str("there are more scores than moves"),
            Fault::Ending(ending) => write!(f, "it does not end by {}", ending.name()),
            Fault::Result(result) => write!(f, "the result {result} does not follow from its ending"),
        }
    }
}

impl std::error::Error for Fault {}

/// Is every move legal, and does the game end as it says?
///
/// # Errors
/// The first fault.
pub fn verify(game: &Game, variant: Variant) -> Result<(), Fault> {
    if game.scores.len() > game.moves.len() {
        return Err(Fault::Scores);
    }
    let start = game.start.any_position(variant).and_then(Result::ok);
    let mut position = start.ok_or(Fault::Start)?;
    for (ply, &mv) in game.moves.iter().enumerate() {
        if !position.is_legal(mv) {
            return Err(Fault::Illegal { ply, mv, fen: position.fen() });
        }
        position.play(mv);
    }
    let outcome = position.outcome();
    let fits = match game.ending {
        Ending::Checkmate => matches!(outcome, Some(Outcome::Checkmate { .. })),
        Ending::Stalemate => outcome == Some(Outcome::Stalemate),
        Ending::InsufficientMaterial => outcome == Some(Outcome::InsufficientMaterial),
        Ending::Repetition => position.draw_claim() == Some(DrawClaim::ThreefoldRepetition),
        Ending::FiftyMoves => position.draw_claim() == Some(DrawClaim::FiftyMoves),
        Ending::WinAdjudicated | Ending::DrawAdjudicated | Ending::TooLong => outcome.is_none(),
    };
    if !fits {
        return Err(Fault::Ending(game.ending));
    }
    let right = match (outcome, game.ending) {
        (Some(outcome), _) => game.result == outcome.into(),
        (None, Ending::WinAdjudicated) => game.result != GameResult::Draw,
        _ => game.result == GameResult::Draw,
    };
    if right { Ok(()) } else { Err(Fault::Result(game.result)) }
}
