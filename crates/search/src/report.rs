//! What a search tells while it runs and when it ends.

use std::time::Duration;

use rocada_rules::Move;

use crate::score::Score;

/// What a score stands for when the window was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// The real score.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// One line that the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// 1 for the best line.
    pub rank: usize,
    /// How many plies were searched.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Is the score exact?
    pub kind: ScoreKind,
    /// The moves, the first one first.
    pub moves: Vec<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// Since the search began.
    pub time: Duration,
}

/// How a search ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The best move; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The last best line, if any was completed.
    pub line: Option<Line>,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// Listens to a running search.
pub trait Listener: Send {
    /// A line was found or corrected.
    fn line(&mut self, line: &Line);
    /// The search looks at its `number`-th root move now; told only in long searches.
    fn root_move(&mut self, _mv: Move, _number: usize, _depth: u32) {}
}
