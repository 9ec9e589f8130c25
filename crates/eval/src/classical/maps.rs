//! Who attacks what: computed once for each evaluation and shared by all terms. Knows no weights.

use rocada_rules::{
    Bitboard, Color, Role, Square, between, bishop_rays, king_attacks, line, pawns_attack, rook_rays,
};

use crate::board::Board;

/// What the pieces of one side bring against the enemy king.
#[derive(Clone, Copy, Default)]
pub(crate) struct Assault {
    /// Attack units of the pieces that reach the king's ring.
    pub(crate) units: i32,
    /// How many pieces reach it.
    pub(crate) attackers: i32,
    /// How many squares of the ring they hit, counted once for each piece.
    pub(crate) hits: i32,
}

/// The attack maps of both sides, by [`Color::index`].
pub(crate) struct Maps {
    /// Attacked squares by role.
    pub(crate) by: [[Bitboard; 6]; 2],
    /// Squares attacked by anything.
    pub(crate) all: [Bitboard; 2],
    /// Squares attacked at least twice.
    pub(crate) twice: [Bitboard; 2],
    /// Where the kings stand.
    pub(crate) king: [Square; 2],
    /// The nine squares round a king, moved inwards at the edge so that it always has nine.
    pub(crate) ring: [Bitboard; 2],
    /// Where a piece is useful: neither on the own king or a stuck pawn nor under an enemy pawn's attack.
    pub(crate) area: [Bitboard; 2],
    /// Men pinned to their own king.
    pub(crate) pinned: [Bitboard; 2],
    /// What the pieces of each side bring against the other's king.
    pub(crate) assault: [Assault; 2],
}

impl Maps {
    /// The maps with pawns and kings in them; the walk over the pieces adds the rest.
    #[inline]
    pub(crate) fn new(board: &Board) -> Maps {
        let mut maps = Maps {
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            king: [board.king(Color::White), board.king(Color::Black)],
            ring: [Bitboard::EMPTY; 2],
            area: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            assault: [Assault::default(); 2],
        };
        let occupied = board.occupied();
        for us in Color::ALL {
            let (i, them) = (us.index(), !us);
            let king = maps.king[i];
            let pawns = board.pawns(us);
            let ahead = pawns.forward(us);
            let by_pawn = pawns_attack(us, pawns);
            let by_king = king_attacks(king);
            maps.by[i][Role::Pawn.index()] = by_pawn;
            maps.by[i][Role::King.index()] = by_king;
            maps.all[i] = by_pawn | by_king;
            maps.twice[i] = by_pawn & by_king | ahead.west() & ahead.east();
            let centre = Square::at(king.file().clamp(1, 6), king.rank().clamp(1, 6));
            maps.ring[i] = king_attacks(centre).with(centre);
            let stuck = pawns & occupied.forward(them);
            maps.area[i] = !(stuck.with(king) | pawns_attack(them, board.pawns(them)));
            maps.pinned[i] = pinned(board, us, king, occupied);
        }
        maps
    }

    /// Adds the attacks of one piece.
    #[inline]
    pub(crate) fn record(&mut self, us: Color, role: Role, attacks: Bitboard) {
        let i = us.index();
        self.twice[i] |= self.all[i] & attacks;
        self.all[i] |= attacks;
        self.by[i][role.index()] |= attacks;
    }

    /// The squares that `color` attacks with this role.
    #[inline]
    pub(crate) fn attacked_by(&self, color: Color, role: Role) -> Bitboard {
        self.by[color.index()][role.index()]
    }

    /// Squares that `color` attacks once at most, and if so only with the king or the queen: others can enter.
    #[inline]
    pub(crate) fn weak_for(&self, color: Color) -> Bitboard {
        let i = color.index();
        let by = &self.by[i];
        !self.twice[i] & (!self.all[i] | by[Role::King.index()] | by[Role::Queen.index()])
    }
}

#[inline]
fn pinned(board: &Board, us: Color, king: Square, occupied: Bitboard) -> Bitboard {
    let them = board.color(!us);
    let queens = board.roles[Role::Queen.index()];
    let snipers = them
        & (rook_rays(king) & (board.roles[Role::Rook.index()] | queens)
            | bishop_rays(king) & (board.roles[Role::Bishop.index()] | queens));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & occupied;
        if blockers.any() && !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned & board.color(us)
}

/// What a pinned man still attacks: only along the line of the pin.
#[inline]
pub(crate) fn along_pin(king: Square, square: Square) -> Bitboard {
    line(king, square)
}
