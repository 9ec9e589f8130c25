//! How a game ends by the rules.

use std::fmt;

use crate::hand::Hand;
use crate::{Bitboard, Color, Position, Role, Rules};

/// The end of a game that nobody has to claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The winner has mated.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Nobody can ever mate. Never in crazyhouse.
    InsufficientMaterial,
}

impl Outcome {
    /// The winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

/// A draw that a player may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// The position is there for the third time.
    ThreefoldRepetition,
    /// Fifty moves of each side without capture or pawn move. Never in crazyhouse.
    FiftyMoves,
}

/// A game's result as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// Somebody won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Draw, GameResult::Win)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner: Color::White } => f.write_str("White mates"),
            Outcome::Checkmate { winner: Color::Black } => f.write_str("Black mates"),
            Outcome::Stalemate => f.write_str("Stalemate"),
            Outcome::InsufficientMaterial => f.write_str("Insufficient material"),
        }
    }
}

impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawClaim::ThreefoldRepetition => "Draw by repetition",
            DrawClaim::FiftyMoves => "Draw by fifty move rule",
        })
    }
}

impl<R: Rules> Position<R> {
    /// Has the game ended by itself?
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(match self.in_check() {
                true => Outcome::Checkmate { winner: !self.turn },
                false => Outcome::Stalemate,
            });
        }
        self.is_insufficient_material().then_some(Outcome::InsufficientMaterial)
    }

    /// May the side to move claim a draw in a position that is not mate?
    pub fn draw_claim(&self) -> Option<DrawClaim> {
        if self.repetitions() >= 2 {
            return Some(DrawClaim::ThreefoldRepetition);
        }
        self.is_fifty_moves().then_some(DrawClaim::FiftyMoves)
    }

    /// Are fifty moves of each side played without capture or pawn move? A mate on the board comes first.
    #[inline]
    pub fn is_fifty_moves(&self) -> bool {
        !R::DROPS && self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move())
    }

    /// Can neither side ever mate, whatever the other does?
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.cannot_win(color))
    }

    /// Is there no sequence of legal moves that ends with `color` giving mate?
    /// Exact for material alone; blocked positions are not looked into.
    pub fn cannot_win(&self, color: Color) -> bool {
        let (own, enemy) = (self.color(color), self.color(!color));
        if R::DROPS
            && (self.hand().any(Color::White) || self.hand().any(Color::Black) || self.promoted().any())
        {
            return false;
        }
        if (own & (self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen))).any() {
            return false;
        }
        if R::DROPS {
            // Whatever is captured comes back, bishops on the other colour too: count the men alone.
            return self.occupied().count() <= 2;
        }
        if (own & self.role(Role::Knight)).any() {
            // A single knight mates only with the help of a piece that can block its king in; a queen cannot.
            return own.count() <= 2 && (enemy & !self.role(Role::King) & !self.role(Role::Queen)).is_empty();
        }
        if (own & self.role(Role::Bishop)).any() {
            // Bishops of one square colour mate only with a pawn or knight to block a square of the other colour.
            let bishops = self.role(Role::Bishop);
            let one_color = (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty();
            return one_color && (self.role(Role::Pawn) | self.role(Role::Knight)).is_empty();
        }
        true
    }
}
