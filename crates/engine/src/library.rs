//! The opening books in use: shared, because people look into them while the engine searches.

use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use rocada_rules::{AnyPosition, Move};

use crate::book::{Book, BookMove, Dice};

/// The book from a file, or those that Rocada carries.
pub(crate) struct Library {
    in_use: AtomicBool,
    file: RwLock<Option<Book>>,
}

impl Default for Library {
    fn default() -> Library {
        Library { in_use: AtomicBool::new(true), file: RwLock::new(None) }
    }
}

impl Library {
    /// May the book answer for the engine?
    pub(crate) fn use_book(&self, on: bool) {
        self.in_use.store(on, Ordering::Relaxed);
    }

    /// Reads a book file; an empty name goes back to the books that Rocada carries, a bad file too.
    pub(crate) fn open(&self, path: &str) -> Result<String, String> {
        let opened = match path.trim() {
            "" => Ok(None),
            path => Book::open(path).map(Some).map_err(|error| error.to_string()),
        };
        let told = match &opened {
            Ok(Some(book)) => Ok(book.describe()),
            Ok(None) => Ok("using the built-in opening book".to_owned()),
            Err(error) => Err(error.clone()),
        };
        if let Ok(mut file) = self.file.write() {
            *file = opened.unwrap_or_default();
        }
        told
    }

    /// Asks the book that knows the game of a position.
    fn ask<T>(&self, position: &AnyPosition, question: impl FnOnce(&Book) -> T) -> Option<T> {
        let file = self.file.read().ok()?;
        Some(match &*file {
            Some(book) => question(book),
            None => question(&Book::embedded(position.variant())),
        })
    }

    /// A move for the engine, if it may use the book.
    pub(crate) fn choose(&self, position: &AnyPosition, dice: &mut Dice) -> Option<Move> {
        if !self.in_use.load(Ordering::Relaxed) {
            return None;
        }
        self.ask(position, |book| book.choose(position, || dice.roll()))?
    }

    /// What the book says about a position, a line for each move.
    pub(crate) fn lines(&self, position: &AnyPosition) -> Vec<String> {
        let moves = self.ask(position, |book| book.candidates(position)).unwrap_or_default();
        let total: u32 = moves.iter().map(|candidate| candidate.weight).sum();
        let show = |BookMove { mv, weight }: &BookMove| {
            let percent = u64::from(*weight) * 100 / u64::from(total.max(1));
            format!("{:6} {percent:3} %", position.san(*mv))
        };
        moves.iter().map(show).collect()
    }
}
