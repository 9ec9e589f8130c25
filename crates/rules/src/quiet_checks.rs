//! The quiet moves that give check, found without making a list of the others.

use crate::{
    Bitboard, CheckSquares, Move, MoveKind, MoveList, MoveSink, Position, Quiet, Role, Rules, Square,
};

impl<R: Rules> Position<R> {
    /// Adds the quiet moves, drops included, that give check.
    pub fn generate_quiet_checks(&self, moves: &mut MoveList) {
        self.generate::<Quiet, _>(&mut QuietChecks { position: self, squares: self.check_squares(), moves });
    }
}

/// Of the quiet moves that are generated, takes those that give check.
struct QuietChecks<'a, R: Rules> {
    position: &'a Position<R>,
    squares: CheckSquares,
    moves: &'a mut MoveList,
}

impl<R: Rules> MoveSink for QuietChecks<'_, R> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        if let Some(role) = self.position.role_at(from) {
            self.moves.piece(from, targets & self.squares.reached_from(role, from), enemies);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i8, kind: MoveKind) {
        for to in targets {
            let from = to.offset(-delta);
            if self.squares.reached_from(Role::Pawn, from).has(to) {
                self.moves.push(Move::new(from, to, kind));
            }
        }
    }

    #[inline]
    fn promotions(&mut self, _: Bitboard, _: i8, _: bool) {}

    #[inline]
    fn drops(&mut self, role: Role, targets: Bitboard) {
        self.moves.drops(role, targets & self.squares.of(role));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        if self.position.gives_check_with(mv, &self.squares) {
            self.moves.push(mv);
        }
    }
}
