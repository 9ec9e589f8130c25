//! The evaluation in words and numbers for people: what each term gives each side, what each piece is worth, and who
//! controls which square.

use std::fmt;

use rocada_rules::{Color, Piece, Position, Role, Rules, Square};

use super::trace::{Ledger, NoTrace};
use super::weights::Term;
use super::{Game, judge, taper, terms};
use crate::board::Board;

/// What one term gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermLine {
    /// What people call the term.
    pub name: &'static str,
    /// Middlegame and endgame value for White.
    pub white: (i32, i32),
    /// Middlegame and endgame value for Black.
    pub black: (i32, i32),
    /// White's minus Black's at the phase of this position.
    pub total: i32,
}

/// Why a position is worth what it is. All numbers are centipawns from White's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms in reading order; those that mean nothing in this game are left out.
    pub terms: Vec<TermLine>,
    /// 0 (pawn endgame) to 24 (all pieces there).
    pub phase: i32,
    /// How many 64ths of the endgame half count.
    pub scale: i32,
    /// The name of the endgame whose knowledge overrides the terms, if there is one.
    pub endgame: Option<&'static str>,
    /// The value of the position.
    pub total: i32,
    /// Who is to move.
    pub turn: Color,
}

impl Explanation {
    /// The value as the side to move sees it: what `Classical::evaluate` gives.
    pub fn relative(&self) -> i32 {
        match self.turn {
            Color::White => self.total,
            Color::Black => -self.total,
        }
    }

    /// What a pair of middlegame and endgame value is worth in this position.
    pub fn tapered(&self, value: (i32, i32)) -> i32 {
        taper(value, self.phase, self.scale)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} {:>13} {:>13} {:>7}", "term", "white mg/eg", "black mg/eg", "total")?;
        for line in &self.terms {
            let pair = |(mg, eg): (i32, i32)| format!("{mg} / {eg}");
            let (white, black) = (pair(line.white), pair(line.black));
            writeln!(f, "{:<16} {white:>13} {black:>13} {:>7}", line.name, line.total)?;
        }
        write!(f, "phase {}/24, endgame scale {}/64", self.phase, self.scale)?;
        if let Some(name) = self.endgame {
            write!(f, ", known endgame {name}")?;
        }
        write!(f, "\ntotal {} for White, {} to move", self.total, self.turn)
    }
}

/// Why the position is worth what `Classical::evaluate` says.
pub fn explain<R: Game>(position: &Position<R>) -> Explanation {
    explain_board::<R>(&Board::of(position))
}

pub(crate) fn explain_board<R: Game>(board: &Board) -> Explanation {
    let mut ledger = Ledger::new(R::weights());
    let verdict = judge::<R, _>(board, R::weights(), None, &mut ledger);
    let shown = |term: &Term| R::DROPS || !matches!(term, Term::Hand | Term::Drops);
    let line = |term: Term| {
        let [white, black] = ledger.sums[term as usize];
        TermLine {
            name: term.name(),
            white: white.halves(),
            black: black.halves(),
            total: taper((white - black).halves(), verdict.phase, verdict.scale),
        }
    };
    Explanation {
        terms: Term::ALL.into_iter().filter(shown).map(line).collect(),
        phase: verdict.phase,
        scale: verdict.scale,
        endgame: verdict.known.map(|known| known.name),
        total: verdict.total,
        turn: board.turn,
    }
}

/// What each piece is worth here to its owner: how much worse the owner would stand without it. Kings are left out.
/// The board without the piece is judged as it stands, even if a king would be in check on it.
pub fn piece_worth<R: Game>(position: &Position<R>) -> Vec<(Square, Piece, i32)> {
    let board = Board::of(position);
    let judged = |board: &Board| judge::<R, _>(board, R::weights(), None, &mut NoTrace);
    let with = judged(&board);
    let mut worth = Vec::with_capacity(32);
    for square in board.occupied() {
        let Some(piece) = board.piece_at(square).filter(|piece| piece.role != Role::King) else {
            continue;
        };
        let without = judged(&board.without(square));
        let difference = with.relative_to(piece.color) - without.relative_to(piece.color);
        worth.push((square, piece, difference));
    }
    worth
}

/// How many men of each side attack or defend each square, by `Color::index` and `Square::index`.
pub fn control_map<R: Rules>(position: &Position<R>) -> [[u8; 64]; 2] {
    terms::pieces::control(&Board::of(position))
}
