//! One side's head: a searcher and the memory that it fills.

use rocada_eval::Evaluator;
use rocada_rules::{Color, Move, Position};
use rocada_search::{Limits, Params, Score, SearchGame, Searcher, Signals, TranspositionTable};

/// Any search ends at so many times the soft limit.
const HARD_FACTOR: u64 = 8;
/// How a mate is written: this less two for each move.
const MATE: i32 = 32_000;

/// Searches one position after another on one thread, each with the same number of nodes.
pub(crate) struct Thinker<R: SearchGame> {
    searcher: Searcher<R>,
    table: TranspositionTable,
    signals: Signals,
    limits: Limits,
}

impl<R: SearchGame> Thinker<R> {
    /// Begins no new iteration after so many nodes.
    pub(crate) fn new(evaluator: Evaluator<R>, nodes: u32, table_kib: usize) -> Thinker<R> {
        let nodes = u64::from(nodes.max(1));
        Thinker {
            searcher: Searcher::new(evaluator),
            table: TranspositionTable::with_kibibytes(table_kib),
            signals: Signals::default(),
            limits: Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_FACTOR), ..Limits::default() },
        }
    }

    /// Searches with these parameters from now on.
    pub(crate) fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }

    /// Forgets the last game.
    pub(crate) fn new_game(&mut self) {
        self.searcher.new_game();
        self.table.clear();
    }

    /// The best move and its score from White's view.
    pub(crate) fn search(&mut self, position: &Position<R>) -> Option<(Move, i16)> {
        self.signals.arm(false);
        let verdict = self.searcher.search(position, &self.limits, &self.table, &self.signals, None);
        let score = match verdict.line?.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => MATE - 2 * moves,
            Score::Mate(moves) => -MATE - 2 * moves,
            Score::Tablebase(plies) => plies.signum() * (MATE - 1000),
        };
        let score = if position.turn() == Color::White { score } else { -score };
        Some((verdict.best?, score.clamp(-MATE, MATE) as i16))
    }
}
