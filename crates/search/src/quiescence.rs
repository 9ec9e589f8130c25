//! The quiescence search: at the leaves only what changes the balance is looked at, until the position is quiet.

use rocada_rules::Move;

use crate::node::NodeKind;
use crate::params::SearchGame;
use crate::picker::{Picker, Want};
use crate::score::{DRAW, INFINITE, LEAST_WIN, MAX_PLY, NONE, halved, is_decisive, mated_at};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

impl<R: SearchGame> Worker<'_, R> {
    /// The score of the position once captures, promotions and answers to checks are played out.
    pub(crate) fn quiesce<N: NodeKind>(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.quiesce_deeper::<N>(alpha, beta, ply, 0)
    }

    /// `depth` counts down from 0 at the first ply of the quiescence search.
    fn quiesce_deeper<N: NodeKind>(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        if N::PV {
            self.lines[ply].clear();
            self.selective_depth = self.selective_depth.max(ply + 1);
        }
        if let Some(score) = self.settled_leaf(&mut alpha, beta, ply) {
            return score;
        }
        let in_check = self.position.in_check();
        let entry = self.table_entry(ply);
        if let Some(entry) = entry
            && !N::PV
            && entry.score != NONE
            && entry.bound.proves(entry.score, beta)
        {
            return entry.score;
        }
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);

        // In check every answer counts; otherwise the side to move may leave it at what it has.
        let (raw, mut best) = match in_check {
            true => (NONE, -INFINITE),
            false => self.stand_pat(entry, ply),
        };
        let floor = best;
        if best >= beta {
            if entry.is_none() {
                let entry = Entry { mv: None, score: best, eval: raw, depth: 0, bound: Bound::Lower, was_pv };
                self.shared.table.store(self.position.key(), ply, &entry);
            }
            return halved(best, beta);
        }
        alpha = alpha.max(best);

        let want = match (in_check, depth == 0) {
            (true, _) => Want::All,
            (false, true) => Want::NoisyAndChecks,
            (false, false) => Want::NoisyAtLeast(0),
        };
        let mut picker = self.memory.pickers.take(want, entry.and_then(|entry| entry.mv), None);
        let mut best_move = None;
        let mut move_count = 0;
        let mut context = self.context(ply);
        if in_check {
            context.attacked = self.attacked();
        }
        while let Some(mv) = picker.next(&self.position, &self.memory.histories, &context, None) {
            move_count += 1;
            if best > -LEAST_WIN
                && (in_check || mv.is_noisy())
                && self.is_futile(mv, floor, alpha, move_count, &mut picker, &mut best)
            {
                continue;
            }
            self.make(mv, ply);
            let score = -self.quiesce_deeper::<N>(-beta, -alpha, ply + 1, depth - 1);
            self.unmake(mv);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_line(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.memory.pickers.give_back(picker);
        if self.aborted {
            return DRAW;
        }
        if in_check && move_count == 0 {
            return mated_at(ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry { mv: best_move, score: best, eval: raw, depth: 0, bound, was_pv };
        self.shared.table.store(self.position.key(), ply, &entry);
        best
    }

    /// The score of a leaf that needs no moves: the search ends, the rules say draw, or the way back to an earlier position
    /// is good enough. Raises alpha to what that way back is worth.
    #[inline]
    fn settled_leaf(&mut self, alpha: &mut i32, beta: i32, ply: usize) -> Option<i32> {
        if self.must_stop() {
            return Some(DRAW);
        }
        if let Some(draw) = self.rule_draw(ply) {
            return Some(draw);
        }
        if ply >= MAX_PLY {
            return Some(if self.position.in_check() { DRAW } else { self.raw_eval() });
        }
        if *alpha < DRAW && self.position.can_repeat(ply) {
            *alpha = DRAW;
        }
        (*alpha >= beta).then_some(*alpha)
    }

    /// The evaluation before correction, and the score of doing nothing.
    fn stand_pat(&mut self, entry: Option<Entry>, ply: usize) -> (i32, i32) {
        let raw = match entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.raw_eval(),
        };
        let mut score = self.corrected(raw, ply);
        if let Some(entry) = entry
            && entry.score != NONE
            && !is_decisive(entry.score)
            && entry.bound.proves(entry.score, score + i32::from(entry.bound == Bound::Upper))
        {
            score = entry.score;
        }
        (raw, score)
    }

    /// Is the move too little to reach alpha, or one answer to a check too many?
    fn is_futile(
        &self,
        mv: Move,
        floor: i32,
        alpha: i32,
        move_count: i32,
        picker: &mut Picker,
        best: &mut i32,
    ) -> bool {
        if self.position.in_check() {
            // Two answers to a check have been tried, and one of them holds: the quiet rest is not needed.
            if mv.is_quiet() && move_count > 3 {
                picker.skip_quiets();
                return true;
            }
            return false;
        }
        if mv.is_promotion() || self.position.gives_check(mv) {
            return false;
        }
        let victim = self.position.role_at(mv.to()).map_or(R::EXCHANGE[0], |role| R::EXCHANGE[role.index()]);
        let gain = if R::DROPS { 2 * victim } else { victim };
        let hope = floor + self.params.quiescence_margin + gain;
        if hope <= alpha {
            *best = (*best).max(hope);
            return true;
        }
        false
    }
}
