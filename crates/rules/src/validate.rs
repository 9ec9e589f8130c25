//! From a loose [`Setup`] to a [`Position`]: finds everything that is wrong, repairs what may be repaired, refuses
//! the rest. Knows what is possible in a game, not how a position is written.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::attacks::line;
use crate::hand::Pockets;
use crate::make::behind;
use crate::{
    Bitboard, Color, EnPassantFault, MoveList, Position, Role, Rules, Setup, SetupError, SetupFault, Square,
    Wing,
};

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
/// A position must begin with at most so many moves: a quarter of the move list is left for what captures add.
const ROOM_FOR_MOVES: u64 = MoveList::CAPACITY as u64 / 4 * 3;
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
        let moves = most_moves::<R>(&repaired);
        if moves > ROOM_FOR_MOVES {
            let faults = vec![SetupFault::TooManyMoves(moves)];
            return Err(SetupError { faults });
        }
        Ok(Position::build(&repaired))
    }
}

/// The number of moves that either side would have if it were to move.
fn most_moves<R: Rules>(setup: &Setup) -> u64 {
    let moves = Color::ALL.map(|turn| {
        let turned = Setup { turn, en_passant: None, ..setup.clone() };
        Position::<R>::build(&turned).count_legal_moves()
    });
    moves.into_iter().max().unwrap_or(0)
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
        let mut inspection: Inspection<'_, R> =
            Inspection { setup, board: Position::build(&bare), classical, faults: Vec::new() };
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
        Color::ALL.into_iter().all(|color| self.count(color, Role::King) == 1)
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
            self.find_if(pawns <= 8 && promoted > 8 - pawns, SetupFault::TooManyPromotions(color, promoted));
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
        for (role, first_set) in [(Role::Knight, 4), (Role::Bishop, 4), (Role::Rook, 4), (Role::Queen, 2)] {
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
            let on_wing: Bitboard = rooks.into_iter().filter(|&rook| Wing::of(king, rook) == wing).collect();
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
        let attackers = self.board.attackers_of(us, self.board.king(them), self.board.occupied());
        let by_king = (attackers & self.board.role(Role::King)).any();
        self.find_if(by_king, SetupFault::KingsAdjacent);
        self.find_if((attackers & !self.board.role(Role::King)).any(), SetupFault::OpponentInCheck(them));
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Crazyhouse, Standard};

    /// The faults that each tolerance refuses a FEN for.
    fn faults<R: Rules>(fen: &str, tolerance: Tolerance) -> Vec<SetupFault> {
        let setup = Setup::from_fen(fen).unwrap();
        match Position::<R>::from_setup(&setup, tolerance) {
            Ok(_) => Vec::new(),
            Err(error) => error.faults,
        }
    }

    fn repaired<R: Rules>(fen: &str) -> String {
        let setup = Setup::from_fen(fen).unwrap();
        Position::<R>::from_setup(&setup, Tolerance::Repair).unwrap().fen()
    }

    #[test]
    fn all_faults_are_listed_at_once() {
        let fen = "P3k3/8/8/8/8/8/4R3/8 w KQ a3 0 1";
        assert_eq!(
            faults::<Standard>(fen, Tolerance::Strict),
            [
                SetupFault::NoKing(Color::White),
                SetupFault::PawnsOnBackRanks(crate::squares::A8.bb()),
                SetupFault::CastlingKing(Color::White),
                SetupFault::EnPassant(crate::squares::A3, EnPassantFault::WrongRank),
            ]
        );
        assert_eq!(faults::<Standard>(fen, Tolerance::Lax).len(), 2);
    }

    #[test]
    fn impossible_promotions_are_for_lax_only() {
        let fen = "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1";
        assert_eq!(
            faults::<Standard>(fen, Tolerance::Repair),
            [SetupFault::TooManyPromotions(Color::White, 1)]
        );
        assert!(faults::<Standard>(fen, Tolerance::Lax).is_empty());
        // Two bishops on dark squares cannot both be from the start.
        let fen = "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1";
        assert!(!faults::<Standard>(fen, Tolerance::Strict).is_empty());
    }

    #[test]
    fn crazyhouse_counts_both_sides_and_hands_together() {
        let hand = |held: &str| format!("4k3/8/8/8/8/8/8/4K3[{held}] w - - 0 1");
        assert!(faults::<Crazyhouse>(&hand("QQrrrrbbnn16p"), Tolerance::Strict).is_empty());
        assert_eq!(
            faults::<Crazyhouse>(&hand("8P9p"), Tolerance::Repair),
            [SetupFault::TooManyPawnsInGame(17)]
        );
        assert_eq!(
            faults::<Crazyhouse>(&hand("QQq"), Tolerance::Strict),
            [SetupFault::UnmarkedPromotions(Role::Queen, 3)]
        );
        assert!(faults::<Crazyhouse>(&hand("QQq"), Tolerance::Repair).is_empty());
        assert_eq!(
            faults::<Crazyhouse>(&hand("40P"), Tolerance::Lax),
            [SetupFault::TooManyMen(Color::White, 41)]
        );
        assert_eq!(faults::<Standard>(&hand("Q"), Tolerance::Repair), [SetupFault::HandWithoutDrops]);
    }

    #[test]
    fn repair_drops_what_is_impossible() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
            ("4k3/8/8/8/8/8/8/1RR1K3 w BC - 0 1", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1"),
            ("4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4p3/8/3Pp3/8/8/8/4K3 w - - 0 1"),
        ] {
            assert_eq!(repaired::<Standard>(fen), expected);
            assert!(!faults::<Standard>(fen, Tolerance::Strict).is_empty());
        }
        let marked = "4k~3/8/8/8/8/8/P~7/4K3[] w - - 0 1";
        assert_eq!(repaired::<Crazyhouse>(marked), marked.replace('~', ""));
    }

    #[test]
    fn unexplained_check_takes_the_en_passant_square_except_in_lax() {
        let fen = "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1";
        assert_eq!(repaired::<Standard>(fen), fen.replace("d3", "-"));
        let setup = Setup::from_fen(fen).unwrap();
        let lax: Position<Standard> = Position::from_setup(&setup, Tolerance::Lax).unwrap();
        assert_eq!(lax.fen(), fen);
    }

    #[test]
    fn impossible_checks_can_be_played() {
        for fen in ["4k3/8/8/1B5B/8/8/4R3/4K3 b - - 0 1", "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1"] {
            assert_eq!(faults::<Standard>(fen, Tolerance::Strict).len(), 1);
            assert!(faults::<Standard>(fen, Tolerance::Repair).is_empty());
        }
    }
}
