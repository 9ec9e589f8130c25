//! How masters think: as the engine does, with the evaluation that can be explained, but only for so many positions.
//!
//! Each move is thought about afresh, so that the answer depends on the game alone: not on the machine, and not on what
//! was thought before.

use rocada_rules::Position;
use rocada_search::{Limits, Score, SearchGame, Searcher, Signals, TranspositionTable};

use super::lookahead::Found;
use crate::opponent::Judged;

/// Megabytes; more than so few positions can fill.
const MEMORY: usize = 4;

/// What a master finds within so many positions.
pub(super) fn think<R: SearchGame>(position: &Position<R>, nodes: u64) -> Option<Found> {
    let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
    let table = TranspositionTable::new(MEMORY);
    let verdict = Searcher::<R>::default().search(position, &limits, &table, &Signals::default(), None);
    let line = verdict.line?;
    let score = match line.score {
        Score::Centipawns(score) => Judged::Centipawns(score),
        // A master brings no tablebases.
        Score::Mate(moves) | Score::Tablebase(moves) => Judged::Mate(moves),
    };
    Some(Found { best: verdict.best?, score, depth: line.depth, nodes: verdict.nodes, line: line.moves })
}
