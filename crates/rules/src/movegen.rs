//! Fully legal move generation.
//!
//! The generator hands whole sets of target squares to a [`MoveSink`]: a list takes them apart into moves, a counter
//! only adds population counts. Perft, search and notation all go through this one generator.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawns_attack, rook_attacks,
};
use crate::castling::CastlingPath;
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
        match self.turn {
            Color::White => self.generate_for::<W, S>(Color::White, sink),
            Color::Black => self.generate_for::<W, S>(Color::Black, sink),
        }
    }

    #[inline(always)]
    fn generate_for<W: Wanted, S: MoveSink>(&self, us: Color, sink: &mut S) {
        let king = self.king(us);
        let checkers = self.checkers();
        if checkers.is_empty() {
            self.generate_king::<W, S>(us, king, W::QUIET, sink);
            self.generate_men::<W, S>(us, king, Bitboard::ALL, sink);
        } else {
            self.generate_king::<W, S>(us, king, false, sink);
            if !checkers.more_than_one() {
                let resolving = between(king, checkers.lowest()) | checkers;
                self.generate_men::<W, S>(us, king, resolving, sink);
            }
        }
    }

    /// The squares a piece may go to for the wanted kind of move.
    #[inline(always)]
    fn targets<W: Wanted>(&self, us: Color) -> Bitboard {
        let (us, them) = (self.color(us), self.color(!us));
        match (W::NOISY, W::QUIET) {
            (true, true) => !us,
            (true, false) => them,
            _ => !(us | them),
        }
    }

    /// The king's own moves and castling, from one look at which squares around it are attacked.
    #[inline(always)]
    fn generate_king<W: Wanted, S: MoveSink>(&self, us: Color, king: Square, castling: bool, sink: &mut S) {
        let steps = king_attacks(king) & self.targets::<W>(us);
        let mut castles = [None; 2];
        let mut candidates = steps;
        if castling && self.castling().has_any(us) {
            castles = Wing::ALL.map(|wing| self.open_castling_path(us, wing));
            for path in castles.iter().flatten() {
                candidates |= path.safe;
            }
        }
        if candidates.is_empty() && castles == [None; 2] {
            return;
        }
        let safe = self.unattacked(us, candidates);
        sink.piece(king, steps & safe, self.color(!us));
        for path in castles.into_iter().flatten() {
            if (path.safe & !safe).is_empty() {
                sink.one(Move::new(king, path.rook, MoveKind::Castle));
            }
        }
    }

    /// The path of a castling right that nothing on the board obstructs; attacks are not looked at. A pinned rook
    /// obstructs: it stands between its king and an attacker on the first rank, as only Chess960 makes possible.
    #[inline(always)]
    pub(crate) fn open_castling_path(&self, us: Color, wing: Wing) -> Option<&CastlingPath> {
        if !self.castling().has(us, wing) {
            return None;
        }
        let path = self.castling_paths.path(us, wing);
        let open = (path.empty & self.occupied()).is_empty() && !self.pinned().has(path.rook);
        open.then_some(path)
    }

    /// Which of the candidate squares the enemy does not attack once the own king has left its place.
    #[inline(always)]
    pub(crate) fn unattacked(&self, us: Color, candidates: Bitboard) -> Bitboard {
        let them = !us;
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

    /// All moves but the king's, each ending on one of the `resolving` squares.
    #[inline(always)]
    fn generate_men<W: Wanted, S: MoveSink>(
        &self,
        us: Color,
        king: Square,
        resolving: Bitboard,
        sink: &mut S,
    ) {
        let (occupied, enemies) = (self.occupied(), self.color(!us));
        let pinned = self.pinned();
        let targets = self.targets::<W>(us) & resolving;

        self.generate_pawns::<W, S>(us, self.pieces(us, Role::Pawn) & !pinned, resolving, sink);
        for from in self.pieces(us, Role::Knight) & !pinned {
            sink.piece(from, knight_attacks(from) & targets, enemies);
        }
        for from in self.diagonal_sliders(us) & !pinned {
            sink.piece(from, bishop_attacks(from, occupied) & targets, enemies);
        }
        for from in self.straight_sliders(us) & !pinned {
            sink.piece(from, rook_attacks(from, occupied) & targets, enemies);
        }
        if pinned.any() {
            self.generate_pinned::<W, S>(us, king, resolving, sink);
        }
        if W::NOISY
            && let Some(target) = self.en_passant()
        {
            self.generate_en_passant(us, target, sink);
        }
        if R::DROPS && W::QUIET {
            self.generate_drops(us, !occupied & resolving, sink);
        }
    }

    /// The moves of pinned men: along the line of the pin. Knights have none.
    fn generate_pinned<W: Wanted, S: MoveSink>(
        &self,
        us: Color,
        king: Square,
        resolving: Bitboard,
        sink: &mut S,
    ) {
        let (occupied, enemies) = (self.occupied(), self.color(!us));
        let targets = self.targets::<W>(us) & resolving;
        for from in self.pinned() & self.role(Role::Pawn) {
            self.generate_pawns::<W, S>(us, from.bb(), resolving & line(king, from), sink);
        }
        for from in self.pinned() & self.diagonal_sliders(us) {
            sink.piece(from, bishop_attacks(from, occupied) & targets & line(king, from), enemies);
        }
        for from in self.pinned() & self.straight_sliders(us) {
            sink.piece(from, rook_attacks(from, occupied) & targets & line(king, from), enemies);
        }
    }

    /// The moves of a set of pawns that all may go to `allowed`.
    #[inline(always)]
    fn generate_pawns<W: Wanted, S: MoveSink>(
        &self,
        us: Color,
        pawns: Bitboard,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let empty = !self.occupied();
        let enemies = self.color(!us) & allowed;
        let (ahead, west, east) = match us {
            Color::White => (8, 7, 9),
            Color::Black => (-8, -9, -7),
        };
        let steps = pawns.advanced(us) & empty;
        let pushes = steps & allowed;
        let captures_west = pawns.west().advanced(us) & enemies;
        let captures_east = pawns.east().advanced(us) & enemies;
        let mut rest = Bitboard::ALL;
        if (pawns & Bitboard::relative_rank(us, 6)).any() {
            let last = Bitboard::BACK_RANKS;
            rest = !last;
            if W::NOISY {
                sink.promotions(captures_west & last, west, true);
                sink.promotions(captures_east & last, east, true);
                sink.promotions(pushes & last, ahead, false);
            }
        }
        if W::NOISY {
            sink.pawns(captures_west & rest, west, MoveKind::Capture);
            sink.pawns(captures_east & rest, east, MoveKind::Capture);
        }
        if W::QUIET {
            let doubles = (steps & Bitboard::relative_rank(us, 2)).advanced(us) & empty & allowed;
            sink.pawns(pushes & rest, ahead, MoveKind::Quiet);
            sink.pawns(doubles, ahead * 2, MoveKind::DoublePush);
        }
    }

    /// The en passant captures: so rare that each one is tried out against the king's safety.
    fn generate_en_passant<S: MoveSink>(&self, us: Color, target: Square, sink: &mut S) {
        for from in crate::attacks::pawn_attacks(!us, target) & self.pieces(us, Role::Pawn) {
            if self.en_passant_keeps_king_safe(from, target) {
                sink.one(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    #[inline(always)]
    fn generate_drops<S: MoveSink>(&self, us: Color, targets: Bitboard, sink: &mut S) {
        for role in Role::DROPPABLE {
            if self.in_hand(us, role) > 0 {
                let squares = if role == Role::Pawn { targets & !Bitboard::BACK_RANKS } else { targets };
                sink.drops(role, squares);
            }
        }
    }
}
