//! What a search may use: time, nodes, depth, moves.

use std::time::Duration;

use rocada_rules::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// How many moves until more time comes; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search. Without any it goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Play by this clock.
    pub clock: Option<Clock>,
    /// Take just so long.
    pub move_time: Option<Duration>,
    /// Search so many plies.
    pub depth: Option<u32>,
    /// Stop at exactly so many nodes (on one thread).
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many nodes: cheaper per position than a hard limit, for data generation.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves at the root; empty means all.
    pub moves: Vec<Move>,
    /// Do not stop, and do not give a move, before somebody says so: analysis, or pondering before the hit.
    pub infinite: bool,
    /// The opponent's clock runs: time counts from the ponder hit.
    pub ponder: bool,
    /// What the way to the opponent costs on each move.
    pub overhead: Duration,
    /// How many best lines to find; 0 means 1.
    pub multi_pv: usize,
}
