//! Coordinate moves as UCI and CECP write them, and the reader for moves in any notation.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::fen::shortened;
use crate::{Color, Move, Position, Role, Rules, Square, Wing};

/// Why a text is no move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It is no move in any notation.
    NotUnderstood(String),
    /// It is a move, but not a legal one here.
    Illegal(String),
    /// The side to move has no such piece, or none where the move says.
    NoSuchPiece(String, Role),
    /// It does not say what the pawn becomes.
    NoPromotion(String),
    /// Several legal moves are meant.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it could mean, in standard algebraic notation.
        candidates: Vec<String>,
    },
}

impl MoveError {
    pub(crate) fn not_understood(text: &str) -> MoveError {
        MoveError::NotUnderstood(shortened(text))
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotUnderstood(text) => write!(f, "'{text}' is not a move"),
            MoveError::Illegal(text) => write!(f, "'{text}' is not legal here"),
            MoveError::NoSuchPiece(text, role) => {
                write!(f, "'{text}' is not legal: there is no such {}", role.name())
            }
            MoveError::NoPromotion(text) => {
                write!(f, "'{text}' does not say what the pawn becomes, such as e7e8q")
            }
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "'{text}' could mean {}", candidates.join(" or "))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// The wing of a castling word: `O-O`, `O-O-O`, with zeros or small letters too.
pub(crate) fn castling_word(text: &str) -> Option<Wing> {
    let plain: String = text.chars().map(|c| if matches!(c, '0' | 'o') { 'O' } else { c }).collect();
    match plain.as_str() {
        "O-O" => Some(Wing::King),
        "O-O-O" => Some(Wing::Queen),
        _ => None,
    }
}

/// A coordinate move as it was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coordinates {
    /// A piece goes from one square to another.
    Step { from: Square, to: Square, promotion: Option<Role> },
    /// A piece comes from the hand.
    Drop { role: Role, to: Square },
}

impl Coordinates {
    /// Reads `e2e4`, `e7e8q`, `e7e8=Q`, `N@f3`, `n@f3`.
    fn read(text: &str) -> Option<Coordinates> {
        let bytes = text.as_bytes();
        if let Some((&[role, b'@'], square)) = bytes.split_at_checked(2).and_then(|(head, square)| {
            let head: &[u8; 2] = head.try_into().ok()?;
            Some((head, square))
        }) {
            let role = Role::from_letter(role as char).filter(|&role| role != Role::King)?;
            let to = Square::from_name(square)?;
            return Some(Coordinates::Drop { role, to });
        }
        let (from, rest) = bytes.split_at_checked(2)?;
        let (to, suffix) = rest.split_at_checked(2)?;
        let promotion = match suffix {
            [] => None,
            [letter] | [b'=', letter] => {
                let role = Role::from_letter(*letter as char)?;
                Some(Role::PROMOTIONS.into_iter().find(|&allowed| allowed == role)?)
            }
            _ => return None,
        };
        Some(Coordinates::Step { from: Square::from_name(from)?, to: Square::from_name(to)?, promotion })
    }
}

/// Castling as chess has always known it: king on the e-file, rook in the corner.
fn is_classical(mv: Move) -> bool {
    mv.from().file() == 4 && matches!(mv.to().file(), 0 | 7)
}

/// The squares and the promotion letter of a move that is no drop.
fn step_text(from: Square, to: Square, promotion: Option<Role>) -> String {
    let letter = promotion.map(|role| role.letter().to_ascii_lowercase());
    format!("{from}{to}{}", letter.map_or(String::new(), String::from))
}

/// The side that castles with a move: the one whose first rank the king stands on.
fn castling_side(mv: Move) -> Color {
    if mv.from().rank() == 0 { Color::White } else { Color::Black }
}

/// Castling as the king's two steps, such as `e1g1`.
fn king_step_text(mv: Move) -> String {
    let target = Wing::of(mv.from(), mv.to()).king_target(castling_side(mv));
    step_text(mv.from(), target, None)
}

impl<R: Rules> Position<R> {
    /// A legal move as UCI writes it: `e2e4`, `e7e8q`, `N@f3`. Castling is `e1g1` in chess and king takes rook
    /// in Chess960, and also in chess where king and rook do not stand on their classical squares.
    pub fn uci(&self, mv: Move, chess960: bool) -> String {
        if let Some(role) = mv.drop_role() {
            format!("{}@{}", role.letter(), mv.to())
        } else if mv.is_castle() && !chess960 && is_classical(mv) {
            king_step_text(mv)
        } else {
            step_text(mv.from(), mv.to(), mv.promotion())
        }
    }

    /// A legal move as CECP writes it: like UCI, but castling is `O-O` or `O-O-O` in Chess960.
    pub fn cecp(&self, mv: Move, chess960: bool) -> String {
        if mv.is_castle() && (chess960 || !is_classical(mv)) {
            castling_text(mv).to_owned()
        } else {
            self.uci(mv, false)
        }
    }

    /// Reads a coordinate move: `e2e4`, `e7e8q`, `e7e8=Q`, `N@f3`, `n@f3`, castling as `e1g1`, as king takes
    /// rook or as `O-O`. In Chess960 the king may also be sent to where castling takes it (`b1g1`), if that is no step.
    pub fn parse_coordinate(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        if let Some(wing) = castling_word(text) {
            return self.castling_move(wing).ok_or_else(|| MoveError::Illegal(text.to_owned()));
        }
        let coordinates = Coordinates::read(text).ok_or_else(|| MoveError::not_understood(text))?;
        let fits = |mv: &Move| match coordinates {
            Coordinates::Drop { role, to } => *mv == Move::drop(role, to),
            Coordinates::Step { from, to, promotion } => {
                !mv.is_drop() && mv.from() == from && mv.to() == to && mv.promotion() == promotion
            }
        };
        let legal = self.legal_moves();
        if let Some(&mv) = legal.iter().find(|mv| fits(mv)) {
            return Ok(mv);
        }
        let Coordinates::Step { from, to, promotion } = coordinates else {
            return Err(MoveError::Illegal(text.to_owned()));
        };
        let to_target = |mv: &Move| {
            mv.is_castle() && mv.from() == from && Wing::of(from, mv.to()).king_target(self.turn()) == to
        };
        if promotion.is_none()
            && let Some(&mv) = legal.iter().find(|mv| to_target(mv))
        {
            return Ok(mv);
        }
        let same_squares = |mv: &Move| !mv.is_drop() && mv.from() == from && mv.to() == to;
        Err(if promotion.is_none() && legal.iter().any(same_squares) {
            MoveError::NoPromotion(text.to_owned())
        } else {
            MoveError::Illegal(text.to_owned())
        })
    }

    /// Reads a move in any notation: coordinates, castling words, king takes rook, then standard algebraic.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match self.parse_coordinate(text) {
            Err(MoveError::NotUnderstood(_)) => self.parse_san(text),
            result => result,
        }
    }

    /// The legal castling move to a wing.
    pub(crate) fn castling_move(&self, wing: Wing) -> Option<Move> {
        self.legal_moves().iter().copied().find(|mv| mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing)
    }
}

/// The castling word of a castling move.
pub(crate) fn castling_text(mv: Move) -> &'static str {
    match Wing::of(mv.from(), mv.to()) {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::{Crazyhouse, Standard, Tolerance};

    fn chess(fen: &str) -> Position<Standard> {
        Position::from_fen(fen, Tolerance::Strict).unwrap()
    }

    #[test]
    fn castling_is_read_in_all_its_forms() {
        let position = chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for text in ["e1g1", "e1h1", "O-O", "0-0", "o-o"] {
            let mv = position.parse_coordinate(text).unwrap();
            assert_eq!(position.uci(mv, false), "e1g1");
            assert_eq!(position.uci(mv, true), "e1h1");
            assert_eq!(position.cecp(mv, false), "e1g1");
            assert_eq!(position.cecp(mv, true), "O-O");
        }
        let mv = position.parse_coordinate("e1c1").unwrap();
        assert_eq!(position.uci(mv, true), "e1a1");
    }

    #[test]
    fn a_king_step_is_no_castling_in_chess960() {
        let position = chess("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
        assert!(!position.parse_coordinate("f1g1").unwrap().is_castle());
        let castle = position.parse_coordinate("f1h1").unwrap();
        assert!(castle.is_castle());
        assert_eq!(position.uci(castle, false), "f1h1");
        assert_eq!(position.cecp(castle, false), "O-O");
        let far = chess("4k3/8/8/8/8/8/8/RKR5 w CA - 0 1");
        assert_eq!(far.cecp(far.parse_coordinate("b1g1").unwrap(), true), "O-O");
        assert!(far.parse_coordinate("b1h1").is_err());
    }

    #[test]
    fn promotions_and_drops_are_read_in_both_cases() {
        let position: Position<Crazyhouse> =
            Position::from_fen("7k/P7/8/8/8/8/8/K7[N] w - - 0 1", Tolerance::Strict).unwrap();
        for text in ["a7a8n", "a7a8N", "a7a8=n"] {
            let mv = position.parse_coordinate(text).unwrap();
            assert_eq!(position.uci(mv, false), "a7a8n");
        }
        for text in ["N@f3", "n@f3"] {
            let mv = position.parse_coordinate(text).unwrap();
            assert_eq!(position.uci(mv, false), "N@f3");
        }
    }

    #[test]
    fn each_kind_of_error_has_its_sentence() {
        let position = chess("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let error = |text| position.parse_move(text).unwrap_err().to_string();
        assert_eq!(error("a1a3"), "'a1a3' is not legal here");
        assert_eq!(error("a7a8"), "'a7a8' does not say what the pawn becomes, such as e7e8q");
        assert_eq!(error("hello"), "'hello' is not a move");
        assert_eq!(error("Qa3"), "'Qa3' is not legal: there is no such queen");
        assert_eq!(error("@@@@"), "'@@@@' is not a move");
    }
}
