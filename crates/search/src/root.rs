//! The root: deeper and deeper, with a narrow window around the last score, until the clock or a limit says stop.

use std::time::Duration;

use rocada_rules::Move;

use crate::clock::{Stability, stretch};
use crate::limits::Limits;
use crate::node::Root;
use crate::params::SearchGame;
use crate::report::{Line, ScoreKind};
use crate::score::{INFINITE, MATE, MAX_PLY, Score, is_decisive};
use crate::worker::{RootMove, Worker};

/// Fail-high and fail-low lines, and the current root move, are told only after so many seconds: nobody reads faster.
const CHATTY_AFTER: Duration = Duration::from_secs(1);

impl<R: SearchGame> Worker<'_, R> {
    /// Fills the list of root moves.
    pub(crate) fn prepare_root(&mut self, wanted: &[Move]) {
        let moves = self.position.legal_moves();
        let allowed = moves.iter().filter(|mv| wanted.is_empty() || wanted.contains(mv));
        self.root_moves = allowed
            .map(|&mv| RootMove {
                mv,
                score: -INFINITE,
                previous_score: -INFINITE,
                selective_depth: 0,
                line: Vec::new(),
                nodes: 0,
            })
            .collect();
    }

    /// May this move be searched now? Earlier lines of a multi-PV search have taken theirs.
    pub(crate) fn is_root_candidate(&self, mv: Move) -> bool {
        self.root_moves[self.line_index..].iter().any(|root| root.mv == mv)
    }

    /// Writes down what was found about a root move.
    pub(crate) fn note_root_move(
        &mut self,
        mv: Move,
        score: i32,
        move_count: i32,
        alpha: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let selective_depth = self.selective_depth;
        let line = &self.lines[1];
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += spent;
        if move_count == 1 || score > alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.line.clear();
            root.line.push(mv);
            root.line.extend_from_slice(line);
        } else {
            // Not better than the best: its order among the others stays.
            root.score = -INFINITE;
        }
    }

    /// The whole search of the main thread: the mate solver first if a mate is asked for, and a look for mates by checks.
    pub(crate) fn run(&mut self, limits: &Limits) -> i32 {
        if let Some(moves) = limits.mate
            && self.solve_mate(moves)
        {
            self.tell(0, ScoreKind::Exact);
            return self.root_depth;
        }
        self.chase(limits);
        self.deepen(limits)
    }

    /// Iterative deepening. Only the main thread has a listener and decides when to end.
    pub(crate) fn deepen(&mut self, limits: &Limits) -> i32 {
        let lines = limits.multi_pv.clamp(1, self.root_moves.len().max(1));
        let most = limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
        let mut watch = Watch::default();
        let mut completed = 0;
        // Helper threads begin at different depths, so that they do not all do the same.
        let first = 1 + i32::from(self.id % 2 == 1);
        for depth in first..=most.max(first) {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous_score = root.score;
            }
            for index in 0..lines {
                self.line_index = index;
                self.selective_depth = 0;
                self.aspire(depth);
                self.root_moves[index..]
                    .sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
                if self.aborted {
                    break;
                }
                self.root_moves[..=index]
                    .sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
            }
            self.line_index = 0;
            if self.aborted {
                break;
            }
            completed = depth;
            for index in 0..lines {
                self.tell(index, ScoreKind::Exact);
            }
            if self.id == 0 && self.is_enough(limits, &mut watch) {
                break;
            }
            if self.id != 0 && self.shared.signals.stopped() {
                break;
            }
        }
        completed
    }

    /// One iteration: a narrow window around the last score, widened when the score leaves it.
    fn aspire(&mut self, depth: i32) {
        let previous = self.root_moves[self.line_index].previous_score;
        let mut delta = self.params.aspiration_window;
        let (mut alpha, mut beta) = match depth >= 4 && previous.abs() < INFINITE && !is_decisive(previous) {
            true => (previous - delta, previous + delta),
            false => (-INFINITE, INFINITE),
        };
        let mut reduced = 0;
        loop {
            let score = self.search::<Root>(alpha, beta, (depth - reduced).max(1), 0, false);
            let index = self.line_index;
            self.root_moves[index..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
            if self.aborted {
                return;
            }
            let kind = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                reduced = 0;
                ScoreKind::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                reduced += i32::from(reduced < 3 && !is_decisive(score));
                ScoreKind::Lower
            } else {
                return;
            };
            delta += delta * self.params.aspiration_growth / 100 + 2;
            if delta > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            if self.is_chatty() && self.root_moves.len() > 1 {
                self.tell(index, kind);
            }
        }
    }

    /// Is the search so long that people follow its details?
    fn is_chatty(&self) -> bool {
        self.listener.is_some() && self.deadline.elapsed() >= CHATTY_AFTER
    }

    /// Tells that a root move is being searched now.
    pub(crate) fn tell_root_move(&mut self, mv: Move, move_count: i32) {
        if self.is_chatty() {
            let (number, depth) = (self.line_index + move_count as usize, self.root_depth.max(1) as u32);
            if let Some(listener) = &mut self.listener {
                listener.root_move(mv, number, depth);
            }
        }
    }

    fn tell(&mut self, index: usize, kind: ScoreKind) {
        if self.listener.is_some() && index < self.root_moves.len() {
            let line = self.line(index, kind);
            if let Some(listener) = &mut self.listener {
                listener.line(&line);
            }
        }
    }

    /// The line of a root move as it is told.
    pub(crate) fn line(&self, index: usize, kind: ScoreKind) -> Line {
        let root = &self.root_moves[index];
        let score = if root.score == -INFINITE { root.previous_score } else { root.score };
        Line {
            rank: index + 1,
            depth: self.root_depth.max(1) as u32,
            selective_depth: root.selective_depth.max(root.line.len()) as u32,
            score: Score::from(score.clamp(-MATE, MATE)),
            kind,
            // A move that nothing is known about yet stands for itself.
            moves: if root.line.is_empty() { vec![root.mv] } else { root.line.clone() },
            nodes: self.shared.all_nodes(),
            tablebase_hits: self.shared.all_tablebase_hits(),
            table_permille: self.shared.table.permille_full(),
            time: self.deadline.elapsed(),
        }
    }

    /// Is there no need, or no time, for another iteration?
    fn is_enough(&mut self, limits: &Limits, watch: &mut Watch) -> bool {
        let pondering = self.still_pondering();
        let signals = self.shared.signals;
        let best = &self.root_moves[0];
        if let (Some(wanted), Score::Mate(moves)) = (limits.mate, Score::from(best.score))
            && moves > 0
            && moves as u32 <= wanted
        {
            return true;
        }
        watch.update(best, self.nodes);
        if signals.stopped() {
            return true;
        }
        if limits.infinite {
            return false;
        }
        if limits.soft_nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        let Some(budget) = self.deadline.budget else { return false };
        if !budget.flexible {
            return !pondering && self.deadline.is_over();
        }
        // A forced move needs no thought, and nothing changes a mate that is found and proven.
        let mate_is_near = match Score::from(best.score) {
            Score::Mate(moves) => moves.unsigned_abs() as i32 * 2 + 2 < self.root_depth,
            _ => false,
        };
        let factor = if self.root_depth < 6 { 1.0 } else { stretch(watch.stability()) };
        let enough = self.root_moves.len() == 1
            || mate_is_near
            || self.deadline.elapsed() >= budget.soft.mul_f64(factor).min(budget.hard);
        // The time of the guess was thinking time too: the move may be ready when the guess proves right.
        self.deadline.ready = enough;
        enough && !pondering
    }
}

/// Follows the best move over the iterations.
#[derive(Default)]
struct Watch {
    best: Option<Move>,
    steady_iterations: u32,
    /// The scores of the last iterations, the newest last.
    scores: Vec<i32>,
    best_move_share: f64,
}

impl Watch {
    fn update(&mut self, best: &RootMove, nodes: u64) {
        self.steady_iterations = if self.best == Some(best.mv) { self.steady_iterations + 1 } else { 0 };
        self.best = Some(best.mv);
        self.scores.push(best.score);
        self.best_move_share = best.nodes as f64 / nodes.max(1) as f64;
    }

    fn stability(&self) -> Stability {
        let newest = self.scores.last().copied().unwrap_or_default();
        let earlier = &self.scores[self.scores.len().saturating_sub(4)..self.scores.len().saturating_sub(1)];
        let usual =
            if earlier.is_empty() { newest } else { earlier.iter().sum::<i32>() / earlier.len() as i32 };
        Stability {
            steady_iterations: self.steady_iterations,
            score_drop: usual - newest,
            best_move_share: self.best_move_share,
        }
    }
}
