//! Mates by checks alone: a proof-number search that runs before the first iteration of games with drops.
//!
//! With men in hand a king can be chased for many moves by nothing but checks, deeper than iterations reach in the time
//! of a fast game. A proof-number search always goes on where the fewest answers are left, so such chases are found
//! after few nodes. What is proven goes into the transposition table, where the search finds it and looks for a
//! shorter mate.

use rocada_rules::Move;

use crate::limits::Limits;
use crate::params::SearchGame;
use crate::score::{MAX_PLY, NONE, mated_at, mates_at};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

/// So many nodes are tried where nothing limits the search.
const MOST_NODES: u64 = 100_000;
/// The part of the search's nodes or time that may be spent: one in so many.
const SHARE: u32 = 16;
/// With fewer nodes than this nothing is found.
const LEAST_NODES: u64 = 64;
/// Chases longer than this are not followed.
const LONGEST: usize = 60;
/// What is proven is worth more than any iteration.
const PROVEN_DEPTH: i32 = MAX_PLY as i32 - 1;
const SLOTS: usize = 1 << 16;
/// A proof number that nothing can bring down.
const NEVER: u32 = 1 << 30;

/// How much is missing to prove and to disprove the mate in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    /// Positions that must still be proven; 0: it is mate.
    proof: u32,
    /// Positions that must still be disproven; 0: there is no mate by checks.
    disproof: u32,
    /// Plies to the mate once it is proven.
    length: u16,
}

impl Numbers {
    const MATE: Numbers = Numbers { proof: 0, disproof: NEVER, length: 0 };
    const ESCAPE: Numbers = Numbers { proof: NEVER, disproof: 0, length: 0 };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
}

const NOTHING: Slot = Slot { key: 0, numbers: Numbers::ESCAPE };

/// What earlier chases have shown; it stays true, so it is kept from search to search.
pub(crate) struct Proofs(Vec<Slot>);

impl Proofs {
    /// Takes no memory before the first chase.
    pub(crate) const fn new() -> Proofs {
        Proofs(Vec::new())
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(NOTHING);
    }

    fn prepare(&mut self) {
        if self.0.is_empty() {
            self.0 = vec![NOTHING; SLOTS];
        }
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let slot = self.0[key as usize % SLOTS];
        (slot.key == key).then_some(slot.numbers)
    }

    fn set(&mut self, key: u64, numbers: Numbers) {
        self.0[key as usize % SLOTS] = Slot { key, numbers };
    }
}

/// How much the numbers of a position may grow before something else is more promising.
#[derive(Clone, Copy)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

/// A move with what is known about the position after it.
struct Branch {
    mv: Move,
    key: u64,
    numbers: Numbers,
}

impl<R: SearchGame> Worker<'_, R> {
    /// Looks for a mate by checks alone and tells the transposition table what is proven.
    pub(crate) fn chase(&mut self, limits: &Limits) {
        let nodes = nodes_to_spend(limits);
        if !R::DROPS || nodes < LEAST_NODES {
            return;
        }
        self.memory.proofs.prepare();
        let most_nodes = self.nodes + nodes;
        let whole = Bounds { proof: NEVER, disproof: NEVER };
        self.chase_from(0, true, whole, most_nodes);
        // Being out of time is for the iterations to notice, the first of which gives a move.
        self.aborted = false;
    }

    fn chase_is_over(&mut self, most_nodes: u64) -> bool {
        let late = self.nodes.is_multiple_of(256)
            && self.deadline.budget.is_some_and(|budget| self.deadline.elapsed() * SHARE >= budget.soft);
        self.aborted |= late || self.nodes >= most_nodes || self.must_stop();
        self.aborted
    }

    /// Works on the position until its numbers pass the bounds. `attacks`: is the attacker to move?
    fn chase_from(&mut self, ply: usize, attacks: bool, bounds: Bounds, most_nodes: u64) -> Numbers {
        let mut branches = self.branches(ply, attacks);
        loop {
            let numbers = sum_up(&branches, attacks);
            self.memory.proofs.set(self.position.key(), numbers);
            if numbers.proof == 0 {
                self.tell_table(ply, attacks, numbers, &branches);
            }
            if numbers.proof >= bounds.proof || numbers.disproof >= bounds.disproof || numbers.is_settled() {
                return numbers;
            }
            if self.chase_is_over(most_nodes) {
                return numbers;
            }
            let (index, within) = most_promising(&branches, attacks, numbers, bounds);
            let mv = branches[index].mv;
            self.make(mv, ply);
            branches[index].numbers = self.chase_from(ply + 1, !attacks, within, most_nodes);
            self.unmake(mv);
            // What was reached by other ways meanwhile counts too.
            for branch in &mut branches {
                if let Some(known) = self.memory.proofs.get(branch.key)
                    && known.is_settled()
                {
                    branch.numbers = known;
                }
            }
        }
    }

    /// The checks of the attacker, or the answers of the defender.
    fn branches(&mut self, ply: usize, attacks: bool) -> Vec<Branch> {
        let squares = self.position.check_squares();
        let moves = self.position.legal_moves();
        let mut branches = Vec::with_capacity(moves.len().min(32));
        for &mv in &moves {
            if attacks && !self.position.gives_check_with(mv, &squares)
                || ply == 0 && !self.is_root_candidate(mv)
            {
                continue;
            }
            self.make(mv, ply);
            let key = self.position.key();
            let numbers = self.first_guess(key, ply + 1, !attacks);
            self.unmake(mv);
            branches.push(Branch { mv, key, numbers });
            if numbers.proof == 0 && attacks {
                break;
            }
        }
        branches
    }

    /// What is known about the position, or how hard it looks: the more answers, the harder.
    fn first_guess(&mut self, key: u64, ply: usize, attacks: bool) -> Numbers {
        if ply >= LONGEST || self.rule_draw(ply).is_some() {
            return Numbers::ESCAPE;
        }
        if let Some(known) = self.memory.proofs.get(key) {
            return known;
        }
        if attacks {
            return Numbers { proof: 1, disproof: 1, length: 0 };
        }
        match self.position.count_legal_moves() {
            0 => Numbers::MATE,
            answers => Numbers { proof: answers as u32, disproof: 1, length: 0 },
        }
    }

    /// Tells the transposition table of a proven mate.
    fn tell_table(&mut self, ply: usize, attacks: bool, numbers: Numbers, branches: &[Branch]) {
        let end = ply + usize::from(numbers.length);
        let (score, bound) = match attacks {
            true => (mates_at(end), Bound::Lower),
            false => (mated_at(end), Bound::Upper),
        };
        let best = branches.iter().find(|branch| branch.numbers.proof == 0).map(|branch| branch.mv);
        let mv = if attacks { best } else { None };
        let entry = Entry { mv, score, eval: NONE, depth: PROVEN_DEPTH, bound, was_pv: false };
        self.shared.table.store(self.position.key(), ply, &entry);
    }
}

/// How many nodes the limits allow for the chase. A search to a fixed depth has none: it is to be the same everywhere.
fn nodes_to_spend(limits: &Limits) -> u64 {
    if limits.depth.is_some() {
        return 0;
    }
    let nodes = [limits.nodes, limits.soft_nodes].into_iter().flatten().min();
    nodes.map_or(MOST_NODES, |nodes| (nodes / u64::from(SHARE)).min(MOST_NODES))
}

/// The attacker needs one mate, the defender one escape.
fn sum_up(branches: &[Branch], attacks: bool) -> Numbers {
    let proofs = branches.iter().map(|branch| branch.numbers.proof);
    let disproofs = branches.iter().map(|branch| branch.numbers.disproof);
    let sum = |numbers: u32, number: u32| (numbers + number).min(NEVER);
    let lengths =
        branches.iter().filter(|branch| branch.numbers.proof == 0).map(|branch| branch.numbers.length);
    match attacks {
        true => Numbers {
            proof: proofs.min().unwrap_or(NEVER),
            disproof: disproofs.fold(0, sum),
            length: lengths.min().map_or(0, |length| length + 1),
        },
        false => Numbers {
            proof: proofs.fold(0, sum),
            disproof: disproofs.min().unwrap_or(NEVER),
            length: lengths.max().map_or(0, |length| length + 1),
        },
    }
}

/// The branch to work on, and how far its numbers may grow before another one is better.
fn most_promising(branches: &[Branch], attacks: bool, numbers: Numbers, bounds: Bounds) -> (usize, Bounds) {
    let own = |branch: &Branch| if attacks { branch.numbers.proof } else { branch.numbers.disproof };
    let mut best = 0;
    let mut second = NEVER;
    for (index, branch) in branches.iter().enumerate().skip(1) {
        if own(branch) < own(&branches[best]) {
            second = own(&branches[best]);
            best = index;
        } else {
            second = second.min(own(branch));
        }
    }
    let chosen = branches[best].numbers;
    let ahead = second.saturating_add(1);
    let within = match attacks {
        true => Bounds {
            proof: bounds.proof.min(ahead),
            disproof: bounds.disproof - (numbers.disproof - chosen.disproof),
        },
        false => Bounds {
            proof: bounds.proof - (numbers.proof - chosen.proof),
            disproof: bounds.disproof.min(ahead),
        },
    };
    (best, within)
}
