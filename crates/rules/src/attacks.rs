//! Which squares a piece attacks. All tables are made by the build script.
//!
//! Sliders use one table lookup: the squares that can block are hashed to an index, by PEXT where the target
//! machine has a fast one and by a multiplication ("magic") elsewhere. `build.rs` decides and says why.

use crate::{Bitboard, Color, Role, Square};

include!(concat!(env!("OUT_DIR"), "/attack_tables.rs"));

/// How to find the attacks of a slider on one square.
struct SliderEntry {
    /// The squares whose occupation matters.
    mask: u64,
    /// The multiplier; unused with PEXT.
    #[cfg_attr(slider_pext, allow(dead_code))]
    magic: u64,
    /// Where the square's part of [`SLIDER_ATTACKS`] begins.
    offset: u32,
    /// 64 minus the number of index bits; unused with PEXT.
    #[cfg_attr(slider_pext, allow(dead_code))]
    shift: u32,
}

#[cfg(slider_pext)]
#[inline]
fn slider(entry: &SliderEntry, occupied: Bitboard) -> Bitboard {
    // Gain measured with `benches/perft.rs` (Zen 3): 6.3 % fewer instructions and 5 % less time than magics.
    // SAFETY: `slider_pext` is set only when the whole build targets machines with BMI2.
    #[allow(unsafe_code)]
    let index = unsafe { std::arch::x86_64::_pext_u64(occupied.0, entry.mask) } as usize;
    Bitboard(SLIDER_ATTACKS[entry.offset as usize + index])
}

#[cfg(not(slider_pext))]
#[inline]
fn slider(entry: &SliderEntry, occupied: Bitboard) -> Bitboard {
    let index = ((occupied.0 & entry.mask).wrapping_mul(entry.magic) >> entry.shift) as usize;
    Bitboard(SLIDER_ATTACKS[entry.offset as usize + index])
}

/// The squares a bishop on `square` attacks.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider(&BISHOP_ENTRIES[square.index()], occupied)
}

/// The squares a rook on `square` attacks.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider(&ROOK_ENTRIES[square.index()], occupied)
}

/// The squares a queen on `square` attacks.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares a knight on `square` attacks.
#[inline]
pub const fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT_ATTACKS[square.index()])
}

/// The squares a king on `square` attacks.
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING_ATTACKS[square.index()])
}

/// The squares a pawn of `color` on `square` attacks.
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_ATTACKS[color.index()][square.index()])
}

/// The squares that the pawns of `color` attack.
#[inline]
pub const fn pawns_attack(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard(ahead.west().0 | ahead.east().0)
}

/// The squares a piece attacks.
#[inline]
pub fn attacks(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// The squares a bishop on `square` would attack on an empty board.
#[inline]
pub const fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[square.index()])
}

/// The squares a rook on `square` would attack on an empty board.
#[inline]
pub const fn rook_rays(square: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[square.index()])
}

/// The squares strictly between two squares on one line; none if they share no line.
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares, edge to edge; none if they share no line.
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}
