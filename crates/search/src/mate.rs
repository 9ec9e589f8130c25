//! The mate solver: when a mate in so many moves is asked for, every attack and every defence is tried.
//!
//! The normal search may miss a short mate, for it leaves out what looks bad: quiet sacrifices, and zugzwang, which a
//! null move cannot see. This one leaves nothing out but moves that cannot mate in time, so what it says is proven. It
//! is fast because one good defence is enough to give up an attack.

use rocada_rules::{Move, MoveList};

use crate::params::SearchGame;
use crate::score::mates_at;
use crate::worker::Worker;

/// What is proven about a position in which the attacker is to move.
#[derive(Clone, Copy, Default)]
struct Proof {
    key: u64,
    /// There is no mate in so many moves.
    no_mate_in: u8,
}

/// The memory of one run.
pub(crate) struct Solver {
    proofs: Vec<Proof>,
    /// The defence that refuted last, by ply: it often refutes the next attack too.
    refutations: Vec<Option<Move>>,
    /// Nodes after which to give up and leave the rest to the normal search.
    node_limit: u64,
}

const PROOFS: usize = 1 << 18;

impl<R: SearchGame> Worker<'_, R> {
    /// Looks for a mate in at most `moves`; if there is one, it becomes the best root move.
    pub(crate) fn solve_mate(&mut self, moves: u32) -> bool {
        let mut solver = Solver {
            proofs: vec![Proof::default(); PROOFS],
            refutations: vec![None; 2 * moves as usize + 2],
            node_limit: self.node_limit / 2,
        };
        // So that the limits count although no iteration has been finished.
        self.root_depth = 2;
        for length in 1..=moves.min(100) as u8 {
            let found = self.attack(&mut solver, length, 0);
            if self.gives_up(&solver) {
                break;
            }
            if found {
                self.root_depth = 2 * i32::from(length) - 1;
                let line = self.lines[0].clone();
                if let Some(index) = self.root_moves.iter().position(|root| Some(&root.mv) == line.first()) {
                    self.root_moves.swap(0, index);
                    self.root_moves[0].score = mates_at(2 * usize::from(length) - 1);
                    self.root_moves[0].line = line;
                    return true;
                }
            }
        }
        self.root_depth = 0;
        self.aborted = false;
        false
    }

    /// Is half of what may be used gone?
    fn gives_up(&mut self, solver: &Solver) -> bool {
        let late = self.nodes.is_multiple_of(512)
            && self.deadline.budget.is_some_and(|budget| self.deadline.elapsed() * 2 >= budget.hard);
        self.aborted |= late || self.nodes >= solver.node_limit || self.must_stop();
        self.aborted
    }

    /// Can the side to move mate in at most `length` moves?
    fn attack(&mut self, solver: &mut Solver, length: u8, ply: usize) -> bool {
        self.lines[ply].clear();
        if self.gives_up(solver) || (ply > 0 && self.rule_draw(ply).is_some()) {
            return false;
        }
        let key = self.position.key();
        let slot = key as usize % PROOFS;
        let proof = solver.proofs[slot];
        if proof.key == key && proof.no_mate_in >= length && ply > 0 {
            return false;
        }
        let squares = self.position.check_squares();
        let moves = self.position.legal_moves();
        // Checks first: they leave few answers. The last move must be one.
        for checks in [true, false] {
            if !checks && length == 1 {
                break;
            }
            for &mv in &moves {
                if self.position.gives_check_with(mv, &squares) != checks
                    || (ply == 0 && !self.is_root_candidate(mv))
                {
                    continue;
                }
                self.make(mv, ply);
                let mated = self.defend(solver, length - 1, ply + 1);
                self.unmake(mv);
                if mated {
                    self.update_line(mv, ply);
                    return true;
                }
                if self.aborted {
                    return false;
                }
            }
        }
        solver.proofs[slot] = Proof { key, no_mate_in: length };
        false
    }

    /// Is the side to move mated within `length` more moves of the attacker, whatever it does?
    fn defend(&mut self, solver: &mut Solver, length: u8, ply: usize) -> bool {
        self.lines[ply].clear();
        if length == 0 || !self.position.in_check() {
            // Nothing left to mate with, unless it is mate already.
            let has_move = self.position.has_legal_move();
            if !has_move {
                return self.position.in_check();
            }
            if length == 0 {
                return false;
            }
        }
        if self.rule_draw(ply).is_some() {
            return false;
        }
        let moves = self.defences(solver, ply);
        // In check without an answer: mate.
        let mut longest = 0;
        for &mv in &moves {
            self.make(mv, ply);
            let mated = self.attack(solver, length, ply + 1);
            self.unmake(mv);
            if !mated || self.aborted {
                solver.refutations[ply] = Some(mv);
                return false;
            }
            // The line that people see is the longest defence.
            if self.lines[ply + 1].len() >= longest {
                longest = self.lines[ply + 1].len();
                self.update_line(mv, ply);
            }
        }
        true
    }

    /// The defences, those that refute most often first.
    fn defences(&self, solver: &Solver, ply: usize) -> MoveList {
        let mut moves = self.position.legal_moves();
        let last = solver.refutations[ply];
        moves.sort_by_key(|&mv| (Some(mv) != last, !mv.is_capture()));
        moves
    }
}
