//! What all threads of a search share: the table, the word to stop, and the counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rocada_rules::Position;

use crate::limits::Limits;
use crate::params::SearchGame;
use crate::tt::TranspositionTable;

/// What a tablebase knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Nobody wins, or the fifty-move rule saves the loser.
    Draw,
    /// The side to move wins.
    Win,
}

/// Something that knows endgames by heart. The engine brings it; the search only asks.
pub trait Tablebases<R: SearchGame>: Send + Sync {
    /// Positions with more men than this are not known.
    fn most_men(&self) -> u32;
    /// The value of a position without castling rights just after a capture or pawn move.
    fn probe(&self, position: &Position<R>) -> Option<Wdl>;
}

/// A counter on a cache line of its own, so that threads do not disturb each other.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    #[inline]
    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Signals from outside to a running search.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    paused: AtomicBool,
    /// The limits that came with the ponder hit.
    hit: Mutex<Option<Limits>>,
}

impl Signals {
    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.paused.store(false, Ordering::Relaxed);
    }

    /// Is the search told to end?
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move: from now on the own clock counts, by these limits or by those of the start.
    pub fn ponder_hit(&self, limits: Option<Limits>) {
        if let Ok(mut hit) = self.hit.lock() {
            *hit = limits;
        }
        self.pondering.store(false, Ordering::Release);
    }

    /// The limits of the ponder hit, given once.
    pub(crate) fn take_hit(&self) -> Option<Limits> {
        self.hit.lock().ok()?.take()
    }

    /// Does the opponent's clock still run?
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Halts the search where it is, or lets it go on.
    pub fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Ordering::Relaxed);
    }

    pub(crate) fn paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Makes ready for a search. Whoever starts it calls this first, so that a stop sent right afterwards is not lost.
    pub fn arm(&self, pondering: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.paused.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Release);
    }
}

/// What the threads of one search share.
pub(crate) struct Shared<'a, R: SearchGame> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) signals: &'a Signals,
    pub(crate) tablebases: Option<Arc<dyn Tablebases<R>>>,
    pub(crate) nodes: Box<[Counter]>,
    pub(crate) tablebase_hits: Box<[Counter]>,
}

impl<R: SearchGame> Shared<'_, R> {
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(Counter::get).sum()
    }

    pub(crate) fn all_tablebase_hits(&self) -> u64 {
        self.tablebase_hits.iter().map(Counter::get).sum()
    }
}
