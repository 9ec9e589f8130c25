//! A legal position with its past: what stands where, whose turn it is, and what can be known at once about it
//! (keys, checkers, pins). Other modules add how it changes (`make`), what may be played (`movegen`, `legality`),
//! how it ends (`outcome`) and how it is written (`fen`, `san`, …).

use crate::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use crate::castling::{CastlingPaths, CastlingRights};
use crate::hand::Hand;
use crate::{Bitboard, Color, Piece, Role, Rules, Square, Wing, zobrist};

/// What a move changes and cannot be undone by moving back: saved before each move, restored by `unmake`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<R: Rules> {
    pub(crate) key: u64,
    /// Keys of parts of the board: pawns, White's pieces, Black's pieces.
    pub(crate) part_keys: [u64; 3],
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) castling: CastlingRights,
    /// The square that a pawn has just passed, if an enemy pawn may legally take it there.
    pub(crate) ep: Option<Square>,
    /// The square that a pawn has just passed, whether it can be taken or not.
    pub(crate) passed: Option<Square>,
    /// What the last move took.
    pub(crate) captured: Option<Role>,
    /// Moves of both sides since the last capture or pawn move.
    pub(crate) halfmoves: u16,
    /// How many moves back a position could repeat.
    pub(crate) reversible: u16,
    pub(crate) hand: R::Hand,
}

/// A position under the rules `R`, reached by moves that it remembers.
#[derive(Clone, Debug)]
pub struct Position<R: Rules> {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) roles: [Bitboard; 6],
    pub(crate) mailbox: [Option<Role>; 64],
    pub(crate) turn: Color,
    pub(crate) fullmoves: u32,
    pub(crate) castling_paths: CastlingPaths,
    pub(crate) state: State<R>,
    /// The states before each move made.
    pub(crate) stack: Vec<State<R>>,
    /// The keys before each move made, packed for the repetition test.
    pub(crate) keys: Vec<u64>,
}

impl<R: Rules> Position<R> {
    /// A board without pieces: the ground on which `setup` builds.
    pub(crate) fn empty() -> Position<R> {
        Position {
            colors: [Bitboard::EMPTY; 2],
            roles: [Bitboard::EMPTY; 6],
            mailbox: [None; 64],
            turn: Color::White,
            fullmoves: 1,
            castling_paths: CastlingPaths::none(),
            state: State {
                key: 0,
                part_keys: [0; 3],
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                castling: CastlingRights::NONE,
                ep: None,
                passed: None,
                captured: None,
                halfmoves: 0,
                reversible: 0,
                hand: R::Hand::default(),
            },
            stack: Vec::with_capacity(128),
            keys: Vec::with_capacity(128),
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's men.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one role, both sides.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares of one side's men of one role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// The squares of bishops and queens of `color`.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.color(color) & (self.role(Role::Bishop) | self.role(Role::Queen))
    }

    /// The squares of rooks and queens of `color`.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        self.color(color) & (self.role(Role::Rook) | self.role(Role::Queen))
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).lowest()
    }

    /// What stands on a square, whoever owns it.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.mailbox[square.index()]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
        self.role_at(square).map(|role| role.of(color))
    }

    /// The hands and promoted marks; nothing in chess.
    #[inline]
    pub fn hand(&self) -> &R::Hand {
        &self.state.hand
    }

    /// How many pieces of a role `color` holds; always 0 in chess.
    #[inline]
    pub fn in_hand(&self, color: Color, role: Role) -> u8 {
        self.state.hand.count(color, role)
    }

    /// The squares with promoted pieces; none in chess, where it does not matter.
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.state.hand.promoted()
    }

    /// The castling rights that are left.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.state.castling
    }

    /// Where the rook of a castling right stands, if the right is there.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.castling().has(color, wing).then(|| self.castling_paths.path(color, wing).rook)
    }

    /// The squares of all rooks that may still castle.
    pub(crate) fn castling_rooks(&self) -> Bitboard {
        let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        rights.filter_map(|(color, wing)| self.castling_rook(color, wing)).collect()
    }

    /// The square where a pawn can be taken en passant now, if that is legal for at least one pawn.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.ep
    }

    /// The square that the last move's double step passed, whether it can be taken there or not.
    #[inline]
    pub fn passed_square(&self) -> Option<Square> {
        self.state.passed
    }

    /// Moves of both sides since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.state.halfmoves)
    }

    /// The number of the move about to be played, as in a score sheet.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// How many moves were made on this `Position` and not taken back.
    #[inline]
    pub fn plies_made(&self) -> usize {
        self.stack.len()
    }

    /// The hash key of all that counts for repetition.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// The hash key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state.part_keys[0]
    }

    /// The hash key of the men of `color` other than pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.state.part_keys[1 + color.index()]
    }

    /// The key under which opening books in the Polyglot format file this position. It counts an en passant square
    /// as soon as a pawn stands beside the passing one, even if the capture is not legal. The format knows no hands.
    pub fn polyglot_key(&self) -> u64 {
        let mut key = self.turn_key() ^ zobrist::castling(self.castling());
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= zobrist::piece(piece.color, piece.role, square);
            }
        }
        if let Some(square) = self.passed_square()
            && (pawn_attacks(!self.turn, square) & self.pieces(self.turn, Role::Pawn)).any()
        {
            key ^= zobrist::en_passant(square);
        }
        key
    }

    #[inline]
    fn turn_key(&self) -> u64 {
        if self.turn == Color::White { zobrist::turn() } else { 0 }
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// The men of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// The men of `color` that attack `square` if exactly `occupied` is occupied.
    #[inline]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        (self.color(color)
            & (pawn_attacks(!color, square) & self.role(Role::Pawn)
                | knight_attacks(square) & self.role(Role::Knight)
                | king_attacks(square) & self.role(Role::King)))
            | bishop_attacks(square, occupied) & self.diagonal_sliders(color)
            | rook_attacks(square, occupied) & self.straight_sliders(color)
    }

    /// The men of both sides that attack `square` if exactly `occupied` is occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        pawn_attacks(Color::Black, square) & self.pieces(Color::White, Role::Pawn)
            | pawn_attacks(Color::White, square) & self.pieces(Color::Black, Role::Pawn)
            | knight_attacks(square) & self.role(Role::Knight)
            | king_attacks(square) & self.role(Role::King)
            | bishop_attacks(square, occupied) & (self.role(Role::Bishop) | self.role(Role::Queen))
            | rook_attacks(square, occupied) & (self.role(Role::Rook) | self.role(Role::Queen))
    }

    /// The sliders of `color` that would attack `square` if nothing stood between.
    #[inline]
    pub(crate) fn snipers(&self, color: Color, square: Square) -> Bitboard {
        rook_rays(square) & self.straight_sliders(color) | bishop_rays(square) & self.diagonal_sliders(color)
    }

    /// Finds checkers and pins of the side to move.
    pub(crate) fn refresh_checks(&mut self) {
        self.refresh_checks_for(self.turn);
    }

    /// Finds checkers and pins of `us`, the side to move.
    #[inline(always)]
    pub(crate) fn refresh_checks_for(&mut self, us: Color) {
        let them = !us;
        let king = self.king(us);
        let mut checkers = self.color(them)
            & (pawn_attacks(us, king) & self.role(Role::Pawn)
                | knight_attacks(king) & self.role(Role::Knight));
        let mut pinned = Bitboard::EMPTY;
        let occupied = self.occupied();
        for sniper in self.snipers(them, king) {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bb();
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned & self.color(us);
    }

    /// All keys computed from the board: what the incremental ones must equal.
    pub(crate) fn computed_keys(&self) -> (u64, [u64; 3]) {
        let mut parts = [0; 3];
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                parts[part(piece.color, piece.role)] ^= zobrist::piece(piece.color, piece.role, square);
            }
        }
        let mut key = parts[0] ^ parts[1] ^ parts[2] ^ self.turn_key() ^ zobrist::castling(self.castling());
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square);
        }
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                key ^= zobrist::hand(color, role, self.in_hand(color, role));
            }
        }
        for square in self.promoted() {
            key ^= zobrist::promoted(square);
        }
        (key, parts)
    }
}

/// Two positions are equal when the game would go on equally: same board, hands, rights, clocks; not the same past.
impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Position<R>) -> bool {
        self.colors == other.colors
            && self.roles == other.roles
            && self.turn == other.turn
            && self.fullmoves == other.fullmoves
            && self.state.ep == other.state.ep
            && self.state.halfmoves == other.state.halfmoves
            && self.state.hand == other.state.hand
            && self.castling_rooks() == other.castling_rooks()
    }
}

impl<R: Rules> Eq for Position<R> {}

/// The part key a piece belongs to.
#[inline]
pub(crate) const fn part(color: Color, role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        _ => 1 + color.index(),
    }
}
