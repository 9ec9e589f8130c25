//! A player at the arena's board, whatever it is made of.

pub(crate) mod cecp;
pub(crate) mod features;
mod launch;
mod setup;
pub(crate) mod uci;

use std::time::{Duration, Instant};

use rocada_protocol::{ResultTag, Score};
use rocada_rules::{AnyPosition, Color, Move, Variant};

pub use launch::{launch, probe};

use crate::fault::Fault;
use crate::process::Exchange;
use crate::time_control::{Clock, TimeControl};

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub struct Board {
    /// Where it began.
    pub base: AnyPosition,
    /// Where it stands; its moves lead here from the beginning.
    pub current: AnyPosition,
}

impl Board {
    /// A game that begins at `base`.
    pub fn new(base: AnyPosition) -> Board {
        Board { current: base.clone(), base }
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        self.current.moves()
    }

    /// Was the last move castling as in Fischer random?
    pub(crate) fn has_just_castled_960(&self) -> bool {
        self.base.variant().is_960() && self.moves().last().is_some_and(|mv| mv.is_castle())
    }

    /// Does it begin with the array that everybody sets up without being told?
    pub fn begins_as_usual(&self) -> bool {
        let usual = AnyPosition::start(self.base.variant().with_960(false));
        self.base.fen() == usual.fen()
    }

    /// The moves as texts, written by `write` in the position in which each was made.
    pub fn write_moves(&self, from: usize, write: impl Fn(&AnyPosition, Move) -> String) -> Vec<String> {
        let mut position = self.current.clone();
        let mut undone = Vec::new();
        while position.moves().len() > from {
            let Some(mv) = position.undo() else { break };
            undone.push(mv);
        }
        let mut texts = Vec::new();
        for mv in undone.into_iter().rev() {
            texts.push(write(&position, mv));
            position.play(mv);
        }
        texts
    }
}

/// A game that is about to begin, as one player sees it.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The board, with the opening moves made.
    pub board: &'a Board,
    /// The player's colour.
    pub color: Color,
    /// The player's limits.
    pub limits: &'a TimeControl,
    /// The opponent's name.
    pub opponent: &'a str,
}

/// A position to think about.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The board, with the player to move.
    pub board: &'a Board,
    /// The player's limits.
    pub limits: &'a TimeControl,
    /// The player's clock.
    pub clock: &'a Clock,
    /// The opponent's clock.
    pub opponent_clock: &'a Clock,
    /// The opponent's increment.
    pub opponent_increment: Duration,
    /// The opponent has offered a draw.
    pub draw_offered: bool,
    /// When the player must have answered, seen from the moment it may begin.
    pub patience: Duration,
}

/// What a player told about its thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// For itself.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// What a player decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A move in any notation.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that the game is over.
    Claim(ResultTag),
    /// It says that the opponent's move is illegal.
    ClaimIllegal,
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What it decided.
    pub choice: Choice,
    /// The line that says so.
    pub line: String,
    /// How long it took.
    pub used: Duration,
    /// What it told before.
    pub thought: Thought,
    /// It offers a draw.
    pub offers_draw: bool,
}

/// Somebody who plays. All calls come back within the time that they are given.
pub trait Player: Send {
    /// The name for tables and PGN.
    fn name(&self) -> &str;

    /// Can it begin games like this one? An error says why not.
    fn check_board(&self, board: &Board) -> Result<(), Fault> {
        let _ = board;
        Ok(())
    }

    /// Tries out whether it can set up positions, if that is in doubt: then it has done its duty and must be launched
    /// anew, which the answer says.
    fn try_setup(&mut self, variant: Variant) -> Result<bool, Fault> {
        let _ = variant;
        Ok(false)
    }

    /// Prepares a game.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault>;

    /// Thinks about a position.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// Is told how the game ended. An error means that the player is of no use any more.
    fn end(&mut self, board: &Board, result: ResultTag, comment: &str) -> Result<(), Fault>;

    /// Lines that were no fault but would be one elsewhere, since the last call: the line and what about it.
    fn take_warnings(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The end of the conversation, for reports.
    fn talk(&self) -> Vec<Exchange> {
        Vec::new()
    }

    /// Must it be started anew for each game?
    fn wants_restart(&self) -> bool {
        false
    }
}

/// Makes players that live in this program.
pub trait Builtin: Sync {
    /// The player that a description names, or a sentence that says why there is none.
    fn make(&self, description: &str) -> Result<Box<dyn Player>, String>;
}

/// Knows no built-in player.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBuiltin;

impl Builtin for NoBuiltin {
    fn make(&self, description: &str) -> Result<Box<dyn Player>, String> {
        Err(format!("there is no built-in player '{description}'"))
    }
}

/// The moment until which an answer is awaited.
pub(crate) fn deadline(patience: Duration) -> Instant {
    Instant::now() + patience
}
