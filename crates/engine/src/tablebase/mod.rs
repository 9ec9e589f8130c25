//! Endgames known by heart: Syzygy tablebases for chess and Chess960, without castling rights.
//!
//! The tables are read with `shakmaty-syzygy`. It was compared with `pyrrhic-rs` on the 3- and 4-men tables
//! (1183 positions, files cached by the system):
//!
//! |                        | shakmaty-syzygy 0.28                        | pyrrhic-rs 0.2                              |
//! |------------------------|---------------------------------------------|---------------------------------------------|
//! | a WDL probe            | 2.1 µs from memory, 6.4 µs from the file    | 1.0 µs                                      |
//! | opening the folder     | 0.7 ms                                      | 55 ms                                       |
//! | damaged files          | an error; no panic in 47 000 hostile probes | raw pointers into the map: undefined        |
//! | state                  | a value; as many as one likes               | one global `static mut`, libc `exit`        |
//! | root moves             | any thread                                  | refused while another handle exists         |
//! | code                   | safe Rust, typed errors                     | C translated to 3400 lines of `unsafe` Rust |
//! | licence                | GPL-3.0-or-later, as Rocada                 | MIT                                         |
//!
//! The search probes only after captures and pawn moves, so a microsecond more per probe is lost in the noise; a
//! crash by a damaged file, or an engine that is not ready within 20 ms, would not be. The slower part of the library
//! is reading by system calls, which `files` replaces by reading each table into memory.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod files;
mod rank;

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rocada_rules::{CastlingRights, Color, Position, Role, Standard};
use rocada_search::Tablebases;
use shakmaty::{CastlingMode, Chess, PositionError, Setup};
use shakmaty_syzygy::{SyzygyError, Tablebase};

pub use rank::RootRank;
pub use rocada_search::Wdl;

/// Why no tablebases could be loaded.
#[derive(Debug)]
pub enum TablebaseError {
    /// The list of folders is empty.
    NoFolder,
    /// None of the folders can be read; this is the first.
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folders hold no table.
    NoTables {
        /// The list as it was given.
        folders: String,
    },
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablebaseError::NoFolder => {
                f.write_str("no tablebase folder is named: give one such as /home/me/syzygy")
            }
            TablebaseError::Unreadable { folder, error } => {
                write!(f, "the tablebase folder '{}' cannot be read: {error}", folder.display())
            }
            TablebaseError::NoTables { folders } => {
                write!(f, "there are no Syzygy tables (files such as KQvK.rtbw) in '{folders}'")
            }
        }
    }
}

impl std::error::Error for TablebaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TablebaseError::Unreadable { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// What was found when the folders were read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// Tables that tell win, draw or loss.
    pub wdl_tables: usize,
    /// Tables that tell the distance to the next capture or pawn move.
    pub dtz_tables: usize,
    /// The men of the largest position known, kings included.
    pub most_men: u32,
    /// Files that are named like tables and have an impossible size.
    pub damaged: Vec<PathBuf>,
    /// Folders that could not be read.
    pub unreadable: Vec<PathBuf>,
}

/// The inventory in one sentence for the user.
impl fmt::Display for Inventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inventory { wdl_tables, dtz_tables, most_men, .. } = self;
        write!(f, "found {wdl_tables} WDL and {dtz_tables} DTZ tablebases for up to {most_men} men")?;
        if let Some(first) = self.damaged.first() {
            write!(f, "; left out as damaged: {} ({} in all)", first.display(), self.damaged.len())?;
        }
        if let Some(first) = self.unreadable.first() {
            write!(f, "; cannot be read: {} ({} in all)", first.display(), self.unreadable.len())?;
        }
        Ok(())
    }
}

/// Loaded Syzygy tables. Files are opened when they are first needed.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    inventory: Inventory,
    /// Set when the library has panicked, which no known file makes it do: it is not asked again.
    broken: AtomicBool,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("inventory", &self.inventory).finish_non_exhaustive()
    }
}

/// The folders of a list, separated by `;`, and by `:` too where no drive letters are known.
fn split_folders(list: &str) -> impl Iterator<Item = &Path> {
    list.split(|sign| sign == ';' || (cfg!(not(windows)) && sign == ':'))
        .map(str::trim)
        .filter(|folder| !folder.is_empty())
        .map(Path::new)
}

impl Syzygy {
    /// Finds the tables in a list of folders, separated by `:` or `;` (on Windows by `;` only).
    ///
    /// Damaged files and missing folders are left out and told in the [`Inventory`], as long as some table remains.
    pub fn open(folders: &str) -> Result<Syzygy, TablebaseError> {
        let mut tables = Tablebase::with_filesystem(Arc::new(files::TableFiles::default()));
        let mut inventory = Inventory::default();
        let mut first_error = None;
        for folder in split_folders(folders) {
            if let Err(error) = add_folder(&mut tables, &mut inventory, folder) {
                inventory.unreadable.push(folder.to_owned());
                first_error.get_or_insert(TablebaseError::Unreadable { folder: folder.to_owned(), error });
            }
        }
        if inventory.wdl_tables == 0 {
            return Err(match first_error {
                Some(error) => error,
                None if split_folders(folders).next().is_none() => TablebaseError::NoFolder,
                None => TablebaseError::NoTables { folders: folders.to_owned() },
            });
        }
        inventory.most_men = u32::try_from(tables.max_pieces()).unwrap_or(0);
        Ok(Syzygy { tables, inventory, broken: AtomicBool::new(false) })
    }

    /// What was found. Its `Display` is a sentence for the user.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Every legal move with its worth, best first: who plays only moves of the highest rank keeps the result and makes
    /// progress, the fifty-move rule and repetitions included. `None` if the tables do not know the position.
    pub fn root_moves(&self, position: &Position<Standard>) -> Option<Vec<(rocada_rules::Move, RootRank)>> {
        rank::rank_moves(self, position)
    }

    /// Only the moves of the highest rank; `None` if the tables do not know the position or there is no legal move.
    pub fn best_root_moves(&self, position: &Position<Standard>) -> Option<Vec<rocada_rules::Move>> {
        let ranked = self.root_moves(position)?;
        let (_, best) = *ranked.first()?;
        Some(ranked.into_iter().take_while(|&(_, rank)| rank == best).map(|(mv, _)| mv).collect())
    }

    /// The result for the side to move if both sides play their best from here, the fifty-move rule and repetitions
    /// included. `None` if the tables do not know the position or there is no legal move.
    pub fn result(&self, position: &Position<Standard>) -> Option<Wdl> {
        self.root_moves(position)?.first().map(|(_, best)| best.wdl())
    }

    /// Plies to the next capture, pawn move or mate under best play: positive if the side to move wins, 0 for a draw,
    /// above 100 if the fifty-move rule spoils the win. It may be one too small, as the tables round.
    pub fn distance_to_zeroing(&self, position: &Position<Standard>) -> Option<i32> {
        self.ask(position, Tablebase::probe_dtz).map(|dtz| dtz.ignore_rounding().0)
    }

    /// The value of five: ±2 decided, ±1 decided but for the fifty-move rule, 0 drawn, just after a capture or pawn move.
    fn five_valued(&self, position: &Position<Standard>) -> Option<shakmaty_syzygy::Wdl> {
        self.ask(position, Tablebase::probe_wdl_after_zeroing)
    }

    /// Asks the library about a position, if it can know it. Whatever goes wrong, the answer is `None`.
    fn ask<T>(
        &self,
        position: &Position<Standard>,
        question: impl FnOnce(&Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Option<T> {
        if position.occupied().count() > self.most_men() || position.castling() != CastlingRights::NONE {
            return None;
        }
        let chess = translate(position)?;
        match catch_unwind(AssertUnwindSafe(|| question(&self.tables, &chess))) {
            Ok(answer) => answer.ok(),
            Err(_) => {
                self.broken.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

impl Tablebases<Standard> for Syzygy {
    fn most_men(&self) -> u32 {
        if self.broken.load(Ordering::Relaxed) { 0 } else { self.inventory.most_men }
    }

    fn probe(&self, position: &Position<Standard>) -> Option<Wdl> {
        use shakmaty_syzygy::Wdl as Five;
        self.five_valued(position).map(|value| match value {
            Five::Loss => Wdl::Loss,
            Five::BlessedLoss | Five::Draw | Five::CursedWin => Wdl::Draw,
            Five::Win => Wdl::Win,
        })
    }
}

/// Adds every table of a folder.
fn add_folder(tables: &mut Tablebase<Chess>, inventory: &mut Inventory, folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let found = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rtbw") => &mut inventory.wdl_tables,
            Some("rtbz") => &mut inventory.dtz_tables,
            _ => continue,
        };
        match tables.add_file(&path) {
            Ok(()) => *found += 1,
            // Not named like a table of two sides with up to seven men.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            Err(_) => inventory.damaged.push(path),
        }
    }
    Ok(())
}

/// The position in the library's words.
fn translate(position: &Position<Standard>) -> Option<Chess> {
    let mut setup = Setup::empty();
    for square in position.occupied() {
        let piece = position.piece_at(square)?;
        let role = match piece.role {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        };
        setup.board.set_piece_at(translate_square(square)?, role.of(translate_color(piece.color)));
    }
    setup.turn = translate_color(position.turn());
    setup.ep_square = match position.en_passant() {
        Some(square) => Some(translate_square(square)?),
        None => None,
    };
    setup.halfmoves = position.halfmove_clock();
    // Positions that no game reaches are known to the tables too.
    setup
        .position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

fn translate_square(square: rocada_rules::Square) -> Option<shakmaty::Square> {
    u32::try_from(square.index()).ok()?.try_into().ok()
}

fn translate_color(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

#[cfg(test)]
mod tests;
