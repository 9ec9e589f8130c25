//! Squares, files and ranks.
//!
//! Squares count from a1 = 0 along the rank to h8 = 63:
//!
//! ```text
//! 8 | 56 57 58 59 60 61 62 63
//! … |
//! 1 |  0  1  2  3  4  5  6  7
//!      a  b  c  d  e  f  g  h
//! ```

use std::fmt;

use crate::{Bitboard, Color};

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of an index from 0 to 63.
    ///
    /// # Panics
    /// If the index is above 63; use [`Square::try_new`] for untrusted numbers.
    #[inline]
    pub const fn new(index: u8) -> Square {
        assert!(index < 64);
        Square(index)
    }

    /// The square of an index, if it is one.
    #[inline]
    pub const fn try_new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square of the lowest six bits.
    #[inline]
    pub(crate) const fn masked(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on `file` and `rank`, both from 0 to 7 (higher bits are ignored).
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// The index from 0 (a1) to 63 (h8). The mask tells the compiler the range.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for White's first rank to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square alone on a bitboard.
    #[inline]
    pub const fn bb(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The rank as `color` counts it: 0 is its own first rank.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> u8 {
        self.rank() ^ (7 * color as u8)
    }

    /// Mirrored top to bottom (a1 and a8 change places).
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Mirrored left to right (a1 and h1 change places).
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// As seen by `color`: itself for White, mirrored top to bottom for Black.
    #[inline]
    pub const fn relative(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// The square `delta` further (8 = a rank up), wrapping round the board's ends.
    /// Only meaningful where the caller knows that the target is on the board.
    #[inline]
    pub(crate) const fn offset(self, delta: i8) -> Square {
        Square(self.0.wrapping_add(delta as u8) & 63)
    }

    /// The square of a name such as `e4`.
    pub const fn from_name(name: &[u8]) -> Option<Square> {
        match name {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(*file - b'a', *rank - b'1')),
            _ => None,
        }
    }

    /// The number of king steps to `other`.
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The named squares, `squares::A1` to `squares::H8`.
#[allow(missing_docs)]
pub mod squares {
    use super::Square;

    macro_rules! name_squares {
        ($($file:literal: $($name:ident)*;)*) => {
            $(name_squares!(@file $file, 0, $($name)*);)*
        };
        (@file $file:literal, $rank:expr, $name:ident $($rest:ident)*) => {
            pub const $name: Square = Square::at($file, $rank);
            name_squares!(@file $file, $rank + 1, $($rest)*);
        };
        (@file $file:literal, $rank:expr,) => {};
    }

    name_squares! {
        0: A1 A2 A3 A4 A5 A6 A7 A8;
        1: B1 B2 B3 B4 B5 B6 B7 B8;
        2: C1 C2 C3 C4 C5 C6 C7 C8;
        3: D1 D2 D3 D4 D5 D6 D7 D8;
        4: E1 E2 E3 E4 E5 E6 E7 E8;
        5: F1 F2 F3 F4 F5 F6 F7 F8;
        6: G1 G2 G3 G4 G5 G6 G7 G8;
        7: H1 H2 H3 H4 H5 H6 H7 H8;
    }
}
