//! What the page wants.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

use super::PgnTree;

/// Something that the page wants.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Request {
    /// The number that the reply carries.
    pub id: u32,
    /// What is wanted.
    pub order: Order,
}

/// What the page can want.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Order {
    /// What the server offers. Answer: `welcome`.
    Hello,
    /// The position after some moves. Answer: `position`.
    Position(Place),
    /// Is this FEN a position that can be played? Answer: `validation`.
    ValidateFen {
        /// The game it is to be played as.
        variant: VariantName,
        /// The text to examine.
        fen: String,
    },
    /// Begin a game against an opponent. Answer: `game`; this tab hears of the game from now on.
    NewGame(NewGame),
    /// See a game and hear of it from now on. Answer: `game`.
    OpenGame {
        /// Which game.
        game: String,
    },
    /// Hear no more of a game; it goes on. Answer: `done`.
    CloseGame {
        /// Which game.
        game: String,
    },
    /// The newest games. Answer: `games`.
    Games,
    /// Make a move. Answer: `game`.
    Move {
        /// Which game.
        game: String,
        /// The move in UCI, SAN or any other usual notation.
        #[serde(rename = "move")]
        text: String,
        /// How many moves the page thinks were played before; another number refuses the move.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        ply: Option<u32>,
    },
    /// Take back the player's last move, and the answer to it. Answer: `game`.
    TakeBack {
        /// Which game.
        game: String,
    },
    /// What would a strong player do? Answer: `hint`.
    Hint {
        /// Which game.
        game: String,
    },
    /// Offer a draw. Answer: `game`; whether it is accepted comes as event `drawAnswer`.
    OfferDraw {
        /// Which game.
        game: String,
    },
    /// Give up. Answer: `game`.
    Resign {
        /// Which game.
        game: String,
    },
    /// The same game again with colours changed. Answer: `game`, the new one.
    Rematch {
        /// The game that is over.
        game: String,
    },
    /// Analyse a position without end; replaces the analysis that this tab has running. Answer: `analysis`, with what is
    /// known already; more comes as events `analysis`.
    StartAnalysis {
        /// The position.
        place: Place,
        /// How many best lines, 1 to 5.
        #[serde(default = "one")]
        lines: u32,
        /// Analyse what the other side would do if the side to move passed.
        #[serde(default)]
        threat: bool,
    },
    /// Stop this tab's analysis. Answer: `done`.
    StopAnalysis,
    /// Judge every position of a game for its graph; replaces the graph that this tab has running. Answer: `graph`; the
    /// points come as events `graphPoint`.
    StartGraph {
        /// The last position of the game.
        place: Place,
    },
    /// Stop this tab's graph. Answer: `done`.
    StopGraph,
    /// Why a position is worth what it is. Answer: `explanation`.
    Explain(Place),
    /// Read PGN. Answer: `pgn`.
    ReadPgn {
        /// One or more games.
        text: String,
        /// Which of them to give with its moves, from 0.
        #[serde(default)]
        game: u32,
    },
    /// Write a tree of moves as PGN. Answer: `pgnText`.
    WritePgn {
        /// The tree.
        tree: PgnTree,
    },
    /// A game as PGN. Answer: `pgnText`.
    GamePgn {
        /// Which game.
        game: String,
    },
}

fn one() -> u32 {
    1
}

/// One of the four games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum VariantName {
    /// Chess.
    Chess,
    /// Chess960.
    Chess960,
    /// Crazyhouse.
    Crazyhouse,
    /// Crazyhouse from a Chess960 start.
    Crazyhouse960,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// The side that the player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SideWish {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by chance.
    Random,
}

/// The kind of a piece; `king` is never dropped nor promoted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum RoleName {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// A position as the moves that lead to it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The game.
    pub variant: VariantName,
    /// Where it begins; the usual start if neither a FEN nor a number is given.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub start: Option<Start>,
    /// The moves, in UCI, SAN or any other usual notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// A position.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub fen: Option<String>,
    /// The number of a Chess960 start, 0 to 959, for the 960 variants.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub number: Option<u16>,
    /// Any of the 960, for the 960 variants and new games only.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub random: Option<bool>,
}

/// How a new game is to be.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct NewGame {
    /// The game.
    pub variant: VariantName,
    /// Where it begins; the usual start, or a random one of the 960, if not given.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub start: Option<Start>,
    /// `level:7`, `elo:1500`, the name of a bot, `adaptive` or `full`: a `key` of the opponents in `welcome`, or any level
    /// or rating.
    pub opponent: String,
    /// The player's side.
    pub color: SideWish,
    /// The clock; none if not given.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub clock: Option<ClockWish>,
    /// Does the opponent take the time that a person would take?
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub human_time: bool,
}

/// A clock: so much for the whole game, and so much for each move.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockWish {
    /// Minutes for the whole game, more than 0 and up to 180; halves are fine.
    pub minutes: f64,
    /// Seconds that each move adds, 0 to 180.
    #[serde(default)]
    pub increment: f64,
}
