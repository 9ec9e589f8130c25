//! The node function: principal variation search with all its shortcuts, in numbered steps.

use rocada_rules::Move;

use crate::history::Context;
use crate::params::SearchGame;
use crate::picker::{Picker, Want};
use crate::pruning::{self, Facts};
use crate::score::{DRAW, INFINITE, LEAST_WIN, MAX_PLY, NONE, is_decisive, mated_at, mates_at};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

/// Where a node stands in the tree.
pub(crate) trait NodeKind {
    /// Is its exact score wanted?
    const PV: bool;
    /// Is it the root?
    const ROOT: bool;
}

/// The root.
pub(crate) struct Root;
/// A node of the principal variation.
pub(crate) struct Pv;
/// A node of which only a bound is wanted.
pub(crate) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The node that is being searched: what its steps tell each other.
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Is a move expected to refute the opponent's last one?
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) excluded: Option<Move>,
    pub(crate) entry: Option<Entry>,
    /// Is or was this node in a principal variation?
    pub(crate) was_pv: bool,
    /// The evaluation before correction, or [`NONE`] in check.
    pub(crate) raw_eval: i32,
    /// The corrected evaluation, or [`NONE`] in check.
    pub(crate) static_eval: i32,
    /// The corrected evaluation, replaced by the table's score where that is nearer to the truth.
    pub(crate) eval: i32,
    pub(crate) improving: bool,
    pub(crate) context: Context,
}

impl Node {
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }

    pub(crate) fn facts(&self) -> Facts {
        Facts { depth: self.depth, eval: self.eval, beta: self.beta, improving: self.improving }
    }
}

/// The moves that did not refute, to be blamed when another one does.
#[derive(Default)]
struct Tried {
    quiets: Vec<Move>,
    noisy: Vec<Move>,
}

impl<R: SearchGame> Worker<'_, R> {
    /// The score of the current position for the side to move, searched to `depth`.
    pub(crate) fn search<N: NodeKind>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        // 1. Leaves are for the quiescence search.
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply);
        }
        if N::PV {
            self.lines[ply].clear();
            self.selective_depth = self.selective_depth.max(ply + 1);
        }
        if self.must_stop() {
            return DRAW;
        }

        // 2. Draws by rule, the end of the stack, and mates that are shorter than anything to be found here.
        if !N::ROOT {
            if let Some(draw) = self.rule_draw(ply) {
                return draw;
            }
            if ply >= MAX_PLY {
                return if self.position.in_check() { DRAW } else { self.raw_eval() };
            }
            alpha = alpha.max(mated_at(ply));
            beta = beta.min(mates_at(ply + 1));
            // The side to move can at least repeat.
            if alpha < DRAW && self.position.can_repeat(ply) {
                alpha = DRAW;
            }
            if alpha >= beta {
                return alpha;
            }
        }

        // 3. What the table knows.
        let mut node = self.look_up::<N>(alpha, beta, depth.min(MAX_PLY as i32 - 1), ply, cut_node);
        if let Some(score) = self.table_cutoff::<N>(&node) {
            return score;
        }

        // 4. What the tablebases know.
        if !N::ROOT
            && let Some(score) = self.tablebase_cutoff(&node)
        {
            return score;
        }

        // 5. Static evaluation.
        self.evaluate_node(&mut node);
        self.frame_mut(ply).was_pv = node.was_pv;
        self.frame_mut(ply + 2).killer = None;
        self.frame_mut(ply + 2).cutoffs = 0;

        // 6. Prune the whole node.
        if !N::PV
            && !node.in_check
            && node.excluded.is_none()
            && let Some(score) = self.prune_node(&mut node)
        {
            return score;
        }
        if self.aborted {
            return DRAW;
        }

        // 7. Without a move from the table the ordering is poor: search less deep and come back.
        if node.depth >= 4 && node.table_move().is_none() && (N::PV || cut_node) {
            node.depth -= 1;
        }

        // 8. The moves, one by one.
        node.context.attacked = self.attacked();
        let killer = self.frame(ply).killer;
        let mut picker = self.memory.pickers.take(Want::All, node.table_move(), killer);
        let score = self.search_moves::<N>(&mut node, &mut picker);
        self.memory.pickers.give_back(picker);
        score
    }

    /// Collects what is known before any evaluation.
    fn look_up<N: NodeKind>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let excluded = self.frame(ply).excluded;
        let mut entry = match excluded {
            Some(_) => None,
            None => self.table_entry(ply),
        };
        if N::ROOT
            && let Some(best) = self.root_moves.get(self.line_index)
        {
            // At the root the best move of the last iteration is better than what the table kept.
            let unknown =
                Entry { mv: None, score: NONE, eval: NONE, depth: -1, bound: Bound::None, was_pv: true };
            entry = Some(Entry { mv: Some(best.mv), ..entry.unwrap_or(unknown) });
        }
        Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check: self.position.in_check(),
            excluded,
            entry,
            was_pv: N::PV || entry.is_some_and(|entry| entry.was_pv),
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            context: self.context(ply),
        }
    }

    fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if !node.in_check {
            if node.excluded.is_some() {
                // The same node was evaluated a moment ago.
                node.static_eval = self.frame(ply).eval;
                node.raw_eval = node.static_eval;
            } else {
                node.raw_eval = match node.entry {
                    Some(entry) if entry.eval != NONE => entry.eval,
                    _ => self.raw_eval(),
                };
                node.static_eval = self.corrected(node.raw_eval, ply);
                if node.entry.is_none() {
                    let entry = Entry {
                        mv: None,
                        score: NONE,
                        eval: node.raw_eval,
                        depth: -2,
                        bound: Bound::None,
                        was_pv: node.was_pv,
                    };
                    self.shared.table.store(self.position.key(), ply, &entry);
                }
            }
            node.eval = node.static_eval;
            if let Some(entry) = node.entry
                && entry.score != NONE
                && entry.bound.proves(entry.score, node.eval + i32::from(entry.bound == Bound::Upper))
            {
                node.eval = entry.score;
            }
            let before = [2, 4].map(|back| self.frame_before(ply, back).eval);
            node.improving = match before {
                [NONE, NONE] => true,
                [NONE, earlier] | [earlier, _] => node.static_eval > earlier,
            };
        }
        self.frame_mut(ply).eval = node.static_eval;
    }

    /// Searches the moves and learns from what it finds.
    fn search_moves<N: NodeKind>(&mut self, node: &mut Node, picker: &mut Picker) -> i32 {
        let ply = node.ply;
        let check_squares = self.position.check_squares();
        let first_alpha = node.alpha;
        let mut tried = Tried::default();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;

        while let Some(mv) =
            picker.next(&self.position, &self.memory.histories, &node.context, Some(&check_squares))
        {
            if Some(mv) == node.excluded || (N::ROOT && !self.is_root_candidate(mv)) {
                continue;
            }
            move_count += 1;
            if N::ROOT {
                self.tell_root_move(mv, move_count);
            }
            let history = self.history_of(mv, node);
            let gives_check = self.position.gives_check_with(mv, &check_squares);

            // 9. Leave out moves that will not matter.
            if !N::ROOT
                && best > -LEAST_WIN
                && self.prune_move::<N>(node, picker, mv, move_count, history, gives_check)
            {
                continue;
            }

            // 10. Extend moves without which the position would be lost.
            let extension = match self.extension::<N>(node, mv) {
                Extension::By(plies) => plies,
                Extension::Cut(score) => return score,
            };
            if self.aborted {
                return DRAW;
            }

            // 11. Make the move and search it.
            let nodes_before = self.nodes;
            self.frame_mut(ply).double_extensions =
                self.frame_before(ply, 1).double_extensions + i32::from(extension >= 2);
            self.make(mv, ply);
            let new_depth = node.depth - 1 + extension;
            let score = self.search_move::<N>(node, mv, new_depth, move_count, history, gives_check);
            self.unmake(mv);
            if self.aborted {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, score, move_count, node.alpha, nodes_before);
            }

            // 12. Is it the best so far?
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.update_line(mv, ply);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                    // Once a good move is found the others get a little less.
                    if node.depth > 3 && node.depth < 12 && !is_decisive(score) {
                        node.depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                if mv.is_quiet() { tried.quiets.push(mv) } else { tried.noisy.push(mv) }
            }
        }

        // 13. Mate, stalemate, or all moves were left out.
        if move_count == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => node.alpha,
                (None, true) => mated_at(ply),
                (None, false) => DRAW,
            };
        }

        // 14. Learn from the result. Where nothing helps, the move that led here may belong to the principal variation.
        if best >= node.beta {
            self.frame_mut(ply).cutoffs += 1;
        } else if best <= node.alpha && self.params.inherit_pv > 0 {
            node.was_pv |= self.frame_before(ply, 1).was_pv;
        }
        if let Some(mv) = best_move {
            self.reward(node, mv, &tried, best >= node.beta);
        }
        self.remember(node, best, best_move, first_alpha);
        best
    }

    #[inline]
    fn history_of(&self, mv: Move, node: &Node) -> i32 {
        match mv.is_quiet() {
            true => self.memory.histories.quiet(&self.position, mv, &node.context),
            false => self.memory.histories.capture(&self.position, mv),
        }
    }

    /// Shall this move be left out? Never the first ones, never when being mated.
    fn prune_move<N: NodeKind>(
        &mut self,
        node: &Node,
        picker: &mut Picker,
        mv: Move,
        move_count: i32,
        history: i32,
        gives_check: bool,
    ) -> bool {
        let params = self.params;
        let quiet = mv.is_quiet();
        let reduction = pruning::base_reduction(params, node.depth, move_count, quiet);
        let reduced = (node.depth - reduction / 1024 + history / 8192).max(0);
        if move_count >= pruning::late_move_limit(params, node.depth, node.improving) && node.depth <= 10 {
            picker.skip_quiets();
        }
        if quiet && !gives_check {
            if node.depth <= 6 && history < -params.history_pruning * node.depth {
                picker.skip_quiets();
                return true;
            }
            if !node.in_check
                && reduced <= params.futility_depth
                && node.eval + pruning::futility_margin(params, reduced) + history / 256 <= node.alpha
            {
                picker.skip_quiets();
                return true;
            }
        }
        if node.depth > 10 || (R::DROPS && gives_check) {
            return false;
        }
        let threshold = match quiet {
            true => -params.see_quiet * reduced * reduced,
            false => -params.see_capture * node.depth - history / 48,
        };
        !self.position.see_at_least(mv, threshold.min(0), &R::EXCHANGE)
    }

    /// A move that is better than all others by a margin deserves a deeper look.
    fn extension<N: NodeKind>(&mut self, node: &Node, mv: Move) -> Extension {
        let params = self.params;
        let ply = node.ply;
        let Some(entry) = node.entry else { return Extension::By(0) };
        if N::ROOT
            || Some(mv) != entry.mv
            || node.excluded.is_some()
            || node.depth < params.singular_depth
            || entry.depth < node.depth - 3
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || is_decisive(entry.score)
            || ply >= 2 * self.root_depth.max(4) as usize
        {
            return Extension::By(0);
        }
        let target = entry.score - params.singular_margin * node.depth / 64;
        self.frame_mut(ply).excluded = Some(mv);
        let score = self.search::<NonPv>(target - 1, target, (node.depth - 1) / 2, ply, node.cut_node);
        self.frame_mut(ply).excluded = None;
        if score < target {
            let double = !N::PV
                && score < target - params.double_margin
                && self.frame_before(ply, 1).double_extensions < 8;
            Extension::By(1 + i32::from(double))
        } else if score >= node.beta && !is_decisive(score) {
            // Several moves refute the opponent: no need to find the best of them.
            Extension::Cut(score)
        } else if entry.score >= node.beta {
            Extension::By(-2 - i32::from(!N::PV))
        } else if node.cut_node {
            Extension::By(-2)
        } else {
            Extension::By(0)
        }
    }

    /// Searches the move that was just made: first reduced, then with a narrow window, then fully if it deserves it.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        new_depth: i32,
        move_count: i32,
        history: i32,
        gives_check: bool,
    ) -> i32 {
        let (alpha, ply) = (node.alpha, node.ply);
        let mut score = -INFINITE;
        if node.depth >= 2 && move_count > 1 + i32::from(N::ROOT) {
            let reduction = self.reduction::<N>(node, mv, move_count, history, gives_check);
            let reduced =
                (new_depth - reduction / 1024).clamp(1.min(new_depth), new_depth + i32::from(N::PV));
            score = -self.search::<NonPv>(-alpha - 1, -alpha, reduced, ply + 1, true);
            if score > alpha && reduced < new_depth {
                let much_better = score > alpha + self.params.deeper_margin;
                let hardly_better = score < alpha + self.params.shallower_margin;
                let full =
                    new_depth + i32::from(much_better && reduced + 1 < new_depth) - i32::from(hardly_better);
                if full > reduced {
                    score = -self.search::<NonPv>(-alpha - 1, -alpha, full, ply + 1, !node.cut_node);
                }
            }
        } else if !N::PV || move_count > 1 {
            score = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !node.cut_node);
        }
        if N::PV && (move_count == 1 || score > alpha) && !self.aborted {
            self.lines[ply + 1].clear();
            score = -self.search::<Pv>(-node.beta, -alpha, new_depth, ply + 1, false);
        }
        score
    }

    /// By how much to reduce a late move, in 1024ths of a ply.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        mv: Move,
        move_count: i32,
        history: i32,
        gives_check: bool,
    ) -> i32 {
        let params = self.params;
        let quiet = mv.is_quiet();
        let mut reduction = pruning::base_reduction(params, node.depth, move_count, quiet);
        let mut add = |condition: bool, amount: i32| reduction += i32::from(condition) * amount;
        add(N::PV, -params.lmr_pv);
        add(node.was_pv, -params.lmr_was_pv);
        let promising = node.entry.is_some_and(|entry| {
            entry.depth >= node.depth && entry.score != NONE && entry.score > node.alpha
        });
        add(node.was_pv && promising, -params.lmr_promising);
        add(node.cut_node, params.lmr_cut);
        add(!node.improving, params.lmr_not_improving);
        add(node.table_move().is_some_and(Move::is_noisy), params.lmr_noisy_table_move);
        add(gives_check, -params.lmr_check);
        add(self.frame(node.ply + 1).cutoffs > 3, 1024);
        reduction - history * 1024 / params.lmr_history_divisor
    }

    #[inline]
    pub(crate) fn bonus(&self, depth: i32) -> i32 {
        (self.params.bonus_factor * depth - 60).clamp(0, self.params.bonus_most)
    }

    /// The best move gets a bonus, those that were tried in vain the blame.
    fn reward(&mut self, node: &Node, best: Move, tried: &Tried, refutes: bool) {
        let bonus = self.bonus(node.depth);
        let malus = -(self.params.malus_factor * node.depth - 40).clamp(0, self.params.malus_most);
        let histories = &mut self.memory.histories;
        if best.is_quiet() {
            histories.update_quiet(&self.position, best, &node.context, bonus);
            for &mv in &tried.quiets {
                histories.update_quiet(&self.position, mv, &node.context, malus);
            }
            if refutes {
                self.frame_mut(node.ply).killer = Some(best);
            }
        } else {
            histories.update_capture(&self.position, best, bonus);
        }
        for &mv in &tried.noisy {
            self.memory.histories.update_capture(&self.position, mv, malus);
        }
    }

    /// Stores the result, and by how much the evaluation was wrong.
    fn remember(&mut self, node: &Node, best: i32, best_move: Option<Move>, first_alpha: i32) {
        if node.excluded.is_some() {
            return;
        }
        let bound = match best {
            _ if best >= node.beta => Bound::Lower,
            _ if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if self.line_index == 0 || node.ply > 0 {
            let entry = Entry {
                mv: best_move,
                score: best,
                eval: node.raw_eval,
                depth: node.depth,
                bound,
                was_pv: node.was_pv,
            };
            self.shared.table.store(self.position.key(), node.ply, &entry);
        }
        let tells_error = match bound {
            Bound::Lower => best > node.static_eval,
            Bound::Upper => best < node.static_eval,
            _ => true,
        };
        if !node.in_check && tells_error && best_move.is_none_or(Move::is_quiet) && !is_decisive(best) {
            let error = best - node.static_eval;
            self.memory.histories.update_correction(&self.position, &node.context, error, node.depth);
        }
    }
}

/// What the singular search says.
enum Extension {
    /// Search the move so many plies deeper.
    By(i32),
    /// The whole node is decided.
    Cut(i32),
}
