//! What the players hold in crazyhouse, and the marks of promoted pieces. Nothing at all in chess.

use std::fmt;
use std::hash::Hash;

use crate::{Bitboard, Color, Role, Square};

/// Pieces in hand and promoted marks; every method of [`NoHand`] does nothing.
pub trait Hand: Copy + Eq + Hash + Default + fmt::Debug + Send + Sync + 'static {
    /// How many pieces of a role `color` holds.
    fn count(&self, color: Color, role: Role) -> u8;
    /// Does `color` hold anything?
    fn any(&self, color: Color) -> bool;
    /// Puts a piece into the hand. Kings are never held.
    fn add(&mut self, color: Color, role: Role);
    /// Takes a piece out of the hand that is known to be there.
    fn remove(&mut self, color: Color, role: Role);
    /// The squares with promoted pieces on them.
    fn promoted(&self) -> Bitboard;
    /// Sets the promoted marks.
    fn set_promoted(&mut self, promoted: Bitboard);
}

/// Chess: no hands, no marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoHand;

impl Hand for NoHand {
    #[inline]
    fn count(&self, _: Color, _: Role) -> u8 {
        0
    }

    #[inline]
    fn any(&self, _: Color) -> bool {
        false
    }

    #[inline]
    fn add(&mut self, _: Color, _: Role) {}

    #[inline]
    fn remove(&mut self, _: Color, _: Role) {}

    #[inline]
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline]
    fn set_promoted(&mut self, _: Bitboard) {}
}

/// Crazyhouse: ten counters in one word, and the promoted marks.
///
/// ```text
/// 63..60 | 59 … 30: Black q r b n p, six bits each | 29 … 0: White q r b n p, six bits each
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pockets {
    counts: u64,
    promoted: Bitboard,
}

const LANE: usize = 6;
const SIDE: usize = 5 * LANE;

impl Pockets {
    /// The most pieces of one role that a hand can show.
    pub const MOST: u8 = (1 << LANE) - 1;

    #[inline]
    const fn shift(color: Color, role: Role) -> usize {
        color.index() * SIDE + role.index() * LANE
    }
}

impl Hand for Pockets {
    #[inline]
    fn count(&self, color: Color, role: Role) -> u8 {
        match role {
            Role::King => 0,
            _ => (self.counts >> Pockets::shift(color, role)) as u8 & Pockets::MOST,
        }
    }

    #[inline]
    fn any(&self, color: Color) -> bool {
        self.counts >> (color.index() * SIDE) & ((1 << SIDE) - 1) != 0
    }

    #[inline]
    fn add(&mut self, color: Color, role: Role) {
        debug_assert!(role != Role::King && self.count(color, role) < Pockets::MOST);
        self.counts += 1 << Pockets::shift(color, role);
    }

    #[inline]
    fn remove(&mut self, color: Color, role: Role) {
        debug_assert!(self.count(color, role) > 0);
        self.counts -= 1 << Pockets::shift(color, role);
    }

    #[inline]
    fn promoted(&self) -> Bitboard {
        self.promoted
    }

    #[inline]
    fn set_promoted(&mut self, promoted: Bitboard) {
        self.promoted = promoted;
    }
}

impl fmt::Debug for Pockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for color in Color::ALL {
            for role in Role::DROPPABLE.into_iter().rev() {
                for _ in 0..self.count(color, role) {
                    write!(f, "{}", role.of(color).letter())?;
                }
            }
        }
        f.write_str("]")?;
        self.promoted.into_iter().try_for_each(|square: Square| write!(f, " {square}~"))
    }
}
