//! What bounds a search, in words that belong to neither protocol. The search reads it; this crate only fills it in.

use std::time::Duration;

use rocada_rules::Move;

/// Everything that may end a search. What is `None` does not bound it; with several limits the first one reached counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// What the side to move has left on its clock.
    pub clock: Option<Duration>,
    /// What the opponent has left.
    pub opponent_clock: Option<Duration>,
    /// What the side to move gains with each move.
    pub increment: Duration,
    /// Moves until the clock is set up again; `None`: the clock is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The most that this one move may take.
    pub movetime: Option<Duration>,
    /// Plies that the iteration may not exceed.
    pub depth: Option<u32>,
    /// Nodes after which to stop.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is proven.
    pub mate: Option<u32>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// The opponent's move is only guessed: no clock runs until the guess is confirmed.
    pub ponder: bool,
    /// Only these root moves; empty: all.
    pub searchmoves: Vec<Move>,
    /// What the way from here to the GUI may cost: it is no thinking time, neither of the clock nor of `movetime`.
    pub overhead: Duration,
    /// Time is counted in nodes, so many to the second (CECP `nps`).
    pub nodes_per_second: Option<u64>,
}
