//! Castling as data: which rights there are, and what each one needs. Chess960 needs no code of its own.

use crate::attacks::between;
use crate::{Bitboard, Color, Square};

/// The wing a king castles to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file: the king ends on the g-file, the rook on the f-file.
    King,
    /// Towards the a-file: the king ends on the c-file, the rook on the d-file.
    Queen,
}

impl Wing {
    /// Both wings.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// Where the king of `color` ends.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        Square::at(if self as u8 == 0 { 6 } else { 2 }, 0).relative(color)
    }

    /// Where the rook of `color` ends.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::at(if self as u8 == 0 { 5 } else { 3 }, 0).relative(color)
    }

    /// The wing on which a rook stands as seen from its king.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Wing {
        if rook.file() > king.file() { Wing::King } else { Wing::Queen }
    }
}

/// Which of the four castling rights are left: bits K, Q, k, q.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right at all.
    pub const NONE: CastlingRights = CastlingRights(0);

    /// The index of one right, from 0 to 3.
    #[inline]
    pub const fn slot(color: Color, wing: Wing) -> usize {
        color.index() * 2 + wing as usize
    }

    /// The rights as an index from 0 to 15.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Is this right there?
    #[inline]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 >> CastlingRights::slot(color, wing) & 1 != 0
    }

    /// Has `color` any right?
    #[inline]
    pub const fn has_any(self, color: Color) -> bool {
        self.0 >> (color.index() * 2) & 3 != 0
    }

    /// With one right added.
    #[inline]
    pub const fn with(self, color: Color, wing: Wing) -> CastlingRights {
        CastlingRights(self.0 | 1 << CastlingRights::slot(color, wing))
    }

    #[inline]
    pub(crate) const fn and(self, mask: u8) -> CastlingRights {
        CastlingRights(self.0 & mask)
    }
}

/// What one castling right needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPath {
    /// Where the rook stands.
    pub(crate) rook: Square,
    /// The squares that must be empty (king and rook themselves do not count).
    pub(crate) empty: Bitboard,
    /// The squares that must not be attacked: the king's way, its target included.
    pub(crate) safe: Bitboard,
}

/// The castling data of one game, fixed at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPaths {
    paths: [CastlingPath; 4],
    /// The rights that stay when a piece leaves or reaches a square.
    keep: [u8; 64],
}

impl CastlingPaths {
    pub(crate) const fn none() -> CastlingPaths {
        let unused = CastlingPath { rook: Square::new(0), empty: Bitboard::EMPTY, safe: Bitboard::EMPTY };
        CastlingPaths { paths: [unused; 4], keep: [15; 64] }
    }

    /// Declares that `color` may castle with the king on `king` and the rook on `rook`.
    pub(crate) fn declare(&mut self, color: Color, king: Square, rook: Square) {
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_target(color), wing.rook_target(color));
        let king_way = between(king, king_to).with(king_to);
        let rook_way = between(rook, rook_to).with(rook_to);
        let slot = CastlingRights::slot(color, wing);
        self.paths[slot] = CastlingPath {
            rook,
            empty: (king_way | rook_way).without(king).without(rook),
            safe: king_way.without(king),
        };
        self.keep[king.index()] &= !(1 << slot);
        self.keep[rook.index()] &= !(1 << slot);
    }

    #[inline]
    pub(crate) fn path(&self, color: Color, wing: Wing) -> &CastlingPath {
        &self.paths[CastlingRights::slot(color, wing)]
    }

    #[inline]
    pub(crate) fn keep(&self, square: Square) -> u8 {
        self.keep[square.index()]
    }
}
