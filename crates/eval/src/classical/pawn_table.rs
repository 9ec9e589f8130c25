//! Remembers what a pawn structure is worth. Pawns move seldom: nine of ten evaluations find theirs here.
//! Knows no chess beyond the key; the terms fill it.

use rocada_rules::{Bitboard, Color};

use super::score::Score;
use super::terms::{king, pawns};
use super::trace::{NoTrace, Tally, Trace};
use super::weights::Weights;
use crate::board::Board;

const ENTRIES: usize = 1 << 13;
/// No king stands here: the shelter has not been looked at.
const NOWHERE: u8 = 64;

/// What is known of one pawn structure.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    passed: [Bitboard; 2],
    /// The structure, White's sum minus Black's.
    structure: Score,
    /// The shelter of each king on the square for which it was computed last.
    shelter: [Score; 2],
    king: [u8; 2],
}

const EMPTY: Entry = Entry {
    key: 0,
    passed: [Bitboard::EMPTY; 2],
    structure: Score::ZERO,
    shelter: [Score::ZERO; 2],
    king: [NOWHERE; 2],
};

/// The pawn part of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PawnSum {
    /// Structure and shelter, White's sum minus Black's.
    pub(crate) score: Score,
    /// The passed pawns of each side.
    pub(crate) passed: [Bitboard; 2],
}

/// A table of pawn structures, owned by one thread.
#[derive(Clone)]
pub struct PawnTable(Box<[Entry]>);

impl Default for PawnTable {
    fn default() -> PawnTable {
        PawnTable(vec![EMPTY; ENTRIES].into_boxed_slice())
    }
}

impl std::fmt::Debug for PawnTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PawnTable({ENTRIES})")
    }
}

impl PawnTable {
    /// The pawn part of `board`, from the table where it can be had.
    #[inline]
    pub(crate) fn probe(&mut self, board: &Board, weights: &Weights) -> PawnSum {
        let entry = &mut self.0[board.pawn_key as usize & (ENTRIES - 1)];
        // The empty entry is right for the key of no pawns, which is 0.
        if entry.key != board.pawn_key {
            let (structure, passed) = structure(board, weights, &mut NoTrace);
            *entry = Entry { key: board.pawn_key, passed, structure, ..EMPTY };
        }
        for us in Color::ALL {
            let i = us.index();
            let square = board.king(us).index() as u8;
            if entry.king[i] != square {
                entry.king[i] = square;
                entry.shelter[i] = shelter(board, weights, us, &mut NoTrace);
            }
        }
        PawnSum { score: entry.structure + entry.shelter[0] - entry.shelter[1], passed: entry.passed }
    }
}

/// The pawn part of `board`, computed and told.
pub(crate) fn fresh<T: Trace>(board: &Board, weights: &Weights, trace: &mut T) -> PawnSum {
    let (structure, passed) = structure(board, weights, trace);
    let white = shelter(board, weights, Color::White, trace);
    let black = shelter(board, weights, Color::Black, trace);
    PawnSum { score: structure + white - black, passed }
}

fn structure<T: Trace>(board: &Board, weights: &Weights, trace: &mut T) -> (Score, [Bitboard; 2]) {
    let mut white = Tally::new(Color::White, weights, trace);
    let white_passed = pawns::structure(board, &mut white);
    let white = white.sum;
    let mut black = Tally::new(Color::Black, weights, trace);
    let black_passed = pawns::structure(board, &mut black);
    (white - black.sum, [white_passed, black_passed])
}

fn shelter<T: Trace>(board: &Board, weights: &Weights, us: Color, trace: &mut T) -> Score {
    let mut tally = Tally::new(us, weights, trace);
    king::shelter(board, &mut tally);
    tally.sum
}
