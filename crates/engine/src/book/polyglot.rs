//! Reader of opening books in the Polyglot format.
//!
//! The file is a list of entries of 16 bytes, numbers with the high byte first, sorted by key:
//!
//! ```text
//! bytes  0 ..  8   key of the position
//!        8 .. 10   move: bits 0-2 to file, 3-5 to rank, 6-8 from file, 9-11 from rank, 12-14 promotion (1 N 2 B 3 R 4 Q)
//!       10 .. 12   weight
//!       12 .. 16   what the book's maker has learned from games
//! ```
//!
//! Castling is written as king takes own rook, which is how Rocada writes it, too. The key knows no hands: in
//! crazyhouse such a book knows nothing.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rocada_rules::{AnyPosition, Move, Role, Square, Wing};

use super::BookMove;

/// The size of an entry in bytes.
const ENTRY: usize = 16;

/// Why a file is no book.
#[derive(Debug)]
pub enum PolyglotError {
    /// It cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is a folder or a device.
    NotAFile {
        /// What it is called.
        path: PathBuf,
    },
    /// It is empty.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Its size is not a multiple of 16.
    Size {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: usize,
    },
    /// Its entries are not sorted.
    Unsorted {
        /// The file.
        path: PathBuf,
        /// The first entry, from 1, with a key smaller than the one before.
        entry: usize,
    },
}

impl fmt::Display for PolyglotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolyglotError::Unreadable { path, error } => {
                write!(f, "the book '{}' cannot be read: {error}", path.display())
            }
            PolyglotError::NotAFile { path } => {
                write!(f, "the book '{}' is not a file: give a Polyglot .bin file", path.display())
            }
            PolyglotError::Empty { path } => write!(f, "the book '{}' is empty", path.display()),
            PolyglotError::Size { path, size } => write!(
                f,
                "'{}' is no Polyglot book, or a part of one: its {size} bytes are no multiple of {ENTRY}",
                path.display()
            ),
            PolyglotError::Unsorted { path, entry } => write!(
                f,
                "'{}' is no Polyglot book: entry {entry} is not in the order of the keys",
                path.display()
            ),
        }
    }
}

impl std::error::Error for PolyglotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PolyglotError::Unreadable { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// An entry but for its last four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Entry {
    fn read(&[k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..]: &[u8; ENTRY]) -> Entry {
        Entry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }
}

/// A book file in memory.
pub(super) struct Polyglot {
    path: PathBuf,
    entries: Vec<Entry>,
    positions: usize,
}

impl fmt::Debug for Polyglot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl Polyglot {
    /// Reads and checks a file.
    pub(super) fn open(path: &Path) -> Result<Polyglot, PolyglotError> {
        let unreadable = |error| PolyglotError::Unreadable { path: path.to_owned(), error };
        // A device such as /dev/zero would never end.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(PolyglotError::NotAFile { path: path.to_owned() });
        }
        Polyglot::read(path, &fs::read(path).map_err(unreadable)?)
    }

    /// Reads and checks the bytes of a file.
    pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Polyglot, PolyglotError> {
        let path = path.to_owned();
        let (entries, []) = bytes.as_chunks() else {
            return Err(PolyglotError::Size { path, size: bytes.len() });
        };
        let entries: Vec<Entry> = entries.iter().map(Entry::read).collect();
        if entries.is_empty() {
            return Err(PolyglotError::Empty { path });
        }
        let mut positions = 1;
        for (index, (before, entry)) in entries.iter().zip(entries.iter().skip(1)).enumerate() {
            if entry.key < before.key {
                return Err(PolyglotError::Unsorted { path, entry: index + 2 });
            }
            positions += usize::from(entry.key != before.key);
        }
        Ok(Polyglot { path, entries, positions })
    }

    /// The legal ones among the moves that the file has for a position.
    pub(super) fn candidates(&self, position: &AnyPosition) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        if position.variant().has_drops() {
            return moves;
        }
        let key = position.polyglot_key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let found = self.entries.iter().skip(first).take_while(|entry| entry.key == key);
        for (mv, weight) in found.filter_map(|entry| Some((legal_move(position, entry.mv)?, entry.weight))) {
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.weight += u32::from(weight),
                None => moves.push(BookMove { mv, weight: u32::from(weight) }),
            }
        }
        moves
    }

    /// How many positions it knows.
    pub(super) fn positions(&self) -> usize {
        self.positions
    }

    /// What was read.
    pub(super) fn describe(&self) -> String {
        let Polyglot { path, entries, positions } = self;
        format!("the book '{}' knows {positions} positions with {} moves", path.display(), entries.len())
    }
}

/// The legal move that a bit pattern means. Some makers write castling as the king's two steps.
fn legal_move(position: &AnyPosition, bits: u16) -> Option<Move> {
    let square = |shift: u16| {
        let [_, index] = (bits >> shift & 63).to_be_bytes();
        Square::try_new(index)
    };
    let (to, from) = (square(0)?, square(6)?);
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let legal = position.legal_moves();
    let exact = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
    let two_steps = |mv: &&Move| {
        mv.is_castle()
            && mv.from() == from
            && from.distance(to) == 2
            && Wing::of(from, mv.to()).king_target(position.turn()) == to
    };
    legal.iter().find(exact).or_else(|| legal.iter().find(two_steps)).copied()
}
