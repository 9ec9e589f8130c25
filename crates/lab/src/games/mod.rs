//! Games in a compact file: whole games with every move and every score, in compressed chunks.
//!
//! A file is nothing but chunks one after the other, so files are merged by joining them and a killed writer leaves at
//! most one torn chunk at the end. Every chunk tells where its games come from. Knows the rules (to replay) and files;
//! knows nothing of evaluation or search. Nothing here panics on what it reads.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub(crate) mod bytes;
mod chunk;
mod error;
mod header;
mod reader;
mod statistics;
mod verify;
mod writer;

use rocada_rules::{
    AnyPosition, Color, GameResult, Move, Position, Rules, Setup, SetupError, Tolerance, Variant,
};

pub use error::{GamesError, Trouble};
pub use header::{EvaluationId, Header, Label};
pub use reader::{Chunk, Reader};
pub use statistics::{LENGTH_STEP, SCORE_BOUNDS, Statistics};
pub use verify::{Fault, verify};
pub use writer::{Resumed, Writer, open_to_append};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start array with these numbers (0 to 959) for White and Black; 518 is the classical one.
    Array(u16, u16),
    /// Any position.
    Fen(String),
}

impl Start {
    /// The loose description of the position.
    pub fn setup(&self) -> Option<Setup> {
        match self {
            Start::Array(white, black) => Setup::double_chess960(*white, *black),
            Start::Fen(fen) => Setup::from_fen(fen).ok(),
        }
    }

    /// The position under its rule set.
    pub fn position<R: Rules>(&self) -> Option<Position<R>> {
        Position::from_setup(&self.setup()?, Tolerance::Lax).ok()
    }

    /// The position of any variant.
    pub fn any_position(&self, variant: Variant) -> Option<Result<AnyPosition, SetupError>> {
        Some(AnyPosition::from_setup(variant, &self.setup()?, Tolerance::Lax))
    }
}

/// Why a game was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Ending {
    Checkmate = 0,
    Stalemate = 1,
    InsufficientMaterial = 2,
    Repetition = 3,
    FiftyMoves = 4,
    /// The score was far from even for some plies.
    WinAdjudicated = 5,
    /// The score was even for many plies.
    DrawAdjudicated = 6,
    /// It went on for too long and was called a draw.
    TooLong = 7,
}

impl Ending {
    /// All endings; the index is the number in the file.
    pub const ALL: [Ending; 8] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::WinAdjudicated,
        Ending::DrawAdjudicated,
        Ending::TooLong,
    ];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::Repetition => "repetition",
            Ending::FiftyMoves => "fifty moves",
            Ending::WinAdjudicated => "win adjudicated",
            Ending::DrawAdjudicated => "draw adjudicated",
            Ending::TooLong => "too long",
        }
    }
}

/// A game: first some random moves, then moves that were searched, each with the score that the search gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Where it begins.
    pub start: Start,
    /// All moves, the random ones first.
    pub moves: Vec<Move>,
    /// The score before each searched move, from White's view, in centipawns; mates lie near ±32000.
    /// The first `moves.len() - scores.len()` moves were random.
    pub scores: Vec<i16>,
    /// Who won.
    pub result: GameResult,
    /// Why it was over.
    pub ending: Ending,
}

impl Game {
    /// How many moves at the beginning were drawn by lot.
    pub fn random_plies(&self) -> usize {
        self.moves.len().saturating_sub(self.scores.len())
    }

    /// The result as White's share: 1, ½ or 0.
    pub const fn white_share(&self) -> f32 {
        match self.result {
            GameResult::Win(Color::White) => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Win(Color::Black) => 0.0,
        }
    }
}
