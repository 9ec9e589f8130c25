//! A position of any of the four variants, for the cold paths: protocols, PGN, web, command line.
//!
//! Search and evaluation work on [`Position<R>`] and never see this type.

use crate::fen::names_castling_files;
use crate::{
    Bitboard, Color, Crazyhouse, DrawClaim, DrawingStyle, FenError, FenStyle, Move, MoveError, MoveList,
    Outcome, Piece, Position, Role, Setup, SetupError, Square, Standard, Tolerance, Variant,
};

/// The position itself, under one of the two rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyBoard {
    /// Chess or Chess960.
    Chess(Position<Standard>),
    /// Crazyhouse or crazyhouse960.
    Crazyhouse(Position<Crazyhouse>),
}

/// A position with the variant it is played as and the moves that were made on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyPosition {
    board: AnyBoard,
    variant: Variant,
    moves: Vec<Move>,
}

/// Evaluates an expression for the position of either rule set.
macro_rules! either {
    ($any:expr, $position:ident => $value:expr) => {
        match $any {
            AnyBoard::Chess($position) => $value,
            AnyBoard::Crazyhouse($position) => $value,
        }
    };
}

/// Declares methods that do on the position of either rule set what the method of the same name does.
macro_rules! delegate {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        impl AnyPosition {$(
            $(#[$doc])*
            pub fn $name(&self, $($argument: $kind),*) -> $result {
                either!(&self.board, position => position.$name($($argument),*))
            }
        )*}
    };
}

delegate! {
    /// The side to move.
    fn turn() -> Color;
    /// The piece on a square.
    fn piece_at(square: Square) -> Option<Piece>;
    /// All occupied squares.
    fn occupied() -> Bitboard;
    /// Where the king of `color` stands.
    fn king(color: Color) -> Square;
    /// How many pieces of a role `color` holds; always 0 in chess.
    fn in_hand(color: Color, role: Role) -> u8;
    /// The squares with promoted pieces; none in chess.
    fn promoted() -> Bitboard;
    /// Is the side to move in check?
    fn in_check() -> bool;
    /// The pieces that give check to the side to move.
    fn checkers() -> Bitboard;
    /// Moves of both sides since the last capture or pawn move.
    fn halfmove_clock() -> u32;
    /// The number of the move about to be played.
    fn fullmove_number() -> u32;
    /// The hash key of all that counts for repetition.
    fn key() -> u64;
    /// The key of opening books in the Polyglot format.
    fn polyglot_key() -> u64;
    /// All legal moves.
    fn legal_moves() -> MoveList;
    /// The number of legal moves.
    fn count_legal_moves() -> u64;
    /// Has the side to move any legal move?
    fn has_legal_move() -> bool;
    /// Is this move legal here?
    fn is_legal(mv: Move) -> bool;
    /// How the game has ended, if it has.
    fn outcome() -> Option<Outcome>;
    /// The draw that the side to move may claim.
    fn draw_claim() -> Option<DrawClaim>;
    /// How often the position was there before.
    fn repetitions() -> usize;
    /// The loose description of the position.
    fn to_setup() -> Setup;
    /// The FEN, as [`Position::fen`] writes it.
    fn fen() -> String;
    /// The FEN in a given style.
    fn fen_with(style: FenStyle) -> String;
    /// A legal move in standard algebraic notation.
    fn san(mv: Move) -> String;
    /// Reads a coordinate move, see [`Position::parse_coordinate`].
    fn parse_coordinate(text: &str) -> Result<Move, MoveError>;
    /// Reads a move in any notation, see [`Position::parse_move`].
    fn parse_move(text: &str) -> Result<Move, MoveError>;
    /// The board as text.
    fn drawing(style: DrawingStyle) -> String;
}

impl AnyPosition {
    /// The classical start position of a variant.
    pub fn start(variant: Variant) -> AnyPosition {
        AnyPosition::new(
            variant,
            match variant.has_drops() {
                false => AnyBoard::Chess(Position::start()),
                true => AnyBoard::Crazyhouse(Position::start()),
            },
        )
    }

    /// The position that a setup describes. In a variant without 960 castling rights that only Chess960 knows are a
    /// fault, which [`Tolerance::Repair`] takes out.
    pub fn from_setup(
        variant: Variant,
        setup: &Setup,
        tolerance: Tolerance,
    ) -> Result<AnyPosition, SetupError> {
        let classical = !variant.is_960();
        let board = match variant.has_drops() {
            false => AnyBoard::Chess(Position::from_setup_as(setup, tolerance, classical)?),
            true => AnyBoard::Crazyhouse(Position::from_setup_as(setup, tolerance, classical)?),
        };
        Ok(AnyPosition::new(variant, board))
    }

    /// Reads a FEN. Castling rights written with file letters make the position a 960 one whatever `variant` says:
    /// crazyhouse960 has no name of its own in the protocols and announces itself in this way only.
    pub fn from_fen(variant: Variant, text: &str, tolerance: Tolerance) -> Result<AnyPosition, FenError> {
        let setup = Setup::from_fen(text)?;
        let variant = variant.with_960(variant.is_960() || names_castling_files(text));
        Ok(AnyPosition::from_setup(variant, &setup, tolerance)?)
    }

    fn new(variant: Variant, board: AnyBoard) -> AnyPosition {
        AnyPosition { board, variant, moves: Vec::new() }
    }

    /// The variant it is played as.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Says whether moves and rights are written the Chess960 way from now on. The rules stay the same.
    pub fn set_960(&mut self, is_960: bool) {
        self.variant = self.variant.with_960(is_960);
    }

    /// The position under its rule set.
    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// The position under its rule set, without the rest.
    pub fn into_board(self) -> AnyBoard {
        self.board
    }

    /// Plays a legal move, as [`Position::play`] does.
    pub fn play(&mut self, mv: Move) {
        either!(&mut self.board, position => position.play(mv));
        self.moves.push(mv);
    }

    /// Takes back the last move and gives it, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        either!(&mut self.board, position => position.unmake(mv));
        Some(mv)
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The same position with the other side to move, if that is a position.
    pub fn passed(&self) -> Option<AnyPosition> {
        let mut setup = self.to_setup();
        setup.turn = !setup.turn;
        setup.en_passant = None;
        AnyPosition::from_setup(self.variant, &setup, Tolerance::Repair).ok()
    }

    /// The moves of a line as `write` tells them, as far as they are legal one after the other.
    pub fn write_line<T>(&self, moves: &[Move], write: impl Fn(&AnyPosition, Move) -> T) -> Vec<T> {
        let mut position = self.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            texts.push(write(&position, mv));
            position.play(mv);
        }
        texts
    }

    /// A move as UCI writes it in this variant.
    pub fn uci(&self, mv: Move) -> String {
        either!(&self.board, position => position.uci(mv, self.variant.is_960()))
    }

    /// A move as CECP writes it in this variant.
    pub fn cecp(&self, mv: Move) -> String {
        either!(&self.board, position => position.cecp(mv, self.variant.is_960()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variant: Variant, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN")
    }

    #[test]
    fn moves_can_be_played_and_taken_back_in_every_variant() {
        for variant in Variant::ALL {
            let start = AnyPosition::start(variant);
            let mut position = start.clone();
            for text in ["e4", "d5", "exd5", "Qxd5"] {
                position.play(position.parse_move(text).expect("a legal move"));
            }
            assert_eq!(position.moves().len(), 4);
            let held = position.in_hand(Color::Black, Role::Pawn);
            assert_eq!(held, u8::from(variant.has_drops()));
            while position.undo().is_some() {}
            assert_eq!(position, start);
        }
    }

    #[test]
    fn file_letters_announce_a_960_game() {
        let fen = "rkqnbbrn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBBRN[] w GAga - 0 1";
        assert_eq!(read(Variant::Crazyhouse, fen).variant(), Variant::Crazyhouse960);
    }

    #[test]
    fn a_line_is_written_as_far_as_it_is_legal_and_a_check_cannot_be_passed() {
        let start = AnyPosition::start(Variant::Chess);
        let moves: Vec<Move> =
            ["e2e4", "d2d4"].iter().map(|text| start.parse_move(text).expect("a legal move")).collect();
        assert_eq!(start.write_line(&moves, AnyPosition::san), ["e4"]);
        assert_eq!(start.passed().map(|position| position.turn()), Some(Color::Black));
        assert_eq!(read(Variant::Chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").passed(), None);
    }

    #[test]
    fn classical_variants_know_no_castling_with_a_displaced_king() {
        let fen = "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1";
        assert_eq!(read(Variant::Chess, fen).fen(), "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1");
        assert_eq!(read(Variant::Chess960, fen).fen(), fen);
        assert!(AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Strict).is_err());
    }
}
