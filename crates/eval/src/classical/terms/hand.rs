//! Crazyhouse: pieces in hand and where they could come down. Chess never comes here.
//!
//! A king with holes round it is safe as long as the enemy holds nothing, and lost when he holds the right pieces:
//! what counts is always hole and hand together.

use rocada_rules::{
    Bitboard, Color, Role, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};

use super::super::trace::{Tally, Trace};
use super::super::weights::at;
use super::Scene;
use crate::board::Board;

/// First weight and greatest count of each role in hand.
const HAND: [(usize, usize); 5] = [
    (at::HAND_PAWN, 16),
    (at::HAND_KNIGHT, 4),
    (at::HAND_BISHOP, 4),
    (at::HAND_ROOK, 4),
    (at::HAND_QUEEN, 2),
];

/// Pieces in hand by role and number: the first of a kind is the most useful. Promoted men on the board do the work of
/// a piece and give the enemy only a pawn when they fall.
#[inline]
pub(crate) fn hand<T: Trace>(board: &Board, tally: &mut Tally<'_, T>) {
    let us = tally.color;
    for role in Role::DROPPABLE {
        let (first, most) = HAND[role.index()];
        let count = board.in_hand(us, role);
        if count > 0 {
            tally.once(first + count.min(most));
        }
    }
    let promoted = board.promoted & board.officers(us);
    if promoted.any() {
        for (slot, role) in Role::ALL[1..5].iter().enumerate() {
            let count = (promoted & board.roles[role.index()]).count() as i32;
            tally.add(at::PROMOTED + slot, count);
        }
    }
}

/// What the hand can do to the enemy king: holes it can drop into, safe drop checks, and squares beside the king that
/// only the king defends while an own man backs up the drop. Gives back attack units for the king attack.
#[inline]
pub(crate) fn drops<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) -> i32 {
    /// Attack units of one held piece, and of a safe check with it, from pawn to queen.
    const HELD_UNITS: [i32; 5] = [1, 3, 2, 3, 5];
    const CHECK_UNITS: [i32; 5] = [2, 4, 3, 4, 4];
    let (board, maps, us) = (scene.board, &scene.maps, tally.color);
    if board.hands[us.index()] == [0; 5] {
        return 0;
    }
    let them = !us;
    let king = maps.king[them.index()];
    let empty = !board.occupied();
    let guarded = guard(scene, them);
    let holes = maps.ring[them.index()] & empty & !guarded;
    let backed = maps.all[us.index()];
    // Nobody takes the dropped piece, or only the king could and an own man forbids it.
    let safe = empty & (!maps.all[them.index()] | !guarded & backed);
    let straight = rook_attacks(king, board.occupied());
    let diagonal = bishop_attacks(king, board.occupied());
    let from = [
        pawn_attacks(them, king) & !Bitboard::BACK_RANKS,
        knight_attacks(king),
        diagonal,
        straight,
        straight | diagonal,
    ];
    let mut units = 0;
    let mut held_any_piece = false;
    for role in Role::DROPPABLE {
        let i = role.index();
        let held = board.in_hand(us, role);
        if held == 0 {
            continue;
        }
        held_any_piece |= role != Role::Pawn;
        tally.add(at::HOLE + i, holes.count() as i32);
        let checks = (from[i] & safe).count().min(4) as i32;
        tally.add(at::DROP_CHECK + i, checks);
        // One safe check is a threat, more squares for the same piece add little.
        units += CHECK_UNITS[i] * checks.min(1);
        if holes.any() {
            units += HELD_UNITS[i] * held.min(2) as i32;
        }
    }
    if held_any_piece {
        let contact = king_attacks(king) & empty & !guarded & backed;
        tally.add(at::DROP_CONTACT, contact.count() as i32);
        units += contact.count() as i32;
    }
    units
}

/// The squares that men other than the king defend.
#[inline]
fn guard(scene: &Scene<'_>, color: Color) -> Bitboard {
    let by = &scene.maps.by[color.index()];
    by[..5].iter().fold(Bitboard::EMPTY, |all, &set| all | set)
}
