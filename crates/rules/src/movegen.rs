//! Fully legal move generation.
//!
//! The generator hands whole sets of target squares to a [`MoveSink`]: a list takes them apart into moves, a counter
//! only adds population counts. Perft, search and notation all go through this one generator.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawns_attack, rook_attacks,
};
use crate::{Bitboard, Color, Move, MoveKind, MoveList, Position, Role, Rules, Square, Wing};

/// Where generated moves go.
pub trait MoveSink {
    /// A piece on `from` may go to each of `targets`; where an enemy stands it captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns may go to each of `targets`, from `delta` squares before it.
    fn pawns(&mut self, targets: Bitboard, delta: i8, kind: MoveKind);
    /// Pawns may promote on each of `targets`, coming from `delta` squares before it.
    fn promotions(&mut self, targets: Bitboard, delta: i8, capture: bool);
    /// A piece in hand may be dropped on each of `targets`.
    fn drops(&mut self, role: Role, targets: Bitboard);
    /// One single move: castling or en passant.
    fn one(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets & !enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(to.offset(-delta), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, capture: bool) {
        for to in targets {
            for role in Role::PROMOTIONS {
                let kind = MoveKind::promotion(role, capture).expect("invariant: pawns become such roles");
                self.push(Move::new(to.offset(-delta), to, kind));
            }
        }
    }

    #[inline]
    fn drops(&mut self, role: Role, targets: Bitboard) {
        for to in targets {
            self.push(Move::drop(role, to));
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without making them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveCounter(pub u64);

impl MoveSink for MoveCounter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += u64::from(targets.count() * 4);
    }

    #[inline]
    fn drops(&mut self, _: Role, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Which moves to generate. While in check all of these give evasions only.
pub trait Wanted {
    /// Captures and promotions.
    const NOISY: bool;
    /// The rest: quiet moves, castling, drops.
    const QUIET: bool;
}

/// Every legal move.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures and promotions.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// All that is neither capture nor promotion.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Wanted for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Wanted for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Wanted for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

impl<R: Rules> Position<R> {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All, _>(&mut list);
        list
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate::<All, _>(&mut counter);
        counter.0
    }

    /// Has the side to move any legal move?
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Gives the wanted legal moves to the sink.
    #[inline]
    pub fn generate<W: Wanted, S: MoveSink>(&self, sink: &mut S) {
        let us = self.turn;
        let king = self.king(us);
        let checkers = self.checkers();
        self.generate_king::<W, S>(king, sink);
        if checkers.any() {
            if !checkers.more_than_one() {
                let resolving = between(king, checkers.lowest()) | checkers;
                self.generate_men::<W, S>(king, resolving, sink);
            }
        } else {
            if W::QUIET && self.castling().has_any(us) {
                self.generate_castling(king, sink);
            }
            self.generate_men::<W, S>(king, Bitboard::ALL, sink);
        }
    }

    /// The squares a piece may go to for the wanted kind of move.
    #[inline]
    fn targets<W: Wanted>(&self) -> Bitboard {
        let (us, them) = (self.color(self.turn), self.color(!self.turn));
        match (W::NOISY, W::QUIET) {
            (true, true) => !us,
            (true, false) => them,
            _ => !(us | them),
        }
    }

    #[inline]
    fn generate_king<W: Wanted, S: MoveSink>(&self, king: Square, sink: &mut S) {
        let candidates = king_attacks(king) & self.targets::<W>();
        if candidates.any() {
            sink.piece(king, self.unattacked(candidates), self.color(!self.turn));
        }
    }

    /// Which of the candidate squares the enemy does not attack once the own king has left its place.
    #[inline]
    pub(crate) fn unattacked(&self, candidates: Bitboard) -> Bitboard {
        let (us, them) = (self.turn, !self.turn);
        let mut safe =
            candidates & !king_attacks(self.king(them)) & !pawns_attack(them, self.pieces(them, Role::Pawn));
        for knight in self.pieces(them, Role::Knight) {
            safe &= !knight_attacks(knight);
        }
        let occupied = self.occupied() ^ self.pieces(us, Role::King);
        let (straight, diagonal) = (self.straight_sliders(them), self.diagonal_sliders(them));
        for square in safe {
            let attackers =
                rook_attacks(square, occupied) & straight | bishop_attacks(square, occupied) & diagonal;
            if attackers.any() {
                safe ^= square.bb();
            }
        }
        safe
    }

    #[inline]
    fn generate_castling<S: MoveSink>(&self, king: Square, sink: &mut S) {
        for wing in Wing::ALL {
            if self.castling_is_legal(wing) {
                let rook = self.castling_paths.path(self.turn, wing).rook;
                sink.one(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    /// May the side to move, which is not in check, castle to this wing? A pinned rook cannot: it stands between its
    /// king and the attacker on the first rank, which only Chess960 starts make possible.
    #[inline]
    pub(crate) fn castling_is_legal(&self, wing: Wing) -> bool {
        if !self.castling().has(self.turn, wing) {
            return false;
        }
        let path = self.castling_paths.path(self.turn, wing);
        (path.empty & self.occupied()).is_empty()
            && !self.pinned().has(path.rook)
            && self.unattacked(path.safe) == path.safe
    }

    /// All moves but the king's, each ending on one of the `resolving` squares.
    #[inline]
    fn generate_men<W: Wanted, S: MoveSink>(&self, king: Square, resolving: Bitboard, sink: &mut S) {
        let (us, them) = (self.turn, !self.turn);
        let (occupied, enemies) = (self.occupied(), self.color(them));
        let pinned = self.pinned();
        let targets = self.targets::<W>() & resolving;

        let pawns = self.pieces(us, Role::Pawn);
        self.generate_pawns::<W, S>(pawns & !pinned, resolving, sink);
        for pawn in pawns & pinned {
            self.generate_pawns::<W, S>(pawn.bb(), resolving & line(king, pawn), sink);
        }
        if W::NOISY
            && let Some(target) = self.en_passant()
        {
            self.generate_en_passant(target, sink);
        }
        for from in self.pieces(us, Role::Knight) & !pinned {
            sink.piece(from, knight_attacks(from) & targets, enemies);
        }
        let diagonal = self.diagonal_sliders(us);
        for from in diagonal & !pinned {
            sink.piece(from, bishop_attacks(from, occupied) & targets, enemies);
        }
        for from in diagonal & pinned {
            sink.piece(
                from,
                bishop_attacks(from, occupied) & targets & line(king, from),
                enemies,
            );
        }
        let straight = self.straight_sliders(us);
        for from in straight & !pinned {
            sink.piece(from, rook_attacks(from, occupied) & targets, enemies);
        }
        for from in straight & pinned {
            sink.piece(
                from,
                rook_attacks(from, occupied) & targets & line(king, from),
                enemies,
            );
        }
        if R::DROPS && W::QUIET {
            self.generate_drops(!occupied & resolving, sink);
        }
    }

    /// The moves of a set of pawns that all may go to `allowed`.
    #[inline]
    fn generate_pawns<W: Wanted, S: MoveSink>(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut S) {
        let us = self.turn;
        let empty = !self.occupied();
        let enemies = self.color(!us) & allowed;
        let (ahead, west, east) = match us {
            Color::White => (8, 7, 9),
            Color::Black => (-8, -9, -7),
        };
        let last = Bitboard::relative_rank(us, 7);
        let steps = pawns.forward(us) & empty;
        let pushes = steps & allowed;
        let doubles = (steps & Bitboard::relative_rank(us, 2)).forward(us) & empty & allowed;
        let captures_west = pawns.west().forward(us) & enemies;
        let captures_east = pawns.east().forward(us) & enemies;
        if W::NOISY {
            if ((pushes | captures_west | captures_east) & last).any() {
                sink.promotions(captures_west & last, west, true);
                sink.promotions(captures_east & last, east, true);
                sink.promotions(pushes & last, ahead, false);
            }
            sink.pawns(captures_west & !last, west, MoveKind::Capture);
            sink.pawns(captures_east & !last, east, MoveKind::Capture);
        }
        if W::QUIET {
            sink.pawns(pushes & !last, ahead, MoveKind::Quiet);
            sink.pawns(doubles, ahead * 2, MoveKind::DoublePush);
        }
    }

    /// The en passant captures: so rare that each one is tried out against the king's safety.
    fn generate_en_passant<S: MoveSink>(&self, target: Square, sink: &mut S) {
        let us = self.turn;
        for from in crate::attacks::pawn_attacks(!us, target) & self.pieces(us, Role::Pawn) {
            if self.en_passant_keeps_king_safe(from, target) {
                sink.one(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    #[inline]
    fn generate_drops<S: MoveSink>(&self, targets: Bitboard, sink: &mut S) {
        for role in Role::DROPPABLE {
            if self.in_hand(self.turn, role) > 0 {
                let squares = if role == Role::Pawn {
                    targets & !Bitboard::BACK_RANKS
                } else {
                    targets
                };
                sink.drops(role, squares);
            }
        }
    }
}
