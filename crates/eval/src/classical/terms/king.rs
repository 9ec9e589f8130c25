//! The king: pawns before it, enemy pawns running at it, and pieces that come for it.

use rocada_rules::{Bitboard, Color, Role, bishop_attacks, knight_attacks, rook_attacks};

use super::super::masks::from_edge;
use super::super::trace::{Tally, Trace};
use super::super::weights::at;
use super::Scene;
use crate::board::Board;

/// The pawns on the king's file and beside it: own ones shelter, enemy ones storm. Depends on the pawns and the
/// king's square alone, so the pawn table keeps its sum.
pub(crate) fn shelter<T: Trace>(board: &Board, tally: &mut Tally<'_, T>) {
    let us = tally.color;
    let king = board.king(us);
    // Only what stands on the king's rank or before it matters.
    let before = match us {
        Color::White => Bitboard(!0 << (king.rank() * 8)),
        Color::Black => Bitboard(!0 >> (56 - king.rank() * 8)),
    };
    let (ours, theirs) = (board.pawns(us) & before, board.pawns(!us) & before);
    let centre = king.file().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let own = nearest_rank(us, ours & Bitboard::file(file));
        let enemy = nearest_rank(us, theirs & Bitboard::file(file));
        tally.once(at::SHELTER + from_edge(file) as usize * 8 + own);
        let stopped = own > 0 && enemy == own + 1;
        tally.once(if stopped { at::STORM_STOPPED } else { at::STORM } + enemy);
    }
}

/// The rank, as `us` counts it, of the pawn nearest to its first rank; 0 if there is none.
#[inline]
fn nearest_rank(us: Color, pawns: Bitboard) -> usize {
    let nearest = match us {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, |square| square.relative_rank(us) as usize)
}

/// A right to castle is a promise of safety.
#[inline]
pub(crate) fn castling<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let rights = scene.board.castling[tally.color.index()];
    tally.add(at::CASTLING, i32::from(rights));
}

/// The attack on the enemy king, in units: pieces that reach its ring, weak squares there, and checks that could be
/// given safely. One attacker does little, three win: the table that the units look up grows much faster than
/// they do. `drop_units` is what pieces in hand add.
#[inline]
pub(crate) fn attack<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>, drop_units: i32) {
    let (board, maps, us) = (scene.board, &scene.maps, tally.color);
    let (i, them) = (us.index(), !us);
    let assault = maps.assault[i];
    let weak = maps.all[i] & maps.weak_for(them);
    let mut units = drop_units + safe_checks(scene, us, weak);
    if assault.attackers > 0 {
        units += assault.units + assault.hits + 2 * (weak & maps.ring[them.index()]).count() as i32;
        // A lone attacker is rarely a danger.
        units -= 4 * (assault.attackers == 1) as i32;
    }
    // A pinned defender defends nothing.
    units += (maps.pinned[them.index()] & board.officers(them)).count() as i32;
    if board.pieces(us, Role::Queen).is_empty() && board.in_hand(us, Role::Queen) == 0 {
        units -= 10;
    }
    if units > 0 {
        tally.once(at::KING_ATTACK + units.min(63) as usize);
    }
}

/// Units for each role that could give check from a square where it could not simply be taken.
#[inline]
fn safe_checks(scene: &Scene<'_>, us: Color, weak: Bitboard) -> i32 {
    let (board, maps) = (scene.board, &scene.maps);
    let (i, them) = (us.index(), !us);
    let king = maps.king[them.index()];
    let safe = !board.color(us) & (!maps.all[them.index()] | weak & maps.twice[i]);
    let straight = rook_attacks(king, board.occupied());
    let diagonal = bishop_attacks(king, board.occupied());
    let mut units = 0;
    for (role, from, worth) in [
        (Role::Knight, knight_attacks(king), 6),
        (Role::Bishop, diagonal, 4),
        (Role::Rook, straight, 7),
        (Role::Queen, straight | diagonal, 6),
    ] {
        if (from & safe & maps.attacked_by(us, role)).any() {
            units += worth;
        }
    }
    units
}
