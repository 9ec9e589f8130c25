//! One thread's view of a search: its position, its memory, its stack, and when it has to stop.

use std::time::{Duration, Instant};

use rocada_eval::Evaluator;
use rocada_eval::classical::{KNOWN_WIN, LIMIT};
use rocada_rules::{Bitboard, Move, Position};

use crate::checks::Proofs;
use crate::clock::{Budget, budget};
use crate::history::{Context, Histories, Step};
use crate::memory::Zero;
use crate::params::{Params, SearchGame};
use crate::picker::PickerPool;
use crate::report::Listener;
use crate::score::{DRAW, MAX_PLY, NONE};
use crate::shared::Shared;
use crate::tt::Entry;

/// How many nodes pass between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// What a thread keeps from one search of a game to the next. Like [`Worker`], on cache lines of its own: threads write
/// here all the time, and their values lie side by side.
#[repr(align(128))]
pub(crate) struct Memory<R: SearchGame> {
    pub(crate) histories: Zero<Histories>,
    pub(crate) evaluator: Evaluator<R>,
    pub(crate) pickers: PickerPool,
    pub(crate) proofs: Proofs,
}

impl<R: SearchGame> Memory<R> {
    pub(crate) fn new(evaluator: Evaluator<R>) -> Memory<R> {
        Memory {
            histories: Histories::new(),
            evaluator,
            pickers: PickerPool::default(),
            proofs: Proofs::new(),
        }
    }

    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.proofs.clear();
    }
}

/// What is known about one ply of the line that is being searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The corrected static evaluation, or [`NONE`] in check.
    pub(crate) eval: i32,
    /// The move made at this ply; `None` for a null move.
    pub(crate) step: Option<Step>,
    /// A move left out of this node's search, to see whether it is the only good one.
    pub(crate) excluded: Option<Move>,
    /// A quiet move that refuted a sibling.
    pub(crate) killer: Option<Move>,
    /// How many moves at this ply refuted their node since the parent was entered.
    pub(crate) cutoffs: i32,
    /// How many double extensions this line has had.
    pub(crate) double_extensions: i32,
    /// Is or was this node in a principal variation?
    pub(crate) was_pv: bool,
}

const FRAME: Frame = Frame {
    eval: NONE,
    step: None,
    excluded: None,
    killer: None,
    cutoffs: 0,
    double_extensions: 0,
    was_pv: false,
};

/// Frames before the root, so that looking back needs no question.
const PADDING: usize = 6;

/// A move of the root with what was found about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    pub(crate) previous_score: i32,
    pub(crate) selective_depth: usize,
    pub(crate) line: Vec<Move>,
    pub(crate) nodes: u64,
}

/// When the search has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    pub(crate) start: Instant,
    pub(crate) budget: Option<Budget>,
    /// How long the search was halted; that time does not count.
    pub(crate) paused: Duration,
    /// Since when the own clock runs: the start, or the ponder hit. A pause moves it on.
    pub(crate) clock_start: Instant,
    /// Was the search still pondering when last looked at?
    pub(crate) pondering: bool,
    /// Pondering has taken so long that the move can be played as soon as the guess proves right.
    pub(crate) ready: bool,
}

impl Deadline {
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.paused)
    }

    /// Has the own clock run for as long as it may?
    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.clock_start.elapsed() >= budget.hard)
    }
}

/// One thread of a search.
#[repr(align(128))]
pub(crate) struct Worker<'a, R: SearchGame> {
    pub(crate) shared: &'a Shared<'a, R>,
    /// 0 is the main thread, which watches the clock.
    pub(crate) id: usize,
    pub(crate) params: &'a Params,
    pub(crate) position: Position<R>,
    pub(crate) memory: &'a mut Memory<R>,
    /// Only the main thread has one.
    pub(crate) listener: Option<&'a mut dyn Listener>,
    frames: Vec<Frame>,
    /// The best line found below each ply.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) root_moves: Vec<RootMove>,
    /// Which of the best lines is being searched.
    pub(crate) line_index: usize,
    pub(crate) root_depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) nodes: u64,
    pub(crate) tablebase_hits: u64,
    pub(crate) node_limit: u64,
    pub(crate) deadline: Deadline,
    /// Null moves are not tried above this ply while one is being verified.
    pub(crate) no_null_before: usize,
    pub(crate) aborted: bool,
}

impl<'a, R: SearchGame> Worker<'a, R> {
    pub(crate) fn new(
        shared: &'a Shared<'a, R>,
        id: usize,
        params: &'a Params,
        position: Position<R>,
        memory: &'a mut Memory<R>,
        deadline: Deadline,
    ) -> Worker<'a, R> {
        memory.evaluator.reset(&position);
        Worker {
            shared,
            id,
            params,
            position,
            memory,
            listener: None,
            frames: vec![FRAME; MAX_PLY + PADDING + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            root_moves: Vec::new(),
            line_index: 0,
            root_depth: 0,
            selective_depth: 0,
            nodes: 0,
            tablebase_hits: 0,
            node_limit: u64::MAX,
            deadline,
            no_null_before: 0,
            aborted: false,
        }
    }

    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + PADDING]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + PADDING]
    }

    /// The frame `back` plies before, which may lie before the root.
    #[inline]
    pub(crate) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + PADDING - back]
    }

    /// The moves that led to the node at `ply`, as the histories want them. What is attacked takes longer to find out and
    /// is left empty until quiet moves are looked at.
    #[inline]
    pub(crate) fn context(&self, ply: usize) -> Context {
        let past = [1, 2, 4].map(|back| self.frame_before(ply, back).step);
        Context { past, attacked: Bitboard::EMPTY }
    }

    /// The squares that the side not to move attacks.
    #[inline]
    pub(crate) fn attacked(&self) -> Bitboard {
        self.position.attacked_by(!self.position.turn())
    }

    /// Makes a move at `ply` and counts the node.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move, ply: usize) {
        self.frame_mut(ply).step = Some(Step::of(&self.position, mv));
        self.memory.evaluator.make(&mut self.position, mv);
        self.shared.table.prefetch(self.position.key());
        self.count_node();
    }

    #[inline]
    pub(crate) fn unmake(&mut self, mv: Move) {
        self.memory.evaluator.unmake(&mut self.position, mv);
    }

    /// Passes at `ply` and counts the node.
    pub(crate) fn make_null(&mut self, ply: usize) {
        self.frame_mut(ply).step = None;
        self.memory.evaluator.make_null(&mut self.position);
        self.shared.table.prefetch(self.position.key());
        self.count_node();
    }

    pub(crate) fn unmake_null(&mut self) {
        self.memory.evaluator.unmake_null(&mut self.position);
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.shared.nodes[self.id].set(self.nodes);
    }

    /// Has the search to end here and now?
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.node_limit || self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
        self.aborted
    }

    fn check_limits(&mut self) {
        self.wait_while_paused();
        let out_of_time = self.id == 0 && !self.still_pondering() && self.deadline.is_over();
        // The first iteration is finished, so that there is a good move to play; but no game is lost on time for it.
        if self.root_depth <= 1 && self.id == 0 && self.nodes < self.node_limit.max(10_000) && !out_of_time {
            return;
        }
        self.aborted |= self.shared.signals.stopped() || self.nodes >= self.node_limit || out_of_time;
    }

    /// Does the opponent's clock run? When it stops, the limits of the ponder hit are taken over.
    pub(crate) fn still_pondering(&mut self) -> bool {
        if self.deadline.pondering && !self.shared.signals.pondering() {
            self.deadline.pondering = false;
            self.deadline.clock_start = Instant::now();
            if let Some(limits) = self.shared.signals.take_hit() {
                self.deadline.budget = budget(&limits);
                self.node_limit = limits.nodes.unwrap_or(u64::MAX);
            }
            self.aborted |= self.deadline.ready;
        }
        self.deadline.pondering
    }

    fn wait_while_paused(&mut self) {
        let signals = self.shared.signals;
        if signals.paused() {
            let begin = Instant::now();
            while signals.paused() && !signals.stopped() {
                std::thread::sleep(Duration::from_millis(2));
            }
            self.deadline.paused += begin.elapsed();
            self.deadline.clock_start += begin.elapsed();
        }
    }

    /// The score of a position that is drawn by rule, if it is.
    #[inline]
    pub(crate) fn rule_draw(&self, ply: usize) -> Option<i32> {
        let drawn = self.position.is_repetition(ply)
            || self.position.is_fifty_moves()
            || (!R::DROPS
                && self.position.occupied().count() <= 4
                && self.position.is_insufficient_material());
        drawn.then_some(DRAW)
    }

    /// What the table knows about the position.
    #[inline]
    pub(crate) fn table_entry(&self, ply: usize) -> Option<Entry> {
        let clock = if R::DROPS { 0 } else { self.position.halfmove_clock() as i32 };
        self.shared.table.probe(self.position.key(), ply, 100 - clock)
    }

    /// Static evaluation as the evaluator sees it.
    #[inline]
    pub(crate) fn raw_eval(&mut self) -> i32 {
        self.memory.evaluator.evaluate(&self.position)
    }

    /// The static evaluation with the usual error of such positions taken out.
    #[inline]
    pub(crate) fn corrected(&self, raw: i32, ply: usize) -> i32 {
        // The way to a win that is known by name is told by small differences: nothing may drown them.
        if raw.abs() >= KNOWN_WIN {
            return raw;
        }
        let weights = [self.params.correct_pawn, self.params.correct_non_pawn, self.params.correct_move];
        let correction = self.memory.histories.correction(&self.position, &self.context(ply), weights);
        // The nearer the fifty-move rule, the nearer a draw.
        let faded =
            if R::DROPS { raw } else { raw * (200 - self.position.halfmove_clock() as i32).max(0) / 200 };
        (faded + correction).clamp(-LIMIT, LIMIT)
    }

    /// `mv` followed by the best line below becomes the best line of `ply`.
    #[inline]
    pub(crate) fn update_line(&mut self, mv: Move, ply: usize) {
        let [line, below] =
            self.lines.get_disjoint_mut([ply, ply + 1]).expect("invariant: two different plies");
        line.clear();
        line.push(mv);
        line.extend_from_slice(below);
    }
}
