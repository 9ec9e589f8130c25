//! Ways to give up a node before its moves are looked at: what tables know, and what the evaluation makes certain enough.

use crate::history::Context;
use crate::node::{Node, NodeKind, NonPv};
use crate::params::SearchGame;
use crate::picker::Want;
use crate::pruning;
use crate::score::{DRAW, LEAST_WIN, MAX_PLY, NONE, TABLEBASE, halved, is_decisive};
use crate::shared::Wdl;
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

impl<R: SearchGame> Worker<'_, R> {
    /// The table's score, if it settles the question.
    pub(crate) fn table_cutoff<N: NodeKind>(&mut self, node: &Node) -> Option<i32> {
        let entry = node.entry?;
        if N::PV
            || entry.depth < node.depth + i32::from(entry.score >= node.beta && !node.cut_node)
            || !entry.bound.proves(entry.score, node.beta)
            || entry.score == NONE
            || self.position.halfmove_clock() >= 90
        {
            return None;
        }
        if let Some(mv) = entry.mv
            && entry.score >= node.beta
            && mv.is_quiet()
            && self.position.is_legal(mv)
        {
            let bonus = self.bonus(node.depth);
            let context = Context { attacked: self.attacked(), ..node.context };
            self.memory.histories.update_quiet(&self.position, mv, &context, bonus);
        }
        Some(entry.score)
    }

    /// The tablebases' score, if the position has just come within their reach.
    pub(crate) fn tablebase_cutoff(&mut self, node: &Node) -> Option<i32> {
        let tablebases = self.shared.tablebases.as_ref()?;
        if node.excluded.is_some()
            || self.position.halfmove_clock() != 0
            || self.position.occupied().count() > tablebases.most_men()
            || self.position.castling() != rocada_rules::CastlingRights::NONE
        {
            return None;
        }
        let wdl = tablebases.probe(&self.position)?;
        self.tablebase_hits += 1;
        self.shared.tablebase_hits[self.id].set(self.tablebase_hits);
        let (score, bound) = match wdl {
            Wdl::Win => (TABLEBASE - node.ply as i32, Bound::Lower),
            Wdl::Loss => (node.ply as i32 - TABLEBASE, Bound::Upper),
            Wdl::Draw => (DRAW, Bound::Exact),
        };
        if !bound.proves(score, node.beta) && bound != Bound::Exact {
            return None;
        }
        let depth = (node.depth + 6).min(MAX_PLY as i32 - 1);
        let entry = Entry { mv: None, score, eval: NONE, depth, bound, was_pv: node.was_pv };
        self.shared.table.store(self.position.key(), node.ply, &entry);
        Some(score)
    }

    /// Ways to give up a node before looking at its moves.
    pub(crate) fn prune_node(&mut self, node: &mut Node) -> Option<i32> {
        if !node.was_pv
            && !is_decisive(node.eval)
            && node.beta > -LEAST_WIN
            && pruning::reverse_futility(self.params, node.facts())
        {
            return Some(halved(node.eval, node.beta));
        }
        if pruning::razoring(self.params, node.facts(), node.alpha) {
            let score = self.quiesce::<NonPv>(node.alpha, node.alpha + 1, node.ply);
            if score <= node.alpha || self.aborted {
                return Some(score);
            }
        }
        self.null_move(node).or_else(|| self.probcut(node))
    }

    /// If even after a pass the position is too good, some move will be too. Not where passing would be an advantage.
    fn null_move(&mut self, node: &Node) -> Option<i32> {
        let ply = node.ply;
        let worth_trying = node.cut_node
            && node.depth >= 3
            && node.eval >= node.beta
            && node.static_eval >= node.beta - 20 * node.depth + 150
            && ply >= self.no_null_before
            && node.beta > -LEAST_WIN
            && self.frame_before(ply, 1).step.is_some()
            && (R::DROPS || self.position.non_pawns(self.position.turn()).any());
        if !worth_trying {
            return None;
        }
        let depth = node.depth - pruning::null_reduction(self.params, node.facts());
        self.make_null(ply);
        let score = -self.search::<NonPv>(-node.beta, 1 - node.beta, depth, ply + 1, false);
        self.unmake_null();
        if self.aborted {
            return Some(DRAW);
        }
        if score < node.beta {
            return None;
        }
        let score = if is_decisive(score) { node.beta } else { score };
        if node.depth < self.params.null_verify_depth || self.no_null_before > 0 {
            return Some(score);
        }
        // Deep down a wrong pass costs much: verify without passing in the upper part.
        self.no_null_before = ply + 3 * depth.max(0) as usize / 4;
        let verified = self.search::<NonPv>(node.beta - 1, node.beta, depth, ply, false);
        self.no_null_before = 0;
        (verified >= node.beta || self.aborted).then_some(score)
    }

    /// If a capture beats beta by a margin in a shallow search, it will beat beta in the deep one.
    fn probcut(&mut self, node: &Node) -> Option<i32> {
        let target = node.beta + self.params.probcut_margin - 60 * i32::from(node.improving);
        let known_to_fail = node.entry.is_some_and(|entry| {
            entry.score != NONE && entry.depth >= node.depth - 3 && entry.score < target
        });
        if node.depth < 5 || is_decisive(node.beta) || known_to_fail {
            return None;
        }
        let want = Want::NoisyAtLeast((target - node.static_eval).max(0));
        let mut picker = self.memory.pickers.take(want, node.table_move(), None);
        let depth = node.depth - 4;
        let mut found = None;
        while let Some(mv) = picker.next(&self.position, &self.memory.histories, &node.context, None) {
            self.make(mv, node.ply);
            let mut score = -self.quiesce::<NonPv>(-target, 1 - target, node.ply + 1);
            if score >= target && depth > 0 {
                score = -self.search::<NonPv>(-target, 1 - target, depth, node.ply + 1, !node.cut_node);
            }
            self.unmake(mv);
            if self.aborted {
                break;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: node.raw_eval,
                    depth: depth + 1,
                    bound: Bound::Lower,
                    was_pv: node.was_pv,
                };
                self.shared.table.store(self.position.key(), node.ply, &entry);
                found = Some(if is_decisive(score) { score } else { score - (target - node.beta) });
                break;
            }
        }
        self.memory.pickers.give_back(picker);
        found
    }
}
