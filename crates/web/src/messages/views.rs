//! What a page shows: positions, games, analyses, explanations and trees of moves.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

use super::{OpponentView, RoleName, Side, VariantName};

/// All that a board shows of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The game. A FEN with castling files makes it a 960 one.
    pub variant: VariantName,
    /// The position with hands as `[Qn]` and promoted pieces as `Q~`.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// Moves of both sides since the start of the game or since the FEN it began with.
    pub ply: u32,
    /// The number of the move about to be played.
    pub move_number: u32,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The pieces that give check.
    pub checkers: Vec<String>,
    /// The move that led here.
    pub last_move: Option<MoveView>,
    /// What the sides hold; `null` where there are no hands.
    pub hands: Option<Hands>,
    /// The squares with promoted pieces, in crazyhouse.
    pub promoted: Vec<String>,
    /// All legal moves; none when the game is over.
    pub moves: Vec<MoveView>,
    /// How the game has ended by the rules, if it has.
    pub end: Option<GameEnd>,
}

/// What both sides hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[allow(missing_docs)]
pub struct Hands {
    pub white: Hand,
    pub black: Hand,
}

/// What a side holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[allow(missing_docs)]
pub struct Hand {
    pub pawn: u8,
    pub knight: u8,
    pub bishop: u8,
    pub rook: u8,
    pub queen: u8,
}

/// A move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// As UCI writes it.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Where the piece comes from; `null` for a drop.
    pub from: Option<String>,
    /// What is dropped; `null` for other moves.
    pub drop: Option<RoleName>,
    /// Where the piece goes: for castling the square on which the king ends.
    pub to: String,
    /// What a pawn becomes.
    pub promotion: Option<RoleName>,
    /// Does it take something?
    pub capture: bool,
    /// Where the rook comes from and goes to, for castling.
    pub castling: Option<CastlingView>,
}

/// The rook's part of castling.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CastlingView {
    /// The rook's square before. The page lets the king go there too.
    pub rook_from: String,
    /// The rook's square after.
    pub rook_to: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameEnd {
    /// As PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
    /// The same in a sentence.
    pub sentence: String,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum EndReason {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    Repetition,
    FiftyMoves,
    Agreement,
    Resignation,
    Time,
}

/// A game with all that the page shows of it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Its name in orders, and in the page's address: `#/game/ID`.
    pub id: String,
    /// Grows with every change. Replies and events can cross: a smaller number than the last one seen is old news.
    pub version: u32,
    /// The game.
    pub variant: VariantName,
    /// The opponent.
    pub opponent: OpponentView,
    /// The player's side.
    pub color: Side,
    /// The FEN at the start.
    pub start_fen: String,
    /// The moves so far.
    pub moves: Vec<LineMove>,
    /// The position on the board.
    pub position: PositionView,
    /// How the game ended, if it has.
    pub end: Option<GameEnd>,
    /// The opponent is thinking.
    pub thinking: bool,
    /// The player's offer of a draw waits for the opponent.
    pub draw_offered: bool,
    /// The clock, if there is one.
    pub clock: Option<ClockView>,
    /// The next game of a rematch, if it was asked for.
    pub rematch: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub began: f64,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its name.
    pub id: String,
    /// The game.
    pub variant: VariantName,
    /// What people call the opponent.
    pub opponent: String,
    /// The player's side.
    pub color: Side,
    /// The position on the board.
    pub fen: String,
    /// How many moves were made.
    pub plies: u32,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub result: String,
    /// When it began, in milliseconds since 1970.
    pub began: f64,
}

/// A clock at the moment of the message.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Milliseconds that White has left.
    pub white_ms: u32,
    /// Milliseconds that Black has left.
    pub black_ms: u32,
    /// Milliseconds that each move adds.
    pub increment_ms: u32,
    /// Whose clock runs; `null` before the first moves of both sides and after the end.
    pub running: Option<Side>,
}

/// A move in a line.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineMove {
    /// As UCI writes it.
    pub uci: String,
    /// As people write it.
    pub san: String,
}

/// What a position is worth to White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum ScoreView {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves: positive if White mates, negative if Black mates. 0: the side to move is mated.
    Mate(i32),
}

/// An analysis as far as it is.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AnalysisView {
    /// Its number: later ones are larger.
    pub analysis: u32,
    /// What it does.
    pub state: AnalysisState,
    /// The depth of the best line.
    pub depth: u32,
    /// The most plies that were looked ahead.
    pub selective_depth: u32,
    /// Positions searched.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Positions a second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// Milliseconds searched.
    #[cfg_attr(test, ts(type = "number"))]
    pub time_ms: u64,
    /// The lines come from an earlier analysis; the search goes on behind them until it knows more.
    pub stored: bool,
    /// The best line first. Empty as long as nothing is known, and where no move is legal.
    pub lines: Vec<AnalysisLine>,
}

/// What an analysis does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum AnalysisState {
    /// It waits while others use the machine.
    Waiting,
    /// It searches.
    Running,
    /// It is over: stopped, nothing more to find, or as deep as it goes.
    Finished,
}

/// A line of an analysis.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AnalysisLine {
    /// What it is worth.
    pub score: ScoreView,
    /// The chances in thousandths: White wins, draw, Black wins.
    pub wdl: [u16; 3],
    /// How deep it was searched.
    pub depth: u32,
    /// The moves. In a threat view the first one is the other side's.
    pub moves: Vec<LineMove>,
}

/// A point of a graph.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GraphPoint {
    /// The graph's number.
    pub graph: u32,
    /// Moves before the position.
    pub ply: u32,
    /// What it is worth.
    pub score: ScoreView,
    /// The chances in thousandths: White wins, draw, Black wins.
    pub wdl: [u16; 3],
    /// The best move; `null` when the game is over.
    pub best: Option<LineMove>,
    /// How deep it was searched.
    pub depth: u32,
    /// How many points are still to come.
    pub left: u32,
}

/// Why a position is worth what it is. Numbers are centipawns.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplanationView {
    /// The terms of the classical evaluation, in reading order.
    pub terms: Vec<TermView>,
    /// Middlegame 24 to pawn endgame 0.
    pub phase: i32,
    /// How many 64ths of the endgame half count.
    pub scale: i32,
    /// The name of the endgame that overrides the terms, if there is one.
    pub endgame: Option<String>,
    /// What the classical evaluation says for White.
    pub total: i32,
    /// What the network says for White, where one judges.
    pub network: Option<i32>,
    /// Each piece but the kings with its worth.
    pub pieces: Vec<PieceWorth>,
    /// How many men attack or defend each square, a1, b1 .. h8.
    pub control: ControlMap,
}

/// A term of the classical evaluation.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct TermView {
    /// What people call it.
    pub name: String,
    /// What it gives White at this phase of the game.
    pub white: i32,
    /// What it gives Black.
    pub black: i32,
    /// White's minus Black's.
    pub total: i32,
}

/// What a piece is worth: how much worse its owner would stand without it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceWorth {
    /// Where it stands.
    pub square: String,
    /// Whose it is.
    pub color: Side,
    /// What it is.
    pub role: RoleName,
    /// Its worth by the classical evaluation.
    pub worth: i32,
    /// Its worth by the network, where one judges.
    pub network: Option<i32>,
}

/// How many men of each side attack or defend each square: 64 numbers, a1, b1 .. h8.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[allow(missing_docs)]
pub struct ControlMap {
    pub white: Vec<u8>,
    pub black: Vec<u8>,
}

/// A game of a PGN text without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PgnSummary {
    /// The tags in their order, name and value.
    pub tags: Vec<(String, String)>,
    /// How many moves its main line has.
    pub plies: u32,
}

/// A game with variations.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PgnTree {
    /// The game.
    pub variant: VariantName,
    /// The FEN at the start.
    pub start_fen: String,
    /// The tags in their order, name and value. Writing replaces the tags that say variant, start and result.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: String,
    /// The moves; a parent stands before its children, and of children with the same parent the first is the main line.
    pub nodes: Vec<PgnNode>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What could not be read, in sentences; the tree has what came before. Ignored when writing.
    #[serde(default)]
    pub problems: Vec<String>,
}

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PgnNode {
    /// The index of the move before; `null` for a first move.
    pub parent: Option<u32>,
    /// As UCI writes it; any usual notation when writing.
    pub uci: String,
    /// As people write it; ignored when writing.
    #[serde(default)]
    pub san: String,
    /// The position after the move; ignored when writing.
    #[serde(default)]
    pub fen: String,
    /// Numeric marks: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`.
    #[serde(default)]
    pub nags: Vec<u8>,
    /// What is said before the move, at the beginning of a variation.
    #[serde(default)]
    pub comment_before: String,
    /// What is said after the move, with commands such as `[%clk 0:01:00]`.
    #[serde(default)]
    pub comment: String,
}
