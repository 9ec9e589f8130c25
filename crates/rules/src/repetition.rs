//! Has this position been there before, and can the side to move bring one back?

use crate::attacks::between;
use crate::cuckoo;
use crate::{Position, Rules, zobrist};

impl<R: Rules> Position<R> {
    /// The keys of this position's past that could equal a later one, the newest first: the key `n` plies ago for
    /// n = 1, 2, … In chess a capture or pawn move ends it, in crazyhouse only castling rights do.
    fn past_keys(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().rev().take(self.state.reversible as usize).copied()
    }

    /// How often this position occurred before.
    pub fn repetitions(&self) -> usize {
        // Two plies ago the other side cannot have gone there and back yet.
        self.past_keys().skip(3).step_by(2).filter(|&key| key == self.key()).count()
    }

    /// A draw for a search that is `ply` moves below its root: the position occurred once since the root, or twice at all.
    pub fn is_repetition(&self, ply: usize) -> bool {
        let mut earlier = 0;
        for (index, key) in self.past_keys().enumerate().skip(3).step_by(2) {
            if key == self.key() {
                earlier += 1;
                if index + 1 < ply || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Can the side to move reach an earlier position by one reversible move? A search `ply` moves below its root may
    /// then count on a draw at least. Positions of the game before the root count only if they occurred twice.
    /// Moves of promoted pieces in crazyhouse, whose mark is part of the key, are not looked at.
    pub fn can_repeat(&self, ply: usize) -> bool {
        for (index, key) in self.past_keys().enumerate().skip(2).step_by(2) {
            let Some((a, b)) = cuckoo::squares_of(self.key() ^ key ^ zobrist::turn()) else { continue };
            // A piece of the other side tells that the past position leads to this one, not the other way round.
            let mover_is_own = ((a.bb() | b.bb()) & self.color(self.turn)).any();
            if !mover_is_own || (between(a, b) & self.occupied()).any() {
                continue;
            }
            if index + 1 < ply || self.past_keys().skip(index + 1).filter(|&past| past == key).count() > 0 {
                return true;
            }
        }
        false
    }
}
