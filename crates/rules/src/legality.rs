//! Is this move legal, and does it give check? Answers without generating all moves.

use crate::attacks::{attacks, between, bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks};
use crate::make::behind;
use crate::{Bitboard, Color, Move, MoveKind, Position, Role, Rules, Square, Wing};

/// From where each role would check the enemy king, and which own men hide a check behind them.
/// Worth keeping while many moves of one position are asked about.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    by_role: [Bitboard; 6],
    discoverers: Bitboard,
    king: Square,
}

impl CheckSquares {
    /// The squares from which a piece of this role would give check.
    #[inline]
    pub fn of(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    /// The squares to which a man of this role gives check when it comes from `from`.
    #[inline]
    pub(crate) fn reached_from(&self, role: Role, from: Square) -> Bitboard {
        self.of(role) | self.uncovered_from(from)
    }

    /// The squares to which a man on `from` must go to give check by what it leaves.
    #[inline]
    fn uncovered_from(&self, from: Square) -> Bitboard {
        if self.discoverers.has(from) { !line(self.king, from) } else { Bitboard::EMPTY }
    }

    /// Own men that give check by leaving the line on which they stand.
    #[inline]
    pub fn discoverers(&self) -> Bitboard {
        self.discoverers
    }
}

impl<R: Rules> Position<R> {
    /// Is this move legal here? Any bit pattern may be asked, as a hash table may return one.
    pub fn is_legal(&self, mv: Move) -> bool {
        let Some(kind) = mv.kind() else { return false };
        match kind {
            MoveKind::Drop => self.drop_is_legal(mv),
            MoveKind::Castle => self.castle_is_legal(mv),
            MoveKind::EnPassant => {
                let (from, to) = (mv.from(), mv.to());
                self.en_passant() == Some(to)
                    && (pawn_attacks(!self.turn, to) & self.pieces(self.turn, Role::Pawn)).has(from)
                    && self.en_passant_keeps_king_safe(from, to)
            }
            _ => self.step_is_legal(mv, kind),
        }
    }

    fn drop_is_legal(&self, mv: Move) -> bool {
        let Some(role) = mv.drop_role() else { return false };
        let to = mv.to();
        R::DROPS
            && self.in_hand(self.turn, role) > 0
            && !self.occupied().has(to)
            && (role != Role::Pawn || !Bitboard::BACK_RANKS.has(to))
            && self.resolves_check(to)
    }

    fn castle_is_legal(&self, mv: Move) -> bool {
        let (king, rook) = (mv.from(), mv.to());
        if self.in_check() || king != self.king(self.turn) {
            return false;
        }
        self.open_castling_path(self.turn, Wing::of(king, rook))
            .is_some_and(|path| path.rook == rook && self.unattacked(self.turn, path.safe) == path.safe)
    }

    /// A move of a man from square to square that is neither castling nor en passant.
    fn step_is_legal(&self, mv: Move, kind: MoveKind) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(role) = self.role_at(from) else { return false };
        if !self.color(us).has(from)
            || self.color(us).has(to)
            || mv.is_capture() != self.color(!us).has(to)
            || self.role_at(to) == Some(Role::King)
        {
            return false;
        }
        let reaches = match role {
            Role::Pawn => self.pawn_reaches(mv, kind),
            _ => {
                matches!(kind, MoveKind::Quiet | MoveKind::Capture)
                    && attacks(role, us, from, self.occupied()).has(to)
            }
        };
        if !reaches {
            return false;
        }
        if role == Role::King {
            return self.unattacked(us, to.bb()).any();
        }
        (!self.pinned().has(from) || line(self.king(us), from).has(to)) && self.resolves_check(to)
    }

    /// Is the kind right for a pawn that goes from here to there?
    fn pawn_reaches(&self, mv: Move, kind: MoveKind) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_promotion() != (to.relative_rank(us) == 7) {
            return false;
        }
        if mv.is_capture() {
            return pawn_attacks(us, from).has(to);
        }
        match kind {
            MoveKind::DoublePush => {
                let middle = behind(us, to);
                from.relative_rank(us) == 1 && behind(us, middle) == from && !self.occupied().has(middle)
            }
            _ => from.relative_rank(us) < 7 && behind(us, to) == from,
        }
    }

    /// Does a man other than the king that arrives on `to` answer the checks there are?
    fn resolves_check(&self, to: Square) -> bool {
        let checkers = self.checkers();
        match checkers.first() {
            None => true,
            Some(_) if checkers.more_than_one() => false,
            Some(checker) => checker == to || between(self.king(self.turn), checker).has(to),
        }
    }

    /// Does this legal move give check?
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_with(mv, &self.check_squares())
    }

    /// From where the side to move would give check now.
    pub fn check_squares(&self) -> CheckSquares {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(them);
        let occupied = self.occupied();
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut discoverers = Bitboard::EMPTY;
        for sniper in self.snipers(us, king) {
            let blockers = between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                discoverers |= blockers & self.color(us);
            }
        }
        CheckSquares {
            by_role: [
                pawn_attacks(them, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            discoverers,
            king,
        }
    }

    /// Does this legal move give check? `squares` are those of this position.
    #[inline]
    pub fn gives_check_with(&self, mv: Move, squares: &CheckSquares) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if let Some(role) = mv.drop_role() {
            return squares.of(role).has(to);
        }
        if mv.is_castle() || mv.is_en_passant() {
            return self.unusual_move_gives_check(mv, squares.king);
        }
        match mv.promotion() {
            Some(role) => {
                squares.uncovered_from(from).has(to)
                    || attacks(role, self.turn, to, self.occupied().without(from)).has(squares.king)
            }
            None => self.role_at(from).is_some_and(|role| squares.reached_from(role, from).has(to)),
        }
    }

    /// Castling and en passant change more than two squares: look at the board after them.
    fn unusual_move_gives_check(&self, mv: Move, king: Square) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mut straight = self.straight_sliders(us);
        let occupied;
        let mut direct = false;
        if mv.is_castle() {
            let wing = Wing::of(from, to);
            let rook_to = wing.rook_target(us);
            occupied = self.occupied().without(from).without(to).with(rook_to).with(wing.king_target(us));
            straight = straight.without(to).with(rook_to);
        } else {
            occupied = self.occupied().without(from).without(behind(us, to)).with(to);
            direct = pawn_attacks(us, to).has(king);
        }
        direct
            || (rook_attacks(king, occupied) & straight).any()
            || (bishop_attacks(king, occupied) & self.diagonal_sliders(us)).any()
    }

    /// The squares that the men of `color` attack, own men on them included.
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.color(color).into_iter().fold(Bitboard::EMPTY, |all, square| match self.role_at(square) {
            Some(role) => all | attacks(role, color, square, occupied),
            None => all,
        })
    }
}
