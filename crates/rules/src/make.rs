//! Making and taking back moves.

use crate::attacks::pawn_attacks;
use crate::hand::Hand;
use crate::position::part;
use crate::{Bitboard, Color, Move, Piece, Position, Role, Rules, Square, Wing, zobrist};

/// Is told what a move changes, so that an evaluation can follow the board which knows nothing of it.
pub trait Observer {
    /// A piece appears on a square.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece leaves a square.
    fn remove(&mut self, piece: Piece, square: Square);
    /// A hand gains its `count`-th piece of a role.
    fn hand_gains(&mut self, color: Color, role: Role, count: u8);
    /// A hand loses its `count`-th piece of a role.
    fn hand_loses(&mut self, color: Color, role: Role, count: u8);
    /// The piece of `color` on a square is now a promoted one.
    fn mark(&mut self, color: Color, square: Square);
    /// The promoted mark leaves the square.
    fn unmark(&mut self, color: Color, square: Square);
}

/// Listens to nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    #[inline]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn remove(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn hand_gains(&mut self, _: Color, _: Role, _: u8) {}
    #[inline]
    fn hand_loses(&mut self, _: Color, _: Role, _: u8) {}
    #[inline]
    fn mark(&mut self, _: Color, _: Square) {}
    #[inline]
    fn unmark(&mut self, _: Color, _: Square) {}
}

impl<R: Rules> Position<R> {
    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.make(mv, &mut Unobserved);
    }

    /// Plays a legal move and tells the observer what changes.
    ///
    /// The move must be legal here: others leave a board that means nothing, or panic.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        match self.turn {
            Color::White => self.make_for(Color::White, mv, observer),
            Color::Black => self.make_for(Color::Black, mv, observer),
        }
    }

    /// `make`, compiled once for each colour: `us` is a constant to the inlined code below.
    #[inline(always)]
    fn make_for<O: Observer>(&mut self, us: Color, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        self.begin();
        if mv.is_drop() {
            self.make_drop(us, mv, observer);
        } else if mv.is_castle() {
            self.make_castle(us, from, to, observer);
        } else {
            self.make_step(us, mv, observer);
        }
        self.turn = !us;
        self.fullmoves += us as u32;
        self.refresh_checks_for(!us);
        if mv.is_double_push() {
            self.note_double_step(to);
        }
    }

    /// Takes back the last move, which was `mv`.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.unmake_for(Color::Black, mv),
            Color::Black => self.unmake_for(Color::White, mv),
        }
    }

    #[inline(always)]
    fn unmake_for(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.turn = us;
        self.fullmoves -= us as u32;
        if mv.is_drop() {
            let role = mv.drop_role().expect("invariant: a move that was made is well formed");
            self.toggle(us, role, to.bb());
            self.mailbox[to.index()] = None;
        } else if mv.is_castle() {
            let wing = Wing::of(from, to);
            let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
            self.mailbox[king_to.index()] = None;
            self.mailbox[rook_to.index()] = None;
            self.mailbox[from.index()] = Some(Role::King);
            self.mailbox[to.index()] = Some(Role::Rook);
            self.toggle(us, Role::King, from.bb() ^ king_to.bb());
            self.toggle(us, Role::Rook, to.bb() ^ rook_to.bb());
        } else {
            let mut role = self.mover(to);
            if mv.is_promotion() {
                self.roles[role.index()] ^= to.bb();
                role = Role::Pawn;
                self.roles[role.index()] ^= to.bb();
            }
            self.toggle(us, role, from.bb() ^ to.bb());
            self.mailbox[from.index()] = Some(role);
            self.mailbox[to.index()] = None;
            if let Some(captured) = self.state.captured {
                let square = if mv.is_en_passant() { behind(us, to) } else { to };
                self.toggle(!us, captured, square.bb());
                self.mailbox[square.index()] = Some(captured);
            }
        }
        self.end();
    }

    /// Passes the turn. Not allowed in check.
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        self.begin();
        self.state.reversible = 0;
        self.turn = !self.turn;
        self.fullmoves += (self.turn == Color::White) as u32;
        self.refresh_checks();
    }

    /// Takes back a pass.
    pub fn unmake_null(&mut self) {
        self.turn = !self.turn;
        self.fullmoves -= (self.turn == Color::Black) as u32;
        self.end();
    }

    /// Saves the state and changes what every move changes.
    #[inline]
    fn begin(&mut self) {
        self.stack.push(self.state);
        self.keys.push(self.state.key);
        let state = &mut self.state;
        state.key ^= zobrist::turn();
        if let Some(square) = state.ep.take() {
            state.key ^= zobrist::en_passant(square);
        }
        state.passed = None;
        state.captured = None;
        state.halfmoves = state.halfmoves.saturating_add(1);
        state.reversible = state.reversible.saturating_add(1);
    }

    #[inline]
    fn end(&mut self) {
        self.state = self.stack.pop().expect("invariant: only moves that were made are taken back");
        self.keys.pop();
    }

    /// The role on a square from which a legal move starts.
    #[inline]
    fn mover(&self, square: Square) -> Role {
        self.mailbox[square.index()].expect("invariant: a legal move has a piece to move")
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.colors[color.index()] ^= squares;
        self.roles[role.index()] ^= squares;
    }

    #[inline]
    fn toggle_key(&mut self, color: Color, role: Role, square: Square) {
        let key = zobrist::piece(color, role, square);
        self.state.key ^= key;
        self.state.part_keys[part(color, role)] ^= key;
    }

    /// Puts a new piece on an empty square: mailbox, bitboards, keys and observer.
    #[inline]
    pub(crate) fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.toggle(piece.color, piece.role, square.bb());
        self.mailbox[square.index()] = Some(piece.role);
        self.toggle_key(piece.color, piece.role, square);
        observer.add(piece, square);
    }

    /// Takes a piece off its square: mailbox, bitboards, keys and observer.
    #[inline]
    fn lift<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.toggle(piece.color, piece.role, square.bb());
        self.mailbox[square.index()] = None;
        self.toggle_key(piece.color, piece.role, square);
        observer.remove(piece, square);
    }

    /// Moves a piece to an empty square: `lift` and `put` in one, for most moves do just that.
    #[inline]
    fn shift<O: Observer>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        let Piece { color, role } = piece;
        self.toggle(color, role, from.bb() ^ to.bb());
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(role);
        let key = zobrist::piece(color, role, from) ^ zobrist::piece(color, role, to);
        self.state.key ^= key;
        self.state.part_keys[part(color, role)] ^= key;
        observer.remove(piece, from);
        observer.add(piece, to);
    }

    /// A piece comes from the hand.
    #[inline(always)]
    fn make_drop<O: Observer>(&mut self, us: Color, mv: Move, observer: &mut O) {
        let role = mv.drop_role().expect("invariant: a legal drop names a role");
        let count = self.in_hand(us, role);
        self.state.key ^= zobrist::hand(us, role, count) ^ zobrist::hand(us, role, count - 1);
        self.state.hand.remove(us, role);
        observer.hand_loses(us, role, count);
        self.put(role.of(us), mv.to(), observer);
        if role == Role::Pawn {
            self.state.halfmoves = 0;
        }
    }

    /// King and rook of one side change places with empty squares.
    #[inline(always)]
    fn make_castle<O: Observer>(&mut self, us: Color, king: Square, rook: Square, observer: &mut O) {
        let wing = Wing::of(king, rook);
        self.lift(Role::King.of(us), king, observer);
        self.lift(Role::Rook.of(us), rook, observer);
        self.put(Role::King.of(us), wing.king_target(us), observer);
        self.put(Role::Rook.of(us), wing.rook_target(us), observer);
        self.lose_castling(king, rook);
    }

    /// A piece goes from one square to another, taking what stands there.
    #[inline(always)]
    fn make_step<O: Observer>(&mut self, us: Color, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        let role = self.mover(from);
        if mv.is_capture() {
            let square = if mv.is_en_passant() { behind(us, to) } else { to };
            self.capture(us, square, observer);
        }
        let promoted = R::DROPS && self.promoted().has(from);
        if promoted {
            self.toggle_mark(us, from, observer);
        }
        if mv.is_promotion() {
            self.lift(role.of(us), from, observer);
            self.put(mv.promotion_role().of(us), to, observer);
        } else {
            self.shift(role.of(us), from, to, observer);
        }
        if promoted || (R::DROPS && mv.is_promotion()) {
            self.toggle_mark(us, to, observer);
        }
        if mv.is_capture() || role == Role::Pawn {
            self.state.halfmoves = 0;
            if !R::DROPS {
                self.state.reversible = 0;
            }
        }
        self.lose_castling(from, to);
    }

    /// Takes the enemy piece on `square`; in crazyhouse it goes to the hand, a promoted one as a pawn.
    #[inline(always)]
    fn capture<O: Observer>(&mut self, us: Color, square: Square, observer: &mut O) {
        let them = !us;
        let captured = self.mover(square);
        self.lift(captured.of(them), square, observer);
        self.state.captured = Some(captured);
        if R::DROPS {
            let held = if self.promoted().has(square) {
                self.toggle_mark(them, square, observer);
                Role::Pawn
            } else {
                captured
            };
            let count = self.in_hand(us, held);
            self.state.key ^= zobrist::hand(us, held, count) ^ zobrist::hand(us, held, count + 1);
            self.state.hand.add(us, held);
            observer.hand_gains(us, held, count + 1);
        }
    }

    /// Sets or clears the promoted mark of a piece of `color`.
    #[inline]
    fn toggle_mark<O: Observer>(&mut self, color: Color, square: Square, observer: &mut O) {
        let marks = self.promoted() ^ square.bb();
        self.state.hand.set_promoted(marks);
        self.state.key ^= zobrist::promoted(square);
        if marks.has(square) {
            observer.mark(color, square);
        } else {
            observer.unmark(color, square);
        }
    }

    /// Drops the castling rights that end when something leaves or reaches these squares.
    #[inline]
    fn lose_castling(&mut self, from: Square, to: Square) {
        let keep = self.castling_paths.keep(from) & self.castling_paths.keep(to);
        let left = self.state.castling.and(keep);
        if left != self.state.castling {
            self.state.key ^= zobrist::castling(self.state.castling) ^ zobrist::castling(left);
            self.state.castling = left;
            self.state.reversible = 0;
        }
    }

    /// Remembers the square a pawn has passed; whether it can be taken there is decided now, for the key needs it.
    #[inline]
    fn note_double_step(&mut self, to: Square) {
        let passed = behind(!self.turn, to);
        self.state.passed = Some(passed);
        if self.en_passant_is_legal_at(passed) {
            self.state.ep = Some(passed);
            self.state.key ^= zobrist::en_passant(passed);
        }
    }

    /// Can any pawn of the side to move legally capture en passant on this square?
    pub(crate) fn en_passant_is_legal_at(&self, target: Square) -> bool {
        let pawns = pawn_attacks(!self.turn, target) & self.pieces(self.turn, Role::Pawn);
        pawns.into_iter().any(|from| self.en_passant_keeps_king_safe(from, target))
    }

    /// Is the own king safe after the pawn on `from` has captured en passant on `target`?
    pub(crate) fn en_passant_keeps_king_safe(&self, from: Square, target: Square) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let taken = behind(us, target).bb();
        let occupied = self.occupied() ^ from.bb() ^ taken | target.bb();
        (self.attackers_of(them, self.king(us), occupied) & !taken).is_empty()
    }
}

/// The square one rank behind, as `color` sees it.
#[inline]
pub(crate) const fn behind(color: Color, square: Square) -> Square {
    square.offset(match color {
        Color::White => -8,
        Color::Black => 8,
    })
}
