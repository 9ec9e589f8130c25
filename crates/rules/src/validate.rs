//! From a loose [`Setup`] to a [`Position`]: finds everything that is wrong, repairs what may be repaired, refuses
//! the rest. Knows what is possible in a game, not how a position is written.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fmt;

use crate::attacks::line;
use crate::hand::Pockets;
use crate::make::behind;
use crate::{Bitboard, Color, MoveList, Position, Role, Rules, Setup, Square, Wing};

/// How much nonsense to accept in a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tolerance {
    /// Any fault is an error.
    Strict,
    /// Impossible castling rights, en passant squares and promoted marks are dropped and impossible checks accepted;
    /// the rest is an error. This is what protocols use.
    Repair,
    /// Whatever can be played is accepted. An en passant square stays even if a check contradicts it.
    Lax,
}

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
    /// So many legal moves that no move list could hold what follows.
    TooManyMoves(u64),
}

/// What a fault means for the three tolerances.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// Can be taken out; only `Strict` refuses.
    Repairable,
    /// Impossible, but harmless; only `Strict` refuses.
    Harmless,
    /// Playable, but plainly a mistake; only `Lax` accepts.
    Serious,
    /// Cannot be played.
    Fatal,
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The faults, never empty.
    pub faults: Vec<SetupFault>,
}

impl SetupFault {
    fn severity(self) -> Severity {
        match self {
            SetupFault::PromotedMark(_)
            | SetupFault::CastlingKing(_)
            | SetupFault::CastlingRook(_)
            | SetupFault::CastlingTwice(_)
            | SetupFault::CastlingNotClassical(_)
            | SetupFault::EnPassant(..) => Severity::Repairable,
            SetupFault::TooManyCheckers(_)
            | SetupFault::CheckersOnOneLine(..)
            | SetupFault::UnmarkedPromotions(..) => Severity::Harmless,
            SetupFault::TooManyMen(_, count) if count <= MOST_MEN => Severity::Serious,
            SetupFault::TooManyPawns(..)
            | SetupFault::TooManyPromotions(..)
            | SetupFault::TooManyPawnsInGame(_)
            | SetupFault::HandWithoutDrops => Severity::Serious,
            _ => Severity::Fatal,
        }
    }

    fn is_error(self, tolerance: Tolerance) -> bool {
        match self.severity() {
            Severity::Repairable | Severity::Harmless => tolerance == Tolerance::Strict,
            Severity::Serious => tolerance != Tolerance::Lax,
            Severity::Fatal => true,
        }
    }

    /// Takes a repairable fault out of the setup.
    fn repair(self, setup: &mut Setup, tolerance: Tolerance) {
        match self {
            SetupFault::PromotedMark(square) => setup.promoted = setup.promoted.without(square),
            SetupFault::CastlingKing(color) => {
                setup.castling_rooks &= !Bitboard::relative_rank(color, 0);
            }
            SetupFault::CastlingRook(square)
            | SetupFault::CastlingTwice(square)
            | SetupFault::CastlingNotClassical(square) => {
                setup.castling_rooks = setup.castling_rooks.without(square);
            }
            SetupFault::EnPassant(_, EnPassantFault::Check) if tolerance == Tolerance::Lax => {}
            SetupFault::EnPassant(..) => setup.en_passant = None,
            _ => {}
        }
    }
}

/// The most men of one colour that are accepted at all, those in hand included.
const MOST_MEN: u32 = 32;
/// The highest numbers of the two counters that a game is allowed to start with.
const MOST_MOVES: u32 = 99_999;

impl<R: Rules> Position<R> {
    /// The position that a setup describes, if it can be one.
    pub fn from_setup(setup: &Setup, tolerance: Tolerance) -> Result<Position<R>, SetupError> {
        Position::from_setup_as(setup, tolerance, false)
    }

    /// The same; `classical` games know castling only from the e-file and with rooks in the corners.
    pub(crate) fn from_setup_as(
        setup: &Setup,
        tolerance: Tolerance,
        classical: bool,
    ) -> Result<Position<R>, SetupError> {
        let mut faults = Inspection::<R>::run(setup, classical);
        let mut repaired = setup.clone();
        for fault in &faults {
            fault.repair(&mut repaired, tolerance);
        }
        faults.retain(|fault| fault.is_error(tolerance));
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        if !R::DROPS {
            repaired.hands = [[0; 5]; 2];
        }
        repaired.halfmoves = repaired.halfmoves.min(MOST_MOVES);
        repaired.fullmoves = repaired.fullmoves.clamp(1, MOST_MOVES);
        let position: Position<R> = Position::build(&repaired);
        // Captures can still add moves: a quarter of the list is kept free for that.
        let moves = position.count_legal_moves();
        if moves > MoveList::CAPACITY as u64 / 4 * 3 {
            let faults = vec![SetupFault::TooManyMoves(moves)];
            return Err(SetupError { faults });
        }
        Ok(position)
    }
}

/// The search for faults.
struct Inspection<'a, R: Rules> {
    setup: &'a Setup,
    /// The men on their squares, without rights and hands: answers who attacks what.
    board: Position<R>,
    classical: bool,
    faults: Vec<SetupFault>,
}

impl<'a, R: Rules> Inspection<'a, R> {
    fn run(setup: &'a Setup, classical: bool) -> Vec<SetupFault> {
        let bare = Setup {
            promoted: Bitboard::EMPTY,
            hands: [[0; 5]; 2],
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            ..setup.clone()
        };
        let mut inspection: Inspection<'_, R> = Inspection {
            setup,
            board: Position::build(&bare),
            classical,
            faults: Vec::new(),
        };
        inspection.kings();
        inspection.pawns();
        inspection.hands();
        inspection.promoted_marks();
        if R::DROPS {
            inspection.crazyhouse_material();
        } else {
            inspection.chess_material();
        }
        for color in Color::ALL {
            inspection.castling(color);
        }
        inspection.checks();
        inspection.en_passant();
        inspection.faults
    }

    fn find(&mut self, fault: SetupFault) {
        self.faults.push(fault);
    }

    fn find_if(&mut self, wrong: bool, fault: SetupFault) {
        if wrong {
            self.find(fault);
        }
    }

    fn count(&self, color: Color, role: Role) -> u32 {
        self.board.pieces(color, role).count()
    }

    /// Has each side exactly one king?
    fn has_both_kings(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.count(color, Role::King) == 1)
    }

    fn kings(&mut self) {
        for color in Color::ALL {
            match self.count(color, Role::King) {
                0 => self.find(SetupFault::NoKing(color)),
                1 => {}
                count => self.find(SetupFault::TooManyKings(color, count)),
            }
        }
    }

    fn pawns(&mut self) {
        let stray = self.board.role(Role::Pawn) & Bitboard::BACK_RANKS;
        self.find_if(stray.any(), SetupFault::PawnsOnBackRanks(stray));
    }

    fn hands(&mut self) {
        for color in Color::ALL {
            let mut men = self.board.color(color).count();
            for role in Role::DROPPABLE {
                let held = self.setup.in_hand(color, role);
                men += u32::from(held);
                self.find_if(held > Pockets::MOST, SetupFault::HandTooLarge(color, role, held));
            }
            let most = if R::DROPS { MOST_MEN } else { 16 };
            self.find_if(men > most, SetupFault::TooManyMen(color, men));
        }
        let held = self.setup.hands.iter().flatten().any(|&count| count > 0);
        self.find_if(held && !R::DROPS, SetupFault::HandWithoutDrops);
    }

    fn promoted_marks(&mut self) {
        let unmarkable = self.board.role(Role::Pawn) | self.board.role(Role::King) | !self.board.occupied();
        for square in self.setup.promoted & unmarkable {
            self.find(SetupFault::PromotedMark(square));
        }
    }

    /// Chess: each piece beyond the first set was a pawn. A second bishop on squares of one shade is one of those.
    fn chess_material(&mut self) {
        for color in Color::ALL {
            let pawns = self.count(color, Role::Pawn);
            self.find_if(pawns > 8, SetupFault::TooManyPawns(color, pawns));
            let bishops = self.board.pieces(color, Role::Bishop);
            let promoted = [
                (self.count(color, Role::Knight), 2),
                ((bishops & Bitboard::DARK).count(), 1),
                ((bishops & !Bitboard::DARK).count(), 1),
                (self.count(color, Role::Rook), 2),
                (self.count(color, Role::Queen), 1),
            ]
            .map(|(count, first_set)| count.saturating_sub(first_set))
            .into_iter()
            .sum::<u32>();
            self.find_if(
                pawns <= 8 && promoted > 8 - pawns,
                SetupFault::TooManyPromotions(color, promoted),
            );
        }
    }

    /// Crazyhouse: men change sides but never leave the game, so both sides are counted together, hands included.
    fn crazyhouse_material(&mut self) {
        let real = !self.setup.promoted;
        let in_game = |role: Role| {
            let held = Color::ALL.map(|color| u32::from(self.setup.in_hand(color, role)));
            (self.board.role(role) & real).count() + held.into_iter().sum::<u32>()
        };
        let was_pawn = self.board.occupied() & !real;
        let mut pawns = in_game(Role::Pawn) + (was_pawn & !self.board.role(Role::King)).count();
        let mut unmarked = Vec::new();
        for (role, first_set) in [
            (Role::Knight, 4),
            (Role::Bishop, 4),
            (Role::Rook, 4),
            (Role::Queen, 2),
        ] {
            let count = in_game(role);
            if count > first_set {
                unmarked.push(SetupFault::UnmarkedPromotions(role, count));
                pawns += count - first_set;
            }
        }
        self.faults.append(&mut unmarked);
        self.find_if(pawns > 16, SetupFault::TooManyPawnsInGame(pawns));
    }

    fn castling(&mut self, color: Color) {
        let home = Bitboard::relative_rank(color, 0);
        let rights = self.setup.castling_rooks & home;
        // Rights between the back ranks belong to nobody; they are told of once.
        if color == Color::White {
            for square in self.setup.castling_rooks & !Bitboard::BACK_RANKS {
                self.find(SetupFault::CastlingRook(square));
            }
        }
        if rights.is_empty() {
            return;
        }
        let Some(king) = (self.board.pieces(color, Role::King) & home).first() else {
            return self.find(SetupFault::CastlingKing(color));
        };
        let rooks = rights & self.board.pieces(color, Role::Rook);
        for square in rights & !rooks {
            self.find(SetupFault::CastlingRook(square));
        }
        for wing in Wing::ALL {
            let on_wing: Bitboard = rooks
                .into_iter()
                .filter(|&rook| Wing::of(king, rook) == wing)
                .collect();
            let outermost = match wing {
                Wing::King => on_wing.last(),
                Wing::Queen => on_wing.first(),
            };
            for rook in on_wing {
                let corner = matches!(rook.file(), 0 | 7);
                if Some(rook) != outermost {
                    self.find(SetupFault::CastlingTwice(rook));
                } else if self.classical && !(corner && king.file() == 4) {
                    self.find(SetupFault::CastlingNotClassical(rook));
                }
            }
        }
    }

    fn checks(&mut self) {
        if !self.has_both_kings() {
            return;
        }
        let (us, them) = (self.board.turn(), !self.board.turn());
        let attackers = self
            .board
            .attackers_of(us, self.board.king(them), self.board.occupied());
        let by_king = (attackers & self.board.role(Role::King)).any();
        self.find_if(by_king, SetupFault::KingsAdjacent);
        self.find_if(
            (attackers & !self.board.role(Role::King)).any(),
            SetupFault::OpponentInCheck(them),
        );
        let checkers = self.board.checkers();
        if checkers.count() > 2 {
            self.find(SetupFault::TooManyCheckers(checkers.count()));
        } else if let (Some(first), Some(last)) = (checkers.first(), checkers.last())
            && first != last
            && line(first, last).has(self.board.king(us))
        {
            self.find(SetupFault::CheckersOnOneLine(first, last));
        }
    }

    fn en_passant(&mut self) {
        if let Some(square) = self.setup.en_passant
            && let Some(fault) = self.en_passant_fault(square)
        {
            self.find(SetupFault::EnPassant(square, fault));
        }
    }

    fn en_passant_fault(&self, square: Square) -> Option<EnPassantFault> {
        let (us, them) = (self.board.turn(), !self.board.turn());
        if square.relative_rank(them) != 2 {
            return Some(EnPassantFault::WrongRank);
        }
        let (origin, target) = (behind(them, square), behind(us, square));
        let occupied = self.board.occupied();
        if occupied.has(square) {
            return Some(EnPassantFault::Occupied);
        }
        if !self.board.pieces(them, Role::Pawn).has(target) {
            return Some(EnPassantFault::NoPawn);
        }
        if occupied.has(origin) {
            return Some(EnPassantFault::OriginOccupied);
        }
        // Take the double step back: then nothing may attack the king of the side to move.
        let before = occupied.without(target).with(origin);
        let attackers = self.board.attackers_of(them, self.board.king(us), before);
        (self.has_both_kings() && attackers.without(target).any()).then_some(EnPassantFault::Check)
    }
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
                write!(
                    f,
                    "there are pawns on the first or last rank ({})",
                    names.join(", ")
                )
            }
            SetupFault::TooManyMen(color, count) => write!(f, "{color} has {count} men, which is too many"),
            SetupFault::TooManyPawns(color, count) => write!(f, "{color} has {count} pawns"),
            SetupFault::TooManyPromotions(color, count) => write!(
                f,
                "{color} has {count} more pieces than at the start but too many pawns for as many promotions"
            ),
            SetupFault::TooManyPawnsInGame(count) => {
                write!(
                    f,
                    "there are {count} pawns and promoted pawns in the game, more than 16"
                )
            }
            SetupFault::UnmarkedPromotions(role, count) => {
                write!(
                    f,
                    "there are {count} {}s without a promoted mark, too many",
                    role.name()
                )
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
                write!(
                    f,
                    "there is a castling right for {square}, but no such rook there"
                )
            }
            SetupFault::CastlingTwice(square) => {
                write!(
                    f,
                    "the rook on {square} is the second one with a castling right to its wing"
                )
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
                write!(f, "there are {count} legal moves, too many to play on")
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
