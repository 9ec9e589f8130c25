//! Has this position been there before, and can the side to move bring one back?

use crate::attacks::between;
use crate::cuckoo;
use crate::{Position, Rules, zobrist};

impl<R: Rules> Position<R> {
    /// The keys of this position's past that could equal a later one, the newest last: the key `n` plies ago is the
    /// `n`th from the end. In chess a capture or pawn move ends it, in crazyhouse only castling rights do.
    fn past_keys(&self) -> &[u64] {
        let reversible = self.state.reversible as usize;
        &self.keys[self.keys.len().saturating_sub(reversible)..]
    }

    /// How long ago positions of the past were, and their keys: from `first` plies ago on, each two plies earlier.
    fn past_keys_from(&self, first: usize) -> impl Iterator<Item = (usize, u64)> {
        let keys = self.past_keys();
        let earlier = &keys[..(keys.len() + 1).saturating_sub(first)];
        let newest_of_two = earlier.rchunks(2).filter_map(|pair| pair.last().copied());
        (first..).step_by(2).zip(newest_of_two)
    }

    /// How often this position occurred before.
    pub fn repetitions(&self) -> usize {
        // Two plies ago the other side cannot have gone there and back yet.
        self.past_keys_from(4).filter(|&(_, key)| key == self.key()).count()
    }

    /// A draw for a search that is `ply` moves below its root: the position occurred once since the root, or twice at all.
    pub fn is_repetition(&self, ply: usize) -> bool {
        let mut earlier = 0;
        for (ago, key) in self.past_keys_from(4) {
            if key == self.key() {
                earlier += 1;
                if ago < ply || earlier == 2 {
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
        for (ago, key) in self.past_keys_from(3) {
            let Some((a, b)) = cuckoo::squares_of(self.key() ^ key ^ zobrist::turn()) else { continue };
            // A piece of the other side tells that the past position leads to this one, not the other way round.
            let mover_is_own = ((a.bb() | b.bb()) & self.color(self.turn)).any();
            if !mover_is_own || (between(a, b) & self.occupied()).any() {
                continue;
            }
            let before = &self.past_keys()[..self.past_keys().len() - ago];
            if ago < ply || before.contains(&key) {
                return true;
            }
        }
        false
    }
}
