//! The book that Rocada carries: opening lines as text, compiled into the binary and read on first use.
//!
//! One line of the text is a weight and the moves of an opening in standard algebraic notation:
//!
//! ```text
//! # what follows a number sign is a comment
//! 6 e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
//! 1 e4 e5 f4 exf4 Nf3 g5?
//! ```
//!
//! The weight of a move in a position is the sum of the weights of all lines that play it there, however they came to
//! the position. A move marked `?` is known so that it can be answered, and never chosen.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use rocada_rules::{AnyPosition, Move, MoveError, Variant};

use super::BookMove;

const CHESS: &str = include_str!("../../openings/chess.txt");
const CRAZYHOUSE: &str = include_str!("../../openings/crazyhouse.txt");

/// The lines of chess.
pub(super) fn chess() -> &'static Lines {
    static LINES: OnceLock<Lines> = OnceLock::new();
    LINES.get_or_init(|| Lines::read_good(Variant::Chess, CHESS))
}

/// The lines of crazyhouse.
pub(super) fn crazyhouse() -> &'static Lines {
    static LINES: OnceLock<Lines> = OnceLock::new();
    LINES.get_or_init(|| Lines::read_good(Variant::Crazyhouse, CRAZYHOUSE))
}

/// What is wrong with a line of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// It does not begin with a weight.
    Weight {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there instead.
        text: String,
    },
    /// It has a move that cannot be played.
    Move {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Weight { line, text } => write!(f, "line {line}: '{text}' is no weight such as 3"),
            LineError::Move { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl std::error::Error for LineError {}

/// Opening lines, by position.
#[derive(Debug, Default)]
pub(super) struct Lines {
    moves: HashMap<u64, Vec<BookMove>>,
    count: usize,
}

/// A step of the line being read: the move as text and as move, and the key of the position before it.
struct Step<'a> {
    text: &'a str,
    mv: Move,
    key: u64,
}

impl Lines {
    /// Reads lines and says what is wrong with the first bad one.
    #[cfg(test)]
    pub(super) fn read(variant: Variant, text: &str) -> Result<Lines, LineError> {
        let (lines, errors) = Lines::read_all(variant, text);
        errors.into_iter().next().map_or(Ok(lines), Err)
    }

    /// Reads lines without the bad ones; that there are none in the embedded texts is for the tests to see.
    fn read_good(variant: Variant, text: &str) -> Lines {
        Lines::read_all(variant, text).0
    }

    fn read_all(variant: Variant, text: &str) -> (Lines, Vec<LineError>) {
        let (mut lines, mut errors) = (Lines::default(), Vec::new());
        let mut position = AnyPosition::start(variant);
        let mut steps = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            let Some(weight) = words.next() else { continue };
            let number = index + 1;
            match weight.parse() {
                Ok(weight) => match follow(&mut position, &mut steps, words) {
                    Ok(()) => lines.add(&steps, weight),
                    Err(error) => errors.push(LineError::Move { line: number, error }),
                },
                Err(_) => errors.push(LineError::Weight { line: number, text: weight.to_owned() }),
            }
        }
        lines.moves.retain(|_, moves| moves.iter().any(|known| known.weight > 0));
        (lines, errors)
    }

    fn add(&mut self, steps: &[Step<'_>], weight: u32) {
        self.count += 1;
        for step in steps {
            let weight = if step.text.ends_with('?') { 0 } else { weight };
            let moves = self.moves.entry(step.key).or_default();
            match moves.iter_mut().find(|known| known.mv == step.mv) {
                Some(known) => known.weight += weight,
                None => moves.push(BookMove { mv: step.mv, weight }),
            }
        }
    }

    /// The moves known in a position.
    pub(super) fn candidates(&self, position: &AnyPosition) -> Vec<BookMove> {
        let known = self.moves.get(&position.key()).map_or(&[][..], Vec::as_slice);
        // Two positions may share a key, if hardly ever.
        known.iter().copied().filter(|known| known.weight > 0 && position.is_legal(known.mv)).collect()
    }

    /// How many positions have a move.
    pub(super) fn positions(&self) -> usize {
        self.moves.len()
    }

    /// How many lines were read.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// Plays the moves of a line. Where it begins as the line before did, nothing is played anew.
fn follow<'a>(
    position: &mut AnyPosition,
    steps: &mut Vec<Step<'a>>,
    words: impl Iterator<Item = &'a str>,
) -> Result<(), MoveError> {
    let mut done = 0;
    for text in words {
        if steps.get(done).is_none_or(|step| step.text != text) {
            take_back(position, steps, done);
            let mv = position.parse_move(text)?;
            steps.push(Step { text, mv, key: position.key() });
            position.play(mv);
        }
        done += 1;
    }
    take_back(position, steps, done);
    Ok(())
}

/// Takes moves back until so many are left.
fn take_back(position: &mut AnyPosition, steps: &mut Vec<Step<'_>>, left: usize) {
    while steps.len() > left {
        steps.pop();
        position.undo();
    }
}
