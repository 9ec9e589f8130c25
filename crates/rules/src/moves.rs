//! A move in 16 bits, and a list of moves.
//!
//! ```text
//!  15 14 13 12 | 11 10  9  8  7  6 | 5  4  3  2  1  0
//!     kind     |       from        |        to
//! ```
//! * Bit 15 of the kind marks a promotion, bit 14 a capture; a promotion keeps its role in bits 13 and 12.
//! * A drop keeps its role in the `from` bits.
//! * Castling is "king takes own rook", in every variant.
//! * The all-zero pattern is no move, so `Option<Move>` has two bytes too.

use std::fmt;
use std::num::NonZeroU16;

use crate::{Role, Square};

/// What kind of move it is; the numbers are bits 12 to 15 of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum MoveKind {
    Quiet = 0,
    DoublePush = 1,
    Castle = 2,
    Drop = 3,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The promotion kind for a role, if a pawn can become one.
    #[inline]
    pub const fn promotion(role: Role, capture: bool) -> Option<MoveKind> {
        Some(match (role, capture) {
            (Role::Knight, false) => MoveKind::PromoteKnight,
            (Role::Bishop, false) => MoveKind::PromoteBishop,
            (Role::Rook, false) => MoveKind::PromoteRook,
            (Role::Queen, false) => MoveKind::PromoteQueen,
            (Role::Knight, true) => MoveKind::CapturePromoteKnight,
            (Role::Bishop, true) => MoveKind::CapturePromoteBishop,
            (Role::Rook, true) => MoveKind::CapturePromoteRook,
            (Role::Queen, true) => MoveKind::CapturePromoteQueen,
            (Role::Pawn | Role::King, _) => return None,
        })
    }
}

/// A move in 16 bits. It is only meaningful together with the position it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const PROMOTION: u16 = 1 << 15;
const CAPTURE: u16 = 1 << 14;

impl Move {
    /// The move of a kind from one square to another. For drops see [`Move::drop`].
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::pack((kind as u16) << 12 | (from.index() as u16) << 6 | to.index() as u16)
    }

    /// The drop of a piece from the hand.
    #[inline]
    pub const fn drop(role: Role, to: Square) -> Move {
        Move::pack((MoveKind::Drop as u16) << 12 | (role as u16) << 6 | to.index() as u16)
    }

    /// Only "a1 to a1, quiet" has no bit set, and nobody makes that move; it becomes "a1 to b1".
    #[inline]
    const fn pack(bits: u16) -> Move {
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The move of a bit pattern, if it is not zero. Any other pattern makes a `Move`;
    /// whether it is legal is for [`Position::is_legal`](crate::Position::is_legal) to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The bit pattern.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square the piece comes from: for castling the king's square, for a drop meaningless.
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked((self.bits() >> 6) as u32)
    }

    /// The square the piece goes to: for castling the square of the own rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::masked(self.bits() as u32)
    }

    /// The kind, or `None` for the two bit patterns (6 and 7) that mean nothing.
    #[inline]
    pub const fn kind(self) -> Option<MoveKind> {
        Some(match self.bits() >> 12 {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castle,
            3 => MoveKind::Drop,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            15 => MoveKind::CapturePromoteQueen,
            _ => return None,
        })
    }

    #[inline]
    const fn is_kind(self, kind: MoveKind) -> bool {
        self.bits() >> 12 == kind as u16
    }

    /// Does it take a piece (en passant included)?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.bits() & CAPTURE != 0
    }

    /// Does a pawn become a piece?
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.bits() & PROMOTION != 0
    }

    /// A capture or a promotion: what a quiescence search looks at.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.bits() & (PROMOTION | CAPTURE) != 0
    }

    /// Neither a capture nor a promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    /// Is it castling?
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.is_kind(MoveKind::Castle)
    }

    /// Does a piece come from the hand?
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.is_kind(MoveKind::Drop)
    }

    /// Is it an en passant capture?
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.is_kind(MoveKind::EnPassant)
    }

    /// Is it a pawn's double step?
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.is_kind(MoveKind::DoublePush)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.is_promotion() { Some(self.promotion_role()) } else { None }
    }

    /// What the pawn becomes, read from a move that is known to promote.
    #[inline]
    pub(crate) const fn promotion_role(self) -> Role {
        match self.bits() >> 12 & 3 {
            0 => Role::Knight,
            1 => Role::Bishop,
            2 => Role::Rook,
            _ => Role::Queen,
        }
    }

    /// The role of a drop; `None` for other moves and for drop patterns without a droppable role.
    #[inline]
    pub const fn drop_role(self) -> Option<Role> {
        if !self.is_drop() {
            return None;
        }
        Some(match self.bits() >> 6 & 63 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => return None,
        })
    }
}

/// Shows the move without its position, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`, `N@f3`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(role) = self.drop_role() {
            return write!(f, "{}@{}", role.letter(), self.to());
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// A list of moves with a fixed place for each: no position of either game has 512 legal moves.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; MoveList::CAPACITY],
}

impl MoveList {
    /// How many moves fit. A chess position has at most 218, a crazyhouse position a little over 300.
    pub const CAPACITY: usize = 512;

    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [Move(NonZeroU16::MIN); MoveList::CAPACITY] }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If 512 moves are there already, which no position has.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Makes the list empty.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps only the moves that pass the test, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if keep(self.moves[i]) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl std::ops::DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
