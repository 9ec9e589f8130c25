//! Who listens while the terms add up. The terms are written once; play listens to nothing, the tuner collects how
//! often each weight counted, the explanation collects what each term gave each side. Knows no chess.

use rocada_rules::Color;

use super::score::Score;
use super::weights::{LEN, Term, Weights, term_of};

/// Is told of every weight that counts for a side.
pub trait Trace {
    /// Does anybody listen? If so, cached sums must be added up afresh.
    const ACTIVE: bool;
    /// The weight at `index` counted `count` times for `color`.
    fn note(&mut self, color: Color, index: usize, count: i32);
}

/// Listens to nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn note(&mut self, _: Color, _: usize, _: i32) {}
}

/// Counts every weight: White's count minus Black's.
#[derive(Clone, Debug)]
pub(crate) struct Counter(pub(crate) Box<[i32]>);

impl Counter {
    pub(crate) fn new() -> Counter {
        Counter(vec![0; LEN].into_boxed_slice())
    }
}

impl Trace for Counter {
    const ACTIVE: bool = true;

    fn note(&mut self, color: Color, index: usize, count: i32) {
        self.0[index] += match color {
            Color::White => count,
            Color::Black => -count,
        };
    }
}

/// Adds up what each term gives each side.
#[derive(Clone, Debug)]
pub(crate) struct Ledger<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) sums: [[Score; 2]; Term::ALL.len()],
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(weights: &'a Weights) -> Ledger<'a> {
        Ledger { weights, sums: [[Score::ZERO; 2]; Term::ALL.len()] }
    }
}

impl Trace for Ledger<'_> {
    const ACTIVE: bool = true;

    fn note(&mut self, color: Color, index: usize, count: i32) {
        self.sums[term_of(index) as usize][color.index()] += self.weights.get(index) * count;
    }
}

/// The running sum of one side.
pub(crate) struct Tally<'a, T: Trace> {
    pub(crate) color: Color,
    pub(crate) sum: Score,
    weights: &'a Weights,
    trace: &'a mut T,
}

impl<'a, T: Trace> Tally<'a, T> {
    #[inline]
    pub(crate) fn new(color: Color, weights: &'a Weights, trace: &'a mut T) -> Tally<'a, T> {
        Tally { color, sum: Score::ZERO, weights, trace }
    }

    /// Counts a weight `count` times.
    #[inline(always)]
    pub(crate) fn add(&mut self, index: usize, count: i32) {
        self.sum += self.weights.get(index) * count;
        self.trace.note(self.color, index, count);
    }

    /// Counts a weight once.
    #[inline(always)]
    pub(crate) fn once(&mut self, index: usize) {
        self.sum += self.weights.get(index);
        self.trace.note(self.color, index, 1);
    }
}
