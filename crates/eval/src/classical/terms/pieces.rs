//! Material, piece squares, mobility, support, and what knights, bishops and rooks like.
//! Knows nothing of pawn structure and kings, which have modules of their own.

use rocada_rules::{
    Bitboard, Color, Role, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks, squares,
};

use super::super::maps::{Maps, along_pin};
use super::super::masks::{ahead_beside, half_board};
use super::super::trace::{Tally, Trace};
use super::super::weights::at;
use super::Scene;
use crate::board::Board;

/// The men on the board by their number: what almost every game is decided by.
#[inline]
pub(crate) fn material<T: Trace>(board: &Board, tally: &mut Tally<'_, T>) {
    for role in Role::DROPPABLE {
        tally.add(at::MATERIAL + role.index(), board.count(tally.color, role));
    }
}

/// Where pieces and king stand; pawns are counted with the pawn structure, which is cached.
#[inline]
pub(crate) fn piece_squares<T: Trace>(board: &Board, tally: &mut Tally<'_, T>) {
    let us = tally.color;
    for role in &Role::ALL[1..] {
        for square in board.pieces(us, *role) {
            tally.once(at::PAWN_SQUARE + role.index() * 32 + half_board(us, square));
        }
    }
}

/// Mobility: how many useful squares each piece reaches. On its way the walk draws the attack maps and counts what
/// reaches the enemy king's ring, because the attacks of a piece are the dearest thing to find.
#[inline]
pub(crate) fn mobility<T: Trace>(board: &Board, maps: &mut Maps, tally: &mut Tally<'_, T>) {
    walk::<T>(board, maps, tally, Role::Knight, at::KNIGHT_MOBILITY, 4);
    walk::<T>(board, maps, tally, Role::Bishop, at::BISHOP_MOBILITY, 4);
    walk::<T>(board, maps, tally, Role::Rook, at::ROOK_MOBILITY, 5);
    walk::<T>(board, maps, tally, Role::Queen, at::QUEEN_MOBILITY, 7);
}

#[inline(always)]
fn walk<T: Trace>(
    board: &Board,
    maps: &mut Maps,
    tally: &mut Tally<'_, T>,
    role: Role,
    weights: usize,
    attack_units: i32,
) {
    let us = tally.color;
    let (i, j) = (us.index(), (!us).index());
    let occupied = board.occupied();
    let queens = board.pieces(us, Role::Queen);
    // Sliders look through their own queen, rooks through rooks as well: batteries count for both.
    let through = occupied & !queens;
    let rook_through = through & !board.pieces(us, Role::Rook);
    for square in board.pieces(us, role) {
        let mut attacks = match role {
            Role::Knight => knight_attacks(square),
            Role::Bishop => bishop_attacks(square, through),
            Role::Rook => rook_attacks(square, rook_through),
            _ => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        };
        // A pinned piece attacks little: only along the pin can it ever go.
        if maps.pinned[i].has(square) {
            attacks &= along_pin(maps.king[i], square);
        }
        maps.record(us, role, attacks);
        // The king attack counts pieces and squares here and weighs them when both maps are complete.
        let hits = (attacks & maps.ring[j]).count() as i32;
        if hits > 0 {
            let assault = &mut maps.assault[i];
            assault.units += attack_units;
            assault.attackers += 1;
            assault.hits += hits;
        }
        tally.once(weights + (attacks & maps.area[i]).count() as usize);
    }
}

/// Own men that are defended stand firm (the seeds' "support").
#[inline]
pub(crate) fn support<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let us = tally.color;
    let defended = scene.board.color(us) & scene.maps.all[us.index()];
    for role in Role::DROPPABLE {
        let count = (defended & scene.board.roles[role.index()]).count() as i32;
        tally.add(at::SUPPORT + role.index(), count);
    }
}

/// A knight or bishop on a square of ranks 4 to 6 that a pawn defends and no enemy pawn can ever attack cannot be
/// driven away; directly behind a pawn it is shielded.
#[inline]
pub(crate) fn minor_pieces<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let (board, us) = (scene.board, tally.color);
    let ranks =
        Bitboard::relative_rank(us, 3) | Bitboard::relative_rank(us, 4) | Bitboard::relative_rank(us, 5);
    let held = ranks & scene.maps.attacked_by(us, Role::Pawn);
    for (slot, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        let pieces = board.pieces(us, role);
        for square in pieces & held {
            if (ahead_beside(us, square) & board.pawns(!us)).is_empty() {
                tally.once(at::OUTPOST + slot);
            }
        }
        let shielded = pieces & board.roles[Role::Pawn.index()].forward(!us);
        tally.add(at::BEHIND_PAWN, shielded.count() as i32);
    }
}

/// Two bishops see all squares; own pawns on a bishop's colour stand in its way; a bishop that sees both centre
/// squares of its long diagonal rules the board.
#[inline]
pub(crate) fn bishops<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    const CENTRE: Bitboard =
        Bitboard(squares::D4.bb().0 | squares::E4.bb().0 | squares::D5.bb().0 | squares::E5.bb().0);
    let (board, us) = (scene.board, tally.color);
    let bishops = board.pieces(us, Role::Bishop);
    let (dark, light) = (bishops & Bitboard::DARK, bishops & !Bitboard::DARK);
    if dark.any() && light.any() {
        tally.once(at::BISHOP_PAIR);
    }
    let pawns = board.pawns(us);
    let in_the_way =
        dark.count() * (pawns & Bitboard::DARK).count() + light.count() * (pawns & !Bitboard::DARK).count();
    tally.add(at::BAD_BISHOP, in_the_way as i32);
    for square in bishops {
        // Pieces in the way will move, pawns stay.
        let sight = bishop_attacks(square, board.roles[Role::Pawn.index()]).with(square);
        if (sight & CENTRE).more_than_one() {
            tally.once(at::LONG_DIAGONAL);
        }
    }
}

/// Rooks work on files without pawns, and on the seventh when there are pawns to eat or a king to lock in.
#[inline]
pub(crate) fn rooks<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let (board, us) = (scene.board, tally.color);
    let them = !us;
    for square in board.pieces(us, Role::Rook) {
        let file = Bitboard::file(square.file());
        if (file & board.pawns(us)).is_empty() {
            let open = (file & board.pawns(them)).is_empty();
            tally.once(at::ROOK_FILE + open as usize);
        }
        if square.relative_rank(us) == 6 {
            let seventh = Bitboard::rank(square.rank()) & board.pawns(them);
            if seventh.any() || scene.maps.king[them.index()].relative_rank(us) == 7 {
                tally.once(at::ROOK_SEVENTH);
            }
        }
    }
}

/// How many men of each side attack or defend each square, by colour and square.
pub(crate) fn control(board: &Board) -> [[u8; 64]; 2] {
    let mut map = [[0; 64]; 2];
    let occupied = board.occupied();
    for color in Color::ALL {
        for square in board.color(color) {
            let attacks = match board.piece_at(square).map(|piece| piece.role) {
                Some(Role::Pawn) => pawn_attacks(color, square),
                Some(role) => rocada_rules::attacks(role, color, square, occupied),
                None => Bitboard::EMPTY,
            };
            for target in attacks {
                map[color.index()][target.index()] += 1;
            }
        }
    }
    map
}
