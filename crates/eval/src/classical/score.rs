//! A middlegame and an endgame value in one word. Knows nothing of chess.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in centipawns, for the middlegame and for the endgame, added and multiplied in one operation.
///
/// ```text
/// 31 … 16: endgame, one less if the middlegame is negative | 15 … 0: middlegame, signed
/// ```
///
/// The arithmetic wraps: each half must stay within `i16`, which the evaluation makes sure of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Nothing in either phase.
    pub const ZERO: Score = Score(0);

    /// A score of two halves.
    #[inline]
    pub const fn new(mg: i16, eg: i16) -> Score {
        Score(((eg as i32) << 16).wrapping_add(mg as i32))
    }

    /// The middlegame half.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half; the borrow of a negative middlegame is undone by rounding.
    #[inline]
    pub const fn eg(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Both halves.
    pub const fn halves(self) -> (i32, i32) {
        (self.mg(), self.eg())
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline]
    fn mul(self, factor: i32) -> Score {
        Score(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn halves_survive_packing_adding_and_multiplying() {
        for mg in [-9000, -300, -1, 0, 1, 77, 12000] {
            for eg in [-8000, -2, -1, 0, 1, 5, 11000] {
                let score = Score::new(mg, eg);
                assert_eq!(score.halves(), (i32::from(mg), i32::from(eg)));
                assert_eq!((-score).halves(), (-i32::from(mg), -i32::from(eg)));
                assert_eq!(((score - score) + score).halves(), score.halves());
                assert_eq!((Score::new(mg / 9, eg / 9) * -7).mg(), i32::from(mg / 9) * -7);
                assert_eq!((Score::new(mg / 9, eg / 9) * -7).eg(), i32::from(eg / 9) * -7);
            }
        }
    }
}
