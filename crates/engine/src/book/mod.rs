//! Opening knowledge: the book that Rocada carries, and any book in the Polyglot format.
//!
//! A book gives moves that are legal in the position and nothing else; when to use it is for the engine to decide.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod dice;
mod embedded;
mod polyglot;

use std::path::Path;

use rocada_rules::{AnyPosition, Move, Variant};

pub use dice::Dice;
pub use embedded::LineError;
pub use polyglot::PolyglotError;

use embedded::Lines;
use polyglot::Polyglot;

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal where it was asked for.
    pub mv: Move,
    /// How often it is chosen, compared with the others. Never, if 0.
    pub weight: u32,
}

/// An opening book.
#[derive(Debug)]
pub struct Book {
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// The lines that Rocada carries.
    Embedded(Variant),
    /// A file.
    Polyglot(Polyglot),
}

impl Book {
    /// The book that Rocada carries for a variant. The lines are read when the first position is looked up. The 960
    /// variants use those of the classical start, which no other start position reaches.
    pub fn embedded(variant: Variant) -> Book {
        Book { source: Source::Embedded(variant) }
    }

    /// Reads a book file in the Polyglot format.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, PolyglotError> {
        Ok(Book { source: Source::Polyglot(Polyglot::open(path.as_ref())?) })
    }

    /// The moves that the book knows in a position, the weightiest first; empty if it does not know the position.
    pub fn candidates(&self, position: &AnyPosition) -> Vec<BookMove> {
        let mut moves = match &self.source {
            Source::Embedded(variant) if variant.has_drops() == position.variant().has_drops() => {
                lines_of(*variant).candidates(position)
            }
            Source::Embedded(_) => Vec::new(),
            Source::Polyglot(polyglot) => polyglot.candidates(position),
        };
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.weight));
        moves
    }

    /// A move for a position by chance, according to the weights. `random` gives evenly spread numbers, as [`Dice`] does.
    ///
    /// Where the position repeats it chooses nothing: a book that runs in circles has no more to say.
    pub fn choose(&self, position: &AnyPosition, mut random: impl FnMut() -> u64) -> Option<Move> {
        if position.repetitions() > 0 {
            return None;
        }
        let candidates = self.candidates(position);
        let total: u64 = candidates.iter().map(|candidate| u64::from(candidate.weight)).sum();
        let mut ticket = random().checked_rem(total)?;
        for candidate in candidates {
            match ticket.checked_sub(u64::from(candidate.weight)) {
                Some(rest) => ticket = rest,
                None => return Some(candidate.mv),
            }
        }
        None
    }

    /// The number of positions for which the book has a move.
    pub fn positions(&self) -> usize {
        match &self.source {
            Source::Embedded(variant) => lines_of(*variant).positions(),
            Source::Polyglot(polyglot) => polyglot.positions(),
        }
    }

    /// What was read, in one sentence for the user.
    pub fn describe(&self) -> String {
        match &self.source {
            Source::Embedded(variant) => {
                let game = if variant.has_drops() { "crazyhouse" } else { "chess" };
                let lines = lines_of(*variant);
                format!(
                    "the embedded {game} book knows {} positions from {} lines",
                    lines.positions(),
                    lines.count()
                )
            }
            Source::Polyglot(polyglot) => polyglot.describe(),
        }
    }
}

fn lines_of(variant: Variant) -> &'static Lines {
    if variant.has_drops() { embedded::crazyhouse() } else { embedded::chess() }
}

#[cfg(test)]
mod tests;
