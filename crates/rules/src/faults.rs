//! What can be wrong with a [`Setup`], each fault with its sentence. `validate` finds them.

use std::fmt;

#[cfg(doc)]
use crate::Setup;
use crate::{Bitboard, Color, Role, Square};

/// Why an en passant square is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantFault {
    /// Not on the rank that pawns of the side that has just moved pass.
    WrongRank,
    /// Something stands on the square itself.
    Occupied,
    /// No pawn stands in front of the square.
    NoPawn,
    /// The square that the pawn came from is not empty.
    OriginOccupied,
    /// Before the double step the side to move would have been in check, although the other side was to move.
    Check,
}

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings.
    TooManyKings(Color, u32),
    /// The kings attack each other.
    KingsAdjacent,
    /// The side that is not to move is in check.
    OpponentInCheck(Color),
    /// Pawns stand on the first or the last rank.
    PawnsOnBackRanks(Bitboard),
    /// A side has more men than it ever can (in crazyhouse with those in hand).
    TooManyMen(Color, u32),
    /// A side has more than eight pawns.
    TooManyPawns(Color, u32),
    /// A side has more promoted pieces than pawns missing.
    TooManyPromotions(Color, u32),
    /// Crazyhouse: more than the sixteen pawns there are, promoted ones included.
    TooManyPawnsInGame(u32),
    /// Crazyhouse: more pieces of a role than there are without a promoted mark.
    UnmarkedPromotions(Role, u32),
    /// Somebody holds pieces in a game without drops.
    HandWithoutDrops,
    /// A hand holds more pieces of a role than can be counted.
    HandTooLarge(Color, Role, u8),
    /// A promoted mark on an empty square, a pawn or a king.
    PromotedMark(Square),
    /// A castling right of a side whose king is not on its first rank.
    CastlingKing(Color),
    /// A castling right for a square on which no such rook stands.
    CastlingRook(Square),
    /// A second castling right to the same wing, with the rook that stands nearer to the king.
    CastlingTwice(Square),
    /// A castling right that only Chess960 knows.
    CastlingNotClassical(Square),
    /// An impossible en passant square.
    EnPassant(Square, EnPassantFault),
    /// More than two men give check.
    TooManyCheckers(u32),
    /// Two men give check from opposite ends of one line, which no move brings about.
    CheckersOnOneLine(Square, Square),
    /// A side has, or would have if it were to move, more moves than a move list can safely hold.
    TooManyMoves(u64),
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The faults, never empty.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EnPassantFault::WrongRank => "is on a rank that no pawn can just have passed",
            EnPassantFault::Occupied => "is occupied",
            EnPassantFault::NoPawn => "has no pawn in front of it",
            EnPassantFault::OriginOccupied => "has a man behind it, so no pawn can have passed",
            EnPassantFault::Check => "does not go with the check, which the double step cannot have given",
        })
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupFault::NoKing(color) => write!(f, "{color} has no king"),
            SetupFault::TooManyKings(color, count) => write!(f, "{color} has {count} kings"),
            SetupFault::KingsAdjacent => write!(f, "the kings stand side by side"),
            SetupFault::OpponentInCheck(color) => {
                write!(f, "{color} is in check although {} is to move", !color)
            }
            SetupFault::PawnsOnBackRanks(squares) => {
                let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
                write!(f, "there are pawns on the first or last rank ({})", names.join(", "))
            }
            SetupFault::TooManyMen(color, count) => write!(f, "{color} has {count} men, which is too many"),
            SetupFault::TooManyPawns(color, count) => write!(f, "{color} has {count} pawns"),
            SetupFault::TooManyPromotions(color, count) => write!(
                f,
                "{color} has {count} more pieces than at the start but too many pawns for as many promotions"
            ),
            SetupFault::TooManyPawnsInGame(count) => {
                write!(f, "there are {count} pawns and promoted pawns in the game, more than 16")
            }
            SetupFault::UnmarkedPromotions(role, count) => {
                write!(f, "there are {count} {}s without a promoted mark, too many", role.name())
            }
            SetupFault::HandWithoutDrops => write!(f, "there are pieces in hand, which chess does not know"),
            SetupFault::HandTooLarge(color, role, count) => {
                write!(f, "{color} holds {count} {}s, which is too many", role.name())
            }
            SetupFault::PromotedMark(square) => {
                write!(f, "the promoted mark on {square} is not on a piece")
            }
            SetupFault::CastlingKing(color) => {
                write!(f, "{color} cannot castle with its king off the first rank")
            }
            SetupFault::CastlingRook(square) => {
                write!(f, "there is a castling right for {square}, but no such rook there")
            }
            SetupFault::CastlingTwice(square) => {
                write!(f, "the rook on {square} is the second one with a castling right to its wing")
            }
            SetupFault::CastlingNotClassical(square) => {
                write!(f, "castling with the rook on {square} is known only in Chess960")
            }
            SetupFault::EnPassant(square, fault) => write!(f, "the en passant square {square} {fault}"),
            SetupFault::TooManyCheckers(count) => write!(f, "{count} men give check at once"),
            SetupFault::CheckersOnOneLine(first, last) => {
                write!(f, "no move can give check from {first} and {last} at once")
            }
            SetupFault::TooManyMoves(count) => {
                write!(f, "a side has {count} moves, too many to play on")
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a possible position: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}
