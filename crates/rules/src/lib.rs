//! The rules of chess, Chess960, crazyhouse and crazyhouse960: board, moves, notation.
//!
//! Knows nothing of evaluation, search, protocols or files, and depends on nothing.

mod any;
mod attacks;
mod bitboard;
mod castling;
mod color;
mod coordinate;
mod cuckoo;
mod drawing;
mod epd;
mod exchange;
mod faults;
mod fen;
mod fen_writer;
mod hand;
mod legality;
mod make;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod position;
mod quiet_checks;
mod random64;
mod repetition;
mod san;
mod setup;
mod square;
mod start;
mod validate;
mod variant;
mod zobrist;

pub use any::{AnyBoard, AnyPosition};
pub use attacks::{
    attacks, between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks,
    pawns_attack, queen_attacks, rook_attacks, rook_rays,
};
pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, Wing};
pub use color::Color;
pub use coordinate::MoveError;
pub use drawing::DrawingStyle;
pub use epd::{Epd, EpdError, Operand, Operation};
pub use exchange::ExchangeValues;
pub use faults::{EnPassantFault, SetupError, SetupFault};
pub use fen::{FenError, FenField};
pub use fen_writer::{CastlingStyle, EnPassantStyle, FenStyle, HandStyle};
pub use hand::{Hand, NoHand, Pockets};
pub use legality::CheckSquares;
pub use make::{Observer, Unobserved};
pub use movegen::{All, MoveCounter, MoveSink, Noisy, Quiet, Wanted};
pub use moves::{Move, MoveKind, MoveList};
pub use outcome::{DrawClaim, GameResult, Outcome};
pub use perft::{divide, perft};
pub use piece::{Piece, Role};
pub use position::Position;
pub use setup::Setup;
pub use square::{Square, squares};
pub use start::CLASSICAL_START;
pub use validate::Tolerance;
pub use variant::{Crazyhouse, Rules, Standard, UnknownVariant, Variant};
