//! What all opponents have in common.

use rocada_rules::{AnyPosition, Move};

/// What an opponent does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// It plays a legal move.
    Move(Move),
    /// It gives up.
    Resign,
}

/// What an opponent thought, for those who want to look into its head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Centipawns for the side to move, or a mate.
    pub score: Judged,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// What it expects.
    pub line: Vec<Move>,
}

/// What an opponent thinks of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// So many hundredths of a pawn.
    Centipawns(i32),
    /// Mates in so many moves; negative: is mated.
    Mate(i32),
}

/// An opponent's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub choice: Choice,
    /// Why, in a few words.
    pub comment: String,
    /// What it thought, if it thinks at all.
    pub thought: Option<Thought>,
}

impl Answer {
    /// Plays a move.
    pub(crate) fn play(mv: Move, comment: impl Into<String>) -> Answer {
        Answer { choice: Choice::Move(mv), comment: comment.into(), thought: None }
    }

    /// Gives up.
    pub(crate) fn resign(comment: impl Into<String>) -> Answer {
        Answer { choice: Choice::Resign, comment: comment.into(), thought: None }
    }

    /// Plays a move if there is one; without a move there is nothing left but to resign.
    pub(crate) fn play_or_resign(mv: Option<Move>, comment: &str) -> Answer {
        mv.map_or_else(|| Answer::resign("no move is left"), |mv| Answer::play(mv, comment))
    }
}

/// Somebody to play against. The same game and seed give the same answer, on every machine and at any time.
pub trait Opponent: Send + Sync {
    /// What it is called.
    fn name(&self) -> String;

    /// The answer to a game in which it is this opponent's turn. `seed` belongs to the whole game.
    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer;
}
