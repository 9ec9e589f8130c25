//! Threats: what could be taken with profit next, and space: room behind the pawns.

use rocada_rules::{Bitboard, Role, pawns_attack};

use super::super::trace::{Tally, Trace};
use super::super::weights::at;
use super::Scene;

/// Attacks that the enemy has to answer.
#[inline]
pub(crate) fn threats<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let (board, maps, us) = (scene.board, &scene.maps, tally.color);
    let them = !us;
    let (ours, theirs) = (maps.all[us.index()], maps.all[them.index()]);
    let enemies = board.color(them) & !board.roles[Role::King.index()];
    let by_pawn = maps.attacked_by(us, Role::Pawn);
    let by_minor = maps.attacked_by(us, Role::Knight) | maps.attacked_by(us, Role::Bishop);
    let by_rook = maps.attacked_by(us, Role::Rook);
    // Defended by a pawn, or more often than attacked: an equal piece gains nothing there.
    let firm = maps.attacked_by(them, Role::Pawn) | maps.twice[them.index()] & !maps.twice[us.index()];
    let loose = enemies & !firm;
    let majors = board.roles[Role::Rook.index()] | board.roles[Role::Queen.index()];
    let queens = board.roles[Role::Queen.index()];
    let minor_targets = by_minor & (loose | enemies & majors);
    let rook_targets = by_rook & (loose | enemies & queens);
    for role in Role::DROPPABLE {
        let of_role = board.pieces(them, role);
        let i = role.index();
        tally.add(at::THREAT_BY_PAWN + i, (of_role & by_pawn).count() as i32);
        tally.add(at::THREAT_BY_MINOR + i, (of_role & minor_targets).count() as i32);
        tally.add(at::THREAT_BY_ROOK + i, (of_role & rook_targets).count() as i32);
    }
    // What nobody defends falls, or costs a move.
    tally.add(at::HANGING, (enemies & ours & !theirs).count() as i32);

    // Pawn steps to squares where the pawn is not lost, attacking a piece from there.
    let empty = !board.occupied();
    let single = board.pawns(us).forward(us) & empty;
    let double = (single & Bitboard::relative_rank(us, 2)).forward(us) & empty;
    let safe = !maps.attacked_by(them, Role::Pawn) & (ours | !theirs);
    let pushed = pawns_attack(us, (single | double) & safe) & board.officers(them) & !by_pawn;
    tally.add(at::PUSH_THREAT, pushed.count() as i32);
    if ours.has(maps.king[them.index()]) {
        tally.once(at::CHECK);
    }
}

/// Squares on the four centre files behind the front that are not under an enemy pawn: room for pieces.
#[inline]
pub(crate) fn space<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let (board, us) = (scene.board, tally.color);
    let ranks =
        Bitboard::relative_rank(us, 1) | Bitboard::relative_rank(us, 2) | Bitboard::relative_rank(us, 3);
    let room = CENTRE_FILES & ranks & !board.pawns(us) & !scene.maps.attacked_by(!us, Role::Pawn);
    tally.add(at::SPACE, room.count() as i32);
}
