//! Hash keys. Boards, castling, en passant and the turn use the numbers of the Polyglot format, so the key of a chess
//! position is its book key too; hands and promoted marks of crazyhouse use numbers made here.

use crate::castling::CastlingRights;
use crate::hand::Pockets;
use crate::random64::RANDOM64;
use crate::{Color, Role, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of a piece on a square.
#[inline]
pub(crate) const fn piece(color: Color, role: Role, square: Square) -> u64 {
    RANDOM64[(role.index() * 2 + (color.index() ^ 1)) * 64 + square.index()]
}

/// The key of the castling rights, all four in one.
#[inline]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    CASTLING_KEYS[rights.index()]
}

/// The key of a possible en passant capture.
#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    RANDOM64[EN_PASSANT + (square.file() & 7) as usize]
}

/// What changes with the side to move.
#[inline]
pub(crate) fn turn() -> u64 {
    RANDOM64[WHITE_TO_MOVE]
}

/// The key of `count` pieces of a role in the hand of `color`; none at all has key 0.
#[inline]
pub(crate) fn hand(color: Color, role: Role, count: u8) -> u64 {
    HAND_KEYS[color.index()][role.index()][(count & Pockets::MOST) as usize]
}

/// The key of a promoted mark.
#[inline]
pub(crate) fn promoted(square: Square) -> u64 {
    PROMOTED_KEYS[square.index()]
}

static CASTLING_KEYS: [u64; 16] = {
    let mut keys = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut slot = 0;
        while slot < 4 {
            if rights >> slot & 1 != 0 {
                keys[rights] ^= RANDOM64[CASTLING + slot];
            }
            slot += 1;
        }
        rights += 1;
    }
    keys
};

const HAND_SLOTS: usize = Pockets::MOST as usize + 1;

static HAND_KEYS: [[[u64; HAND_SLOTS]; 6]; 2] = {
    let mut keys = [[[0; HAND_SLOTS]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * HAND_SLOTS {
        let (color, role, count) = (index / (6 * HAND_SLOTS), index / HAND_SLOTS % 6, index % HAND_SLOTS);
        if count > 0 {
            keys[color][role][count] = mix(index as u64);
        }
        index += 1;
    }
    keys
};

static PROMOTED_KEYS: [u64; 64] = {
    let mut keys = [0; 64];
    let mut square = 0;
    while square < 64 {
        keys[square] = mix(0x1_0000 + square as u64);
        square += 1;
    }
    keys
};

/// SplitMix64: a well mixed number for each index.
const fn mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
