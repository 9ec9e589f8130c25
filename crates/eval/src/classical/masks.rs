//! Sets of squares that pawn and king knowledge asks for, made by the compiler.

use rocada_rules::{Bitboard, Color, Square};

type PerSquare = [[Bitboard; 64]; 2];

/// The squares ahead on the same file, by colour and square.
static AHEAD: PerSquare = spans(false, true);
/// The squares ahead on the neighbouring files.
static AHEAD_BESIDE: PerSquare = spans(true, false);

const fn spans(beside: bool, same: bool) -> PerSquare {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0u8;
    while i < 64 {
        let square = Square::new(i);
        let file = Bitboard::file(square.file());
        let mut files = 0;
        if same {
            files |= file.0;
        }
        if beside {
            files |= file.west().0 | file.east().0;
        }
        // All squares above this square's rank, and all below it.
        let rank = square.rank() as u32;
        let above = if rank == 7 { 0 } else { !0u64 << ((rank + 1) * 8) };
        let below = if rank == 0 { 0 } else { !0u64 >> (64 - rank * 8) };
        table[0][i as usize] = Bitboard(files & above);
        table[1][i as usize] = Bitboard(files & below);
        i += 1;
    }
    table
}

/// The squares ahead of `square` on its file, as `color` looks at it.
#[inline]
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    AHEAD[color.index()][square.index()]
}

/// The squares from which an enemy pawn could one day attack a square ahead on this file.
#[inline]
pub(crate) fn ahead_beside(color: Color, square: Square) -> Bitboard {
    AHEAD_BESIDE[color.index()][square.index()]
}

/// No enemy pawn here: the pawn is passed.
#[inline]
pub(crate) fn passed_span(color: Color, square: Square) -> Bitboard {
    ahead(color, square) | ahead_beside(color, square)
}

/// The files beside a file.
#[inline]
pub(crate) const fn beside(file: u8) -> Bitboard {
    let file = Bitboard::file(file);
    Bitboard(file.west().0 | file.east().0)
}

/// 0 for the a- and h-file to 3 for the d- and e-file: left and right are worth the same.
#[inline]
pub(crate) const fn from_edge(file: u8) -> u8 {
    let mirrored = file ^ 7;
    if file < mirrored { file } else { mirrored }
}

/// The index of a square in a half-board table: ranks as `color` counts them, four files from the edge inwards.
#[inline]
pub(crate) const fn half_board(color: Color, square: Square) -> usize {
    square.relative_rank(color) as usize * 4 + from_edge(square.file()) as usize
}
