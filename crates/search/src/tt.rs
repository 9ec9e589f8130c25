//! The transposition table: what is known about positions searched before, shared by all threads without locks.
//!
//! An entry is two words; the first is the key mixed with the second, so a torn write is seen as a miss:
//!
//! ```text
//! word 0: key ^ word 1
//! word 1: 63..59 age | 58 was in a PV | 57..56 bound | 55..48 depth | 47..32 evaluation | 31..16 score | 15..0 move
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rocada_rules::Move;

use crate::memory::{Zeroed, Zeroes, prefetch};
use crate::score::{NONE, from_table, to_table};

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// No score is stored.
    None,
    /// The real score is at most this.
    Upper,
    /// The real score is at least this.
    Lower,
    /// The real score.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Does the bound say that the score is `limit` or more?
    #[inline]
    pub(crate) const fn proves(self, score: i32, limit: i32) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => score < limit,
            Bound::Lower => score >= limit,
            Bound::Exact => true,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    /// Counted from the root of the running search.
    pub(crate) score: i32,
    /// The static evaluation, or [`NONE`].
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
}

const AGES: u8 = 32;
const DEPTH_OFFSET: i32 = 8;
const WAYS: usize = 4;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line: the four entries that a key can be in.
#[repr(align(64))]
struct Cluster([Slot; WAYS]);

#[allow(unsafe_code)]
// SAFETY: atomics of zero bits are atomics of the number zero.
unsafe impl Zeroed for Cluster {}

/// The table itself.
pub struct TranspositionTable {
    clusters: Zeroes<Cluster>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of so many mebibytes. It takes memory only as it fills.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let count = (mebibytes << 20) / size_of::<Cluster>();
        TranspositionTable { clusters: Zeroes::new(count.max(64)), age: AtomicU8::new(0) }
    }

    /// A table of so many kibibytes, for the many short games of data generation.
    pub fn with_kibibytes(kibibytes: usize) -> TranspositionTable {
        let count = (kibibytes << 10) / size_of::<Cluster>();
        TranspositionTable { clusters: Zeroes::new(count.max(64)), age: AtomicU8::new(0) }
    }

    /// Forgets everything. The pages stay: fresh ones would have to be cleared by the system while the next game's clock
    /// runs.
    pub fn clear(&mut self) {
        /// What one thread clears; a larger table is cleared by several.
        const SHARE: usize = (256 << 20) / size_of::<Cluster>();
        self.age = AtomicU8::new(0);
        std::thread::scope(|scope| {
            let mut shares = self.clusters.chunks_mut(SHARE);
            let own = shares.next();
            for share in shares {
                scope.spawn(|| forget(share));
            }
            own.map(forget);
        });
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub(crate) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Begins to load what is known about a position that will be asked soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position, `left` plies before the fifty-move rule.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize, left: i32) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Entry {
                    mv: Move::from_bits(data as u16),
                    score: from_table(i32::from((data >> 16) as i16), ply, left),
                    eval: i32::from((data >> 32) as i16),
                    depth: depth_of(data),
                    bound: Bound::from_bits(data >> 56),
                    was_pv: data >> 58 & 1 != 0,
                });
            }
        }
        None
    }

    /// Remembers what was found out.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        let mut mv = entry.mv.map_or(0, Move::bits);
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                // Do not let a shallow look at the same position push out a deep one of this search.
                let deeper = depth_of(data) > entry.depth + 4 + 2 * i32::from(entry.was_pv);
                if data != 0 && deeper && entry.bound != Bound::Exact && age_of(data) == age {
                    return;
                }
                if mv == 0 {
                    mv = data as u16;
                }
                victim = slot;
                break;
            }
            let age_gap = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - 8 * age_gap;
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = u64::from(mv)
            | (to_table(entry.score, ply) as u16 as u64) << 16
            | (entry.eval as u16 as u64) << 32
            | ((entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64) << 48
            | (entry.bound as u64) << 56
            | u64::from(entry.was_pv) << 58
            | u64::from(age) << 59;
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the running search, in thousandths.
    pub fn permille_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * WAYS)) as u32
    }
}

#[inline]
const fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32 - DEPTH_OFFSET
}

#[inline]
const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

// `NONE` must survive the way through 16 bits.
const _: () = assert!(NONE as i16 as i32 == NONE);

fn forget(clusters: &mut [Cluster]) {
    for slot in clusters.iter_mut().flat_map(|cluster| &mut cluster.0) {
        *slot = Slot::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mates_at;

    fn entry(score: i32, depth: i32) -> Entry {
        Entry { mv: Move::from_bits(77), score, eval: -5, depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1);
        table.store(12345, 3, &entry(mates_at(7), 9));
        let found = table.probe(12345, 3, 100).expect("just stored");
        assert_eq!(
            (found.mv, found.score, found.eval, found.depth),
            (Move::from_bits(77), mates_at(7), -5, 9)
        );
        assert!(found.was_pv && found.bound == Bound::Lower);
        assert_eq!(table.probe(12345, 5, 100).expect("still there").score, mates_at(9));
        assert!(table.probe(12346, 3, 100).is_none());
    }

    #[test]
    fn clearing_forgets() {
        for size in [1, 8] {
            let mut table = TranspositionTable::new(size);
            table.store(99, 0, &entry(1, 1));
            table.clear();
            assert!(table.probe(99, 0, 100).is_none());
        }
    }

    #[test]
    fn old_entries_give_way_first() {
        let table = TranspositionTable::with_kibibytes(4);
        for key in 0..4 {
            table.store(key, 0, &entry(0, 20));
        }
        table.next_age();
        table.next_age();
        table.next_age();
        for key in 4..8 {
            table.store(key, 0, &entry(0, 1));
        }
        assert!((4..8).all(|key| table.probe(key, 0, 100).is_some()));
    }
}
